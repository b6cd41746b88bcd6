"""How fast tokens come: the engine against llama-cpp-python itself: python -m benchmarks.decode.

Both decode the same number of tokens greedily from the same prompt, interleaved; time counts from the first token to
the last. Goal: the engine reaches 0.97 of the raw speed (median of the ratios of each round).
"""

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path

from assistant.engine import Engine
from assistant.model import GenerateRequest, PromptMessage, Sampling, TextChunk
from assistant.models import default_model_path
from benchmarks.raw_llama import RawLlama
from memory.records import Role

PROMPT = (PromptMessage(Role.USER, "Write a very long story about a lighthouse, in many chapters."),)


def engine_speed(engine: Engine, n_tokens: int) -> float:
    """Decode through the engine; return tokens a second as the consumer sees them."""
    request = GenerateRequest(PROMPT, max_tokens=n_tokens, sampling=Sampling(temperature=0.0, repeat_penalty=1.0))
    arrivals = [time.perf_counter() for event in engine.generate(request) if isinstance(event, TextChunk)]
    if len(arrivals) < n_tokens // 2:
        raise RuntimeError(f"the reply ended after {len(arrivals)} of {n_tokens} tokens")
    return (len(arrivals) - 1) / (arrivals[-1] - arrivals[0])


def main() -> None:
    """Print a line a round and a summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=None, help="a GGUF file (default: the one that comes along)")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--tokens", type=int, default=120)
    arguments = parser.parse_args()
    ratios: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(arguments.model or default_model_path(), n_ctx=2048, log_path=Path(folder) / "engine.log")
        raw = RawLlama(engine.load())
        try:
            ids = raw.prompt_ids(PROMPT, is_open=True)
            for number in range(1, arguments.rounds + 1):
                # In turns first, so that a machine that slows down or wakes up favours neither.
                if number % 2:
                    engine_tokens_per_s = engine_speed(engine, arguments.tokens)
                    raw_tokens_per_s = raw.tokens_per_s(ids, arguments.tokens)
                else:
                    raw_tokens_per_s = raw.tokens_per_s(ids, arguments.tokens)
                    engine_tokens_per_s = engine_speed(engine, arguments.tokens)
                ratios.append(engine_tokens_per_s / raw_tokens_per_s)
                line = {
                    "round": number,
                    "engine_tokens_per_s": engine_tokens_per_s,
                    "raw_tokens_per_s": raw_tokens_per_s,
                }
                print(json.dumps(line), flush=True)
        finally:
            engine.close()
            raw.close()
    ratio = statistics.median(ratios)
    print(json.dumps({"benchmark": "decode", "ratio": ratio, "ratio_goal": 0.97, "is_met": ratio >= 0.97}))


if __name__ == "__main__":
    main()

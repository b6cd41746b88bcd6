"""How fast tokens come through a whole turn, against llama-cpp-python itself: python -m benchmarks.decode.

Both decode the same number of tokens greedily from the same prompt, interleaved; time counts from the first token to
the last, as the driver of the turn sees them. Goal: 0.97 of the raw speed (median of the ratios of each round).
"""

import argparse
import json
import statistics
import threading
import time
from contextlib import closing
from pathlib import Path

from assistant import branches
from assistant.composition import TurnRequest, compose
from assistant.events import Failed, Token
from assistant.model import PromptMessage
from assistant.turn import run_turn
from benchmarks.raw_llama import RawLlama
from benchmarks.real_session import Bench, real_session
from memory.records import TurnId

PERSONA = "You tell very long stories."
MESSAGE = "Write a very long story about a lighthouse, in many chapters."


def turn_speed(bench: Bench, n_tokens: int) -> tuple[float, list[PromptMessage]]:
    """Run a whole turn and return tokens a second as its driver sees them, with the prompt that it had."""
    with bench.session.connection() as connection:
        prompt = list(compose(bench.session, connection, TurnRequest(bench.chat.id, MESSAGE)).messages)
    stop = threading.Event()
    arrivals: list[float] = []
    for event in run_turn(bench.session, TurnRequest(bench.chat.id, MESSAGE), stop):
        match event:
            case Token():
                arrivals.append(time.perf_counter())
                if len(arrivals) == n_tokens:
                    stop.set()
            case Failed(message=message):
                raise RuntimeError(message)
            case _:
                pass
    bench.settle()
    branches.rewind(bench.session, bench.chat.id, TurnId(0))
    measured = arrivals[:n_tokens]
    if len(measured) < n_tokens // 2:
        raise RuntimeError(f"the reply ended after {len(measured)} of {n_tokens} tokens")
    return (len(measured) - 1) / (measured[-1] - measured[0]), prompt


def main() -> None:
    """Print a line a round and a summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=None, help="a GGUF file (default: the one that comes along)")
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--tokens", type=int, default=120)
    arguments = parser.parse_args()
    ratios: list[float] = []
    with (
        real_session(arguments.model, n_ctx=2048, persona=PERSONA) as bench,
        closing(RawLlama(bench.session.ready_model())) as raw,
    ):
        _, prompt = turn_speed(bench, arguments.tokens)
        ids = raw.prompt_ids(prompt, is_open=True)
        for number in range(1, arguments.rounds + 1):
            # In turns first, so that a machine that slows down or wakes up favours neither.
            if number % 2:
                turn_tokens_per_s, _ = turn_speed(bench, arguments.tokens)
                raw_tokens_per_s = raw.tokens_per_s(ids, arguments.tokens)
            else:
                raw_tokens_per_s = raw.tokens_per_s(ids, arguments.tokens)
                turn_tokens_per_s, _ = turn_speed(bench, arguments.tokens)
            ratios.append(turn_tokens_per_s / raw_tokens_per_s)
            line = {"round": number, "turn_tokens_per_s": turn_tokens_per_s, "raw_tokens_per_s": raw_tokens_per_s}
            print(json.dumps(line), flush=True)
    ratio = statistics.median(ratios)
    print(json.dumps({"benchmark": "decode", "ratio": ratio, "ratio_goal": 0.97, "is_met": ratio >= 0.97}))


if __name__ == "__main__":
    main()

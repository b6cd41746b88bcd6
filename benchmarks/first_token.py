"""How long a turn waits for its first token: python -m benchmarks.first_token.

Three ways in one run, interleaved, on a history of about 2,400 tokens and at most 150 new ones:
 - reverie: stable text first, memory block and message last, history warmed in the background (the engine);
 - floor: llama-cpp-python itself with the same new tokens on a warm prefix;
 - moving: the engine, with the memories in the system message, other ones each turn.
Goals: reverie <= 1.15 x floor, and moving >= 15 x reverie. The median of the ratios of each round counts, since another
program on the machine slows one round, not one way.
"""

import argparse
import json
import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from assistant.engine import Engine
from assistant.model import Finished, GenerateRequest, PromptMessage, Sampling
from assistant.models import default_model_path
from benchmarks.conversation import SYSTEM, history, memory_block, sentences
from benchmarks.raw_llama import RawLlama
from memory.records import Role, Usage

HISTORY_TOKENS = 2400
WARM_TIMEOUT_S = 600.0


@dataclass(frozen=True, slots=True)
class Round:
    """One round's waits in seconds and new tokens."""

    reverie_s: float
    floor_s: float
    moving_s: float
    reverie_new_tokens: int
    floor_new_tokens: int
    moving_new_tokens: int


def reverie_turn(engine: Engine, stable: list[PromptMessage], block: str, message: str) -> Usage:
    """Warm the history, as after a reply, then measure one turn. The whole turn path can stand here instead."""
    engine.warm(stable)
    if not engine.wait_until_warm(WARM_TIMEOUT_S):
        raise RuntimeError("the history was not warmed")
    return first_token(engine, [*stable, PromptMessage(Role.USER, f"{block}\n\n{message}")])


def moving_turn(engine: Engine, stable: list[PromptMessage], block: str, message: str) -> Usage:
    """Measure one turn whose memories stand in the system message."""
    system = PromptMessage(Role.SYSTEM, f"{SYSTEM.text}\n\n{block}")
    return first_token(engine, [system, *stable[1:], PromptMessage(Role.USER, message)])


def first_token(engine: Engine, messages: list[PromptMessage]) -> Usage:
    """Generate one token and return what it cost."""
    request = GenerateRequest(tuple(messages), max_tokens=1, sampling=Sampling(temperature=0.0, repeat_penalty=1.0))
    *_, last = engine.generate(request)
    assert isinstance(last, Finished)
    return last.usage


def rounds(engine: Engine, raw: RawLlama, n_rounds: int) -> Iterator[Round]:
    """Measure the three ways, one after the other, again and again."""
    stable = history(engine.count_prompt, HISTORY_TOKENS)
    warm_ids = raw.prompt_ids(stable, is_open=False)
    raw.warm(warm_ids)
    for number in range(n_rounds):
        block, message = memory_block(number), sentences(number, 1)
        open_messages = [*stable, PromptMessage(Role.USER, f"{block}\n\n{message}")]
        open_ids = raw.prompt_ids(open_messages, is_open=True)
        raw.warm(warm_ids)
        # In turns first, so that a machine that slows down or wakes up favours neither.
        if number % 2:
            reverie = reverie_turn(engine, stable, block, message)
            floor_s = raw.first_token_s(open_ids)
        else:
            floor_s = raw.first_token_s(open_ids)
            reverie = reverie_turn(engine, stable, block, message)
        moving = moving_turn(engine, stable, block, message)
        yield Round(
            reverie_s=reverie.first_token_s,
            floor_s=floor_s,
            moving_s=moving.first_token_s,
            reverie_new_tokens=reverie.prompt_tokens - reverie.cached_tokens,
            floor_new_tokens=len(open_ids) - len(warm_ids),
            moving_new_tokens=moving.prompt_tokens - moving.cached_tokens,
        )


def main() -> None:
    """Print a line a round and a summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=None, help="a GGUF file (default: the one that comes along)")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        engine = Engine(arguments.model or default_model_path(), n_ctx=4096, log_path=Path(folder) / "engine.log")
        raw = RawLlama(engine.load())
        try:
            measured = []
            for one in rounds(engine, raw, arguments.rounds):
                measured.append(one)
                print(json.dumps({"round": len(measured), **asdict(one)}), flush=True)
        finally:
            engine.close()
            raw.close()
    over_floor = statistics.median(one.reverie_s / one.floor_s for one in measured)
    faster = statistics.median(one.moving_s / one.reverie_s for one in measured)
    summary = {
        "benchmark": "first_token",
        "reverie_s": statistics.median(one.reverie_s for one in measured),
        "floor_s": statistics.median(one.floor_s for one in measured),
        "moving_s": statistics.median(one.moving_s for one in measured),
        "over_floor": over_floor,
        "over_floor_goal": 1.15,
        "faster_than_moving": faster,
        "faster_than_moving_goal": 15,
        "is_met": over_floor <= 1.15 and faster >= 15,
    }
    print(json.dumps(summary))


if __name__ == "__main__":
    main()

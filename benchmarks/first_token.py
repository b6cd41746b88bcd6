"""How long a turn waits for its first token: python -m benchmarks.first_token.

Three ways in one run, interleaved, on a history of about 2,400 tokens and at most 150 new ones:
 - reverie: a whole turn from Enter to the first token (saved, searched, gated, prompted, evaluated), its history warmed
   in the background as after a reply;
 - floor: llama-cpp-python itself with the same prompt on the same warm prefix;
 - moving: the engine, with the memories in the system message, other ones each turn.
Goals: reverie <= 1.15 x floor, and moving >= 15 x reverie. The median of the ratios of each round counts, since another
program on the machine slows one round, not one way.
"""

import argparse
import json
import statistics
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from assistant.composition import TurnRequest, compose
from assistant.engine import Engine
from assistant.model import Finished, GenerateRequest, PromptMessage, Sampling
from benchmarks.raw_llama import RawLlama
from benchmarks.real_session import Bench, fill, real_session, remember_notes
from memory.records import Mode, Role, Usage

HISTORY_TOKENS = 2400


@dataclass(frozen=True, slots=True)
class Round:
    """One round's waits in seconds, and the new tokens of each way."""

    reverie_s: float
    floor_s: float
    moving_s: float
    new_tokens: int
    moving_new_tokens: int


def first_token(engine: Engine, messages: list[PromptMessage]) -> Usage:
    """Generate one token and return what it cost."""
    request = GenerateRequest(tuple(messages), max_tokens=1, sampling=Sampling(temperature=0.0, repeat_penalty=1.0))
    *_, last = engine.generate(request)
    assert isinstance(last, Finished)
    return last.usage


def moving_turn(engine: Engine, messages: tuple[PromptMessage, ...], text: str) -> Usage:
    """Measure one turn whose memories stand in the system message instead of the last one."""
    *stable, last = messages
    block = last.text.removesuffix(text)
    system = replace(stable[0], text=f"{stable[0].text}\n\n{block}")
    return first_token(engine, [system, *stable[1:], PromptMessage(Role.USER, text)])


def rounds(bench: Bench, raw: RawLlama, n_rounds: int) -> Iterator[Round]:
    """Measure the three ways, one after the other, again and again."""
    texts = remember_notes(bench)
    fill(bench, HISTORY_TOKENS)
    stable = bench.stable()
    warm_ids = raw.prompt_ids(stable, is_open=False)
    for number in range(n_rounds):
        text = texts[number % len(texts)]
        with bench.session.connection() as connection:
            request = TurnRequest(bench.chat.id, text, Mode.ASSOCIATIVE)
            messages = compose(bench.session, connection, request).messages
        open_ids = raw.prompt_ids(messages, is_open=True)
        raw.warm(warm_ids)
        bench.warm()
        # In turns first, so that a machine that slows down or wakes up favours neither.
        if number % 2:
            reverie_s = bench.first_token_s(text)
            floor_s = raw.first_token_s(open_ids)
        else:
            floor_s = raw.first_token_s(open_ids)
            reverie_s = bench.first_token_s(text)
        moving = moving_turn(bench.engine, messages, text)
        yield Round(
            reverie_s=reverie_s,
            floor_s=floor_s,
            moving_s=moving.first_token_s,
            new_tokens=len(open_ids) - len(warm_ids),
            moving_new_tokens=moving.prompt_tokens - moving.cached_tokens,
        )


def main() -> None:
    """Print a line a round and a summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=None, help="a GGUF file (default: the one that comes along)")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    measured: list[Round] = []
    with real_session(arguments.model, n_ctx=4096) as bench, closing(RawLlama(bench.session.ready_model())) as raw:
        for one in rounds(bench, raw, arguments.rounds):
            measured.append(one)
            print(json.dumps({"round": len(measured), **asdict(one)}), flush=True)
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

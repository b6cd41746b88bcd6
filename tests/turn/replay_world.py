"""A replay that a test drives command by command, and short ways to read a turn result.

The one fact that a reader would get wrong: nothing here is a stand-in. Commands go as JSON lines through the same
`Replay` that `reverie replay` runs, on a real folder; only the model is scripted, as the replay's always is.
"""

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from assistant.replay import Replay
from memory.embedding import WordLlamaEmbedder

Result = Mapping[str, Any]

# No key is among these words, and retrieval finds no memory of a script by them.
IDLE_TALK = "Well, so be it."

_OWN_HANDLE = re.compile(r"m\d+")


@lru_cache(maxsize=1)
def embedder() -> WordLlamaEmbedder:
    """Load the shipped embedder once for all tests of a run."""
    return WordLlamaEmbedder()


class World:
    """One folder, one script: each command is run at once and its result returned."""

    def __init__(self, folder: Path) -> None:
        self._lines: deque[str] = deque()
        self._results = Replay(folder, embedder()).run(self._feed())
        self.script: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._results.close()  # type: ignore[attr-defined]  # an Iterator by contract, a generator in fact

    def _feed(self) -> Iterator[str]:
        while True:
            yield self._lines.popleft()

    def do(self, do: str, /, **fields: object) -> Result:
        """Run one command of the script."""
        line = json.dumps({"do": do, **fields}, ensure_ascii=False)
        self.script.append(line)
        self._lines.append(line)
        result: Result = json.loads(next(self._results))
        return result

    def memory(self, handle: str, text: str = "", **fields: Any) -> None:
        """Add an authored memory; without a text it says that it is one."""
        self.do("memory", id=handle, text=text or f"This is note {handle}.", **fields)

    def say(self, text: str = IDLE_TALK, **fields: object) -> Result:
        """Take one turn."""
        return self.do("say", text=text, **fields)

    def talk_until(self, turn: int) -> None:
        """Take turns that reach no memory, up to and including this one."""
        while self.say()["turn"] < turn:
            pass

    def reasons(self, handle: str, *texts: str) -> dict[int, str]:
        """Take a turn for each text and return a memory's reason by turn."""
        return {(result := self.say(text))["turn"]: why(result, handle) for text in texts}


def active(result: Result) -> dict[str, str]:
    """Return what of the script's memories is in the prompt with its reason, in prompt order.

    The messages of a chat become memories too (m17), and found ones are listed: they are left out here.
    """
    return {one["id"]: one["reason"] for one in result["active"] if not _OWN_HANDLE.fullmatch(one["id"])}


def withheld(result: Result) -> dict[str, tuple[str, int | None]]:
    """Return what of the script's memories stayed out with its reason and the turn on which that ends."""
    return {
        one["id"]: (one["reason"], one["until_turn"])
        for one in result["withheld"]
        if not _OWN_HANDLE.fullmatch(one["id"])
    }


def why(result: Result, handle: str) -> str:
    """Return the one reason that a turn states for a memory, or "no candidate"."""
    told = [one["reason"] for one in (*result["active"], *result["withheld"]) if one["id"] == handle]
    assert len(told) <= 1, f"{handle} has {len(told)} verdicts"
    return str(told[0]) if told else "no candidate"


def until(result: Result, handle: str) -> int | None:
    """Return the turn on which a withheld memory's reason ends."""
    return withheld(result)[handle][1]

"""What forgetting takes, in words: the question before it and the report after it say the same.

The one fact that a reader would get wrong: a memory seldom goes alone. Its message goes, and what says it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.cleaning import clean_line, quoted
from memory.rules.plurals import counted, memory_count

if TYPE_CHECKING:
    from assistant.views import Forgotten, ToForget

_ELSEWHERE = "mentions in titles, names, notes or the log"
_RESTS = "another program may be reading it. It goes once that one is closed and Reverie is started again"


def what_goes(found: ToForget | Forgotten) -> str:
    """Say how much goes or went: "2 memories and 1 message"."""
    parts = [memory_count(found.count)] if found.count else []
    parts += [counted(found.messages, "message")] if found.messages else []
    return " and ".join(parts) or (_ELSEWHERE if found.is_elsewhere else memory_count(0))


def forget_topic_question(term: str, found: ToForget) -> str:
    """Ask whether all on a topic is to go; forgetting cannot be undone."""
    return f"{_begins(term)}({what_goes(found)}) for good?"


def forget_one_question(text: str, found: ToForget) -> str:
    """Ask whether a memory is to go; where it goes alone no number is told."""
    amount = what_goes(found)
    return f'Forget "{clean_line(text)}"{"" if amount == memory_count(1) else f" ({amount})"} for good?'


def forget_notice(term: str) -> str:
    """Say that a message asked to forget a topic; how much that is, is told by the question after the turn."""
    return f"{_begins(term)}for good?"


def forget_memory_notice(text: str) -> str:
    """Say that a message asked to forget what this memory says; the question comes after the turn."""
    return f"Forget {quoted(text)} for good?"


NOTHING_FORGOTTEN = "Nothing was forgotten."
WHERE_LISTED = "The Memories screen, or `reverie memory list`, shows"


def everything_line(count: int) -> str:
    """Say how everything is forgotten, which no message does."""
    return (
        f"{NOTHING_FORGOTTEN} I forget one thing at a time ({memory_count(count)} now): say which, or mark many on Memories and"
        " forget them together. All of it goes with `reverie forget --everything`, once you have left."
    )


def nothing_said_before() -> str:
    """Say that no memory came of the message before."""
    return f"I remember nothing of a message before this one. {WHERE_LISTED} all that is remembered."


def _begins(term: str) -> str:
    return f"Forget what I know about “{clean_line(term)}” "


def nothing_known(term: str) -> str:
    """Say that there is nothing to forget."""
    return f"I know nothing about “{clean_line(term)}”. {WHERE_LISTED} all that is remembered."


def forgotten_line(forgotten: Forgotten) -> str:
    """Say what went."""
    return f"Forgotten: {what_goes(forgotten)}."


def order_lines(forgotten: Forgotten, how: str) -> list[str]:
    """Say which bans and pins keep the words, and how to lift them: `how` with the verb and the term in it."""
    return [
        f"“{one.term}” stays {_STATES[one.kind]}, so that word is kept for it. {how.format(verb=f'un{one.kind}', term=one.term)}"
        for one in forgotten.orders
    ]


_STATES = {"ban": "banned", "pin": "pinned"}


def leftover_line(path: str) -> str:
    """Say of a file that still holds the words why, and what to do."""
    if path == "config.toml":
        return f"Its words are still in {path}, your settings: change them yourself."
    if path.startswith("reverie.db"):
        return f"Its words are still in {path}: {_RESTS}."
    return f"Its words are still in {path}. Remove that file yourself."

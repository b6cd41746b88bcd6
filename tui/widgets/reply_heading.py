"""The line above a reply: when, which of several, how fast, how long it took, and which model wrote it.

The one fact that a reader would get wrong: nothing is cut. What has no room is said in fewer words first, and then left
out whole, from the end on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from tui import wording
from tui.themes import FAINT

if TYPE_CHECKING:
    from textual import events

    from memory.records import Usage

_MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class ReplyFacts:
    """What the line tells; `place` and `model` are "" where there is nothing to tell."""

    moment: str
    place: str = ""
    usage: Usage | None = None
    model: str = ""


class ReplyHeading(Static):
    """Tells as much as fits."""

    def __init__(self) -> None:
        super().__init__(_name(), classes="heading reply-heading")
        self._facts: ReplyFacts | None = None

    def tell(self, facts: ReplyFacts | None) -> None:
        """Tell this; None = no more than whose the reply is, while it is being written."""
        self._facts = facts
        self._paint()

    def on_resize(self, _event: events.Resize) -> None:
        """Tell more or less."""
        self._paint()

    def _paint(self) -> None:
        if self._facts is None:
            self.update(_name())
            return
        ways = _ways(self._facts)
        width = self.content_size.width
        self.update(next((way for way in ways if not width or way.cell_length <= width), ways[-1]))


def _name() -> Content:
    return Content.styled("Reverie", "bold $primary")


def _ways(facts: ReplyFacts) -> list[Content]:
    """Return the line in ever fewer words."""
    whole, short = _speed(facts.usage), _speed(facts.usage, is_short=True)
    time, short_time = _time(facts.usage), _time(facts.usage, is_short=True)
    tails = (
        (whole, time, facts.model),
        (whole, short_time, facts.model),
        (whole, short_time),
        (whole,),
        (short,),
        (),
    )
    return [_line(facts, [one for one in tail if one]) for tail in tails]


def _line(facts: ReplyFacts, tail: list[str]) -> Content:
    place = f" · {facts.place}" if facts.place else ""
    return Content.assemble(
        _name(), (f"  {facts.moment}", FAINT), (place, "$accent"), ("".join(f" · {one}" for one in tail), FAINT)
    )


def _speed(usage: Usage | None, *, is_short: bool = False) -> str:
    if usage is None or not usage.reply_tokens:
        return ""
    count = wording.count(usage.reply_tokens, "token")
    if not usage.tokens_per_s:
        return count
    return f"{usage.tokens_per_s:.1f} a second" if is_short else f"{count}, {usage.tokens_per_s:.1f} a second"


def _time(usage: Usage | None, *, is_short: bool = False) -> str:
    """Say how long the reply took in all, and until its first token; imported ones tell nothing of it."""
    if usage is None or not usage.reply_tokens or not usage.first_token_s:
        return ""
    writing_s = (usage.reply_tokens - 1) / usage.tokens_per_s if usage.tokens_per_s else 0.0
    whole = _seconds(usage.first_token_s + writing_s)
    return whole if is_short or not writing_s else f"{whole}, the first after {_seconds(usage.first_token_s)}"


def _seconds(seconds: float) -> str:
    if seconds >= _MINUTE_S:
        return f"{int(seconds) // _MINUTE_S} min {int(seconds) % _MINUTE_S} s"
    return f"{seconds:.1f} s"

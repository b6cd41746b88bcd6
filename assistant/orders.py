"""Orders about memory inside a message: "stop talking about Rex", "remember that the boiler is important".

The one fact that a reader would get wrong: an order already holds in the prompt of the message that gives it, but is
stored only when the turn is kept. So a preview shows exactly what a turn would do, and a cancelled message did nothing.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from assistant.cleaning import clean_line
from assistant.errors import NotFoundError
from assistant.topic_words import ban_line, pin_line, unban_line
from assistant.topics import TopicChange, change_topic
from memory.database import Connection
from memory.rules.speech import Ban, Order, Pin, RememberFact, Unban, read_orders, without_forgetting
from memory.rules.speech_forgetting import FORGETTING, ForgetAll, ForgetClaim, ForgetLast, ForgetRequest
from memory.rules.topics import TopicMatcher
from memory.store.actions import ActionKind
from memory.suppression import banned_terms

_UNDO = "Undo: /undo"
_SENTENCE_END = re.compile(r"[.!?\n]+")


@dataclass(frozen=True, slots=True)
class Orders:
    """What one message orders, in the user's own spelling.

    Args:
        forgets: Topics to forget.
        claims: Statements to forget, as the message words them.
        is_last_unwanted: It asks to forget the message before it.
        is_all_unwanted: It asks to forget everything.
        remembered: What of the message may become a memory; None = all of it. A ban or a wish to forget that came back as
            a note would speak of the very topic.
        text: The message.
    """

    bans: tuple[str, ...] = ()
    unbans: tuple[str, ...] = ()
    pins: tuple[str, ...] = ()
    forgets: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
    is_last_unwanted: bool = False
    is_all_unwanted: bool = False
    facts: tuple[str, ...] = ()
    remembered: str | None = None
    text: str = ""

    @property
    def changes_bans(self) -> bool:
        """Whether this message's prompt differs from what the stored bans make it."""
        return bool(self.bans or self.unbans or self.forgets)


def orders_of(text: str) -> Orders:
    """Read the orders in a message; nothing but whole imperative sentences counts."""
    found = read_orders(text)
    return Orders(
        bans=tuple(one.term for one in found if isinstance(one, Ban)),
        unbans=tuple(one.term for one in found if isinstance(one, Unban)),
        pins=tuple(one.term for one in found if isinstance(one, Pin)),
        forgets=tuple(one.term for one in found if isinstance(one, ForgetRequest)),
        facts=tuple(one.text for one in found if isinstance(one, RememberFact)),
        claims=tuple(one.text for one in found if isinstance(one, ForgetClaim)),
        is_last_unwanted=any(isinstance(one, ForgetLast) for one in found),
        is_all_unwanted=any(isinstance(one, ForgetAll) for one in found),
        text=text,
        remembered=_remembered(text, found),
    )


def _remembered(text: str, found: Sequence[Order]) -> str | None:
    if any(isinstance(one, ForgetClaim | ForgetLast | ForgetAll) for one in found):
        # Beside these a message says at most why.
        return ""
    is_one_sentence = len([part for part in _SENTENCE_END.split(text) if part.strip()]) == 1
    if found and is_one_sentence and all(isinstance(one, Ban | Unban | ForgetRequest) for one in found):
        return ""
    return without_forgetting(text) if any(isinstance(one, FORGETTING) for one in found) else None


def banned_with(connection: Connection, orders: Orders) -> TopicMatcher:
    """Compile the bans that hold for the message that gives these orders; what it asks to forget is withheld too."""
    matcher = TopicMatcher([*banned_terms(connection), *orders.bans, *orders.forgets])
    return matcher.without(TopicMatcher(orders.unbans).keys)


def carry_out(connection: Connection, orders: Orders, now: datetime) -> tuple[str, ...]:
    """Store a message's orders and return a visible line for each but what it asks to forget.

    Call inside the turn's transaction.
    """
    return tuple(_lines(connection, orders, now))


def _lines(connection: Connection, orders: Orders, now: datetime) -> Iterator[str]:
    for term in orders.bans:
        yield _told(ban_line, change_topic(connection, ActionKind.BAN, term, now))
    for term in orders.unbans:
        try:
            yield _told(unban_line, change_topic(connection, ActionKind.UNBAN, term, now))
        except NotFoundError:
            yield f"“{term}” was not banned."
    for term in orders.pins:
        yield _told(pin_line, change_topic(connection, ActionKind.PIN_TOPIC, term, now))
    if orders.facts:
        # One message is one memory, however much it asks to remember.
        yield f"Remembered: “{clean_line('; '.join(orders.facts))}”. {_UNDO}"


def _told(line: Callable[[TopicChange], str], change: TopicChange) -> str:
    return f"{line(change)} {_UNDO}" if change.is_changed else line(change)

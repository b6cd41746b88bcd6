"""Orders about memory inside a message: "stop talking about Rex", "remember that the boiler is important".

The one fact that a reader would get wrong: an order already holds in the prompt of the message that gives it, but is
stored only when the turn is kept. So a preview shows exactly what a turn would do, and a cancelled message did nothing.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from assistant.errors import NotFoundError
from assistant.forget_words import forget_notice, nothing_known
from assistant.topic_search import is_anything_on
from assistant.topic_words import ban_line, pin_line, unban_line
from assistant.topics import TopicChange, change_topic
from memory.database import Connection
from memory.rules.speech import Ban, ForgetRequest, Pin, RememberFact, Unban, read_orders
from memory.rules.topics import TopicMatcher
from memory.store.actions import ActionKind
from memory.suppression import banned_terms

_UNDO = "Undo: /undo"
_SENTENCE_END = re.compile(r"[.!?\n]+")


@dataclass(frozen=True, slots=True)
class Orders:
    """What one message orders, in the user's own spelling.

    `text` is the message. `is_whole_message`: it says nothing besides bans, their lifting, and what to forget. Such a message is no memory: an
    order that comes back as a note would speak of the very topic.
    """

    bans: tuple[str, ...] = ()
    unbans: tuple[str, ...] = ()
    pins: tuple[str, ...] = ()
    forgets: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    is_whole_message: bool = False
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
        text=text,
        is_whole_message=bool(found)
        and all(isinstance(one, Ban | Unban | ForgetRequest) for one in found)
        and len([part for part in _SENTENCE_END.split(text) if part.strip()]) == 1,
    )


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
    for _ in orders.facts:
        yield f"Remembered. {_UNDO}"


def _told(line: Callable[[TopicChange], str], change: TopicChange) -> str:
    return f"{line(change)} {_UNDO}" if change.is_changed else line(change)


def asked_to_forget(connection: Connection, orders: Orders) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Answer what a message asks to forget. It reads all that is stored: call it once the turn is kept.

    Returns:
        A visible line for each, and those terms that there is something on.
    """
    known = tuple(term for term in orders.forgets if is_anything_on(connection, term, besides=orders.text))
    return tuple(forget_notice(term) if term in known else nothing_known(term) for term in orders.forgets), known

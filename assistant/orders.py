"""Orders about memory inside a message: "stop talking about Rex", "remember that the boiler is important".

The one fact that a reader would get wrong: an order already holds in the prompt of the message that gives it, but is
stored only when the turn is kept. So a preview shows exactly what a turn would do, and a cancelled message did nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from assistant.errors import NotFoundError
from assistant.topic_search import on_topic
from assistant.topics import change_topic
from memory.database import Connection
from memory.rules.speech import Ban, ForgetRequest, Pin, RememberFact, Unban, read_directives
from memory.rules.topics import TopicMatcher
from memory.store.actions import ActionKind
from memory.suppression import banned_terms

_SENTENCE_END = re.compile(r"[.!?\n]+")


@dataclass(frozen=True, slots=True)
class Orders:
    """What one message orders, in the user's own spelling.

    `is_whole_message`: it says nothing besides bans, their lifting, and what to forget. Such a message is no memory: an
    order that comes back as a note would speak of the very topic.
    """

    bans: tuple[str, ...] = ()
    unbans: tuple[str, ...] = ()
    pins: tuple[str, ...] = ()
    forgets: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    is_whole_message: bool = False

    @property
    def changes_bans(self) -> bool:
        """Whether this message's prompt differs from what the stored bans make it."""
        return bool(self.bans or self.unbans or self.forgets)


def read_orders(text: str) -> Orders:
    """Read the orders in a message; nothing but whole imperative sentences counts."""
    found = read_directives(text)
    return Orders(
        bans=tuple(one.term for one in found if isinstance(one, Ban)),
        unbans=tuple(one.term for one in found if isinstance(one, Unban)),
        pins=tuple(one.term for one in found if isinstance(one, Pin)),
        forgets=tuple(one.term for one in found if isinstance(one, ForgetRequest)),
        facts=tuple(one.text for one in found if isinstance(one, RememberFact)),
        is_whole_message=bool(found)
        and all(isinstance(one, Ban | Unban | ForgetRequest) for one in found)
        and len([part for part in _SENTENCE_END.split(text) if part.strip()]) == 1,
    )


def banned_with(connection: Connection, orders: Orders) -> TopicMatcher:
    """Compile the bans that hold for the message that gives these orders; what it asks to forget is withheld too."""
    matcher = TopicMatcher([*banned_terms(connection), *orders.bans, *orders.forgets])
    return matcher.without(TopicMatcher(orders.unbans).keys)


def carry_out(connection: Connection, orders: Orders, now: datetime) -> tuple[str, ...]:
    """Store a message's orders and return a visible line for each. Call inside the turn's transaction."""
    return tuple(_lines(connection, orders, now))


def _lines(connection: Connection, orders: Orders, now: datetime) -> Iterator[str]:
    for term in orders.bans:
        change = change_topic(connection, ActionKind.BAN, term, now)
        held = f" ({_memories(len(change.matches))} withheld)" if change.matches else ""
        yield (
            f"Banned “{term}”: I will not bring it up{held}. Undo: /undo"
            if change.is_changed
            else (f"“{term}” is banned already.")
        )
    for term in orders.unbans:
        try:
            change_topic(connection, ActionKind.UNBAN, term, now)
        except NotFoundError:
            yield f"“{term}” was not banned."
        else:
            yield f"“{term}” may come up again. Undo: /undo"
    for term in orders.pins:
        change = change_topic(connection, ActionKind.PIN_TOPIC, term, now)
        yield (
            f"Pinned “{term}” ({_memories(len(change.matches))}). Undo: /undo"
            if change.is_changed
            else (f"“{term}” is pinned already.")
        )
    for _ in orders.facts:
        yield "Remembered. Undo: /undo"
    for term in orders.forgets:
        count = len(on_topic(connection, TopicMatcher([term])))
        if count:
            yield f"Forget what I know about “{term}”, {_memories(count)}? It cannot be undone."
        else:
            yield f"I remember nothing about “{term}”."


def known_forgets(connection: Connection, orders: Orders) -> tuple[str, ...]:
    """Return what there is to forget of what a message asks to forget."""
    return tuple(term for term in orders.forgets if on_topic(connection, TopicMatcher([term])))


def _memories(count: int) -> str:
    return "1 memory" if count == 1 else f"{count} memories"

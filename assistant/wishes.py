"""What a message asks to forget, found in the store: topics, single memories, what was said last, or everything.

The one fact that a reader would get wrong: finding is not forgetting. What is found stays out of this one prompt, and is
asked about after the turn.
"""

from dataclasses import dataclass

from assistant.forget_words import (
    everything_line,
    forget_memory_notice,
    forget_notice,
    nothing_known,
    nothing_said_before,
)
from assistant.near import MOST_NEAR, is_own, near_memories, with_versions
from assistant.orders import Orders
from assistant.session import Session
from assistant.topic_search import is_anything_on, on_topic
from memory.database import Connection
from memory.records import ChatId, Kind, Memory, MemoryId, Role, TurnId
from memory.rules.topics import TopicMatcher
from memory.store import chats, memories, memory_ids, merging, messages


@dataclass(frozen=True, slots=True)
class Wish:
    """One thing that a message asks to forget.

    Args:
        words: As the user named it; "" for what was said last.
        is_topic: Whether all that names it is meant, rather than what says it.
        offered: The memories to ask about one by one: none where the topic itself finds the user's.
        withheld: What stays out of this turn's prompt, beside what names the topic.
    """

    words: str
    is_topic: bool
    offered: tuple[Memory, ...] = ()
    withheld: frozenset[MemoryId] = frozenset()


@dataclass(frozen=True, slots=True)
class ForgetQuestions:
    """What is to be said and asked after the turn.

    Args:
        lines: A visible line for each wish.
        terms: The topics that there is something on.
        memories: What else was found, each to be asked about.
    """

    lines: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    memories: tuple[Memory, ...] = ()


def find_wishes(
    session: Session, connection: Connection, orders: Orders, chat_id: ChatId, before_turn: TurnId | None = None
) -> tuple[Wish, ...]:
    """Find what a message asks to forget.

    Args:
        session: Embedder, clock, stems.
        connection: The store.
        orders: The message's.
        chat_id: Its chat.
        before_turn: The message's own turn, where it has one already; None = it comes behind all of the chat's.
    """
    own = frozenset() if before_turn is None else frozenset(memory_ids.ids_of_turns(connection, [before_turn]))

    def near(words: str, *, is_topic: bool) -> Wish:
        found = near_memories(session, connection, words, is_suppressed=lambda _: False, besides=own)
        offered = with_versions(connection, (tuple(filter(is_own, found)) or found)[:MOST_NEAR])
        return Wish(words, is_topic, offered, frozenset(one.id for one in (*found, *offered)))

    wishes = []
    for term in orders.forgets:
        named = on_topic(connection, TopicMatcher([term]))
        known = [one for one in named if is_own(one) and one.id not in own and one.kind is not Kind.QUESTION]
        if not known:
            wishes.append(near(term, is_topic=True))
            continue
        # What put one of them right may not name the topic, and is asked about by itself.
        ids = {one.id for one in named}
        others = [one for one in with_versions(connection, known) if one.id not in ids]
        wishes.append(Wish(term, True, tuple(others), frozenset(one.id for one in others)))
    wishes += [near(claim, is_topic=False) for claim in orders.claims]
    if orders.is_last_unwanted:
        said = _said_last(connection, chat_id, before_turn)
        wishes.append(Wish("", is_topic=False, offered=said, withheld=frozenset(one.id for one in said)))
    return tuple(wishes)


def withheld_by(wishes: tuple[Wish, ...]) -> frozenset[MemoryId]:
    """Return what the wishes keep out of the prompt, beside the topics that they name."""
    return frozenset(memory_id for one in wishes for memory_id in one.withheld)


def asked_to_forget(connection: Connection, orders: Orders, wishes: tuple[Wish, ...]) -> ForgetQuestions:
    """Answer what a message asks to forget. It reads all that is stored: call it once the turn is kept."""
    lines: list[str] = []
    terms: list[str] = []
    offered: dict[MemoryId, Memory] = {}
    for wish in wishes:
        told = [forget_memory_notice(one.text) for one in wish.offered]
        offered |= {one.id: one for one in wish.offered}
        if wish.is_topic and is_anything_on(connection, wish.words, besides=orders.text):
            terms.append(wish.words)
            told.append(forget_notice(wish.words))
        if not told:
            told.append(nothing_known(wish.words) if wish.words else nothing_said_before())
        lines += told
    if orders.is_all_unwanted:
        lines.append(everything_line(len(memory_ids.all_ids(connection))))
    return ForgetQuestions(tuple(dict.fromkeys(lines)), tuple(terms), tuple(offered.values()))


def _said_last(connection: Connection, chat_id: ChatId, before_turn: TurnId | None) -> tuple[Memory, ...]:
    """Find the memories of the user's message before this one, also those that said it earlier."""
    path = [one for one in chats.path(connection, chat_id) if before_turn is None or one < before_turn]
    if not path:
        return ()
    of_turn = messages.messages_of_turns(connection, path[-1:])[path[-1]]
    user = next((one for one in of_turn if one.role is Role.USER), None)
    if user is None:
        return ()
    ids = (*memory_ids.ids_of_message(connection, user.id), *merging.ids_said_in(connection, user.id))
    return tuple(memories.read_memories(connection, ids).values())

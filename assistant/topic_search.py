"""Find every memory on a topic, by the same test that withholds it.

The one fact that a reader would get wrong: most memories are never read whole. What cannot name the topic, by its plain
letters, is passed over; the test itself decides on the rest.
"""

from collections.abc import Sequence
from itertools import chain

from assistant.doomed import is_named
from memory.database import Connection
from memory.errors import TermError
from memory.records import Memory, MemoryId
from memory.rules.pieces import pieces
from memory.rules.scripts import searchable
from memory.rules.titles import is_title_of
from memory.rules.topic_sieve import TopicSieve
from memory.rules.topics import TopicMatcher, UnusableTermError, normalise, readings_of
from memory.store import memories, memory_ids, user_words
from memory.store.cells import as_text
from memory.store.removal import past_orders
from memory.suppression import topic_text


def topic_key(term: str) -> str:
    """Return the key of a topic term, in the user's spelling.

    Raises:
        TermError: the term would hit nearly everything, or nothing.
    """
    try:
        return normalise(term)
    except UnusableTermError as error:
        raise TermError(error.message, error.hint) from error


def on_topic(connection: Connection, matcher: TopicMatcher) -> tuple[Memory, ...]:
    """Find every memory on a topic, oldest first."""
    (ids,) = ids_on_topics(connection, [matcher])
    return tuple(sorted(memories.read_memories(connection, ids).values(), key=lambda one: one.id))


def ids_on_topics(connection: Connection, matchers: Sequence[TopicMatcher]) -> list[list[MemoryId]]:
    """Find every memory on each of several topics, oldest first, in one pass: 0.15 s for six topics in 60,000 memories."""
    on: list[list[MemoryId]] = [[] for _ in matchers]
    if not any(matchers):
        return on
    sieve = TopicSieve(matchers)
    for texts in memory_ids.topic_texts(connection):
        found = sieve.sift(texts.said)
        with_more = memories.read_memories(
            connection, [texts.ids[one.place] for one in found if not texts.are_alone[one.place]]
        )
        for place, named, maybe in found:
            memory_id = texts.ids[place]
            if texts.are_alone[place]:
                topics = [*named, *_confirmed(matchers, maybe, as_text(texts.said[place]))]
            else:
                # How its keys are stored has words of its own.
                topics = _confirmed(matchers, [*named, *maybe], topic_text(with_more[memory_id]))
            for topic in topics:
                on[topic].append(memory_id)
    return on


def _confirmed(matchers: Sequence[TopicMatcher], maybe: Sequence[int], text: str) -> list[int]:
    readings = readings_of(text) if maybe else ()
    return [topic for topic in maybe if matchers[topic].hits_in(readings)]


def is_anything_on(connection: Connection, text: str, *, besides: str) -> bool:
    """Tell whether there is something to forget on a topic, beside the message that asks for it and its own memories."""
    topic = TopicMatcher([text])
    # The memory of its reply holds it too, as what was said before, in the way it is indexed.
    own = {besides, searchable(besides), *pieces(besides.strip())}
    return any(
        is_named(one, topic) and one not in own and not is_title_of(one, besides)
        for one in chain(user_words.read_all(connection), past_orders(connection))
    )

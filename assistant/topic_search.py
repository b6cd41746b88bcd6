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
from memory.rules.topics import TopicMatcher, UnusableTermError, normalise
from memory.store import memories, memory_ids, user_words
from memory.store.removal import past_orders
from memory.suppression import is_on_topic

_READ_AT_ONCE = 2_000


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
    """Find every memory on a topic, oldest first. With 60,000 memories it takes about 0.2 s."""
    return on_topics(connection, [matcher])[0]


def on_topics(connection: Connection, matchers: Sequence[TopicMatcher]) -> list[tuple[Memory, ...]]:
    """Find every memory on each of several topics, oldest first, in one pass."""
    if not matchers:
        return []
    maybe: list[list[MemoryId]] = [[] for _ in matchers]
    any_of_them = matchers[0] if len(matchers) == 1 else TopicMatcher(term for one in matchers for term in one.terms)
    for memory_id, said in memory_ids.topic_texts(connection):
        if any_of_them.may_hit(said):
            for ids, matcher in zip(maybe, matchers, strict=True):
                if matcher.may_hit(said):
                    ids.append(memory_id)
    return [_confirmed(connection, matcher, ids) for matcher, ids in zip(matchers, maybe, strict=True)]


def _confirmed(connection: Connection, matcher: TopicMatcher, ids: Sequence[MemoryId]) -> tuple[Memory, ...]:
    found: list[Memory] = []
    for start in range(0, len(ids), _READ_AT_ONCE):
        part = memories.read_memories(connection, ids[start : start + _READ_AT_ONCE])
        found += [one for one in part.values() if is_on_topic(matcher, one)]
    return tuple(sorted(found, key=lambda one: one.id))


def is_anything_on(connection: Connection, text: str, *, besides: str) -> bool:
    """Tell whether there is something to forget on a topic, beside the message that asks for it and its own memories."""
    topic = TopicMatcher([text])
    # The memory of its reply holds it too, as what was said before, in the way it is indexed.
    own = {besides, searchable(besides), *pieces(besides.strip())}
    return any(
        is_named(one, topic) and one not in own and not is_title_of(one, besides)
        for one in chain(user_words.read_all(connection), past_orders(connection))
    )

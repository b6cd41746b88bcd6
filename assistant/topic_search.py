"""Find every memory on a topic, by the same test that withholds it."""

from assistant.session import is_on_topic
from memory.database import Connection
from memory.records import Memory
from memory.rules.topics import TopicMatcher
from memory.store import memories, memory_ids

_READ_AT_ONCE = 2_000


def on_topic(connection: Connection, matcher: TopicMatcher) -> tuple[Memory, ...]:
    """Find every memory on a topic, oldest first."""
    ids = memory_ids.all_ids(connection)[::-1]
    found: list[Memory] = []
    for start in range(0, len(ids), _READ_AT_ONCE):
        part = memories.read_memories(connection, ids[start : start + _READ_AT_ONCE])
        found += [one for one in part.values() if is_on_topic(matcher, one)]
    return tuple(sorted(found, key=lambda one: one.id))

"""What nothing may let through: the bans in force, and the test that withholds a memory. Both are here and nowhere else.

The one fact that a reader would get wrong: a ban looks at keys and title too. A note may say nothing of a topic and yet
come up by its name.
"""

from collections.abc import Callable

from memory.database import Connection
from memory.records import Directive, DirectiveKind, Memory
from memory.rules.topics import TopicMatcher
from memory.store import memory_ids
from memory.store.directives import read_directives


def bans_in_force(connection: Connection) -> list[Directive]:
    """List the bans in force, oldest first; a damaged row of no known kind is one."""
    return [one for one in read_directives(connection) if one.kind is DirectiveKind.BAN]


def banned_terms(connection: Connection) -> list[str]:
    """List all that the bans in force hold, to be compiled, alone or beside what a message bans."""
    return [term for one in bans_in_force(connection) for term in one.topics]


def is_on_topic(matcher: TopicMatcher, memory: Memory) -> bool:
    """Tell whether a memory's text, keys or title hit a topic."""
    return bool(matcher) and bool(matcher.hits(topic_text(memory)))


def topic_text(memory: Memory) -> str:
    """Return all of a memory that may name a topic."""
    return "\n".join((memory.text, memory.title, *memory.trigger.keys))


def suppression(connection: Connection, is_banned: Callable[[Memory], bool]) -> Callable[[Memory], bool]:
    """Return the test for what nothing may let through: banned, disabled, or only in a deleted chat.

    Args:
        connection: The store; which memories are hidden with a deleted chat is read now.
        is_banned: Tells whether a memory is on a banned topic.
    """
    hidden = memory_ids.hidden_ids(connection)

    def is_suppressed(memory: Memory) -> bool:
        return memory.is_disabled or memory.id in hidden or is_banned(memory)

    return is_suppressed

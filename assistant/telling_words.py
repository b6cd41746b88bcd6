"""Which words of a memory tell what it is about: what a ban of its topic would name.

The one fact that a reader would get wrong: a name counts as rare however often it is said. "Rex" in a thousand memories
is still what those memories are about, and what a user who wants to hear no more of it means.
"""

from assistant.memories import by_handle
from assistant.session import Session
from memory.rules.query_terms import Term
from memory.rules.text import content_words
from memory.rules.topics import UnusableTermError, normalise
from memory.store import index

_MOST_COUNTED = 1_000
_STRIPPED = ".,;:!?\"'()[]“”‘’…"


def telling_words(session: Session, handle: str, limit: int = 4) -> tuple[str, ...]:
    """List words of a memory in its own spelling, the most telling first: names, then what few memories hold.

    Raises:
        NotFoundError: there is no such memory.
    """
    with session.connection() as connection:
        memory = by_handle(connection, handle)
        spoken = [word.strip(_STRIPPED) for word in memory.text.split()]
        judged: list[tuple[bool, int, int, str]] = []
        for place, word in enumerate(dict.fromkeys(spoken)):
            parts = content_words(word)
            if not parts or not _is_topic(word):
                continue
            held = index.count_holding(connection, Term(tuple(parts)), limit=_MOST_COUNTED)
            is_name = place > 0 and word[:1].isupper()
            judged.append((not is_name, held, place, word))
    return tuple(word for *_, word in sorted(judged)[:limit])


def _is_topic(word: str) -> bool:
    try:
        normalise(word)
    except UnusableTermError:
        return False
    return True

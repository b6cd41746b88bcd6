"""Find everything that has to go with memories which are to be forgotten.

The one fact that a reader would get wrong: one look is not enough. What others keep while it goes on is not in it, so
whoever deletes must know that nothing was written since.
"""

from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from memory.database import Connection
from memory.ordinary_replies import read_ordinary_replies
from memory.records import Memory, MessageId, Provenance
from memory.rules.restating import Wording, holds_verbatim, restates, telling_terms, wording_of
from memory.rules.text import Stemmer
from memory.store import derived, memories, memory_ids, merging, messages


@dataclass(frozen=True, slots=True)
class Doomed:
    """What goes with the memories that are to be forgotten.

    Args:
        members: Every piece of their messages, what says one verbatim, replies that only say one again, gists of these.
        told: How the statements themselves were worded.
        telling: Terms that only they could have brought up.
        message_ids: Messages to be redacted: all in which one was said, and replies that restate one.
        reasoning_ids: Replies of which only the reasoning restates one.
        texts: What those messages say.
    """

    members: tuple[Memory, ...]
    told: tuple[Wording, ...]
    telling: frozenset[str]
    message_ids: frozenset[MessageId]
    reasoning_ids: frozenset[MessageId]
    texts: tuple[str, ...]


def find_doomed(connection: Connection, unwanted: Sequence[Memory], stemmer: Stemmer) -> Doomed:
    """Find what goes with memories; reads all memories and replies, so it should not hold the write lock."""
    # One of them may say something else by now.
    wanted = {one.id: one for one in unwanted} | memories.read_memories(connection, [one.id for one in unwanted])
    sources = _said_in(connection, unwanted)
    for memory_id in list(wanted):
        wanted |= memories.read_memories(connection, memory_ids.pieces_with(connection, memory_id))
    for message_id in sources:
        wanted |= memories.read_memories(connection, memory_ids.ids_of_message(connection, message_id))
    # An edited memory no longer says what its message said, which replies may have repeated.
    said = {one.text for one in (*unwanted, *wanted.values())}
    said |= {one.text for one in messages.read_messages(connection, sorted(sources))}
    told = tuple(wording_of(text, stemmer) for text in said)
    known = memories.read_memories(connection, memory_ids.all_ids(connection)).values()
    others = [one.text for one in known if one.id not in wanted and one.provenance is not Provenance.ASSISTANT_SAID]
    telling = telling_terms(told, (wording_of(text, stemmer) for text in others), read_ordinary_replies())
    for one in known:
        if one.provenance is Provenance.ASSISTANT_SAID:
            is_doomed = is_restated(one.text, told, telling, stemmer)
        else:
            is_doomed = any(holds_verbatim(one.text, each) for each in told)
        if is_doomed:
            wanted[one.id] = one
    wanted |= memories.read_memories(connection, derived.gists_of(connection, wanted))
    replies = messages.replies(connection)
    ids = _said_in(connection, wanted.values())
    ids |= {one.id for one in replies if is_restated(one.text, told, telling, stemmer)}
    return Doomed(
        members=tuple(wanted.values()),
        told=told,
        telling=telling,
        message_ids=frozenset(ids),
        reasoning_ids=frozenset(one.id for one in replies if is_restated(one.reasoning, told, telling, stemmer)),
        texts=tuple(one.text for one in messages.read_messages(connection, sorted(ids))),
    )


def _said_in(connection: Connection, members: Collection[Memory]) -> set[MessageId]:
    """Find the messages that memories were taken from, those of later sayings that were merged into them too."""
    sources = {one.source_message_id for one in members if one.source_message_id is not None}
    return sources | set(merging.said_messages(connection, [one.id for one in members]))


def is_restated(text: str, told: Iterable[Wording], telling: AbstractSet[str], stemmer: Stemmer) -> bool:
    """Tell whether a text says again what is to be forgotten: `restates` any of it."""
    if not text:
        return False
    own = wording_of(text, stemmer)
    return any(restates(own, each, telling) for each in told)

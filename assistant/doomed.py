"""Find everything that has to go with memories, or with a topic, that are to be forgotten.

The one fact that a reader would get wrong: one look is not enough. What others keep while it goes on is not in it, so
whoever deletes must know that nothing was written since.
"""

from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from memory.database import Connection
from memory.ordinary_replies import read_ordinary_replies
from memory.records import Memory, MemoryId, Message, MessageId, Provenance, Role, TurnId
from memory.rules.restating import Wording, holds_verbatim, restates, telling_terms, wording_of
from memory.rules.text import Stemmer
from memory.rules.topics import TopicMatcher
from memory.store import derived, memories, memory_ids, merging, messages

FORGOTTEN_TEXT = "[forgotten]"


@dataclass(frozen=True, slots=True)
class Unwanted:
    """What the user wants forgotten.

    Args:
        memories: These.
        topic: By which they were named; one without terms names none.
        asked_in: The turn whose message asked for it in other words, which says it too.
    """

    memories: Sequence[Memory]
    topic: TopicMatcher = field(default_factory=lambda: TopicMatcher(()))
    asked_in: TurnId | None = None


@dataclass(frozen=True, slots=True)
class Doomed:
    """What goes with what is to be forgotten.

    Args:
        members: Every piece of their messages, what says one verbatim, replies that only say one again, gists of these.
        told: How the statements themselves were worded.
        telling: Terms that only they could have brought up.
        topic: What was named; empty where single memories were.
        message_ids: Messages to be redacted: all in which one was said, and what restates one or names the topic.
        reasoning_ids: Replies of which only the reasoning does.
        texts: What those messages say.
    """

    members: tuple[Memory, ...]
    told: tuple[Wording, ...]
    telling: frozenset[str]
    topic: TopicMatcher
    message_ids: frozenset[MessageId]
    reasoning_ids: frozenset[MessageId]
    texts: tuple[str, ...]

    def is_in(self, text: str, stemmer: Stemmer) -> bool:
        """Tell whether a text names the topic, or says again what is to be forgotten."""
        return is_named(text, self.topic) or is_restated(text, self.told, self.telling, stemmer)


def find_doomed(connection: Connection, unwanted: Unwanted, stemmer: Stemmer) -> Doomed:
    """Find what goes; reads all memories and messages, so it should not hold the write lock."""
    topic = unwanted.topic
    # One of them may say something else by now.
    read_again = memories.read_memories(connection, [one.id for one in unwanted.memories])
    wanted = {one.id: one for one in unwanted.memories} | read_again
    sources = _said_in(connection, unwanted.memories)
    for memory_id in list(wanted):
        wanted |= memories.read_memories(connection, memory_ids.pieces_with(connection, memory_id))
    for message_id in sources:
        wanted |= memories.read_memories(connection, memory_ids.ids_of_message(connection, message_id))
    # An edited memory no longer says what its message said, which replies may have repeated.
    said = {one.text for one in (*unwanted.memories, *wanted.values())}
    # What stands in place of forgotten words says nothing of them.
    said |= {one.text for one in messages.read_messages(connection, sorted(sources)) if one.text != FORGOTTEN_TEXT}
    orders = _orders(connection, unwanted.asked_in)
    said |= {one.text for one in orders}
    told = tuple(wording_of(text, stemmer) for text in said)
    known = memories.read_memories(connection, memory_ids.all_ids(connection)).values()
    others = [one.text for one in known if one.id not in wanted and one.provenance is not Provenance.ASSISTANT_SAID]
    telling = telling_terms(told, (wording_of(text, stemmer) for text in others), read_ordinary_replies())
    for one in known:
        if one.provenance is Provenance.ASSISTANT_SAID:
            is_doomed = is_restated(one.text, told, telling, stemmer)
        else:
            is_doomed = holds_verbatim(one.text, told)
        if is_doomed:
            wanted[one.id] = one
    wanted |= memories.read_memories(connection, derived.gists_of(connection, wanted))
    every = [one for one in messages.all_messages(connection) if one.text != FORGOTTEN_TEXT]
    ids = _said_in(connection, wanted.values()) | {one.id for one in every if is_named(one.text, topic)}
    ids |= {one.id for one in orders}
    remembered = memory_ids.remembered_messages(connection, besides=wanted)
    ids |= {one.id for one in every if _is_repeated(one, told, telling, stemmer, is_remembered=one.id in remembered)}
    for memory_id, memory in _of_replies(connection, every, ids).items():
        wanted.setdefault(memory_id, memory)
    thought = [one for one in every if one.reasoning and one.id not in ids]
    found = [one for one in every if one.id in ids]
    return Doomed(
        members=tuple(sorted(wanted.values(), key=lambda one: one.id)),
        told=told,
        telling=telling,
        topic=topic,
        message_ids=frozenset(one.id for one in found),
        reasoning_ids=frozenset(
            one.id
            for one in thought
            if is_named(one.reasoning, topic) or is_restated(one.reasoning, told, telling, stemmer)
        ),
        texts=tuple(one.text for one in found),
    )


def _orders(connection: Connection, turn_id: TurnId | None) -> list[Message]:
    """Read the message that asked to forget, of which nothing is remembered."""
    if turn_id is None:
        return []
    of_turn = messages.messages_of_turns(connection, [turn_id])[turn_id]
    return [one for one in of_turn if one.role is Role.USER and one.text != FORGOTTEN_TEXT]


def _said_in(connection: Connection, members: Collection[Memory]) -> set[MessageId]:
    """Find the messages that memories were taken from, those of later sayings that were merged into them too."""
    sources = {one.source_message_id for one in members if one.source_message_id is not None}
    return sources | set(merging.said_messages(connection, [one.id for one in members]))


def _is_repeated(
    message: Message, told: Iterable[Wording], telling: AbstractSet[str], stemmer: Stemmer, *, is_remembered: bool
) -> bool:
    """Tell whether a message says again what is to be forgotten.

    What the user said and is remembered as something of its own goes only where it holds all of it: its memory does too.
    """
    if message.role is Role.USER and is_remembered:
        return holds_verbatim(message.text, told)
    return is_restated(message.text, told, telling, stemmer)


def _of_replies(
    connection: Connection, every: Iterable[Message], ids: AbstractSet[MessageId]
) -> dict[MemoryId, Memory]:
    """Read the memories of those of the messages that are replies: a piece says nothing that the whole does not."""
    replies = [one.id for one in every if one.role is Role.ASSISTANT and one.id in ids]
    found = [each for one in replies for each in memory_ids.ids_of_message(connection, one)]
    return memories.read_memories(connection, found)


def is_named(text: str, topic: TopicMatcher) -> bool:
    """Tell whether a text names a topic; what stands in place of forgotten words names nothing."""
    return text != FORGOTTEN_TEXT and topic.may_hit(text) and bool(topic.hits(text))


def is_restated(text: str, told: Iterable[Wording], telling: AbstractSet[str], stemmer: Stemmer) -> bool:
    """Tell whether a text says again what is to be forgotten: `restates` any of it."""
    if not text or text == FORGOTTEN_TEXT:
        return False
    own = wording_of(text, stemmer)
    return any(restates(own, each, telling) for each in told)

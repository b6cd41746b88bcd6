"""Take what is to be forgotten out of every table: messages, memories and what was made of them, names, drafts, lorebooks.

The one fact that a reader would get wrong: what holds nothing of it is not written to, so that whoever forgets nothing
changes nothing.
"""

from collections.abc import Sequence
from dataclasses import replace

from assistant.doomed import FORGOTTEN_TEXT, Doomed, is_named
from memory.database import Connection
from memory.records import MessageId
from memory.rules.scripts import searchable
from memory.rules.text import Stemmer
from memory.rules.titles import is_title_of
from memory.store import actions, chats, imports, lorebooks, memories, memory_ids, messages
from memory.store.removal import forget_topic, remove_memories

# A shorter text stands in others by chance.
_TELLING_CHARACTERS = 8


def redact(connection: Connection, doomed: Doomed, stemmer: Stemmer) -> None:
    """Take out of all tables what was found. Call inside a transaction."""
    messages.redact(connection, doomed.message_ids, FORGOTTEN_TEXT)
    messages.clear_reasoning(connection, doomed.reasoning_ids)
    before = {searchable(text) for text in doomed.texts}
    memories.clear_before(connection, lambda text: text in before or is_named(text, doomed.topic))
    remove_memories(connection, [one.id for one in doomed.members], said=doomed.texts)
    _redact_chats(connection, doomed, stemmer)
    _redact_lorebooks(connection, doomed)
    if doomed.topic:
        forget_topic(connection, doomed.topic)
        messages.clear_overused(connection, lambda term: is_named(term, doomed.topic))
        imports.forget_notes(connection, lambda note: is_named(note, doomed.topic))
        _redact_memories(connection, doomed)


def redact_replies(connection: Connection, reply_ids: Sequence[MessageId]) -> None:
    """Take the words of replies away, with the memories made of them. Call inside a transaction."""
    texts = [one.text for one in messages.read_messages(connection, reply_ids)]
    messages.redact(connection, reply_ids, FORGOTTEN_TEXT)
    before = {searchable(text) for text in texts}
    memories.clear_before(connection, lambda text: text in before)
    made = [memory_id for one in reply_ids for memory_id in memory_ids.ids_of_message(connection, one)]
    remove_memories(connection, made, said=texts)


def _redact_chats(connection: Connection, doomed: Doomed, stemmer: Stemmer) -> None:
    """Clear what chats show outside of their messages: titles, drafts, personas; a name becomes a numbered one."""
    for chat_id, name, title, draft in chats.labels(connection):
        if chats.is_given(name) and doomed.is_in(name, stemmer):
            chats.set_name(connection, chat_id, chats.free_name(connection, is_numbered=True))
        if doomed.is_in(title, stemmer) or any(is_title_of(title, text) for text in doomed.texts):
            chats.set_title(connection, chat_id, "")
        if doomed.is_in(draft, stemmer):
            chats.set_draft(connection, chat_id, "")
    for chat_id, settings in chats.settings_of_chats(connection):
        if doomed.is_in(str(settings.get("persona", "")), stemmer):
            rest = {key: value for key, value in settings.items() if key != "persona"}
            chats.set_settings(connection, chat_id, rest)


def _redact_lorebooks(connection: Connection, doomed: Doomed) -> None:
    """Empty what imported files hold of it beside their memories: for one memory its very words, for a topic its name."""
    needles = [one.text for one in doomed.members if len(one.text) >= _TELLING_CHARACTERS]

    def is_unwanted(text: str) -> bool:
        return any(needle in text for needle in needles) or is_named(text, doomed.topic)

    if needles or doomed.topic:
        lorebooks.redact(connection, is_unwanted)


def _redact_memories(connection: Connection, doomed: Doomed) -> None:
    """Take the topic from what a memory that stays is called, and from the conditions under which it comes up."""

    def without(words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for one in words if not is_named(one, doomed.topic))

    for memory_id, handle in memories.named_handles(connection):
        if is_named(handle, doomed.topic):
            memories.set_own_handle(connection, memory_id)
            actions.forget_subject(connection, handle)
    for one in memories.read_memories(connection, memories.with_triggers(connection)).values():
        trigger = replace(
            one.trigger,
            secondary_keys=without(one.trigger.secondary_keys),
            exclude_keys=without(one.trigger.exclude_keys),
            groups=without(one.trigger.groups),
        )
        if trigger != one.trigger and not one.damage:
            memories.set_trigger(connection, one.id, trigger)

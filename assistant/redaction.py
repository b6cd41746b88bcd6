"""Take what is to be forgotten out of every table: messages, memories and what was made of them, titles, drafts, lorebooks.

The one fact that a reader would get wrong: what holds nothing of it is not written to, so that whoever forgets nothing
changes nothing.
"""

from assistant.doomed import FORGOTTEN_TEXT, Doomed
from memory.database import Connection
from memory.rules.scripts import searchable
from memory.rules.text import Stemmer
from memory.rules.titles import is_title_of
from memory.store import chats, lorebooks, memories, messages
from memory.store.removal import forget_topic, remove_memories

# A shorter text stands in others by chance.
_TELLING_CHARACTERS = 8


def redact(connection: Connection, doomed: Doomed, stemmer: Stemmer) -> None:
    """Take out of all tables what was found. Call inside a transaction."""
    messages.redact(connection, doomed.message_ids, FORGOTTEN_TEXT)
    messages.clear_reasoning(connection, doomed.reasoning_ids)
    memories.clear_before(connection, [searchable(text) for text in doomed.texts])
    remove_memories(connection, [one.id for one in doomed.members], said=doomed.texts)
    if doomed.topic:
        forget_topic(connection, doomed.topic)
    lorebooks.redact(connection, [one.text for one in doomed.members if len(one.text) >= _TELLING_CHARACTERS])
    _redact_chats(connection, doomed, stemmer)


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

"""Search over the messages and the titles of all chats: which turn, in which chat, with the words marked.

The one fact that a reader would get wrong: this is the user's own look into what was said. It asks no gate and no ban,
renews nothing and leaves no trace; what retrieval would find is `assistant.memories.recall`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from assistant.cleaning import clean_line, clean_text
from assistant.session import Session
from memory.database import Connection
from memory.records import Chat, ChatId, Role, TurnId
from memory.rules.message_words import Excerpt, Sought, excerpt, places, read_sought
from memory.store import chats, message_search

MOST_HITS = 200
MOST_TITLES = 20
_EXCERPT_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class ChatHit:
    """A message that holds what was looked for."""

    chat: Chat
    turn_id: TurnId
    role: Role
    at: datetime
    excerpt: Excerpt


@dataclass(frozen=True, slots=True)
class TitleHit:
    """A chat whose title holds what was looked for; `title` is the title, marked."""

    chat: Chat
    title: Excerpt


@dataclass(frozen=True, slots=True)
class ChatHits:
    """What a search found, the newest first.

    Attributes:
        hits: Messages.
        has_more: There are older ones beside these.
        titles: Chats found by their title alone: none of their messages is among `hits`.
    """

    hits: tuple[ChatHit, ...] = ()
    has_more: bool = False
    titles: tuple[TitleHit, ...] = ()


def places_of(text: str, words: str) -> tuple[tuple[int, int], ...]:
    """Return (start, end) of what `search_chats` looks for with these words, as it stands in a text on screen."""
    return places(text, read_sought(clean_text(words).strip()))


def search_chats(session: Session, words: str, *, limit: int = MOST_HITS) -> ChatHits:
    """Find messages in all chats, those put away too, the newest first.

    Args:
        session: Where.
        words: All must occur in a message, "quoted" ones as a phrase, the last one at least as a beginning.
        limit: At most so many hits.
    """
    sought = read_sought(clean_text(words).strip())
    if not sought:
        return ChatHits()
    with session.connection() as connection:
        more = message_search.find_messages(connection, sought, limit=limit + 1)
        found = more[:limit]
        known = {one.chat_id: chats.read_chat(connection, one.chat_id) for one in found}
        titles = _titles(connection, sought, known)
    hits = []
    for one in found:
        chat = known[one.chat_id]
        # Gone between the two reads: another program deleted it.
        if chat is not None:
            shown = excerpt(clean_text(one.text), sought, characters=_EXCERPT_CHARACTERS)
            hits.append(ChatHit(chat, one.turn_id, one.role, one.at, shown))
    return ChatHits(tuple(hits), has_more=len(more) > limit, titles=titles)


def _titles(connection: Connection, sought: Sequence[Sought], known: Collection[ChatId]) -> tuple[TitleHit, ...]:
    """Find the chats whose title holds all that is sought, those left out that are found by a message."""
    hits: list[TitleHit] = []
    for chat_id, title in chats.titles(connection):
        if len(hits) == MOST_TITLES:
            break
        line = clean_line(title)
        if chat_id in known or not all(places(line, (one,)) for one in sought):
            continue
        chat = chats.read_chat(connection, chat_id)
        if chat is not None:
            hits.append(TitleHit(chat, excerpt(line, sought, characters=_EXCERPT_CHARACTERS)))
    return tuple(hits)

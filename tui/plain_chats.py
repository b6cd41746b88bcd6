"""Slash commands on whole chats, line by line.

The one fact that a reader would get wrong: a deleted chat comes back by `/undo` only while nothing was banned, pinned or
remembered since; the last thing done is the first to be taken back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant import chat_settings, chats, undoing
from assistant.chat_search import search_chats
from assistant.cleaning import clean_line
from assistant.errors import FileThereError, NotFoundError
from memory.records import Role
from tui.chat_setting_words import set_lines
from tui.wording import chat_title

if TYPE_CHECKING:
    from memory.records import Chat
    from tui.plain import PlainChat

_MOST_HITS = 20
_MOST_CHATS = 50


def new(talk: PlainChat, _: str) -> None:
    """Begin a chat; a temporary one is over."""
    talk.leave_temporary()
    talk.enter(chats.new_chat(talk.session))


def temporary(talk: PlainChat, _: str) -> None:
    """Go on in a chat of which nothing is kept."""
    if talk.is_temporary:
        talk.say("This chat is temporary already. /new or /open ends it for good.")
    else:
        talk.begin_temporary()


def list_chats(talk: PlainChat, _: str) -> None:
    """List the chats that are not put away, the latest first."""
    every = chats.list_chats(talk.session)
    listed = [one for one in every if not one.chat.is_put_away]
    away = len(every) - len(listed)
    for one in listed[:_MOST_CHATS]:
        title = "" if one.chat.title in ("", one.chat.name) else f", {clean_line(one.chat.title)}"
        here = " (this one)" if one.chat.id == talk.chat.id else ""
        talk.say(f"{one.chat.name}{title}, turns: {one.turn_count}{here}")
    if len(listed) > _MOST_CHATS:
        more = len(listed) - _MOST_CHATS
        talk.say(f"And {more:,} older ones: /find WORDS finds what was said, /open goes to any of them.")
    if away:
        talk.say(f"And {away:,} put away; /open opens one of them too.")


def find(talk: PlainChat, words: str) -> None:
    """Find what was said, in all chats."""
    found = search_chats(talk.session, words, limit=_MOST_HITS)
    for one in found.hits:
        who = "you" if one.role is Role.USER else "Reverie"
        talk.say(f"{one.at.astimezone():%Y-%m-%d}, {one.chat.name}, turn {one.turn_id}, {who}: {one.excerpt.text}")
    if not found.hits:
        talk.say("Nothing found.")
    elif found.has_more:
        talk.say(f"These are the newest {_MOST_HITS}; more words find fewer.")


def open_chat(talk: PlainChat, name: str) -> None:
    """Go to another chat; out of a temporary one, to one of its own or back to the others."""
    try:
        chat = chats.chat_named(talk.session, name)
    except NotFoundError:
        if not talk.is_temporary:
            raise
        chat = chats.chat_named(talk.home, name)
        talk.leave_temporary()
    talk.enter(chat)


def rename(talk: PlainChat, title: str) -> None:
    """Give this chat another title."""
    chats.rename_chat(talk.session, talk.chat.id, title)
    talk.say(f"This chat is called “{clean_line(title)}” now.")


def put_away(talk: PlainChat, name: str) -> None:
    """Take a chat out of the list, or bring one back that was."""
    chat = _named(talk, name)
    chats.set_put_away(talk.session, chat.id, is_put_away=not chat.is_put_away)
    talk.say(f"“{_title(chat)}” is {'back in the list' if chat.is_put_away else 'put away'}.")


def delete(talk: PlainChat, name: str) -> None:
    """Delete a chat after a question; out of the open one, go on in the one used last."""
    chat = _named(talk, name)
    if not talk.is_wanted(f"Delete “{_title(chat)}”?", "Nothing was deleted."):
        return
    chats.delete_chat(talk.session, chat.id)
    talk.deleted.append((chat.id, _next_undo(talk)))
    talk.say(f"Deleted: “{_title(chat)}”. /undo brings it back for ten minutes, or until you leave.")
    if chat.id == talk.chat.id:
        talk.enter(chats.latest_chat(talk.session) or chats.new_chat(talk.session))


def undo(talk: PlainChat, _: str) -> None:
    """Bring the chat that was deleted last back, or take back what was done to a topic or a memory since."""
    if not talk.deleted or talk.deleted[-1][1] != _next_undo(talk):
        talk.say(undoing.undo_last(talk.session))
        return
    chat_id, _undo = talk.deleted.pop()
    chats.undo_delete_chat(talk.session, chat_id)
    talk.enter(chats.read_chat(talk.session, chat_id).chat)


def _next_undo(talk: PlainChat) -> str:
    """Say what undo would do to a topic or a memory now; "" = nothing."""
    try:
        return undoing.what_undo_does(talk.session)
    except NotFoundError:
        return ""


def set_own(talk: PlainChat, words: str) -> None:
    """Tell or change what this chat has of its own."""
    session, chat_id = talk.session, talk.chat.id
    found = chat_settings.read_chat_settings(session, chat_id)
    for line in set_lines(
        words, found, lambda key, value: chat_settings.set_chat_setting(session, chat_id, key, value)
    ):
        talk.say(line)


def export(talk: PlainChat, path: str) -> None:
    """Write this chat into a file; one that is there goes only after a question."""
    from assistant.chat_export import export_file  # noqa: PLC0415 - every format's writer; most talks need none
    from assistant.file_import import typed_path  # noqa: PLC0415 - as above

    try:
        written = export_file(talk.session, typed_path(path), talk.chat.name)
    except FileThereError as error:
        if not talk.is_wanted(f"{error.message} Replace it?", "Nothing was written."):
            return
        written = export_file(talk.session, typed_path(path), talk.chat.name, may_replace=True)
    talk.say(f"Written: {clean_line(str(written))}")


def _named(talk: PlainChat, name: str) -> Chat:
    """Return the chat of that name or title, as it is stored now, or this one where there is no name."""
    return chats.chat_named(talk.session, name or talk.chat.name)


def _title(chat: Chat) -> str:
    return clean_line(chat_title(chat, turn_count=1))

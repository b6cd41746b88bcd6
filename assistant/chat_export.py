"""Chats out: as Markdown to read, as JSON to keep and to import elsewhere.

The one fact that a reader would get wrong: what the gate knows (who was in which prompt, what cools) does not go out. It
is about turns of this folder; an import elsewhere begins with none of it. And the text is of one moment: until its last
piece is taken, nothing that another program writes shows in it.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from assistant.chats import named
from assistant.cleaning import clean_line, clean_text
from assistant.errors import AssistantError, FileThereError
from assistant.replaced_file import replace_file
from assistant.session import Session
from memory.database import Connection, snapshot
from memory.importers.reverie_file import FORMAT, VERSION
from memory.records import Chat, Memory, MemoryId, Message, MessageId, Role, Trigger, TurnId
from memory.store import chats, gists, imports, memories, memory_ids, messages
from memory.store.directives import read_directives
from memory.store.memory_rows import trigger_fields

_AT_ONCE = 500
_MARKDOWN, _JSON = ".md", ".json"


Item = TypeVar("Item")


def export_json(session: Session, name: str | None = None) -> Iterator[str]:
    """Write a chat, or all chats with everything that is remembered, as the text of a JSON file, in pieces.

    Args:
        session: From where.
        name: The chat; None = all, those put away too, with the memories of no chat, and bans and pins.

    Raises:
        NotFoundError: no chat has that name.
    """
    with session.connection() as connection, snapshot(connection):
        wanted = _wanted(connection, name)
        head = {"format": FORMAT, "version": VERSION, "origin": imports.origin(connection)}
        yield _open(head) + ',\n"topics": ['
        if name is None:
            yield ",".join(
                "\n" + _json({"kind": str(one.kind), "term": one.term})
                for one in read_directives(connection)
                if not one.is_damaged
            )
        yield '\n],\n"chats": ['
        writer = _JsonWriter(connection)
        for place, chat in enumerate(wanted):
            yield ("," if place else "") + "\n" + _json(writer.chat(chat))
        yield '\n],\n"memories": ['
        if name is None:
            is_first = True
            for one in writer.memories_of_no_chat():
                yield ("" if is_first else ",") + "\n" + _json(one)
                is_first = False
        yield "\n]\n}\n"


def nothing_to_export(session: Session, *, is_whole: bool) -> str:
    """Say that an export of all chats would hold nothing; "" where it would hold something.

    Args:
        session: From where.
        is_whole: Whether memories, bans and pins would go out too, as they do in JSON.
    """
    with session.connection() as connection:
        if chats.read_chats(connection):
            return ""
        if is_whole and (memory_ids.all_ids(connection) or read_directives(connection)):
            return ""
    return (
        "There is nothing to export yet." if is_whole else "There is no chat to export; memories go out as JSON only."
    )


def export_markdown(session: Session, name: str | None = None) -> Iterator[str]:
    """Write a chat, or all of them, as Markdown to read, in pieces: title, dates, who said what.

    Args:
        session: From where.
        name: The chat; None = all, those put away too, the oldest first.

    Raises:
        NotFoundError: no chat has that name.
    """
    with session.connection() as connection, snapshot(connection):
        wanted = sorted(_wanted(connection, name), key=lambda one: (one.created_at, one.id))
        for place, chat in enumerate(wanted):
            yield ("\n---\n\n" if place else "") + f"# {clean_line(chat.title or chat.name)}\n\n"
            path = chats.path(connection, chat.id)
            yield f"{clean_line(chat.name)}, {_minute(chat.created_at)} to {_minute(chat.updated_at)}\n"
            for ids in _batches(path):
                moments = messages.turn_moments(connection, ids)
                for turn_id, found in messages.messages_of_turns(connection, ids).items():
                    yield _turn_markdown(moments[turn_id][0], found)


def export_file(session: Session, path: Path, name: str | None = None, *, may_replace: bool = False) -> Path:
    """Write a chat, or all of them, into a file that nobody else may read: JSON where it is called so, else Markdown.

    Args:
        session: From where.
        path: The file; a name without an ending gets that of Markdown.
        name: The chat; None = all.
        may_replace: Whether a file that is there may go.

    Returns:
        The file.

    Raises:
        FileThereError: there is one, and it may not be replaced.
        AssistantError: it cannot be written, or there is nothing to write.
        NotFoundError: no chat has that name.
    """
    if path.is_dir() or not path.name.strip("."):
        raise AssistantError(f"{clean_line(str(path))} is a folder.", "Name a file in it.")
    path = path if path.suffix else path.with_suffix(_MARKDOWN)
    if path.exists() and not may_replace:
        raise FileThereError(f"{clean_line(str(path))} exists.", "Name another file.")
    is_whole = path.suffix.lower() == _JSON
    if name is None and (told := nothing_to_export(session, is_whole=is_whole)):
        raise AssistantError(told)
    write = export_json if is_whole else export_markdown
    try:
        replace_file(path, write(session, name))
    except OSError as error:
        reason = error.strerror or "it cannot be written"
        raise AssistantError(f"{clean_line(str(path))}: {reason}.", "Name a file in a folder of yours.") from error
    return path


def _batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    for start in range(0, len(items), _AT_ONCE):
        yield items[start : start + _AT_ONCE]


def _minute(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def _turn_markdown(at: datetime, found: Sequence[Message]) -> str:
    lines = [f"\n## {_minute(at)}\n"]
    for one in found:
        if one.role is Role.USER or one.is_kept:
            who = "You" if one.role is Role.USER else "Reverie"
            lines.append(f"\n**{who}:**\n\n{clean_text(one.text).strip()}\n")
    return "".join(lines)


def _wanted(connection: Connection, name: str | None) -> list[Chat]:
    if name is not None:
        return [named(connection, name)]
    return sorted((chat for chat, _ in chats.read_chats(connection)), key=lambda one: one.id)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _open(head: dict[str, object]) -> str:
    return "{\n" + ",\n".join(f"{_json(key)}: {_json(value)}" for key, value in head.items())


class _JsonWriter:
    """Writes chats and memories as values for JSON; a turn in full only in the first chat that holds it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._chat_keys = imports.chat_keys(connection)
        self._written: set[TurnId] = set()

    def chat(self, chat: Chat) -> dict[str, object]:
        path = chats.path(self._connection, chat.id)
        parent, fork = self._parent(chat, path)
        turns: list[object] = []
        for ids in _batches(path):
            turns += self._turns(ids)
        return {
            "id": self._chat_keys[chat.id],
            "name": chat.name,
            "title": chat.title,
            "created_at": _moment(chat.created_at),
            "updated_at": _moment(chat.updated_at),
            "is_put_away": chat.is_put_away,
            "parent": parent,
            "fork_turn": fork,
            "turns": turns,
        }

    def _parent(self, chat: Chat, path: Sequence[TurnId]) -> tuple[str | None, str | None]:
        parent = self._chat_keys.get(chat.parent_chat_id) if chat.parent_chat_id is not None else None
        if parent is None or chat.fork_turn_id not in path:
            return None, None
        assert chat.fork_turn_id is not None  # it is on the path
        return parent, imports.turn_keys(self._connection, [chat.fork_turn_id])[chat.fork_turn_id]

    def _turns(self, ids: Sequence[TurnId]) -> list[object]:
        keys = imports.turn_keys(self._connection, ids)
        full = [one for one in ids if one not in self._written]
        self._written.update(full)
        moments = messages.turn_moments(self._connection, full)
        found = messages.messages_of_turns(self._connection, full)
        by_turn: dict[TurnId, list[Memory]] = {}
        for memory in self._read(memory_ids.ids_of_turns(self._connection, full)):
            if memory.turn_id is not None:
                by_turn.setdefault(memory.turn_id, []).append(memory)
        values = {}
        for turn_id in full:
            places = {one.id: place for place, one in enumerate(found[turn_id])}
            told = by_turn.get(turn_id, [])
            values[turn_id] = {
                "id": keys[turn_id],
                "at": _moment(moments[turn_id][0]),
                "mode": str(moments[turn_id][1]),
                "messages": [_message(one) for one in found[turn_id]],
                "memories": self._memories(told, places),
            }
        return [values.get(one, keys[one]) for one in ids]

    def memories_of_no_chat(self) -> Iterator[dict[str, object]]:
        for ids in _batches(memory_ids.ids_of_no_turn(self._connection)):
            yield from self._memories(self._read(ids), {})

    def _read(self, ids: Sequence[MemoryId]) -> list[Memory]:
        return sorted(memories.read_memories(self._connection, ids).values(), key=lambda one: one.id)

    def _memories(self, told: Sequence[Memory], places: dict[MessageId, int]) -> list[dict[str, object]]:
        """Write memories; `places` tells which message of its turn one was taken from."""
        ids = [one.id for one in told]
        newer = [one.superseded_by for one in told if one.superseded_by is not None]
        sources = {one: gists.sources_of(self._connection, one) for one in ids if _is_gist(told, one)}
        keys = imports.memory_keys(
            self._connection, dict.fromkeys([*ids, *newer, *(each for some in sources.values() for each in some)])
        )
        before = memory_ids.before_texts(self._connection, ids)
        sayings = imports.all_sayings(self._connection, ids)
        said_in = imports.turn_keys(
            self._connection, {TurnId(turn) for some in sayings.values() for _, turn, _ in some if turn is not None}
        )
        found = []
        for one in told:
            value: dict[str, object] = {
                "id": keys[one.id],
                "handle": one.handle,
                "text": one.text,
                "provenance": str(one.provenance),
                "kind": str(one.kind),
                "importance": one.importance,
                "importance_at": _moment(one.importance_at),
                "said_at": _moment(one.said_at),
                "times_said": one.times_said,
                "sticky": one.knobs.sticky,
                "cooldown": one.knobs.cooldown,
                "delay": one.knobs.delay,
            }
            if one.source_message_id in places:
                value |= {"message": places[one.source_message_id], "piece": one.piece}
            if one.superseded_by is not None:
                value["superseded_by"] = keys[one.superseded_by]
            value |= {
                name: worth
                for name, worth in {
                    "title": one.title,
                    "before": before.get(one.id, ""),
                    "is_pinned": one.is_pinned,
                    "is_disabled": one.is_disabled,
                    "reinduced_at": None if one.reinduced_at is None else _moment(one.reinduced_at),
                    "trigger": None if one.trigger == Trigger() else trigger_fields(one.trigger),
                    "gist_sources": [keys[each] for each in sources.get(one.id, ())],
                    "sayings": [
                        {
                            "said_at": _moment(at),
                            "turn": None if turn is None else said_in[TurnId(turn)],
                            "message": place,
                        }
                        for at, turn, place in sayings.get(one.id, ())
                    ],
                }.items()
                if worth
            }
            found.append(value)
        return found


def _is_gist(told: Sequence[Memory], memory_id: MemoryId) -> bool:
    return any(one.id == memory_id and one.provenance == "gist" for one in told)


def _message(message: Message) -> dict[str, object]:
    value: dict[str, object] = {
        "role": str(message.role),
        "text": message.text,
        "at": _moment(message.created_at),
        "status": str(message.status),
        "is_kept": message.is_kept,
    }
    if message.usage is not None:
        value["usage"] = asdict(message.usage)
    return value | {
        name: worth
        for name, worth in {
            "reasoning": message.reasoning,
            "is_rewritten": message.is_rewritten,
            "overused_terms": list(message.overused_terms),
            "model": message.model_name,
        }.items()
        if worth
    }


def _moment(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")

"""Store one chat of an import: which chat it is here, its turns in small steps, what of it is remembered.

The one fact that a reader would get wrong: a chat that went on here and elsewhere is not woven together. What was said
elsewhere becomes a branch beside it, from the last turn that both hold; a path only ever grows at its end.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assistant.jobs.pace import Pace
from assistant.orders import orders_of
from assistant.session import Session
from assistant.storing import store_each_held, store_held
from memory.capture import Captured, Statement, prepare
from memory.database import Connection
from memory.importers.chat_records import ParsedChat, ParsedMemory, ParsedTurn
from memory.records import STANDING_KINDS, ChatId, MemoryId, MessageId, Provenance, Role, TurnId
from memory.rules.pieces import pieces
from memory.rules.scripts import searchable
from memory.rules.titles import title_of
from memory.store import chats, gists, imports, memories, meta
from memory.store.index import Vector
from memory.store.memories import NewMemory

# Of a longer message only so much is remembered; the message itself is stored whole.
REMEMBERED_CHARACTERS = 60_000
_NAME_CHARACTERS = 32
_NOT_IN_NAMES = re.compile(r"[\W_]+")
_FIRST_STEP, _LARGEST_STEP = 4, 24


@dataclass(frozen=True, slots=True)
class Todo:
    """What of a chat is not stored yet.

    Args:
        known: Its first turns that are, in order.
        new: Those after them, up to the first that cannot follow.
        is_torn: Whether turns are left out, because a path cannot hold them in this order.
    """

    known: tuple[TurnId, ...]
    new: tuple[ParsedTurn, ...]
    is_torn: bool = False


def todo_of(connection: Connection, chat: ParsedChat) -> Todo:
    """Compare a chat with what is stored."""
    stored = imports.known_turns(connection, chat.turn_keys)
    known: list[TurnId] = []
    new: list[ParsedTurn] = []
    for key, turn in zip(chat.turn_keys, chat.turns, strict=True):
        turn_id = stored.get(key)
        if turn_id is not None and not new and (not known or turn_id > known[-1]):
            known.append(turn_id)
        elif turn_id is None and not isinstance(turn, str):
            new.append(turn)
        else:
            return Todo(tuple(known), tuple(new), is_torn=True)
    return Todo(tuple(known), tuple(new))


def remembered_text(turn: ParsedTurn) -> str:
    """Return what of a turn's message becomes memories: no ban and no wish to forget."""
    said = turn.said.strip()[:REMEMBERED_CHARACTERS]
    remembered = orders_of(said).remembered
    return said if remembered is None else remembered


def count_memories(turn: ParsedTurn) -> int:
    """Tell how many memories a turn will bring."""
    if turn.memories is not None:
        return len(turn.memories)
    said = remembered_text(turn)
    return len(pieces(said)) if said else 0


class ChatStoring:
    """Stores chats, one after the other.

    Args:
        session: Where to.
        connection: Its own.
    """

    def __init__(self, session: Session, connection: Connection) -> None:
        self._session = session
        self._connection = connection
        self._pace = Pace(session.clock, _FIRST_STEP, _LARGEST_STEP)

    def needs_chat(self, chat: ParsedChat, known: Sequence[TurnId]) -> bool:
        """Tell whether there is no chat yet that holds what is known of this one."""
        return not any(
            tuple(chats.path(self._connection, one)[: len(known)]) == tuple(known)
            for one in imports.chats_of_key(self._connection, chat.key)
        )

    def store_step(self, chat: ParsedChat) -> tuple[int, int] | None:
        """Store the next few turns of a chat, in one transaction.

        Returns:
            How many turns and memories; None when nothing is left to do.
        """
        todo = todo_of(self._connection, chat)
        if not todo.new and not self.needs_chat(chat, todo.known):
            return None
        batch = todo.new[: self._pace.rows]
        # Embedding waits outside, so that no other program waits for it.
        made = [self._made(turn) for turn in batch]
        with self._pace.step(self._connection):
            if todo_of(self._connection, chat).known != todo.known:
                # Another import of the same file was quicker.
                return 0, 0
            chat_id = self._chat_of(chat, todo.known)
            before = _reply_before(chat, len(todo.known))
            ids: list[MemoryId] = []
            for turn, captured in zip(batch, made, strict=True):
                ids += self._store_turn(chat_id, turn, captured, before)
                before = _kept_reply(turn)
            self._settle(chat_id, chat, batch, ids)
        return len(batch), len(ids)

    def store_alone(self, parsed: Sequence[ParsedMemory]) -> int:
        """Store memories that belong to no turn, those that are not known; return how many."""
        known = imports.known_memories(self._connection, [one.key for one in parsed])
        new = [one for one in parsed if one.key not in known]
        if not new:
            return 0
        vectors = self._session.embedder.embed([one.text for one in new])
        with self._pace.step(self._connection):
            known = imports.known_memories(self._connection, [one.key for one in new])
            ids = [
                self._restore(one, vector, None, None, ())
                for one, vector in zip(new, vectors, strict=True)
                if one.key not in known
            ]
            if any(one.kind in STANDING_KINDS or one.is_pinned for one in new):
                meta.touch_standing(self._connection)
        return len(ids)

    def _made(self, turn: ParsedTurn) -> Captured:
        if turn.memories is not None:
            return Captured((), self._session.embedder.embed([one.text for one in turn.memories]))
        statement = Statement(remembered_text(turn), Provenance.IMPORTED, turn.at, knobs=self._session.retrieved_knobs)
        return prepare(statement, self._session.embedder)

    def _chat_of(self, chat: ParsedChat, known: Sequence[TurnId]) -> ChatId:
        """Find the chat whose head is the last known turn, or make one that holds what is known."""
        mapped = imports.chats_of_key(self._connection, chat.key)
        for one in mapped:
            if tuple(chats.path(self._connection, one)) == tuple(known):
                return one
        parents = mapped or (imports.chats_of_key(self._connection, chat.parent_key) if chat.parent_key else [])
        made = chats.create_chat(self._connection, self._free_name(chat), chat.created_at)
        if parents and known:
            fork = imports.known_turns(self._connection, [chat.fork_key]).get(chat.fork_key) if chat.fork_key else None
            chats.set_parent(self._connection, made.id, parents[0], fork if fork and not mapped else known[-1])
        chats.hold_turns(self._connection, made.id, known)
        imports.write_chat_key(self._connection, chat.key, made.id)
        chats.set_title(self._connection, made.id, chat.title or self._first_words(chat))
        chats.set_put_away(self._connection, made.id, is_put_away=chat.is_put_away)
        chats.touch_chat(self._connection, made.id, chat.updated_at)
        return made.id

    def _first_words(self, chat: ParsedChat) -> str:
        first = next((one for one in chat.turns if not isinstance(one, str)), None)
        if first is None or first.memories is not None:
            # Reverie's own chat without a title was made so.
            return ""
        return title_of(first.messages[0].text)

    def _free_name(self, chat: ParsedChat) -> str:
        words = _NOT_IN_NAMES.sub("-", (chat.title or self._first_words(chat)).casefold()).strip("-")
        base = chat.name or words[:_NAME_CHARACTERS].rstrip("-") or "imported"
        number, name = 1, base
        while chats.chat_by_name(self._connection, name) is not None:
            number += 1
            name = f"{base}-{number}"
        return name

    def _store_turn(self, chat_id: ChatId, turn: ParsedTurn, captured: Captured, before: str) -> list[MemoryId]:
        turn_id, message_ids = imports.add_turn(self._connection, chat_id, turn.key, turn.at, turn.mode, turn.messages)
        if turn.memories is not None:
            return [
                self._restore(one, vector, chat_id, turn_id, message_ids)
                for one, vector in zip(turn.memories, captured.vectors, strict=True)
            ]
        placed = tuple(replace(one, chat_id=chat_id, source_message_id=message_ids[0]) for one in captured.new)
        captured = replace(captured, new=placed)
        now = self._session.clock.now()
        return list(store_held(self._connection, captured, now, turn_id=turn_id, before_text=before))

    def _restore(
        self,
        parsed: ParsedMemory,
        vector: Vector,
        chat_id: ChatId | None,
        turn_id: TurnId | None,
        message_ids: Sequence[MessageId],
    ) -> MemoryId:
        """Store a memory as it was exported; what it has to do with others is linked later."""
        is_free = bool(parsed.handle) and memories.memory_by_handle(self._connection, parsed.handle) is None
        new = NewMemory(
            text=parsed.text,
            provenance=parsed.provenance,
            kind=parsed.kind,
            importance=parsed.importance,
            importance_at=parsed.importance_at,
            said_at=parsed.said_at,
            handle=parsed.handle if is_free else "",
            knobs=parsed.knobs,
            trigger=parsed.trigger,
            is_pinned=parsed.is_pinned,
            is_disabled=parsed.is_disabled,
            title=parsed.title,
            source_message_id=None if parsed.message is None else message_ids[parsed.message],
            piece=parsed.piece,
            chat_id=chat_id,
            turn_id=turn_id,
            search_text=searchable(parsed.text),
            before_text=parsed.before_text,
        )
        whole = Captured((new,), vector[np.newaxis])
        (memory_id,) = store_each_held(self._connection, [whole], self._session.clock.now())
        imports.write_memory_key(self._connection, parsed.key, memory_id)
        imports.restore_fields(
            self._connection,
            memory_id,
            importance_at=parsed.importance_at,
            reinduced_at=parsed.reinduced_at,
            times_said=max(1, parsed.times_said - len(parsed.sayings)),
        )
        return memory_id

    def _settle(self, chat_id: ChatId, chat: ParsedChat, batch: Sequence[ParsedTurn], ids: Sequence[MemoryId]) -> None:
        known = memories.read_memories(self._connection, ids).values()
        if any(one.kind in STANDING_KINDS or one.is_held for one in known):
            meta.touch_standing(self._connection)
        latest = max((message.at for turn in batch for message in turn.messages), default=chat.updated_at)
        stored = chats.read_chat(self._connection, chat_id)
        assert stored is not None  # it was found or made in this transaction
        chats.touch_chat(self._connection, chat_id, max(stored.updated_at, latest))


def link_memory(
    connection: Connection,
    parsed: ParsedMemory,
    known: Mapping[str, MemoryId | None],
    turns: Mapping[str, TurnId],
) -> bool:
    """Link an exported memory with what replaced it, when it was said again, and what it quotes; tell if it is there."""
    memory_id = known.get(parsed.key)
    if memory_id is None:
        return False
    for saying in parsed.sayings:
        turn_id = turns.get(saying.turn_key) if saying.turn_key else None
        if turn_id is not None or saying.turn_key is None:
            imports.add_saying(connection, memory_id, saying, turn_id)
    newer = known.get(parsed.superseded_by) if parsed.superseded_by else None
    if newer is not None:
        imports.set_superseded(connection, memory_id, newer)
    sources = [one for key in parsed.gist_sources if (one := known.get(key)) is not None]
    gists.link_sources(connection, memory_id, sources)
    return True


def _reply_before(chat: ParsedChat, place: int) -> str:
    turn = chat.turns[place - 1] if 0 < place <= len(chat.turns) else None
    return _kept_reply(turn) if isinstance(turn, ParsedTurn) else ""


def _kept_reply(turn: ParsedTurn) -> str:
    return next((one.text for one in turn.messages if one.role is Role.ASSISTANT and one.is_kept), "")

"""Write memories by hand: add, edit, and the user's verdict on one.

The one fact that a reader would get wrong: editing text, title, keys or knobs changes no timer. Timers are verdict rows,
and a changed knob applies to the same start.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from assistant.chosen_space import embed_at_once
from assistant.memories import by_handle
from assistant.session import Session
from assistant.storing import store_now
from assistant.topics import end_running_stickies, hold_edited
from memory.capture import Statement
from memory.database import Connection, transaction
from memory.records import STANDING_KINDS, Kind, Knobs, Logic, Memory, Provenance, Trigger
from memory.rules import decay
from memory.rules.scripts import searchable
from memory.store import index, memories, meta, presence
from memory.store.actions import ActionKind, log_action
from memory.store.index import Vector
from memory.worth import importance


@dataclass(frozen=True, slots=True, kw_only=True)
class Authored:
    """A memory as an author gives it; None leaves a value to the rules, or in an edit as it is.

    `age` is how long ago it was said; `importance` is true at that moment, in an edit at the moment of the edit.
    A new memory without a provenance is authored, one without an age is said now.
    """

    text: str | None = None
    handle: str = ""
    provenance: Provenance | None = None
    kind: Kind | None = None
    importance: float | None = None
    age: timedelta | None = None
    title: str | None = None
    keys: tuple[str, ...] | None = None
    exclude_keys: tuple[str, ...] | None = None
    secondary_keys: tuple[str, ...] | None = None
    logic: Logic | None = None
    is_constant: bool | None = None
    probability: int | None = None
    groups: tuple[str, ...] | None = None
    sticky: int | None = None
    cooldown: int | None = None
    delay: int | None = None
    is_pinned: bool | None = None
    is_disabled: bool | None = None


def add_memory(session: Session, authored: Authored) -> Memory:
    """Store a memory that someone wrote, whole.

    Raises:
        ValueError: its handle is taken, or it has no text.
    """
    provenance = authored.provenance or Provenance.AUTHORED
    now = session.clock.now()
    statement = Statement(
        _text_of(authored),
        provenance,
        now if authored.age is None else now - authored.age,
        knobs=_knobs(authored, default_knobs(session, provenance)),
        kind=authored.kind,
        importance=authored.importance,
        handle=authored.handle,
        title=authored.title or "",
        trigger=_trigger(authored, Trigger()),
        is_pinned=bool(authored.is_pinned),
        is_disabled=bool(authored.is_disabled),
        is_whole=True,
    )
    (added,) = store_now(session, [statement], lambda _connection, _added: None)
    return added


def default_knobs(session: Session, provenance: Provenance) -> Knobs:
    """Return the knobs of a new memory: off for authored ones, the configured ones for what retrieval brings up."""
    if provenance is Provenance.AUTHORED:
        return Knobs()
    return session.retrieved_knobs


def edit_memory(session: Session, handle: str, change: Authored) -> Memory:
    """Change what is given and leave the rest.

    Raises:
        NotFoundError: there is no such memory.
        ValueError: it would have no text.
    """
    edited = _write_edit(session, handle, change, None)
    if edited is not None:
        return edited
    # Outside of a transaction, so that nobody waits for the embedder; whatever others change, it is this text's vector.
    vector: Vector = session.embedder.embed([_text_of(change)])[0]
    edited = _write_edit(session, handle, change, vector)
    assert edited is not None
    with session.connection() as connection:
        embed_at_once(session, connection, [edited.id])
    return edited


def _write_edit(session: Session, handle: str, change: Authored, vector: Vector | None) -> Memory | None:
    """Write an edit.

    Args:
        session: Whose.
        handle: The memory.
        change: What is given.
        vector: That of the given text.

    Returns:
        The memory as it is now; None, and nothing is written, where its text changes and there is no vector.
    """
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        before = by_handle(connection, handle)
        after = _edited(before, change, now)
        if _ends_exemption(before, after) or change.importance is not None:
            after = replace(after, importance_at=now)
        is_retold = after.text != before.text
        if is_retold and vector is None:
            return None
        _write_rows(connection, before, after, vector if is_retold else None)
        if session.suppression(connection)(after):
            # Disabled, or its new words are on a banned topic: as after a ban, no sticky of it comes back.
            end_running_stickies(connection, [after])
        hold_edited(connection, after, now)
        _log(connection, before, after, now)
        meta.touch_standing(connection)
        presence.note_activity(connection, now)
        return by_handle(connection, after.handle)


def _log(connection: Connection, before: Memory, after: Memory, now: datetime) -> None:
    """Note what an edit changed, so that the memory's past tells of it."""
    if after.is_disabled != before.is_disabled:
        log_action(connection, ActionKind.SWITCH_OFF if after.is_disabled else ActionKind.SWITCH_ON, before.handle, now)
    if replace(after, is_disabled=before.is_disabled, importance_at=before.importance_at) != before:
        log_action(connection, ActionKind.EDIT, before.handle, now)


def _write_rows(connection: Connection, before: Memory, after: Memory, new_vector: Vector | None) -> None:
    """Write an edited memory and its index entries; a vector is given where its text is new."""
    # First, since the index asks who said it.
    if (after.provenance, after.said_at) != (before.provenance, before.said_at):
        memories.set_origin(connection, before.id, after.provenance, after.said_at)
    if new_vector is not None:
        index.unindex_memory(connection, before.id)
    memories.update_memory(connection, after, search_text=searchable(after.text))
    if new_vector is not None:
        index.index_memory(connection, before.id, vector=new_vector, is_archived=False)
    else:
        # It is live again, and memories with keys or of the assistant are in the other partition.
        index.move_partition(connection, [before.id], is_archived=False)


def _text_of(authored: Authored) -> str:
    """Return the text of a memory to be, without white space around it.

    Raises:
        ValueError: there is none.
    """
    text = (authored.text or "").strip()
    if not text:
        raise ValueError('"text": expected words, a memory needs a text')
    return text


def _edited(before: Memory, change: Authored, now: datetime) -> Memory:
    given: dict[str, Any] = {
        "text": None if change.text is None else _text_of(change),
        "provenance": change.provenance,
        "said_at": None if change.age is None else now - change.age,
        "kind": change.kind,
        "importance": change.importance,
        "title": change.title,
        "is_pinned": change.is_pinned,
        "is_disabled": change.is_disabled,
    }
    return replace(
        before,
        **_present(given),
        knobs=_knobs(change, before.knobs),
        trigger=_trigger(change, before.trigger),
    )


def _knobs(authored: Authored, default: Knobs) -> Knobs:
    given = {"sticky": authored.sticky, "cooldown": authored.cooldown, "delay": authored.delay}
    return replace(default, **_present(given))


def _trigger(authored: Authored, default: Trigger) -> Trigger:
    given = {
        "keys": authored.keys,
        "exclude_keys": authored.exclude_keys,
        "secondary_keys": authored.secondary_keys,
        "logic": authored.logic,
        "is_constant": authored.is_constant,
        "probability": authored.probability,
        "groups": authored.groups,
    }
    return replace(default, **_present(given))


def _present(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}


def _ends_exemption(before: Memory, after: Memory) -> bool:
    """Tell whether an edit makes fading begin: an unpin, or a kind or provenance that fades in place of one that does not."""
    is_unpinned = before.is_held and not after.is_held
    was_authored = before.provenance is Provenance.AUTHORED and after.provenance is not Provenance.AUTHORED
    return is_unpinned or was_authored or (before.kind in STANDING_KINDS and after.kind not in STANDING_KINDS)


def give_feedback(session: Session, handle: str, *, is_useful: bool) -> float:
    """Take the user's word on a memory: useful renews it, not relevant halves its importance now.

    Returns:
        The importance afterwards, 0..1.
    """
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        memory = by_handle(connection, handle)
        worth = importance(memory, now, presence.read_presence(connection, now))
        stored = decay.renewed(memory.importance, worth, now) if is_useful else decay.halved(worth, now)
        memories.set_importance(connection, memory.id, stored.importance, stored.importance_at)
        log_action(connection, ActionKind.USEFUL if is_useful else ActionKind.NOT_RELEVANT, memory.handle, now)
        presence.note_activity(connection, now)
        return _importance_of(connection, handle, session)


def _importance_of(connection: Connection, handle: str, session: Session) -> float:
    now = session.clock.now()
    return round(importance(by_handle(connection, handle), now, presence.read_presence(connection, now)), 4)

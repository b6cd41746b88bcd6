"""A row of `memories` as a memory, and a trigger as it is stored.

The one fact that a reader would get wrong: a row may hold anything, since a damaged or hand-edited file is read too. One
that holds nonsense is a memory all the same, switched off, with what is wrong in its `damage`.
"""

import json
from dataclasses import asdict, replace

from memory.database import Row
from memory.records import Kind, Knobs, Logic, Memory, MemoryId, MessageId, Provenance, Trigger, TurnId
from memory.store.cells import FIRST_MS, LARGEST_COUNT, LAST_MS, UNREADABLE, Cells
from memory.store.rows import from_ms, optional_moment

_NO_TRIGGER = Trigger()


def memory_of(row: Row) -> Memory:
    """Return the memory of a row; of one that holds nonsense, what may do least."""
    try:
        return _sound_memory(row)
    except UNREADABLE:
        return _damaged_memory(row)


def _sound_memory(row: Row) -> Memory:
    """Read a row.

    Raises:
        One of `UNREADABLE`: a value is none of its kind.
    """
    is_sound = (
        isinstance(row["handle"], str)
        and isinstance(row["text"], str)
        and isinstance(row["title"], str)
        and 0.0 <= row["importance"] <= 1.0
        and isinstance(row["sticky"], int)
        and 0 <= row["sticky"] <= LARGEST_COUNT
        and isinstance(row["cooldown"], int)
        and 0 <= row["cooldown"] <= LARGEST_COUNT
        and isinstance(row["delay"], int)
        and 0 <= row["delay"] <= LARGEST_COUNT
        and 0 <= row["piece"] <= LARGEST_COUNT
        and 0 <= row["times_said"] <= LARGEST_COUNT
        and FIRST_MS <= row["importance_at"] <= LAST_MS
        and FIRST_MS <= row["said_at"] <= LAST_MS
        and FIRST_MS <= (row["reinduced_at"] or 0) <= LAST_MS
    )
    if not is_sound:
        raise ValueError
    return Memory(
        id=MemoryId(row["id"]),
        handle=row["handle"],
        text=row["text"],
        provenance=Provenance(row["provenance"]),
        kind=Kind(row["kind"]),
        importance=row["importance"],
        importance_at=from_ms(row["importance_at"]),
        said_at=from_ms(row["said_at"]),
        knobs=Knobs(sticky=row["sticky"], cooldown=row["cooldown"], delay=row["delay"]),
        trigger=_NO_TRIGGER if row["trigger"] is None else trigger_from_json(row["trigger"]),
        is_pinned=bool(row["is_pinned"]),
        is_topic_pinned=bool(row["is_topic_pinned"]),
        is_disabled=bool(row["is_disabled"]),
        title=row["title"],
        source_message_id=row["source_message_id"],
        piece=row["piece"],
        turn_id=row["turn_id"],
        superseded_by=row["superseded_by"],
        times_said=row["times_said"],
        last_said_turn=row["last_said_turn"],
        reinduced_at=optional_moment(row["reinduced_at"]),
        is_archived=bool(row["is_archived"]),
    )


def handle_of(row: Row) -> str:
    """Return what a row's memory is called; one whose handle is no text is called by its id."""
    return row["handle"] if isinstance(row["handle"], str) else f"m{row['id']}"


def _damaged_memory(row: Row) -> Memory:
    """Read a row of which some value is nonsense: disabled, so that no path lets it through, and as what may do least."""
    cells = Cells(row)
    trigger = _NO_TRIGGER
    try:
        trigger = _NO_TRIGGER if row["trigger"] is None else trigger_from_json(row["trigger"])
    except UNREADABLE:
        cells.note("trigger")
    turn_id, superseded_by = cells.optional_id("turn_id"), cells.optional_id("superseded_by")
    source_id, last_said = cells.optional_id("source_message_id"), cells.optional_id("last_said_turn")
    memory = Memory(
        id=MemoryId(row["id"]),
        handle=handle_of(row),
        text=cells.text("text"),
        provenance=cells.member("provenance", Provenance.ASSISTANT_SAID),
        kind=cells.member("kind", Kind.CHAT),
        importance=cells.share("importance", 0.0),
        importance_at=cells.moment("importance_at"),
        said_at=cells.moment("said_at"),
        knobs=Knobs(cells.count("sticky"), cells.count("cooldown"), cells.count("delay")),
        trigger=trigger,
        is_pinned=cells.flag("is_pinned"),
        is_topic_pinned=cells.flag("is_topic_pinned"),
        is_disabled=True,
        title=cells.text("title"),
        source_message_id=None if source_id is None else MessageId(source_id),
        piece=cells.count("piece"),
        turn_id=None if turn_id is None else TurnId(turn_id),
        superseded_by=None if superseded_by is None else MemoryId(superseded_by),
        times_said=cells.count("times_said", 1),
        last_said_turn=None if last_said is None else TurnId(last_said),
        reinduced_at=cells.optional_moment("reinduced_at"),
        is_archived=cells.flag("is_archived"),
    )
    return replace(memory, damage=", ".join(cells.damage) or "a value is none of its kind")


def trigger_fields(trigger: Trigger) -> dict[str, object]:
    """Return a trigger's fields by the names that they have in the store and in files."""
    return {"constant" if name == "is_constant" else name: value for name, value in asdict(trigger).items()}


def trigger_json(trigger: Trigger) -> str:
    """Return a trigger as it is stored."""
    return json.dumps(trigger_fields(trigger), ensure_ascii=False)


def trigger_from_json(stored: str) -> Trigger:
    """Read a trigger as it is stored.

    Raises:
        One of `UNREADABLE`: it is none.
    """
    fields = json.loads(stored)
    probability = fields["probability"]
    if not (isinstance(probability, int | float) and 0 <= probability <= 100):  # noqa: PLR2004 - a percentage
        raise ValueError
    return Trigger(
        keys=_texts(fields["keys"]),
        exclude_keys=_texts(fields["exclude_keys"]),
        secondary_keys=_texts(fields["secondary_keys"]),
        logic=Logic(fields["logic"]),
        is_constant=bool(fields["constant"]),
        probability=int(probability),
        groups=_texts(fields["groups"]),
        is_case_sensitive=bool(fields["is_case_sensitive"]),
        is_whole_words=bool(fields["is_whole_words"]),
    )


def _texts(values: object) -> tuple[str, ...]:
    if isinstance(values, list) and all(isinstance(one, str) for one in values):
        return tuple(values)
    raise TypeError

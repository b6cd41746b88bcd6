"""What the gate knows of the past: distances between turns, and one memory's state derived from its verdict rows.

The one fact that a reader would get wrong: nothing here counts down. Each turn derives the state anew from stored rows,
so a rewind, a restart or a deleted turn needs no repair. A distance counts kept turns and is never a difference of ids:
ids have gaps where turns were rewound, and the turns of a sibling branch lie between them without counting.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from memory.records import InReason, Knobs, MemoryId, Mode, OutReason, TurnId, VerdictKind, VerdictRow

_FIRINGS = frozenset({InReason.CONSTANT, InReason.MATCHED})
_NOT_RETRIEVED = frozenset({InReason.STANDING, InReason.RANDOM})


@dataclass(frozen=True, slots=True)
class TurnClock:
    """Where one turn stands among the kept turns.

    Both sequences may be cut to their most recent stretch, as long as that is longer than the greatest knob in use: a
    turn before the stretch is only known to be farther than the stretch is long.

    Args:
        turn_id: The id that this turn has or will have.
        path: Kept turns of this chat's own path before this turn, ascending.
        counted: Kept turns that count for distances, ascending: the path, and chats that share no turn with it.
        path_length: How many kept turns the whole path has before this one.

    Raises:
        ValueError: The path holds this turn or a later one, or is longer than its stated length.
    """

    turn_id: TurnId
    path: Sequence[TurnId]
    counted: Sequence[TurnId]
    path_length: int

    def __post_init__(self) -> None:
        if self.path and self.path[-1] >= self.turn_id:
            raise ValueError(f"the path before turn {self.turn_id} holds turn {self.path[-1]}")
        if self.path_length < len(self.path):
            raise ValueError(f"path_length is {self.path_length}, but the path holds {len(self.path)} turns")

    def distance(self, turn_id: TurnId) -> int:
        """Count the kept turns after `turn_id`, up to and including this one.

        Kept turns 3, 5, 9 and this turn 12: distance(5) = 2.
        """
        return bisect_left(self.counted, self.turn_id) - bisect_right(self.counted, turn_id) + 1

    @property
    def known_from(self) -> TurnId:
        """Return the first counted turn that is known; this turn where there is none."""
        return self.counted[0] if self.counted else self.turn_id

    def is_on_path(self, turn_id: TurnId) -> bool:
        """Tell whether a turn is on this chat's own path, as far as the path is known."""
        return _holds(self.path, turn_id)

    def is_counted(self, turn_id: TurnId) -> bool:
        """Tell whether an earlier turn counts here; one from before the known stretch does.

        In an uncut clock no sibling's turn is that old: a sibling shares a turn with the path, and its own come later.
        """
        if not self.counted or turn_id >= self.turn_id:
            return False
        return turn_id < self.counted[0] or _holds(self.counted, turn_id)


@dataclass(frozen=True, slots=True)
class MemoryState:
    """One memory's past as the gate sees it, free of knobs: a changed knob applies to the same start.

    Args:
        fired_distance: Distance of the turn on this path where it fired, if it has been in every prompt of the path
            since and nothing ended it; else None.
        last_active_distance: Distance of its last activation on this path or in an unrelated chat, or None.
        associative_activations: How often retrieval brought it up unasked; what it tires by.
    """

    fired_distance: int | None = None
    last_active_distance: int | None = None
    associative_activations: int = 0


def state(rows: Iterable[VerdictRow], clock: TurnClock) -> MemoryState:
    """Derive one memory's state from its stored verdict rows.

    Out rows say nothing: a turn of the path without an `in` row is a gap, and a gap ends a sticky, whatever kept the
    memory out (`visible` too: the history speaks for it, and it must match to come back). A standing row is no gap.
    `ended` rows close gaps that no turn shows. One with reason `suppressed` is the user's order and counts from any
    chat; any other belongs to the path on which it happened.

    Args:
        rows: All of one memory, any order; those of siblings, and of this turn or later ones, are ignored.
        clock: The turn to look from.
    """
    in_turns: set[TurnId] = set()
    last_fired: TurnId | None = None
    last_ended: TurnId | None = None
    last_active: TurnId | None = None
    associative_activations = 0
    for row in rows:
        turn_id, reason = row.turn_id, row.verdict.in_reason
        if row.verdict.kind is VerdictKind.ENDED and _is_end_here(row, clock):
            last_ended = _later(last_ended, turn_id)
        if reason is None or not clock.is_counted(turn_id):
            continue
        if clock.is_on_path(turn_id):
            in_turns.add(turn_id)
            if reason in _FIRINGS:
                last_fired = _later(last_fired, turn_id)
        if reason is not InReason.STANDING:
            last_active = _later(last_active, turn_id)
        if reason not in _NOT_RETRIEVED and row.mode is Mode.ASSOCIATIVE:
            associative_activations += 1
    if last_fired is not None and (
        (last_ended is not None and last_ended >= last_fired) or _has_gap(clock.path, last_fired, in_turns)
    ):
        last_fired = None
    return MemoryState(
        fired_distance=None if last_fired is None else clock.distance(last_fired),
        last_active_distance=None if last_active is None else clock.distance(last_active),
        associative_activations=associative_activations,
    )


def states(
    rows: Iterable[VerdictRow], clock: TurnClock, earlier_activations: Mapping[MemoryId, int] | None = None
) -> Mapping[MemoryId, MemoryState]:
    """Derive the state of every memory that has a row; a memory without one has `MemoryState()`.

    Args:
        rows: As `state` takes them, or only those from the clock's known stretch: no knob looks farther back.
        clock: The turn to look from.
        earlier_activations: The associative ones of the rows that were left out, by memory.
    """
    rows_by_memory: defaultdict[MemoryId, list[VerdictRow]] = defaultdict(list)
    for row in rows:
        rows_by_memory[row.memory_id].append(row)
    found = {memory_id: state(own_rows, clock) for memory_id, own_rows in rows_by_memory.items()}
    for memory_id, count in (earlier_activations or {}).items():
        past = found.get(memory_id, MemoryState())
        found[memory_id] = replace(past, associative_activations=past.associative_activations + count)
    return found


def is_sticky(knobs: Knobs, past: MemoryState) -> bool:
    """Tell whether a sticky still runs on the turn that the state was derived for."""
    return past.fired_distance is not None and past.fired_distance <= knobs.sticky


def cooling_turns(knobs: Knobs, past: MemoryState) -> int:
    """Count the turns still blocked by the cooldown, this one included; 0 = not cooling.

    Cooldown 3, last active 1 turn ago: 3 (this turn and two more).
    """
    if past.last_active_distance is None:
        return 0
    return max(0, knobs.cooldown - past.last_active_distance + 1)


def _is_end_here(row: VerdictRow, clock: TurnClock) -> bool:
    if row.turn_id >= clock.turn_id:
        return False
    return row.verdict.out_reason is OutReason.SUPPRESSED or clock.is_on_path(row.turn_id)


def _has_gap(path: Sequence[TurnId], fired: TurnId, in_turns: Iterable[TurnId]) -> bool:
    turns_since = len(path) - bisect_right(path, fired)
    return sum(turn_id > fired for turn_id in in_turns) < turns_since


def _holds(turns: Sequence[TurnId], turn_id: TurnId) -> bool:
    place = bisect_left(turns, turn_id)
    return place < len(turns) and turns[place] == turn_id


def _later(known: TurnId | None, turn_id: TurnId) -> TurnId:
    return turn_id if known is None else max(known, turn_id)

"""A naive world around the gate: chats are lists of turn ids, the store is a list of verdict rows."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain

from memory.records import (
    InReason,
    Knobs,
    MemoryId,
    Mode,
    OutReason,
    TurnId,
    Verdict,
    VerdictKind,
    VerdictRow,
)
from memory.rules.budget import Budget
from memory.rules.candidate import Candidate
from memory.rules.gate import Decision, decide, is_kept_out_by_floor
from memory.rules.turn_state import MemoryState, TurnClock, states

ROOMY = Budget(max_tokens=10_000, max_memories=1_000)


def candidate(number: int = 1, **changes: object) -> Candidate:
    """Return a candidate that nothing speaks for or against."""
    plain = Candidate(
        memory_id=MemoryId(number),
        handle=f"m{number}",
        knobs=Knobs(),
        is_constant=False,
        is_suppressed=False,
        is_standing=False,
        is_visible=False,
        is_excluded=False,
        is_asked=False,
        is_matched=False,
        score=None,
        importance=0.5,
        tokens=10,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]  # tests name the fields that matter to them


def row(
    turn_id: int,
    reason: InReason | OutReason | None,
    *,
    number: int = 1,
    kind: VerdictKind | None = None,
    mode: Mode = Mode.ASSOCIATIVE,
) -> VerdictRow:
    """Return a stored row; its kind follows from its reason unless it is an `ended` one."""
    if isinstance(reason, InReason):
        verdict = Verdict(MemoryId(number), kind or VerdictKind.IN, in_reason=reason)
    else:
        verdict = Verdict(MemoryId(number), kind or VerdictKind.OUT, out_reason=reason)
    return VerdictRow(MemoryId(number), TurnId(turn_id), verdict, mode)


@dataclass(frozen=True)
class Turn:
    """What one turn showed, by handle."""

    turn_id: int
    decision: Decision
    handles: dict[MemoryId, str]

    @property
    def active(self) -> list[str]:
        return [self.handles[one.memory_id] for one in self.decision.active]

    def why(self, handle: str) -> str:
        """Return the one reason that the turn states for a memory."""
        return str(self._verdict(handle).in_reason or self._verdict(handle).out_reason)

    def until(self, handle: str) -> int | None:
        return self._verdict(handle).until_turn

    def _verdict(self, handle: str) -> Verdict:
        both = (*self.decision.active, *self.decision.withheld)
        (only,) = (one for one in both if self.handles[one.memory_id] == handle)
        return only


@dataclass
class World:
    """Chats, memories and rows; every memory is a candidate on every turn, and a turn not kept leaves no trace."""

    seed: int = 0
    budget: Budget = ROOMY
    memories: dict[str, Candidate] = field(default_factory=dict)
    paths: dict[str, list[TurnId]] = field(default_factory=lambda: {"main": []})
    rows: list[VerdictRow] = field(default_factory=list)
    chat: str = "main"
    next_turn: int = 1

    def memory(self, handle: str, *, sticky: int = 0, cooldown: int = 0, delay: int = 0, **changes: object) -> None:
        number = len(self.memories) + 1
        knobs = Knobs(sticky, cooldown, delay)
        self.memories[handle] = candidate(number, handle=handle, knobs=knobs, **changes)

    def change(self, handle: str, /, **changes: object) -> None:
        self.memories[handle] = replace(self.memories[handle], **changes)  # type: ignore[arg-type]  # see candidate()

    def open(self, chat: str) -> None:
        self.paths.setdefault(chat, [])
        self.chat = chat

    def branch(self, name: str, *, from_turn: int) -> None:
        self.paths[name] = [turn for turn in self.paths[self.chat] if turn <= from_turn]
        self.chat = name

    def rewind(self, to_turn: int) -> None:
        self.paths[self.chat] = [turn for turn in self.paths[self.chat] if turn <= to_turn]
        kept = set(chain.from_iterable(self.paths.values()))
        self.rows = [one for one in self.rows if one.turn_id in kept]

    def clock(self, turn_id: int | None = None) -> TurnClock:
        turn = TurnId(turn_id or self.next_turn)
        path = [one for one in self.paths[self.chat] if one < turn]
        unrelated = (other for other in self.paths.values() if set(path).isdisjoint(other))
        counted = sorted({*path, *chain.from_iterable(unrelated)})
        return TurnClock(turn, path, counted, len(path))

    def say(
        self,
        *matched: str,
        asked: Collection[str] = (),
        excluded: Collection[str] = (),
        banned: Collection[str] = (),
        is_kept: bool = True,
        again: int | None = None,
    ) -> Turn:
        """Take one turn; `again` decides an already kept turn once more and stores nothing."""
        clock = self.clock(again)
        candidates = [
            replace(
                one,
                is_matched=one.is_matched or handle in matched,
                is_asked=one.is_asked or handle in asked,
                is_excluded=one.is_excluded or handle in excluded,
                is_suppressed=one.is_suppressed or handle in banned,
            )
            for handle, one in self.memories.items()
        ]
        decision = decide(candidates, states(self.rows, clock), clock, self.budget, seed=self.seed)
        if is_kept and again is None:
            mode = Mode.ASKED if asked else Mode.ASSOCIATIVE
            both = (*decision.active, *decision.withheld, *decision.ended)
            self.rows += [VerdictRow(one.memory_id, clock.turn_id, one, mode) for one in both]
            self.paths[self.chat].append(clock.turn_id)
            self.next_turn += 1
        return Turn(clock.turn_id, decision, {one.memory_id: one.handle for one in self.memories.values()})

    def run(self, handle: str, *, turns: int, matching: Collection[int] | None = None) -> dict[int, str]:
        """Take turns on which a memory matches (all, or those listed) and return its reasons by turn id."""
        told = {}
        for _ in range(turns):
            is_matching = matching is None or self.next_turn in matching
            turn = self.say(*[handle] if is_matching else [])
            told[turn.turn_id] = turn.why(handle)
        return told

    @contextmanager
    def ban(self, handle: str) -> Iterator[None]:
        """Ban a memory between two turns, at once, and lift the ban again.

        The end is stored whether or not a sticky runs, and once for all chats: it bears the last kept turn's id.
        """
        last = max(chain.from_iterable(self.paths.values()))
        number = int(self.memories[handle].memory_id)
        self.rows.append(row(last, OutReason.SUPPRESSED, number=number, kind=VerdictKind.ENDED))
        self.change(handle, is_suppressed=True)
        yield
        self.change(handle, is_suppressed=False)


def at_turn(world: World, turn_id: int) -> None:
    """Let turns without any match pass up to this one."""
    while world.next_turn < turn_id:
        world.say()


def first_five(**knobs: object) -> World:
    """Return a world whose memory A fired at turn 5."""
    world = World()
    world.memory("A", **knobs)  # type: ignore[arg-type]  # knobs and candidate fields alike
    at_turn(world, 5)
    assert world.say("A").active == ["A"]
    return world


def clock(turn_id: int, *path: int, others: tuple[int, ...] = ()) -> TurnClock:
    own = [TurnId(turn) for turn in path]
    return TurnClock(TurnId(turn_id), own, sorted([*own, *(TurnId(turn) for turn in others)]), len(own))


def may_come_by_chance(one: Candidate, past: MemoryState | None = None) -> bool:
    return is_kept_out_by_floor(one, {one.memory_id: past or MemoryState()}, clock(6, 5), seed=0)

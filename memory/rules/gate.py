"""The gate: which candidates enter this turn's prompt, and the one reason why each other stays out.

The one fact that a reader would get wrong: suppression outranks everything, the standing block too, while the user's
own question (`asked`) outranks only the cooldown. Being left out for chance, group or budget arms nothing, because only
`in` rows are activations.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Final

from memory.records import InReason, MemoryId, OutReason, TurnId, Verdict, VerdictKind
from memory.rules.budget import Budget, fill
from memory.rules.candidate import COMPARED_DECIMALS, Candidate, Entrant, rank_key
from memory.rules.draw import is_drawn
from memory.rules.groups import elect
from memory.rules.turn_state import MemoryState, TurnClock, cooling_turns, is_sticky

_FRESH = MemoryState()
_RULES: Final[tuple[InReason | OutReason, ...]] = (
    OutReason.SUPPRESSED,
    InReason.STANDING,
    OutReason.VISIBLE,
    OutReason.DELAYED,
    OutReason.EXCLUDED,
    InReason.STICKY,
    InReason.ASKED,
    OutReason.COOLING,
    InReason.CONSTANT,
    InReason.MATCHED,
    OutReason.BELOW_FLOOR,
)
_ENDS_STICKY = frozenset({OutReason.SUPPRESSED, OutReason.EXCLUDED})


@dataclass(frozen=True, slots=True)
class Decision:
    """What the gate decided for one turn; every candidate is in `active` or in `withheld`, once.

    Args:
        active: In prompt order: standing (as given), sticky, asked, constant, matched, random.
        withheld: Best first.
        ended: Stickies that suppression or an exclusion cut short, to be stored beside the other verdicts.
    """

    active: tuple[Verdict, ...]
    withheld: tuple[Verdict, ...]
    ended: tuple[Verdict, ...]


def verdict(candidate: Candidate, state: MemoryState, clock: TurnClock) -> Verdict:
    """Apply the eleven rules in order; the first that holds decides.

    Only a delay and a cooldown tell when they end: this turn's id + the turns still blocked. Delay 4 on a path of 1 kept
    turn, turn 7: until 10. Cooldown 10, last active at 5, no gap in the ids, turn 7: until 16. Every other reason hangs
    on what the user will say, bans or scrolls out of the prompt.
    """
    blocked_turns = cooling_turns(candidate.knobs, state)
    delayed_turns = candidate.knobs.delay - clock.path_length
    holds = (
        candidate.is_suppressed,
        candidate.is_standing,
        candidate.is_visible,
        delayed_turns > 0,
        candidate.is_excluded,
        is_sticky(candidate.knobs, state),
        candidate.is_asked,
        blocked_turns > 0,
        candidate.is_constant,
        candidate.is_matched,
        True,
    )
    reason = next(compress(_RULES, holds))
    if isinstance(reason, InReason):
        return _active(candidate, reason)
    match reason:
        case OutReason.DELAYED:
            return _withheld(candidate, reason, until_turn=TurnId(clock.turn_id + delayed_turns))
        case OutReason.COOLING:
            return _withheld(candidate, reason, until_turn=TurnId(clock.turn_id + blocked_turns))
        case _:
            return _withheld(candidate, reason)


def is_kept_out_by_floor(
    candidate: Candidate, states: Mapping[MemoryId, MemoryState], clock: TurnClock, *, seed: int
) -> bool:
    """Tell whether only the floor keeps a memory out: no rule of the gate before it, and not its own chance."""
    told = verdict(candidate, states.get(candidate.memory_id, _FRESH), clock)
    return told.out_reason is OutReason.BELOW_FLOOR and is_drawn(
        candidate.probability, seed=seed, memory_id=candidate.memory_id, turn_id=clock.turn_id
    )


def decide(
    candidates: Sequence[Candidate],
    states: Mapping[MemoryId, MemoryState],
    clock: TurnClock,
    budget: Budget,
    *,
    seed: int,
) -> Decision:
    """Give each candidate its verdict, then let those that pass compete: chance and groups, then budget.

    Args:
        candidates: Each memory once; the standing ones in the order of the standing block. Otherwise the order is
            without effect.
        states: By memory; one that is missing has no past.
        clock: This turn's.
        budget: Of the memory block; standing memories cost nothing here.
        seed: Of the draws.

    Raises:
        ValueError: A memory is given twice.
    """
    first = {one.memory_id: verdict(one, states.get(one.memory_id, _FRESH), clock) for one in candidates}
    if len(first) < len(candidates):
        raise ValueError("a memory is a candidate twice")
    ranked = sorted(candidates, key=rank_key)
    standing = [one for one in first.values() if one.in_reason is InReason.STANDING]
    entrants = [
        Entrant(one, reason)
        for one in ranked
        if (reason := first[one.memory_id].in_reason) is not None and reason is not InReason.STANDING
    ]
    election = elect(entrants, turn_id=clock.turn_id, seed=seed)
    filling = fill(election.winners, budget)
    lost = {loser.candidate.memory_id: reason for loser, reason in election.losers}
    lost |= {misfit.candidate.memory_id: OutReason.BUDGET for misfit in filling.misfits}
    return Decision(
        active=(*standing, *(first[entrant.candidate.memory_id] for entrant in filling.fitting)),
        withheld=tuple(
            _withheld(one, lost[one.memory_id]) if one.memory_id in lost else first[one.memory_id]
            for one in ranked
            if one.memory_id in lost or first[one.memory_id].in_reason is None
        ),
        ended=tuple(
            Verdict(one.memory_id, VerdictKind.ENDED, out_reason=first[one.memory_id].out_reason)
            for one in ranked
            if first[one.memory_id].out_reason in _ENDS_STICKY
            and is_sticky(one.knobs, states.get(one.memory_id, _FRESH))
        ),
    )


def add_random(decision: Decision, memory_id: MemoryId, *, tokens: int) -> Decision:
    """Add the random band's pick at the end; if it was retrieved under the floor, this verdict replaces that one."""
    picked = Verdict(memory_id, VerdictKind.IN, in_reason=InReason.RANDOM, tokens=tokens)
    others = tuple(out for out in decision.withheld if out.memory_id != memory_id)
    return replace(decision, active=(*decision.active, picked), withheld=others)


def retimed(verdicts: Iterable[Verdict], shift: int) -> tuple[Verdict, ...]:
    """Move every end by `shift` turns: another program kept that many while this turn was being answered."""
    return tuple(
        one if one.until_turn is None else replace(one, until_turn=TurnId(one.until_turn + shift)) for one in verdicts
    )


def _active(candidate: Candidate, reason: InReason) -> Verdict:
    return Verdict(
        candidate.memory_id,
        VerdictKind.IN,
        in_reason=reason,
        score=_printed_score(candidate),
        tokens=candidate.tokens,
    )


def _withheld(candidate: Candidate, reason: OutReason, *, until_turn: TurnId | None = None) -> Verdict:
    return Verdict(
        candidate.memory_id,
        VerdictKind.OUT,
        out_reason=reason,
        until_turn=until_turn,
        score=_printed_score(candidate),
        tokens=candidate.tokens,
    )


def _printed_score(candidate: Candidate) -> float | None:
    return None if candidate.score is None else round(candidate.score, COMPARED_DECIMALS)

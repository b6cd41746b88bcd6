"""What was chosen for one turn, and how it is written down beside a reply that is still streaming.

The one fact that a reader would get wrong: it is an intention. It becomes verdict rows when the turn is kept, under the
id that the turn then gets.
"""

import json
from dataclasses import dataclass

from memory.records import InReason, MemoryId, Mode, OutReason, TurnId, Verdict, VerdictKind

_NO_TURN = TurnId(0)


@dataclass(frozen=True, slots=True)
class Selection:
    """The memories of one turn.

    Args:
        active: In the prompt, in prompt order.
        withheld: Candidates that stayed out, best first.
        ended: Stickies cut short by this turn.
        renewed: Memories that the user's question renews when the turn is kept.
        turn_id: The id that the turn was expected to get; ends count from it.
    """

    active: tuple[Verdict, ...] = ()
    withheld: tuple[Verdict, ...] = ()
    ended: tuple[Verdict, ...] = ()
    renewed: tuple[MemoryId, ...] = ()
    turn_id: TurnId = _NO_TURN


def selection_json(selection: Selection, mode: Mode) -> str:
    """Write a selection down, for a reply that may be cut off before its turn is kept."""
    return json.dumps(
        {
            "mode": mode,
            "turn_id": selection.turn_id,
            "renewed": list(selection.renewed),
            "verdicts": [
                [one.memory_id, one.kind, one.in_reason or one.out_reason, one.until_turn, one.score, one.tokens]
                for one in (*selection.active, *selection.withheld, *selection.ended)
            ],
        }
    )


def selection_from_json(stored: str) -> tuple[Selection, Mode]:
    """Read what `selection_json` wrote."""
    fields = json.loads(stored)
    by_kind: dict[VerdictKind, list[Verdict]] = {kind: [] for kind in VerdictKind}
    for memory_id, kind, reason, until_turn, score, tokens in fields["verdicts"]:
        is_in = kind == VerdictKind.IN
        by_kind[VerdictKind(kind)].append(
            Verdict(
                memory_id=MemoryId(memory_id),
                kind=VerdictKind(kind),
                in_reason=InReason(reason) if is_in else None,
                out_reason=None if is_in or reason is None else OutReason(reason),
                until_turn=until_turn,
                score=score,
                tokens=tokens,
            )
        )
    selection = Selection(
        active=tuple(by_kind[VerdictKind.IN]),
        withheld=tuple(by_kind[VerdictKind.OUT]),
        ended=tuple(by_kind[VerdictKind.ENDED]),
        renewed=tuple(MemoryId(one) for one in fields["renewed"]),
        turn_id=TurnId(fields["turn_id"]),
    )
    return selection, Mode(fields["mode"])

"""Say why: what was in a turn's prompt, what stayed out, for which one reason and until when.

The one fact that a reader would get wrong: what was said in a deleted chat, or before an edit, is not listed as held
back: it waits for undo alone, and to its reader it is gone.
"""

from collections.abc import Sequence

from assistant.errors import NotFoundError
from assistant.session import Session
from assistant.views import WhyRow, WhyView
from memory.database import Connection
from memory.records import Mode, OutReason, TurnId, Verdict, VerdictKind
from memory.retrieval import Selection
from memory.rules.explanations import explain
from memory.store import chats, memories, memory_ids, messages, verdicts


def why(session: Session, turn_id: TurnId) -> WhyView:
    """Tell it for a kept turn, from its verdict rows.

    Raises:
        NotFoundError: there is no such turn.
    """
    with session.connection() as connection:
        moments = messages.turn_moments(connection, [turn_id])
        if turn_id not in moments:
            last = chats.last_turn_id(connection)
            raise NotFoundError(
                f"There is no turn {turn_id}.", f"The last one is {last}." if last else "None is kept yet."
            )
        found = [row.verdict for row in verdicts.of_turn(connection, turn_id)]
        return _view(connection, turn_id, moments[turn_id][1], found)


def why_selection(session: Session, mode: Mode, selection: Selection, turn_id: TurnId | None = None) -> WhyView:
    """Tell it for a turn that is still running, or for a preview."""
    with session.connection() as connection:
        return _view(connection, turn_id, mode, (*selection.active, *selection.withheld))


def _view(connection: Connection, turn_id: TurnId | None, mode: Mode, found: Sequence[Verdict]) -> WhyView:
    known = memories.read_memories(connection, [one.memory_id for one in found])
    hidden = memory_ids.hidden_ids(connection)
    rows = {VerdictKind.IN: list[WhyRow](), VerdictKind.OUT: list[WhyRow]()}
    for one in found:
        reason = one.in_reason or one.out_reason
        if one.kind is VerdictKind.ENDED or reason is None or one.memory_id not in known:
            continue
        if reason is OutReason.SUPPRESSED and one.memory_id in hidden:
            continue
        rows[one.kind].append(
            WhyRow(known[one.memory_id], reason, explain(one, turn_id), one.score, one.tokens, one.until_turn)
        )
    return WhyView(turn_id, mode, tuple(rows[VerdictKind.IN]), tuple(rows[VerdictKind.OUT]))

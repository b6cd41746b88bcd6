"""Say why: what was in a turn's prompt, what stayed out, for which one reason and until when.

The one fact that a reader would get wrong: what was said in a deleted chat, or before an edit, is not listed as held
back: it waits for undo alone, and to its reader it is gone.
"""

from collections.abc import Sequence

from assistant.cleaning import clean_line
from assistant.errors import NotFoundError
from assistant.session import Session
from assistant.views import WhyRow, WhyView
from memory.database import Connection
from memory.records import Memory, Mode, OutReason, TurnId, Verdict, VerdictKind
from memory.retrieval import Selection
from memory.rules.explanations import explain
from memory.rules.topics import TopicMatcher
from memory.store import chats, memories, memory_ids, messages, verdicts
from memory.suppression import bans_in_force, is_on_topic


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
    # Few turns hold anything back.
    is_any_held_back = any(one.out_reason is OutReason.SUPPRESSED for one in found)
    bans = [(one.term, TopicMatcher(one.topics)) for one in bans_in_force(connection)] if is_any_held_back else []
    hidden = memory_ids.hidden_ids(connection) if is_any_held_back else frozenset()
    rows = {VerdictKind.IN: list[WhyRow](), VerdictKind.OUT: list[WhyRow]()}
    for one in found:
        reason = one.in_reason or one.out_reason
        if one.kind is VerdictKind.ENDED or reason is None or one.memory_id not in known:
            continue
        if reason is OutReason.SUPPRESSED and one.memory_id in hidden:
            continue
        memory = known[one.memory_id]
        is_held_back = one.kind is VerdictKind.OUT and reason is OutReason.SUPPRESSED
        words = _held_back(bans, memory) if is_held_back else explain(one, turn_id)
        rows[one.kind].append(WhyRow(memory, reason, words, one.score, one.tokens, one.until_turn))
    return WhyView(turn_id, mode, tuple(rows[VerdictKind.IN]), tuple(rows[VerdictKind.OUT]))


def _held_back(bans: Sequence[tuple[str, TopicMatcher]], memory: Memory) -> str:
    """Say what holds a memory back now; what did so at its turn may be lifted since."""
    if memory.is_disabled:
        return "Switched off by you."
    terms = [f"“{clean_line(term)}”" for term, matcher in bans if is_on_topic(matcher, memory)]
    if terms:
        return f"Banned by you: {', '.join(terms)}."
    return "Held back at that turn by a ban, or because it was to be forgotten; nothing holds it now."

"""Scan: find the assistant's loops in its last replies, fade the memories behind them, and say so.

The one fact that a reader would get wrong: a loop alone fades nothing. Only where at least a third of the looping replies
had a carrying memory in their prompt is memory the cause; else the theme joins the avoid hint, and that is all.
"""

from datetime import datetime, timedelta

from assistant.doomed import FORGOTTEN_TEXT
from assistant.jobs.job import Every, JobName, JobResult, ShouldStop
from assistant.session import Session
from assistant.user_names import user_names
from memory.database import Connection, transaction
from memory.ordinary_replies import read_ordinary_replies
from memory.records import MemoryId, ThemeKind, TurnId
from memory.rules.text import Stemmer
from memory.rules.themes import WINDOW_REPLIES, ThemeFinding, carries, find_themes, like_pattern
from memory.store import interventions
from memory.store.interventions import Exchange, NewIntervention
from memory.store.jobs import read_job, set_progress

FADES_AFTER = timedelta(days=7)
NOT_AGAIN_WITHIN = timedelta(days=3)
_ONE_IN_OF_CAUSE = 3


class Scan:
    """The job. Its progress is the last turn that it scanned."""

    name = JobName.SCAN
    words = "looking for loops"
    period = Every(timedelta(days=3))

    def is_called_for(self, session: Session, connection: Connection, now: datetime) -> bool:  # noqa: ARG002 - see `Job`
        """Fifty new replies make it due before its time."""
        last = TurnId(read_job(connection, self.name).done_up_to)
        return interventions.has_turns_after(connection, last, WINDOW_REPLIES)

    def run_slice(self, session: Session, connection: Connection, now: datetime, should_stop: ShouldStop) -> JobResult:
        """Scan the last 50 replies in one step; nothing is written where the user came back meanwhile."""
        exchanges = interventions.recent_exchanges(connection, WINDOW_REPLIES)
        told = [one for one in exchanges if one.reply_text.strip() and one.reply_text != FORGOTTEN_TEXT]
        found = find_themes(
            [one.reply_text for one in told],
            [one.user_text for one in told],
            read_ordinary_replies(),
            user_names(connection),
            session.stemmer,
        )
        new = []
        for one in found:
            if should_stop():
                return JobResult(is_done=False)
            kind = ThemeKind.LOOP if one.is_loop else ThemeKind.INTEREST
            if not interventions.was_found_since(connection, one.kin, kind, now - NOT_AGAIN_WITHIN):
                new.append(_examine(connection, one, kind, told, now, session.stemmer))
        with transaction(connection):
            ids = [interventions.intervene(connection, one, now) for one in new]
            set_progress(connection, self.name, str(exchanges[-1].turn_id if exchanges else 0))
        # An interest is reported in the log, but nothing was done.
        loops = (number for number, one in zip(ids, new, strict=True) if one.kind is ThemeKind.LOOP)
        return JobResult(interventions=tuple(loops))


def _examine(
    connection: Connection,
    found: ThemeFinding,
    kind: ThemeKind,
    exchanges: list[Exchange],
    now: datetime,
    stemmer: Stemmer,
) -> NewIntervention:
    """Find the memories that carry a theme, and whether they are its cause.

    Of "seek balance" either word may be what the memories are about: it is the one that came with more of the replies.
    """
    turns = [one.turn_id for one in exchanges if carries(one.reply_text, found.theme, stemmer)]
    carriers: list[MemoryId] = []
    with_memory = 0
    for word in found.kin:
        candidates = interventions.fadable(connection, now - FADES_AFTER, like_pattern(word))
        ids = [memory_id for memory_id, text in candidates if carries(text, word, stemmer)]
        came_with = interventions.turns_with_any(connection, turns, ids)
        if came_with > with_memory:
            carriers, with_memory = ids, came_with
    is_cause = kind is ThemeKind.LOOP and with_memory * _ONE_IN_OF_CAUSE >= len(turns)
    return NewIntervention(
        kind=kind,
        theme=found.display,
        term=found.theme,
        frequency=found.frequency,
        user_frequency=found.user_frequency,
        replies=len(turns),
        replies_with_memory=with_memory,
        memory_ids=tuple(carriers) if is_cause else (),
    )

"""Health: every figure of the pane with its mark, its target and one line on what to do.

The one fact that a reader would get wrong: reading changes nothing. The curves' daily point is written by idle work
(`note_health_day`), and a figure that too little is known for is marked ok.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from assistant.health_figures import Figure, Mark, figures
from assistant.jobs.job import JobName
from assistant.session import Session
from assistant.user_names import user_names
from memory.database import Connection, transaction
from memory.ordinary_replies import read_ordinary_replies
from memory.records import MemoryId, TurnId
from memory.rules.calendar import circadian_day
from memory.rules.dreams import CURVE_DAYS, WordPopulations, word_populations
from memory.rules.themes import WINDOW_REPLIES, Window
from memory.rules.turn_state import cooling_turns, is_sticky, states
from memory.store import chats, dreams, health, interventions, memories, memory_ids, messages, presence, verdicts
from memory.store.directives import DirectiveKind, read_directives
from memory.store.health import HealthDay, MemoryFigures, UseFigures
from memory.store.interventions import Intervention
from memory.store.jobs import JobState, read_jobs

_SHOWN_INTERVENTIONS = 20


@dataclass(frozen=True, slots=True)
class Cooling:
    """A memory that its cooldown keeps out, and the first turn on which it no longer does."""

    handle: str
    until_turn: TurnId


@dataclass(frozen=True, slots=True)
class Curves:
    """What sparklines are made of: 30 circadian days, oldest first; a day that nothing is known of has None."""

    diversity: tuple[float | None, ...]
    average_importance: tuple[float | None, ...]
    dreams: WordPopulations


@dataclass(frozen=True, slots=True)
class Health:
    """Everything that the pane shows.

    Args:
        messages: Kept messages of all chats.
        diversity: Of the last 50 kept replies, 0..1; None before the first.
        scanned_replies: How many replies that is.
        repeats: Memories that came up again within the last 30 turns.
        jobs: A row for each kind of idle work.
        interventions: The latest, newest first.
        cooling: For the next turn of the chat that was used last.
        bans: The user's own spellings.
        figures: The judged figures, in the order in which they are shown.
    """

    messages: int
    memories: MemoryFigures
    use: UseFigures
    diversity: float | None
    scanned_replies: int
    repeats: int
    jobs: tuple[JobState, ...]
    interventions: tuple[Intervention, ...]
    cooling: tuple[Cooling, ...]
    bans: tuple[str, ...]
    curves: Curves
    figures: tuple[Figure, ...]

    @property
    def mark(self) -> Mark:
        """The worst mark of all."""
        marks = {one.mark for one in self.figures}
        return Mark.ACT if Mark.ACT in marks else Mark.WATCH if Mark.WATCH in marks else Mark.OK


def read_health(session: Session) -> Health:
    """Read all figures; about 60 ms with 60,000 memories."""
    now = session.clock.now()
    with session.connection() as connection:
        window = _window(session, connection)
        about = health.memory_figures(connection, now, presence.read_presence(connection, now))
        use = health.use_figures(connection)
        repeats = health.repeats(connection)
        known = read_jobs(connection)
        jobs = tuple(known.get(name, JobState(name)) for name in JobName)
        latest = tuple(interventions.read_interventions(connection, limit=_SHOWN_INTERVENTIONS))
        diversity = window.diversity()
        return Health(
            messages=health.count_messages(connection),
            memories=about,
            use=use,
            diversity=diversity,
            scanned_replies=window.size,
            repeats=repeats,
            jobs=jobs,
            interventions=latest,
            cooling=_cooling(connection),
            bans=tuple(one.term for one in read_directives(connection) if one.kind is DirectiveKind.BAN),
            curves=_curves(session, connection, now),
            figures=figures(
                memories=about,
                use=use,
                diversity=diversity,
                scanned_replies=window.size,
                repeats=repeats,
                jobs=jobs,
                interventions=latest,
                now=now,
            ),
        )


def note_health_day(session: Session, connection: Connection, now: datetime) -> None:
    """Write today's point of the curves, in a transaction of its own; once a day is enough."""
    diversity = _window(session, connection).diversity()
    about = health.memory_figures(connection, now, presence.read_presence(connection, now))
    today = circadian_day(now, session.zone, session.config.day_starts_at_hour)
    with transaction(connection):
        health.write_day(connection, HealthDay(today, diversity, about.average_written))


def _window(session: Session, connection: Connection) -> Window:
    replies = [text for text, _ in messages.recent_replies(connection, WINDOW_REPLIES)]
    return Window(replies, read_ordinary_replies(), user_names(connection), session.stemmer)


def _cooling(connection: Connection) -> tuple[Cooling, ...]:
    """List what is cooling, as the gate sees it on the next turn of the chat that was used last."""
    found = chats.read_chats(connection)
    longest = health.greatest_cooldown(connection)
    if not found or not longest:
        return ()
    clock = chats.turn_clock(connection, found[0][0].id, window=longest + 1)
    if not clock.counted:
        return ()
    ids = health.active_since(connection, clock.counted[0])
    standing = set(memory_ids.standing_ids(connection))
    known = memories.read_memories(connection, ids)
    rows = [row for own in verdicts.activations(connection, ids).values() for row in own]
    pasts = states(rows, clock)
    blocked: list[tuple[MemoryId, int]] = [
        (one, cooling_turns(known[one].knobs, pasts[one]))
        for one in ids
        if one not in standing and not is_sticky(known[one].knobs, pasts[one])
    ]
    return tuple(Cooling(known[one].handle, TurnId(clock.turn_id + turns)) for one, turns in blocked if turns)


def _curves(session: Session, connection: Connection, now: datetime) -> Curves:
    today = circadian_day(now, session.zone, session.config.day_starts_at_hour)
    since = today - timedelta(days=CURVE_DAYS - 1)
    texts, counts = dreams.read_words(connection, since)
    populations = word_populations(texts, counts, today)
    points = health.read_days(connection, since)
    unknown = HealthDay(today, None, None)
    return Curves(
        diversity=tuple(points.get(day, unknown).diversity for day in populations.days),
        average_importance=tuple(points.get(day, unknown).average_importance for day in populations.days),
        dreams=populations,
    )

"""Health: every figure of the pane with its mark, its target and one line on what to do.

The one fact that a reader would get wrong: reading changes nothing. The curves' daily point is written by idle work
(`assistant.health_day`), and a figure that too little is known for is marked ok.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from assistant.health_day import reply_window
from assistant.health_figures import Figure, Mark, figures
from assistant.jobs.job import JobName
from assistant.session import Session
from memory.database import Connection, snapshot
from memory.records import Dream, Intervention, JobState, MemoryId, TurnId
from memory.rules.calendar import circadian_day
from memory.rules.dreams import CARRIER_DAYS, CURVE_DAYS, DAY_WORD_PEAK, WordPopulations, word_populations
from memory.rules.turn_state import cooling_turns, is_sticky, states
from memory.store import chats, dreams, health, interventions, memories, memory_ids, presence, verdicts
from memory.store.health import HealthDay, MemoryFigures, UseFigures
from memory.store.jobs import read_jobs
from memory.suppression import bans_in_force

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
    """Read all figures; with 60,000 memories half of it is one pass over an index of them."""
    now = session.clock.now()
    with session.connection() as connection, snapshot(connection):
        window = reply_window(session, connection)
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
            cooling=cooling_now(connection),
            bans=tuple(one.term for one in bans_in_force(connection)),
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


def read_dream_log(session: Session, limit: int = 50) -> tuple[Dream, ...]:
    """Read the latest dreams, the newest first, for the log beside the figures; none that names a banned topic."""
    with session.connection() as connection:
        bans = session.banned(connection)
        return tuple(one for one in dreams.read_dreams(connection, limit=limit) if not bans.hits(one.text))


def cooling_now(connection: Connection) -> tuple[Cooling, ...]:
    """List what is cooling, as the gate sees it on the next turn of the chat that was used last."""
    with snapshot(connection):
        return _cooling(connection)


def _cooling(connection: Connection) -> tuple[Cooling, ...]:
    latest = chats.latest_chat_id(connection)
    longest = health.greatest_cooldown(connection)
    if latest is None or not longest:
        return ()
    clock = chats.turn_clock(connection, latest, window=longest + 1)
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
    texts, counts = dreams.read_words(connection, since, peak=DAY_WORD_PEAK, often=CARRIER_DAYS)
    bans = session.banned(connection)
    shown = {day: {word: held for word, held in found.items() if not bans.hits(word)} for day, found in texts.items()}
    populations = word_populations(shown, counts, today)
    points = health.read_days(connection, since)
    unknown = HealthDay(today, None, None)
    return Curves(
        diversity=tuple(points.get(day, unknown).diversity for day in populations.days),
        average_importance=tuple(points.get(day, unknown).average_importance for day in populations.days),
        dreams=populations,
    )

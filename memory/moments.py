"""Time in a query: which days it asks about, and how each memory meets them.

The one fact that a reader would get wrong: a memory has more moments than the one it was said at. It also speaks of days
("yesterday", "next Friday"), told by its own date; they are worked out when it is read and stored nowhere.
"""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, tzinfo

from memory.records import Memory, Mode
from memory.rules.answer_types import Wanted, tells_amount, wanted
from memory.rules.days import spoken_days
from memory.rules.query_terms import is_hollow
from memory.rules.question_dates import AskedTime, Event, asked_time, bounded, told
from memory.rules.stretches import Days

# Stretches of which memories are looked up by their date alone, the latest.
_LOOKED_UP = 3
# Fits this well: what is on the days asked for needs no other word in common with a question that has none.
_ON_THE_DAYS = 0.8


@dataclass(frozen=True, slots=True)
class Moments:
    """What one message asks about time.

    Args:
        text: What is to be looked for: the message, in asked mode without the words of time that were understood.
        time: The days it asks about.
        wanted: What kind of answer it wants.
        today: Its local date.
        zone: Of that date.
        is_south: Summer is in January.
        is_hollow: It names days and nothing else that could be looked for.
    """

    text: str
    time: AskedTime
    wanted: Wanted
    today: date
    zone: tzinfo | None
    is_south: bool
    is_hollow: bool = False

    @property
    def event(self) -> Event | None:
        """What bounds the days, still to be found."""
        return self.time.event

    def bounded_by(self, event: Days) -> "Moments":
        """Return the same with the days that lie before or after an event, which was found."""
        clause = self.time.event
        if clause is None:
            return self
        days = bounded(self.time.days, clause.relation, event, self.today)
        return replace(self, time=replace(self.time, days=days), is_hollow=is_hollow(clause.rest))

    def days_of(self, memory: Memory) -> tuple[Days, ...]:
        """Return the days that a memory speaks of."""
        return spoken_days(memory.text, self.said_on(memory), is_south=self.is_south)

    def said_on(self, memory: Memory) -> date:
        """Return the local date on which a memory was said."""
        return memory.said_at.astimezone(self.zone).date()

    def evidence(self, memory: Memory) -> tuple[float, bool]:
        """Tell how well a memory fits the days, 0..1, and whether it tells a time or an amount that is wanted."""
        spoken = self.days_of(memory) if self.time.days or self.wanted.is_time else ()
        is_of_kind = (self.wanted.is_time and bool(spoken)) or (self.wanted.is_amount and tells_amount(memory.text))
        return self.time.fit(self.said_on(memory), spoken) if self.time.days else 0.0, is_of_kind

    def fits_alone(self, dated: float) -> bool:
        """Tell whether fitting the days is enough, because the message asks for nothing else."""
        return self.is_hollow and dated >= _ON_THE_DAYS

    def told_between(self) -> list[tuple[datetime, datetime]]:
        """List when the latest of the days asked about were told, as moments (first, first no more)."""
        latest = sorted(one for one in self.time.days if one.first <= self.today)[-_LOOKED_UP:]
        return [(self._start(one.first), self._start(one.last, is_after=True)) for one in map(told, latest)]

    def _start(self, day: date, *, is_after: bool = False) -> datetime:
        """Return the moment (UTC) at which a local day begins, or that after it; the calendar's own ends where it has none."""
        ordinal = min(max(day.toordinal() + is_after, date.min.toordinal() + 1), date.max.toordinal() - 1)
        return datetime.combine(date.fromordinal(ordinal), time(), self.zone).astimezone(UTC)


def read_moments(text: str, mode: Mode, now: datetime, zone: tzinfo | None) -> Moments:
    """Read what a message asks about time.

    Args:
        text: The message.
        mode: Only in asked mode do words of time leave what is looked for, and events bound it.
        now: Its moment, aware.
        zone: The user's; None = this computer's.
    """
    today = now.astimezone(zone).date()
    is_south = _is_south(today.year, zone)
    kinds = wanted(text)
    asked = asked_time(text, today, is_south=is_south)
    if mode is not Mode.ASKED:
        return Moments(text, AskedTime(asked.days, text), kinds, today, zone, is_south)
    is_empty = bool(asked.days) and is_hollow(asked.rest)
    return Moments(asked.rest, asked, kinds, today, zone, is_south, is_hollow=is_empty)


def timeless(text: str, now: datetime, zone: tzinfo | None) -> Moments:
    """Return the moments of words that ask about no time, such as those that name an event."""
    today = now.astimezone(zone).date()
    return Moments(text, AskedTime((), text), Wanted(), today, zone, _is_south(today.year, zone))


def _is_south(year: int, zone: tzinfo | None) -> bool:
    """Tell whether clocks are put forward in January: then that is summer."""
    january, july = (datetime(year, month, 1, tzinfo=UTC).astimezone(zone).utcoffset() for month in (1, 7))
    return january is not None and july is not None and january > july

"""Dream one dream, and read the log of them."""

from datetime import timedelta

from fakes import FakeClock

from assistant.jobs.dream import Battery, Dream
from assistant.jobs.job import JobResult
from assistant.session import Session
from memory.records import Dream as StoredDream
from memory.store import dreams

DAY = timedelta(days=1)


def dream(session: Session, clock: FakeClock, *, battery: Battery | None = None) -> JobResult:
    with session.connection() as store:
        return Dream(lambda: battery).run_slice(session, store, clock.now(), lambda: False)


def log(session: Session) -> list[StoredDream]:
    with session.connection() as store:
        return list(reversed(dreams.read_dreams(store, limit=10_000)))

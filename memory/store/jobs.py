"""Job rows: when each kind of idle work ran, when it is due, how far it has come, what went wrong.

The one fact that a reader would get wrong: progress is written in the transaction of the work that it tells of, by the
job itself. So whatever a crash leaves behind, both or neither are there.
"""

from datetime import datetime

from memory.database import Connection, Row
from memory.records import JobState
from memory.store.cells import Cells
from memory.store.rows import to_ms


def read_job(connection: Connection, name: str) -> JobState:
    """Read one job's row, or what stands for it before its first run."""
    row = connection.execute(
        "SELECT name, last_at, due_at, progress, error FROM jobs WHERE name = :name", {"name": name}
    ).fetchone()
    return JobState(name) if row is None else _state(row)


def read_jobs(connection: Connection) -> dict[str, JobState]:
    """Read the rows of all jobs that ever were tried, by name."""
    rows = connection.execute("SELECT name, last_at, due_at, progress, error FROM jobs ORDER BY name")
    return {state.name: state for state in map(_state, rows)}


def _state(row: Row) -> JobState:
    cells = Cells(row)
    return JobState(
        name=row["name"],
        last_at=cells.optional_moment("last_at"),
        due_at=cells.optional_moment("due_at"),
        progress=cells.text("progress"),
        error=cells.text("error"),
    )


def note_run(connection: Connection, name: str, now: datetime, due_at: datetime) -> None:
    """Note that a job came to its end; an old error is over."""
    connection.execute(
        """INSERT INTO jobs (name, last_at, due_at) VALUES (:name, :now, :due)
           ON CONFLICT DO UPDATE SET last_at = excluded.last_at, due_at = excluded.due_at, error = ''""",
        {"name": name, "now": to_ms(now), "due": to_ms(due_at)},
    )


def note_failure(connection: Connection, name: str, error: str, retry_at: datetime) -> None:
    """Note that a try failed, in words without anything of the user's, and when to try again."""
    connection.execute(
        """INSERT INTO jobs (name, due_at, error) VALUES (:name, :due, :error)
           ON CONFLICT DO UPDATE SET due_at = excluded.due_at, error = excluded.error""",
        {"name": name, "due": to_ms(retry_at), "error": error},
    )


def reckon_again(connection: Connection, name: str, now: datetime, due_at: datetime) -> None:
    """Set a job's moments anew after the clock was set back: what it ran "in the future" counts as run now."""
    connection.execute(
        "UPDATE jobs SET last_at = MIN(last_at, :now), due_at = :due WHERE name = :name",
        {"name": name, "now": to_ms(now), "due": to_ms(due_at)},
    )


def set_progress(connection: Connection, name: str, progress: str) -> None:
    """Note how far a job has come. Call inside the transaction of the work itself."""
    connection.execute(
        """INSERT INTO jobs (name, progress) VALUES (:name, :progress)
           ON CONFLICT DO UPDATE SET progress = excluded.progress""",
        {"name": name, "progress": progress},
    )

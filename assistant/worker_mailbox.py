"""Where the worker's reading thread leaves jobs for its computing thread, and stops the one that runs.

The one fact that a reader would get wrong: the stop flag is read by llama.cpp from C, in the middle of a computation,
without Python's lock. It is two bytes: `strlen` of them is 0 (go on) or 1 (stop).
"""

import ctypes
import threading
from dataclasses import dataclass

from assistant.model import Priority
from assistant.worker_protocol import Embed, Generate, Load, Warm

Job = Load | Generate | Warm | Embed


class StopFlag:
    """A flag that C code can read at `address`."""

    def __init__(self) -> None:
        self._bytes = ctypes.create_string_buffer(2)

    @property
    def address(self) -> int:
        """Where the two bytes are; valid while this object lives."""
        return ctypes.addressof(self._bytes)

    @property
    def is_set(self) -> bool:
        """Whether the running job has to stop."""
        return self._bytes.raw[0] != 0

    def set(self) -> None:
        """Stop the running job."""
        self._bytes[0] = b"\x01"

    def clear(self) -> None:
        """Let the next job run."""
        self._bytes[0] = b"\x00"


@dataclass(frozen=True, slots=True)
class Taken:
    """A job to do now; a cancelled one needs only its answer."""

    job: Job
    is_cancelled: bool


class Mailbox:
    """Jobs by rank: load, a turn's generation, warming or embedding, idle generation.

    A turn's generation cancels whatever else runs or waits; a new warming replaces the older one.
    """

    def __init__(self) -> None:
        self.stop_flag = StopFlag()
        self._changed = threading.Condition()
        self._waiting: list[Job] = []
        self._cancelled_ids: set[int] = set()
        self._running: Job | None = None

    def put(self, job: Job) -> None:
        """Leave a job, and stop what has to give way to it."""
        with self._changed:
            for other in [*self._waiting, *([self._running] if self._running else [])]:
                if _gives_way(other, job):
                    self._cancel(other.request_id)
            self._waiting.append(job)
            self._changed.notify()

    def cancel(self, request_id: int) -> None:
        """Stop a job, running or waiting; an unknown id is one that has ended."""
        with self._changed:
            self._cancel(request_id)

    def take(self) -> Taken:
        """Wait for the next job. The one before counts as ended, and the flag is clear for this one."""
        with self._changed:
            self._running = None
            while not self._waiting:
                self._changed.wait()
            # Cancelled ones first: who asked is waiting for the answer.
            job = min(
                self._waiting, key=lambda waiting: (waiting.request_id not in self._cancelled_ids, _rank(waiting))
            )
            self._waiting.remove(job)
            self._running = job
            self.stop_flag.clear()
            is_cancelled = job.request_id in self._cancelled_ids
            self._cancelled_ids.discard(job.request_id)
            return Taken(job, is_cancelled)

    def _cancel(self, request_id: int) -> None:
        if self._running is not None and self._running.request_id == request_id:
            self.stop_flag.set()
        elif any(job.request_id == request_id for job in self._waiting):
            self._cancelled_ids.add(request_id)


def _rank(job: Job) -> int:
    match job:
        case Load():
            return 0
        case Generate(priority=Priority.TURN):
            return 1
        case Warm() | Embed():
            return 2
        case Generate():
            return 3


def _gives_way(other: Job, arriving: Job) -> bool:
    match arriving:
        case Warm():
            return isinstance(other, Warm)
        case Generate(priority=Priority.TURN):
            return _rank(other) > _rank(arriving)
        case _:
            return False

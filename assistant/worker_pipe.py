"""The worker's end of the pipe: replies go out over it, commands come in over stdin.

The one fact that a reader would get wrong: when nobody reads or writes any more, the process ends at once, in the middle
of whatever it computes.
"""

import os
import threading
from collections.abc import Callable, Iterable
from typing import BinaryIO, assert_never

from assistant.worker_jobs import WorkerJobs
from assistant.worker_mailbox import Mailbox
from assistant.worker_protocol import (
    Cancel,
    CountPrompt,
    CountTexts,
    Embed,
    Generate,
    Load,
    Reply,
    Warm,
    decode_command,
    encode,
)


class ReplyPipe:
    """Writes replies, one line each, from either thread."""

    def __init__(self, pipe: BinaryIO) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def send(self, reply: Reply) -> None:
        """Write one reply."""
        line = encode(reply)
        try:
            with self._lock:
                self._pipe.write(line)
                self._pipe.flush()
        except OSError:
            os._exit(0)


def progress_teller(tell: Callable[[float], None]) -> Callable[[float, int | None], bool]:
    """Return what llama.cpp calls with its progress of loading, 0..1: it is told at each per cent and never twice."""
    told_per_cent = 0

    def take(share: float, _user_data: int | None) -> bool:
        nonlocal told_per_cent
        per_cent = int(share * 100)
        if per_cent > told_per_cent:
            told_per_cent = per_cent
            tell(per_cent / 100)
        return True

    return take


def read_commands(lines: Iterable[bytes], jobs: WorkerJobs, mailbox: Mailbox) -> None:
    """Serve the lines until they end, and then end the process."""
    for line in lines:
        command = decode_command(line)
        match command:
            case Load() | Generate() | Warm() | Embed():
                mailbox.put(command)
            case CountTexts() | CountPrompt():
                jobs.answer(command)
            case Cancel(request_id):
                mailbox.cancel(request_id)
            case _:
                assert_never(command)
    os._exit(0)

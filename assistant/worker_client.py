"""The engine's end of the pipe: starts one child process, sends commands, sorts replies by request, sees it die.

The one fact that a reader would get wrong: a client stands for one process and one only. When that is dead the client
stays dead; a restart is a new client.
"""

import contextlib
import itertools
import logging
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assistant.worker_protocol import Command, Reply, decode_reply, encode

_LOG = logging.getLogger(__name__)
_LARGEST_LOG_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Died:
    """The last reply to every open request of a process that ended. `exit_code` < 0: minus the signal (POSIX)."""

    exit_code: int

    @property
    def cause(self) -> str:
        """How it ended, in words."""
        return f"killed by signal {-self.exit_code}" if self.exit_code < 0 else f"exit code {self.exit_code}"


ReplyQueue = queue.SimpleQueue[Reply | Died]


class WorkerClient:
    """One running worker process.

    Args:
        log_path: Where the process writes stdout and stderr; appended to, and begun anew over 1 MiB.
    """

    def __init__(self, log_path: Path) -> None:
        self._request_ids = itertools.count(1)
        self._lock = threading.Lock()
        self._send_lock = threading.Lock()
        self._queues: dict[int, ReplyQueue] = {}
        self._died: Died | None = None
        self._process = _spawn(log_path)
        self._reader = threading.Thread(target=self._read_replies, name="engine-replies", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether requests can still be answered."""
        with self._lock:
            return self._died is None and self._process.poll() is None

    def open_request(self) -> tuple[int, ReplyQueue]:
        """Return a new request's id, and where its replies will come. A dead process answers `Died` at once."""
        request_id, replies = next(self._request_ids), ReplyQueue()
        with self._lock:
            if self._died is not None:
                replies.put(self._died)
            else:
                self._queues[request_id] = replies
        return request_id, replies

    @contextlib.contextmanager
    def request(self) -> Iterator[tuple[int, ReplyQueue]]:
        """Open a request and forget it at the end, whatever happens."""
        request_id, replies = self.open_request()
        try:
            yield request_id, replies
        finally:
            self.close_request(request_id)

    def close_request(self, request_id: int) -> None:
        """Forget a request: replies that still come for it are dropped."""
        with self._lock:
            self._queues.pop(request_id, None)

    def send(self, command: Command) -> None:
        """Send a command. To a dead process nothing is sent: its requests are told by `Died`."""
        line = encode(command)
        pipe = self._process.stdin
        assert pipe is not None
        try:
            with self._send_lock:
                pipe.write(line)
                pipe.flush()
        except (OSError, ValueError):
            _LOG.info("engine process %d takes no more commands", self.pid)

    def kill(self) -> None:
        """End the process now."""
        self._process.kill()

    def close(self, grace_s: float) -> None:
        """End the process: politely by closing its stdin, by force after `grace_s`."""
        pipe = self._process.stdin
        assert pipe is not None
        # A sender may be stuck on a full pipe of a hung process; then only force helps.
        if self._send_lock.acquire(timeout=grace_s):
            try:
                pipe.close()
            except OSError:
                _LOG.info("engine process %d was gone already", self.pid)
            finally:
                self._send_lock.release()
        try:
            self._process.wait(grace_s)
        except subprocess.TimeoutExpired:
            _LOG.warning("engine process %d did not end within %.1f s: killed", self.pid, grace_s)
            self._process.kill()
            self._process.wait()
            with contextlib.suppress(OSError):
                pipe.close()
        if threading.current_thread() is not self._reader:
            self._reader.join()

    def _read_replies(self) -> None:
        """Sort replies into their requests' queues until the process ends; the reading thread's whole life."""
        pipe = self._process.stdout
        assert pipe is not None
        with pipe:
            for line in pipe:
                try:
                    reply = decode_reply(line)
                except (ValueError, KeyError, TypeError):
                    # A line cut short by its death, or C code that got hold of the pipe.
                    _LOG.warning("engine process %d sent an unreadable line of %d bytes", self.pid, len(line))
                    continue
                with self._lock:
                    replies = self._queues.get(reply.request_id)
                if replies is not None:
                    replies.put(reply)
        died = Died(self._process.wait())
        with self._lock:
            self._died = died
            queues, self._queues = self._queues, {}
        for replies in queues.values():
            replies.put(died)


def _spawn(log_path: Path) -> subprocess.Popen[bytes]:
    log_path.parent.mkdir(parents=True, exist_ok=True)
    is_too_long = log_path.exists() and log_path.stat().st_size > _LARGEST_LOG_BYTES
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | (os.O_TRUNC if is_too_long else 0)
    options: dict[str, Any] = {}
    # A group of its own: Ctrl+C in the terminal reaches the screen only, even before the child can ignore it.
    if sys.platform == "win32":
        options["creationflags"] = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    else:
        options["process_group"] = 0
    log = os.open(log_path, flags, 0o600)
    try:
        return subprocess.Popen(
            # -P: a folder named `assistant` where the user stands must not be taken for ours.
            [sys.executable, "-P", "-m", "assistant.llama_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            env=_environment(),
            **options,
        )
    finally:
        os.close(log)


def _environment() -> dict[str, str]:
    """The child imports this very package, also from a checkout that is not installed."""
    environment = dict(os.environ)
    root = Path(__file__).resolve().parent.parent
    if root.name not in {"site-packages", "dist-packages"}:
        paths = [str(root), environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    return environment

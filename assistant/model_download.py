"""Download one model file of the Hugging Face hub: with progress, resume, checksum and cancel.

The one fact that a reader would get wrong: huggingface_hub's own download neither goes on where it was broken off nor
looks at the checksum. So it is asked only for what the hub says of the file, and the bytes are fetched over its session.
`HF_ENDPOINT` names another hub.
"""

import hashlib
import os
import shutil
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from filelock import FileLock, Timeout

from assistant.errors import DownloadError, ModelError
from assistant.gguf import read_header
from assistant.hub import ConnectionBrokenError, HubFile, ask_hub, fetch
from assistant.model_catalogue import OfferedModel
from assistant.model_places import part_files
from assistant.stoppable import iterate_stoppable

_SPARE_BYTES = 256 * 1024 * 1024
_PIECE_BYTES = 4 * 1024 * 1024
_TOLD_EVERY_S = 0.1
_SPEED_OVER_S, _SPEED_AFTER_S = 10.0, 1.0
_RETRY_AFTER_S = (0.0, 1.0, 2.0, 4.0)


@dataclass(frozen=True, slots=True)
class Downloading:
    """So much is here.

    Args:
        done_bytes: Of the whole file, what an earlier try left too.
        total_bytes: The whole file.
        is_checking: What an earlier try left is being read first.
        resumed_bytes: What an earlier try left, until more has come.
        bytes_per_s: How fast it came of late; 0 = not known yet.
    """

    done_bytes: int
    total_bytes: int
    is_checking: bool = False
    resumed_bytes: int = field(default=0, compare=False)
    bytes_per_s: float = field(default=0.0, compare=False)

    @property
    def left_s(self) -> float:
        """How long the rest takes at that speed; 0 = not known."""
        return (self.total_bytes - self.done_bytes) / self.bytes_per_s if self.bytes_per_s else 0.0


@dataclass(frozen=True, slots=True)
class DownloadPaused:
    """It was stopped; what is here waits for the next try. A total of 0 = the hub had not answered yet."""

    done_bytes: int = 0
    total_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Downloaded:
    """The whole file is here and is what the hub says it is."""

    path: Path


DownloadEvent = Downloading | DownloadPaused | Downloaded


def disk_free_bytes(folder: Path) -> int:
    """Return the free space of the disk that a folder is on."""
    return shutil.disk_usage(folder).free


def download_model(
    offered: OfferedModel,
    folder: Path,
    stop: threading.Event,
    *,
    free_bytes: Callable[[Path], int] = disk_free_bytes,
    retry_after_s: Sequence[float] = _RETRY_AFTER_S,
) -> Iterator[DownloadEvent]:
    """Fetch a model into `folder`, going on from what an earlier try left.

    The last event is `Downloaded` or, after `stop`, `DownloadPaused`.

    Args:
        offered: The file on the hub.
        folder: Where it goes; what is not whole yet lies there under a name that begins with a dot.
        stop: Ends it from any thread.
        free_bytes: Tells the free space of a folder's disk.
        retry_after_s: Waits before each further try while nothing comes at all.

    Raises:
        DownloadError: offline, no such file, no room on the disk, a connection that keeps breaking, or a file that is
            not what the hub says it is (then it is removed).
    """
    place = folder / offered.local_name
    if _is_model(place):
        yield Downloaded(place)
        return
    about = next(iterate_stoppable(lambda: _asked(offered), stop), None)
    if about is None:
        yield DownloadPaused()
        return
    part = folder / f".{offered.local_name}.{about.sha256[:16]}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _alone(part):
            _drop_older_parts(folder, offered, part)
            with part.open("a+b") as file:
                is_whole = yield from _fill(file, about, stop, lambda: free_bytes(folder), retry_after_s)
            if not is_whole:
                return
            part.replace(place)
    except _DamagedError as error:
        part.unlink(missing_ok=True)
        raise DownloadError(
            f"{offered.local_name} arrived damaged: its SHA-256 is not what the hub says. It was removed.",
            "Download it again.",
        ) from error
    except OSError as error:
        raise DownloadError(
            f"{folder} cannot take the download: {error.strerror or error}.", "Look at its disk and its permissions."
        ) from error
    if not _is_model(place):
        place.unlink(missing_ok=True)
        raise DownloadError(f"{offered.local_name} is no model that Reverie can use.", "Choose another file.")
    yield Downloaded(place)


class _Speed:
    """Tells how fast bytes came in the last seconds."""

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def at(self, now_s: float, done_bytes: int) -> float:
        """Take how much there is now; returns bytes a second, 0 until that can be told."""
        self._seen.append((now_s, done_bytes))
        while len(self._seen) > 2 and now_s - self._seen[0][0] > _SPEED_OVER_S:  # noqa: PLR2004 - two ends of a span
            self._seen.popleft()
        began_s, began_bytes = self._seen[0]
        return (done_bytes - began_bytes) / (now_s - began_s) if now_s - began_s >= _SPEED_AFTER_S else 0.0


class _DamagedError(Exception):
    """The bytes are not those that the hub told of."""


def _asked(offered: OfferedModel) -> Generator[HubFile]:
    yield ask_hub(offered.repo, offered.file_name)


def _is_model(path: Path) -> bool:
    try:
        read_header(path)
    except ModelError:
        return False
    return True


@contextmanager
def _alone(part: Path) -> Iterator[None]:
    """Keep two windows from writing into one file.

    Raises:
        DownloadError: another one does.
    """
    lock = FileLock(f"{part}.lock", blocking=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise DownloadError("Another window of Reverie is downloading this model.", "Wait for it there.") from error
    try:
        yield
    finally:
        lock.release()
        Path(lock.lock_file).unlink(missing_ok=True)


def _drop_older_parts(folder: Path, offered: OfferedModel, part: Path) -> None:
    """Remove what is left of a version that the hub no longer has."""
    for other in part_files(folder, offered.local_name):
        if other != part:
            other.unlink(missing_ok=True)


def _fill(
    file: IO[bytes],
    about: HubFile,
    stop: threading.Event,
    free_bytes: Callable[[], int],
    retry_after_s: Sequence[float],
) -> Generator[DownloadEvent, None, bool]:
    """Bring the file to its whole length and check it; returns whether it is whole."""
    digest = hashlib.sha256()
    done = yield from _read_what_is_there(file, digest, about, stop)
    missing_bytes = about.size_bytes - done
    if missing_bytes and missing_bytes + _SPARE_BYTES > (free := free_bytes()):
        raise DownloadError(
            f"It needs {missing_bytes / 1e9:,.1f} GB more on the disk; {free / 1e9:,.1f} GB are free.",
            "Make room, or choose a smaller model.",
        )
    failures, told_s = 0, 0.0
    speed = _Speed()
    while done < about.size_bytes and not stop.is_set():
        before = done
        broken: ConnectionBrokenError | None = None
        try:
            for piece in iterate_stoppable(lambda at=done: fetch(about, at), stop):  # type: ignore[misc]  # a bound default
                file.write(piece)
                digest.update(piece)
                done += len(piece)
                if (now_s := time.monotonic()) - told_s >= _TOLD_EVERY_S:
                    told_s = now_s
                    yield Downloading(done, about.size_bytes, bytes_per_s=speed.at(now_s, done))
        except ConnectionBrokenError as error:
            broken = error
        failures = 0 if done > before else failures + 1
        if failures > len(retry_after_s):
            raise broken or ConnectionBrokenError("The hub sends no more bytes.", "Try again later.")
        if failures:
            stop.wait(retry_after_s[failures - 1])
    file.flush()
    os.fsync(file.fileno())
    if done < about.size_bytes:
        yield DownloadPaused(done, about.size_bytes)
        return False
    yield Downloading(about.size_bytes, about.size_bytes)
    if done > about.size_bytes or digest.hexdigest() != about.sha256:
        raise _DamagedError
    return True


def _read_what_is_there(
    file: IO[bytes], digest: "hashlib._Hash", about: HubFile, stop: threading.Event
) -> Generator[DownloadEvent, None, int]:
    """Take what an earlier try left into the checksum; returns its length. More than there can be is dropped."""
    if file.seek(0, os.SEEK_END) > about.size_bytes:
        file.truncate(0)
    file.seek(0)
    done = 0
    while not stop.is_set() and (piece := file.read(_PIECE_BYTES)):
        digest.update(piece)
        done += len(piece)
        yield Downloading(done, about.size_bytes, is_checking=True)
    if done:
        yield Downloading(done, about.size_bytes, resumed_bytes=done)
    return done

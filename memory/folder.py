"""The data folder: whether it can be used, and the locks in it.

The one fact that a reader would get wrong: a lock is held by the operating system and dies with its process. That a
lock *file* exists says nothing.
"""

import os
import shutil
import stat
import tempfile
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memory.errors import BusyError, FolderError

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from filelock import FileLock

DATABASE_NAME = "reverie.db"
BACKUPS_NAME = "backups"
DAMAGED_NAME = "damaged"
RUN_NAME = "run"
MIN_FREE_BYTES = 32 * 1024 * 1024
"""What a database that is made needs, and one that is used should have."""

LEAST_FREE_BYTES = 1024 * 1024
"""Enough to read, export and forget what is there."""

_NETWORK_TYPES = frozenset(
    {
        "9pfs", "afpfs", "afs", "beegfs", "ceph", "cifs", "davfs", "fuse.ceph", "fuse.davfs", "fuse.davfs2",
        "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs", "glusterfs", "lustre", "macfuse_sshfs", "ncpfs",
        "nfs", "nfs3", "nfs4", "osxfuse_sshfs", "smb2", "smb3", "smbfs", "sshfs", "webdav",
    }
)  # fmt: skip
_REGISTRY_TIMEOUT_S = 10.0
_PRIVATE = 0o700


@dataclass(frozen=True, slots=True)
class Mount:
    """One line of the mount table. `options` as psutil gives them: comma-separated."""

    point: str
    kind: str
    options: str = ""


def mount_table() -> list[Mount]:
    """Return what is mounted on this machine."""
    import psutil  # noqa: PLC0415 - not before the first paint

    return [Mount(each.mountpoint, each.fstype, each.opts) for each in psutil.disk_partitions(all=True)]


def free_bytes(path: Path) -> int:
    """Return the free space of the disk that holds `path`."""
    return shutil.disk_usage(path).free


def prepare_folder(
    path: Path,
    *,
    mounts: Callable[[], Iterable[Mount]] = mount_table,
    free: Callable[[Path], int] = free_bytes,
) -> None:
    """Make `path` a private folder that can hold the database, or say why not.

    Raises:
        FolderError: no directory, shared, read-only, full, or on a network drive.
    """
    refuse_unfit(path, mounts())
    try:
        path.mkdir(parents=True, exist_ok=True, mode=_PRIVATE)
        # The home folder is not the program's own: its mode stays.
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) != _PRIVATE and not _is_home(path):
            path.chmod(_PRIVATE)
        with tempfile.TemporaryFile(dir=path):
            pass
        (path / RUN_NAME).mkdir(exist_ok=True, mode=_PRIVATE)
    except (FileExistsError, NotADirectoryError) as error:
        raise FolderError(f"{path} is not a folder.", "Choose another with --data-dir.") from error
    except OSError as error:
        raise FolderError(
            f"{path} cannot be written: {error.strerror}.", "Check its permissions, or choose another with --data-dir."
        ) from error
    left, needed = free(path), LEAST_FREE_BYTES if (path / DATABASE_NAME).exists() else MIN_FREE_BYTES
    if left < needed:
        raise FolderError(
            f"The disk of {path} is full: {left / 1e6:.1f} MB are left, {needed / 1e6:.0f} are needed.",
            "Free some space and try again.",
        )


def scarcity(path: Path, *, free: Callable[[Path], int] = free_bytes) -> str:
    """Say that a folder's disk is nearly full; "" where it is not."""
    left = free(path)
    if left >= MIN_FREE_BYTES:
        return ""
    return (
        f"The disk of {path} is nearly full ({left / 1e6:.0f} MB left): what you say may not be kept. Free some space."
    )


def refuse_unfit(path: Path, mounts: Iterable[Mount]) -> None:
    """Refuse a place for the data, there or not: nothing is made and nothing written.

    Raises:
        FolderError: shared, or on a network drive.
    """
    if network := network_kind(path, mounts):
        raise FolderError(
            f"{path} is on a network drive ({network}), where the database cannot be kept safe.",
            "Choose a folder on a local disk with --data-dir.",
        )
    if is_shared(path):
        raise FolderError(
            f"{path} is used by other programs too.", "Choose a folder for Reverie alone, as one inside it."
        )


def is_shared(path: Path) -> bool:
    """Tell whether all programs use a folder, so that it must not be closed to others (0700): /tmp, the root of a disk."""
    try:
        return path.is_dir() and (path.resolve() == Path(path.anchor) or bool(path.stat().st_mode & stat.S_ISVTX))
    except OSError:
        return False


def _is_home(path: Path) -> bool:
    try:
        return path.resolve() == Path.home().resolve()
    except (OSError, RuntimeError):
        return False


def network_kind(path: Path, mounts: Iterable[Mount]) -> str:
    """Return the file system's type where `path` is on a network drive, else "".

    The mount with the longest point that leads to `path` is the one that holds it.
    """
    place = os.path.realpath(path)
    if place.startswith("\\\\"):
        return "network share"
    best: Mount | None = None
    for mount in mounts:
        point = mount.point.rstrip("/\\") or mount.point
        leads = place == point or place.startswith(point if point.endswith(os.sep) else point + os.sep)
        # Of two at the same point the later one covers the earlier.
        if leads and (best is None or len(mount.point) >= len(best.point)):
            best = mount
    if best is None:
        return ""
    is_remote = "remote" in best.options.split(",")
    return best.kind if best.kind.lower() in _NETWORK_TYPES else "network share" if is_remote else ""


class OwnerLock:
    """Shows that this process lives: one locked file, held until `close`.

    `owner` is the name that rows carry ("this reply is being written by ..."). Take it after `open_store`.
    """

    def __init__(self, folder: Path) -> None:
        self.owner = uuid.uuid4().hex
        self._folder = folder
        path = _owner_path(folder, self.owner)
        self._lock = _file_lock(path)
        with _registry(folder):
            _acquire(self._lock, path, 0)

    def close(self) -> None:
        """Let go. Idempotent."""
        if self._lock.is_locked:
            # Windows deletes no open file. A name is never used again, so nobody can take it in between.
            self._lock.release()
            with suppress(PermissionError):  # someone is looking at it just now, and will clear it
                _owner_path(self._folder, self.owner).unlink(missing_ok=True)

    def __enter__(self) -> "Self":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        self.close()


def is_owner_alive(folder: Path, owner: str) -> bool:
    """Tell whether the process that took `owner` still runs; a dead one's file is removed."""
    # An owner comes from a row: only what `OwnerLock` makes may become a path.
    if not owner.isalnum() or not _owner_path(folder, owner).exists():
        return False
    with _registry(folder):
        return _is_held(_owner_path(folder, owner))


def living_owners(folder: Path) -> tuple[str, ...]:
    """Return the owners of all processes that run on this folder, this one too; dead ones' files are removed."""
    if not (folder / RUN_NAME).is_dir():
        return ()
    with _registry(folder):
        return _living(folder)


def _living(folder: Path) -> tuple[str, ...]:
    paths = sorted((folder / RUN_NAME).glob("owner-*.lock"))
    return tuple(path.stem.removeprefix("owner-") for path in paths if _is_held(path))


@contextmanager
def alone_on(folder: Path) -> Iterator[None]:
    """Hold a folder for this process alone: nobody else runs on it, and who starts waits for its locks, then begins anew.

    Raises:
        BusyError: another program runs on it.
    """
    with FolderLock(folder).held(), _registry(folder):
        if _living(folder):
            raise BusyError(f"Another Reverie is using {folder}.", "Close it first.")
        yield


class FolderLock:
    """The one lock on a folder's upkeep: idle work, migration, restore and forget.

    Not for turns: their writes are ordered by SQLite.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / RUN_NAME / "upkeep.lock"
        self._lock = _file_lock(self._path)

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock."""
        return self._lock.is_locked

    def acquire(self, timeout_s: float = 0.0) -> None:
        """Take the lock, waiting at most `timeout_s`.

        Raises:
            BusyError: another program, or another part of this one, holds it.
        """
        _acquire(self._lock, self._path, timeout_s)

    def release(self) -> None:
        """Let go. Idempotent."""
        self._lock.release()

    @contextmanager
    def held(self, timeout_s: float = 0.0) -> Iterator[None]:
        """Hold the lock during the block."""
        self.acquire(timeout_s)
        try:
            yield
        finally:
            self.release()


def _owner_path(folder: Path, owner: str) -> Path:
    return folder / RUN_NAME / f"owner-{owner}.lock"


def _file_lock(path: Path) -> "FileLock":
    from filelock import FileLock  # noqa: PLC0415 - 60 ms that no first paint should wait for

    # Taken and released by whichever thread comes.
    return FileLock(path, mode=0o600, thread_local=False)


def _acquire(lock: "FileLock", path: Path, timeout_s: float) -> None:
    from filelock import Timeout  # noqa: PLC0415 - as above

    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=_PRIVATE)
        lock.acquire(timeout=timeout_s, poll_interval=0.02)
    except Timeout as error:
        raise BusyError(
            f"Another Reverie is working on {path.parent.parent}.", "Try again in a moment, or close the other one."
        ) from error
    except OSError as error:
        raise FolderError(f"{path} cannot be locked: {error.strerror}.", "Check the folder's permissions.") from error


@contextmanager
def _registry(folder: Path) -> Iterator[None]:
    """Order the making and the clearing of owner files: between making one and locking it, it looks dead."""
    path = folder / RUN_NAME / "registry.lock"
    lock = _file_lock(path)
    _acquire(lock, path, _REGISTRY_TIMEOUT_S)
    try:
        yield
    finally:
        lock.release()


def _is_held(path: Path) -> bool:
    lock = _file_lock(path)
    try:
        _acquire(lock, path, 0)
    except BusyError:
        return True
    lock.release()
    path.unlink(missing_ok=True)
    return False

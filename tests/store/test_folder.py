import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.errors import BusyError, FolderError
from memory.folder import (
    DATABASE_NAME,
    MIN_FREE_BYTES,
    FolderLock,
    Mount,
    OwnerLock,
    is_owner_alive,
    living_owners,
    network_kind,
    prepare_folder,
    scarcity,
)

HOLD_OWNER = """
import sys
from pathlib import Path
from memory.folder import OwnerLock
lock = OwnerLock(Path(sys.argv[1]))
print(lock.owner, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def unprivileged_folder() -> Iterator[Path]:
    """A folder on whose mode bits the test depends: as root they mean nothing, so the test runs as nobody."""
    folder = Path(tempfile.mkdtemp())
    is_root = os.name == "posix" and os.geteuid() == 0
    if is_root:
        os.chown(folder, 65534, 65534)
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o700)
        shutil.rmtree(folder)


def test_new_folder_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    prepare_folder(folder)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_existing_folder_becomes_private(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    prepare_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o700


def test_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(FolderError, match="is not a folder"):
            prepare_folder(path)


@pytest.mark.skipif(os.name != "posix", reason="mode bits are POSIX's")
def test_read_only_parent_is_refused(unprivileged_folder: Path) -> None:
    unprivileged_folder.chmod(0o500)
    with pytest.raises(FolderError, match="cannot be written: Permission denied"):
        prepare_folder(unprivileged_folder / "data")


@pytest.mark.skipif(os.name != "posix" or Path("/").owner() != "root", reason="mode bits are POSIX's")
def test_folder_of_someone_else_is_refused(unprivileged_folder: Path) -> None:
    with pytest.raises(FolderError, match="cannot be written"):
        prepare_folder(Path("/usr/lib"))


@pytest.mark.skipif(os.name != "posix", reason="the sticky bit is POSIX's")
def test_shared_folder_keeps_its_mode_and_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(FolderError, match="used by other programs too"):
        prepare_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777
    with pytest.raises(FolderError, match="used by other programs too"):
        prepare_folder(Path("/"))


def test_full_disk_is_refused_with_both_numbers(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="is full: 3.0 MB are left, 34 are needed"):
        prepare_folder(tmp_path, free=lambda _: 3_000_000)
    prepare_folder(tmp_path, free=lambda _: MIN_FREE_BYTES)


def test_what_is_there_can_be_used_on_a_disk_that_is_nearly_full(tmp_path: Path) -> None:
    (tmp_path / DATABASE_NAME).touch()
    prepare_folder(tmp_path, free=lambda _: 3_000_000)
    with pytest.raises(FolderError, match="is full: 0.5 MB are left, 1 are needed"):
        prepare_folder(tmp_path, free=lambda _: 500_000)
    assert "is nearly full (3 MB left)" in scarcity(tmp_path, free=lambda _: 3_000_000)
    assert scarcity(tmp_path, free=lambda _: MIN_FREE_BYTES) == ""


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "smb3", "fuse.sshfs", "davfs", "AFPFS"])
def test_network_drive_is_refused_before_anything_is_made(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "mnt" / "data"
    mounts = [Mount("/", "ext4"), Mount(str(tmp_path / "mnt"), kind)]
    with pytest.raises(FolderError, match=f"on a network drive \\({kind}\\)"):
        prepare_folder(folder, mounts=lambda: mounts)
    assert not folder.exists()


def test_longest_mount_point_decides() -> None:
    mounts = [Mount("/", "nfs"), Mount("/home", "ext4"), Mount("/home/me/far", "cifs"), Mount("/ho", "cifs")]
    kinds = {
        path: network_kind(Path(path), mounts) for path in ("/x", "/home/me", "/home/me/far/a", "/home/me/farther")
    }
    assert kinds == {"/x": "nfs", "/home/me": "", "/home/me/far/a": "cifs", "/home/me/farther": ""}


def test_later_mount_covers_an_earlier_one_at_the_same_point() -> None:
    assert network_kind(Path("/d/x"), [Mount("/d", "autofs"), Mount("/d", "nfs4")]) == "nfs4"
    assert network_kind(Path("/d/x"), [Mount("/d", "ext4", "rw,remote")]) == "network share"
    assert network_kind(Path("/d/x"), []) == ""


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
def test_link_to_a_network_drive_is_seen_through(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "far")
    assert network_kind(tmp_path / "link" / "data", [Mount(str(tmp_path / "far"), "nfs")]) == "nfs"


def test_owner_lives_until_closed_and_its_file_goes(tmp_path: Path) -> None:
    lock = OwnerLock(tmp_path)
    assert is_owner_alive(tmp_path, lock.owner)
    assert living_owners(tmp_path) == (lock.owner,)
    lock.close()
    lock.close()
    assert not is_owner_alive(tmp_path, lock.owner)
    assert living_owners(tmp_path) == ()
    assert not list((tmp_path / "run").glob("owner-*"))


def test_killed_process_is_a_dead_owner_and_its_file_is_removed(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD_OWNER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        owner = process.stdout.readline().strip()
        assert is_owner_alive(tmp_path, owner)
        process.kill()
        process.wait()
        assert (tmp_path / "run" / f"owner-{owner}.lock").exists()
        assert not is_owner_alive(tmp_path, owner)
    assert not (tmp_path / "run" / f"owner-{owner}.lock").exists()


@pytest.mark.parametrize("owner", ["", "../../etc/passwd", "never"])
def test_name_that_no_process_took_is_dead(tmp_path: Path, owner: str) -> None:
    assert not is_owner_alive(tmp_path, owner)


def test_folder_lock_is_exclusive_and_says_who_is_in_the_way(tmp_path: Path) -> None:
    first, second = FolderLock(tmp_path), FolderLock(tmp_path)
    with first.held():
        with pytest.raises(BusyError, match="Another Reverie is working on"):
            second.acquire()
        assert not second.is_held
    with second.held():
        assert second.is_held
    assert not second.is_held

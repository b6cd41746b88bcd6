from pathlib import Path

import pytest

from memory.errors import StoreError
from memory.store.selfcheck import check_secure_delete, check_writing, sqlite_words, vector_version


def test_this_machine_has_what_the_store_needs(tmp_path: Path) -> None:
    assert vector_version().startswith("v0.1.")
    assert sqlite_words()[0] == "3"
    check_secure_delete()


def test_write_test_leaves_nothing_behind(tmp_path: Path) -> None:
    check_writing(tmp_path)
    assert not list(tmp_path.iterdir())


def test_write_test_fails_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises((StoreError, OSError)):
        check_writing(tmp_path / "gone")

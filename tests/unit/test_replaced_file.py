"""Files that are written whole or not at all: settings, the list of models, exports."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant.config_file import set_value
from assistant.errors import ConfigError, ModelError
from assistant.model_places import added_models, drop_added, remember_added
from assistant.paths import models_folder
from assistant.replaced_file import replace_file


def test_a_file_is_replaced_by_one_that_only_the_user_reads(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("old")
    path.chmod(0o644)
    replace_file(path, ["süß\r\n", "and\n"])
    assert path.read_bytes() == "süß\r\nand\n".encode()
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_text_that_breaks_off_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    def pieces() -> Iterator[str]:
        yield "new"
        raise LookupError

    path = tmp_path / "notes.txt"
    path.write_text("old")
    with pytest.raises(LookupError):
        replace_file(path, pieces())
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("notes.txt", "old")]


def test_a_list_of_models_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    in_the_way = models_folder(tmp_path) / "added.json"
    in_the_way.mkdir(parents=True)
    for change in (remember_added, drop_added):
        with pytest.raises(ModelError, match="cannot be written"):
            change(tmp_path, Path("/models/one.gguf"))
    assert list(in_the_way.parent.iterdir()) == [in_the_way]


def test_the_list_of_models_comes_back_as_it_was_written(tmp_path: Path) -> None:
    for name in ("/models/é\ud83d.gguf", "/models/two.gguf", "/models/two.gguf"):
        remember_added(tmp_path, Path(name))
    assert [str(one) for one in added_models(tmp_path)] == ["/models/é\ud83d.gguf", "/models/two.gguf"]


def test_settings_that_cannot_be_written_leave_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "no-folder"
    folder.write_text("")
    with pytest.raises(ConfigError, match="cannot be"):
        set_value(folder / "config.toml", "seed", 3)
    assert [one.name for one in tmp_path.iterdir()] == ["no-folder"]

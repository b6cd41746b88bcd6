from pathlib import Path

import pytest

from assistant.errors import ConfigError
from assistant.paths import find_paths, locate


def test_named_folder_is_a_whole_reverie_of_its_own(tmp_path: Path) -> None:
    paths = find_paths(str(tmp_path), {})
    assert (paths.data, paths.config_file) == (tmp_path, tmp_path / "config.toml")
    assert paths.log_file == tmp_path / "log" / "reverie.log"
    assert paths.database == tmp_path / "reverie.db"


def test_command_line_wins_over_the_environment_over_the_system(tmp_path: Path) -> None:
    environ = {"REVERIE_DATA_DIR": str(tmp_path / "env")}
    assert find_paths(str(tmp_path / "cli"), environ).data == tmp_path / "cli"
    assert find_paths(None, environ).data == tmp_path / "env"
    usual = find_paths(None, {})
    assert usual.data.name == "reverie"
    assert usual.config_file.parent != usual.data


def test_relative_folder_and_home_sign_become_absolute() -> None:
    assert find_paths("here", {}).data == Path.cwd() / "here"
    assert find_paths("~/there", {}).data == Path.home() / "there"


def test_named_folder_wins_over_the_config_inside_it(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('data_dir = "/elsewhere"\ntop_k = 3\n')
    paths, config = locate(str(tmp_path), {})
    assert (paths.data, config.data_dir, config.top_k) == (tmp_path, str(tmp_path), 3)


def test_broken_config_is_told_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("topk = 3\n")
    with pytest.raises(ConfigError, match='unknown key "topk". Did you mean "top_k"'):
        locate(str(tmp_path), {})

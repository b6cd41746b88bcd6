from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.config import Config, config_from_mapping, load_config, parse_value, settings
from assistant.config_errors import SettingError
from assistant.config_file import set_keys, set_value, unset_value
from assistant.errors import ConfigError


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_missing_file_gives_the_defaults(tmp_path: Path) -> None:
    assert load_config(tmp_path / "config.toml") == Config()


def test_keys_are_read_from_their_sections_and_from_the_top(tmp_path: Path) -> None:
    path = write(tmp_path / "config.toml", "temperature = 0\n[model]\nn_ctx = 4096\n[idle]\ndreams = false\n")
    config = load_config(path)
    assert (config.temperature, config.n_ctx, config.dreams) == (0.0, 4096, False)


def test_overrides_win_over_the_file(tmp_path: Path) -> None:
    path = write(tmp_path / "config.toml", "seed = 1\ntop_k = 7\n")
    config = load_config(path, {"seed": 2})
    assert (config.seed, config.top_k) == (2, 7)


def test_unknown_key_names_file_key_and_nearest_in_one_line(tmp_path: Path) -> None:
    path = write(tmp_path / "config.toml", "[sampling]\ntemprature = 0.5\n")
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    words = str(caught.value)
    assert words == (
        f'{path}: unknown key "temprature". Did you mean "temperature"? `reverie config unset temprature` takes it out.'
    )


def test_unknown_section_names_the_nearest(tmp_path: Path) -> None:
    path = write(tmp_path / "config.toml", "[smapling]\ntop_k = 5\n")
    with pytest.raises(ConfigError, match='unknown key "smapling". Did you mean "sampling"'):
        load_config(path)


def test_key_in_the_wrong_section_is_told_its_own(tmp_path: Path) -> None:
    path = write(tmp_path / "config.toml", "[memory]\nn_ctx = 4096\n")
    with pytest.raises(ConfigError, match=r"It belongs in \[model\]"):
        load_config(path)


def test_key_given_twice_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "config.toml", "n_ctx = 4096\n[model]\nn_ctx = 2048\n")
    with pytest.raises(ConfigError, match='"n_ctx" is there twice'):
        load_config(path)


@pytest.mark.parametrize(
    ("mapping", "expected"),
    [
        ({"n_ctx": "4096"}, "must be a whole number, 512 to 1048576, or 0 for automatic, not '4096'"),
        ({"n_ctx": 100}, "must be a whole number, 512 to 1048576, or 0 for automatic, not 100"),
        ({"n_ctx": True}, "not True"),
        ({"top_k": 1.5}, "must be a whole number, 0 to 1000, not 1.5"),
        ({"temperature": 2.5}, "must be a number, 0 to 2, not 2.5"),
        ({"temperature": float("nan")}, "must be a number, 0 to 2, not nan"),
        ({"dreams": 1}, "must be true or false, not 1"),
        ({"persona": 5}, "must be text in quotes, not 5"),
        ({"persona": "a\x00b"}, "text that a file can hold"),
        ({"persona": "a\udcff"}, "text that a file can hold"),
        ({"timezone": "Mars/Olympus"}, "must be the name of a time zone, not 'Mars/Olympus'"),
        ({"timezone": "../../etc/passwd"}, "must be the name of a time zone"),
        ({"model_path": ["a"]}, "must be text in quotes"),
    ],
)
def test_wrong_value_says_what_was_expected(mapping: dict[str, object], expected: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config_from_mapping(mapping, where="line 3")
    assert expected in str(caught.value)
    assert str(caught.value).startswith("line 3: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"n_ctx = = 3\n", b"\xff\xfe\x00", b"[model\n", b"n_ctx = 1\nn_ctx = 2\n"])
def test_broken_toml_is_one_error_that_names_the_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match="is not valid TOML") as caught:
        load_config(path)
    assert str(path) in str(caught.value)


def test_folder_in_place_of_the_file_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path)


def test_set_value_keeps_comments_and_order(tmp_path: Path) -> None:
    path = write(tmp_path / "config.toml", "# mine\n[model]\nn_ctx = 4096 # enough\n\n[idle]\ndreams = false\n")
    config = set_value(path, "n_ctx", 2048)
    assert config.n_ctx == 2048
    assert path.read_text() == "# mine\n[model]\nn_ctx = 2048 # enough\n\n[idle]\ndreams = false\n"


def test_set_value_makes_file_folder_and_section(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.toml"
    set_value(path, "temperature", 0.2)
    set_value(path, "top_k", 5)
    assert load_config(path) == Config(temperature=0.2, top_k=5)
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["config.toml"]


def test_set_value_none_takes_the_key_out(tmp_path: Path) -> None:
    path = write(tmp_path / "config.toml", "top_k = 3\n[model]\nn_ctx = 4096\n")
    set_value(path, "n_ctx", None)
    set_value(path, "top_k", None)
    assert load_config(path) == Config()
    with pytest.raises(ConfigError, match='Did you mean "n_ctx"'):
        set_value(path, "n_ctxx", None)


def test_refused_value_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = write(tmp_path / "config.toml", "[model]\nn_ctx = 4096\n")
    with pytest.raises(ConfigError):
        set_value(path, "n_ctx", 3)
    with pytest.raises(ConfigError):
        set_value(path, "nctx", 4096)
    assert path.read_text() == "[model]\nn_ctx = 4096\n"


def test_values_nested_without_end_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nests values too deep"):
        load_config(write(tmp_path / "config.toml", "persona = " + "[" * 20_000))


def test_set_value_refuses_to_write_into_a_file_with_errors(tmp_path: Path) -> None:
    path = write(tmp_path / "config.toml", "[model]\nnonsense = 1\n")
    with pytest.raises(ConfigError, match="nonsense"):
        set_value(path, "n_ctx", 4096)
    assert path.read_text() == "[model]\nnonsense = 1\n"


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [("dreams", "off", False), ("dreams", "True", True), ("n_ctx", "4096", 4096), ("theme", "nord", "nord")],
)
def test_typed_text_becomes_the_keys_type(key: str, text: str, value: object) -> None:
    assert parse_value(key, text) == value


@pytest.mark.parametrize(("key", "text"), [("dreams", "maybe"), ("n_ctx", "many"), ("temperature", "")])
def test_typed_text_of_the_wrong_type_is_refused(key: str, text: str) -> None:
    with pytest.raises(ConfigError, match=f'"{key}" must be'):
        parse_value(key, text)


def test_every_default_is_accepted_and_described() -> None:
    for name, default, setting in settings():
        assert config_from_mapping({name: default}) == Config()
        assert setting.meaning.endswith((".", ")."))
        assert isinstance(default, str | bool) == (setting.range_words() == "")


@given(
    st.dictionaries(st.text(max_size=12), st.none() | st.booleans() | st.integers() | st.text(max_size=5), max_size=4)
)
def test_any_mapping_gives_a_config_or_a_config_error(mapping: dict[str, object]) -> None:
    with suppress(ConfigError):
        assert isinstance(config_from_mapping(mapping), Config)


def test_keys_are_read_by_name_or_by_their_scopes_table_and_written_with_comments_kept(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('# mine\n[keys]\n"chat.new_chat" = ["f4", "alt+n"] # new\napp.open_topics = "f3"\n')
    assert dict(load_config(path).keys) == {"chat.new_chat": "f4,alt+n", "app.open_topics": "f3"}
    assert dict(set_keys(path, "app.open_topics", "ctrl+t,f3").keys)["app.open_topics"] == "ctrl+t,f3"
    set_keys(path, "app.open_topics", None)
    assert load_config(path).keys == (("chat.new_chat", "f4,alt+n"),)
    assert "# mine" in path.read_text()
    assert "# new" in path.read_text()


@pytest.mark.parametrize(
    "line", ["keys = 3", "[keys]\na = 3", "[keys]\na = []", '[keys]\na = ["f4", 3]', '[keys]\na = ""']
)
def test_keys_of_another_shape_are_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "config.toml"
    path.write_text(line)
    with pytest.raises(ConfigError, match="keys"):
        load_config(path)


def test_a_default_is_no_line_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    set_value(path, "temperature", 0.7)
    set_value(path, "data_dir", "")
    unset_value(path, "seed")
    assert not path.exists()
    set_value(path, "seed", 3)
    set_value(path, "seed", -1)
    assert path.read_text() == ""
    write(path, "[sampling]\n# mine\nseed = 3\ntop_k = 5\n")
    set_value(path, "seed", -1)
    set_value(path, "top_k", 40)
    assert path.read_text() == "[sampling]\n# mine\n"


@pytest.mark.parametrize(
    ("text", "key", "value", "after"),
    [
        ("[sampling]\ntemperature = 99 # hot\n", "temperature", 0.4, "[sampling]\ntemperature = 0.4 # hot\n"),
        ("n_ctx = 1\n[model]\nn_ctx = 2048\n", "n_ctx", 4096, "[model]\nn_ctx = 4096\n"),
        ("[memory]\nn_ctx = 2048\n", "n_ctx", 4096, "[memory]\n\n[model]\nn_ctx = 4096\n"),
    ],
)
def test_a_bad_value_is_repaired_by_a_good_one(tmp_path: Path, text: str, key: str, value: float, after: str) -> None:
    path = write(tmp_path / "config.toml", text)
    set_value(path, key, value)
    assert path.read_text() == after


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[sampling]\ntemperature = 99\n", "temperature"),
        ("[model]\nnonsense = 1\n", "nonsense"),
        ("[smapling]\ntop_k = 5\n", "smapling"),
        ("model = 3\n", "model"),
        ("[memory]\nn_ctx = 2048\n", "n_ctx"),
        ("n_ctx = 1024\n[model]\nn_ctx = 2048\n", "n_ctx"),
        ("keys = 3\n", "keys"),
        ("[keys.chat]\nnew_chat = 3\n", "keys.chat.new_chat"),
        ('[keys]\n"chat.new_chat" = []\n', "keys.chat.new_chat"),
        ("[keys.a.b]\nc = 3\n", "keys.a.b.c"),
    ],
)
def test_what_makes_a_file_useless_is_named_with_the_command_that_takes_it_out_and_goes(
    tmp_path: Path, text: str, key: str
) -> None:
    path = write(tmp_path / "config.toml", text + '[idle]\nfade = false\n[screen]\ntheme = "nord"\n')
    with pytest.raises(SettingError) as caught:
        load_config(path)
    assert str(caught.value).startswith(str(path))
    assert str(caught.value).endswith(f"`reverie config unset {key}` takes it out.")
    unset_value(path, caught.value.key)
    assert load_config(path) == Config(fade=False, theme="nord")


def test_two_bad_values_are_taken_out_one_after_the_other(tmp_path: Path) -> None:
    path = write(tmp_path / "config.toml", "temperature = 99\ntop_p = 7\n")
    with pytest.raises(SettingError, match="`reverie config unset top_p` takes it out"):
        set_value(path, "temperature", 0.4)
    unset_value(path, "top_p")
    set_value(path, "temperature", 0.4)
    assert load_config(path) == Config(temperature=0.4)


def test_a_refused_value_names_no_place_in_its_message(tmp_path: Path) -> None:
    with pytest.raises(SettingError) as caught:
        set_value(tmp_path / "config.toml", "temperature", 9.0)
    assert str(caught.value) == '"temperature" must be a number, 0 to 2, not 9.0.'
    assert caught.value.reason == "must be a number, 0 to 2"


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("model_path", "{folder}/gone.gguf", "names a file that is not there"),
        ("embedder_path", "theme", "names a file that is not there"),
        ("model_path", "{folder}", "is a folder, not a model file"),
        ("embedder_path", "{folder}/notes.txt", "is no GGUF model"),
        ("data_dir", "{folder}/notes.txt", "names a file, not a folder"),
        ("data_dir", "{folder}/notes.txt/deep", "names a folder that cannot be made: Not a directory"),
        ("data_dir", "/", "names a folder that other programs use too"),
        ("data_dir", "~nobody-of-this-name/reverie", "names a home folder that there is none of"),
    ],
)
def test_a_place_that_cannot_be_used_is_refused_and_nothing_is_left_of_the_trial(
    tmp_path: Path, key: str, value: str, reason: str
) -> None:
    (tmp_path / "notes.txt").write_text("I am no model.")
    path = tmp_path / "config.toml"
    with pytest.raises(SettingError) as caught:
        set_value(path, key, value.format(folder=tmp_path))
    assert caught.value.reason.startswith(reason)
    assert str(tmp_path) not in caught.value.reason
    assert [each.name for each in tmp_path.iterdir()] == ["notes.txt"]


def test_a_folder_that_can_be_made_is_taken_and_not_made_yet(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    assert set_value(path, "data_dir", f"{tmp_path}/new/deep").data_dir == f"{tmp_path}/new/deep"
    assert [each.name for each in tmp_path.iterdir()] == ["config.toml"]


def test_a_relative_place_is_written_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert set_value(tmp_path / "config.toml", "data_dir", "here").data_dir == f"{tmp_path}/here"

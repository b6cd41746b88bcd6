from pathlib import Path

import pytest
from gguf_files import tiny_gguf

from assistant.config import Config
from assistant.errors import ModelError, ModelFileError, ModelNotFoundError
from assistant.gguf import GgufHeader
from assistant.model_catalogue import OFFERED
from assistant.model_fit import Room, memory_needed_bytes, room_for
from assistant.model_places import added_models
from assistant.models import (
    add_model,
    chosen_model_path,
    default_model_path,
    is_default_model,
    list_models,
    quantisation_of,
    remove_model,
    usable_model,
)
from assistant.views import ModelChoice, ModelOrigin

GIB = 1024**3


def a_file(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return tiny_gguf(path)


def listed(data: Path, home: Path, config: Config | None = None, **environ: str) -> dict[str, ModelChoice]:
    return {one.name: one for one in list_models(config or Config(), data, environ=environ, home=home)}


def test_default_model_is_a_file_and_the_chosen_one() -> None:
    assert default_model_path().stat().st_size == 98_362_432
    assert chosen_model_path(Config()) == default_model_path()
    assert is_default_model(Config())
    assert not is_default_model(Config(model_path="/elsewhere/model.gguf"))


def test_list_shows_default_downloads_and_chosen_once_each(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "downloaded.Q8_0.gguf").write_text("hello")
    chosen = tmp_path / "models" / "downloaded.Q8_0.gguf"
    default, downloaded = list_models(Config(model_path=str(chosen)), tmp_path, environ={}, home=tmp_path)
    assert (default.is_default, default.is_current, default.problem) == (True, False, "")
    assert (default.quantisation, default.n_ctx_train, default.size_bytes) == ("Q4_1", 8192, 98_362_432)
    assert default.memory_need_bytes > default.size_bytes
    assert (downloaded.is_current, downloaded.quantisation, downloaded.size_bytes) == (True, "Q8_0", 5)
    assert "is no GGUF model" in downloaded.problem


def test_chosen_file_that_is_gone_is_listed_with_its_problem(tmp_path: Path) -> None:
    missing = list_models(Config(model_path=str(tmp_path / "gone.gguf")), tmp_path, environ={}, home=tmp_path)[-1]
    assert (missing.is_current, missing.size_bytes) == (True, 0)
    assert "no model file" in missing.problem


def test_unusable_choices_are_refused_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "text.gguf").write_text("hello")
    with pytest.raises(ModelNotFoundError):
        usable_model(tmp_path / "gone.gguf", Config())
    with pytest.raises(ModelFileError, match="is no GGUF"):
        usable_model(tmp_path / "text.gguf", Config())
    with pytest.raises(ModelFileError, match=r"is a folder. Name a file in it, as .*text.gguf"):
        usable_model(tmp_path, Config())


@pytest.mark.parametrize(
    ("name", "quantisation"),
    [
        ("Qwen2.5-1.5B-Instruct-Q4_K_M.gguf", "Q4_K_M"),
        ("model.iq2_xxs.gguf", "IQ2_XXS"),
        ("SmolLM2-135M-Instruct.Q4_1.gguf", "Q4_1"),
        ("gpt-oss-20b-mxfp4.gguf", "MXFP4"),
        ("llama-f16.gguf", "F16"),
        ("plain.gguf", ""),
    ],
)
def test_quantisation_is_read_from_the_name(name: str, quantisation: str) -> None:
    assert quantisation_of(name) == quantisation


def test_models_of_other_programs_are_found_and_their_companions_left_out(tmp_path: Path) -> None:
    data, home, cache = tmp_path / "data", tmp_path / "home", tmp_path / "elsewhere"
    a_file(home / ".lmstudio" / "models" / "owner" / "repo" / "studio-Q4_K_M.gguf")
    a_file(home / ".lmstudio" / "models" / "owner" / "repo" / "mmproj-studio-f16.gguf")
    a_file(home / ".cache" / "huggingface" / "hub" / "models--o--r" / "snapshots" / "abc" / "hub.gguf")
    a_file(cache / "models--o--r" / "snapshots" / "abc" / "q4" / "other-00001-of-00002.gguf")
    a_file(cache / "models--o--r" / "snapshots" / "abc" / "q4" / "other-00002-of-00002.gguf")
    (home / ".lmstudio" / "models" / "owner" / "repo" / "broken.gguf").write_text("no model")

    found = listed(data, home)
    assert {name: one.origin for name, one in found.items() if not one.is_default} == {
        "studio-Q4_K_M": ModelOrigin.LM_STUDIO,
        "hub": ModelOrigin.HUGGING_FACE,
    }
    moved = listed(data, home, HF_HUB_CACHE=str(cache))
    assert "other-00001-of-00002" in moved
    assert not {"other-00002-of-00002", "hub"} & set(moved)


def test_an_added_path_is_listed_once_until_it_is_removed_and_the_file_stays(tmp_path: Path) -> None:
    path = a_file(tmp_path / "elsewhere" / "mine.gguf")
    for _ in range(2):
        assert add_model(Config(), tmp_path, path).origin is ModelOrigin.ADDED
    assert added_models(tmp_path) == [path]
    mine = listed(tmp_path, tmp_path)["mine"]
    remove_model(tmp_path, mine)

    assert added_models(tmp_path) == []
    assert path.exists()


def test_what_is_no_model_is_not_added_and_a_damaged_list_hides_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "text.gguf").write_text("hello")
    with pytest.raises(ModelFileError, match="is no GGUF"):
        add_model(Config(), tmp_path, tmp_path / "text.gguf")
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "added.json").write_text("{not json")
    assert added_models(tmp_path) == []
    add_model(Config(), tmp_path, a_file(tmp_path / "mine.gguf"))
    assert added_models(tmp_path) == [tmp_path / "mine.gguf"]


def test_a_download_is_deleted_and_what_is_not_reveries_or_in_use_stays(tmp_path: Path) -> None:
    path = a_file(tmp_path / "models" / "mine.gguf")
    studio = a_file(tmp_path / ".lmstudio" / "models" / "o" / "r" / "studio.gguf")
    in_use = listed(tmp_path, tmp_path, Config(model_path=str(path)))
    for name, words in (("mine", "is in use"), ("studio", "is of LM Studio"), (default_model_path().stem, "stays")):
        with pytest.raises(ModelError, match=words):
            remove_model(tmp_path, in_use[name])
    assert path.exists()
    assert studio.exists()
    remove_model(tmp_path, listed(tmp_path, tmp_path)["mine"])
    assert not path.exists()


def test_room_is_told_in_words_by_what_is_free() -> None:
    header = GgufHeader("m", "llama", 2 * GIB, 32_768, 100_000, 150_000, 2560)
    wanted = memory_needed_bytes(header, 8192)
    shortest = memory_needed_bytes(header, 512)
    assert room_for(header, None, int(wanted / 0.8) + 1) is Room.FITS
    assert room_for(header, None, wanted) is Room.TIGHT
    assert room_for(header, None, shortest) is Room.TIGHT
    assert room_for(header, None, shortest - 1) is Room.TOO_BIG
    assert room_for(header, 8192, wanted - 1) is Room.TOO_BIG


def test_each_offered_model_goes_into_the_machine_that_it_is_meant_for() -> None:
    # A third of the memory is taken by the system and other programs.
    rooms = {one.name: one.room(None, one.ram_gb * GIB * 2 // 3) for one in OFFERED}
    assert Room.TOO_BIG not in rooms.values(), rooms
    assert {one.ram_gb for one in OFFERED} == {8, 16, 32}
    assert len({one.local_name for one in OFFERED}) == len(OFFERED)

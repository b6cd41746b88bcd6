from pathlib import Path

import pytest

from assistant.config import Config
from assistant.errors import ModelFileError, ModelNotFoundError
from assistant.models import (
    chosen_model_path,
    default_model_path,
    is_default_model,
    list_models,
    quantisation_of,
    usable_model,
)


def test_default_model_is_a_file_and_the_chosen_one() -> None:
    assert default_model_path().stat().st_size == 98_362_432
    assert chosen_model_path(Config()) == default_model_path()
    assert is_default_model(Config())
    assert not is_default_model(Config(model_path="/elsewhere/model.gguf"))


def test_list_shows_default_downloads_and_chosen_once_each(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "downloaded.Q8_0.gguf").write_text("hello")
    chosen = tmp_path / "models" / "downloaded.Q8_0.gguf"
    default, downloaded = list_models(Config(model_path=str(chosen)), tmp_path)
    assert (default.is_default, default.is_current, default.has_problem) == (True, False, "")
    assert (default.quantisation, default.n_ctx_train, default.size_bytes) == ("Q4_1", 8192, 98_362_432)
    assert default.memory_need_bytes > default.size_bytes
    assert (downloaded.is_current, downloaded.quantisation, downloaded.size_bytes) == (True, "Q8_0", 5)
    assert "is no GGUF model" in downloaded.has_problem


def test_chosen_file_that_is_gone_is_listed_with_its_problem(tmp_path: Path) -> None:
    missing = list_models(Config(model_path=str(tmp_path / "gone.gguf")), tmp_path)[-1]
    assert (missing.is_current, missing.size_bytes) == (True, 0)
    assert "no model file" in missing.has_problem


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

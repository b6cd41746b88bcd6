"""The shipped embedder: unit rows, zero rows, no side effects."""

import logging
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from memory.embedding import WordLlamaEmbedder
from memory.errors import EmbedderError

TEXTS = ["My sister is vegetarian.", "tea", "", "a much longer text that says the same thing " * 30, "我住在北京"]


@pytest.fixture(scope="module")
def wordllama() -> WordLlamaEmbedder:
    return WordLlamaEmbedder()


def test_rows_have_unit_length_and_no_text_is_a_zero_row(wordllama: WordLlamaEmbedder) -> None:
    rows = wordllama.embed(TEXTS)
    assert rows.shape == (len(TEXTS), wordllama.dim)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1, 0, 1, 1], abs=1e-5)
    assert not np.isnan(rows).any()


def test_a_row_does_not_depend_on_what_else_is_in_the_batch(wordllama: WordLlamaEmbedder) -> None:
    together = wordllama.embed(TEXTS)
    alone = np.vstack([wordllama.embed([text]) for text in TEXTS])
    np.testing.assert_allclose(together, alone, atol=1e-6)


def test_no_texts_are_no_rows(wordllama: WordLlamaEmbedder) -> None:
    assert wordllama.embed([]).shape == (0, wordllama.dim)


def test_similar_texts_are_nearer_than_unrelated_ones(wordllama: WordLlamaEmbedder) -> None:
    dog, puppy, tax = wordllama.embed(["my dog is ill", "our puppy is sick", "income tax returns are due in April"])
    assert dog @ puppy > dog @ tax + 0.2


def test_it_agrees_with_the_package_itself(wordllama: WordLlamaEmbedder) -> None:
    module = pytest.importorskip("wordllama")
    folder = module.__path__[0]
    theirs = module.WordLlama.load(cache_dir=folder, disable_download=True).embed(["my dog is ill"], norm=True)
    np.testing.assert_allclose(wordllama.embed(["my dog is ill"]), theirs, atol=1e-5)


def test_loading_needs_no_network_and_leaves_logging_alone() -> None:
    program = """
import logging, socket, sys
def refuse(*_): raise AssertionError("the network was used")
socket.socket.connect = refuse
from memory.embedding import WordLlamaEmbedder
from memory.errors import EmbedderError
WordLlamaEmbedder().embed(["hello"])
root = logging.getLogger()
assert root.handlers == [] and root.level == logging.WARNING, (root.handlers, root.level)
assert {"wordllama", "requests", "pydantic"}.isdisjoint(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_logging_that_is_set_up_already_stays(wordllama: WordLlamaEmbedder) -> None:
    root = logging.getLogger()
    before = (root.handlers[:], root.level)
    WordLlamaEmbedder().embed(["hello"])
    assert (root.handlers, root.level) == before


def test_a_text_without_end_is_told_by_its_beginning(wordllama: WordLlamaEmbedder) -> None:
    beginning = "tea and cake " * 2_000
    endless, told = wordllama.embed([beginning + "engine oil " * 100_000, beginning])
    assert endless == pytest.approx(told, abs=1e-5)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "No such file"),
        ({"weights/l2_supercat_256.safetensors": b"damaged"}, "cannot be loaded"),
        ({"weights/l2_supercat_256.safetensors": None}, "No such file"),
        (
            {
                "weights/l2_supercat_256.safetensors": None,
                "tokenizers/l2_supercat_tokenizer_config.json": b'{"model": 1',
            },
            "tokenizer is damaged",
        ),
    ],
    ids=["no weights", "damaged weights", "no tokenizer", "damaged tokenizer"],
)
def test_package_with_missing_or_damaged_files_is_told_in_one_line(
    files: dict[str, bytes | None], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = find_spec("wordllama")
    assert whole is not None
    assert whole.origin is not None
    package = tmp_path / "wordllama"
    package.mkdir()
    (package / "__init__.py").touch()
    for name, damaged in files.items():
        path = package / name
        path.parent.mkdir()
        path.write_bytes((Path(whole.origin).parent / name).read_bytes() if damaged is None else damaged)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "wordllama", raising=False)
    with pytest.raises(EmbedderError, match=words) as raised:
        WordLlamaEmbedder().embed(["hello"])
    assert raised.value.hint == "Reinstall wordllama."
    assert "\n" not in raised.value.message

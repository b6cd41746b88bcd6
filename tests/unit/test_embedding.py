"""The shipped embedder: unit rows, zero rows, no side effects."""

import logging
import subprocess
import sys
from time import perf_counter

import numpy as np
import pytest

from memory.embedding import WordLlamaEmbedder

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


def test_one_sentence_takes_less_than_a_millisecond(wordllama: WordLlamaEmbedder) -> None:
    wordllama.embed(["warm"])
    times = []
    for _ in range(20):
        start = perf_counter()
        wordllama.embed(["what can I cook for my sister tonight?"])
        times.append(perf_counter() - start)
    assert min(times) < 0.001


def test_loading_needs_no_network_and_leaves_logging_alone() -> None:
    program = """
import logging, socket
def refuse(*_): raise AssertionError("the network was used")
socket.socket.connect = refuse
from memory.embedding import WordLlamaEmbedder
WordLlamaEmbedder().embed(["hello"])
root = logging.getLogger()
assert root.handlers == [] and root.level == logging.WARNING, (root.handlers, root.level)
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

"""The GGUF embedder with the default model: real child process, real llama.cpp. Any chat model gives vectors too."""

import itertools
import os
import shutil
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from assistant import doctor, memories
from assistant.bootstrap import build
from assistant.config import Config
from assistant.config_file import set_value
from assistant.gguf_embedder import GgufEmbedder
from assistant.idle import run_due
from assistant.jobs.job import JobName
from assistant.models import default_model_path
from assistant.paths import locate
from memory.errors import EmbedderError
from memory.store import spaces

MODEL = default_model_path()
LONG = "tea and cake and a walk by the river " * 300


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GgufEmbedder]:
    embedder = GgufEmbedder(MODEL, log_path=tmp_path_factory.mktemp("embedder") / "embedder.log")
    yield embedder
    embedder.close()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[GgufEmbedder]:
    """An embedder that a test may break."""
    embedder = GgufEmbedder(MODEL, log_path=tmp_path / "embedder.log")
    yield embedder
    embedder.close()


def test_rows_have_unit_length_and_no_text_is_a_zero_row(shared: GgufEmbedder) -> None:
    rows = shared.embed(["My dog is ill.", "", "  \n", "我住在北京"])
    assert rows.shape == (4, shared.dim) == (4, 576)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 0, 0, 1], abs=1e-5)
    assert shared.embed([]).shape == (0, 576)


def test_the_same_text_has_the_same_vector_whatever_was_read_before(shared: GgufEmbedder) -> None:
    first = shared.embed(["My dog is ill."])[0]
    shared.embed(["Income tax is due in April."])
    assert np.array_equal(shared.embed(["My dog is ill."])[0], first)


def test_similar_texts_are_nearer_than_unrelated_ones(shared: GgufEmbedder) -> None:
    dog, puppy, tax = shared.embed(["my dog is ill", "our puppy is sick", "income tax returns are due in April"])
    assert dog @ puppy > dog @ tax + 0.1


def test_a_long_text_is_told_by_its_beginning_and_can_be_stopped_in_the_middle(shared: GgufEmbedder) -> None:
    whole, cut = shared.embed([LONG, LONG + "engine oil " * 5_000])
    assert np.array_equal(whole, cut)
    looks = itertools.count()
    began = time.monotonic()
    assert shared.embed_unless(LONG, lambda: next(looks) >= 2) is None
    assert time.monotonic() - began < 1.0
    assert shared.embed(["still there"]).any()


def test_a_process_that_is_killed_is_told_and_the_next_text_starts_another(own: GgufEmbedder) -> None:
    before = own.embed(["My dog is ill."])
    process_id = own.process_id
    assert process_id is not None
    killed: list[int] = []

    def kill_at_the_second_look() -> bool:
        if killed == [0]:
            os.kill(process_id, signal.SIGTERM)
        killed.append(len(killed))
        return False

    with pytest.raises(EmbedderError, match="process ended while it read a text"):
        own.embed_unless(LONG, kill_at_the_second_look)
    assert np.array_equal(own.embed(["My dog is ill."]), before)
    assert own.process_id not in (None, process_id)


def test_a_closed_embedder_answers_in_words_and_leaves_no_process(own: GgufEmbedder) -> None:
    own.embed(["warm"])
    own.close()
    own.close()
    assert own.process_id is None
    with pytest.raises(EmbedderError, match="closed"):
        own.embed(["too late"])


def test_the_name_tells_one_file_from_another_of_the_same_model(shared: GgufEmbedder, tmp_path: Path) -> None:
    copy, changed = tmp_path / "copy.gguf", tmp_path / "changed.gguf"
    shutil.copyfile(MODEL, copy)
    shutil.copyfile(MODEL, changed)
    with changed.open("r+b") as file:
        file.seek(-4, os.SEEK_END)
        file.write(b"\x01\x02\x03\x04")
    names = [GgufEmbedder(path, log_path=tmp_path / "log").name for path in (copy, changed)]
    assert names[0] == shared.name
    assert names[1] != shared.name
    assert names[1].partition(" #")[0] == shared.name.partition(" #")[0]


@pytest.mark.parametrize(
    ("content", "words"), [(None, "no model file"), (b"hello", "no GGUF"), (b"", "empty"), (b"cut", "truncated")]
)
def test_a_file_that_is_no_embedder_is_told_in_one_line_and_memories_are_still_found(
    tmp_path: Path, content: bytes | None, words: str
) -> None:
    path = tmp_path / "bad.gguf"
    if content == b"cut":
        with MODEL.open("rb") as file:
            path.write_bytes(file.read(40_000_000))
    elif content is not None:
        path.write_bytes(content)
    paths, _ = locate(str(tmp_path / "data"), {})
    # It was good when it was chosen, and is not any more.
    paths.data.mkdir()
    paths.config_file.write_text(f'[model]\nembedder_path = "{path}"\n')
    _, config = locate(str(paths.data), {})
    session = build(config)
    try:
        (notice,) = session.notices
        assert words in notice
        assert "config unset embedder_path" in notice
        assert "\n" not in notice
        memories.remember(session, "Our puppy is called Bruno.")
        assert [one.memory.text for one in memories.recall(session, "our puppy")] == ["Our puppy is called Bruno."]
    finally:
        session.close()
    checked = {one.name: one for one in doctor.checks(str(paths.data), is_quick=True, environ={})}
    assert checked["embedder"].is_ok
    assert not checked["own embedder"].is_ok
    assert words in checked["own embedder"].words
    set_value(paths.config_file, "embedder_path", None)
    assert "own embedder" not in {one.name for one in doctor.checks(str(paths.data), is_quick=True, environ={})}


def test_the_whole_way_from_the_config_to_a_hit(tmp_path: Path) -> None:
    plain = build(Config(data_dir=str(tmp_path)))
    memories.remember(plain, "Our puppy is sick.")
    memories.remember(plain, "Income tax is due in April.")
    plain.close()
    session = build(Config(data_dir=str(tmp_path), embedder_path=str(MODEL)))
    try:
        assert session.notices == ()
        done = run_due(session, session.clock.now(), [JobName.EMBED])
        assert done.errors == {}
        memories.remember(session, "My aunt plays the trumpet.")
        with session.connection() as store:
            space = spaces.read_space(store)
            assert not spaces.has_tasks(store)
        assert space is not None
        assert (space.state, space.dim) == ("ready", 576)
        found = memories.recall(session, "the dog is ill")
        assert [one.memory.text for one in found] == ["Our puppy is sick."]
        embedder = session.embedder
        assert embedder.dim == 256
    finally:
        session.close()

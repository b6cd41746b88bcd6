"""`reverie models` as a user runs it: real processes, a hub on this machine."""

import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_runs import TIMEOUT_S, answer, command, environment, fails_in_one_line, run
from gguf_files import tiny_gguf
from hub_server import Hub, serving

from assistant.model_catalogue import OFFERED


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    content = tiny_gguf(tmp_path / "source.gguf", tensor_bytes=600_000).read_bytes()
    with serving(Hub(content)) as hub:
        yield hub


def test_a_model_is_downloaded_used_and_removed_by_its_name(hub: Hub, tmp_path: Path) -> None:
    name = "tiny/model-gguf/tiny.gguf"
    done = run(tmp_path, "models", "download", name, HF_ENDPOINT=hub.endpoint)
    place = tmp_path / "models" / "tiny.gguf"
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Here now: {place}\nTo use it: reverie models use tiny\n"
    assert place.read_bytes() == hub.content

    assert "From now on: tiny" in run(tmp_path, "models", "use", "tiny").stdout
    current = [one["name"] for one in answer(tmp_path, "models")["models"] if one["is_current"]]
    assert current == ["tiny"]
    fails_in_one_line(run(tmp_path, "models", "remove", "tiny", "--yes"), 1, "tiny is in use", "Use another model")
    run(tmp_path, "models", "use", "default")
    assert "Deleted" in run(tmp_path, "models", "remove", "tiny", "--yes").stdout
    assert not place.exists()


def test_failures_are_one_line_each(hub: Hub, tmp_path: Path) -> None:
    fails_in_one_line(run(tmp_path, "models", "download", "Qwen4"), 1, "No model is called 'Qwen4'", "Did you mean")
    missing = run(tmp_path, "models", "download", "tiny/model-gguf/other.gguf", HF_ENDPOINT=hub.endpoint)
    fails_in_one_line(missing, 1, "has no file tiny/model-gguf/other.gguf")
    offline = run(tmp_path, "models", "download", "Qwen3-4B", HF_ENDPOINT="http://127.0.0.1:9")
    fails_in_one_line(offline, 1, "cannot be reached: this computer seems to be offline")
    forbidden = run(tmp_path, "models", "download", "Qwen3-4B", HF_HUB_OFFLINE="1")
    fails_in_one_line(forbidden, 1, "HF_HUB_OFFLINE forbids downloads")


def test_ctrl_c_stops_a_download_and_the_next_try_goes_on(hub: Hub, tmp_path: Path) -> None:
    hub.hold_after = 200_000
    process = subprocess.Popen(
        command(tmp_path, "models", "download", "tiny/model-gguf/tiny.gguf"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(tmp_path, HF_ENDPOINT=hub.endpoint),
    )
    try:
        assert hub.is_holding.wait(TIMEOUT_S)
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=TIMEOUT_S)
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"Stopped; " in complaints
    assert len(complaints.splitlines()) == 1
    (part,) = (tmp_path / "models").glob(".*.part")
    kept = part.stat().st_size
    hub.hold_after, hub.hold = None, threading.Event()

    assert run(tmp_path, "models", "download", "tiny/model-gguf/tiny.gguf", HF_ENDPOINT=hub.endpoint).returncode == 0
    assert ("GET", f"bytes={kept}-", "") in hub.seen
    assert (tmp_path / "models" / "tiny.gguf").read_bytes() == hub.content


def test_the_list_names_what_is_here_what_fits_and_what_can_be_had(tmp_path: Path) -> None:
    added = tiny_gguf(tmp_path / "mine.gguf")
    assert "Added: mine" in run(tmp_path, "models", "add", str(added)).stdout
    shown = run(tmp_path, "models").stdout
    assert "mine: 0 MB" in shown
    assert f"(added by you: {added})" in shown
    assert "(came with Reverie)" in shown
    assert "Qwen3-30B-A3B: about 18.6 GB, " in shown
    offered = answer(tmp_path, "models")["offered"]
    assert {one["room"] for one in offered} <= {"fits", "tight", "too big"}
    assert "Taken off the list" in run(tmp_path, "models", "remove", "mine").stdout
    assert added.exists()
    (tmp_path / "text.gguf").write_text("hello")
    fails_in_one_line(run(tmp_path, "models", "add", "text.gguf"), 1, "is no GGUF model")


def test_a_model_that_cannot_talk_is_refused_in_one_line_everywhere(tmp_path: Path) -> None:
    bert = tiny_gguf(tmp_path / "minilm.gguf", architecture="bert")
    words = "minilm.gguf is no chat model", "embedder_path"
    fails_in_one_line(run(tmp_path, "models", "use", str(bert)), 1, *words)
    fails_in_one_line(run(tmp_path, "models", "add", str(bert)), 1, *words)
    assert not (tmp_path / "config.toml").exists()
    (tmp_path / "config.toml").write_text(f'model_path = "{bert}"\n')
    fails_in_one_line(run(tmp_path, "ask", "hello"), 1, "minilm.gguf is no chat model")
    assert "minilm: minilm.gguf is no chat model" in run(tmp_path, "models").stdout
    assert "FAIL  model file" in run(tmp_path, "doctor", "--quick").stdout


def test_an_offered_model_is_one_line_by_its_name_and_what_waits_of_it_is_told(tmp_path: Path) -> None:
    offered = next(one for one in OFFERED if one.name == "Qwen3-4B")
    models = tmp_path / "models"
    models.mkdir()
    part = models / f".{offered.local_name}.0123456789abcdef.part"
    part.write_bytes(b"x" * 3_000_000)
    shown = run(tmp_path, "models").stdout
    assert next(line for line in shown.splitlines() if "Qwen3-4B" in line).endswith(" (3 MB of it are here)")
    part.unlink()
    tiny_gguf(models / offered.local_name)
    (line,) = (line for line in run(tmp_path, "models").stdout.splitlines() if "Qwen3-4B" in line)
    assert line.startswith("  Qwen3-4B: 0 MB")
    for name in ("Qwen3-4B", "Qwen3-4B-Q4_K_M", str(models / offered.local_name)):
        assert "From now on: Qwen3-4B" in run(tmp_path, "models", "use", name).stdout

"""Downloads over real HTTP from a small hub on this machine."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from gguf_files import tiny_gguf
from hub_server import Hub, serving

from assistant.errors import DownloadError
from assistant.model_catalogue import OFFERED, OfferedModel, find_offered
from assistant.model_download import Downloaded, DownloadEvent, Downloading, DownloadPaused, _Speed, download_model
from assistant.model_places import waiting_bytes
from tui.amounts import progress_words

TINY = OfferedModel("tiny", "tiny/model-gguf", "tiny.gguf")
SIZE = 600_000


@pytest.fixture
def content(tmp_path: Path) -> bytes:
    """A model file of more than half a megabyte."""
    return tiny_gguf(tmp_path / "source.gguf", tensor_bytes=SIZE).read_bytes()


@pytest.fixture
def hub(content: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    with serving(Hub(content)) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        yield hub


def fetch_all(folder: Path, offered: OfferedModel = TINY) -> list[DownloadEvent]:
    return list(download_model(offered, folder, threading.Event(), retry_after_s=(0.0,)))


def parts(folder: Path) -> list[Path]:
    return sorted(folder.glob(".*.part"))


def test_a_whole_file_arrives_with_progress_and_no_token_is_sent(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_not_to_be_sent")
    folder = tmp_path / "models"
    events = fetch_all(folder)

    assert isinstance(events[0], Downloading)
    assert events[-2:] == [Downloading(len(hub.content), len(hub.content)), Downloaded(folder / "tiny.gguf")]
    assert (folder / "tiny.gguf").read_bytes() == hub.content
    assert [path.name for path in folder.iterdir()] == ["tiny.gguf"]
    assert {authorization for _, _, authorization in hub.seen} == {""}


def test_what_is_there_already_is_not_asked_for_again(hub: Hub, tmp_path: Path) -> None:
    fetch_all(tmp_path)
    asked = len(hub.seen)

    assert fetch_all(tmp_path) == [Downloaded(tmp_path / "tiny.gguf")]
    assert len(hub.seen) == asked


def test_a_broken_connection_is_gone_on_with_at_once(hub: Hub, tmp_path: Path) -> None:
    hub.breaks = [100_000, 200_000]
    fetch_all(tmp_path)

    assert (tmp_path / "tiny.gguf").read_bytes() == hub.content
    starts = [int(wanted.removeprefix("bytes=").rstrip("-")) for method, wanted, _ in hub.seen if method == "GET"]
    assert len(starts) == 3
    assert starts[0] == 0 < starts[1] < starts[2]


def test_a_connection_that_keeps_breaking_leaves_what_came_for_the_next_try(hub: Hub, tmp_path: Path) -> None:
    hub.breaks = [100_000, 0, 0, 0]
    with pytest.raises(DownloadError, match=r"The connection to 127.0.0.1:\d+ broke. Start it again"):
        fetch_all(tmp_path)
    kept = parts(tmp_path)[0].stat().st_size
    hub.breaks = []
    hub.seen.clear()
    events = fetch_all(tmp_path)

    assert 0 < kept < len(hub.content)
    assert events[0] == Downloading(kept, len(hub.content), is_checking=True)
    assert events[1] == Downloading(kept, len(hub.content))
    assert isinstance(events[1], Downloading)
    assert progress_words(events[1]) == "goes on at 0 of 1 MB"
    assert ("GET", f"bytes={kept}-", "") in hub.seen
    assert (tmp_path / "tiny.gguf").read_bytes() == hub.content
    assert parts(tmp_path) == []


def test_a_server_without_ranges_is_gone_on_with_too(hub: Hub, tmp_path: Path) -> None:
    hub.knows_ranges = False
    hub.breaks = [100_000]
    fetch_all(tmp_path)

    assert (tmp_path / "tiny.gguf").read_bytes() == hub.content


def test_cancel_keeps_what_came_and_the_next_try_goes_on(hub: Hub, tmp_path: Path) -> None:
    hub.hold_after = 200_000
    stop = threading.Event()
    events = []
    for event in download_model(TINY, tmp_path, stop):
        events.append(event)
        stop.set()
    kept = parts(tmp_path)[0].stat().st_size
    hub.hold_after = None
    hub.hold.set()

    assert events[-1] == DownloadPaused(kept, len(hub.content))
    assert 0 < kept <= 200_000 + 65_536
    assert isinstance(fetch_all(tmp_path)[-1], Downloaded)
    assert ("GET", f"bytes={kept}-", "") in hub.seen


def test_a_wrong_checksum_is_refused_and_the_file_removed(hub: Hub, tmp_path: Path) -> None:
    hub.sha256 = "0" * 64
    with pytest.raises(DownloadError, match=r"arrived damaged.*It was removed. Download it again."):
        fetch_all(tmp_path)

    assert list(tmp_path.glob("*tiny*")) == []
    assert list(tmp_path.glob(".*")) == []


def test_a_file_that_is_no_model_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Hub(b"hello" * 1000)) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        with pytest.raises(DownloadError, match=r"is no model that Reverie can use"):
            fetch_all(tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_offline_is_one_clear_line(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    with pytest.raises(DownloadError, match=r"^127.0.0.1:9 cannot be reached: this computer seems to be offline\."):
        fetch_all(tmp_path)


def test_a_file_that_the_hub_has_not_is_one_clear_line(hub: Hub, tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match=r"has no file tiny/model-gguf/other.gguf. Check the name there."):
        fetch_all(tmp_path, OfferedModel("other", "tiny/model-gguf", "other.gguf"))


def test_a_full_disk_is_told_before_a_byte_is_fetched(hub: Hub, tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match=r"It needs 0.0 GB more on the disk; 0.0 GB are free. Make room"):
        list(download_model(TINY, tmp_path, threading.Event(), free_bytes=lambda _: 1000))

    assert [method for method, _, _ in hub.seen] == ["HEAD"]


def test_a_second_window_does_not_write_into_the_same_file(hub: Hub, tmp_path: Path) -> None:
    hub.hold_after = 100_000
    stop = threading.Event()
    first = download_model(TINY, tmp_path, stop)
    assert isinstance(next(first), Downloading)
    with pytest.raises(DownloadError, match="Another window of Reverie is downloading this model"):
        fetch_all(tmp_path)
    stop.set()

    assert isinstance(list(first)[-1], DownloadPaused)


def test_what_is_left_of_an_older_version_goes(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / ".tiny.gguf.0123456789abcdef.part").write_bytes(b"old")
    fetch_all(tmp_path)

    assert [path.name for path in tmp_path.iterdir() if "tiny" in path.name] == ["tiny.gguf"]


def test_offered_models_are_found_by_name_and_any_file_by_its_place() -> None:
    assert find_offered("qwen3-4b") is next(one for one in OFFERED if one.name == "Qwen3-4B")
    other = find_offered("some-one/Some.Model-GGUF/q4/model-Q4_K_M.gguf")
    assert (other.repo, other.file_name, other.local_name) == (
        "some-one/Some.Model-GGUF",
        "q4/model-Q4_K_M.gguf",
        "model-Q4_K_M.gguf",
    )
    with pytest.raises(DownloadError, match=r"Did you mean Qwen3-8B\?"):
        find_offered("Qwen38B")


def test_nothing_that_could_leave_the_folder_is_taken_as_a_name() -> None:
    for name in ("a/b/../../x.gguf", "../x.gguf", "https://x.example/a.gguf", "a/b/.gguf"):
        with pytest.raises(DownloadError):
            find_offered(name)


def test_what_waits_of_a_download_is_known_before_the_hub_is_asked(hub: Hub, tmp_path: Path) -> None:
    assert waiting_bytes(TINY, tmp_path) == 0
    hub.breaks = [100_000, 0, 0, 0]
    with pytest.raises(DownloadError):
        fetch_all(tmp_path)
    asked = len(hub.seen)
    assert waiting_bytes(TINY, tmp_path) == parts(tmp_path)[0].stat().st_size
    assert len(hub.seen) == asked
    hub.breaks = []
    fetch_all(tmp_path)
    assert waiting_bytes(TINY, tmp_path) == 0


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Downloading(470_000_000, 1_117_000_000), "42%, 470 of 1,117 MB"),
        (
            Downloading(470_000_000, 1_117_000_000, bytes_per_s=5_200_000.0),
            "42%, 470 of 1,117 MB, 5.2 MB/s, 3 min left",
        ),
        (
            Downloading(1_000_000_000, 1_117_000_000, bytes_per_s=5_200_000.0),
            "90%, 1,000 of 1,117 MB, 5.2 MB/s, 23 s left",
        ),
        (Downloading(0, 18_560_000_000, bytes_per_s=2_000_000.0), "0%, 0 of 18,560 MB, 2.0 MB/s, 2 h 35 min left"),
        (Downloading(153_000_000, 1_117_000_000, resumed_bytes=153_000_000), "goes on at 153 of 1,117 MB"),
        (Downloading(4_000_000, 1_117_000_000, is_checking=True), "reading what is here, 0%, 4 of 1,117 MB"),
    ],
)
def test_progress_tells_amount_speed_and_time_left(event: Downloading, words: str) -> None:
    assert progress_words(event) == words


def test_speed_is_that_of_the_last_seconds() -> None:
    speed = _Speed()
    assert [speed.at(now_s, done) for now_s, done in ((0.0, 0), (0.5, 500), (1.0, 1000))] == [0.0, 0.0, 1000.0]
    assert [speed.at(now_s, 1000) for now_s in (5.0, 20.0, 30.0)][-1] == 0.0

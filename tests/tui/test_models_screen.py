"""The models screen: by key and by mouse, at every size, on the hand-written assistant and on the real one."""

from pathlib import Path

import pytest
from gguf_files import tiny_gguf
from hub_server import Hub, serving
from textual.widgets import Button, Input, OptionList

from assistant.errors import AssistantError
from assistant.model import ModelInfo
from assistant.model_catalogue import OFFERED, OfferedModel
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.fake_models import a_choice
from tests.tui.test_real_backend import a_session
from tests.tui.test_side_screens import go, words_on
from tui.activity import Phase
from tui.app import ReverieApp
from tui.model_work import ModelState
from tui.screens.models import ModelsScreen
from tui.session_backend import SessionBackend
from tui.widgets.dialogs import AskDialog, ConfirmDialog

ALL_SIZES = [*SIZES, (200, 60)]


async def open_models(driver: Driver) -> ModelsScreen:
    screen = await go(driver, "f10", ModelsScreen)
    assert isinstance(screen, ModelsScreen)
    await driver.until(lambda: screen.overview is not None)
    await driver.pilot.pause()
    return screen


def put_cursor(screen: ModelsScreen, words: str) -> None:
    listing = screen.query_one("#models", OptionList)
    listing.highlighted = next(place for place, row in enumerate(listing.options) if words in str(row.prompt))


@pytest.mark.parametrize("size", ALL_SIZES)
async def test_what_is_here_and_what_can_be_had_is_told_in_words(size: tuple[int, int]) -> None:
    async with driving(a_backend(), size=size) as driver:
        screen = await open_models(driver)
        shown = words_on(screen)
        for claim in ("smol loaded", "came with Reverie", "▲ tight", "✕ too big", "✓ fits", "6.0 GB free of 16.0 GB"):
            assert claim in shown, claim
        put_cursor(screen, "Qwen3-30B-A3B")
        await driver.until(lambda: "Qwen/Qwen3-30B-A3B-GGUF/Qwen3-30B-A3B-Q4_K_M.gguf" in words_on(screen))
        assert screen.query_one("#button-take", Button).label.plain == "Download Enter"
        assert not screen.query_one("#button-remove").display


async def test_enter_changes_the_model_with_progress_and_the_chat_shows_the_new_one() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        screen = await open_models(driver)
        put_cursor(screen, "Qwen2.5-1.5B-Instruct")
        await driver.pilot.press("enter")
        await driver.until(lambda: backend.began == [("use", "/models/Qwen2.5-1.5B-Instruct-Q4_K_M.gguf")])
        backend.move(ModelState("Qwen2.5-1.5B", "loading", 0.4, "40%"))
        await driver.until(lambda: "loading Qwen2.5-1.5B ━━━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄ 40%" in words_on(screen))
        assert driver.screen.activity.words(0.0) == "loading the model · Qwen2.5-1.5B 40%"
        info = ModelInfo("Qwen2.5 1.5B", "/models/q.gguf", 8192, 32_768, 1, 90.0)
        backend.move(ModelState("Qwen2.5-1.5B", "loading", 1.0, "It is in use.", is_running=False, info=info))
        await driver.until(lambda: driver.screen.model_name == "Qwen2.5 1.5B")
        await driver.until(lambda: driver.screen.activity.phase is Phase.READY)
        await driver.until(lambda: "✓ It is in use." in words_on(screen))


async def test_a_change_that_fails_says_why_on_the_chat_too() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        backend.move(ModelState("big", "loading", 0.1))
        await driver.until(lambda: driver.screen.activity.phase is Phase.LOADING)
        backend.move(ModelState("big", "loading", words="big needs 40 GB.", is_running=False, is_failed=True))
        await driver.until(lambda: "big needs 40 GB." in driver.told())
        assert driver.screen.activity.phase is Phase.READY
        assert driver.screen.model_name == "SmolLM2 135M"


async def test_what_refuses_to_begin_is_told_in_one_line() -> None:
    backend = a_backend()
    backend.model_refusal = AssistantError("A reply is still being written.", "Wait for it.")
    async with driving(backend) as driver:
        await open_models(driver)
        await driver.pilot.press("u")
        await driver.until(lambda: "A reply is still being written. Wait for it." in driver.told())


@pytest.mark.parametrize("size", ALL_SIZES)
async def test_a_download_is_begun_stopped_and_goes_on_behind_the_chat(size: tuple[int, int]) -> None:
    backend = a_backend()
    async with driving(backend, size=size) as driver:
        screen = await open_models(driver)
        put_cursor(screen, "↓ Qwen2.5-1.5B")
        await driver.pilot.press("enter")
        await driver.until(lambda: backend.began == [("download", "Qwen2.5-1.5B")])
        backend.move(ModelState("Qwen2.5-1.5B", "downloading"))
        await driver.pilot.pause()
        assert "has begun" not in driver.told()
        running = ModelState("Qwen2.5-1.5B", "downloading", 0.42, "42%, 470 of 1,117 MB")
        backend.move(running)
        await driver.until(lambda: "42%, 470 of 1,117 MB" in words_on(screen))
        await driver.until(lambda: "The download has begun, also while you chat; X here stops it." in driver.told())
        await driver.until(lambda: screen.query_one("#button-stop_work").display)
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)
        await driver.until(lambda: driver.screen.side_work == "downloading Qwen2.5-1.5B 42%")
        screen = await open_models(driver)
        assert "42%, 470 of 1,117 MB" in words_on(screen)
        await driver.pilot.press("x")
        assert backend.began[-1] == ("stop", "")
        backend.move(ModelState("Qwen2.5-1.5B", "downloading", words="Stopped; 0.5 GB wait.", is_running=False))
        await driver.until(lambda: "Stopped; 0.5 GB wait." in words_on(screen))
        await driver.until(lambda: not screen.query_one("#button-stop_work").display)
        assert driver.screen.side_work == ""


async def test_a_download_that_fails_at_once_never_began() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        screen = await open_models(driver)
        put_cursor(screen, "↓ Qwen2.5-1.5B")
        await driver.pilot.press("enter")
        await driver.until(lambda: backend.began == [("download", "Qwen2.5-1.5B")])
        failed = ModelState("Qwen2.5-1.5B", "downloading", words="No hub.", is_running=False, is_failed=True)
        backend.move(failed)
        await driver.until(lambda: "✕ No hub." in words_on(screen))
        assert "begun" not in driver.told()


async def test_what_waits_of_a_download_is_told_on_its_row_and_gone_on_with() -> None:
    backend = a_backend()
    backend.waiting["Qwen2.5-1.5B"] = 153_000_000
    async with driving(backend, size=(80, 24)) as driver:
        screen = await open_models(driver)
        put_cursor(screen, "↓ Qwen2.5-1.5B")
        await driver.pilot.pause()
        assert "153 MB of about 1.1 GB wait to be gone on with" in words_on(screen)
        assert screen.query_one("#button-take", Button).label.plain == "Go on Enter"
        await driver.pilot.press("enter")
        await driver.until(lambda: backend.began == [("download", "Qwen2.5-1.5B")])
        backend.move(ModelState("Qwen2.5-1.5B", "downloading", 0.14, "goes on at 153 of 1,117 MB"))
        await driver.until(lambda: "goes on at 153 of 1,117 MB" in words_on(screen))
        await driver.until(lambda: "The download goes on, also while you chat" in driver.told())


async def test_a_path_is_added_a_bad_one_refused_and_what_is_added_removed() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        screen = await open_models(driver)
        for before, path in (("", "/x/a.txt"), ("/x/a.txt", "/x/mine.gguf")):
            await driver.pilot.press("a")
            await driver.until(lambda: isinstance(driver.app.screen, AskDialog))
            field = driver.app.screen.query_one(Input)
            assert field.value == before
            field.value = path
            await driver.pilot.press("enter")
            await driver.until(lambda: driver.app.screen is screen)
        await driver.until(lambda: "mine" in words_on(screen))
        assert "/x/a.txt is no GGUF model. Choose another file." in driver.told()
        await driver.until(lambda: "/x/mine.gguf" in words_on(screen))
        await driver.pilot.press("d")
        await driver.until(lambda: ("remove", "/x/mine.gguf") in backend.began)
        await driver.pilot.press("a")
        await driver.until(lambda: isinstance(driver.app.screen, AskDialog))
        assert driver.app.screen.query_one(Input).value == ""
        await driver.pilot.press("escape")
        await driver.until(lambda: "mine" not in words_on(screen))


async def test_a_download_is_deleted_only_after_a_question_and_by_mouse_too() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        screen = await open_models(driver)
        put_cursor(screen, "Qwen2.5-1.5B-Instruct")
        await driver.pilot.click("#button-remove")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is screen)
        assert backend.began == []
        await driver.pilot.click("#button-remove")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.click("#yes")
        await driver.until(lambda: backend.began == [("remove", "/models/Qwen2.5-1.5B-Instruct-Q4_K_M.gguf")])


async def test_an_unloaded_model_is_told_and_the_next_message_shows_it_again() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await open_models(driver)
        await driver.pilot.press("n")
        await driver.until(lambda: driver.screen.model_name == "")
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)
        assert driver.screen.side_work == "no model in memory, the next message loads it"
        backend.scripts = [["Fine."]]
        await driver.send("hello")
        await driver.turn_over()
        await driver.until(lambda: driver.screen.model_name == "SmolLM2 135M")
        assert driver.screen.side_work == ""


async def test_markup_in_a_file_name_stays_text() -> None:
    backend = a_backend()
    hostile = "[bold red]x[/] [@click=app.quit]go[/]"
    backend.choices[1] = a_choice(hostile)
    async with driving(backend) as driver:
        screen = await open_models(driver)
        assert hostile in words_on(screen)


async def test_what_was_offered_is_one_row_with_use_once_it_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = OFFERED[0]
    content = tiny_gguf(tmp_path / "source.gguf", tensor_bytes=300_000).read_bytes()
    backend = SessionBackend(a_session(tmp_path))
    app = ReverieApp(lambda: backend)
    path = f"/{offered.repo}/resolve/main/{offered.file_name}"
    with serving(Hub(content, path=path)) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        async with app.run_test(size=(120, 40)) as pilot:
            driver = Driver(app, pilot, a_backend(), [])
            await driver.until(lambda: app.chat.activity.phase is Phase.READY)
            screen = await open_models(driver)
            put_cursor(screen, f"↓ {offered.name}")
            await pilot.press("enter")
            await driver.until(lambda: f"✓ {offered.name} is here now; “Use” loads it." in words_on(screen))
            listing = screen.query_one("#models", OptionList)
            rows = [str(row.prompt) for row in listing.options if offered.name in str(row.prompt)]
            assert len(rows) == 1
            assert "downloaded" in rows[0]
            assert listing.highlighted is not None
            assert str(listing.options[listing.highlighted].prompt) == rows[0]
            assert screen.query_one("#button-take", Button).label.plain == "Use Enter"
            assert screen.query_one("#button-remove").display


async def test_a_model_that_cannot_talk_is_refused_and_its_path_stands_there_again(tmp_path: Path) -> None:
    bert = tiny_gguf(tmp_path / "minilm.gguf", architecture="bert")
    app = ReverieApp(lambda: SessionBackend(a_session(tmp_path)))
    async with app.run_test(size=(120, 40)) as pilot:
        driver = Driver(app, pilot, a_backend(), [])
        await driver.until(lambda: app.chat.activity.phase is Phase.READY)
        screen = await open_models(driver)
        await pilot.press("a")
        await driver.until(lambda: isinstance(app.screen, AskDialog))
        app.screen.query_one(Input).value = str(bert)
        await pilot.press("enter")
        await driver.until(lambda: "minilm.gguf is no chat model" in driver.told())
        assert "minilm" not in words_on(screen)
        await pilot.press("a")
        await driver.until(lambda: isinstance(app.screen, AskDialog))
        assert app.screen.query_one(Input).value == str(bert)
        await pilot.press("escape")


async def test_a_real_download_ends_on_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = tiny_gguf(tmp_path / "source.gguf", tensor_bytes=300_000).read_bytes()
    session = a_session(tmp_path)
    backend = SessionBackend(session)
    app = ReverieApp(lambda: backend)
    with serving(Hub(content)) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        async with app.run_test(size=(120, 40)) as pilot:
            driver = Driver(app, pilot, a_backend(), [])
            await driver.until(lambda: app.chat.activity.phase is Phase.READY)
            screen = await open_models(driver)
            backend.download_model(OfferedModel("tiny", "tiny/model-gguf", "tiny.gguf"))
            await driver.until(lambda: "✓ tiny is here now; “Use” loads it." in words_on(screen))
            await driver.until(lambda: "tiny  ✓ fits" in words_on(screen))
    assert (tmp_path / "data" / "models" / "tiny.gguf").read_bytes() == content

"""The chat screen on the real assistant: real store, real embedder, a scripted model."""

from pathlib import Path

from textual.widgets import Markdown, OptionList

from assistant.bootstrap import build_session
from assistant.clock import SystemClock
from assistant.config import Config
from assistant.scripted_model import ScriptedModel
from memory.embedding import WordLlamaEmbedder
from tests.tui.fake_backend import FakeBackend
from tests.tui.test_chat_screen import Driver
from tui.activity import Phase
from tui.app import ReverieApp
from tui.session_backend import SessionBackend


def an_app(folder: Path, *replies: str) -> ReverieApp:
    model = ScriptedModel()
    model.script(replies)
    config = Config(data_dir=str(folder))

    def load() -> SessionBackend:
        session = build_session(config, clock=SystemClock(), model=model, embedder=WordLlamaEmbedder())
        return SessionBackend(session)

    return ReverieApp(load)


async def test_a_turn_is_kept_explained_and_there_after_a_restart(tmp_path: Path) -> None:
    app = an_app(tmp_path, "Noted: Ilse is vegetarian.")
    async with app.run_test(size=(120, 40)) as pilot:
        driver = Driver(app, pilot, FakeBackend(), [])
        await driver.until(lambda: app.chat.activity.phase is Phase.READY)
        await driver.send("my sister Ilse is vegetarian")
        await driver.until(lambda: bool(driver.log.blocks) and driver.last.turn_id is not None)
        await driver.turn_over()
        assert driver.last.query_one(Markdown).source == "Noted: Ilse is vegetarian."
        await driver.type("a draft")
        await pilot.press("ctrl+q")
        await driver.until(lambda: app.return_value is not None)
    assert app.return_value == 0

    app = an_app(tmp_path, "She eats no meat.")
    async with app.run_test(size=(120, 40)) as pilot:
        driver = Driver(app, pilot, FakeBackend(), [])
        await driver.until(lambda: app.chat.activity.phase is Phase.READY)
        await driver.until(lambda: len(driver.log.blocks) == 1)
        assert driver.composer.full_text == "a draft"
        await pilot.press("f4")
        await driver.until(lambda: driver.log.blocks == [])
        await driver.send("what did I say about my sister Ilse")
        await driver.until(lambda: bool(driver.log.blocks) and driver.last.turn_id is not None)
        await driver.turn_over()
        await driver.until(lambda: driver.why.selected is not None)
        rows = "\n".join(str(option.prompt) for option in driver.why.query_one(OptionList).options)

        assert "my sister Ilse is vegetarian" in rows

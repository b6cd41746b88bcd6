"""The chat screen on the real assistant: real store, real embedder, a scripted model."""

import threading
from pathlib import Path

from textual.widgets import Markdown, OptionList, Static

from assistant.bootstrap import build_session
from assistant.clock import SystemClock
from assistant.config import Config
from assistant.jobs import all_jobs
from assistant.scripted_model import ScriptedModel
from assistant.session import Session
from memory.embedding import WordLlamaEmbedder
from tests.tui.driving import Driver
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import FixedClock
from tui.activity import Phase
from tui.app import ReverieApp
from tui.screens.health import HealthScreen
from tui.screens.memories import MemoriesScreen
from tui.screens.topics import TopicsScreen
from tui.session_backend import SessionBackend
from tui.widgets.dialogs import ConfirmDialog
from tui.widgets.fork_line import ForkLine
from tui.widgets.undo_line import UndoLine

_TWO_SLICES = 2
_LONGEST_S = 20.0


def a_session(folder: Path) -> Session:
    """Open a session on real parts, but for a model that answers by a script."""
    config = Config(data_dir=str(folder / "data"))
    return build_session(config, clock=SystemClock(), model=ScriptedModel(), embedder=WordLlamaEmbedder())


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


async def test_replies_branches_topics_and_memories_work_on_the_real_store(tmp_path: Path) -> None:
    app = an_app(tmp_path, "Oak.", "Ash.", "Bone glue.", "As you like.")
    async with app.run_test(size=(120, 40)) as pilot:
        driver = Driver(app, pilot, FakeBackend(), [])
        await driver.until(lambda: app.chat.activity.phase is Phase.READY)
        await driver.send("which wood for my stairs in Graz?")
        await driver.until(lambda: bool(driver.log.blocks) and driver.last.turn_id is not None)
        await driver.turn_over()
        await pilot.press("f8")
        await driver.until(lambda: driver.last.reply_text == "Ash.")
        await driver.turn_over()
        await driver.until(lambda: driver.last.reply_count == 2)
        await pilot.press("f9", "left")
        await driver.until(lambda: driver.last.reply_text == "Oak.")
        await pilot.press("k")
        await driver.until(lambda: driver.last.shown_reply is not None and driver.last.shown_reply.is_kept)

        await pilot.press("b")
        await driver.until(lambda: bool(app.chat.query(ForkLine)))
        await driver.send("and which glue?")
        await driver.turn_over()
        await driver.until(lambda: len(driver.log.blocks) == 2 and driver.last.turn_id is not None)

        await driver.send("stop talking about Graz")
        await driver.turn_over()
        await driver.until(lambda: any("Undo: Ctrl+G" in note for note in driver.last.notes))
        await pilot.press("f6")
        await driver.until(lambda: isinstance(app.screen, MemoriesScreen))
        listing = app.screen.query_one("#memories", OptionList)
        await driver.until(lambda: any("banned" in str(row.prompt) for row in listing.options))
        rows = [str(row.prompt) for row in listing.options]
        assert any(row.startswith("Oak.") for row in rows)
        assert not any(row.startswith("Ash.") for row in rows)

        await pilot.press("f7")
        await driver.until(lambda: isinstance(app.screen, HealthScreen))
        await driver.until(lambda: "6 messages" in str(app.screen.query_one("#health-note", Static).render()))
        await pilot.press("escape")
        await driver.until(lambda: app.screen is app.chat)
        await pilot.press("ctrl+g")
        await driver.until(lambda: not app.chat.query_one(UndoLine).display)
        await pilot.press("f5")
        await driver.until(lambda: isinstance(app.screen, TopicsScreen))
        await driver.until(lambda: "0 bans" in str(app.screen.query_one("#topics-note", Static).render()))


async def test_idle_work_runs_while_the_user_is_away_and_is_told(tmp_path: Path) -> None:
    states: list[str] = []
    told = threading.Event()

    def tell(words: str) -> None:
        states.append(words)
        if len(states) >= _TWO_SLICES:
            told.set()

    config = Config(data_dir=str(tmp_path), idle_after_s=5)
    clock = FixedClock()
    session = build_session(config, clock=clock, model=ScriptedModel(), embedder=WordLlamaEmbedder())
    backend = SessionBackend(session)
    backend.start_idle(tell)
    clock.elapsed_s = 60.0
    assert told.wait(_LONGEST_S)
    backend.close()

    assert states[1] == ""
    assert states[0] in {job.words for job in all_jobs(config)}


async def test_what_is_known_of_the_user_stands_under_the_reply_from_the_store(tmp_path: Path) -> None:
    app = an_app(tmp_path, "Noted.", "You are a sailor.")
    async with app.run_test(size=(100, 30)) as pilot:
        driver = Driver(app, pilot, FakeBackend(), [])
        await driver.until(lambda: app.chat.activity.phase is Phase.READY)
        for place, text in enumerate(("I'm allergic to peanuts.", "what do you know about me?")):
            await driver.send(text)
            await driver.until(
                lambda place=place: len(driver.log.blocks) == place + 1 and driver.last.turn_id is not None
            )
            await driver.turn_over()
        head, line = driver.last.notes[:2]
        assert head == "What you told me, from memory:"
        assert line.startswith("· “I'm allergic to peanuts.” ")
        assert driver.last.query_one(Markdown).source == "You are a sailor."


async def test_an_order_to_forget_asks_with_the_memory_and_takes_it_and_the_order(tmp_path: Path) -> None:
    app = an_app(tmp_path, "Noted.", "I'll just delete it.", "Gone.")
    async with app.run_test(size=(100, 30)) as pilot:
        driver = Driver(app, pilot, FakeBackend(), [])
        await driver.until(lambda: app.chat.activity.phase is Phase.READY)
        await driver.send("I'm allergic to peanuts.")
        await driver.until(lambda: bool(driver.log.blocks) and driver.last.turn_id is not None)
        await driver.turn_over()
        for answer in ("#no", "#yes"):
            await driver.send("forget my peanut allergy")
            await driver.until(lambda: isinstance(app.screen, ConfirmDialog))
            assert "I'm allergic to peanuts." in str(app.screen.query_one(".dialog-detail", Static).content)
            await pilot.click(answer)
            await driver.until(lambda: not isinstance(app.screen, ConfirmDialog))
            if answer == "#no":
                await driver.until(lambda: "Nothing was forgotten." in driver.last.notes)
        await driver.until(lambda: all("peanut" not in one.user_text for one in driver.log.blocks))

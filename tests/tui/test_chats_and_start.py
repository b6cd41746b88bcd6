"""Chats on the chat screen, its first run, its start and its end, driven by keys on the hand-written backend."""

import threading

from textual import events
from textual.widgets import Static

from assistant.errors import AssistantError, ModelError
from memory.records import Chat, ChatId, MessageStatus
from tests.tui.driving import Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import FixedClock
from tui.activity import Phase
from tui.app import ReverieApp
from tui.widgets.chat_list import ChatList
from tui.widgets.dialogs import AskDialog, ErrorDialog
from tui.widgets.first_run import FirstRun
from tui.widgets.undo_line import UndoLine


async def test_opening_a_chat_saves_one_draft_and_brings_the_other() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.type("half a thought")
        await driver.pilot.press("f2")
        await driver.until(lambda: driver.screen.query_one(ChatList).has_focus_within)
        await driver.pilot.press("down", "enter")
        await driver.until(lambda: driver.composer.text == "and for dessert")

        assert backend.chats[ChatId(1)].draft == "half a thought"
        assert "Risotto." in driver.text()
        assert "Steeper." not in driver.text()


async def test_a_chat_is_renamed_deleted_and_brought_back_by_key() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        chats = driver.screen.query_one(ChatList)
        await driver.pilot.press("f2")
        await driver.until(lambda: chats.has_focus_within)
        await driver.pilot.press("r")
        await driver.until(lambda: isinstance(driver.app.screen, AskDialog))
        await driver.pilot.press(*"Mill", "enter")
        await driver.until(lambda: backend.chats[ChatId(1)].chat.title == "Mill")
        await driver.pilot.pause()
        await driver.pilot.press("d")
        await driver.until(lambda: ChatId(1) in backend.deleted)
        await driver.until(lambda: driver.screen.query_one(UndoLine).display)
        assert driver.log.blocks == []
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: ChatId(1) in backend.chats)
        await driver.until(lambda: len(driver.log.blocks) == 2)

        assert not driver.screen.query_one(UndoLine).display


async def test_a_new_chat_is_made_by_its_first_message_only() -> None:
    backend = a_backend()
    backend.scripts = [["Hello."]]
    async with driving(backend) as driver:
        await driver.pilot.press("f4")
        await driver.until(lambda: driver.log.blocks == [])
        assert len(backend.chats) == 2
        await driver.send("hi")
        await driver.turn_over()

        assert len(backend.chats) == 3


async def test_the_first_run_notice_stands_until_the_first_message() -> None:
    backend = FakeBackend()
    backend.scripts = [["Hello."]]
    async with driving(backend, size=(80, 24)) as driver:
        await driver.until(lambda: bool(driver.screen.query(FirstRun)))
        assert "lists and downloads larger ones" in driver.text()
        await driver.send("hi")
        await driver.turn_over()

        assert not driver.screen.query(FirstRun)


async def test_a_message_sent_before_the_memory_is_open_waits_and_goes() -> None:
    backend = a_backend()
    backend.scripts = [["Here I am."]]
    gate = threading.Event()

    def load() -> FakeBackend:
        gate.wait()
        return backend

    app = ReverieApp(load, clock=FixedClock())
    async with app.run_test(size=(80, 24)) as pilot:
        driver = Driver(app, pilot, backend, [])
        await driver.send("early")
        await driver.until(lambda: "waiting for the memory to open" in driver.text())
        gate.set()
        await driver.until(lambda: ("run_turn", "early") in backend.calls)
        await driver.turn_over()

        assert driver.last.reply_text == "Here I am."
        assert len(driver.log.blocks) == 3


async def test_typing_works_while_the_model_loads() -> None:
    gate = threading.Event()
    backend = a_backend(model_gate=gate)
    async with driving(backend, should_wait=False) as driver:
        await driver.until(lambda: driver.screen.activity.phase is Phase.LOADING)
        await driver.type("hello")

        assert driver.composer.text == "hello"
        gate.set()
        await driver.until(lambda: driver.screen.activity.phase is Phase.READY)


async def test_a_model_that_cannot_load_is_told_in_words() -> None:
    backend = a_backend(model_error=ModelError("The model file is damaged.", "Choose another with reverie models."))
    async with driving(backend) as driver:
        assert "The model file is damaged. Choose another with reverie models." in driver.text()
        assert driver.screen.activity.phase is Phase.FAILED


async def test_a_failed_start_is_a_dialog_and_an_exit_code() -> None:
    def load() -> FakeBackend:
        raise AssistantError("The folder is on a network drive.", "Choose another with --data-dir.")

    app = ReverieApp(load, clock=FixedClock())
    async with app.run_test(size=(50, 16)) as pilot:
        driver = Driver(app, pilot, FakeBackend(), [])
        await driver.until(lambda: isinstance(app.screen, ErrorDialog))
        words = "\n".join(str(part.render()) for part in app.screen.query(Static))
        await pilot.press("enter")
    assert "network drive" in words
    assert "--data-dir" in words
    assert app.return_value == 1


async def test_notices_of_the_start_stand_in_the_talk() -> None:
    async with driving(a_backend(notices=("The database was damaged; a backup was restored.",))) as driver:
        assert "The database was damaged; a backup was restored." in driver.text()


async def test_a_bug_in_a_turn_shows_one_dialog_and_the_text_returns() -> None:
    backend = a_backend()
    backend.scripts = []  # the script's absence is the bug
    async with driving(backend) as driver:
        await driver.send("hello")
        await driver.until(lambda: isinstance(driver.app.screen, ErrorDialog))
        await driver.pilot.press("escape")
        await driver.pilot.pause()

        assert driver.composer.full_text == "hello"
        assert driver.screen.activity.phase is Phase.FAILED


async def test_quitting_during_a_reply_keeps_its_text_and_the_draft() -> None:
    backend = a_backend()
    backend.scripts = [["Half", threading.Event()]]
    async with driving(backend) as driver:
        await driver.send("go")
        await driver.until(lambda: driver.last.reply_text == "Half")
        await driver.type("later")
        await driver.pilot.press("ctrl+q")
        await driver.until(lambda: driver.app.return_value is not None)

    kept = backend.chats[ChatId(1)].turns[-1].reply
    assert (kept.text, kept.status) == ("Half", MessageStatus.STOPPED)
    assert backend.chats[ChatId(1)].draft == "later"
    assert backend.is_closed
    assert driver.app.return_value == 0


async def test_the_talk_follows_its_end_only_while_the_reader_is_there() -> None:
    gates = [threading.Event(), threading.Event()]
    long = "line  \n" * 60
    backend = a_backend()
    backend.scripts = [[long, gates[0], long, gates[1], "end"]]
    async with driving(backend, size=(80, 24)) as driver:
        await driver.send("go")
        await driver.until(lambda: driver.log.max_scroll_y > 40)
        await driver.until(lambda: driver.log.scroll_y >= driver.log.max_scroll_y - 1)
        await driver.pilot.press("pageup")
        await driver.pilot.pause()
        place = driver.log.scroll_y
        before = driver.log.max_scroll_y
        gates[0].set()
        await driver.until(lambda: driver.log.max_scroll_y > before)

        assert driver.log.scroll_y == place
        await driver.pilot.press("ctrl+pagedown")
        await driver.until(lambda: driver.log.scroll_y >= driver.log.max_scroll_y - 1)
        gates[1].set()
        await driver.turn_over()


async def test_while_an_early_message_is_on_its_way_another_stays_in_the_input() -> None:
    backend = a_backend()
    opening, is_read, reading, answering = (threading.Event() for _ in range(4))
    backend.scripts = [[answering, "one"], ["two"]]
    latest = backend.latest_chat

    def load() -> FakeBackend:
        opening.wait(10)
        return backend

    def slow() -> Chat | None:
        is_read.set()
        reading.wait(10)
        return latest()

    backend.latest_chat = slow  # type: ignore[method-assign] - the disk is slow
    app = ReverieApp(load, clock=FixedClock())
    async with app.run_test() as pilot:
        driver = Driver(app, pilot, backend, [])
        await driver.send("early")
        opening.set()
        await driver.until(is_read.is_set)
        await driver.send("second")
        reading.set()
        await driver.until(lambda: driver.screen._first.turn.is_running)
        answering.set()
        await driver.turn_over()
        assert [call for call in backend.calls if call[0] == "run_turn"] == [("run_turn", "early")]
        assert [turn.user.text for turn in backend.chats[ChatId(1)].turns][-1] == "early"
        assert driver.composer.full_text == "second"


async def test_a_message_sent_while_the_last_chat_is_read_goes_into_it() -> None:
    backend = a_backend()
    is_read, reading = threading.Event(), threading.Event()
    backend.scripts = [["Here."]]
    latest = backend.latest_chat

    def slow() -> Chat | None:
        is_read.set()
        reading.wait(10)
        return latest()

    backend.latest_chat = slow  # type: ignore[method-assign] - the disk is slow
    async with driving(backend, should_wait=False) as driver:
        await driver.until(is_read.is_set)
        await driver.type("mine")
        driver.composer.post_message(events.Key("enter", None))
        reading.set()
        await driver.until(lambda: ("run_turn", "mine") in backend.calls)
        await driver.turn_over()
        assert [turn.user.text for turn in backend.chats[ChatId(1)].turns][-1] == "mine"

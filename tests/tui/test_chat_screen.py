"""The chat screen, driven by keys at several sizes, on the hand-written backend."""

import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import Markdown, OptionList, Static

from assistant.errors import AssistantError, ModelError
from assistant.events import (
    Failed,
    MemoriesChosen,
    ModelLoading,
    Notice,
    PromptEvaluated,
    Rewritten,
    Token,
)
from memory.records import ChatId, MessageStatus, Mode
from tests.tui.fake_backend import FakeBackend, FixedClock, a_chat, a_selection
from tui.activity import Phase
from tui.app import ReverieApp
from tui.messages import TurnMoved
from tui.screens.chat import ChatScreen
from tui.widgets.chat_list import ChatList
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.dialogs import AskDialog, ConfirmDialog, ErrorDialog
from tui.widgets.first_run import FirstRun
from tui.widgets.message import TurnBlock
from tui.widgets.status_line import StatusLine
from tui.widgets.undo_line import UndoLine
from tui.widgets.why_pane import WhyPane

SIZES = [(50, 16), (80, 24), (120, 40)]
_TURNS_OF_THE_LOOP = 400


class Driver:
    """A running app with what the tests ask of it."""

    def __init__(self, app: ReverieApp, pilot: Pilot[int], backend: FakeBackend, seen: list[object]) -> None:
        self.app = app
        self.pilot = pilot
        self.backend = backend
        self.seen = seen

    @property
    def screen(self) -> ChatScreen:
        return self.app.chat

    @property
    def composer(self) -> Composer:
        return self.screen.query_one(Composer)

    @property
    def log(self) -> ChatLog:
        return self.screen.query_one(ChatLog)

    @property
    def why(self) -> WhyPane:
        return self.screen.query_one(WhyPane)

    @property
    def last(self) -> TurnBlock:
        return self.log.blocks[-1]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let the app run until something holds; a claim that never comes true fails the test."""
        for _ in range(_TURNS_OF_THE_LOOP):
            if holds():
                return
            await self.pilot.pause()
        pytest.fail("what the test waits for never came")

    async def type(self, text: str) -> None:
        await self.pilot.press(*[{" ": "space", "\n": "ctrl+j"}.get(letter, letter) for letter in text])

    async def send(self, text: str) -> None:
        await self.type(text)
        await self.pilot.press("enter")

    async def turn_over(self) -> None:
        await self.until(lambda: not self.screen._first.turn.is_running)
        await self.pilot.pause()

    def text(self) -> str:
        """Everything that the talk shows, as plain text."""
        return "\n".join(str(part.render()) for part in self.log.query(Static) if part.display)

    def told(self) -> str:
        """What is told beside the screen, as plain text."""
        return "\n".join(one.message for one in self.app._notifications)


Start = Callable[..., Awaitable[Driver]]


@asynccontextmanager
async def driving(
    backend: FakeBackend,
    *,
    size: tuple[int, int] = (120, 40),
    should_wait: bool = True,
    keys: tuple[tuple[str, str], ...] = (),
) -> AsyncIterator[Driver]:
    seen: list[object] = []
    app = ReverieApp(lambda: backend, clock=FixedClock(), keys=keys)

    def watch(message: object) -> None:
        if isinstance(message, TurnMoved):
            seen.append(type(message.event).__name__)

    async with app.run_test(size=size, message_hook=watch) as pilot:
        driver = Driver(app, pilot, backend, seen)
        if should_wait:
            await driver.until(lambda: driver.screen.activity.phase in {Phase.READY, Phase.FAILED})
            await pilot.pause()
        yield driver


def a_backend(**options: object) -> FakeBackend:
    backend = FakeBackend(**options)  # type: ignore[arg-type]
    backend.add_chat(a_chat(1, "Stairs"), ("How steep?", "About **38** degrees."), ("And a mill?", "Steeper."))
    backend.add_chat(a_chat(2, "Dinner", hours_ago=30), ("Ideas?", "Risotto."), draft="and for dessert")
    return backend


@pytest.mark.parametrize("size", SIZES)
async def test_a_turn_streams_and_is_kept_at_every_size(size: tuple[int, int]) -> None:
    backend = a_backend()
    backend.scripts = [[MemoriesChosen(Mode.ASSOCIATIVE, a_selection()), "Use ", "**oak**", "."]]
    async with driving(backend, size=size) as driver:
        await driver.send("which wood")
        await driver.turn_over()

        assert driver.seen == ["TurnStarted", "MemoriesChosen", "Token", "Token", "Token", "Completed"]
        assert driver.last.query_one(Markdown).source == "Use **oak**."
        assert driver.last.turn_id is not None
        assert driver.composer.text == ""
        assert driver.screen.activity.phase is Phase.READY
        assert driver.app.focused is driver.composer


async def test_markup_in_what_is_shown_stays_text() -> None:
    hostile = "[bold red]x[/] [@click=app.quit]go[/] <b>tag</b>"
    backend = FakeBackend()
    backend.add_chat(a_chat(1, f"{hostile} title"), (hostile, "before"))
    backend.memories["m1"] = backend.memories["m1"].__class__(
        **{
            **{name: getattr(backend.memories["m1"], name) for name in backend.memories["m1"].__slots__},
            "text": f"{hostile} memory",
        }
    )
    backend.scripts = [[hostile, Notice(f"{hostile} notice")]]
    async with driving(backend, size=(200, 60)) as driver:
        await driver.send("hello")
        await driver.turn_over()
        await driver.until(lambda: driver.why.selected is not None)

        shown = driver.text()
        assert shown.count(hostile) >= 3
        assert f"{hostile} notice" in shown
        titles = driver.screen.query_one(ChatList).query_one(OptionList).options
        assert "[bold red]x[/]" in str(titles[0].prompt)
        rows = driver.why.query_one(OptionList).options
        assert f"{hostile} memory" in "\n".join(str(row.prompt) for row in rows)


async def test_control_characters_never_reach_the_screen() -> None:
    backend = FakeBackend()
    backend.add_chat(a_chat(1, "a\x1b[31mb"), ("\x1b]0;owned\x07hi", "re\x1b[2Jply\x9b1m"))
    async with driving(backend) as driver:
        titles = driver.screen.query_one(ChatList).query_one(OptionList).options

        assert "\x1b" not in driver.text() + str(titles[0].prompt)
        assert "reply" in driver.text()


async def test_stop_keeps_the_text_and_says_so() -> None:
    backend = a_backend()
    backend.scripts = [["Half of", threading.Event()]]
    async with driving(backend) as driver:
        await driver.send("go")
        await driver.until(lambda: driver.last.reply_text == "Half of")
        await driver.pilot.press("escape")
        await driver.turn_over()

        assert driver.seen[-1] == "Stopped"
        assert driver.last.notes == ("stopped",)
        assert driver.last.query_one(Markdown).source == "Half of"
        assert driver.screen.activity.phase is Phase.STOPPED


async def test_stop_before_the_first_word_returns_the_text_to_the_input() -> None:
    backend = a_backend()
    backend.scripts = [[threading.Event()]]
    async with driving(backend) as driver:
        turns = len(driver.log.blocks)
        await driver.send("never mind")
        await driver.until(lambda: driver.seen == ["TurnStarted"])
        await driver.pilot.press("escape")
        await driver.turn_over()

        assert driver.composer.full_text == "never mind"
        assert len(driver.log.blocks) == turns


async def test_a_refused_message_returns_in_front_of_what_was_typed_since() -> None:
    gate = threading.Event()
    backend = a_backend()
    backend.scripts = [[gate, Failed("The message is too long.", "Shorten it.", returned_text="long one")]]
    async with driving(backend) as driver:
        await driver.send("long one")
        await driver.type("next")
        gate.set()
        await driver.turn_over()

        assert driver.composer.full_text == "long one\nnext"
        assert "The message is too long. Shorten it." in driver.text()
        assert "failed" in driver.screen.query_one(StatusLine).words


async def test_sending_while_a_reply_streams_is_said_and_keeps_the_text() -> None:
    gate = threading.Event()
    backend = a_backend()
    backend.scripts = [["One", gate, " two"]]
    async with driving(backend) as driver:
        await driver.send("first")
        await driver.until(lambda: driver.last.reply_text == "One")
        await driver.send("second")

        assert driver.composer.text == "second"
        assert "one turn at a time" in driver.screen.query_one(StatusLine).words
        gate.set()
        await driver.turn_over()
        assert [call for call in backend.calls if call[0] == "run_turn"] == [("run_turn", "first")]
        assert driver.last.reply_text == "One two"


async def test_chats_do_not_change_under_a_running_turn() -> None:
    more, end = threading.Event(), threading.Event()
    backend = a_backend()
    backend.scripts = [["One", more, " two", end]]
    async with driving(backend, size=(80, 24)) as driver:
        line = driver.screen.query_one(StatusLine)
        await driver.send("first")
        await driver.until(lambda: driver.last.reply_text == "One")
        await driver.pilot.press("f4")

        assert driver.last.reply_text == "One"
        assert line.words.startswith("Esc stops the reply first · writing")
        more.set()
        await driver.until(lambda: driver.last.reply_text == "One two")
        assert "Esc stops the reply first" in str(line.render())
        end.set()
        await driver.turn_over()
        assert line.words == "ready"


async def test_reasoning_is_folded_and_apart_from_the_reply() -> None:
    backend = a_backend()
    backend.scripts = [[Token("let me see", is_reasoning=True), "Yes."]]
    async with driving(backend) as driver:
        await driver.send("so")
        await driver.turn_over()
        box = driver.last.query_one(".reasoning")

        assert box.display
        assert box.collapsed
        assert driver.last.query_one(Markdown).source == "Yes."


async def test_a_rewrite_replaces_the_draft_and_is_marked() -> None:
    backend = a_backend()
    backend.scripts = [["Draft draft", Rewritten("it repeated itself")]]
    async with driving(backend) as driver:
        await driver.send("again")
        await driver.turn_over()

        assert any("rewritten: it repeated itself" in note for note in driver.last.notes)


async def test_evaluation_shows_its_progress() -> None:
    gate = threading.Event()
    backend = a_backend()
    backend.scripts = [[ModelLoading(), PromptEvaluated(512, 2400), gate, "ok"]]
    async with driving(backend) as driver:
        await driver.send("long")
        await driver.until(lambda: driver.screen.activity.phase is Phase.READING)

        assert driver.screen.query_one(StatusLine).words.startswith("reading the prompt 512 of 2,400")
        gate.set()
        await driver.turn_over()


async def test_why_follows_the_running_turn_and_then_the_selection() -> None:
    gate = threading.Event()
    backend = a_backend()
    backend.scripts = [[MemoriesChosen(Mode.ASSOCIATIVE, a_selection()), gate, "ok"]]
    async with driving(backend) as driver:
        await driver.send("tell me")
        await driver.until(lambda: ("why_selection", Mode.ASSOCIATIVE) in backend.calls)
        await driver.until(lambda: driver.why.selected is not None)
        gate.set()
        await driver.turn_over()
        first = driver.log.blocks[0]
        await driver.pilot.press("ctrl+up", "ctrl+up", "ctrl+up")
        await driver.until(lambda: backend.calls[-1] == ("why", first.turn_id))

        assert driver.log.selected is first
        rows = "\n".join(str(option.prompt) for option in driver.why.query_one(OptionList).options)
        assert "In the prompt  2" in rows
        assert "cooling until turn 118 · 0.61" in rows


@pytest.mark.parametrize("size", SIZES)
async def test_pin_and_forget_act_on_the_selected_memory(size: tuple[int, int]) -> None:
    backend = a_backend()
    async with driving(backend, size=size) as driver:
        await driver.pilot.press("f3")
        await driver.until(lambda: driver.why.has_focus_within)
        await driver.pilot.press("p")
        await driver.until(lambda: backend.memories["m1"].is_pinned)
        await driver.until(lambda: driver.why.selected is not None and driver.why.selected.memory.is_pinned)
        await driver.pilot.press("p")
        await driver.until(lambda: not backend.memories["m1"].is_pinned)

        await driver.pilot.press("f")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.press("escape")
        await driver.pilot.pause()
        assert "m1" in backend.memories
        await driver.pilot.press("f")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.click("#yes")
        await driver.until(lambda: "m1" not in backend.memories)


@pytest.mark.parametrize("size", SIZES)
async def test_side_panes_come_and_go_by_key_at_every_size(size: tuple[int, int]) -> None:
    async with driving(a_backend(), size=size) as driver:
        for key, pane in (("f2", driver.screen.query_one(ChatList)), ("f3", driver.why)):
            await driver.pilot.press(key)
            await driver.until(lambda pane=pane: pane.has_focus_within)
            assert pane.region.width >= 20
            await driver.pilot.press(key)
            await driver.until(lambda pane=pane: not pane.display)
            assert driver.app.focused is driver.composer
            assert driver.composer.region.width > 20


async def test_panes_are_docked_only_where_there_is_room() -> None:
    for width, shown in ((79, (False, False)), (80, (True, False)), (112, (True, True))):
        async with driving(a_backend(), size=(width, 24)) as driver:
            assert (driver.screen.query_one(ChatList).display, driver.why.display) == shown


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

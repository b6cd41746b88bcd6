"""A turn and its memories on the chat screen, driven by keys at several sizes, on the hand-written backend."""

import threading

import pytest
from textual.widgets import Markdown, OptionList

from assistant.events import (
    Failed,
    MemoriesChosen,
    ModelLoading,
    Notice,
    PromptEvaluated,
    Rewritten,
    Token,
)
from memory.records import Mode
from tests.tui.driving import SIZES, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import a_chat, a_selection
from tui.activity import Phase
from tui.widgets.chat_list import ChatList
from tui.widgets.dialogs import ConfirmDialog
from tui.widgets.status_line import StatusLine


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

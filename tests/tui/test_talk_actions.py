"""Editing a message and sending it anew, carrying a reply on, copying, and where the prompt's history begins."""

import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Markdown

from assistant.events import Failed
from memory.records import ChatId, MessageStatus
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tui.widgets.choice_dialogs import ChooseDialog
from tui.widgets.composer import Composer
from tui.widgets.dialogs import AskDialog, ConfirmDialog
from tui.widgets.status_line import StatusLine

CODE = "Two ways:\n\n```sh\nls -l\n```\n\nor\n\n```python\nprint('x')\n```\n"


def composer(driver: Driver) -> Composer:
    return driver.screen.query_one(Composer)


@pytest.mark.parametrize("size", SIZES)
async def test_last_message_is_edited_in_its_place(size: tuple[int, int]) -> None:
    backend = a_backend()
    first, last = backend.chats[ChatId(1)].turns
    backend.scripts = [["Better."]]
    async with driving(backend, size=size) as driver:
        composer(driver).load("half a thought")
        await driver.pilot.press("f9", "e")
        await driver.until(lambda: composer(driver).full_text == last.user.text)
        assert "Editing" in str(composer(driver).border_title)
        await driver.pilot.press("!", "enter")
        await driver.turn_over()

        turns = backend.chats[ChatId(1)].turns
        assert [turn.user.text for turn in turns] == [first.user.text, f"{last.user.text}!"]
        assert len(driver.log.blocks) == 2
        assert composer(driver).border_title is None
        assert composer(driver).full_text == "half a thought"


async def test_leaving_an_edit_changes_nothing_and_gives_the_draft_back() -> None:
    backend = a_backend()
    before = backend.chats[ChatId(1)].turns
    async with driving(backend) as driver:
        composer(driver).load("half a thought")
        await driver.pilot.press("f9", "e")
        await driver.until(lambda: "Editing" in str(composer(driver).border_title))
        await driver.pilot.press("x", "escape")
        await driver.until(lambda: composer(driver).full_text == "half a thought")

        assert composer(driver).border_title is None
        assert backend.chats[ChatId(1)].turns == before
        assert not [call for call in backend.calls if call[0] in {"rewind", "branch", "run_turn"}]


async def test_earlier_message_is_edited_in_another_chat() -> None:
    backend = a_backend()
    before = backend.chats[ChatId(1)].turns
    backend.scripts = [["Another way."], ["And on."]]
    async with driving(backend) as driver:
        await driver.send("third")
        await driver.turn_over()
        kept = backend.chats[ChatId(1)].turns
        driver.log.select(driver.log.blocks[1])
        composer(driver).load("half a thought")
        await driver.pilot.press("f9", "e")
        await driver.until(lambda: composer(driver).full_text == before[1].user.text)
        await driver.pilot.press("?", "enter")
        await driver.turn_over()

        assert backend.chats[ChatId(1)].turns == kept
        (branch,) = [view for view in backend.chats.values() if view.chat.parent_chat_id == ChatId(1)]
        assert [turn.user.text for turn in branch.turns] == [before[0].user.text, f"{before[1].user.text}?"]
        assert backend.chats[ChatId(1)].draft == "half a thought"


async def test_stopped_reply_is_carried_on_where_it_stands() -> None:
    backend = a_backend()
    view = backend.chats[ChatId(1)]
    stopped = replace(view.turns[-1], reply=replace(view.turns[-1].reply, status=MessageStatus.STOPPED))
    backend.chats[ChatId(1)] = replace(view, turns=(*view.turns[:-1], stopped))
    backend.scripts = [[" And wider."]]
    async with driving(backend) as driver:
        assert "stopped" in driver.last.notes
        await driver.pilot.press("f9", "c")
        await driver.until(lambda: ("continue_reply", ChatId(1)) in backend.calls)
        await driver.turn_over()

        assert driver.last.query_one(Markdown).source == "Steeper. And wider."
        assert "stopped" not in driver.last.notes
        assert len(driver.log.blocks) == 2


async def test_reply_message_and_each_block_of_code_are_copied() -> None:
    backend = a_backend()
    backend.scripts = [[CODE]]
    async with driving(backend) as driver:
        await driver.send("how to list?")
        await driver.turn_over()
        await driver.pilot.press("f9", "y")
        assert driver.told() == "Reply copied."
        assert driver.app.clipboard == CODE.strip() or driver.app.clipboard == CODE
        await driver.pilot.press("m")
        assert driver.app.clipboard == "how to list?"
        copied = []
        for _ in range(3):
            await driver.pilot.press("x")
            copied.append(driver.app.clipboard)
        assert copied == ["ls -l", "print('x')", "ls -l"]


async def test_message_is_written_in_the_users_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "editor.py"
    script.write_text("import sys\nopen(sys.argv[1], 'a').write(' and on')\n", "utf-8")
    monkeypatch.setenv("VISUAL", f"{sys.executable} {script}")
    async with driving(a_backend()) as driver:
        composer(driver).load("begun here")
        await driver.pilot.press("alt+e")
        # A test's terminal cannot be handed over: that is said, and the text stays.
        await driver.until(lambda: "editor cannot be opened" in driver.screen.query_one(StatusLine).words)
        assert composer(driver).full_text == "begun here"


async def test_mark_shows_where_the_prompts_history_begins_and_the_meter_warns() -> None:
    backend = a_backend()
    backend.dropped_turns = 1
    backend.is_trim_near = True
    async with driving(backend, size=(160, 40)) as driver:
        await driver.until(lambda: bool(driver.log.query(".cut")))
        mark = driver.log.query_one(".cut")
        children = list(driver.log.children)
        assert children[children.index(mark) + 1] is driver.log.blocks[1]
        await driver.until(
            lambda: "oldest turns leave the prompt next" in str(driver.screen.query_one(StatusLine).render())
        )

        backend.dropped_turns = 0
        backend.scripts = [["ok"]]
        await driver.send("go on")
        await driver.turn_over()
        await driver.until(lambda: not driver.log.query(".cut"))


async def test_nothing_is_edited_while_a_reply_is_written() -> None:
    backend = a_backend()
    gate = threading.Event()
    backend.scripts = [["one", gate, "two"]]
    async with driving(backend) as driver:
        await driver.send("go")
        await driver.until(lambda: driver.last.reply_text == "one")
        await driver.pilot.press("f9", "up")
        await driver.pilot.press("e")
        assert composer(driver).border_title is None
        gate.set()
        await driver.turn_over()


async def test_a_chat_is_exported_into_a_file_and_replaces_none_unasked() -> None:
    backend = a_backend()
    backend.written_files.add("~/Stairs.md")
    name = backend.chats[ChatId(1)].chat.name

    def was_written(*, may_replace: bool) -> bool:
        return ("export_chat", (name, "~/Stairs.md", may_replace)) in backend.calls

    async with driving(backend) as driver:
        await driver.pilot.press("alt+x")
        await driver.until(lambda: isinstance(driver.app.screen, ChooseDialog))
        await driver.pilot.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, AskDialog))
        await driver.pilot.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        assert not was_written(may_replace=True)
        await driver.pilot.click("#yes")
        await driver.until(lambda: was_written(may_replace=True))


async def test_all_chats_are_exported_into_one_file() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.pilot.press("alt+x")
        await driver.until(lambda: isinstance(driver.app.screen, ChooseDialog))
        await driver.pilot.press("down", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, AskDialog))
        await driver.pilot.press("enter")
        await driver.until(lambda: ("export_chat", (None, "~/reverie.json", False)) in backend.calls)


async def test_keys_on_turns_go_on_after_the_selected_running_turn_went() -> None:
    backend = a_backend()
    gate = threading.Event()
    backend.scripts = [[gate, Failed("The message is too long.", "", returned_text="hello")]]
    async with driving(backend) as driver:
        await driver.send("hello")
        await driver.until(lambda: driver.screen._first.turn.is_running)
        await driver.pilot.press("f9")
        assert driver.log.selected is driver.last
        gate.set()
        await driver.turn_over()
        assert driver.log.selected is None
        await driver.pilot.press("f9", "ctrl+up")
        await driver.until(lambda: driver.log.selected is driver.log.blocks[0])


async def test_copying_a_selection_says_what_was_copied() -> None:
    async with driving(a_backend()) as driver:
        composer(driver).load("half a thought")
        composer(driver).select_all()
        await driver.pilot.press("ctrl+c")
        await driver.until(lambda: driver.told() == "Copied: “half a thought”, 14 characters.")
        assert driver.app.clipboard == "half a thought"

        driver.log.focus()
        driver.screen.text_select_all()
        await driver.pilot.press("ctrl+c")
        await driver.until(lambda: "Copied: “" in driver.told() and "How steep?" in driver.app.clipboard)

"""Lines that begin with "/" are done and never sent, and Tab completes them."""

import threading

import pytest
from textual.widgets import Input

from tests.tui.driving import Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import FixedClock
from tui.activity import Phase
from tui.app import ReverieApp
from tui.screens.chat import ChatScreen
from tui.screens.help import HelpScreen
from tui.screens.memories import MemoriesScreen
from tui.screens.settings import SettingsScreen
from tui.slash_table import SLASH_COMMANDS
from tui.widgets.chat_list import ChatList
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.dialog import Dialog
from tui.widgets.undo_line import UndoLine

SENT = {"run_turn", "regenerate", "continue_reply"}


async def send(driver: Driver, line: str) -> None:
    driver.composer.focus()
    driver.composer.load(line)
    await driver.pilot.press("enter")
    await driver.pilot.pause()


def sent(backend: FakeBackend) -> list[object]:
    return [what for name, what in backend.calls if name in SENT]


def title(driver: Driver) -> str:
    return str(driver.composer.border_subtitle)


async def test_every_command_of_the_table_is_done_in_the_app() -> None:
    async with driving(a_backend()) as driver:
        parts = driver.screen._parts
        assert parts is not None
        assert {one.name for one in SLASH_COMMANDS if not one.opens} <= parts.slash_lines.names
        assert parts.slash_lines.names <= {one.name for one in SLASH_COMMANDS}


async def test_ban_by_slash_bans_offers_undo_and_sends_nothing() -> None:
    backend = a_backend()
    async with driving(backend, size=(80, 24)) as driver:
        await send(driver, "/ban Rex")
        await driver.until(lambda: driver.screen.query_one(UndoLine).latest is not None)

        assert ("set ban", "Rex") in backend.calls
        assert "Banned “Rex”" in driver.told()
        assert not sent(backend)
        assert driver.composer.text == ""


async def test_recall_by_slash_puts_what_it_finds_into_the_talk_and_is_no_turn() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        chats, blocks = dict(backend.chats), len(driver.log.blocks)
        await send(driver, "/recall Ilse")
        await driver.until(lambda: "My sister Ilse" in driver.text())
        await send(driver, "/recall zeppelin")
        await driver.until(lambda: "Nothing found." in driver.text())

        await send(driver, "/pin m1")
        await driver.until(lambda: backend.memories["m1"].is_pinned)
        assert "/recall Ilse" in driver.text()
        assert len(driver.log.blocks) == blocks
        assert backend.chats == chats
        assert not sent(backend)


async def test_remember_pin_useful_and_memory_by_slash_act_on_what_they_name() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        for line in ("/remember The gate is red.", "/pin m1", "/pin Graz", "/useful m2", "/memory m3 off yes"):
            await send(driver, line)
        await driver.until(lambda: any(name == "edit_memory" for name, _ in backend.calls))

        assert ("remember", "The gate is red.") in backend.calls
        assert backend.memories["m1"].is_pinned
        assert ("set pin", "Graz") in backend.calls
        assert ("give_feedback", ("m2", True)) in backend.calls
        assert backend.memories["m3"].is_disabled


async def test_forget_by_slash_asks_first() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        for line, called in (("/forget m1", ("forget", "m1")), ("/forget carpenter", ("forget_topic", "carpenter"))):
            await send(driver, line)
            await driver.until(lambda: isinstance(driver.app.screen, Dialog))
            assert called not in backend.calls
            await driver.pilot.click("#yes")
            await driver.until(lambda called=called: called in backend.calls)  # type: ignore[misc]
            await driver.until(lambda: isinstance(driver.app.screen, ChatScreen))


async def test_chats_are_opened_renamed_put_away_and_deleted_by_name() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await send(driver, "/open Dinner")
        await driver.until(lambda: "Risotto" in driver.text())
        await send(driver, "/rename Supper")
        await driver.until(lambda: any(view.chat.title == "Supper" for view in backend.chats.values()))
        await send(driver, "/put-away Stairs")
        await driver.until(lambda: ("set_put_away", True) in backend.calls)
        await send(driver, "/delete")
        await driver.until(lambda: len(backend.chats) == 1)
        await send(driver, "/undo")
        await driver.until(lambda: len(backend.chats) == 2)

        await send(driver, "/open nowhere")
        await driver.until(lambda: "/chats lists them." in driver.told())
        assert not sent(backend)


async def test_a_turn_is_branched_from_and_rewound_to_by_its_number() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        first, last = driver.log.turn_ids
        await send(driver, f"/branch {first} Early")
        await driver.until(lambda: ("branch", first) in backend.calls)
        await driver.until(lambda: driver.log.turn_ids == (first,))
        await send(driver, "/open Stairs")
        await driver.until(lambda: driver.log.turn_ids == (first, last))
        await send(driver, f"/rewind {first}")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        await driver.pilot.click("#yes")
        await driver.until(lambda: ("rewind", first) in backend.calls)
        await driver.until(lambda: isinstance(driver.app.screen, ChatScreen) and driver.log.turn_ids == (first,))
        await send(driver, "/rewind 0")
        await driver.until(lambda: isinstance(driver.app.screen, Dialog))
        await driver.pilot.click("#yes")
        await driver.until(lambda: ("rewind", None) in backend.calls)

        await send(driver, "/rewind 9999")
        await driver.until(lambda: "This chat has no turn 9999." in driver.told())


async def test_another_reply_is_kept_by_its_number() -> None:
    backend = a_backend()
    backend.scripts = [["Gentler."]]
    async with driving(backend) as driver:
        await send(driver, "/again")
        await driver.turn_over()
        await driver.until(lambda: driver.last.reply_count == 2)
        await send(driver, "/replies 1")
        await driver.until(lambda: any(name == "keep_alternative" for name, _ in backend.calls))
        await driver.until(lambda: driver.last.reply_text == "Steeper.")

        await send(driver, "/replies 3")
        await driver.until(lambda: "This message was given 2 replies." in driver.told())


async def test_edit_by_slash_brings_the_message_or_what_is_to_stand_for_it() -> None:
    async with driving(a_backend()) as driver:
        await send(driver, "/edit")
        await driver.until(lambda: driver.composer.full_text == "And a mill?")
        await driver.pilot.press("escape")
        await send(driver, "/edit And a windmill?")
        await driver.until(lambda: driver.composer.full_text == "And a windmill?")
        assert "Editing" in str(driver.composer.border_title)


async def test_a_command_with_a_screen_opens_it_with_the_words() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await send(driver, "/help")
        await driver.until(lambda: isinstance(driver.app.screen, HelpScreen))
        await driver.pilot.press("escape")
        for line, kind, words in (
            ("/memories Rex", MemoriesScreen, "Rex"),
            ("/memory m2", MemoriesScreen, "m2"),
            ("/settings temperature", SettingsScreen, "temperature"),
        ):
            await send(driver, line)
            await driver.until(lambda kind=kind: isinstance(driver.app.screen, kind))  # type: ignore[misc]
            await driver.pilot.pause()
            assert driver.app.screen.query_one("#search", Input).value == words
            # On Settings the first one shows all of them again.
            await driver.pilot.press(*["escape"] * (2 if kind is SettingsScreen else 1))
            await driver.until(lambda: isinstance(driver.app.screen, ChatScreen))
        await send(driver, "/chats")
        await driver.until(lambda: driver.screen.query_one(ChatList).has_focus_within)


async def test_a_file_is_written_without_a_dialog_where_it_is_named() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await send(driver, "/export /tmp/stairs.md")
        await driver.until(lambda: any(name == "export_chat" for name, _ in backend.calls))
        assert "Written: /tmp/stairs.md" in driver.told()


async def test_unknown_command_is_told_in_one_line_and_stays_in_the_input() -> None:
    backend = a_backend()
    async with driving(backend, size=(80, 24)) as driver:
        await send(driver, "/recal Rex")

        # In the status line: a toast would cover the line that is to be put right.
        assert driver.screen.refusal == "/recal is no command: did you mean /recall? A space in front sends it."
        assert driver.told() == ""
        assert driver.composer.text == "/recal Rex"
        assert not sent(backend)


async def test_what_a_command_cannot_do_without_is_said() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await send(driver, "/ban")
        assert driver.screen.refusal == "say which: /ban TOPIC"
        assert driver.composer.text == "/ban"


@pytest.mark.parametrize("text", ["/home/x is full", " /s"])
async def test_a_path_and_a_line_with_a_space_in_front_are_messages(text: str) -> None:
    backend = a_backend()
    backend.scripts = [["Yes."]]
    async with driving(backend) as driver:
        await send(driver, text)
        await driver.turn_over()
        assert sent(backend) == [text]


async def test_tab_completes_a_command_and_shows_the_next_that_it_may_become() -> None:
    async with driving(a_backend()) as driver:
        await driver.type("/un")
        assert set(title(driver).split()) == {"/undo", "/unban", "/unpin"}
        await driver.pilot.press("tab")
        assert driver.composer.text == "/un"
        seen = []
        for _ in range(4):
            await driver.pilot.press("tab")
            seen.append(driver.composer.text)
        assert sorted(seen[:3]) == ["/unban", "/undo", "/unpin"]
        assert seen[3] == seen[0]
        driver.composer.load("")
        await driver.type("/rec")
        await driver.pilot.press("tab")
        assert driver.composer.text == "/recall "
        await driver.type("tea")
        await driver.pilot.press("tab")
        assert driver.composer.text == "/recall tea"
        assert title(driver).startswith("/recall TEXT")
        assert driver.composer.has_focus


async def test_tab_leads_on_as_before_where_no_command_is_typed() -> None:
    async with driving(a_backend()) as driver:
        for text in ("", "hello", "/home/x", "/zzz"):
            driver.composer.focus()
            driver.composer.load(text)
            await driver.pilot.press("tab")
            assert not driver.composer.has_focus, text
            assert driver.composer.text == text
        assert "sends" in title(driver)


async def test_a_command_before_the_memory_is_open_stays_in_the_input() -> None:
    gate = threading.Event()
    backend = a_backend()

    def open_late() -> FakeBackend:
        gate.wait()
        return backend

    app = ReverieApp(open_late, clock=FixedClock())
    async with app.run_test() as pilot:
        composer = app.chat.query_one(Composer)
        composer.load("/ban Rex")
        await pilot.press("enter")
        try:
            assert composer.text == "/ban Rex"
            assert not app.chat.query_one(ChatLog).blocks
            assert "once the memory is open" in app.chat.refusal
        finally:
            gate.set()
        await Driver(app, pilot, backend, []).until(lambda: app.chat.activity.phase is Phase.READY)

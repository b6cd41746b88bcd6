"""What is written and not sent yet outlives a quit, a switch of chats, an edit and a start that is not over."""

import threading
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from assistant.errors import TurnRefusedError
from assistant.events import Failed
from assistant.views import KeptDraft
from memory.errors import BusyError
from memory.records import ChatId
from tests.tui.driving import Driver, a_backend, driving, edit_last
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import FixedClock
from tui.app import ReverieApp
from tui.chat.draft_keeping import DraftKeeping

STAIRS, DINNER = ChatId(1), ChatId(2)


def draft(backend: FakeBackend, chat_id: ChatId = STAIRS) -> str:
    return backend.chats[chat_id].draft


async def quit_app(driver: Driver) -> None:
    await driver.pilot.press("ctrl+q")
    await driver.until(lambda: not driver.app.is_running)


def keeping_of(driver: Driver) -> DraftKeeping:
    assert driver.screen._parts is not None
    return driver.screen._parts.keeping


async def test_a_draft_is_kept_in_a_pause_of_writing() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.type("half a thought")
        driver.app._clock.elapsed_s += 60  # type: ignore[attr-defined] - the test's own clock
        keeping_of(driver).look()
        await driver.until(lambda: draft(backend) == "half a thought")


async def test_a_chat_that_only_held_a_draft_goes_with_it() -> None:
    backend = FakeBackend()
    async with driving(backend) as driver:
        assert driver.screen._parts is not None
        chats = driver.screen._parts.chats
        await driver.type("half")
        await chats.save_draft()
        assert len(backend.chats) == 1
        driver.composer.load("")
        await chats.save_draft()
        assert backend.chats == {}
        assert chats.chat is None


async def test_quitting_while_a_message_is_edited_keeps_the_draft_that_waited() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.type("precious")
        await edit_last(driver)
        await quit_app(driver)
    assert draft(backend) == "precious"


async def test_quitting_while_a_message_is_changed_keeps_the_change_too() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.type("precious")
        await edit_last(driver)
        await driver.type(" Big")
        await quit_app(driver)
    assert draft(backend) == "And a mill? Big\n\nprecious"


async def test_going_to_another_chat_from_an_edit_swaps_no_drafts() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.type("of the stairs")
        await edit_last(driver)
        driver.screen.go_to(DINNER)
        await driver.until(lambda: driver.composer.full_text == "and for dessert")
        await driver.pilot.pause()
        assert driver.composer.full_text == "and for dessert"
        await quit_app(driver)
    assert (draft(backend), draft(backend, DINNER)) == ("of the stairs", "and for dessert")


async def test_a_message_that_was_sent_while_the_app_closes_is_not_lost() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.type("the last word")
        driver.screen._first.one.is_leaving = True
        await driver.pilot.press("enter")
        await quit_app(driver)
    assert draft(backend) == "the last word"


async def test_what_was_written_before_the_memory_was_open_is_kept_with_its_draft() -> None:
    backend = a_backend()
    backend.chats[STAIRS] = replace(backend.chats[STAIRS], draft="older")
    gate = threading.Event()

    def load() -> FakeBackend:
        gate.wait(10)
        return backend

    app = ReverieApp(load, clock=FixedClock())
    async with app.run_test() as pilot:
        driver = Driver(app, pilot, backend, [])
        await driver.type("early")
        await pilot.press("ctrl+q")
        gate.set()
        await driver.until(lambda: not app.is_running)
    assert draft(backend) == "older\n\nearly"


async def test_the_message_is_safe_before_its_old_turn_makes_room() -> None:
    backend = a_backend()
    gate = threading.Event()
    backend.scripts = [[gate, "Steeper still."]]
    seen: list[str] = []
    set_aside = backend.set_aside

    def watched(chat_id: ChatId) -> ChatId:
        seen.append(draft(backend))
        return set_aside(chat_id)

    backend.set_aside = watched  # type: ignore[method-assign] - only watches
    async with driving(backend) as driver:
        await edit_last(driver)
        await driver.type(" Now")
        await driver.pilot.press("enter")
        await driver.until(lambda: bool(seen))
        gate.set()
        await driver.turn_over()
        assert seen == ["And a mill? Now"]
        assert driver.composer.full_text == ""


async def test_the_old_turn_comes_back_where_the_edited_message_gets_no_answer() -> None:
    backend = a_backend()
    before = backend.chats[STAIRS].turns
    backend.scripts = [[Failed("The message is too long.", "", returned_text="And a mill? Now")]]
    async with driving(backend) as driver:
        await edit_last(driver)
        await driver.type(" Now")
        await driver.pilot.press("enter")
        await driver.until(lambda: ("take_back", STAIRS) in backend.calls)
        await driver.turn_over()
        assert backend.chats[STAIRS].turns == before
        await driver.until(lambda: [one.user_text for one in driver.log.blocks] == ["How steep?", "And a mill?"])
        assert driver.composer.full_text == "And a mill? Now"


async def test_a_key_that_leaves_the_chat_right_behind_enter_loses_nothing() -> None:
    for key in ("f4", "f8"):
        backend = a_backend()
        gate = threading.Event()
        backend.scripts = [[gate, "There."]]
        async with driving(backend) as driver:
            await driver.type("quick")
            await driver.pilot.press("enter", key)
            gate.set()
            await driver.turn_over()
            said = [turn.user.text for view in backend.chats.values() for turn in view.turns]
            assert said.count("quick") + [view.draft for view in backend.chats.values()].count("quick") == 1


async def test_quitting_right_behind_an_edited_message_keeps_the_old_turn_and_the_new_words() -> None:
    backend = a_backend()
    before = backend.chats[STAIRS].turns
    set_aside = backend.set_aside
    async with driving(backend) as driver:

        def leaving(chat_id: ChatId) -> ChatId:
            driver.screen._first.one.is_leaving = True
            return set_aside(chat_id)

        backend.set_aside = leaving  # type: ignore[method-assign] - the app is told to end at this moment
        await edit_last(driver)
        await driver.type(" Now")
        await driver.pilot.press("enter")
        await quit_app(driver)
    assert backend.chats[STAIRS].turns == before
    assert draft(backend) == "And a mill? Now"


async def test_a_draft_that_could_not_be_saved_is_told_once_tried_again_and_saved() -> None:
    backend = a_backend()
    save_draft, refused = backend.save_draft, [0]

    def busy(chat_id: ChatId, text: str, before: KeptDraft) -> KeptDraft:
        refused[0] += 1
        raise BusyError("The database is in use by another program.", "")

    backend.save_draft = busy  # type: ignore[method-assign] - a store that is busy for a while
    async with driving(backend) as driver:

        async def later(seconds: float) -> None:
            driver.app._clock.elapsed_s += seconds  # type: ignore[attr-defined] - the test's own clock
            keeping_of(driver).look()
            await driver.pilot.pause()

        await driver.type("precious")
        for _ in range(3):
            await later(6)
        assert refused == [1]
        await later(16)
        assert refused == [2]
        assert [one.message for one in driver.app._notifications] == [
            "What you write cannot be kept: The database is in use by another program."
        ]
        backend.save_draft = save_draft  # type: ignore[method-assign] - as it was
        await later(16)
        await driver.until(lambda: draft(backend) == "precious")


async def test_a_draft_is_kept_while_it_is_written_without_a_pause() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        for place in range(5):
            await driver.type(f"word{place} ")
            keeping_of(driver).look()
            driver.app._clock.elapsed_s += 3  # type: ignore[attr-defined] - the test's own clock
            driver.screen._typed_s = driver.app._clock.monotonic_s()
            assert driver.screen.is_typing
        await driver.until(lambda: draft(backend).startswith("word0 word1 word2 word3"))


async def test_what_another_program_forgot_leaves_the_input_and_does_not_come_back_with_the_next_key() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        assert driver.screen._parts is not None
        chats = driver.screen._parts.chats
        await driver.type("the wombat bites")
        await chats.save_draft()
        backend.chats[STAIRS] = replace(backend.chats[STAIRS], draft="", forgotten=1)
        await driver.type(" and more")
        await chats.save_draft()
        assert driver.composer.full_text == "and more"
        assert draft(backend) == "and more"
        await driver.until(lambda: "What was forgotten has left the input too." in driver.told())


async def test_what_another_program_forgot_leaves_the_screen_when_the_user_comes_back_and_no_edit_brings_it_up() -> (
    None
):
    backend = a_backend()
    async with driving(backend) as driver:
        view = backend.chats[STAIRS]
        turns = tuple(
            replace(one, user=replace(one.user, text=one.user.text.replace("mill", "[forgotten]")))
            for one in view.turns
        )
        backend.chats[STAIRS] = replace(view, turns=turns, forgotten=1)
        await driver.pilot.press("f9")
        await driver.pilot.press("e")
        await driver.until(lambda: driver.composer.full_text == "And a [forgotten]?")
        assert [one.user_text for one in driver.log.blocks][-1] == "And a [forgotten]?"


async def test_an_edited_message_that_finds_no_room_goes_back_into_the_input() -> None:
    backend = a_backend()
    before = backend.chats[STAIRS].turns

    def refuse(chat_id: ChatId) -> ChatId:
        raise TurnRefusedError("A reply is being written in this chat.", f"Wait for chat {chat_id}.")

    backend.set_aside = refuse  # type: ignore[method-assign] - another program answers in this chat
    async with driving(backend) as driver:
        await driver.type("precious")
        await edit_last(driver)
        await driver.type(" Now")
        await driver.pilot.press("enter")
        await driver.until(lambda: "A reply is being written" in driver.told())
        assert driver.composer.full_text == "And a mill? Now\nprecious"
        await quit_app(driver)
    assert backend.chats[STAIRS].turns == before
    assert draft(backend) == "And a mill? Now\nprecious"


async def end_by_a_bug(driver: Driver) -> None:
    await driver.type("half a thought")
    driver.app.call_later(lambda: 1 // 0)
    await driver.until(lambda: not driver.app.is_running)


async def test_a_bug_ends_the_app_in_one_line_with_the_draft_kept(capsys: pytest.CaptureFixture[str]) -> None:
    backend, run = a_backend(), AsyncExitStack()
    driver = await run.enter_async_context(driving(backend))
    await end_by_a_bug(driver)
    with pytest.raises(ZeroDivisionError):
        await run.aclose()

    assert draft(backend) == "half a thought"
    assert (
        driver.app.last_words == "Reverie ended by a mistake of its own (ZeroDivisionError). The log holds the details."
    )
    assert "half a thought" not in capsys.readouterr().err

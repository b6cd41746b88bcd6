"""Keys that find nothing to do say so, and the list of chats can be worked without colours."""

import threading

import pytest
from textual.widgets import OptionList

from memory.records import ChatId
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import FixedClock, a_chat
from tui.app import ReverieApp
from tui.widgets.chat_list import ChatList
from tui.widgets.dialogs import AskDialog
from tui.widgets.status_line import StatusLine


def said(driver: Driver) -> str:
    return driver.screen.query_one(StatusLine).words


def rows(driver: Driver) -> list[str]:
    return [str(option.prompt) for option in driver.screen.query_one(ChatList).query_one(OptionList).options]


async def to_chats(driver: Driver) -> None:
    await driver.pilot.press("f2")
    await driver.until(lambda: driver.screen.query_one(ChatList).has_focus_within)


@pytest.mark.parametrize("key", ["r", "d"])
async def test_renaming_and_deleting_without_a_selected_chat_are_refused_in_words(key: str) -> None:
    async with driving(FakeBackend(), size=(80, 24)) as driver:
        await to_chats(driver)
        await driver.pilot.press(key)

        assert said(driver).startswith("no chat is selected")


async def test_undo_with_nothing_to_take_back_is_refused_in_words() -> None:
    backend = a_backend()
    backend.has_undo = False
    async with driving(backend, size=(80, 24)) as driver:
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: said(driver).startswith("there is nothing to undo"))

        assert ("undo", None) not in backend.calls


@pytest.mark.parametrize("key", ["f4", "f8", "alt+t", "alt+w", "alt+x", "f11"])
async def test_a_key_that_needs_the_memory_says_so_while_that_is_being_opened(key: str) -> None:
    gate = threading.Event()
    backend = a_backend()

    def load() -> FakeBackend:
        gate.wait(10)
        return backend

    app = ReverieApp(load, clock=FixedClock())
    async with app.run_test() as pilot:
        driver = Driver(app, pilot, backend, [])
        await pilot.press(key)

        assert said(driver).startswith("this works once the memory is open")

        gate.set()
        await driver.until(lambda: said(driver).endswith("ready"))


async def test_the_cursor_in_the_chats_shows_without_colour() -> None:
    async with driving(a_backend(), size=(80, 24)) as driver:
        assert [row[:3] for row in rows(driver)] == ["▌› ", "   "]
        await to_chats(driver)
        await driver.pilot.press("down")
        await driver.until(lambda: [row[:3] for row in rows(driver)] == [" › ", "▌  "])


@pytest.mark.parametrize("size", SIZES)
async def test_after_a_cancelled_rename_the_list_still_takes_the_keys(size: tuple[int, int]) -> None:
    backend = a_backend()
    async with driving(backend, size=size) as driver:
        await to_chats(driver)
        for _ in range(2):
            await driver.pilot.press("r")
            await driver.until(lambda: isinstance(driver.app.screen, AskDialog))
            await driver.pilot.press("escape")
            await driver.until(lambda: driver.app.screen is driver.screen)
            assert driver.screen.query_one(ChatList).has_focus_within
        await driver.pilot.press("r")
        await driver.until(lambda: isinstance(driver.app.screen, AskDialog))
        await driver.pilot.press(*"Mill", "enter")
        await driver.until(lambda: backend.chats[ChatId(1)].chat.title == "Mill")
        await driver.until(lambda: driver.app.screen is driver.screen)

        assert driver.screen.query_one(ChatList).has_focus_within
        assert driver.composer.full_text == ""


async def test_a_chat_whose_title_was_forgotten_shows_its_name() -> None:
    backend = FakeBackend()
    backend.add_chat(a_chat(1, ""), ("hello", "hi"))
    backend.add_chat(a_chat(2, "", hours_ago=1))
    async with driving(backend, size=(80, 24)) as driver:
        assert "chat-1" in rows(driver)[0]
        assert "New chat" in rows(driver)[1]

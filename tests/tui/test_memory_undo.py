"""What is done on the memories screen is taken back there, and a memory's past says what was done to it."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import OptionList, Select

from assistant.authoring import Authored, add_memory
from assistant.errors import NotFoundError
from assistant.memory_pages import EDITED, MemoryFilter, PastChange, PastStanding, read_page
from assistant.undoing import what_undo_does
from memory.records import Kind, TurnId
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_memories import NOW, a_memory
from tests.tui.test_real_backend import a_session
from tui.app import ReverieApp
from tui.memory_undo import FORGOTTEN, NOTHING
from tui.memory_wording import details_content
from tui.screens.memories import MemoriesScreen
from tui.session_backend import SessionBackend
from tui.widgets.dialogs import ConfirmDialog
from tui.widgets.memory_editor import MemoryEditor


def several() -> FakeBackend:
    backend = a_backend()
    backend.memories = {f"m{n}": a_memory(n, f"note {n}") for n in range(1, 5)}
    return backend


async def open_memories(driver: Driver) -> MemoriesScreen:
    await driver.pilot.press("f6")
    await driver.until(lambda: isinstance(driver.app.screen, MemoriesScreen))
    screen = driver.app.screen
    assert isinstance(screen, MemoriesScreen)
    await driver.until(lambda: bool(screen.query_one("#memories", OptionList).option_count))
    return screen


def marks(screen: MemoriesScreen) -> int:
    return sum(str(row.prompt).startswith("✓") for row in screen.query_one("#memories", OptionList).options)


@pytest.mark.parametrize("size", SIZES)
async def test_several_are_switched_off_taken_back_and_stay_marked_until_escape(size: tuple[int, int]) -> None:
    backend = several()
    backend.memories["m3"] = replace(backend.memories["m3"], is_disabled=True)
    async with driving(backend, size=size) as driver:
        screen = await open_memories(driver)
        await driver.pilot.press("space", "space", "space", "d")
        await driver.until(lambda: sum(one.is_disabled for one in backend.memories.values()) == 3)
        await driver.until(lambda: "Ctrl+G takes it back" in driver.told())
        assert marks(screen) == 3
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: "Taken back for 2 memories." in driver.told())
        assert [one.handle for one in backend.memories.values() if one.is_disabled] == ["m3"]
        assert marks(screen) == 3
        await driver.pilot.press("p")
        await driver.until(lambda: sum(one.is_pinned for one in backend.memories.values()) == 3)
        await driver.pilot.press("escape")
        await driver.until(lambda: marks(screen) == 0)
        assert driver.app.screen is screen
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: not any(one.is_pinned for one in backend.memories.values()))
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)


async def test_the_same_key_twice_on_marked_ones_switches_them_on_again() -> None:
    backend = several()
    async with driving(backend) as driver:
        screen = await open_memories(driver)
        await driver.pilot.press("space", "space", "d")
        await driver.until(lambda: sum(one.is_disabled for one in backend.memories.values()) == 2)
        await driver.until(lambda: "Switched off" in driver.told())
        await driver.until(lambda: all(row.is_disabled for row in screen._marked.values()))
        await driver.pilot.press("d")
        await driver.until(lambda: not any(one.is_disabled for one in backend.memories.values()))


async def test_what_cannot_be_taken_back_says_so_in_one_line() -> None:
    backend = several()
    async with driving(backend) as driver:
        await open_memories(driver)
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: NOTHING in driver.told())
        await driver.pilot.press("f")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.click("#yes")
        await driver.until(lambda: len(backend.memories) == 3)
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: FORGOTTEN in driver.told())


async def test_pins_taken_back_on_the_real_store_are_done_no_more(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    for n in range(3):
        add_memory(session, Authored(text=f"The boiler no. {n} is at {50 + n} degrees."))
    app = ReverieApp(lambda: SessionBackend(session))
    async with app.run_test(size=(100, 30)) as pilot:
        driver = Driver(app, pilot, FakeBackend(), [])
        await driver.until(lambda: app.chat._parts is not None)
        await open_memories(driver)
        await pilot.press("ctrl+a", "p")
        await driver.until(lambda: "Pinned: 3 memories" in driver.told())
        assert all(row.memory.is_pinned for row in read_page(session, MemoryFilter()).rows)
        await pilot.press("ctrl+g")
        await driver.until(lambda: "Taken back for 3 memories." in driver.told())
        assert not any(row.memory.is_pinned for row in read_page(session, MemoryFilter()).rows)
        with pytest.raises(NotFoundError):
            what_undo_does(session)


@pytest.mark.parametrize("size", SIZES)
async def test_the_kind_is_chosen_from_a_list(size: tuple[int, int]) -> None:
    backend = several()
    async with driving(backend, size=size) as driver:
        await open_memories(driver)
        await driver.pilot.press("e")
        await driver.until(lambda: isinstance(driver.app.screen, MemoryEditor))
        kinds = driver.app.screen.query_one("#kind", Select)
        kinds.focus()
        await driver.pilot.press("enter")
        await driver.until(lambda: kinds.expanded)
        await driver.pilot.press("end", "enter", "f10")
        await driver.until(lambda: any(call[0] == "edit_memory" for call in backend.calls))
        (change,) = [call[1][1] for call in backend.calls if call[0] == "edit_memory"]  # type: ignore[index]
        assert change.kind is list(Kind)[-1]


def test_a_past_is_told_once_and_whole() -> None:
    found = FakeBackend().memory_details("m1")
    found = replace(
        found,
        said_as="My sister Ilse eats meat.",
        changes=(PastChange(NOW, EDITED), PastChange(NOW, "pinned", undone_at=NOW)),
        standing=PastStanding(14, TurnId(3), TurnId(17), NOW, "Always here: it is in the standing block."),
    )
    words = str(details_content(found, NOW))
    assert "as “My sister Ilse eats meat.”" in words
    assert "\nedited  " in words
    assert "pinned, taken back" in words
    assert "turns 3 to 17, 14 times" in words
    assert words.count("Always here") == 1

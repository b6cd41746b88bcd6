"""Where chats part: both sides say so, at the first turn too, and the way leads to where they part."""

from pathlib import Path

import pytest

from memory.records import BEFORE_THE_FIRST, ChatId
from tests.tui.driving import SIZES, Driver, a_backend, driving, edit_last
from tests.tui.fake_backend import FakeBackend
from tests.tui.test_real_backend import an_app
from tui.activity import Phase
from tui.widgets.fork_line import ForkLine
from tui.widgets.undo_line import UndoLine


def fork_text(driver: Driver) -> str:
    return " ".join(str(line.render()) for line in driver.screen.query(ForkLine))


def is_in_sight(driver: Driver, line: ForkLine) -> bool:
    return driver.log.region.contains_region(line.region)


async def edit_first(driver: Driver) -> None:
    await driver.pilot.press("ctrl+up", "ctrl+up", "f9", "e")
    await driver.until(lambda: driver.composer.full_text == "How steep?")


@pytest.mark.parametrize("size", SIZES)
async def test_an_edit_of_the_first_message_is_a_branch_and_both_sides_say_so(size: tuple[int, int]) -> None:
    backend = a_backend()
    backend.scripts = [["Not at all."]]
    async with driving(backend, size=size) as driver:
        first = driver.log.blocks[0].turn_id
        await edit_first(driver)
        await driver.send("!")
        await driver.until(lambda: "branch of “Stairs”" in driver.told())
        await driver.turn_over()

        assert ("branch", BEFORE_THE_FIRST) in backend.calls
        assert "“Stairs” begins another way" in fork_text(driver)
        assert list(driver.log.children).index(driver.log.query_one(ForkLine)) < list(driver.log.children).index(
            driver.log.blocks[0]
        )
        await driver.pilot.press("f9", "o")
        await driver.until(lambda: len(driver.log.blocks) == 2)
        await driver.until(lambda: driver.log.selected is driver.log.blocks[0])
        assert driver.log.blocks[0].turn_id == first
        await driver.until(lambda: "begins another way" in fork_text(driver))
        await driver.until(lambda: is_in_sight(driver, driver.screen.query_one(ForkLine)))


@pytest.mark.parametrize("size", SIZES)
async def test_the_way_to_a_branch_leads_to_where_it_parts_and_not_to_its_end(size: tuple[int, int]) -> None:
    backend = a_backend()
    backend.scripts = [["\n\n".join(f"Line {n}." for n in range(40))]] * 3
    async with driving(backend, size=size) as driver:
        for words in ("third", "fourth", "fifth"):
            await driver.send(words)
            await driver.turn_over()
        block = next(one for one in driver.log.blocks if one.user_text == "third")
        shared = block.turn_id
        driver.log.select(block)
        await driver.pilot.press("f9", "b")
        await driver.until(lambda: "goes another way from here" in fork_text(driver))
        await driver.pilot.press("f9", "o")
        await driver.until(lambda: driver.log.selected is not None and driver.log.selected.turn_id == shared)
        await driver.until(lambda: "“New branch” goes another way" in fork_text(driver))
        await driver.until(lambda: is_in_sight(driver, driver.screen.query_one(ForkLine)))


@pytest.mark.parametrize("size", SIZES)
async def test_the_edit_of_the_last_message_is_taken_back_and_brought_again_with_the_undo_key(
    size: tuple[int, int],
) -> None:
    backend = a_backend()
    backend.scripts = [["Better."]]
    async with driving(backend, size=size) as driver:
        await edit_last(driver)
        await driver.send("!")
        await driver.turn_over()
        line = driver.screen.query_one(UndoLine)
        await driver.until(lambda: line.display and "brings your message back" in str(line.render()))
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: driver.last.user_text == "And a mill?")
        assert driver.last.reply_text == "Steeper."
        await driver.until(lambda: line.latest is not None)
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: driver.last.user_text == "And a mill?!")
        assert [turn.user.text for turn in backend.chats[ChatId(1)].turns] == ["How steep?", "And a mill?!"]


async def test_where_the_talk_went_on_the_old_message_comes_back_beside_it() -> None:
    backend = a_backend()
    backend.scripts = [["Better."], ["And on."]]
    async with driving(backend) as driver:
        await edit_last(driver)
        await driver.send("!")
        await driver.turn_over()
        await driver.send("go on")
        await driver.turn_over()
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: driver.last.user_text == "And a mill?")
        assert "in a branch" in driver.told()
        await driver.until(lambda: "“Stairs” goes another way from here" in fork_text(driver))
        assert len(backend.chats[ChatId(1)].turns) == 3


async def test_edits_and_branches_on_the_real_store(tmp_path: Path) -> None:
    app = an_app(tmp_path, "Hello Tom.", "Hello Max.", "Hello Kim.")
    async with app.run_test(size=(100, 30)) as pilot:
        driver = Driver(app, pilot, FakeBackend(), [])
        await driver.until(lambda: app.chat.activity.phase is Phase.READY)
        await driver.send("My cat is Tom.")
        await driver.turn_over()
        await driver.until(lambda: driver.last.turn_id is not None)
        await pilot.press("f9", "e")
        await driver.until(lambda: driver.composer.full_text == "My cat is Tom.")
        driver.composer.load("My cat is Max.")
        await pilot.press("enter")
        await driver.until(lambda: driver.last.reply_text == "Hello Max." and driver.last.turn_id is not None)
        await driver.turn_over()
        await pilot.press("ctrl+g")
        await driver.until(lambda: driver.last.user_text == "My cat is Tom.")
        await driver.send("And my dog is Kim.")
        await driver.until(lambda: len(driver.log.blocks) == 2 and driver.last.turn_id is not None)
        await driver.turn_over()
        assert driver.last.reply_text == "Hello Kim."

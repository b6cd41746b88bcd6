"""Chats that are longer than what is mounted: opening, paging both ways, jumping, and going on from there."""

import gc
import weakref
from functools import partial
from typing import TYPE_CHECKING

from memory.records import ChatId, TurnId
from tests.tui.driving import Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import a_chat
from tui.widgets.chat_log import MOST_LINES, MOST_TURNS, PAGE_TURNS
from tui.widgets.turn_bar import TurnBar

if TYPE_CHECKING:
    from tui.widgets.message import TurnBlock

LENGTH = 60
LONG = "\n\n".join(f"A paragraph of a long reply, the {number}th of them." for number in range(40))
_STILL, _PATIENCE = 10, 200


def a_long_chat() -> FakeBackend:
    backend = FakeBackend()
    backend.add_chat(a_chat(1, "Long"), *[(f"question {number}", f"answer {number}") for number in range(LENGTH)])
    return backend


def numbers(driver: Driver) -> list[int]:
    return [int(block.user_text.split()[-1]) for block in driver.log.blocks]


def turn_id(backend: FakeBackend, number: int) -> TurnId:
    return backend.chats[ChatId(1)].turns[number].turn_id


async def load(driver: Driver, key: str) -> None:
    """Press a key that loads turns, and wait for them."""
    before = numbers(driver)
    await driver.pilot.press(key)
    await driver.until(partial(lambda shown: numbers(driver) != shown, before))


async def opened(driver: Driver) -> None:
    await driver.until(lambda: driver.log.max_scroll_y > 0)


async def jump(driver: Driver, number: int) -> None:
    driver.screen.go_to(ChatId(1), turn_id(driver.backend, number))
    await driver.until(lambda: driver.log.selected is not None)


async def test_a_long_chat_opens_with_its_end_and_pages_to_its_beginning_and_back() -> None:
    async with driving(a_long_chat()) as driver:
        await opened(driver)
        assert "answer 59" in driver.text()
        seen = set(numbers(driver))
        while driver.log.next_page(-1):
            await load(driver, "ctrl+pageup")
            assert numbers(driver) == sorted(numbers(driver))
            assert len(driver.log.blocks) <= MOST_TURNS
            seen |= set(numbers(driver))
        assert seen == set(range(LENGTH))
        assert not driver.screen.query_one("#earlier_turns").display
        assert len(driver.log.turn_ids) == LENGTH

        while driver.log.has_later:
            await load(driver, "ctrl+shift+pagedown")
        assert numbers(driver)[-1] == LENGTH - 1
        assert not driver.screen.query_one("#later_turns").display


async def test_the_reader_stays_where_they_are_when_turns_come_above_and_below() -> None:
    async with driving(a_long_chat(), size=(80, 24)) as driver:
        await opened(driver)
        await jump(driver, 30)
        # Its bar comes behind the selection, and is brought into sight.
        await driver.until(lambda: bool(driver.screen.query(TurnBar)))
        for _ in range(_STILL):
            await driver.pilot.pause()
        for key in ("ctrl+pageup", "ctrl+shift+pagedown", "ctrl+pageup", "ctrl+shift+pagedown"):
            block = next(one for one in driver.log.blocks if one.turn_id == turn_id(driver.backend, 30))
            before = block.region.y
            await load(driver, key)
            # Painted, moved back, and what left the other side gone: then it stands still.
            places: list[int] = []
            while places[-_STILL:] != [before] * _STILL and len(places) < _PATIENCE:
                await driver.pilot.pause()
                places.append(block.region.y)
            assert places[-1] == before


async def test_a_jump_far_back_mounts_only_what_is_around() -> None:
    async with driving(a_long_chat()) as driver:
        await opened(driver)
        await jump(driver, 7)
        assert driver.log.selected is not None
        assert driver.log.selected.user_text == "question 7"
        assert set(numbers(driver)) <= set(range(20))
        assert driver.screen.query_one("#later_turns").display

        await driver.pilot.press("ctrl+pagedown")
        await driver.until(lambda: numbers(driver)[-1] == LENGTH - 1)
        assert driver.log.selected is None
        await driver.until(lambda: driver.log.is_vertical_scroll_end)


async def test_a_message_written_far_back_stands_after_the_last_turn() -> None:
    backend = a_long_chat()
    backend.scripts = [["fine"]]
    async with driving(backend) as driver:
        await opened(driver)
        await jump(driver, 7)
        await driver.pilot.press("escape")
        await driver.send("question 60")
        await driver.turn_over()
        await driver.until(lambda: numbers(driver)[-2:] == [59, 60])


async def test_selecting_past_the_first_turn_on_screen_goes_on() -> None:
    async with driving(a_long_chat()) as driver:
        await opened(driver)
        for number in range(LENGTH - 1, LENGTH - 12, -1):
            await driver.pilot.press("ctrl+up")
            await driver.until(
                lambda number=number: (
                    driver.log.selected is not None and driver.log.selected.user_text == f"question {number}"
                )
            )


async def test_page_up_in_the_talk_loads_turns_at_its_top() -> None:
    async with driving(a_long_chat(), size=(80, 24)) as driver:
        await opened(driver)
        driver.log.focus()
        driver.log.scroll_to(y=0, animate=False)
        await driver.until(lambda: not driver.log.can_scroll_up)
        before = len(driver.log.blocks)
        await load(driver, "pageup")
        assert len(driver.log.blocks) == before + PAGE_TURNS


async def test_a_tall_screen_is_filled_with_short_turns() -> None:
    async with driving(a_long_chat(), size=(200, 160)) as driver:
        await driver.until(lambda: driver.log.max_scroll_y > 0)
        assert len(driver.log.blocks) > 2 * PAGE_TURNS
        await driver.until(lambda: driver.log.is_vertical_scroll_end)


async def test_a_long_talk_keeps_its_end_on_screen_and_the_rest_can_be_loaded() -> None:
    backend = a_backend()
    backend.scripts = [[f"reply {number}"] for number in range(MOST_TURNS)]
    async with driving(backend) as driver:
        for number in range(MOST_TURNS):
            await driver.send(f"{number}")
            await driver.turn_over()
        await driver.until(lambda: len(driver.log.blocks) < MOST_TURNS)
        assert driver.last.reply_text == f"reply {MOST_TURNS - 1}"
        assert driver.screen.query_one("#earlier_turns").display
        while driver.log.next_page(-1):
            before = driver.log.next_page(-1)
            await driver.pilot.press("ctrl+pageup")
            await driver.until(lambda before=before: driver.log.next_page(-1) != before)
        assert driver.log.blocks[0].user_text == "How steep?"


async def test_a_talk_of_long_replies_keeps_few_of_them_on_screen_and_lets_go_of_the_others() -> None:
    backend = a_backend()
    backend.scripts = [[f"{LONG} end {number}"] for number in range(8)]
    async with driving(backend) as driver:
        blocks: weakref.WeakSet[TurnBlock] = weakref.WeakSet()
        for number in range(8):
            await driver.send(f"{number}")
            await driver.turn_over()
            lines = driver.last.outer_size.height
            assert lines > MOST_LINES / 3
            await driver.until(lambda lines=lines: driver.log.virtual_size.height < MOST_LINES + 2 * lines)
            assert driver.last.reply_text.endswith(f"end {number}")
            await driver.until(lambda: driver.log.is_vertical_scroll_end)
            blocks.update(driver.log.blocks)
        assert len(driver.log.blocks) <= 4
        assert len(driver.log.turn_ids) == 10

        def held() -> int:
            gc.collect()
            return len(blocks)

        # Textual's own list of what was last displayed holds one turn that has just left, and a message on its way another.
        await driver.until(lambda: held() <= len(driver.log.blocks) + 1)


async def test_long_turns_page_to_the_beginning_and_back_while_those_far_away_leave() -> None:
    backend = FakeBackend()
    backend.add_chat(a_chat(1, "Long"), *[(f"question {number}", f"{LONG}\n\n" * 3) for number in range(10)])
    async with driving(backend, size=(80, 24)) as driver:
        await opened(driver)
        driver.log.focus()
        seen = set(numbers(driver))
        most = 0
        for key, edge, step in (("pageup", "home", -1), ("pagedown", "end", 1)):
            while driver.log.next_page(step):
                await driver.pilot.press(edge)
                await driver.until(
                    lambda step=step: not (driver.log.can_scroll_up if step < 0 else driver.log.can_scroll_down)
                )
                near = driver.log.blocks[0 if step < 0 else -1]
                before = near.region.y
                await load(driver, key)
                places: list[int] = []
                while places[-_STILL:] != [before] * _STILL and len(places) < _PATIENCE:
                    await driver.pilot.pause()
                    places.append(near.region.y)
                assert places[-1] == before
                assert numbers(driver) == sorted(numbers(driver))
                seen |= set(numbers(driver))
                most = max(most, len(driver.log.blocks))
        assert seen == set(range(10))
        assert numbers(driver)[-1] == 9
        assert most <= 6


async def test_a_page_of_very_long_turns_holds_fewer_of_them_and_none_is_passed_over() -> None:
    backend = FakeBackend()
    reply = "\n\n".join(["A sentence of a very long reply. " * 20] * 8)
    backend.add_chat(a_chat(1, "Long"), *[(f"question {number}", reply) for number in range(8)])
    async with driving(backend) as driver:
        await opened(driver)
        driver.log.focus()
        assert numbers(driver) == [4, 5, 6, 7]
        for first in (3, 2, 1, 0):
            await driver.pilot.press("home")
            await driver.until(lambda: not driver.log.can_scroll_up)
            await load(driver, "pageup")
            assert numbers(driver)[0] == first
        assert not driver.log.next_page(-1)


async def test_a_turn_that_is_longer_than_the_screen_is_gone_to_at_its_beginning() -> None:
    backend = FakeBackend()
    backend.add_chat(a_chat(1, "Long"), *[(f"question {number}", LONG) for number in range(5)])
    async with driving(backend, size=(80, 24)) as driver:
        await opened(driver)
        await jump(driver, 2)
        await driver.until(lambda: bool(driver.screen.query(TurnBar)) and "question 2" in driver.text())
        await driver.pilot.pause()
        assert driver.log.selected is not None
        assert driver.log.selected.region.y == driver.log.region.y


async def test_a_key_that_comes_while_the_talk_still_scrolls_to_its_top_loads_what_lies_beyond() -> None:
    async with driving(a_long_chat(), size=(80, 24)) as driver:
        await opened(driver)
        driver.log.focus()
        driver.log.release_anchor()
        driver.log.scroll_to(y=0, duration=30)
        await driver.until(lambda: driver.log.scroll_target_y == 0)
        assert driver.log.scroll_y > 0
        await load(driver, "pageup")

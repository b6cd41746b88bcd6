"""The welcome: offered, never in the way of a first message."""

import pytest
from textual.events import Key
from textual.widgets import Input, TextArea

from tests.tui.driving import SIZES, driving
from tests.tui.fake_backend import FakeBackend
from tui.widgets.dialogs import AskDialog
from tui.widgets.first_run import FirstRun
from tui.widgets.welcome import WelcomeDialog


@pytest.mark.parametrize("size", SIZES)
async def test_name_and_tastes_are_told_by_keyboard(size: tuple[int, int]) -> None:
    backend = FakeBackend()
    async with driving(backend, size=size) as driver:
        await driver.until(lambda: bool(driver.screen.query(FirstRun)))
        await driver.pilot.press("alt+w")
        await driver.until(lambda: isinstance(driver.app.screen, WelcomeDialog))
        assert isinstance(driver.app.focused, Input)
        await driver.pilot.press(*"Dana", "enter")
        await driver.until(lambda: isinstance(driver.app.focused, TextArea))
        await driver.pilot.press(*"tea", "tab", "tab", "enter")
        await driver.until(lambda: ("introduce", ("Dana", "tea")) in backend.calls)
        assert driver.app.screen is driver.screen


async def test_skipping_stores_nothing_and_a_message_can_be_typed_without_it() -> None:
    backend = FakeBackend()
    backend.scripts = [["Hello, Dana."]]
    async with driving(backend) as driver:
        await driver.pilot.press("alt+w")
        await driver.until(lambda: isinstance(driver.app.screen, WelcomeDialog))
        await driver.pilot.press(*"Dana", "escape")
        await driver.until(lambda: driver.app.screen is driver.screen)
        await driver.send("I am Dana")
        await driver.turn_over()

    assert [call[0] for call in backend.calls if call[0] in {"introduce", "run_turn"}] == ["run_turn"]


async def test_alt_with_a_letter_acts_and_types_nothing_as_terminals_send_it() -> None:
    async with driving(FakeBackend()) as driver:
        # Pilot presses alt+w without the letter that a terminal sends along.
        for key, letter, dialog in (("alt+x", "x", AskDialog), ("alt+w", "w", WelcomeDialog)):
            driver.app.post_message(Key(key, letter))
            await driver.until(lambda wanted=dialog: isinstance(driver.app.screen, wanted))  # type: ignore[misc]  # a bound default
            if dialog is AskDialog:
                assert driver.app.screen.query_one(Input).value == "~/reverie.json"
                await driver.pilot.press("escape")
                await driver.until(lambda: driver.app.screen is driver.screen)
        assert driver.composer.text == ""

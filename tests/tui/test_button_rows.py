"""The buttons of a turn, of the panes and of the screens: on a narrow terminal none is cut, and each can be clicked."""

import pytest
from rich.cells import cell_len
from textual.screen import Screen
from textual.widgets import Button, Footer

from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.test_key_line import SCREENS, key_of
from tui.widgets.button_rows import ButtonRows
from tui.widgets.chat_settings_dialog import ChatSettingsDialog
from tui.widgets.dialogs import ConfirmDialog
from tui.widgets.turn_bar import TurnBar


def whole_buttons(screen: Screen[object]) -> list[str]:
    """Return the labels of the bars' buttons that are shown, each seen to be whole and on no other's place."""
    taken: set[tuple[int, int]] = set()
    labels = []
    for button in screen.query(ButtonRows).results(ButtonRows):
        for one in button.query(Button):
            if not (one.display and one.region):
                continue
            x, y, width, height = one.region
            assert height == 1
            assert width >= cell_len(str(one.label)), one.label
            assert x >= 0
            assert x + width <= screen.size.width, one.label
            cells = {(at, y) for at in range(x, x + width)}
            assert not cells & taken, one.label
            taken |= cells
            labels.append(str(one.label))
    return labels


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
async def test_every_button_of_a_screen_is_whole(name: str, size: tuple[int, int]) -> None:
    async with driving(a_backend(), size=size) as driver:
        await driver.pilot.press(key_of(name))
        await driver.until(lambda: isinstance(driver.app.screen, SCREENS[name]))
        await driver.pilot.pause()

        shown = whole_buttons(driver.app.screen)
        wanted = [str(one.label) for one in driver.app.screen.query("ButtonRows Button").results(Button) if one.display]
        assert shown == wanted


@pytest.mark.parametrize("size", SIZES)
async def test_every_button_of_a_turn_is_whole_and_acts_by_mouse(size: tuple[int, int]) -> None:
    async with driving(a_backend(), size=size) as driver:
        await driver.pilot.press("ctrl+up", "ctrl+up")
        await driver.until(lambda: bool(driver.screen.query(TurnBar)))
        await driver.pilot.pause()
        bar = driver.screen.query_one(TurnBar)
        labels = [str(one.label) for one in bar.query(Button)]

        assert [one for one in whole_buttons(driver.screen) if one in labels] == labels
        last = bar.query(Button).last()
        assert str(last.label).startswith("Rewind")
        await driver.pilot.click(last)
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))


@pytest.mark.parametrize("size", SIZES)
async def test_the_buttons_of_both_panes_are_whole(size: tuple[int, int]) -> None:
    async with driving(a_backend(), size=size) as driver:
        for key, pane in (("f2", "#chats"), ("f3", "#why")):
            await driver.pilot.press(key)
            await driver.until(lambda pane=pane: driver.screen.query_one(pane).has_focus_within)  # type: ignore[misc]
            await driver.pilot.pause()
            labels = [str(one.label) for one in driver.screen.query(f"{pane} ButtonRows Button") if one.display]

            assert set(labels) <= set(whole_buttons(driver.screen))


def shown_keys(driver: Driver) -> list[str]:
    return [
        f"{key.key_display} {key.description}"  # type: ignore[attr-defined]
        for key in driver.app.screen.query_one(Footer).children
    ]


async def test_a_dialog_shows_its_own_keys_and_quit_ends_the_app_from_there() -> None:
    async with driving(a_backend(), size=(80, 24)) as driver:
        await driver.pilot.press("f11")
        await driver.until(lambda: isinstance(driver.app.screen, ChatSettingsDialog))
        await driver.until(lambda: bool(driver.app.screen.query(Footer)))
        await driver.pilot.pause()

        assert shown_keys(driver) == ["esc Cancel", "f10 Save", "^q Quit"]
        await driver.pilot.press("ctrl+q")
        await driver.until(lambda: not driver.app.is_running)

"""Questions keep their buttons in sight, however long they are and however small the terminal is."""

import pytest
from textual.app import App
from textual.widgets import Button

from tui.widgets.dialogs import ConfirmDialog, ErrorDialog

LONG = "\n".join(f"· something that was said on day {number} and goes for good" for number in range(40))


class Bare(App[None]):
    CSS_PATH = "../../tui/app.tcss"


@pytest.mark.parametrize("size", [(50, 16), (80, 24), (120, 40)])
@pytest.mark.parametrize("dialog", [ConfirmDialog, ErrorDialog])
async def test_the_buttons_of_a_long_question_are_in_sight_and_its_text_scrolls(
    dialog: type[ConfirmDialog] | type[ErrorDialog], size: tuple[int, int]
) -> None:
    app = Bare()
    async with app.run_test(size=size) as pilot:
        screen = (
            ConfirmDialog("Forget it?", LONG, "Forget")
            if dialog is ConfirmDialog
            else ErrorDialog("No", LONG, "", "OK")
        )
        app.push_screen(screen)
        await pilot.pause()
        box = screen.query_one(".dialog").region
        for button in screen.query(Button):
            assert button.region.height >= 1
            assert box.contains_region(button.region)
        body = screen.query_one(".dialog-body")
        assert body.region.height >= 4
        await pilot.press("pagedown", "down")
        await pilot.pause()
        assert body.scroll_y == body.region.height + 1


async def test_a_short_question_takes_no_more_room_than_it_needs() -> None:
    app = Bare()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = ConfirmDialog("Forget it?", "One line.", "Forget")
        app.push_screen(screen)
        await pilot.pause()
        assert screen.query_one(".dialog").region.height <= 12

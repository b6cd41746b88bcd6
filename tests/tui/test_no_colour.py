"""NO_COLOR: not one colour is sent, and what is marked stays marked."""

from typing import TYPE_CHECKING

import pytest
from rich.color import Color

from tests.tui.driving import Driver, a_backend
from tests.tui.fake_records import FixedClock
from tests.tui.test_models_screen import open_models
from tui.activity import Phase
from tui.app import ReverieApp

if TYPE_CHECKING:
    from rich.style import Style


async def test_without_colour_every_cell_is_in_the_terminals_own_and_the_cursor_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    backend = a_backend()
    app = ReverieApp(lambda: backend, clock=FixedClock(), theme="reverie-light")
    async with app.run_test(size=(100, 30)) as pilot:
        driver = Driver(app, pilot, backend, [])
        await driver.until(lambda: app.chat.activity.phase is Phase.READY)
        screen = await open_models(driver)
        styles: list[tuple[str, Style]] = [
            (text, style)
            for strip in screen._compositor.render_strips()
            for text, style, _ in strip.apply_filter(app.get_line_filters()[0], screen.background_colors[0])
            if style is not None
        ]
    plain = {None, Color.default()}
    assert {style.color for _, style in styles} <= plain
    assert {style.bgcolor for _, style in styles} <= plain
    assert any("smol" in text and style.underline for text, style in styles)

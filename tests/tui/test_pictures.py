"""What the models and settings screens look like: one picture each, at a fixed size and a clock that stands still."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from tests.tui.fake_backend import FixedClock
from tests.tui.test_chat_screen import a_backend
from tui.activity import Phase
from tui.app import ReverieApp
from tui.model_work import ModelState

SIZE = (100, 30)


def wait_for(*keys: str) -> Callable[[Pilot[int]], object]:
    async def run(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, ReverieApp)
        while app.chat.activity.phase is not Phase.READY:
            await pilot.pause()
        for key in keys:
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()

    return run


def an_app(theme: str = "") -> ReverieApp:
    backend = a_backend()
    backend.model_work = ModelState("Qwen2.5-1.5B", "downloading", 0.42, "42%, 470 of 1,117 MB")
    backend.change_setting("temperature", "0.3")
    backend.change_setting("n_ctx", "2048")
    return ReverieApp(lambda: backend, clock=FixedClock(), theme=theme)


def test_the_models_screen(snap_compare: Callable[..., bool]) -> None:
    assert snap_compare(an_app(), terminal_size=SIZE, run_before=wait_for("f10", "down"))


@pytest.mark.parametrize("theme", ["", "reverie-high-contrast"])
def test_the_settings_screen(snap_compare: Callable[..., bool], theme: str) -> None:
    assert snap_compare(an_app(theme), terminal_size=SIZE, run_before=wait_for("f12", *["down"] * 7))


def test_the_form_of_a_chats_own_settings(snap_compare: Callable[..., bool]) -> None:
    assert snap_compare(an_app(), terminal_size=SIZE, run_before=wait_for("f11"))

"""What the screens look like: a few pictures, at a fixed size and a clock that stands still."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from tests.tui.driving import a_backend
from tests.tui.fake_records import FixedClock
from tui.activity import Phase
from tui.app import ReverieApp
from tui.model_work import ModelState
from tui.screens.memories import MemoriesScreen
from tui.screens.models import ModelsScreen
from tui.screens.settings import SettingsScreen
from tui.widgets.chat_settings_dialog import ChatSettingsDialog
from tui.widgets.turn_bar import TurnBar

SIZE = (100, 30)
_TURNS_OF_THE_LOOP = 400


def wait_for(is_there: Callable[[ReverieApp], bool], *keys: str) -> Callable[[Pilot[int]], object]:
    """Press the keys once the app is ready, and wait until it shows what it is to show."""

    async def run(pilot: Pilot[int]) -> None:
        app = pilot.app
        assert isinstance(app, ReverieApp)
        await until(pilot, lambda: app.chat.activity.phase is Phase.READY)
        await pilot.press(keys[0])
        await until(pilot, lambda: is_there(app))
        await pilot.press(*keys[1:])
        await pilot.pause()

    return run


async def until(pilot: Pilot[int], holds: Callable[[], bool]) -> None:
    for _ in range(_TURNS_OF_THE_LOOP):
        if holds():
            return
        await pilot.pause()
    pytest.fail("what the picture is to show never came")


def shows_models(app: ReverieApp) -> bool:
    return isinstance(app.screen, ModelsScreen) and app.screen.overview is not None


def shows_settings(app: ReverieApp) -> bool:
    return isinstance(app.screen, SettingsScreen) and app.screen.view is not None


def shows_form(app: ReverieApp) -> bool:
    return isinstance(app.screen, ChatSettingsDialog)


def shows_bar(app: ReverieApp) -> bool:
    return bool(app.screen.query(TurnBar))


def shows_memories(app: ReverieApp) -> bool:
    return isinstance(app.screen, MemoriesScreen) and app.screen.selected is not None


def an_app(theme: str = "") -> ReverieApp:
    backend = a_backend()
    backend.model_work = ModelState("Qwen2.5-1.5B", "downloading", 0.42, "42%, 470 of 1,117 MB")
    backend.change_setting("temperature", "0.3")
    backend.change_setting("n_ctx", "2048")
    return ReverieApp(lambda: backend, clock=FixedClock(), theme=theme)


def test_the_models_screen_looks_as_its_picture(snap_compare: Callable[..., bool]) -> None:
    assert snap_compare(an_app(), terminal_size=SIZE, run_before=wait_for(shows_models, "f10", "down"))


@pytest.mark.parametrize("theme", ["", "reverie-high-contrast"], ids=["dark", "contrast"])
def test_the_settings_screen_looks_as_its_picture(snap_compare: Callable[..., bool], theme: str) -> None:
    assert snap_compare(an_app(theme), terminal_size=SIZE, run_before=wait_for(shows_settings, "f12", *["down"] * 8))


def test_the_form_of_a_chats_own_settings_looks_as_its_picture(snap_compare: Callable[..., bool]) -> None:
    assert snap_compare(an_app(), terminal_size=SIZE, run_before=wait_for(shows_form, "f11"))


def test_a_turn_with_its_buttons_looks_as_its_picture(snap_compare: Callable[..., bool]) -> None:
    assert snap_compare(an_app(), terminal_size=(80, 24), run_before=wait_for(shows_bar, "ctrl+up"))


def test_memories_on_a_small_terminal_look_as_their_picture(snap_compare: Callable[..., bool]) -> None:
    assert snap_compare(an_app(), terminal_size=(50, 16), run_before=wait_for(shows_memories, "f6"))

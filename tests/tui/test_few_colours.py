"""Terminals of 16 colours: no word is ever of the colour of its ground, least of all in the row under the cursor."""

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from rich.color import Color
from rich.segment import Segment

from memory.records import Directive, DirectiveKind
from tests.tui.driving import Driver, a_backend
from tests.tui.fake_memories import NOW, an_intervention
from tests.tui.fake_records import FixedClock
from tui.activity import Phase
from tui.app import ReverieApp
from tui.screens.chat import ChatScreen
from tui.screens.find import FindScreen
from tui.screens.health import HealthScreen
from tui.screens.memories import MemoriesScreen
from tui.screens.models import ModelsScreen
from tui.screens.settings import SettingsScreen
from tui.screens.topics import TopicsScreen
from tui.widgets.choice_dialogs import ChooseDialog

if TYPE_CHECKING:
    from textual.screen import Screen

# The keys that lead to a list with the cursor in it, and the screen that it is on.
PLACES: dict[str, tuple[list[str], type["Screen[object]"]]] = {
    "chats": (["f2"], ChatScreen),
    "why": (["f3"], ChatScreen),
    "topics": (["f5"], TopicsScreen),
    "memories": (["f6"], MemoriesScreen),
    "health": (["f7", "tab", "tab"], HealthScreen),
    "find": (["alt+g", *"mill", "down"], FindScreen),
    "models": (["f10"], ModelsScreen),
    "settings": (["f12", *"persona", "enter"], SettingsScreen),
    "changed": (["f12", *"summed", "enter", "enter"], SettingsScreen),
    "keys": (["f12", *"rebind", "enter"], SettingsScreen),
    "themes": (["f12", *"theme", "enter", "enter"], ChooseDialog),
}


def segments(screen: "Screen[object]") -> list[Segment]:
    return [one for strip in screen._compositor.render_strips() for one in strip if one.style is not None]


def is_marked(one: Segment) -> bool:
    return bool(one.style and one.style.bold and one.style.underline and one.text.strip())


@pytest.mark.parametrize("theme", ["ansi-dark", "ansi-light"])
@pytest.mark.parametrize("place", PLACES)
async def test_every_word_differs_from_its_ground_and_the_row_under_the_cursor_has_none(place: str, theme: str) -> None:
    backend = a_backend()
    backend.config = replace(backend.config, theme=theme)
    backend.directives = [Directive(DirectiveKind.BAN, "rex", "Rex", NOW)]
    backend.interventions = (an_intervention(),)
    app = ReverieApp(lambda: backend, clock=FixedClock(), theme=theme)
    keys, kind = PLACES[place]
    async with app.run_test(size=(120, 40)) as pilot:
        driver = Driver(app, pilot, backend, [])
        await driver.until(lambda: app.chat.activity.phase is Phase.READY)
        await pilot.press(keys[0])
        await driver.until(lambda: all(one.is_finished for one in app.workers))
        await pilot.pause()
        for key in keys[1:]:
            await pilot.press(key)
            await pilot.pause()
        await driver.until(lambda: isinstance(app.screen, kind) and any(map(is_marked, segments(app.screen))))
        shown = segments(app.screen)
    for one in shown:
        assert one.style is not None
        is_same = one.style.color == one.style.bgcolor and one.style.color not in {None, Color.default()}
        assert not (is_same and one.text.strip()), one
    for one in filter(is_marked, shown):
        assert one.style is not None
        assert one.style.bgcolor in {None, Color.default()}, one

"""The keys at the bottom: on every screen and at every size none is cut, and the way to all of them is in sight."""

import gc
import weakref

import pytest
from textual.screen import Screen
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from tests.tui.driving import SIZES, Driver, a_backend, driving
from tui.keymap import Scope, action, actions
from tui.screens.chat import ChatScreen
from tui.screens.find import FindScreen
from tui.screens.health import HealthScreen
from tui.screens.help import HelpScreen
from tui.screens.importing import ImportScreen
from tui.screens.memories import MemoriesScreen
from tui.screens.models import ModelsScreen
from tui.screens.settings import SettingsScreen
from tui.screens.topics import TopicsScreen

SCREENS: dict[str, type[Screen[object]]] = {
    "open_help": HelpScreen,
    "open_topics": TopicsScreen,
    "open_memories": MemoriesScreen,
    "open_health": HealthScreen,
    "open_models": ModelsScreen,
    "open_settings": SettingsScreen,
    "open_search": FindScreen,
    "open_import": ImportScreen,
}


def key_of(name: str) -> str:
    return action(name).key.split(",")[0]


def keys_in_sight(screen: Screen[object]) -> list[str]:
    """Return the actions of the footer from left to right, each seen to be whole and beside the next."""
    footer = screen.query_one(Footer)
    shown = sorted(footer.query(FooterKey), key=lambda key: key.region.x)
    assert footer.region.width == screen.size.width
    left = footer.content_region.x
    for key in shown:
        words = f"{key.key_display} {key.description}"
        assert key.region.width >= len(words)
        assert key.region.x >= left, (words, left)
        assert key.region.right <= footer.content_region.right, words
        left = key.region.right + 1
    return [key.action for key in shown]


def ranked(names: list[str], *scopes: Scope) -> list[str]:
    return [entry.id for entry in actions(*scopes) if entry.is_in_footer and entry.id in names]


def is_first(screen: Screen[object], first: str) -> bool:
    shown = sorted(screen.query(FooterKey), key=lambda key: key.region.x)
    return bool(shown) and shown[0].action.removeprefix("screen.") == first


async def settled(driver: Driver) -> list[str]:
    await driver.until(lambda: bool(driver.app.screen.query(FooterKey)))
    await driver.pilot.pause()
    return keys_in_sight(driver.app.screen)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
async def test_no_key_is_cut_and_help_is_in_sight_on_every_screen(name: str, size: tuple[int, int]) -> None:
    async with driving(a_backend(), size=size) as driver:
        await driver.pilot.press(key_of(name))
        await driver.until(lambda: isinstance(driver.app.screen, SCREENS[name]))
        keys = await settled(driver)
        assert keys[0] == "leave"
        assert keys[-1] == "open_help"
        assert keys[1:-1] == [one for one in ranked(keys, Scope.APP) if one != "open_help"]
        assert {"command_palette", "quit"} <= set(keys)


@pytest.mark.parametrize("size", SIZES)
async def test_the_keys_of_where_the_focus_is_come_first(size: tuple[int, int]) -> None:
    async with driving(a_backend(), size=size) as driver:
        for way, scope in (("toggle_chats", Scope.CHATS), ("toggle_why", Scope.WHY), ("back", Scope.CHAT)):
            await driver.pilot.press(key_of(way))
            first = actions(scope)[0].id if scope is not Scope.CHAT else "toggle_chats"
            await driver.until(lambda first=first: is_first(driver.app.screen, first))
            keys = await settled(driver)
            assert keys[-1] == "open_help", scope
            assert "toggle_chats" in keys or size[0] < 100, scope


async def test_more_room_shows_more_keys_and_less_takes_them_away() -> None:
    async with driving(a_backend(), size=(50, 16)) as driver:
        narrow = await settled(driver)
        await driver.pilot.resize_terminal(120, 40)
        await driver.until(lambda: len(driver.app.screen.query(FooterKey)) > len(narrow))
        wide = await settled(driver)
        assert narrow[-3:] == wide[-3:]
        assert wide[: len(narrow) - 3] == narrow[:-3]
        assert isinstance(driver.app.screen, ChatScreen)
        shown = {entry.id for entry in actions(Scope.CHAT, Scope.APP) if entry.is_in_footer}
        assert shown - set(wide) <= {"stop"}
        await driver.pilot.resize_terminal(50, 16)
        await driver.until(lambda: len(driver.app.screen.query(FooterKey)) == len(narrow))
        assert await settled(driver) == narrow


async def test_a_key_that_was_bound_anew_is_shown_by_its_name() -> None:
    async with driving(a_backend(), size=(50, 16), keys=(("app.open_help", "ctrl+y"),)) as driver:
        assert (await settled(driver))[-1] == "open_help"
        assert "^y" in [key.key_display for key in driver.app.screen.query(FooterKey)]


async def test_the_line_of_keys_lets_go_of_those_that_it_replaced() -> None:
    backend = a_backend()
    backend.scripts = [[f"reply {number}"] for number in range(3)]
    async with driving(backend) as driver:
        shown = len(driver.screen.query(FooterKey))
        assert shown
        keys: weakref.WeakSet[FooterKey] = weakref.WeakSet()
        for number in range(3):
            keys.update(driver.screen.query(FooterKey))
            await driver.send(f"{number}")
            await driver.turn_over()
        await driver.until(lambda: keys.isdisjoint(driver.screen.query(FooterKey)))
        gc.collect()
        assert len(keys) == 0

"""Another screen's key leaves the one that is shown, whatever is searched or marked there."""

from textual.widgets import Input

from tests.tui.driving import a_backend, driving
from tests.tui.test_side_screens import go
from tui.screens.chat import ChatScreen
from tui.screens.health import HealthScreen
from tui.screens.memories import MemoriesScreen
from tui.screens.settings import SettingsScreen


async def test_a_search_on_settings_is_left_behind() -> None:
    async with driving(a_backend()) as driver:
        screen = await go(driver, "f12", SettingsScreen)
        await driver.pilot.press(*"temp")
        await driver.until(lambda: screen.query_one("#search", Input).value == "temp")
        await driver.pilot.press("f7")
        await driver.until(lambda: isinstance(driver.app.screen, HealthScreen))
        await driver.pilot.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, ChatScreen))


async def test_marks_on_memories_are_left_behind() -> None:
    async with driving(a_backend()) as driver:
        screen = await go(driver, "f6", MemoriesScreen)
        await driver.until(lambda: screen.selected is not None)  # type: ignore[attr-defined]
        await driver.pilot.press("space", "f7")
        await driver.until(lambda: isinstance(driver.app.screen, HealthScreen))
        await driver.pilot.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, ChatScreen))

"""What models, memories, files and settings hold is painted without control characters, on every screen and form."""

import io
import re
from collections.abc import Callable
from dataclasses import replace

from textual.widgets import Input, OptionList, TextArea

from assistant.config import Config
from memory.records import ChatId, Trigger
from tests.tui.driving import Driver, a_backend, driving
from tests.tui.fake_memories import a_memory
from tests.tui.fake_models import a_choice
from tests.tui.test_models_screen import open_models
from tests.tui.test_settings_screen import open_settings
from tests.tui.test_side_screens import go
from tui.model_work import ModelState
from tui.progress import Progress
from tui.screens.memories import MemoriesScreen
from tui.telling import tell
from tui.widgets.chat_settings_dialog import ChatSettingsDialog
from tui.widgets.choice_dialogs import TextDialog
from tui.widgets.dialogs import ConfirmDialog
from tui.widgets.memory_editor import MemoryEditor

HOSTILE, CLEAN = "a\x1b[31mb\x9b2Jc\x07d", "abcd"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def painted(driver: Driver) -> str:
    """What the screen sends to the terminal, styles apart."""
    screen = driver.app.screen
    return "".join(segment.text for strip in screen._compositor.render_strips() for segment in strip)


async def until_painted(driver: Driver, words: str, times: int = 1) -> None:
    await driver.until(lambda: painted(driver).count(words) >= times)
    assert not _CONTROL.search(painted(driver))


async def test_a_toast_and_a_question_are_cleaned() -> None:
    async with driving(a_backend()) as driver:
        tell(driver.screen, f"{HOSTILE} told")
        await driver.until(lambda: driver.told() == f"{CLEAN} told")
        driver.app.push_screen(ConfirmDialog(f"{HOSTILE} asked?", HOSTILE, "Yes"))
        await until_painted(driver, f"{CLEAN} asked?")


async def test_what_a_model_file_says_of_itself_is_cleaned() -> None:
    backend = a_backend()
    backend.choices[1] = a_choice(f"{HOSTILE} name", quantisation=f"{HOSTILE} Q4")
    async with driving(backend, size=(160, 50)) as driver:
        screen = await open_models(driver)
        screen.query_one("#models", OptionList).highlighted = 2
        await until_painted(driver, f"{CLEAN} Q4", times=2)
        backend.move(ModelState(f"{HOSTILE} file", "downloading", 0.5, f"{HOSTILE} words"))
        await until_painted(driver, f"{CLEAN} words")
        assert f"downloading {CLEAN} file" in painted(driver)
        await driver.pilot.press("escape")
        await until_painted(driver, f"downloading {CLEAN} file")
        backend.move(ModelState(HOSTILE, "downloading", words=f"{HOSTILE} failed", is_running=False, is_failed=True))
        await driver.until(lambda: driver.told() == f"{CLEAN} failed")


async def test_a_memory_in_its_form_is_cleaned_and_that_alone_is_no_change() -> None:
    backend = a_backend()
    shown = replace(a_memory(1, f"{HOSTILE} text"), title=f"{HOSTILE} title", trigger=Trigger(keys=(f"{HOSTILE} key",)))
    backend.memories = {"m1": shown}
    async with driving(backend) as driver:
        screen = await go(driver, "f6", MemoriesScreen)
        await driver.until(lambda: bool(screen.query_one("#memories", OptionList).options))
        await driver.pilot.press("e")
        await driver.until(lambda: isinstance(driver.app.screen, MemoryEditor))
        await until_painted(driver, f"{CLEAN} text")
        values = [one.value for one in driver.app.screen.query(Input)]
        assert f"{CLEAN} title" in values
        assert f"{CLEAN} key" in values
        await driver.pilot.press("f10")
        await driver.until(lambda: driver.app.screen is screen)
        assert not [call for call in backend.calls if call[0] == "edit_memory"]


async def test_settings_and_a_chats_own_are_cleaned() -> None:
    backend = a_backend()
    backend.config = replace(Config(), persona=f"{HOSTILE} persona", model_path=f"{HOSTILE} path")
    backend.own = {ChatId(1): {"persona": f"{HOSTILE} own"}}
    async with driving(backend, size=(160, 50)) as driver:
        await open_settings(driver, "model_path")
        await until_painted(driver, f"{CLEAN} path", times=2)
        await open_settings_again(driver, "persona")
        await until_painted(driver, f"{CLEAN} persona")
        await driver.pilot.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, TextDialog))
        await until_painted(driver, f"{CLEAN} persona")
        await driver.pilot.press("escape", "escape")
        await driver.until(lambda: driver.app.screen is driver.screen)
        await driver.pilot.press("f11")
        await driver.until(lambda: isinstance(driver.app.screen, ChatSettingsDialog))
        assert driver.app.screen.query_one(TextArea).text == f"{CLEAN} own"
        await until_painted(driver, f"{CLEAN} own")


async def open_settings_again(driver: Driver, key: str) -> None:
    await driver.pilot.press("escape")
    await driver.until(lambda: driver.app.screen is driver.screen)
    await open_settings(driver, key)


def test_the_line_of_a_long_command_is_cleaned() -> None:
    out = io.StringIO()
    with Progress(out, is_shown=True, quiet_s=0.0) as progress:
        progress.say(f"Downloading {HOSTILE}")
        wait_for(lambda: f"Downloading {CLEAN}" in out.getvalue(), progress)


def wait_for(holds: Callable[[], bool], progress: Progress) -> None:
    timer = progress._timer
    assert timer is not None
    timer.join()
    assert holds()

"""Texts that name a key name the one that the user bound, on every screen and as soon as it is bound."""

import ast
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Input

import tui
from assistant.events import MemoriesChosen
from memory.records import Mode
from tests.tui.driving import Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import a_selection
from tests.tui.test_models_screen import open_models, put_cursor
from tests.tui.test_settings_screen import open_settings
from tests.tui.test_side_screens import go, words_on
from tui.model_work import ModelState
from tui.screens.help import HelpScreen
from tui.screens.memories import MemoriesScreen
from tui.screens.topics import TopicsScreen
from tui.side_screen import Leaving
from tui.widgets.first_run import FirstRun
from tui.widgets.status_line import StatusLine
from tui.widgets.welcome import WelcomeDialog

_KEY = re.compile(r"(?<!\w)(?:F(?:[1-9]|1[0-2])|(?:Ctrl|Alt|Shift)\+\w+|Esc(?:ape)?)(?!\w)")
# Readline's own keys and those of the forms, none of which can be bound otherwise; and the table of names.
_MAY_NAME_KEYS = {
    "screens/help.py",
    "widgets/form_dialog.py",
    "widgets/choice_dialogs.py",
    "widgets/key_dialog.py",
    "keymap.py",
}
KEYS = (
    ("chat.stop", "ctrl+x"),
    ("chat.back", "f20"),
    ("chat.toggle_chats", "f21"),
    ("chat.toggle_why", "f22"),
    ("input.send", "ctrl+s"),
    ("input.newline", "enter"),
    ("app.open_memories", "f23"),
    ("topics.undo", "z"),
    ("memories.clear_filters", "v"),
    ("models.stop_work", "q"),
    ("models.take", "l"),
)


async def test_the_chat_names_the_keys_that_stop_send_and_lead_to_the_chats() -> None:
    gate = threading.Event()
    backend = a_backend()
    backend.scripts = [[MemoriesChosen(Mode.ASSOCIATIVE, a_selection()), "Use ", gate]]
    async with driving(backend, keys=KEYS) as driver:
        assert at_the_edge(driver) == "Ctrl+S sends · Enter new line"
        await driver.pilot.press("a", "enter", "b")
        assert driver.composer.full_text == "a\nb"
        await driver.pilot.press("ctrl+s")
        await driver.until(lambda: "Token" in driver.seen)
        driver.app._clock.elapsed_s = 2.0  # type: ignore[attr-defined] # a FixedClock
        assert driver.screen.query_one(StatusLine).words.endswith("Ctrl+X stops")
        await driver.pilot.press("f4")
        await driver.until(lambda: driver.screen.refusal == "Ctrl+X stops the reply first")
        await driver.pilot.press("ctrl+x")
        gate.set()
        await driver.turn_over()
        await driver.pilot.press("f9", "e")
        await driver.until(lambda: driver.composer.border_title == "Editing: Ctrl+S sends it anew · F20 leaves it")


async def test_a_list_without_a_chat_names_the_key_that_leads_there() -> None:
    async with driving(FakeBackend(), keys=KEYS) as driver:
        await driver.pilot.press("f21", "d")
        await driver.until(lambda: driver.screen.refusal == "no chat is selected: F21, then ↑ or ↓")
        await driver.pilot.press("a")
        assert driver.screen.refusal == "no chat is selected: F21, then ↑ or ↓"


async def test_the_screens_beside_the_chat_name_the_keys_that_are_bound() -> None:
    backend = a_backend()
    async with driving(backend, keys=KEYS) as driver:
        screen = await go(driver, "f1", HelpScreen)
        assert "Ctrl+S sends. What you say may be remembered; F22 tells what was and why" in words_on(screen)
        screen = await go(driver, "f23", MemoriesScreen)
        screen.query_one("#search", Input).value = "no such thing"
        await driver.until(lambda: "0 memories found, V shows all" in words_on(screen))
        models = await open_models(driver)
        assert shown(models, "take") == "Use L"
        put_cursor(models, "Qwen3-30B-A3B")
        await driver.until(lambda: shown(models, "take") == "Download L")
        await driver.pilot.press("l")
        await driver.until(lambda: ("download", "Qwen3-30B-A3B") in backend.began)
        backend.move(ModelState("Qwen3-30B-A3B", "downloading", 0.1, "10%"))
        await driver.until(lambda: "Q here stops it" in driver.told())
        screen = await go(driver, "f5", TopicsScreen)
        await driver.pilot.press("b", *"Rex", "enter")
        await driver.until(lambda: "Rex" in words_on(screen))
        await until_told(driver, "Z takes that back", "l")
        await driver.pilot.press("escape")
        await driver.pilot.press("alt+w")
        await driver.until(lambda: isinstance(driver.app.screen, WelcomeDialog))
        assert "F23 changes and forgets them" in words_on(driver.app.screen)


async def until_told(driver: Driver, words: str, *keys: str) -> None:
    await driver.pilot.press(*keys)
    await driver.until(lambda: words in driver.told())


async def test_a_key_that_is_bound_while_the_app_runs_is_named_at_once() -> None:
    async with driving(FakeBackend()) as driver:
        assert "F10 lists and downloads" in str(driver.screen.query_one(FirstRun).render())
        for name, key in (("app.open_models", "f20"), ("input.newline", "ctrl+r"), ("settings.reset", "z")):
            screen = await open_settings(driver, name)
            await driver.pilot.press("t")
            screen.query_one("#value", Input).value = key
            await driver.pilot.press("enter")
            await driver.until(lambda name=name, key=key: (name, key) in driver.backend.changed)
            await driver.pilot.pause()
            if name == "settings.reset":
                await driver.until(lambda screen=screen: shown(screen, "reset") == "Default Z")
                assert shown(screen, "change") == "New key Enter"
            await driver.pilot.press("escape")
            await driver.until(lambda: driver.app.screen is driver.screen)
        assert "F20 lists and downloads" in str(driver.screen.query_one(FirstRun).render())
        assert at_the_edge(driver) == "Enter sends · Ctrl+R new line"


def shown(screen: Screen[Leaving], name: str) -> str:
    return str(screen.query_one(f"#button-{name}", Button).label)


def at_the_edge(driver: Driver) -> str:
    return Content.from_markup(str(driver.composer.border_subtitle)).plain


def strings(tree: ast.AST) -> Iterator[str]:
    """Every string that is no docstring."""
    documented = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


@pytest.mark.parametrize("folder", ["tui", "assistant"])
def test_no_text_names_by_hand_a_key_that_can_be_bound(folder: str) -> None:
    top = Path(tui.__file__).parent.parent / folder
    named = {
        path.relative_to(top).as_posix(): found
        for path in sorted(top.rglob("*.py"))
        # A command's help is its docstring; those name the terminal's keys.
        if (found := [text for text in strings(ast.parse(path.read_text())) if _KEY.search(text)])
    }
    assert set(named) <= _MAY_NAME_KEYS, named

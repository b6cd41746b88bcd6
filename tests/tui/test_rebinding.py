"""Keys of one's own: pressed or typed on the settings screen, named in config.toml, checked in both places."""

import pytest
from textual.widgets import Input

from assistant.errors import ConfigError
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.fake_records import FixedClock
from tests.tui.test_settings_screen import open_settings
from tests.tui.test_side_screens import go, words_on
from tui import rebinding
from tui.app import ReverieApp
from tui.keymap import ACTIONS, action, all_key_words, key_words
from tui.screens.help import HelpScreen
from tui.screens.topics import TopicsScreen
from tui.widgets.key_dialog import KeyDialog


@pytest.mark.parametrize("words", ["rebind health", "key health", "f7", "open_health"])
async def test_keys_are_found_by_what_people_call_it(words: str) -> None:
    async with driving(a_backend()) as driver:
        screen = await open_settings(driver)
        await driver.type(words)
        await driver.until(lambda: screen.words == words)
        assert "app.open_health" in [row.key for row in screen._rows if row is not None]


@pytest.mark.parametrize("words", ["rebind", "keys"])
def test_the_palette_leads_to_the_keys_by_what_people_call_it(words: str) -> None:
    assert words in action("open_settings").palette


async def test_a_rebound_key_works_the_old_one_does_not_and_help_tells_the_new_one() -> None:
    backend = a_backend()
    app = ReverieApp(lambda: backend, clock=FixedClock(), keys=(("app.open_topics", "ctrl+y,f3"), ("chat.stop", "f6")))
    async with app.run_test(size=(120, 40)) as pilot:
        driver = Driver(app, pilot, backend, [])
        await driver.until(lambda: app._backend is not None)
        await pilot.press("f5")
        await pilot.pause()
        assert app.screen is app.chat
        await go(driver, "ctrl+y", TopicsScreen)
        await pilot.press("escape")
        await driver.until(lambda: app.screen is app.chat)
        assert key_words(action("open_topics")) == "Ctrl+Y"
        screen = await go(driver, "f1", HelpScreen)
        assert "Ctrl+Y, F3" in words_on(screen)
    # What shared a key with a rebound action keeps it.
    assert rebinding.keymap_of((("chat.stop", "f6"),)) == {"chat.stop": "f6", "chat.back": "escape"}


@pytest.mark.parametrize("size", SIZES)
async def test_the_next_key_pressed_becomes_the_actions_and_holds_at_once(size: tuple[int, int]) -> None:
    backend = a_backend()
    async with driving(backend, size=size) as driver:
        screen = await open_settings(driver, "app.open_health")
        await driver.pilot.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, KeyDialog))
        for bad, words in (
            ("f5", "F5 is the key of Topics."),
            ("ctrl+o", "Ctrl+O is the key of Commands."),
            ("x", "X could not be typed any more."),
            ("enter", "could not be typed any more."),
        ):
            await driver.pilot.press(bad)
            await driver.until(lambda words=words: words in words_on(driver.app.screen))
        assert isinstance(driver.app.screen, KeyDialog)
        await driver.pilot.press("alt+h")
        await driver.until(lambda: backend.changed == [("app.open_health", "alt+h")])
        await driver.until(lambda: all_key_words(action("open_health")) == "Alt+H")
        await driver.until(lambda: "* Health: how the memory is  Alt+H" in words_on(screen))
        # Pressed again it changes nothing, and as shipped it is no line of the file.
        await driver.pilot.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, KeyDialog))
        await driver.pilot.press("alt+h")
        await driver.until(lambda: driver.app.screen is screen)
        await driver.pilot.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, KeyDialog))
        await driver.pilot.press("f7")
        await driver.until(lambda: all_key_words(action("open_health")) == "F7")
        assert backend.changed == [("app.open_health", "alt+h"), ("app.open_health", None)]


async def test_escape_leaves_a_key_as_it_is() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        screen = await open_settings(driver, "app.open_health")
        await driver.pilot.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, KeyDialog))
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is screen)
        assert backend.changed == []


async def test_names_of_keys_are_typed_several_with_commas() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        screen = await open_settings(driver, "app.open_health")
        await driver.pilot.press("t")
        field = screen.query_one("#value", Input)
        await driver.until(lambda: field.has_focus)
        for bad, words in (("f5", "F5 is the key of Topics. Take another."), ("nokey", "is no key"), (",", "no key")):
            field.value = bad
            await driver.pilot.press("enter")
            await driver.until(lambda words=words: words in words_on(screen))
        assert backend.changed == []
        field.value = "F7, ctrl+k"
        await driver.pilot.press("enter")
        await driver.until(lambda: backend.changed == [("app.open_health", "f7,ctrl+k")])
        await driver.until(lambda: "readline's in the input" in driver.told())
        assert all_key_words(action("open_health")) == "F7, Ctrl+K"
        await driver.pilot.press("d")
        await driver.until(lambda: all_key_words(action("open_health")) == "F7")


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ((("chat.new_chats", "f4"),), r'There is no action "chat.new_chats". Did you mean "chat.new_chat"\?'),
        (
            (("chat.new_chat", "f2"),),
            "F2 is the key of Chats. Take another. `reverie config unset keys.chat.new_chat` takes it out.",
        ),
        ((("chat.new_chat", "f5"),), "config.toml: F5 is the key of Topics."),
        ((("topics.add_ban", "z"), ("topics.add_pin", "z")), "Z is the key of Pin."),
        ((("app.open_help", "h"),), "H could not be typed any more"),
        ((("app.open_help", "space"),), "could not be typed any more"),
        ((("chat.new_chat", "a"),), "A could not be typed any more"),
        ((("chat.new_chat", "hyperctrl+x"),), r'"hyperctrl\+x" is no key'),
    ],
)
def test_keys_that_cannot_be_are_refused(keys: tuple[tuple[str, str], ...], complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        rebinding.check_keys(keys)


def test_keys_may_be_swapped_and_the_keys_as_shipped_are_in_order() -> None:
    rebinding.check_keys((("chat.new_chat", "f2"), ("chat.toggle_chats", "f4")))
    rebinding.check_keys((("memories.find", "ctrl+f,/,latin_small_letter_e_with_acute"),))
    for one in ACTIONS:
        for key in one.key.split(","):
            rebinding._check_key(one, key)
    assert rebinding.warnings((("chat.new_chat", "ctrl+w"),)) == [
        "Ctrl+W is readline's in the input: as the key of New, inside the input it goes on as before."
    ]

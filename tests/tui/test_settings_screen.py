"""The settings screen, rebound keys, themes, and a chat's own settings: by key, at every size."""

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, TextArea

from assistant.config import load_config
from assistant.errors import ConfigError
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import FixedClock
from tests.tui.test_side_screens import go, words_on
from tui import rebinding
from tui.app import ReverieApp
from tui.keymap import ACTIONS, action, all_key_words, binding_id, key_words
from tui.screens.help import HelpScreen
from tui.screens.settings import SettingsScreen
from tui.screens.topics import TopicsScreen
from tui.themes import HIGH_CONTRAST, theme_for
from tui.widgets.chat_settings_dialog import ChatSettingsDialog
from tui.widgets.choice_dialogs import ChooseDialog, TextDialog

ALL_SIZES = [*SIZES, (200, 60)]


async def open_settings(driver: Driver, key: str = "") -> SettingsScreen:
    screen = await go(driver, "f12", SettingsScreen)
    assert isinstance(screen, SettingsScreen)
    await driver.until(lambda: screen.view is not None)
    await driver.pilot.pause()
    if key:
        await select(driver, screen, key)
    return screen


async def select(driver: Driver, screen: SettingsScreen, key: str) -> None:
    place = next(at for at, row in enumerate(screen._rows) if row is not None and row.key == key)
    screen.query_one("#settings", OptionList).highlighted = place
    await driver.until(lambda: screen.selected is not None and screen.selected.key == key)
    await driver.pilot.pause()


@pytest.mark.parametrize("size", ALL_SIZES)
async def test_every_setting_is_there_with_meaning_default_and_range(size: tuple[int, int]) -> None:
    backend = a_backend()
    async with driving(backend, size=size) as driver:
        screen = await open_settings(driver)
        keys = [row.key for row in screen._rows if row is not None]
        assert keys == [row.key for row in backend.settings().rows] + [binding_id(one) for one in ACTIONS]
        await select(driver, screen, "temperature")
        shown = words_on(screen)
        for claim in ("How freely words are chosen", "default: 0.7", "range: 0 to 2", "a change: holds at once"):
            assert claim in shown
        await select(driver, screen, "n_ctx")
        assert "holds from the next start" in words_on(screen)


@pytest.mark.parametrize("size", ALL_SIZES)
async def test_a_number_is_changed_in_its_field_a_bad_one_refused_beside_it_and_comments_stay(
    size: tuple[int, int], tmp_path: Path
) -> None:
    backend = a_backend()
    backend.config_file = tmp_path / "config.toml"
    backend.config_file.write_text("# mine\n[sampling]\ntemperature = 0.7 # warm\n")
    async with driving(backend, size=size) as driver:
        screen = await open_settings(driver, "temperature")
        await driver.pilot.press("enter")
        await driver.until(lambda: driver.app.focused is screen.query_one("#value"))
        field = screen.query_one("#value", Input)
        field.value = "3"
        await driver.pilot.press("enter")
        await driver.until(lambda: "must be a number, 0 to 2, not 3.0" in words_on(screen))
        assert field.value == "3"
        assert load_config(backend.config_file).temperature == 0.7
        field.value = "0.3"
        await driver.pilot.press("enter")
        await driver.until(lambda: "* temperature  0.3" in words_on(screen))
        assert driver.app.focused is screen.query_one("#settings")
    assert backend.config_file.read_text() == "# mine\n[sampling]\ntemperature = 0.3 # warm\n"


async def test_escape_in_the_field_takes_the_old_value_back_and_once_more_leaves() -> None:
    async with driving(a_backend()) as driver:
        screen = await open_settings(driver, "top_k")
        await driver.pilot.press("e", "9")
        assert screen.query_one("#value", Input).value == "9"
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.focused is screen.query_one("#settings"))
        assert screen.query_one("#value", Input).value == "40"
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)


async def test_a_switch_turns_over_at_once_by_key_and_by_mouse_and_the_default_comes_back() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        screen = await open_settings(driver, "dreams")
        assert "dreams  [x] on" in words_on(screen)
        await driver.pilot.press("enter")
        await driver.until(lambda: "* dreams  [ ] off" in words_on(screen))
        await driver.pilot.click("#button-change")
        await driver.until(lambda: "  dreams  [x] on" in words_on(screen))
        await driver.pilot.press("enter")
        await driver.until(lambda: "* dreams  [ ] off" in words_on(screen))
        await driver.pilot.press("d")
        await driver.until(lambda: "  dreams  [x] on" in words_on(screen))
        assert backend.changed == [("dreams", "false"), ("dreams", "true"), ("dreams", "false"), ("dreams", None)]


async def test_the_search_narrows_by_name_and_meaning() -> None:
    async with driving(a_backend()) as driver:
        screen = await open_settings(driver)
        await driver.pilot.press("slash", *"likeliest")
        await driver.until(lambda: screen.words == "likeliest")
        keys = [row.key for row in screen._rows if row is not None]
        assert set(keys) == {"temperature", "top_p", "top_k", "min_p"}
        await driver.pilot.press("enter")
        await driver.until(lambda: driver.app.focused is screen.query_one("#settings"))


async def test_the_persona_has_several_lines() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await open_settings(driver, "persona")
        await driver.pilot.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, TextDialog))
        driver.app.screen.query_one(TextArea).text = "Be brief.\nBe kind."
        await driver.pilot.press("f10")
        await driver.until(lambda: backend.changed == [("persona", "Be brief.\nBe kind.")])


async def test_a_theme_is_chosen_applied_and_one_of_the_palette_is_kept() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        screen = await open_settings(driver, "theme")
        await driver.pilot.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, ChooseDialog))
        listing = driver.app.screen.query_one(OptionList)
        names = [str(one.prompt) for one in listing.options]
        listing.highlighted = names.index(HIGH_CONTRAST.name)
        await driver.pilot.press("enter")
        await driver.until(lambda: driver.app.theme == HIGH_CONTRAST.name)
        await driver.until(lambda: f"* theme  {HIGH_CONTRAST.name}" in words_on(screen))
        driver.app.theme = "nord"
        await driver.until(lambda: ("theme", "nord") in backend.changed)
        assert backend.changed == [("theme", HIGH_CONTRAST.name), ("theme", "nord")]


async def test_the_theme_of_the_config_is_there_at_the_start_and_an_unknown_one_is_reveries_own() -> None:
    app = ReverieApp(FakeBackend, clock=FixedClock(), theme="reverie-light")
    async with app.run_test() as pilot:
        await pilot.pause()
        assert app.theme == "reverie-light"
    assert theme_for("no-such", has_few_colours=False) == "reverie-dark"
    assert theme_for("", has_few_colours=True) == "ansi-dark"


# Keys of one's own


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


async def test_keys_are_rebound_on_the_screen_and_hold_at_once() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        screen = await open_settings(driver, "app.open_health")
        await driver.pilot.press("enter")
        field = screen.query_one("#value", Input)
        for bad, words in (("f5", 'F5 of "app.open_health" is taken by "app.open_topics"'), ("nokey", "is no key")):
            field.value = bad
            await driver.pilot.press("enter")
            await driver.until(lambda words=words: words in words_on(screen))
        assert backend.changed == []
        field.value = "ctrl+k"
        await driver.pilot.press("enter")
        await driver.until(lambda: backend.changed == [("app.open_health", "ctrl+k")])
        await driver.until(lambda: "readline's in the input" in driver.told())
        assert all_key_words(action("open_health")) == "Ctrl+K"
        await driver.pilot.press("d")
        await driver.until(lambda: all_key_words(action("open_health")) == "F7")


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ((("chat.new_chats", "f4"),), r'there is no action "chat.new_chats". Did you mean "chat.new_chat"\?'),
        ((("chat.new_chat", "f2"),), r'F2 of "chat.new_chat" is taken by "chat.toggle_chats"'),
        ((("chat.new_chat", "f5"),), r'is taken by "app.open_topics"'),
        ((("topics.add_ban", "z"), ("topics.add_pin", "z")), r'is taken by "topics.add_'),
        ((("app.open_help", "h"),), r'"h" could not be typed any more'),
        ((("chat.new_chat", "hyperctrl+x"),), r'"hyperctrl\+x" is no key'),
    ],
)
def test_keys_that_cannot_be_are_refused(keys: tuple[tuple[str, str], ...], complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint):
        rebinding.check_keys(keys)


def test_keys_may_be_swapped_and_the_keys_as_shipped_are_in_order() -> None:
    rebinding.check_keys((("chat.new_chat", "f2"), ("chat.toggle_chats", "f4")))
    rebinding.check_keys((("memories.find", "ctrl+f,/"),))
    for one in ACTIONS:
        for key in one.key.split(","):
            rebinding._check_key(one, key)
    assert rebinding.warnings((("chat.new_chat", "ctrl+w"),)) == [
        'Ctrl+W is readline\'s in the input: as the key of "chat.new_chat", inside the input it goes on as before.'
    ]


# A chat's own


@pytest.mark.parametrize("size", ALL_SIZES)
async def test_a_chat_gets_its_own_temperature_and_the_status_line_says_so(size: tuple[int, int]) -> None:
    backend = a_backend()
    async with driving(backend, size=size) as driver:
        await driver.pilot.press("f11")
        await driver.until(lambda: isinstance(driver.app.screen, ChatSettingsDialog))
        driver.app.screen.query_one("#temperature", Input).value = "9"
        driver.app.screen.query_one("#persona", TextArea).text = "Be a pirate.\nArr."
        await driver.pilot.press("f10")
        await driver.until(lambda: "0 to 2, not 9.0" in words_on(driver.app.screen))
        assert driver.app.screen.query_one("#persona", TextArea).text == "Be a pirate.\nArr."
        driver.app.screen.query_one("#temperature", Input).value = "0.3"
        await driver.pilot.press("f10")
        await driver.until(lambda: driver.screen.own_settings == "temperature 0.3, own persona")
        await driver.pilot.press("f4")
        await driver.until(lambda: driver.screen.own_settings == "")


async def test_set_lists_tells_changes_and_takes_back() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        for line, words in (
            ("/set", "temperature = 0.7"),
            ("/set temperature 0.3", "temperature = 0.3 (this chat's own; 0.7 in the settings)"),
            ("/set temperature", "temperature = 0.3 (this chat's own"),
            ("/set temperature 7", '"temperature" must be a number, 0 to 2, not 7.0.'),
            ("/set warmth", "A chat has no 'warmth' of its own."),
        ):
            driver.composer.load(line)
            await driver.pilot.press("enter")
            await driver.until(lambda words=words: words in driver.told())
        assert driver.screen.own_settings == "temperature 0.3"
        driver.composer.load("/set temperature default")
        await driver.pilot.press("enter")
        await driver.until(lambda: driver.screen.own_settings == "")
        assert [call for call in backend.calls if call[0] == "run_turn"] == []

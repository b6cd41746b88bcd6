"""The settings screen, rebound keys, themes, and a chat's own settings: by key, at every size."""

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, TextArea

from assistant.config import load_config
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import FixedClock
from tests.tui.test_side_screens import go, words_on
from tui.app import ReverieApp
from tui.keymap import ACTIONS, binding_id
from tui.screens.settings import SettingsScreen
from tui.themes import HIGH_CONTRAST, theme_for
from tui.widgets.chat_settings_dialog import ChatSettingsDialog
from tui.widgets.choice_dialogs import ChooseDialog, TextDialog

ALL_SIZES = [*SIZES, (200, 60)]


def painted(screen: SettingsScreen) -> list[str]:
    """What is really on the screen beside the list, line by line."""
    details = screen.query_one("#details").content_region
    return [strip.crop(details.x, details.right).text for strip in screen._compositor.render_strips()]


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
    screen.query_one("#settings").focus()
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
        for claim in ("How freely words are chosen", "0 to 2 · default 0.7 · holds at once"):
            assert claim in shown
        await select(driver, screen, "n_ctx")
        assert "holds from the next start" in words_on(screen)


@pytest.mark.parametrize("size", [(50, 16), (80, 24)])
async def test_field_and_all_that_is_said_of_a_key_are_in_view_together_beside_three_rows(
    size: tuple[int, int],
) -> None:
    backend = a_backend()
    backend.config = replace(backend.config, persona="Be brief and kind. " * 40)
    async with driving(backend, size=size) as driver:
        screen = await open_settings(driver)
        details = screen.query_one("#details")
        for row in [row for row in screen._rows if row is not None]:
            await select(driver, screen, row.key)
            assert details.virtual_size.height <= details.size.height, row.key
            assert screen.query_one("#settings").size.height >= 3, row.key


@pytest.mark.parametrize("size", ALL_SIZES)
async def test_a_refusal_stands_whole_under_the_field_with_range_and_default_over_it(size: tuple[int, int]) -> None:
    async with driving(a_backend(), size=size) as driver:
        screen = await open_settings(driver)
        await driver.pilot.press(*"temperature", "enter", "enter", "9", "enter")
        await driver.until(lambda: screen.query_one("#problem").display)
        await driver.pilot.pause()
        lines = painted(screen)
        at = next(place for place, line in enumerate(lines) if line.strip() == "9")
        assert lines[at - 2].strip() == "temperature"
        assert lines[at - 1].strip() == "0 to 2 · default 0.7 · holds at once"
        assert lines[at + 1].strip() == "✕ It must be a number, 0 to 2. Esc undoes."


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
        await driver.until(lambda: "must be a number, 0 to 2" in words_on(screen))
        assert field.value == "3"
        assert load_config(backend.config_file).temperature == 0.7
        field.value = "0.3"
        await driver.pilot.press("enter")
        await driver.until(lambda: "* temperature  0.3" in words_on(screen))
        assert driver.app.focused is screen.query_one("#settings")
    assert backend.config_file.read_text() == "# mine\n[sampling]\ntemperature = 0.3 # warm\n"


@pytest.mark.parametrize("size", [(50, 16), (80, 24)])
async def test_a_file_that_is_not_there_is_refused_in_words_without_its_place(size: tuple[int, int]) -> None:
    backend = a_backend()
    backend.config_file = Path("/nowhere/config.toml")
    async with driving(backend, size=size) as driver:
        screen = await open_settings(driver)
        await driver.pilot.press(*"embedder", "down", "enter", *"/theme", "enter")
        await driver.until(lambda: screen.query_one("#problem").display)
        await driver.pilot.pause()
        words = " ".join(line.strip() for line in painted(screen))
        assert "✕ It names a file that is not there. Name a GGUF file." in words
        assert backend.changed == []


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
        assert "/" in screen.query_one("#search", Input).placeholder
        await driver.pilot.press(*"likeliest")
        await driver.until(lambda: screen.words == "likeliest")
        keys = [row.key for row in screen._rows if row is not None]
        assert set(keys) == {"temperature", "top_p", "top_k", "min_p"}
        await driver.pilot.press("enter")
        await driver.until(lambda: driver.app.focused is screen.query_one("#settings"))


@pytest.mark.parametrize("size", SIZES)
async def test_words_that_nothing_fits_are_told_and_escape_shows_all_again(size: tuple[int, int]) -> None:
    async with driving(a_backend(), size=size) as driver:
        screen = await open_settings(driver)
        await driver.pilot.press("slash", *"zzz", "enter")
        await driver.until(lambda: "No setting and no key fits “zzz”. Esc shows all." in words_on(screen))
        assert screen.query_one("#settings-empty").region.height
        assert driver.app.focused is screen.query_one("#search")
        await driver.pilot.press("escape")
        await driver.until(lambda: screen.selected is not None and screen.selected.key == "data_dir")
        assert not screen.query_one("#settings-empty").display
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)


async def test_what_holds_anyway_is_not_written(tmp_path: Path) -> None:
    backend = a_backend()
    backend.config_file = tmp_path / "config.toml"
    async with driving(backend) as driver:
        screen = await open_settings(driver)
        for key in ("data_dir", "temperature", "timezone"):
            await select(driver, screen, key)
            await driver.pilot.press("enter", "enter")
            await driver.until(lambda: driver.app.focused is screen.query_one("#settings"))
        await select(driver, screen, "app.open_health")
        await driver.pilot.press("t", "enter")
        await driver.until(lambda: driver.app.focused is screen.query_one("#settings"))
    assert backend.changed == []
    assert not backend.config_file.exists()


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
    assert theme_for("nord", has_few_colours=True) == "ansi-dark"
    assert theme_for("reverie-light", has_few_colours=True) == "ansi-light"
    assert theme_for("ansi-light", has_few_colours=True) == "ansi-light"


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

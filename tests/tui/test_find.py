"""Find what was said in all chats, and go there; put chats away and take them back: by key, at every size."""

from datetime import timedelta

import pytest
from textual.content import Content
from textual.widgets import Button, Input, OptionList, Static

from memory.records import ChatId
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_memories import NOW
from tests.tui.fake_records import a_chat
from tests.tui.test_side_screens import go, words_on
from tests.tui.test_slash import send
from tui import wording
from tui.screens.find import FindScreen
from tui.widgets.chat_list import ChatList
from tui.widgets.found_marks import MARK


def titles(driver: Driver) -> list[str]:
    listing = driver.screen.query_one(ChatList).query_one(OptionList)
    return [str(one.prompt).splitlines()[0].strip(" ▌›") for one in listing.options]


def pane_title(driver: Driver) -> str:
    return str(driver.screen.query_one("#chats .pane-title Static", Static).render())


@pytest.mark.parametrize("size", SIZES)
async def test_hits_come_while_typing_and_enter_goes_to_the_turn_in_its_chat(size: tuple[int, int]) -> None:
    backend = a_backend()
    async with driving(backend, size=size) as driver:
        screen = await go(driver, "alt+g", FindScreen)
        assert "all must occur in a message" in words_on(screen)
        await driver.pilot.press(*"risot")
        await driver.until(lambda: "1 message" in words_on(screen))
        row = screen.query_one("#hits", OptionList).options[0].prompt
        when = wording.moment(NOW - timedelta(minutes=30), NOW)
        assert str(row).splitlines() == [f"Dinner  {when} · Reverie", "Risotto."]
        assert [str(row)[span.start : span.end] for span in row.spans if "underline" in str(span.style)] == ["Risotto"]
        await driver.pilot.press("enter")
        await driver.until(lambda: driver.app.screen is driver.screen)
        await driver.until(lambda: driver.log.selected is not None)
        assert driver.log.selected is not None
        assert driver.log.selected.turn_id == backend.chats[ChatId(2)].turns[0].turn_id
        assert "Risotto." in driver.log.selected.reply_text


_FILLING = "\n\n".join(
    f"Paragraph {number} fills some lines of the screen and says nothing of note." for number in range(12)
)


def a_long_chat() -> FakeBackend:
    backend = FakeBackend()
    turns = [(f"question {number}", f"{_FILLING}\n\nEnd of {number}.") for number in range(8)]
    turns[3] = ("what of the plants?", f"{_FILLING}\n\n- The *geranium* needs water.\n\n{_FILLING}")
    turns[4] = (f"{_FILLING}\n\nThe fuchsia too?\n\n{_FILLING}", "It does.")
    backend.add_chat(a_chat(1, "Plants"), *turns)
    backend.add_chat(a_chat(2, "Other", hours_ago=1), ("a", "b"))
    return backend


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("word", ["geranium", "fuchsia"])
async def test_what_was_found_is_in_sight_and_marked_however_long_its_turn(word: str, size: tuple[int, int]) -> None:
    async with driving(a_long_chat(), size=size) as driver:
        screen = await go(driver, "alt+g", FindScreen)
        await driver.pilot.press(*word)
        await driver.until(lambda: "1 message" in words_on(screen))
        await driver.pilot.press("enter")
        await driver.until(lambda: any(word in str(text.render()) for text, _ in marked(driver)))
        await driver.pilot.pause()
        await driver.pilot.pause()

        ((_, spans),) = marked(driver)
        assert spans == [word]
        assert any(word in row for row in on_screen(driver))


def marked(driver: Driver) -> list[tuple[Static, list[str]]]:
    """Return the texts of the talk with what is marked in them."""
    found = []
    for text in driver.log.query(Static):
        content = text.content
        if isinstance(content, Content):
            spans = [content.plain[span.start : span.end] for span in content.spans if span.style == MARK]
            found += [(text, spans)] if spans else []
    return found


def on_screen(driver: Driver) -> list[str]:
    return ["".join(part.text for part in strip) for strip in driver.app.screen._compositor.render_strips()]


async def test_a_chat_is_found_by_its_title() -> None:
    backend = a_backend()
    async with driving(backend, size=(80, 24)) as driver:
        screen = await go(driver, "alt+g", FindScreen)
        await driver.pilot.press(*"dinn")
        await driver.until(lambda: "1 title, 0 messages" in words_on(screen))
        await driver.pilot.press("enter")
        await driver.until(lambda: driver.app.screen is driver.screen)
        await driver.until(lambda: [block.user_text for block in driver.log.blocks] == ["Ideas?"])


async def test_down_goes_to_the_hits_and_slash_back_to_the_words() -> None:
    async with driving(a_backend(), size=(80, 24)) as driver:
        screen = await go(driver, "alt+g", FindScreen)
        await driver.pilot.press(*"and", "down")
        await driver.pilot.press(*" mill")
        await driver.until(lambda: len(screen.query_one("#hits", OptionList).options) == 1)
        await driver.pilot.press("down")
        await driver.until(lambda: screen.query_one("#hits").has_focus)
        await driver.pilot.pause()
        assert screen.query_one("#hits", OptionList).highlighted == 0
        await driver.pilot.press("slash")
        assert screen.query_one("#search").has_focus
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)


async def test_what_is_not_there_is_said_and_its_own_key_leaves() -> None:
    async with driving(a_backend(), size=(50, 16)) as driver:
        screen = await go(driver, "alt+g", FindScreen)
        await driver.pilot.press(*"zeppelin")
        await driver.until(lambda: "Nothing was found." in words_on(screen))
        await driver.pilot.press("enter")
        assert driver.app.screen is screen
        await driver.pilot.press("alt+g")
        await driver.until(lambda: driver.app.screen is driver.screen)


async def test_text_from_chats_is_never_markup() -> None:
    backend = a_backend()
    backend.add_chat(a_chat(3, "[red]Odd[/red]"), ("a [bold]heron[/bold] flies", "ok"))
    async with driving(backend, size=(80, 24)) as driver:
        screen = await go(driver, "alt+g", FindScreen)
        await driver.pilot.press(*"heron")
        await driver.until(lambda: "1 message" in words_on(screen))
        assert "a [bold]heron[/bold] flies" in words_on(screen)
        assert "[red]Odd[/red]" in words_on(screen)


async def test_find_by_slash_opens_with_the_words() -> None:
    async with driving(a_backend(), size=(80, 24)) as driver:
        await send(driver, '/find it\'s "a" mill')
        await driver.until(lambda: isinstance(driver.app.screen, FindScreen))
        screen = driver.app.screen
        await driver.until(lambda: screen.query_one("#search", Input).value == 'it\'s "a" mill')
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)
        await send(driver, "/find mill")
        await driver.until(lambda: isinstance(driver.app.screen, FindScreen))
        await driver.until(lambda: "1 message" in words_on(driver.app.screen))


@pytest.mark.parametrize("size", SIZES)
async def test_a_chat_is_put_away_shown_among_those_and_taken_back(size: tuple[int, int]) -> None:
    backend = a_backend()
    async with driving(backend, size=size) as driver:
        assert (titles(driver), pane_title(driver)) == (["Stairs", "Dinner"], "Chats")
        await driver.pilot.press("f2")
        await driver.until(lambda: driver.screen.query_one(ChatList).has_focus_within)
        await driver.pilot.press("v")
        await driver.until(lambda: driver.screen.refusal == "no chat is put away")
        await driver.pilot.press("down", "a")
        await driver.until(lambda: titles(driver) == ["Stairs"])
        assert pane_title(driver) == "Chats · 1 away"
        await driver.pilot.press("v")
        await driver.until(lambda: titles(driver) == ["Dinner"])
        assert pane_title(driver) == "Put away"
        assert str(driver.screen.query_one("#chats-put_away", Button).label) == "Take back"
        driver.screen.query_one(ChatList).query_one(OptionList).highlighted = 0
        await driver.pilot.press("a")
        await driver.until(lambda: titles(driver) == ["Stairs", "Dinner"])
        assert pane_title(driver) == "Chats"
        assert [call for call in backend.calls if call[0] == "set_put_away"] == [
            ("set_put_away", True), ("set_put_away", False),
        ]  # fmt: skip

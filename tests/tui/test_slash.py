"""Lines that begin with "/" are done and never sent."""

from textual.widgets import TextArea

from tests.tui.driving import Driver, a_backend, driving
from tui.screens.help import HelpScreen
from tui.slash import action_of, is_slash
from tui.widgets.chat_log import ChatLog


async def send(driver: Driver, line: str) -> None:
    composer = driver.screen.query_one(TextArea)
    composer.focus()
    composer.text = line
    await driver.pilot.press("enter")


async def test_ban_by_slash_bans_and_sends_nothing() -> None:
    backend = a_backend()
    async with driving(backend, size=(80, 24)) as driver:
        turns = len(driver.screen.query_one(ChatLog).blocks)
        await send(driver, "/ban Rex")
        await driver.until(lambda: any("Rex" in str(call) for call in backend.calls))

        assert len(driver.screen.query_one(ChatLog).blocks) == turns


async def test_help_by_slash_opens_the_help_screen() -> None:
    async with driving(a_backend(), size=(80, 24)) as driver:
        await send(driver, "/help")
        await driver.until(lambda: isinstance(driver.app.screen, HelpScreen))


async def test_unknown_slash_is_refused_in_words_and_not_sent() -> None:
    backend = a_backend()
    async with driving(backend, size=(80, 24)) as driver:
        turns = len(driver.screen.query_one(ChatLog).blocks)
        await send(driver, "/nonsense")
        await driver.until(lambda: any("no command /nonsense" in one.message for one in driver.app._notifications))

        assert len(driver.screen.query_one(ChatLog).blocks) == turns


def test_paths_and_pasted_lines_are_no_commands() -> None:
    assert is_slash("/ban Rex")
    assert not is_slash("/ban Rex\nand more")
    assert not is_slash(" /ban Rex")
    assert not is_slash("// a comment")
    assert action_of("/topics") == "app.open_topics"

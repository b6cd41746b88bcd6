"""Another program on the same folder goes on with the open chat."""

from dataclasses import replace
from datetime import timedelta

from textual import events
from textual.widgets import Static

from memory.records import ChatId, MessageStatus
from tests.tui.driving import Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_memories import NOW

CHAT = ChatId(1)


def users(driver: Driver) -> list[str]:
    return [block.user_text for block in driver.log.blocks]


def say_elsewhere(backend: FakeBackend, text: str) -> None:
    backend.keep(CHAT, text, "Said in the other window.", MessageStatus.COMPLETE)


async def test_turns_made_elsewhere_appear_before_the_next_message() -> None:
    backend = a_backend()
    backend.scripts = [["Here."]]
    async with driving(backend) as driver:
        say_elsewhere(backend, "from elsewhere")
        await driver.send("mine")
        await driver.turn_over()

        assert users(driver) == ["How steep?", "And a mill?", "from elsewhere", "mine"]
        assert driver.last.reply_text == "Here."


async def test_writing_again_is_for_the_last_turn_wherever_it_was_made() -> None:
    backend = a_backend()
    backend.scripts = [["Once more."]]
    async with driving(backend) as driver:
        say_elsewhere(backend, "from elsewhere")
        await driver.pilot.press("f8")
        await driver.until(lambda: ("regenerate", CHAT) in backend.calls)
        await driver.turn_over()

        assert driver.last.user_text == "from elsewhere"
        assert driver.last.reply_text == "Once more."


async def test_coming_back_to_the_terminal_shows_what_was_said_elsewhere_and_keeps_the_input() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.type("half")
        driver.app.post_message(events.AppBlur())
        await driver.pilot.pause()
        say_elsewhere(backend, "from elsewhere")
        driver.app.post_message(events.AppFocus())
        await driver.until(lambda: users(driver)[-1] == "from elsewhere")

        assert driver.composer.full_text == "half"


async def test_a_reply_is_never_dated_before_its_question() -> None:
    backend = a_backend()
    view = backend.chats[CHAT]
    turn = view.turns[-1]
    asked, opened = NOW - timedelta(minutes=7), NOW - timedelta(minutes=8)
    turn = replace(turn, user=replace(turn.user, created_at=asked), reply=replace(turn.reply, created_at=opened))
    backend.chats[CHAT] = replace(view, turns=(view.turns[0], turn))
    async with driving(backend) as driver:
        you, reverie = (str(heading.render()) for heading in driver.last.query(".heading").results(Static))

        moment = f"{asked.astimezone():%H:%M}"
        assert moment in you
        assert moment in reverie


async def test_a_message_written_into_a_chat_that_was_deleted_elsewhere_begins_another() -> None:
    backend = a_backend()
    backend.scripts = [["Here."]]
    async with driving(backend) as driver:
        del backend.chats[CHAT]
        await driver.send("mine")
        await driver.turn_over()

        assert users(driver) == ["mine"]
        (said,) = [view for view in backend.chats.values() if view.turns and view.turns[-1].user.text == "mine"]
        assert said.chat.id != CHAT


async def test_the_input_stays_where_its_chat_was_deleted_elsewhere() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.type("half")
        driver.app.post_message(events.AppBlur())
        await driver.pilot.pause()
        del backend.chats[CHAT]
        driver.app.post_message(events.AppFocus())
        await driver.until(lambda: users(driver) == [])

        assert driver.composer.full_text == "half"


async def test_what_was_forgotten_elsewhere_leaves_the_screen_and_the_input_by_itself() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.type("the mill")
        assert driver.screen._parts is not None
        await driver.screen._parts.chats.save_draft()
        view = backend.chats[CHAT]
        backend.chats[CHAT] = replace(view, turns=view.turns[:1], draft="", forgotten=view.forgotten + 1)
        driver.screen._parts.around.look_for_forgotten()
        await driver.until(lambda: users(driver) == ["How steep?"])

        await driver.until(lambda: not driver.composer.full_text)


async def test_what_was_only_said_elsewhere_waits_until_the_user_comes_back() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        say_elsewhere(backend, "from elsewhere")
        assert driver.screen._parts is not None
        driver.screen._parts.around.look_for_forgotten()
        await driver.until(lambda: not any(one.group == "catch-up" for one in driver.screen.workers))

        assert users(driver) == ["How steep?", "And a mill?"]

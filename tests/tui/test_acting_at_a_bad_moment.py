"""Keys that come while a reply runs, something is being forgotten, the store is busy or the app ends."""

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from assistant.chat_settings import ChatSetting
from assistant.events import Failed, Token, TurnEvent
from assistant.views import Forgotten
from memory.errors import BusyError
from memory.records import ChatId
from tests.tui.driving import Driver, a_backend, driving, edit_last
from tests.tui.fake_backend import MODEL, FakeBackend
from tui.activity import Phase
from tui.chat.parts import ChatParts
from tui.widgets.chat_log import MOST_TURNS
from tui.widgets.dialogs import ConfirmDialog
from tui.widgets.undo_line import UndoLine

STAIRS = ChatId(1)


def parts_of(driver: Driver) -> ChatParts:
    assert driver.screen._parts is not None
    return driver.screen._parts


class BusyStore(FakeBackend):
    """Refuses what changes a chat or takes something back while another program holds the store."""

    def __init__(self) -> None:
        super().__init__()
        self.chats = a_backend().chats
        self.is_busy = False

    def undo_delete_chat(self, chat_id: ChatId) -> None:
        self._refuse()
        super().undo_delete_chat(chat_id)

    def set_put_away(self, chat_id: ChatId, *, is_put_away: bool) -> None:
        self._refuse()
        super().set_put_away(chat_id, is_put_away=is_put_away)

    def undo(self) -> str:
        self._refuse()
        return super().undo()

    def _refuse(self) -> None:
        if self.is_busy:
            raise BusyError("The database is in use by another program.", "")


async def delete_open_chat(driver: Driver) -> UndoLine:
    line = driver.screen.query_one(UndoLine)
    chat = parts_of(driver).chats.chat
    assert chat is not None
    parts_of(driver).chat_actions.delete(chat)
    await driver.until(lambda: line.latest is not None)
    await driver.pilot.pause()
    return line


async def test_a_deleted_chat_that_could_not_be_brought_back_is_offered_again() -> None:
    backend = BusyStore()
    async with driving(backend) as driver:
        line = await delete_open_chat(driver)
        backend.is_busy = True
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: "in use by another program" in driver.told())
        assert line.latest is not None
        assert line.latest.chat_id == STAIRS
        backend.is_busy = False
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: STAIRS in backend.chats)
        await driver.until(lambda: line.latest is None)


async def test_a_deleted_chat_is_offered_again_where_a_message_went_first() -> None:
    backend = BusyStore()
    gate = threading.Event()
    backend.scripts = [[gate, "Here."]]
    async with driving(backend) as driver:
        line = await delete_open_chat(driver)
        one = driver.screen._first.one
        async with one.lock:
            parts_of(driver).undo.take_back()
            await driver.until(lambda: line.latest is None)
            with one.sending():
                await parts_of(driver).answering.begin("mine")
        await driver.until(lambda: line.latest is not None)
        assert STAIRS in backend.deleted
        gate.set()
        await driver.turn_over()


async def test_an_action_that_could_not_be_taken_back_is_offered_again_and_a_chat_that_is_gone_is_not() -> None:
    backend = BusyStore()
    async with driving(backend) as driver:
        line = await delete_open_chat(driver)
        backend.chats[STAIRS] = backend.deleted[STAIRS]
        line.add_action("takes the ban back")
        backend.is_busy = True
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: "in use by another program" in driver.told())
        assert line.latest is not None
        assert line.latest.words == "takes the ban back"


async def test_a_chat_is_told_to_be_put_away_only_once_it_is() -> None:
    backend = BusyStore()
    async with driving(backend) as driver:
        chat = parts_of(driver).chats.chat
        assert chat is not None
        backend.is_busy = True
        parts_of(driver).chat_actions.put_away(chat)
        await driver.until(lambda: "in use by another program" in driver.told())
        assert "is put away" not in driver.told()
        backend.is_busy = False
        parts_of(driver).chat_actions.put_away(chat)
        await driver.until(lambda: "is put away" in driver.told())


async def test_a_turn_that_breaks_after_an_edit_puts_the_old_one_back() -> None:
    backend = a_backend()
    before = backend.chats[STAIRS].turns

    def stream(stop: threading.Event) -> Iterator[TurnEvent]:
        yield Token("some")
        raise RuntimeError(f"a mistake, and the stop flag is {stop.is_set()}")

    backend.stream = stream
    async with driving(backend) as driver:
        await edit_last(driver)
        await driver.type(" Now")
        await driver.pilot.press("enter")
        await driver.until(lambda: ("take_back", STAIRS) in backend.calls)
        await driver.turn_over()
        assert backend.chats[STAIRS].turns == before


async def test_an_edited_turn_that_could_not_be_kept_after_its_first_words_puts_the_old_one_back() -> None:
    backend = a_backend()
    before = backend.chats[STAIRS].turns
    backend.scripts = [["some", Failed("The disk is full.", "")]]
    async with driving(backend) as driver:
        await edit_last(driver)
        await driver.type(" Now")
        await driver.pilot.press("enter")
        await driver.until(lambda: ("take_back", STAIRS) in backend.calls)
        await driver.turn_over()
        assert backend.chats[STAIRS].turns == before
        assert [block.user_text for block in driver.log.blocks] == ["How steep?", "And a mill?"]


async def test_a_turn_that_was_not_kept_leaves_a_long_talk_and_is_no_reply_to_write_again() -> None:
    backend = a_backend()
    backend.scripts = [["Half", Failed("The disk is full.", "")], *(["fine"] for _ in range(2 * MOST_TURNS))]
    async with driving(backend) as driver:
        await driver.send("a")
        await driver.turn_over()
        await driver.pilot.press("f8")
        await driver.until(lambda: "was not kept" in driver.told())
        assert not [call for call in backend.calls if call[0] == "regenerate"]
        for _ in range(2 * MOST_TURNS):
            await driver.send("b")
            await driver.turn_over()
        await driver.until(lambda: len(driver.log.blocks) <= MOST_TURNS)


async def test_own_settings_go_to_the_chat_that_was_open_when_they_were_typed() -> None:
    backend = a_backend()
    chat_settings = backend.chat_settings
    async with driving(backend) as driver:

        def meanwhile(chat_id: ChatId | None) -> tuple[ChatSetting, ...]:
            parts_of(driver).chats.chat = None
            return tuple(chat_settings(chat_id))

        backend.chat_settings = meanwhile  # type: ignore[method-assign] - another program deletes the chat at this moment
        await parts_of(driver).prompt.set_in_chat("temperature 0.3")
        assert backend.own == {STAIRS: {"temperature": 0.3}}


@pytest.mark.parametrize("key", ["f8", "c"])
async def test_no_reply_is_begun_again_while_the_app_ends(key: str) -> None:
    backend = a_backend()
    backend.scripts = [["more"]]
    async with driving(backend) as driver:
        await driver.pilot.press("f9")
        driver.screen._first.one.is_leaving = True
        await driver.pilot.press(key)
        await driver.pilot.pause()
        assert not driver.screen._first.turn.is_running
        assert not [call for call in backend.calls if call[0] in {"regenerate", "continue_reply"}]


async def test_nothing_is_sent_while_something_is_forgotten_whatever_the_status_line_says() -> None:
    backend = a_backend()
    backend.scripts = [["All right."], ["Here."]]
    backend.next_forget_terms = ("Ilse",)
    is_asked, gate = threading.Event(), threading.Event()
    forget_topic = backend.forget_topic

    def slow(term: str) -> Forgotten:
        is_asked.set()
        gate.wait(10)
        return forget_topic(term)

    backend.forget_topic = slow  # type: ignore[method-assign] - a large store
    async with driving(backend) as driver:
        await driver.send("forget Ilse")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.click("#yes")
        await driver.until(is_asked.is_set)
        assert driver.screen.activity.phase is Phase.FORGETTING
        parts_of(driver).model.loaded(replace(MODEL, is_default=False))
        await driver.send("mine")
        assert ("run_turn", "mine") not in backend.calls
        gate.set()
        await driver.until(lambda: not driver.screen._first.one.is_replying)
        assert driver.screen.activity.phase is Phase.READY
        await driver.until(lambda: driver.composer.full_text == "mine")
        await driver.pilot.press("enter")
        await driver.until(lambda: ("run_turn", "mine") in backend.calls)
        await driver.turn_over()


async def test_a_turn_that_runs_has_the_status_line_whatever_is_forgotten_beside_it() -> None:
    backend = a_backend()
    gate = threading.Event()
    backend.scripts = [["He", gate, "re."]]
    async with driving(backend) as driver:
        await driver.send("mine")
        await driver.until(lambda: driver.last.reply_text == "He")
        with driver.screen._first.one.forgetting():
            assert driver.screen.activity.phase is Phase.WRITING
        assert driver.screen.activity.phase is Phase.WRITING
        gate.set()
        await driver.turn_over()

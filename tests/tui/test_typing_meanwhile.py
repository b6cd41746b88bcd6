"""What is typed while the store is slow, busy or changed by another program: it is in one place, never in none or two."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from assistant.errors import NotFoundError
from assistant.views import ChatView, KeptDraft
from memory.errors import BusyError
from memory.records import Chat, ChatId, TurnId
from tests.tui.driving import Driver, a_backend, driving, edit_last
from tests.tui.fake_backend import FakeBackend
from tui.chat.open_chat import OpenChat

STAIRS, DINNER = ChatId(1), ChatId(2)
FORGOTTEN = "What was forgotten has left the input too."


class SlowDrafts(FakeBackend):
    """Keeps drafts, and begins chats, only once it may."""

    def __init__(self) -> None:
        super().__init__()
        self.is_asked = threading.Event()
        self.may_go_on = threading.Event()
        self.is_slow = False
        self.begun = 0
        self.chats = a_backend().chats

    def save_draft(self, chat_id: ChatId, text: str, before: KeptDraft) -> KeptDraft:
        self._wait()
        return super().save_draft(chat_id, text, before)

    def new_chat(self) -> Chat:
        self.begun += 1
        self._wait()
        return super().new_chat()

    def _wait(self) -> None:
        if self.is_slow:
            self.is_asked.set()
            self.may_go_on.wait(10)


class PurgedElsewhere(FakeBackend):
    """Tells that a chat is gone, as the store does once another program deleted it for good."""

    def save_draft(self, chat_id: ChatId, text: str, before: KeptDraft) -> KeptDraft:
        if chat_id not in self.chats:
            raise NotFoundError("There is no such chat.")
        return super().save_draft(chat_id, text, before)


class BusyDrafts(FakeBackend):
    """Cannot keep drafts, or read chats, while another program holds the store."""

    def __init__(self) -> None:
        super().__init__()
        self.is_busy = self.is_unreadable = False
        self.chats = a_backend().chats

    def save_draft(self, chat_id: ChatId, text: str, before: KeptDraft) -> KeptDraft:
        if self.is_busy:
            raise BusyError("The database is in use by another program.", "")
        return super().save_draft(chat_id, text, before)

    def read_chat(self, chat_id: ChatId, most: int, around: TurnId | None = None) -> ChatView:
        if self.is_unreadable:
            raise BusyError("The database is in use by another program.", "")
        return super().read_chat(chat_id, most, around)


def chats_of(driver: Driver) -> OpenChat:
    assert driver.screen._parts is not None
    return driver.screen._parts.chats


def drafts(backend: FakeBackend) -> list[str]:
    return [view.draft for view in backend.chats.values()]


def forget_elsewhere(backend: FakeBackend, chat_id: ChatId = STAIRS) -> None:
    backend.chats[chat_id] = replace(backend.chats[chat_id], draft="", forgotten=1)


async def leave_and_type(driver: Driver, backend: SlowDrafts, leave: Callable[[], None]) -> None:
    """Leave the open chat, and type while its draft is being kept."""
    await driver.type("abc")
    backend.is_slow = True
    leave()
    await driver.until(backend.is_asked.is_set)
    await driver.type("xyz")
    backend.is_slow = False
    backend.may_go_on.set()


async def test_what_is_typed_while_another_chat_opens_goes_into_that_chat() -> None:
    backend = SlowDrafts()
    async with driving(backend) as driver:
        await leave_and_type(driver, backend, lambda: driver.screen.go_to(DINNER))
        await driver.until(lambda: driver.composer.full_text == "and for dessert\n\nxyz")
        await chats_of(driver).save_draft()
        assert drafts(backend) == ["abc", "and for dessert\n\nxyz"]


@pytest.mark.parametrize("action", ["new_chat", "temporary_chat"])
async def test_what_is_typed_while_a_new_chat_begins_stays_there(action: str) -> None:
    backend = SlowDrafts()
    async with driving(backend) as driver:
        act = getattr(driver.screen, f"action_{action}")
        await leave_and_type(driver, backend, act)
        await driver.until(lambda: not driver.log.blocks)
        await driver.pilot.pause()
        assert driver.composer.full_text == "xyz"
        assert backend.deleted == {}
        if action == "new_chat":
            assert drafts(backend) == ["abc", "and for dessert"]


async def test_what_is_typed_while_the_open_chat_is_deleted_stays_and_its_draft_goes_along() -> None:
    backend = SlowDrafts()
    async with driving(backend) as driver:
        chat = chats_of(driver).chat
        assert chat is not None
        assert driver.screen._parts is not None
        delete = driver.screen._parts.chat_actions.delete
        await leave_and_type(driver, backend, lambda: delete(chat))
        await driver.until(lambda: STAIRS in backend.deleted)
        await driver.pilot.pause()
        assert driver.composer.full_text == "xyz"
        assert backend.deleted[STAIRS].draft == "abc"


@pytest.mark.parametrize("fails", ["is_busy", "is_unreadable"])
async def test_a_draft_stays_in_the_input_where_another_chat_cannot_be_opened(fails: str) -> None:
    backend = BusyDrafts()
    async with driving(backend) as driver:
        await driver.type("abc")
        setattr(backend, fails, True)
        driver.screen.go_to(DINNER)
        await driver.until(lambda: "in use by another program" in driver.told())
        assert driver.composer.full_text == "abc"
        backend.is_busy = backend.is_unreadable = False
        await chats_of(driver).save_draft()
        assert drafts(backend) == ["abc", "and for dessert"]


async def test_an_edit_that_was_under_way_where_no_other_chat_opened_changes_no_turn() -> None:
    backend = BusyDrafts()
    backend.scripts = [["Here."]]
    async with driving(backend) as driver:
        await edit_last(driver)
        await driver.type(" Big")
        backend.is_busy = True
        driver.screen.go_to(DINNER)
        await driver.until(lambda: "in use by another program" in driver.told())
        backend.is_busy = False
        assert driver.composer.full_text == "And a mill? Big"
        await driver.pilot.press("enter")
        await driver.turn_over()
        said = [turn.user.text for turn in backend.chats[STAIRS].turns]
        assert said == ["How steep?", "And a mill?", "And a mill? Big"]


async def test_a_message_that_became_the_draft_of_the_chat_before_is_not_sent_in_the_next_one() -> None:
    backend = SlowDrafts()
    async with driving(backend) as driver:
        assert driver.screen._parts is not None
        one = driver.screen._first.one
        await driver.type("abc")
        backend.is_slow = True
        driver.app._clock.elapsed_s += 6  # type: ignore[attr-defined] - the test's own clock
        driver.screen._parts.keeping.look()
        await driver.until(backend.is_asked.is_set)
        driver.screen.go_to(DINNER)
        await driver.until(one.lock.locked)
        sending = asyncio.create_task(one.send("abc", driver.screen._parts.answering.send))
        await driver.pilot.pause()
        backend.is_slow = False
        backend.may_go_on.set()
        await sending
        assert drafts(backend) == ["abc", "and for dessert"]
        assert driver.composer.full_text == "and for dessert"
        assert driver.screen.refusal == "the input has changed meanwhile, nothing was sent"
        assert not [call for call in backend.calls if call[0] == "run_turn"]


async def test_a_draft_begins_one_chat_however_often_it_is_looked_at_while_the_store_is_slow() -> None:
    backend = SlowDrafts()
    backend.chats = {}
    async with driving(backend) as driver:
        assert driver.screen._parts is not None
        await driver.type("half")
        backend.is_slow = True
        for _ in range(3):
            driver.app._clock.elapsed_s += 6  # type: ignore[attr-defined] - the test's own clock
            driver.screen._parts.keeping.look()
            await driver.until(backend.is_asked.is_set)
        backend.is_slow = False
        backend.may_go_on.set()
        await driver.until(lambda: drafts(backend) == ["half"])
        assert backend.begun == 1


async def test_forgotten_words_leave_the_input_later_where_they_could_not_at_first() -> None:
    backend = BusyDrafts()
    async with driving(backend) as driver:
        await driver.type("the wombat bites")
        await chats_of(driver).save_draft()
        forget_elsewhere(backend)
        backend.is_busy = True
        with pytest.raises(BusyError):
            await chats_of(driver).catch_up()
        backend.is_busy = False
        await chats_of(driver).catch_up()
        assert driver.composer.full_text == ""
        await driver.until(lambda: FORGOTTEN in driver.told())


async def test_forgotten_words_leave_the_input_while_a_message_is_in_hand_and_that_stays() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        chats = chats_of(driver)
        await driver.type("the wombat bites")
        await chats.save_draft()
        forget_elsewhere(backend)
        chats.in_hand = "hello"
        await chats.catch_up()
        await chats.save_draft()
        assert (chats.in_hand, driver.composer.full_text) == ("hello", "")
        assert backend.chats[STAIRS].draft == "hello"


async def test_a_draft_whose_chat_was_purged_elsewhere_begins_another_and_none_is_told_forgotten() -> None:
    backend = PurgedElsewhere()
    backend.chats = a_backend().chats
    async with driving(backend) as driver:
        await driver.type("half")
        await chats_of(driver).save_draft()
        del backend.chats[STAIRS]
        await driver.type(" more")
        await chats_of(driver).save_draft()
        assert drafts(backend) == ["and for dessert", "half more"]
        assert (driver.log.blocks, driver.composer.full_text) == ([], "half more")
        assert driver.told() == ""


async def test_a_draft_whose_chat_was_purged_elsewhere_is_kept_when_it_is_left() -> None:
    backend = PurgedElsewhere()
    backend.chats = a_backend().chats
    async with driving(backend) as driver:
        await driver.type("half")
        del backend.chats[STAIRS]
        driver.screen.go_to(DINNER)
        await driver.until(lambda: driver.composer.full_text == "and for dessert")
        assert drafts(backend) == ["and for dessert", "half"]

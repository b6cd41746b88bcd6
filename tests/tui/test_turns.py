"""What is done to kept turns: alternatives, branches, rewinding, forgetting by message, undo."""

import threading
from collections.abc import Sequence

import pytest
from textual import events
from textual.widgets import Markdown, Static

from assistant.events import Failed, Rewritten
from assistant.forget_words import forget_memory_notice
from assistant.views import TurnView
from memory.records import ChatId, TurnId
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_memories import an_intervention
from tui.activity import Phase
from tui.widgets.dialogs import AskDialog, ConfirmDialog
from tui.widgets.fork_line import ForkLine
from tui.widgets.status_line import StatusLine
from tui.widgets.turn_bar import TurnBar
from tui.widgets.undo_line import UndoLine


def heading(driver: Driver) -> str:
    return str(driver.last.query_one(".reply-heading").render())


async def regenerate(driver: Driver) -> None:
    await driver.pilot.press("f8")
    await driver.until(lambda: ("regenerate", ChatId(1)) in driver.backend.calls)
    await driver.turn_over()


@pytest.mark.parametrize("size", SIZES)
async def test_another_reply_streams_in_place_and_the_first_can_be_kept(size: tuple[int, int]) -> None:
    gate = threading.Event()
    backend = a_backend()
    backend.scripts = [["Even", gate, " steeper."]]
    async with driving(backend, size=size) as driver:
        await driver.pilot.press("f8")
        await driver.until(lambda: driver.last.reply_text == "Even")
        assert len(driver.log.blocks) == 2
        gate.set()
        await driver.turn_over()
        assert driver.seen == ["MemoriesChosen", "Token", "Token", "Completed"]
        await driver.until(lambda: "2 of 2" in heading(driver))

        await driver.pilot.press("f9", "left")
        await driver.until(lambda: "1 of 2, not kept" in heading(driver))
        assert driver.last.query_one(Markdown).source == "Steeper."
        assert not [call for call in backend.calls if call[0] == "keep_alternative"]
        await driver.pilot.press("k")
        await driver.until(lambda: "1 of 2" in heading(driver) and "not kept" not in heading(driver))
        assert backend.chats[ChatId(1)].turns[-1].reply.text == "Steeper."


async def test_what_was_told_of_one_reply_does_not_stand_under_another() -> None:
    gate = threading.Event()
    backend = a_backend()
    backend.scripts = [["Draft", Rewritten("it repeated itself"), "Even steeper."], [gate, "Steepest."]]
    async with driving(backend) as driver:
        await regenerate(driver)
        await driver.until(lambda: "2 of 2" in heading(driver))
        assert [note for note in driver.last.notes if note.startswith("rewritten")] == ["rewritten: it repeated itself"]

        await driver.pilot.press("f9", "left")
        await driver.until(lambda: "1 of 2" in heading(driver))
        assert not [note for note in driver.last.notes if note.startswith("rewritten")]
        await driver.pilot.press("escape", "f8")
        await driver.until(lambda: driver.last.reply_text == "")
        assert not driver.last.notes
        gate.set()
        await driver.turn_over()
        await driver.until(lambda: "3 of 3" in heading(driver))
        assert not driver.last.notes


async def test_an_abandoned_second_reply_leaves_the_first_as_it_was() -> None:
    backend = a_backend()
    backend.scripts = [[threading.Event()]]
    async with driving(backend) as driver:
        await driver.pilot.press("f8")
        await driver.until(lambda: driver.seen == ["MemoriesChosen"])
        await driver.pilot.press("escape")
        await driver.turn_over()

        assert driver.last.query_one(Markdown).source == "Steeper."
        assert len(driver.log.blocks) == 2


async def test_the_bar_of_the_selected_turn_does_what_its_buttons_say() -> None:
    backend = a_backend()
    backend.scripts = [["Another."]]
    async with driving(backend) as driver:
        await regenerate(driver)
        await driver.pilot.click(driver.last)
        await driver.until(lambda: bool(driver.screen.query(TurnBar)))
        bar = driver.screen.query_one(TurnBar)
        await driver.until(lambda: bar.region.height > 0 and bar.region.bottom <= driver.log.region.bottom)
        await driver.pilot.click(bar.query("Button").first())
        await driver.until(lambda: "1 of 2, not kept" in heading(driver))
        await driver.until(lambda: "Keep K" in str([str(b.render()) for b in driver.screen.query("TurnBar Button")]))

        await driver.pilot.click(driver.log.blocks[0])
        await driver.until(lambda: driver.screen.query_one(TurnBar).parent is driver.log.blocks[0])
        assert len(driver.screen.query(TurnBar)) == 1


@pytest.mark.parametrize("size", SIZES)
async def test_a_branch_opens_and_both_chats_tell_of_each_other(size: tuple[int, int]) -> None:
    backend = a_backend()
    async with driving(backend, size=size) as driver:
        first = driver.log.blocks[0].turn_id
        await driver.pilot.press("ctrl+up", "ctrl+up", "f9", "b")
        await driver.until(lambda: ("branch", first) in backend.calls)
        await driver.until(lambda: len(driver.log.blocks) == 1)
        await driver.until(lambda: "“Stairs” goes another way from here" in fork_text(driver))
        assert driver.app.focused is driver.composer

        await driver.pilot.press("f9", "o")
        await driver.until(lambda: len(driver.log.blocks) == 2)
        await driver.until(lambda: "“New branch” goes another way from here" in fork_text(driver))
        driver.screen.query_one(ForkLine).press()
        await driver.until(lambda: len(driver.log.blocks) == 1)


def fork_text(driver: Driver) -> str:
    return " ".join(str(line.render()) for line in driver.screen.query(ForkLine))


async def test_rewinding_asks_first_and_gives_the_dropped_message_back() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.pilot.press("ctrl+up", "ctrl+up", "f9", "w")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.press("escape")
        await driver.pilot.pause()
        assert len(backend.chats[ChatId(1)].turns) == 2
        await driver.pilot.press("w")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.click("#yes")
        await driver.until(lambda: len(driver.log.blocks) == 1)

        assert len(backend.chats[ChatId(1)].turns) == 1
        await driver.until(lambda: driver.composer.full_text == "And a mill?")


async def test_a_message_that_asks_to_forget_is_asked_back_and_then_done() -> None:
    backend = a_backend()
    backend.scripts = [["All right."], ["All right."]]
    async with driving(backend) as driver:
        for answer, is_done in (("#no", False), ("#yes", True)):
            backend.next_forget_terms = ("Ilse",)
            await driver.send("forget Ilse")
            await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
            await driver.pilot.click(answer)
            await driver.until(lambda: driver.screen.activity.phase is Phase.READY)
            await driver.pilot.pause()
            assert (("forget_topic", "Ilse") in backend.calls) is is_done

        await driver.until(lambda: "m1" not in backend.memories)


async def test_what_is_near_to_an_order_to_forget_is_asked_about_with_its_words_and_a_no_is_told() -> None:
    backend = a_backend()
    memory = backend.memories["m1"]
    notice = forget_memory_notice(memory.text)
    backend.scripts = [["I'm sorry, I'll just delete it for you."], ["All right."]]
    async with driving(backend) as driver:
        for answer, is_done in (("#no", False), ("#yes", True)):
            backend.next_forget_memories, backend.next_notices = (memory,), (notice,)
            await driver.send("forget what I just told you")
            await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
            detail = str(driver.app.screen.query_one(".dialog-detail", Static).content)
            assert memory.text in detail
            await driver.pilot.click(answer)
            await driver.until(lambda: driver.screen.activity.phase is Phase.READY)
            await driver.until(lambda: notice not in driver.last.notes)
            assert (("forget", "m1") in backend.calls) is is_done
            if not is_done:
                await driver.until(lambda: driver.last.notes == ("Nothing was forgotten.",))


async def test_an_order_in_a_message_is_taken_back_by_the_key_that_its_line_names() -> None:
    backend = a_backend()
    backend.scripts = [["As you like."]]
    backend.next_notices = (
        "Banned “Rex”: no reply names it unless your own message does (1 memory withheld). Undo: /undo",
    )
    async with driving(backend) as driver:
        await driver.send("stop talking about Rex")
        await driver.turn_over()
        assert driver.last.notes == (
            "Banned “Rex”: no reply names it unless your own message does (1 memory withheld). Undo: Ctrl+G",
        )
        line = str(driver.screen.query_one(UndoLine).content)
        assert (
            line
            == "Ctrl+G takes back: Banned “Rex”: no reply names it unless your own message does (1 memory withheld)."
        )
        await driver.until(lambda: driver.screen.query_one(UndoLine).display)
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: ("undo", None) in backend.calls)

        assert not driver.screen.query_one(UndoLine).display


async def test_undo_with_nothing_at_hand_asks_before_it_goes_further_back() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.press("escape")
        await driver.pilot.pause()

        assert ("undo", None) not in backend.calls


async def test_why_bans_judges_and_edits_the_selected_memory() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.pilot.press("f3")
        await driver.until(lambda: driver.why.has_focus_within and driver.why.selected is not None)
        await driver.pilot.press("b")
        await driver.until(lambda: isinstance(driver.app.screen, AskDialog))
        await driver.pilot.press("enter")
        await driver.until(lambda: [one.term for one in backend.directives] == ["Ilse"])
        await driver.pilot.press("n")
        await driver.until(lambda: ("give_feedback", ("m1", False)) in backend.calls)
        await driver.pilot.press("u")
        await driver.until(lambda: ("give_feedback", ("m1", True)) in backend.calls)
        await driver.pilot.press("e")
        await driver.until(lambda: bool(driver.app.screen.query("#text")))
        await driver.pilot.press("!", "f10")
        await driver.until(lambda: backend.memories["m1"].text.endswith("Graz.!"))


async def test_a_term_that_cannot_be_banned_is_told_not_raised() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.pilot.press("f3")
        await driver.until(lambda: driver.why.has_focus_within and driver.why.selected is not None)
        await driver.pilot.press("b")
        await driver.until(lambda: isinstance(driver.app.screen, AskDialog))
        await driver.pilot.press("x", "enter")
        await driver.until(lambda: any("single letter" in one.message for one in driver.app._notifications))

        assert backend.directives == []


async def test_idle_work_is_told_with_how_to_stop_it_and_keys_reach_the_watch() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await driver.until(lambda: backend.on_idle_state is not None)
        assert backend.on_idle_state is not None
        backend.on_idle_state("dreaming")
        line = driver.screen.query_one(StatusLine)
        await driver.until(lambda: line.words.startswith("dreaming"))
        assert "any key stops it" in line.words
        seen = backend.signs_of_user
        await driver.pilot.press("a")
        assert backend.signs_of_user > seen
        backend.alerts = (an_intervention(),)
        backend.on_idle_state("")
        await driver.until(lambda: line.words == "ready")
        await driver.until(lambda: "A loop was found: “oak” in 60% of my replies." in driver.text())


async def test_the_shipped_model_bears_the_name_that_users_know() -> None:
    async with driving(FakeBackend()) as driver:
        assert driver.screen.model_name == "SmolLM2 135M"


async def test_a_reply_that_could_not_be_kept_stays_on_screen_with_its_message() -> None:
    backend = a_backend()
    backend.scripts = [["Half a reply", Failed("The disk is full.", "What there is of the reply is safe.")]]
    async with driving(backend) as driver:
        await driver.send("Tell me of stairs")
        await driver.turn_over()
        block = driver.log.blocks[-1]
        assert (block.user_text, block.reply_text) == ("Tell me of stairs", "Half a reply")
        assert any("What there is of the reply is safe." in note for note in block.notes)
        assert driver.composer.full_text == ""


async def test_a_message_sent_while_a_rewind_is_under_way_waits_for_it() -> None:
    backend = a_backend()
    gate, is_read, reading = threading.Event(), threading.Event(), threading.Event()
    backend.scripts = [["He", gate, "re."]]
    read_turns = backend.read_turns

    def slow(turn_ids: Sequence[TurnId]) -> tuple[TurnView, ...]:
        is_read.set()
        reading.wait(10)
        return read_turns(turn_ids)

    backend.read_turns = slow  # type: ignore[method-assign] - the disk is slow
    async with driving(backend) as driver:
        await driver.pilot.press("ctrl+up", "ctrl+up", "f9", "w")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        driver.composer.load("mine")
        await driver.pilot.click("#yes")
        await driver.until(is_read.is_set)
        driver.composer.post_message(events.Key("enter", None))
        reading.set()
        await driver.until(lambda: driver.last.reply_text == "He")
        gate.set()
        await driver.turn_over()
        assert [block.user_text for block in driver.log.blocks] == ["How steep?", "mine"]
        assert [turn.user.text for turn in backend.chats[ChatId(1)].turns] == ["How steep?", "mine"]


async def test_a_rewind_that_a_message_came_before_drops_nothing() -> None:
    backend = a_backend()
    gate = threading.Event()
    backend.scripts = [[gate, "Here."]]
    async with driving(backend) as driver:
        await driver.pilot.press("ctrl+up", "ctrl+up", "f9", "w")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        driver.composer.load("mine")
        await driver.screen._first.one.send("mine", driver.screen._parts.answering.send)  # type: ignore[union-attr] - open by now
        await driver.pilot.click("#yes")
        await driver.until(lambda: bool(driver.screen.refusal))
        gate.set()
        await driver.turn_over()
        assert not [call for call in backend.calls if call[0] == "rewind"]
        assert [block.user_text for block in driver.log.blocks] == ["How steep?", "And a mill?", "mine"]

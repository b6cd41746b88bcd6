"""What became of a reply stands in the turn's result too: a script and `ask --json` see no events."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from exchanges import events_of, open_chat
from fakes import FakeModel
from replay_world import World

from assistant import topics
from assistant.checked_reply import LEFT_OUT, STILL_BANNED, STILL_REPEATING
from assistant.events import Completed, Notice
from assistant.session import Session

TWICE_BANNED = ["Well, Rex is a fine dog.", "Indeed, good old Rex again."]


@pytest.fixture
def world(folder: Path) -> Iterator[World]:
    with World(folder) as opened:
        yield opened


def test_second_hit_of_a_ban_is_told_in_the_turn_result(world: World) -> None:
    world.do("ban", term="Rex")
    told = world.say("How are you?", reply=TWICE_BANNED)

    assert (told["reply"], told["rewritten"], told["notices"]) == ("Indeed, good old", True, [STILL_BANNED])


def test_second_hit_is_told_when_a_reply_is_written_again(world: World) -> None:
    world.say("How are you?", reply="Well.")
    world.do("ban", term="Rex")
    told = world.do("regenerate", reply=["Rex.", "Rex!"])

    assert (told["reply"], told["notices"]) == (LEFT_OUT, [STILL_BANNED])


def test_second_hit_is_told_where_the_turn_was_to_be_stopped_later(world: World) -> None:
    world.do("ban", term="Rex")
    told = world.do("cancel", text="How are you?", after_tokens=30, reply=TWICE_BANNED)

    assert (told["reply"], told["notices"]) == ("Indeed, good old", [STILL_BANNED])


def test_reply_stopped_before_any_hit_has_nothing_to_tell(world: World) -> None:
    world.do("ban", term="Rex")
    told = world.do("cancel", text="How are you?", after_tokens=1, reply=TWICE_BANNED)

    assert (told["reply"], told["notices"]) == ("Well", [])


def test_rewrite_that_repeats_once_more_is_told_in_the_result(world: World) -> None:
    reply = "The harbour lies under fog today and nobody sails before the bell rings twice at noon."
    world.say("What of the harbour?", reply=reply)
    told = world.say("And now?", reply=[reply, reply])

    assert told["notices"] == [STILL_REPEATING]


def test_request_for_other_words_that_the_model_says_back_is_no_reply(world: World) -> None:
    reply = "The harbour lies under fog today and nobody sails before the bell rings twice at noon."
    hint = "(Say it without these words: harbour, fog, sails.)"
    world.say("What of the harbour?", reply=reply)
    told = world.say("And now?", reply=[reply, hint])
    assert (told["reply"], told["rewritten"]) == (reply, True)
    world.do("ban", term="Rex")
    told = world.say("How are you?", reply=["Well, Rex is a fine dog.", "(Say it without these words: Rex.)"])
    assert (told["reply"], told["notices"]) == (LEFT_OUT, [STILL_BANNED])


def test_each_notice_is_one_event_and_stands_once_in_the_result(session: Session, model: FakeModel) -> None:
    chat = open_chat(session)
    topics.ban(session, "Rex")
    model.script(TWICE_BANNED)
    events = events_of(session, chat, "Remind me to call the vet.")
    final = events[-1]

    assert isinstance(final, Completed)
    assert final.result.notices == tuple(one.text for one in events if isinstance(one, Notice))
    assert final.result.notices[0] == STILL_BANNED
    assert len(final.result.notices) == 2


def test_reply_written_again_in_a_shared_turn_says_so_in_the_result(world: World) -> None:
    world.say("One.", reply="1")
    world.do("branch", from_turn=1, name="aside")
    told = world.do("regenerate", reply="2")

    assert [line.partition(" is in ")[0] for line in told["notices"]] == ["This turn"]

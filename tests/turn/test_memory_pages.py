"""Lists of memories: filters, search, pages, and everything about one of them."""

import pytest
from exchanges import open_chat, say
from fakes import FakeClock

from assistant import memories, topics
from assistant.authoring import Authored, add_memory, edit_memory, give_feedback
from assistant.errors import NotFoundError
from assistant.memory_pages import EDITED, MemoryFilter, State, details, read_page
from assistant.session import Session
from assistant.telling_words import telling_words
from assistant.undoing import undo_last
from memory.database import transaction
from memory.records import Kind, Knobs, Provenance, Tier, TurnId
from memory.rules.topics import TopicMatcher
from memory.store import memory_ids
from memory.store.memories import read_memories
from memory.suppression import is_on_topic


def texts(session: Session, **wanted: object) -> list[str]:
    return [row.memory.text for row in read_page(session, MemoryFilter(**wanted)).rows]  # type: ignore[arg-type]


def test_search_needs_every_word_and_takes_the_last_as_a_beginning(session: Session) -> None:
    for text in ("The boiler is at 55 degrees.", "The boiler man comes on Friday.", "Rex likes the boiler room."):
        memories.remember(session, text)

    assert texts(session, words="boiler") == [
        "Rex likes the boiler room.",
        "The boiler man comes on Friday.",
        "The boiler is at 55 degrees.",
    ]
    assert texts(session, words="boiler fri") == ["The boiler man comes on Friday."]
    assert texts(session, words="boiler Graz") == []
    assert texts(session, words="m1") == ["The boiler is at 55 degrees."]


@pytest.mark.parametrize("words", ['"', "*", "a AND", "NEAR(", "boiler OR 'x", "%", "text:", "🙂"])
def test_no_search_breaks_the_query(session: Session, words: str) -> None:
    memories.remember(session, "The boiler is at 55 degrees.")
    read_page(session, MemoryFilter(words=words))


def test_words_of_scripts_without_spaces_are_found_inside_a_text(session: Session) -> None:
    memories.remember(session, "我住在东京都港区")
    memories.remember(session, "我住在京东的公寓")

    assert texts(session, words="东京") == ["我住在东京都港区"]


def test_a_title_is_searched_as_it_is_written(session: Session) -> None:
    add_memory(session, Authored(text="Feeds at six.", title="100% dog_food"))

    assert texts(session, words="100% dog_") == ["Feeds at six."]
    assert texts(session, words="dogXfood") == []


def test_every_filter_narrows_and_together_they_narrow_more(session: Session, clock: FakeClock) -> None:
    memories.remember(session, "I am a vegetarian.")
    old = memories.remember(session, "The bus was late again.")[0]
    add_memory(session, Authored(text="A castle on a hill.", kind=Kind.FACT))
    off = add_memory(session, Authored(text="A moat.", is_disabled=True))
    memories.pin(session, old.handle)
    clock.advance(days=4)
    memories.remember(session, "Rex chewed the door mat.")
    topics.ban(session, "Rex")

    assert texts(session, provenance=Provenance.AUTHORED) == ["A moat.", "A castle on a hill."]
    assert texts(session, kind=Kind.IDENTITY, provenance=Provenance.USER_SAID) == ["I am a vegetarian."]
    assert texts(session, tier=Tier.SHORT) == ["Rex chewed the door mat."]
    assert len(texts(session, tier=Tier.MID)) == 4
    assert texts(session, state=State.PINNED) == [old.text]
    assert texts(session, state=State.OFF) == [off.text]
    assert texts(session, state=State.BANNED) == ["Rex chewed the door mat."]
    assert texts(session, state=State.BANNED, words="castle") == []


def test_what_faded_is_listed_as_archived_before_idle_work_has_moved_it(session: Session, clock: FakeClock) -> None:
    say(session, open_chat(session), "Good morning!")
    memories.remember(session, "I am a vegetarian.")
    clock.advance(days=5)

    assert texts(session, state=State.ARCHIVED, provenance=Provenance.USER_SAID) == ["Good morning!"]
    assert read_page(session, MemoryFilter(state=State.ARCHIVED)).rows[0].is_archived


def test_pages_follow_each_other_without_gap_or_repeat(session: Session) -> None:
    for number in range(7):
        memories.remember(session, f"Box number {number} holds screws.")
    pages = [read_page(session, MemoryFilter(), offset=offset, limit=3) for offset in (0, 3, 6)]

    handles = [row.memory.handle for page in pages for row in page.rows]
    assert handles == [f"m{number}" for number in range(7, 0, -1)]
    assert {page.total for page in pages} == {7}


def test_what_is_cooling_is_listed_with_the_turn_it_ends(session: Session) -> None:
    chat = open_chat(session)
    boiler = add_memory(session, Authored(text="The boiler is at 55 degrees.", keys=("boiler",), cooldown=2))
    say(session, chat, "Is the boiler warm?")

    page = read_page(session, MemoryFilter(state=State.COOLING))
    assert [(row.memory.handle, row.cooling_until) for row in page.rows] == [(boiler.handle, TurnId(4))]


def test_details_tell_the_chat_the_bans_and_what_the_gate_said(session: Session) -> None:
    chat = open_chat(session)
    boiler = add_memory(session, Authored(text="The boiler is at 55 degrees.", keys=("boiler",)))
    said = say(session, chat, "Is the boiler warm?")
    topics.ban(session, "boilers")
    found = details(session, boiler.handle)

    assert found.chat is None
    assert found.bans == ("boilers",)
    assert [(past.turn_id, past.is_in, past.words) for past in found.history] == [
        (said.turn_id, False, "Cut short: you banned it or switched it off."),
        (said.turn_id, True, "It fits your message."),
    ]
    own = details(session, f"m{boiler.id + 1}")
    assert own.chat is not None
    assert own.chat.id == chat.id
    with pytest.raises(NotFoundError):
        details(session, "m99")


def test_ban_whose_spelling_is_damaged_is_named_by_the_memory_that_its_key_holds_back(session: Session) -> None:
    boiler = add_memory(session, Authored(text="The boiler is at 55 degrees."))
    topics.ban(session, "boilers")
    with session.connection() as store, transaction(store):
        store.execute("UPDATE directives SET term = 'bo' || char(7) || 'lers'")

    assert read_page(session, MemoryFilter()).rows[0].is_banned
    (shown,) = topics.list_topics(session)
    assert details(session, boiler.handle).bans == (shown.directive.term,)


def test_all_memories_at_once_are_on_the_topics_that_each_by_itself_is_on(session: Session) -> None:
    for place, text in enumerate(
        (
            "Rex barks.",
            "A **Re**x of markup.",
            "No dog.",
            "New",
            "Häuser mit Rex",
            "我在北京",
            "newly york",
            "Rexes",
            "Re x",
        )
    ):
        add_memory(session, Authored(text=text))
        add_memory(session, Authored(text=f"Titled {place}", title=text))
        add_memory(session, Authored(text=f"Keyed {place}", keys=(text, "York"), title="of New"))
    for term in ("Rex", "New York", "北京", "keys", "groups"):
        topics.ban(session, term)
    with session.connection() as store:
        every = memory_ids.all_ids(store)
        known = read_memories(store, every)
        bans = session.banned(store)
        banned = [known[one].handle for one in every if is_on_topic(bans, known[one])]
    listed = {one.directive.term: one for one in topics.list_topics(session)}

    assert [row.memory.handle for row in read_page(session, MemoryFilter(state=State.BANNED)).rows] == banned
    assert set(banned) == {handle for one in listed.values() for handle in one.matches}
    for term, view in listed.items():
        alone = TopicMatcher([term])
        on = [known[one].handle for one in reversed(every) if is_on_topic(alone, known[one])]
        assert list(view.matches) == on
        assert [one.handle for one in view.newest] == on[: -topics.NEWEST_SHOWN - 1 : -1]
    assert listed["Rex"].matches
    assert not listed["groups"].matches


def test_a_newer_statement_and_the_older_one_name_each_other(session: Session) -> None:
    chat = open_chat(session)
    say(session, chat, "My sister's name is Lisa.")
    say(session, chat, "No, her name is Ilse.")
    pages = read_page(session, MemoryFilter(provenance=Provenance.USER_SAID)).rows
    newer, older = (details(session, row.memory.handle) for row in pages)

    assert older.replaced_by is not None
    assert older.replaced_by.id == newer.row.memory.id
    assert [one.id for one in newer.replaces] == [older.row.memory.id]


def test_an_edit_from_the_list_changes_only_what_was_given(session: Session) -> None:
    boiler = add_memory(session, Authored(text="The boiler is at 55 degrees.", keys=("boiler",), sticky=2))
    edit_memory(session, boiler.handle, Authored(cooldown=5))
    memory = details(session, boiler.handle).row.memory

    assert (memory.text, memory.knobs, memory.trigger.keys) == (boiler.text, Knobs(2, 5, 0), ("boiler",))


def test_the_most_telling_word_is_a_name_then_what_few_memories_hold(session: Session) -> None:
    for text in ("The garden is wet.", "The garden is dry.", "In the garden Rex buried a trowel."):
        memories.remember(session, text)

    assert telling_words(session, "m3")[:2] == ("Rex", "buried")
    assert "garden" not in telling_words(session, "m3")[:3]


def test_what_the_user_did_to_a_memory_is_told_with_what_it_said_before(session: Session, clock: FakeClock) -> None:
    say(session, open_chat(session), "My sister Ilse lives in Graz.")
    handle = read_page(session, MemoryFilter(words="Ilse")).rows[-1].memory.handle
    clock.advance(minutes=10)
    edit_memory(session, handle, Authored(text="My sister Ilse lives in Linz."))
    edited_at = clock.now()
    edit_memory(session, handle, Authored(is_disabled=True))
    edit_memory(session, handle, Authored(is_disabled=True))
    memories.pin(session, handle)
    memories.put_pin_back(session, handle, is_pinned=False)
    give_feedback(session, handle, is_useful=True)

    found = details(session, handle)
    assert [one.words for one in found.changes] == [
        "marked as useful, which renews it",
        "pinned",
        "switched off",
        EDITED,
    ]
    assert found.changes[-1].at == edited_at
    assert [one.undone_at is not None for one in found.changes] == [False, True, False, False]
    assert found.said_as == "My sister Ilse lives in Graz."
    with pytest.raises(NotFoundError):
        undo_last(session)


def test_a_memory_that_was_not_edited_says_nothing_of_its_message(session: Session) -> None:
    say(session, open_chat(session), "My sister\nIlse  lives in Graz.")
    found = details(session, read_page(session, MemoryFilter(words="Ilse")).rows[-1].memory.handle)
    assert (found.said_as, found.changes) == ("", ())


def test_turns_in_the_standing_block_are_counted_and_not_listed(session: Session) -> None:
    chat = open_chat(session)
    handle = memories.remember(session, "My name is Lotte.")[0].handle
    for text in ("Hello there.", "The weather is fine.", "So is the garden."):
        say(session, chat, text)
    found = details(session, handle)
    assert found.standing is not None
    assert (found.standing.count, found.standing.first_turn, found.standing.last_turn) == (3, TurnId(1), TurnId(3))
    assert not any("Always here" in one.words for one in found.history)

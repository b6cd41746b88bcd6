"""The standing block: who stands in it, in which order, when it is rebuilt, and that all come round."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from exchanges import OpenSession, dump_of, open_chat, say
from fakes import MONDAY, FakeClock, FakeModel

from assistant import authoring, branches, chats, memories, topics
from assistant.prompt import STANDING_HEADING
from assistant.session import Session
from memory.records import InReason, Kind, Memory, OutReason, Provenance, TurnId
from memory.store import memories as memory_rows


def stated(
    session: Session, text: str, kind: Kind | None = None, *, is_pinned: bool = False, age_days: float = 0
) -> Memory:
    """Store something that the user said, told apart by the rules unless a kind is given."""
    made = authoring.Authored(
        text=text, provenance=Provenance.USER_SAID, kind=kind, is_pinned=is_pinned, age=timedelta(days=age_days)
    )
    return authoring.add_memory(session, made)


def system_of(model: FakeModel) -> str:
    return model.requests[-1].messages[0].text


def standing_handles(session: Session) -> list[str]:
    with session.connection() as store:
        ids = session.standing(store, session.clock.now()).ids
        found = memory_rows.read_memories(store, ids)
    return [found[one].handle for one in ids]


def test_identity_preference_and_pinned_stand_and_nothing_else(session: Session, model: FakeModel) -> None:
    stated(session, "My name is Ann.")
    stated(session, "I prefer tea over coffee.")
    stated(session, "The boiler was repaired on Friday.", is_pinned=True)
    stated(session, "The fence was painted on Saturday.")
    say(session, open_chat(session), "Good morning.")
    assert standing_handles(session) == ["m1", "m2", "m3"]
    assert system_of(model).endswith(
        f"\n\n{STANDING_HEADING}\n"
        '- "My name is Ann." (told you, 2026-01-05)\n'
        '- "I prefer tea over coffee." (told you, 2026-01-05)\n'
        '- "The boiler was repaired on Friday." (told you, 2026-01-05)'
    )


def test_authored_identity_stands_however_unimportant_since_it_never_fades(session: Session) -> None:
    for provenance in (Provenance.AUTHORED, Provenance.USER_SAID):
        made = authoring.Authored(
            text="We speak German at home.",
            provenance=provenance,
            kind=Kind.IDENTITY,
            importance=0.05,
            age=timedelta(days=40),
        )
        authoring.add_memory(session, made)
    assert standing_handles(session) == ["m1"]


def test_what_is_important_stands_first(session: Session) -> None:
    stated(session, "The boiler was repaired on Friday.", is_pinned=True)
    stated(session, "My name is Ann.")
    assert standing_handles(session) == ["m2", "m1"]


def test_without_members_the_system_message_is_the_persona_alone(session: Session, model: FakeModel) -> None:
    say(session, open_chat(session), "Good morning.")
    assert system_of(model) == session.config.persona


def test_standing_memory_is_not_said_twice(session: Session, model: FakeModel) -> None:
    stated(session, "I prefer tea over coffee.")
    result = say(session, open_chat(session), "Do I prefer tea or coffee?", "Tea.")
    assert [one.in_reason for one in result.selection.active] == [InReason.STANDING]
    assert "tea over coffee" not in result.prompt


def test_new_identity_memory_does_not_rebuild_it(session: Session, model: FakeModel) -> None:
    chat = open_chat(session)
    say(session, chat, "Good morning.")
    before = system_of(model)
    say(session, chat, "My name is Ann.")
    memories.remember(session, "I am a vegetarian.")
    say(session, chat, "And the weather?")
    assert system_of(model) == before
    session_ids = standing_handles(session)
    assert session_ids == []


@pytest.mark.parametrize(
    ("before", "change", "expected"),
    [
        ("", lambda session: memories.pin(session, "m2"), ["m1", "m2"]),
        ("pin m2", lambda session: memories.unpin(session, "m2"), ["m1"]),
        ("", lambda session: topics.ban(session, "Ann"), []),
        ("ban Ann", lambda session: topics.unban(session, "Ann"), ["m1"]),
        ("", lambda session: topics.pin_topic(session, "boiler"), ["m1", "m2"]),
        ("pin boiler", lambda session: topics.unpin_topic(session, "boiler"), ["m1"]),
        ("", lambda session: memories.forget(session, "m1"), []),
        ("", lambda session: authoring.edit_memory(session, "m1", authoring.Authored(is_disabled=True)), []),
    ],
    ids=["pin", "unpin", "ban", "unban", "pin topic", "unpin topic", "forget", "disable"],
)
def test_order_of_the_user_rebuilds_it_for_the_next_turn(
    session: Session, before: str, change: Callable[[Session], object], expected: list[str]
) -> None:
    stated(session, "My name is Ann.")
    stated(session, "The boiler was repaired on Friday.", is_pinned=before == "pin m2")
    if before == "ban Ann":
        topics.ban(session, "Ann")
    if before == "pin boiler":
        topics.pin_topic(session, "boiler")
    chat = open_chat(session)
    say(session, chat, "Good morning.")
    assert standing_handles(session) != expected
    change(session)
    say(session, chat, "And now?")
    assert standing_handles(session) == expected


def test_edited_member_stands_in_its_new_words(session: Session, model: FakeModel) -> None:
    stated(session, "My name is Ann.")
    chat = open_chat(session)
    say(session, chat, "Good morning.")
    authoring.edit_memory(session, "m1", authoring.Authored(text="My name is Anna."))
    say(session, chat, "And now?")
    assert '"My name is Anna."' in system_of(model)
    assert '"My name is Ann."' not in system_of(model)


def test_other_programs_pin_reaches_a_running_session(
    session: Session, open_session: OpenSession, model: FakeModel
) -> None:
    fact = stated(session, "The boiler was repaired on Friday.")
    chat = open_chat(session)
    say(session, chat, "Good morning.")
    memories.pin(open_session(), fact.handle)
    say(session, chat, "And now?")
    assert "boiler" in system_of(model)


def test_rebuilt_block_keeps_its_members_and_logs_nothing(session: Session, clock: FakeClock) -> None:
    stated(session, "My name is Ann.")
    fact = stated(session, "The boiler was repaired on Friday.")
    standing_handles(session)
    logged = dump_of(session)["reinductions"]
    clock.advance(hours=1)
    memories.pin(session, fact.handle)
    assert standing_handles(session) == ["m1", "m2"]
    assert dump_of(session)["reinductions"] == logged


def test_session_logs_what_it_loaded_and_when(open_session: OpenSession, clock: FakeClock) -> None:
    first = open_session()
    stated(first, "My name is Ann.")
    stated(first, "The boiler was repaired on Friday.")
    standing_handles(first)
    clock.advance(days=1)
    second = open_session()
    standing_handles(second)
    standing_handles(second)
    with second.connection() as store:
        rows = [
            tuple(row) for row in store.execute("SELECT session_id, memory_id FROM reinductions ORDER BY session_id")
        ]
        loaded = memory_rows.memory_by_handle(store, "m1")
    assert rows == [(1, 1), (2, 1)]
    assert loaded
    assert loaded.reinduced_at == MONDAY + timedelta(days=1)


def test_pinned_members_come_first_where_there_is_no_room_for_all(open_session: OpenSession) -> None:
    session = open_session(model=FakeModel(n_ctx=512))
    for number in range(8):
        stated(session, f"My cousin number {number} is called Kim.", Kind.IDENTITY)
    last = stated(session, "The boiler was repaired on Friday.", is_pinned=True)
    handles = standing_handles(session)
    assert last.handle in handles
    assert 1 < len(handles) < 9


def test_block_takes_at_most_its_share_of_the_context(open_session: OpenSession) -> None:
    model = FakeModel(n_ctx=1024)
    session = open_session(model=model)
    for number in range(40):
        stated(session, f"My cousin number {number} is called Kim.", Kind.IDENTITY, is_pinned=number % 2 == 0)
    with session.connection() as store:
        lines = session.standing(store, MONDAY).lines
    assert 0.1 * 1024 < sum(model.count_tokens(lines)) <= 0.15 * 1024


def test_all_members_come_round_over_the_sessions(open_session: OpenSession, clock: FakeClock) -> None:
    small = FakeModel(n_ctx=512)
    first = open_session(model=small)
    handles = {stated(first, f"My cousin number {number} is called Kim.", Kind.IDENTITY).handle for number in range(9)}
    seen: list[list[str]] = []
    for _ in range(8):
        clock.advance(days=1)
        session = open_session(model=small)
        seen.append(standing_handles(session))
        session.close()
    size = len(seen[0])
    assert 1 < size < 9
    rounds = -(-9 // size)
    for start in range(len(seen) - rounds):
        assert {one for block in seen[start : start + rounds] for one in block} == handles


def test_faded_member_stands_no_longer_but_a_pinned_one_does(session: Session, clock: FakeClock) -> None:
    stated(session, "My name is Ann.", age_days=400)
    stated(session, "My sister is called Ilse.", is_pinned=True, age_days=400)
    for _ in range(60):
        clock.advance(days=6)
        stated(session, "The fence was painted.")
    assert standing_handles(session) == ["m2"]


def test_member_of_a_deleted_or_rewound_turn_leaves(session: Session, open_session: OpenSession) -> None:
    told, other = open_chat(session), open_chat(session, "other")
    say(session, told, "My name is Ann.", "Hello!")
    say(session, other, "My sister is called Ilse.", "Nice.")
    later = open_session()
    assert len(standing_handles(later)) == 2
    chats.delete_chat(later, told.id)
    assert len(standing_handles(later)) == 1
    chats.undo_delete_chat(later, told.id)
    assert len(standing_handles(later)) == 2
    branches.rewind(later, other.id, TurnId(0))
    assert len(standing_handles(later)) == 1


def test_banned_member_is_withheld_and_nothing_of_it_is_in_the_prompt(session: Session, model: FakeModel) -> None:
    stated(session, "My dog is called Rex.")
    chat = open_chat(session)
    say(session, chat, "Good morning.")
    assert "Rex" in system_of(model)
    result = say(session, chat, "Stop talking about Rex.", "Agreed.")
    assert "Rex" not in system_of(model)
    assert InReason.STANDING not in [one.in_reason for one in result.selection.active]
    after = say(session, chat, "What is my dog called?", "I would rather not say.")
    assert {one.out_reason for one in after.selection.withheld} <= {
        OutReason.SUPPRESSED,
        OutReason.BELOW_FLOOR,
        OutReason.VISIBLE,
    }
    assert "Rex" not in system_of(model) + after.prompt

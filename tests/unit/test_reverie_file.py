"""Reverie's own export, read: no value that stands in it reaches the store if the store cannot hold it."""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import pytest
from chat_files import edited

from assistant.cleaning import clean_text
from memory.importers.chat_dates import EARLIEST_OF_NOTES, PossibleMoments
from memory.importers.chat_records import ParsedChat, ParsedMemory, ParsedTurn, RefusedItem
from memory.importers.reverie_file import BROKEN_TURNS, CHATS, MEMORIES, TOPICS, ReverieReader
from memory.store.cells import LARGEST_COUNT

AT = "2025-03-04T10:00:00.000+00:00"
READER = ReverieReader(PossibleMoments(EARLIEST_OF_NOTES, datetime(2026, 1, 5, 9, tzinfo=UTC)), clean_text)
ODD: tuple[object, ...] = (None, True, 0, -1, 0.5, 3.0, 1e30, 1e308, 2**63, 10**400, "", "x", [], [[]], {}, {"x": []})
TRIGGER = {
    "keys": ["gate"], "exclude_keys": [], "secondary_keys": [], "logic": "any", "constant": False, "probability": 100,
    "groups": [], "is_case_sensitive": False, "is_whole_words": True,
}  # fmt: skip
USAGE = {"prompt_tokens": 5, "cached_tokens": 2, "first_token_s": 0.5, "tokens_per_s": 20.0, "reply_tokens": 7}
ALONE: dict[str, Any] = {
    "id": "m1", "handle": "gate", "text": "The gate code is 4711.", "provenance": "authored", "kind": "fact",
    "importance": 0.6, "importance_at": AT, "said_at": AT, "times_said": 2, "sticky": 1, "cooldown": 2, "delay": 3,
    "trigger": TRIGGER, "sayings": [{"said_at": AT, "turn": "t1", "message": 0}], "superseded_by": "m2",
}  # fmt: skip
REPLY = {"role": "assistant", "text": "Hi.", "at": AT, "status": "complete", "is_kept": True, "usage": USAGE}
CHAT: dict[str, Any] = {
    "id": "c1", "name": "main", "title": "", "created_at": AT, "updated_at": AT, "is_put_away": False,
    "turns": [{
        "id": "t1", "at": AT, "mode": "associative",
        "messages": [{"role": "user", "text": "I am Ada.", "at": AT, "status": "complete", "is_kept": True}, REPLY],
        "memories": [ALONE | {"message": 0, "piece": 0}],
    }],
}  # fmt: skip
TOPIC = {"kind": "ban", "term": "spiders"}


def numbers_in(value: object) -> list[float]:
    if isinstance(value, dict):
        return [one for inner in value.values() for one in numbers_in(inner)]
    if isinstance(value, list | tuple):
        return [one for inner in value for one in numbers_in(inner)]
    return [value] if isinstance(value, int | float) else []


def test_what_was_exported_is_read_whole() -> None:
    assert isinstance(READER.read(MEMORIES, ALONE), ParsedMemory)
    chat = READER.read(CHATS, CHAT)
    assert isinstance(chat, ParsedChat)
    assert isinstance(chat.turns[0], ParsedTurn)


@pytest.mark.parametrize(("section", "item"), [(CHATS, CHAT), (MEMORIES, ALONE), (TOPICS, TOPIC)])
def test_an_odd_value_anywhere_is_refused_or_one_that_the_store_can_hold(section: str, item: dict[str, Any]) -> None:
    for where, value in edited(item, ODD):
        found = READER.read(section, value)
        assert found is not None, where
        for one in numbers_in(asdict(found)):
            assert 0 <= one < LARGEST_COUNT or isinstance(one, float), (where, one)


@pytest.mark.parametrize("name", ["times_said", "piece", "message", "sticky", "cooldown", "delay"])
@pytest.mark.parametrize("number", [1e30, 2**63, 10**400, 0.5, -1, "3", True])
def test_a_count_that_cannot_be_costs_its_memory_and_is_told(name: str, number: object) -> None:
    found = READER.read(MEMORIES, ALONE | {name: number})
    assert isinstance(found, RefusedItem)
    assert (found.name, f"“{name}” is" in found.reason, "a whole number from 0 to" in found.reason) == (
        "gate",
        True,
        True,
    )


@pytest.mark.parametrize("name", list(USAGE))
def test_a_usage_that_cannot_be_costs_its_turn(name: str) -> None:
    turn = CHAT["turns"][0]
    messages = [turn["messages"][0], REPLY | {"usage": USAGE | {name: 10**400}}]
    found = READER.read(CHATS, CHAT | {"turns": [turn | {"messages": messages}]})
    assert isinstance(found, ParsedChat)
    assert (found.turns, found.skipped[BROKEN_TURNS]) == ((), 1)


def test_a_whole_number_that_was_written_with_a_point_is_one() -> None:
    found = READER.read(MEMORIES, ALONE | {"times_said": 4.0})
    assert isinstance(found, ParsedMemory)
    assert (found.times_said, type(found.times_said)) == (4, int)

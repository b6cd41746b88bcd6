"""Compiled keys that a session keeps: the same answers as compiling anew, and never more than the room for them."""

from fakes import MONDAY

from memory.database import Connection
from memory.key_sets import KeySets
from memory.records import Kind, Logic, Provenance, Trigger
from memory.rules.keys import KeyMatch, KeyText, matches
from memory.store import memories
from memory.store.memories import NewMemory

TRIGGERS = (
    Trigger(keys=("otter", "river bank")),
    Trigger(keys=("/ott(er|o)s?/i",), exclude_keys=("zoo",)),
    Trigger(keys=("otter",), secondary_keys=("zoo", "river"), logic=Logic.NOT_ALL),
    Trigger(exclude_keys=("otter",), is_constant=True),
)
MESSAGES = ("An otter!", "otters at the zoo", "the river bank of the zoo's otter", "nothing")


def stored(store: Connection, trigger: Trigger) -> str | None:
    new = NewMemory("text", Provenance.AUTHORED, Kind.FACT, 0.6, MONDAY, MONDAY, trigger=trigger)
    memory_id = memories.insert_memory(store, new)
    return memories.read_triggers(store, [memory_id]).get(memory_id)


def test_kept_keys_judge_as_fresh_ones_do(store: Connection) -> None:
    for key_sets in (KeySets(), KeySets(capacity=1)):
        for trigger in TRIGGERS * 2:
            written = stored(store, trigger)
            for message in MESSAGES:
                assert key_sets.match(written, KeyText.of(message)) == matches(trigger, message), (trigger, message)


def test_memory_without_a_trigger_is_neither_hit_nor_excluded(store: Connection) -> None:
    assert stored(store, Trigger()) is None
    assert KeySets().match(None, KeyText.of("otter")) == matches(Trigger(), "otter") == KeyMatch(False, False)

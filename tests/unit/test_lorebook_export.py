"""The law of the way out: an entry that was written reads as the memory, and one that needs no change stays as it is."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from assistant.cleaning import clean_line, clean_text
from memory.importers.lorebook import parse_lorebook
from memory.importers.lorebook_entry import EntryValues, read_entry
from memory.importers.lorebook_export import Exported, fill_envelope, updated_entry, world_info
from memory.importers.lorebook_fields import Form
from memory.records import Kind, Logic

words = st.text("ab,@/ \n", max_size=6) | st.sampled_from(["北京", "/a{1,2}/i", "@@activate", "a, b"])
lines = words.map(clean_line)
some_keys = st.lists(words, max_size=3).map(tuple)
texts = st.sampled_from(["The cat.", "@@activate\nx", "@@depth 4", "a" * 2001, "x\ny"]) | words.filter(str.strip).map(
    str.strip
)


@st.composite
def wanted_values(draw: st.DrawFn) -> EntryValues:
    secondary = draw(some_keys)
    return EntryValues(
        text=draw(texts),
        title=draw(lines),
        keys=draw(some_keys),
        exclude_keys=draw(some_keys),
        secondary_keys=secondary,
        logic=draw(st.sampled_from(Logic)),
        is_constant=draw(st.booleans()),
        probability=draw(st.integers(0, 100)),
        groups=draw(st.lists(words, max_size=2).map(tuple)),
        is_case_sensitive=draw(st.booleans()),
        is_whole_words=draw(st.booleans()),
        sticky=draw(st.integers(0, 9)),
        cooldown=draw(st.integers(0, 9)),
        delay=draw(st.integers(0, 9)),
        is_disabled=draw(st.booleans()),
        is_pinned=draw(st.booleans()),
        kind=draw(st.sampled_from([Kind.FACT, Kind.PREFERENCE])),
        importance=draw(st.sampled_from([0.6, 0.18, 0.25])),
    )


foreign = st.fixed_dictionaries(
    {},
    optional={
        "content": texts | st.none(),
        "key": st.lists(words, max_size=2) | st.just("a,b"),
        "keys": st.lists(words, max_size=2),
        "keysecondary": st.lists(words, max_size=2),
        "selective": st.booleans(),
        "selectiveLogic": st.integers(0, 3),
        "comment": words,
        "disable": st.booleans(),
        "enabled": st.booleans(),
        "sticky": st.integers(0, 9) | st.just("3") | st.none() | st.just(-1),
        "cooldown": st.integers(0, 9),
        "useProbability": st.booleans(),
        "probability": st.integers(0, 100),
        "position": st.just({"odd": 1}),
        "extensions": st.just([]) | st.fixed_dictionaries({}, optional={"sticky": st.integers(0, 9), "x": st.just(1)}),
    },
)
forms = st.sampled_from(Form)


@given(foreign, wanted_values(), forms)
def test_a_written_entry_reads_as_the_memory(entry: dict[str, Any], wanted: EntryValues, form: Form) -> None:
    written = updated_entry(entry, wanted, form, clean_text)
    assert read_entry(json.loads(json.dumps(written)), form, clean_text).values == wanted
    assert written.get("position") == entry.get("position")


@given(foreign.filter(lambda one: (one.get("content") or "").strip() and one.get("sticky") != -1), forms)
def test_an_entry_that_was_not_edited_goes_out_as_it_came(entry: dict[str, Any], form: Form) -> None:
    content = json.dumps({"entries": [entry] if form is Form.LIST else {"9": entry}}).encode()
    book = parse_lorebook(content, file_stem="book", clean=clean_text)
    entries = [Exported(one.read.values, one.original) for one in book.entries]
    left_out = [one.original for one in book.refused]
    assert json.loads(fill_envelope(book.envelope, entries, left_out, clean_text)) == json.loads(content)


@given(st.lists(wanted_values(), max_size=4))
def test_memories_that_were_written_here_go_out_as_world_info(wanted: list[EntryValues]) -> None:
    content = world_info([Exported(one) for one in wanted], clean_text).encode()
    book = parse_lorebook(content, file_stem="book", clean=clean_text)
    assert (book.kind, [one.read.values for one in book.entries], book.refused) == ("World Info", wanted, ())


@given(foreign, wanted_values())
def test_entries_of_a_character_book_can_go_out_as_world_info(entry: dict[str, Any], wanted: EntryValues) -> None:
    card = entry | {"insertion_order": 3, "extensions": {"depth": 5}, "position": "before_char"}
    book = parse_lorebook(
        json.dumps({"entries": [card | {"content": "x", "sticky": 0}]}).encode(), file_stem="b", clean=clean_text
    )
    content = world_info([Exported(wanted, book.entries[0].original, Form.LIST)], clean_text)
    again = parse_lorebook(content.encode(), file_stem="book", clean=clean_text)
    assert [one.read.values for one in again.entries] == [wanted]
    written = json.loads(content)["entries"]["0"]
    assert (written["order"], written["extensions"]["depth"], written["position"]) == (3, 5, 0)


def test_an_edit_is_written_in_the_forms_own_words_and_nothing_else_changes() -> None:
    entry = {
        "id": 1,
        "keys": ["cat"],
        "content": "@@depth 4\n@@dont_activate\nOld",
        "enabled": True,
        "extensions": {"x": 1},
    }
    wanted = EntryValues("New", "cat", ("cat",), sticky=1, cooldown=2)
    assert updated_entry(entry, wanted, Form.LIST, clean_text) == {
        "id": 1,
        "keys": ["cat"],
        "content": "@@depth 4\nNew",
        "enabled": True,
        "extensions": {"x": 1, "sticky": 4, "cooldown": 4, "delay": 0},
    }

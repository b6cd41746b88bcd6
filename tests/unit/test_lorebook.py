"""Lorebook files as they are found: every form, both spellings, and everything that can be wrong with an entry."""

import json
from typing import Any

import pytest

from assistant.cleaning import clean_text
from memory.errors import ImportFileError
from memory.importers.lorebook import ParsedLorebook, find_frame, parse_lorebook
from memory.importers.lorebook_entry import EntryValues
from memory.records import Knobs, Logic

OBJECT_ENTRY = {"uid": 7, "key": ["cat"], "content": "The cat is Rex.", "comment": "Cat"}
LIST_ENTRY = {"id": 7, "keys": ["cat"], "content": "The cat is Rex.", "comment": "Cat", "enabled": True}


def parse(root: Any, stem: str = "book") -> ParsedLorebook:
    content = root if isinstance(root, bytes) else json.dumps(root).encode()
    return parse_lorebook(content, file_stem=stem, clean=clean_text)


def one(entry: Any) -> ParsedLorebook:
    return parse({"entries": {"0": entry}})


def values(entry: dict[str, Any], *, is_list: bool = False) -> EntryValues:
    base = LIST_ENTRY if is_list else OBJECT_ENTRY
    book = parse({"entries": [base | entry] if is_list else {"7": base | entry}})
    assert book.refused == ()
    return book.entries[0].read.values


def reason(entry: dict[str, Any]) -> str:
    book = one(OBJECT_ENTRY | entry)
    assert book.entries == ()
    (refused,) = book.refused
    assert refused.name == "Cat"
    return refused.reason


def entry_named(comment: str) -> str:
    return json.dumps(OBJECT_ENTRY | {"comment": comment})


# -- files


def test_name_that_a_file_gives_twice_is_told_with_what_it_costs() -> None:
    first, second, third = (entry_named(one) for one in ("First", "Second", "Third"))
    book = parse(f'{{"entries": {{"0": {first}, "1": {second}, "0": {third}}}, "name": "A", "name": "B"}}'.encode())
    assert [one.name for one in book.entries] == ["Third", "Second"]
    assert (book.name, book.refused) == ("B", ())
    assert book.lost == (
        "the name “0” is given twice in one object, and “First” is lost by it",
        'the name “name” is given twice in one object, and "A" is lost by it',
    )


def test_names_given_twice_within_an_entry_and_very_often_are_told_in_few_lines() -> None:
    again = ", ".join('"x": {}' for _ in range(1000))
    book = parse(f'{{"entries": {{"0": {{"key": ["cat"], "content": "a", "content": "b", {again}}}}}}}'.encode())
    assert book.entries[0].read.values.text == "b"
    assert len(book.lost) == 21
    assert book.lost[0] == 'the name “content” is given twice in one object, and "a" is lost by it'
    assert book.lost[-1] == "980 more values are lost in the same way"


def test_file_without_names_given_twice_loses_nothing() -> None:
    assert one(OBJECT_ENTRY | {"extensions": {"uid": 7, "key": []}}).lost == ()


@pytest.mark.parametrize(
    ("root", "kind", "name"),
    [
        ({"entries": {"7": OBJECT_ENTRY}}, "World Info", "book"),
        ({"name": "Pets", "entries": {"7": OBJECT_ENTRY}}, "World Info", "Pets"),
        ({"name": "Pets", "entries": [LIST_ENTRY]}, "character book", "Pets"),
        ({"spec": "lorebook_v3", "data": {"name": "Pets", "entries": [LIST_ENTRY]}}, "lorebook V3", "Pets"),
        ({"data": {"name": "Ann", "character_book": {"entries": [LIST_ENTRY]}}}, "character card", "Ann"),
        ({"data": {"name": "Ann", "character_book": {"name": "P", "entries": [LIST_ENTRY]}}}, "character card", "P"),
        ({"name": "Ann", "character_book": {"entries": [LIST_ENTRY]}}, "character card", "Ann"),
    ],
)
def test_every_form_gives_the_same_memory(root: Any, kind: str, name: str) -> None:
    book = parse(root)
    assert (book.kind, book.name, book.refused) == (kind, name, ())
    (entry,) = book.entries
    assert entry.key == "uid:7"
    assert entry.read.values == EntryValues("The cat is Rex.", "Cat", ("cat",))
    assert find_frame(root) is not None


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_is_allowed(encoding: str) -> None:
    assert parse(json.dumps({"entries": {"7": OBJECT_ENTRY}}).encode(encoding)).entries[0].name == "Cat"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"hello", "not JSON"),
        (b'{"entries": {', "not JSON"),
        (b'{"entries": {}, "x": NaN}', "NaN"),
        (b'{"entries": {}, "x": 1e999}', "too large"),
        (b"\xff\xfe\xfd", "not JSON"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
        (b"[" * 100_000, "not JSON"),
        (b'{"entries": {}, "x": ' + b"[" * 200 + b"]" * 200 + b"}", "levels deep"),
        (b"[1, 2]", "a list of 2"),
        (b'"entries"', "not a lorebook"),
        (b"null", "not a lorebook"),
        (b'{"entries": 5}', "“entries” is 5"),
        (b'{"data": {"character_book": null, "first_mes": "Hi"}}', "holds no lorebook"),
        (b'{"a": 1}', "no “entries”"),
    ],
)
def test_what_is_no_lorebook_is_refused_in_one_line(content: bytes, words: str) -> None:
    with pytest.raises(ImportFileError, match=words) as caught:
        parse(content)
    assert len(str(caught.value).splitlines()) == 1


def test_halves_of_surrogate_pairs_do_not_get_through() -> None:
    book = parse(b'{"entries": {"0": {"key": ["\\ud800"], "content": "a \\udfff b"}}}')
    assert book.entries[0].read.values.text == "a ? b"
    assert book.entries[0].original.to_json().encode()


# -- which entry is which


def test_an_entry_is_told_by_uid_then_by_its_slot_then_by_its_name() -> None:
    def keys(entries: Any) -> list[str]:
        return [one.key for one in parse({"entries": entries}).entries]

    assert keys({"a": {"uid": 3, "content": "x"}, "b": {"content": "y"}}) == ["uid:3", "uid:b"]
    assert keys([{"id": 3, "content": "x"}, {"content": "y", "comment": "Y"}]) == ["uid:3", "name:Y"]
    assert keys([{"id": 3, "content": "x"}, {"id": 3, "content": "y"}, {"id": "3#2", "content": "z"}]) == [
        "uid:3",
        "uid:3#2",
        "uid:3#2'",
    ]
    assert keys([{"content": "x", "keys": ["k"]}, {"content": "y", "keys": ["k"]}]) == ["name:k", "name:k#2"]


def test_a_refused_entry_keeps_its_number_for_the_next_import() -> None:
    book = parse({"entries": [{"id": 3, "content": "x", "extensions": {"sticky": -1}}, {"id": 3, "content": "y"}]})
    assert [entry.key for entry in book.entries] == ["uid:3#2"]


# -- both spellings


def test_the_native_spelling_wins_where_both_are_there() -> None:
    both = {"key": ["cat"], "keys": ["dog"], "disable": True, "enabled": True, "sticky": 4}
    both |= {"extensions": {"sticky": 8, "selectiveLogic": 3}, "selectiveLogic": 2, "case_sensitive": True}
    both |= {"caseSensitive": False, "keysecondary": ["a"], "secondary_keys": ["b"]}
    as_object, as_list = values(both), values(both | {"enabled": True}, is_list=True)
    assert (as_object.keys, as_object.secondary_keys, as_object.logic) == (("cat",), ("a",), Logic.NOT_ANY)
    assert (as_object.is_disabled, as_object.sticky, as_object.is_case_sensitive) == (True, 1, False)
    assert (as_list.keys, as_list.secondary_keys, as_list.logic) == (("dog",), ("b",), Logic.ALL)
    assert (as_list.is_disabled, as_list.sticky, as_list.is_case_sensitive) == (False, 3, True)


def test_a_native_null_wins_and_the_other_spelling_serves_where_the_native_is_absent() -> None:
    assert values({"sticky": None, "extensions": {"sticky": 8}}).sticky == 0
    assert values({"extensions": {"sticky": 8, "match_whole_words": False}}) == values(
        {"sticky": 8, "matchWholeWords": False}
    )
    assert values({"enabled": False}).is_disabled
    assert values({"enabled": None}, is_list=True).is_disabled is False
    assert values({"selectiveLogic": 3, "secondary_keys": ["x"]}, is_list=True).logic is Logic.ALL


# -- single fields


@pytest.mark.parametrize(
    ("number", "logic"), [(0, Logic.ANY), (1, Logic.NOT_ALL), (2, Logic.NOT_ANY), ("3", Logic.ALL)]
)
def test_the_number_of_selective_logic_names_its_rule(number: Any, logic: Logic) -> None:
    assert values({"keysecondary": ["dog"], "selectiveLogic": number}).logic is logic


def test_selective_logic_counts_only_with_secondary_keys_and_selective() -> None:
    assert values({"keysecondary": [], "selectiveLogic": 3}).logic is Logic.ANY
    off = values({"keysecondary": ["dog"], "selectiveLogic": 9, "selective": False})
    assert (off.secondary_keys, off.logic) == ((), Logic.ANY)
    assert "selectiveLogic" in reason({"keysecondary": ["dog"], "selectiveLogic": 9})


@pytest.mark.parametrize(
    ("given", "knobs"),
    [
        ("3", Knobs(sticky=1)),
        (0, Knobs()),
        (None, Knobs()),
        ("", Knobs()),
        (4.0, Knobs(sticky=1)),
        (4, Knobs(sticky=1)),
    ],
)
def test_timers_are_whole_numbers_of_messages_also_in_quotes(given: Any, knobs: Knobs) -> None:
    assert values({"sticky": given}).knobs == knobs


@pytest.mark.parametrize("name", ["sticky", "cooldown", "delay"])
@pytest.mark.parametrize("given", [-1, 2.5, "abc", 1e9, 10**9, "-2", True, [], {}])
def test_other_timers_refuse_the_entry_by_name(name: str, given: Any) -> None:
    assert f"“{name}” is" in reason({name: given})


def test_probability_is_of_use_only_where_it_is_used() -> None:
    assert values({"probability": 40}).probability == 40
    assert values({"probability": 40, "useProbability": False}).probability == 100
    assert values({"probability": None}).probability == 100
    assert values({"probability": 12.5}).probability == 12
    assert "probability" in reason({"probability": 140})


def test_keys_are_a_list_or_a_comma_list_in_which_patterns_keep_their_commas() -> None:
    assert values({"key": "cat, dog ,, the bird"}).keys == ("cat", "dog", "the bird")
    assert values({"key": None}).keys == ()
    assert values({"key": [1984]}).keys == ("1984",)
    assert values({"key": "/a{1,2}/i, b, /[/,]x/"}).keys == ("/a{1,2}/i", "b", "/[/,]x/")
    assert values({"key": "/home, /etc, x"}).keys == ("/home", "/etc", "x")
    assert "“key” is" in reason({"key": {"a": 1}})
    assert "“key” is" in reason({"key": ["cat", ["dog"]]})


def test_groups_are_split_flags_taken_in_any_spelling_and_a_missing_title_is_made_up_for() -> None:
    read = values(
        {"group": "a, b,a", "caseSensitive": True, "matchWholeWords": False, "constant": 1, "disable": "true"}
    )
    assert (read.groups, read.is_case_sensitive, read.is_whole_words) == (("a", "b"), True, False)
    assert (read.is_constant, read.is_disabled) == (True, True)
    assert values({"comment": " Two\nlines "}).title == "Two lines"
    assert values({"comment": "", "name": "Named"}).title == "Named"
    assert values({"comment": "", "key": ["", "cat"]}).title == "cat"
    assert "“constant” is" in reason({"constant": "perhaps"})


@pytest.mark.parametrize("content", [None, "", " \n", "@@dont_activate\n"])
def test_an_entry_without_text_is_left_out(content: Any) -> None:
    assert reason({"content": content}) == "it has no text"


def test_text_is_made_safe_to_show() -> None:
    assert values({"content": "  a\x1b[31mb\r\nc\u202e "}).text == "ab\nc"
    assert values({"key": ["ca\x00t"]}).keys == ("cat",)


def test_fields_without_a_meaning_here_may_hold_anything() -> None:
    assert values({"position": {"a": [1]}, "scanDepth": "deep", "triggers": 5}) == values({})


@pytest.mark.parametrize("entry", [None, 5, "text", ["list"]])
def test_an_entry_that_is_no_object_is_refused_by_its_place(entry: Any) -> None:
    book = parse({"entries": {"0": OBJECT_ENTRY, "1": entry}})
    assert len(book.entries) == 1
    assert (book.refused[0].name, "not an object" in book.refused[0].reason) == ("entry 2", True)


# -- warnings and decorators


@pytest.mark.parametrize("keys", [[" "], [""], ["cat", "\t"]])
def test_blank_keys_stay_and_warn(keys: list[str]) -> None:
    (entry,) = one(OBJECT_ENTRY | {"key": keys}).entries
    assert entry.read.values.keys == tuple(keys)
    assert "blank" in entry.read.warnings[0]


def test_a_pattern_that_cannot_be_used_warns() -> None:
    (entry,) = one(OBJECT_ENTRY | {"key": ["/(unclosed/", "/fine/i"]}).entries
    assert len(entry.read.warnings) == 1
    assert "“/(unclosed/”" in entry.read.warnings[0]


def test_decorators_are_stripped_and_obeyed_where_they_can_be() -> None:
    off = values({"content": "@@dont_activate\r\nThe text"})
    assert (off.text, off.is_disabled) == ("The text", True)
    on = values({"content": "@@activate\n@@exclude_keys dog, /bi{1,2}rd/, bird\nThe text"})
    assert (on.text, on.is_constant, on.exclude_keys) == ("The text", True, ("dog", "/bi{1,2}rd/", "bird"))
    assert values({"content": "@@ not one"}).text == "@@ not one"
    assert values({"content": "@@activate\n@@@dont_activate\nx"}).is_disabled is False
    (entry,) = one(OBJECT_ENTRY | {"content": "@@depth 4\n@@@dont_activate\nx"}).entries
    assert (entry.read.values.text, entry.read.values.is_disabled) == ("x", True)
    assert entry.read.warnings == ("@@depth has no meaning here; it is kept for the export only",)


def test_what_an_export_of_ours_added_is_read_and_checked() -> None:
    own = {"importance": 0.25, "is_pinned": True, "kind": "preference", "exclude_keys": ["a,b"], "constant": True}
    read = values({"extensions": {"reverie": own}})
    assert (read.importance, read.is_pinned, read.kind, read.exclude_keys) == (0.25, True, "preference", ("a,b",))
    assert read.is_constant
    assert "extensions.reverie.importance" in reason({"extensions": {"reverie": {"importance": 2}}})
    assert "extensions.reverie.kind" in reason({"extensions": {"reverie": {"kind": "song"}}})
    assert "extensions.reverie.logic" in reason({"extensions": {"reverie": {"logic": []}}})

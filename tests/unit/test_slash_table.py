"""The table of slash commands: what is one, what it may become, and that everything that lists or runs them agrees with it."""

import re
from pathlib import Path

import pytest

from tui.keymap import ACTIONS
from tui.slash_commands import COMMANDS
from tui.slash_table import (
    SLASH_COMMANDS,
    completed,
    completion_hint,
    completions,
    in_slash_words,
    is_slash,
    slash_rows,
    split,
    turn_and_name,
    unknown_line,
)

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "slash-commands.md"


def test_line_by_line_every_command_of_the_table_is_done_and_no_other() -> None:
    assert set(COMMANDS) == {one.name for one in SLASH_COMMANDS}


def test_what_opens_something_names_an_action_of_the_registry() -> None:
    known = {f"{one.scope}.{one.id}" if one.scope == "app" else one.id for one in ACTIONS}
    assert {one.opens for one in SLASH_COMMANDS if one.opens} <= known


def test_the_guide_lists_every_command_with_its_arguments_and_help() -> None:
    rows = re.findall(r"^\| `/([a-z-]+) ?([^`]*)` \| (.+) \|$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [(name, words.replace("\\|", "|"), says) for name, words, says in rows] == slash_rows()


def test_no_two_commands_share_a_name() -> None:
    names = [name for one in SLASH_COMMANDS for name in (one.name, one.other_name) if name]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("text", ["/ban Rex", "/quit", "/PUT-AWAY", "/nonsense", "/s"])
def test_a_word_behind_the_stroke_is_a_command(text: str) -> None:
    assert is_slash(text)


@pytest.mark.parametrize(
    "text",
    [
        "/home/x is full",
        "/usr/bin",
        "// a comment",
        "/",
        "/ban Rex\nand more",
        " /ban Rex",
        "/2 of it",
        "/s/a/b/",
        "a /b",
    ],
)
def test_paths_and_pasted_lines_are_no_commands(text: str) -> None:
    assert not is_slash(text)


@pytest.mark.parametrize(
    ("text", "near"),
    [("/recal tea", "did you mean /recall?"), ("/foget m1", "did you mean /forget?"), ("/putaway", "did you mean /put-away?"),
     ("/s", "did you mean /set?"), ("/zzz", "/help lists them.")],
)  # fmt: skip
def test_an_unknown_command_is_told_in_one_line_with_the_nearest(text: str, near: str) -> None:
    name = text.split(maxsplit=1)[0]
    assert unknown_line(text) == f"{name} is no command: {near} A space in front sends it."


def test_completing_goes_as_far_as_it_is_certain() -> None:
    assert completed("/reca") == "/recall "
    assert completed("/q") == "/quit"
    assert completed("/un") == "/un"
    assert completed("/me") == "/memor"
    assert completed("/zzz") == "/zzz"
    assert sorted(completions("/un")) == ["unban", "undo", "unpin"]
    assert completions("/recall tea") == []
    assert completions("/home/x") == []


def test_a_hint_lists_the_names_or_says_what_the_command_takes() -> None:
    assert completion_hint("/memor") == "/memories /memory"
    assert completion_hint("/ban re").startswith("/ban TOPIC: ")
    assert completion_hint("/memory").startswith("/memory ID")
    assert (
        completion_hint("/zzz") == completion_hint("/home/x") == completion_hint("hello") == completion_hint("") == ""
    )


def test_another_name_leads_to_the_same_command() -> None:
    assert split("/again")[0] is split("/regenerate")[0] is not None
    assert split("/BAN  Rex ") == (next(one for one in SLASH_COMMANDS if one.name == "ban"), "Rex")


def test_a_number_in_front_names_a_turn() -> None:
    assert turn_and_name("12 Graz trip") == ("12", "Graz trip")
    assert turn_and_name("12") == ("12", "")
    assert turn_and_name("Graz 12") == ("", "Graz 12")


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        ("`reverie chats` lists them.", "/chats lists them."),
        ("Say it: reverie remember TEXT", "Say it: /remember TEXT"),
        ("`reverie memory list` shows them.", "/memories shows them."),
        ("`reverie memory show m3` shows it, `reverie forget m3` removes it.", "/memory m3 shows it, /forget m3 removes it."),
        ("Shorten it (`reverie config set persona TEXT`).", "Shorten it (/settings persona TEXT)."),
        ("Or none: `reverie config unset embedder_path`.", "Or none: /settings embedder_path default."),
        ("Install it, or choose a model: reverie models use PATH", "Install it, or choose a model: /models PATH"),
        ("Run `reverie doctor`.", "Run `reverie doctor`."),
        ("Check its quotes.", "Check its quotes."),
    ],
)  # fmt: skip
def test_hints_name_the_commands_of_the_talk_where_there_are_any(hint: str, said: str) -> None:
    assert in_slash_words(hint) == said


def test_any_space_parts_a_name_from_its_words() -> None:
    command, words = split("/forget\tm1 ")
    assert command is not None
    assert (command.name, words) == ("forget", "m1")


def test_a_hint_that_has_no_words_in_a_talk_stays_as_it_is() -> None:
    for hint in (
        "`reverie config unset keys.chat.new_chat` takes it out.",
        "`reverie models download NAME` begins it.",
        "`reverie forget --everything` deletes it.",
        "`reverie export -o FILE` writes it.",
    ):
        assert in_slash_words(hint) == hint
    assert in_slash_words("`reverie config unset theme` takes it out.") == "/settings theme default takes it out."

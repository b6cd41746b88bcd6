"""What an input looks for, and where it stands in a message."""

import pytest

from memory.rules.message_words import Sought, excerpt, read_sought


def marked(text: str, words: str, characters: int = 160) -> list[str]:
    found = excerpt(text, read_sought(words), characters=characters)
    return [found.text[start:end] for start, end in found.marks]


def test_words_phrases_and_the_beginning_of_the_last_word_are_told_apart() -> None:
    assert read_sought('tram "night train" lis') == (
        Sought(("tram",)),
        Sought(("night", "train")),
        Sought(("lis",), is_beginning=True),
    )
    assert read_sought("lis ") == (Sought(("lis",)),)
    assert read_sought("a") == (Sought(("a",)),)


@pytest.mark.parametrize("words", ["", "   ", '""', "?!", '"…"', "*", "(", '"'])
def test_what_holds_no_word_looks_for_nothing(words: str) -> None:
    assert read_sought(words) == ()


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("The trains run, a Train ran.", "train ", ["trains", "Train"]),
        ("Lisbon, lisbonne", "lisb", ["Lisbon", "lisbonne"]),
        ("Un café à Genève", "cafe geneve ", ["café", "Genève"]),
        ("我在北京工作,北京很大", "北京 ", ["北京", "北京"]),
        ("Use Pythonを today", "python ", ["Python"]),
        ("Straße und STRASSE", "strasse ", ["Straße", "STRASSE"]),
        ("scattered category cat", "cat ", ["cat"]),
    ],
)
def test_marks_are_what_the_index_would_find(text: str, words: str, found: list[str]) -> None:
    assert marked(text, words) == found


def test_the_line_shows_the_first_hit_of_a_long_message_whole_and_is_as_long_as_was_asked() -> None:
    text = "before " * 900 + "the\nheron\tflies " + "after " * 900
    found = excerpt(text, read_sought("heron "), characters=80)
    assert len(found.text) <= 80
    assert found.text.startswith("…")
    assert found.text.endswith("…")
    assert "the heron flies" in found.text
    assert [found.text[start:end] for start, end in found.marks] == ["heron"]


def test_an_untold_hit_deep_in_a_huge_message_shows_its_beginning() -> None:
    text = "word " * 100_000 + "heron"
    found = excerpt(text, read_sought("heron "), characters=80)
    assert found.text.startswith("word word")
    assert found.marks == ()

"""Markdown notes, read: paragraphs with the note's date and the heading above as their title."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from assistant.cleaning import clean_text
from memory.importers.chat_dates import EARLIEST_OF_NOTES, PossibleMoments
from memory.importers.notes import WITHOUT_WORDS, ParsedNote, parse_note

NOW = datetime(2026, 1, 5, 9, tzinfo=UTC)
CHANGED = datetime(2025, 6, 1, tzinfo=UTC)
VIENNA = ZoneInfo("Europe/Vienna")


def read(text: str, note: str = "idea.md", changed_at: datetime | None = CHANGED) -> ParsedNote:
    moments = PossibleMoments(EARLIEST_OF_NOTES, NOW)
    found = parse_note(note, text, changed_at, moments=moments, zone=VIENNA, clean=clean_text)
    assert found is not None
    return found


def said_at(text: str, note: str = "idea.md") -> datetime:
    return read(text + "\n\nWords.", note).paragraphs[0].said_at


def test_paragraphs_have_the_heading_above_as_their_title() -> None:
    found = read("Intro\nstill intro\n\n# Family\nMy sister is Ilse.\n\n- one\n- two\n\n## Pets ##\n\nRex barks.\n")
    assert [(one.title, one.text) for one in found.paragraphs] == [
        ("idea", "Intro\nstill intro"),
        ("idea: Family", "My sister is Ilse."),
        ("idea: Family", "- one\n- two"),
        ("idea: Pets", "Rex barks."),
    ]


def test_code_is_one_paragraph_whatever_it_holds_and_signs_alone_are_none() -> None:
    found = read("```\na\n\n# no heading\n```\n\n---\n\n![x](y.png)\n\n<!-- secret -->\n\n***")
    assert [one.text for one in found.paragraphs] == ["```\na\n\n# no heading\n```"]
    assert found.skipped == {WITHOUT_WORDS: 3}


def test_the_same_paragraph_twice_in_a_note_is_one() -> None:
    assert len(read("Same.\n\nSame.\n\n# Other\n\nSame.").paragraphs) == 1


@pytest.mark.parametrize("zone", [VIENNA, None])
@pytest.mark.parametrize("written", ["0001-01-01", "9999-12-31", "0001-01-01T00:00:00+14:00", "1" * 5_000])
def test_a_date_at_the_ends_of_the_calendar_is_none(written: str, zone: ZoneInfo | None) -> None:
    moments = PossibleMoments(EARLIEST_OF_NOTES, NOW)
    text = f"---\ndate: {written}\n---\nWords."
    found = parse_note("idea.md", text, CHANGED, moments=moments, zone=zone, clean=clean_text)
    assert found is not None
    assert found.paragraphs[0].said_at == CHANGED


@pytest.mark.parametrize(
    ("text", "note", "when"),
    [
        ("---\ndate: 2024-03-05\n---", "idea.md", datetime(2024, 3, 5, 11, tzinfo=UTC)),
        ("---\ntags: [a]\nCreated: '2024-07-05 10:30'\n---", "2020-01-01.md", datetime(2024, 7, 5, 8, 30, tzinfo=UTC)),
        ("---\ndate: 2024-03-05T10:30:00+09:00\n---", "idea.md", datetime(2024, 3, 5, 1, 30, tzinfo=UTC)),
        ("", "journal/2023-11-30 walk.md", datetime(2023, 11, 30, 11, tzinfo=UTC)),
        ("", "2023/11/30.md", datetime(2023, 11, 30, 11, tzinfo=UTC)),
        ("", "20231130.md", datetime(2023, 11, 30, 11, tzinfo=UTC)),
        ("---\ndate: someday\n---", "2023-11-30.md", datetime(2023, 11, 30, 11, tzinfo=UTC)),
        ("---\ndate: 2999-01-01\n---", "2023-13-45.md", CHANGED),
        ("---\ndate: 1850-01-01\n---", "idea.md", CHANGED),
        ("---\ndate: 1978-05-02\n---", "idea.md", datetime(1978, 5, 2, 11, tzinfo=UTC)),
        ("", "phone 0043123456789.md", CHANGED),
    ],
)
def test_the_date_is_that_of_front_matter_else_of_the_name_else_of_the_file(
    text: str, note: str, when: datetime
) -> None:
    assert said_at(text, note) == when


def test_a_note_without_any_date_that_can_be_is_none() -> None:
    moments = PossibleMoments(EARLIEST_OF_NOTES, NOW)
    assert parse_note("a.md", "Words.", None, moments=moments, zone=VIENNA, clean=clean_text) is None


def test_digests_tell_paragraphs_apart_and_do_not_change() -> None:
    first, second = (read(text).paragraphs[0].digest for text in ("Words.", "Words!"))
    assert first != second
    assert first == read("# Later heading\n\nWords.").paragraphs[0].digest

"""Large JSON in items: the same as json.loads at every size of read, and one line for everything that is no JSON."""

import io
import json
from typing import BinaryIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.errors import ImportFileError
from memory.importers.json_stream import read_items

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


class Trickle(io.BytesIO):
    """A file that gives few bytes at a time."""

    def __init__(self, content: bytes, size: int) -> None:
        super().__init__(content)
        self._few = size

    def read(self, _size: int | None = -1, /) -> bytes:
        return super().read(self._few)


def items(source: BinaryIO) -> list[tuple[str, object]]:
    return list(read_items(source))


@given(st.lists(VALUES, max_size=5), st.integers(1, 9), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_a_list_is_what_json_reads_however_it_comes(values: list[object], size: int, encoding: str) -> None:
    content = json.dumps(values, indent=1).encode(encoding)
    assert items(Trickle(content, size)) == [("", one) for one in values]


@given(st.dictionaries(st.text(), VALUES, max_size=5), st.integers(1, 9))
def test_an_object_gives_its_lists_by_item_and_the_rest_whole(values: dict[str, object], size: int) -> None:
    found = items(Trickle(json.dumps(values).encode(), size))
    expected = [
        (name, one) for name, value in values.items() for one in (value if isinstance(value, list) else [value])
    ]
    assert found == expected


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"  \n", "is empty"),
        (b"[1, 2", "ends in the middle"),
        (b'[{"a": "b', "Unterminated string"),
        (b'[{"a": ', "Expecting value"),
        (b"[1 2]", "“,” is expected"),
        (b"[1,]", "Expecting value"),
        (b"nonsense", "Expecting value"),
        (b"[] []", "more after its end"),
        (b"{1: 2}", "name is expected"),
        (b"[" + b"9" * 5000 + b"]", "not JSON"),
        (b'["\xff\xfe"]', "not UTF-8 text: byte 2"),
        ('["ä"]'.encode("latin-1"), "not UTF-8 text: byte 2"),
        (b"[" * 100_000, "nests values too deep"),
        (b"\x89PNG\r\n\x1a\n", "not UTF-8 text: byte 0"),
    ],
)
def test_what_is_no_json_is_one_line_that_says_where(content: bytes, words: str) -> None:
    with pytest.raises(ImportFileError, match=words) as caught:
        items(io.BytesIO(content))
    assert "\n" not in str(caught.value)


def test_numbers_that_are_none_are_no_values_and_cost_nothing_else() -> None:
    assert items(io.BytesIO(b'[{"at": NaN, "to": -Infinity, "text": "NaN"}, NaN]')) == [
        ("", {"at": None, "to": None, "text": "NaN"}),
        ("", None),
    ]


def test_what_stands_before_a_mistake_is_given_first_and_the_rest_is_not_read() -> None:
    bad = b'[{"a": 1}, {"b": bad}, ' + b'"x" ,' * 2_000_000
    source = io.BytesIO(bad)
    found = []
    with pytest.raises(ImportFileError, match="at character 17"):
        found.extend(read_items(source))
    assert source.tell() < len(bad) / 2


def test_progress_counts_every_byte() -> None:
    content = json.dumps(["word " * 50_000] * 30).encode()
    told: list[int] = []
    assert len(list(read_items(io.BytesIO(content), told.append))) == 30
    assert sum(told) == len(content)
    assert len(told) > 3

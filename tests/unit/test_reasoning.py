"""Splitting a stream of text at `<think>` tags."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from assistant.reasoning import ReasoningSplitter


def split(pieces: list[str], *, is_reasoning: bool = False, is_continuation: bool = False) -> tuple[str, str]:
    """Return reply and reasoning, each joined."""
    splitter = ReasoningSplitter(is_reasoning=is_reasoning, is_continuation=is_continuation)
    chunks = [chunk for piece in pieces for chunk in splitter.feed(piece)] + splitter.finish()
    assert all(chunk.text for chunk in chunks)
    return (
        "".join(chunk.text for chunk in chunks if not chunk.is_reasoning),
        "".join(chunk.text for chunk in chunks if chunk.is_reasoning),
    )


def test_a_block_at_the_start_is_reasoning_without_tags_and_layout() -> None:
    assert split(["<think>\nTwo and two.\n</think>\n\nFour."]) == ("Four.", "Two and two.")


def test_a_prompt_that_opened_the_block_starts_in_reasoning() -> None:
    assert split(["Two and two.", "</think>", "Four."], is_reasoning=True) == ("Four.", "Two and two.")


def test_a_block_in_the_middle_is_reasoning_too() -> None:
    assert split(["Hm. <think>why</think> Because."]) == ("Hm. Because.", "why")


def test_an_unclosed_block_stays_reasoning() -> None:
    assert split(["<think>on and on"]) == ("", "on and on")


def test_a_tag_in_back_quotes_is_text() -> None:
    assert split(["Models write `<th", "ink>` first."]) == ("Models write `<think>` first.", "")


def test_what_may_become_a_tag_is_held_until_it_is_decided() -> None:
    splitter = ReasoningSplitter()
    assert [chunk.text for chunk in splitter.feed("a <th")] == ["a "]
    assert [chunk.text for chunk in splitter.feed("e>")] == ["<the>"]


def test_leading_space_is_dropped_from_a_reply_but_not_from_a_continuation() -> None:
    assert split([" Hello"]) == ("Hello", "")
    assert split([" world"], is_continuation=True) == (" world", "")


def test_what_is_held_back_comes_out_at_the_end() -> None:
    assert split(["1 <"]) == ("1 <", "")


@given(
    st.lists(st.sampled_from(["<think>", "</think>", "a", " b", "<", "`", "\n", "/think>", "日"]), max_size=12),
    st.data(),
)
def test_the_cuts_between_tokens_do_not_matter(words: list[str], data: st.DataObject) -> None:
    text = "".join(words)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    bounds = [0, *cuts, len(text)]
    pieces = [text[start:end] for start, end in itertools.pairwise(bounds)]
    assert split(pieces) == split([text])

"""Ending a stream of tokens at a spelling."""

from assistant.stop_text import StopText
from assistant.worker_protocol import Token


def feed(stop: StopText, *texts: str) -> list[list[int]]:
    """Feed tokens numbered from 0; return the ids that each gave out."""
    return [[token.token_id for token in stop.feed(Token(1, number, text))] for number, text in enumerate(texts)]


def test_plain_tokens_come_out_at_once() -> None:
    assert feed(StopText("<end>"), "a", "b") == [[0], [1]]


def test_half_a_spelling_is_held_and_the_whole_one_ends_the_stream() -> None:
    stop = StopText("<end>")
    assert feed(stop, "a", "<e", "nd>") == [[0], [], []]
    assert stop.is_found


def test_what_turns_out_to_be_text_comes_out_together() -> None:
    stop = StopText("<end>")
    assert feed(stop, "<e", "gg") == [[], [0, 1]]
    assert not stop.is_found


def test_what_is_held_at_the_end_is_text() -> None:
    stop = StopText("<end>")
    feed(stop, "<en")
    assert [token.text for token in stop.finish()] == ["<en"]

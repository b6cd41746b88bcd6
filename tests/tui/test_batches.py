"""Tokens are joined by time on their way to the screen; nothing is lost, and nothing else waits."""

from collections.abc import Iterable, Iterator

from assistant.events import ModelLoading, Notice, Token, TurnEvent
from tui.turn_worker import BATCH_S, in_batches


def joined(events: Iterable[TurnEvent], moments: Iterable[float]) -> list[TurnEvent]:
    clock: Iterator[float] = iter(moments)
    return list(in_batches(iter(events), lambda: next(clock)))


def test_fast_tokens_come_in_one_piece_and_slow_ones_at_once() -> None:
    fast = [Token("a"), Token("b"), Token("c")]
    # The first goes on at once; the others wait for one another.
    assert joined(fast, [0.0, 0.0, 0.01, 0.02]) == [Token("a"), Token("bc")]
    assert joined(fast, [0.0, 0.0, BATCH_S, BATCH_S, 2 * BATCH_S, 2 * BATCH_S]) == fast


def test_other_events_take_along_what_waits_in_order() -> None:
    events = [ModelLoading(), Token("a"), Token("b"), Notice("n"), Token("c")]
    moments = [0.0, 0.0, 0.01, 0.01, 0.02]
    assert joined(events, moments) == [ModelLoading(), Token("a"), Token("b"), Notice("n"), Token("c")]


def test_reasoning_is_never_joined_with_the_reply() -> None:
    events = [Token("a"), Token("why", is_reasoning=True), Token("b")]
    assert joined(events, [0.0, 0.0, 0.01, 0.02]) == events

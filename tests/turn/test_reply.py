"""Streaming a reply: what is saved while it comes, and what of its tokens may be spliced into later prompts."""

import threading
from collections.abc import Iterator, Sequence

import pytest
from fakes import FakeClock

from assistant.errors import EngineDiedError
from assistant.events import PromptEvaluated, Token
from assistant.model import (
    EvaluationProgress,
    Finished,
    FinishReason,
    GenerateRequest,
    GenerationEvent,
    TextChunk,
)  # fmt: skip
from assistant.reply import SAVED_EVERY_S, Draft, stream_reply
from assistant.scripted_model import ScriptedModel
from memory.records import MessageStatus, Usage
from memory.rules.topics import TopicMatcher

USAGE = Usage(10, 0, 0.1, 30.0, 3)
NO_BANS = TopicMatcher(())


class EventModel(ScriptedModel):
    """Yields the given events; an exception among them is raised; counts how often it was cancelled."""

    def __init__(self, events: Sequence[GenerationEvent | Exception]) -> None:
        super().__init__()
        self._events = events
        self.cancelled = threading.Event()

    def generate(self, _request: GenerateRequest) -> Iterator[GenerationEvent]:
        for event in self._events:
            if isinstance(event, Exception):
                raise event
            yield event

    def cancel(self) -> None:
        self.cancelled.set()


class StandingClock(FakeClock):
    """Its durations move only when told."""

    seconds = 0.0

    def monotonic_s(self) -> float:
        return self.seconds


def finished(reason: FinishReason = FinishReason.EOS, ids: tuple[int, ...] = (1, 2, 3)) -> Finished:
    return Finished(reason, USAGE, ids)


def stream(
    events: Sequence[GenerationEvent | Exception], bans: TopicMatcher = NO_BANS
) -> tuple[Draft, list[PromptEvaluated | Token], list[tuple[str, str]]]:
    """Stream the events and return the draft, what was to be painted, and what was saved."""
    draft, saved = Draft(), list[tuple[str, str]]()
    painted = list(
        stream_reply(
            EventModel(events),
            GenerateRequest(()),
            draft,
            stop=threading.Event(),
            clock=FakeClock(),
            save=lambda text, reasoning: saved.append((text, reasoning)),
            bans=bans,
        )
    )
    return draft, painted, saved


def test_whole_reply_is_complete_with_ids_and_usage() -> None:
    draft, painted, saved = stream([EvaluationProgress(5, 10), TextChunk("Good "), TextChunk("tea."), finished()])
    assert (draft.text, draft.status, draft.kept_token_ids, draft.usage) == (
        "Good tea.", MessageStatus.COMPLETE, (1, 2, 3), USAGE,
    )  # fmt: skip
    assert painted == [PromptEvaluated(5, 10), Token("Good "), Token("tea.")]
    assert [text for text, _ in saved] == ["Good", "Good tea."]


def test_cancelled_reply_is_stopped_and_keeps_its_ids() -> None:
    draft, _, _ = stream([TextChunk("Good tea"), finished(FinishReason.CANCELLED, (1, 2))])
    assert (draft.status, draft.kept_token_ids) == (MessageStatus.STOPPED, (1, 2))


def test_reply_that_ran_out_of_room_is_complete() -> None:
    draft, _, _ = stream([TextChunk("Good tea"), finished(FinishReason.LENGTH)])
    assert draft.status is MessageStatus.COMPLETE


def test_model_that_dies_leaves_text_and_reason() -> None:
    draft, painted, _ = stream([TextChunk("Good "), TextChunk("te"), EngineDiedError("It died.", "Again.")])
    assert (draft.text, draft.status) == ("Good te", MessageStatus.FAILED)
    assert draft.failure
    assert draft.failure.message == "It died."
    assert painted == [Token("Good "), Token("te")]


@pytest.mark.parametrize(
    "chunks",
    [
        [TextChunk(" Good tea.")],
        [TextChunk("Good tea.\n")],
        [TextChunk("Good \x1b[1mtea.")],
        [TextChunk("Is it?", is_reasoning=True), TextChunk("Good tea.")],
    ],
)
def test_text_that_is_not_exactly_what_the_ids_spell_keeps_none(chunks: list[TextChunk]) -> None:
    draft, _, _ = stream([*chunks, finished()])
    assert (draft.text, draft.kept_token_ids) == ("Good tea.", ())


def test_reasoning_is_kept_apart() -> None:
    draft, painted, saved = stream([TextChunk("hm ", is_reasoning=True), TextChunk("Tea."), finished()])
    assert (draft.text, draft.reasoning) == ("Tea.", "hm")
    assert painted == [Token("hm ", is_reasoning=True), Token("Tea.")]
    assert saved == [("", "hm"), ("Tea.", "hm")]


def test_first_token_is_saved_at_once_and_the_others_now_and_then() -> None:
    clock, draft, saved = StandingClock(), Draft(), list[str]()
    model = EventModel([*(TextChunk(f"{number} ") for number in range(6)), finished()])
    painted = stream_reply(
        model,
        GenerateRequest(()),
        draft,
        stop=threading.Event(),
        clock=clock,
        save=lambda text, _: saved.append(text),
        bans=NO_BANS,
    )
    for number, _ in enumerate(painted):
        clock.seconds = (number + 1) * 0.1
    assert saved == ["0", "0 1 2", "0 1 2 3 4"]
    assert 0.1 < SAVED_EVERY_S < 0.2


def test_stop_reaches_a_model_that_is_busy() -> None:
    stop = threading.Event()
    waited: list[bool] = []

    class BusyModel(EventModel):
        def generate(self, _request: GenerateRequest) -> Iterator[GenerationEvent]:
            stop.set()
            waited.append(self.cancelled.wait(timeout=10))
            yield finished(FinishReason.CANCELLED, ())

    model = BusyModel([])
    draft = Draft()
    list(
        stream_reply(
            model, GenerateRequest(()), draft, stop=stop, clock=FakeClock(), save=lambda *_: None, bans=NO_BANS
        )
    )
    assert waited == [True]
    assert (draft.text, draft.status) == ("", MessageStatus.STOPPED)


def test_banned_word_is_neither_painted_nor_saved_nor_kept() -> None:
    bans = TopicMatcher(["Rex"])
    chunks: list[GenerationEvent] = [
        TextChunk("Ask "),
        TextChunk("R"),
        TextChunk("ex"),
        TextChunk(" about"),
        TextChunk(" it."),
        finished(),
    ]
    draft, painted, saved = stream(chunks, bans)
    shown = "".join(one.text for one in painted if isinstance(one, Token))
    assert "R" not in shown + draft.text + "".join(text for text, _ in saved)
    assert draft.hits == bans.keys
    assert draft.kept_token_ids == ()


@pytest.mark.parametrize(
    "chunks",
    [
        ["Ask R\x1b[0mex now"],
        ["Ask R\x00", "ex now"],
        ["Ask R\x1b", "[0mex now"],
        ["Ask R\u2066ex now"],
        ["Ask R\x1b[1", "mex"],
        ["Ask [R", "](http", "://x)", "ex now"],
        ["Ask R&#1", "01;", "x now"],
        ["Ask **R*", "*\x1b[0me", "x"],
    ],
)
def test_neither_control_characters_nor_markup_inside_a_banned_word_hide_it(chunks: list[str]) -> None:
    bans = TopicMatcher(["Rex"])
    draft, painted, _ = stream([*map(TextChunk, chunks), finished()], bans)
    assert draft.hits == bans.keys
    assert "R" not in draft.text + "".join(one.text for one in painted if isinstance(one, Token))


def test_what_is_painted_of_a_sequence_cut_in_two_is_what_is_kept() -> None:
    draft, painted, _ = stream([TextChunk("Good \x1b[1"), TextChunk("mtea."), finished()])
    assert "".join(one.text for one in painted if isinstance(one, Token)) == draft.text == "Good tea."
    assert draft.kept_token_ids == ()


def test_reply_that_runs_in_circles_is_stopped_and_keeps_one_round() -> None:
    model = EventModel([TextChunk("You asked for it. ")] * 50 + [finished(FinishReason.CANCELLED, (1,) * 50)])
    draft = Draft()
    painted = list(
        stream_reply(
            model,
            GenerateRequest(()),
            draft,
            stop=threading.Event(),
            clock=FakeClock(),
            save=lambda _text, _reasoning: None,
            bans=NO_BANS,
        )
    )
    assert model.cancelled.is_set()
    assert (draft.text, draft.status, draft.kept_token_ids) == ("You asked for it.", MessageStatus.COMPLETE, ())
    assert len(painted) < 5


def test_reply_that_runs_in_circles_beside_bans_keeps_one_round() -> None:
    chunks = [TextChunk(f"{word} ") for word in ("You asked for it. " * 50).split()]
    draft, _, _ = stream([*chunks, finished(FinishReason.CANCELLED)], TopicMatcher(["New York City"]))
    assert (draft.text, draft.status, draft.hits) == ("You asked for it.", MessageStatus.COMPLETE, frozenset())


def test_reasoning_may_say_the_same_again() -> None:
    chunks = [TextChunk("You asked for it. ", is_reasoning=True)] * 50
    draft, _, _ = stream([*chunks, TextChunk("Tea."), finished()])
    assert (draft.text, len(draft.reasoning)) == ("Tea.", len("You asked for it. ") * 50 - 1)

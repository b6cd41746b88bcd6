"""A reply that keeps the user's bans and does not repeat itself: at most one rewrite, never silence.

The one fact that a reader would get wrong: the three checks know at different times. A banned word is seen on the stream,
one word behind generation, and is never painted. That a reply began to run in circles is seen on the stream too, when the
second round stands on the screen: it ends there and the round is taken away. That it repeats an earlier reply shows only
in the whole draft, which is replaced.
"""

import threading
from collections.abc import Callable, Generator, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from assistant.clock import Clock
from assistant.events import Notice, PromptEvaluated, Rewritten, Token
from assistant.model import ChatModel, GenerateRequest, PromptMessage
from assistant.prompt import is_avoid_hint
from assistant.reply import Draft, stream_reply
from memory.records import MessageStatus
from memory.rules.echo import EchoFinding
from memory.rules.topics import TopicMatcher

BANNED_TOPIC = "The reply came to a topic you banned, so it is written again."
REPETITION = "The reply repeated an earlier one, so it is written again."
STILL_REPEATING = "The model keeps repeating itself in this chat; a new chat usually helps."
STILL_BANNED = "The reply came to a banned topic once more and ends there."
RAN_AWAY = "Stopped: the reply had begun to repeat itself."
LEFT_OUT = "(I left my answer out: it kept coming back to a topic you banned.)"


# A model that just fell into a rut is asked to choose more freely.
_REWRITE_TEMPERATURE = 1.0


@dataclass(frozen=True, slots=True)
class ReplyRules:
    """What a reply is held to.

    Args:
        bans: The bans in force.
        allowed_keys: Those that the user's own message names.
        judge: Judges a whole draft against the last replies; None where repeating is right: in asked mode, and when
            the user repeats a message.
        last_message: Writes the last message of the prompt anew with words to avoid.
        message: The user's own words.
    """

    bans: TopicMatcher
    allowed_keys: AbstractSet[str]
    judge: Callable[[str], EchoFinding] | None
    last_message: Callable[[tuple[str, ...]], str]
    message: str = ""


@dataclass(frozen=True, slots=True)
class Outlet:
    """Where a reply goes while it is written: the stop flag, the clock, and the function that saves it."""

    stop: threading.Event
    clock: Clock
    save: Callable[[str, str], None]


def checked_reply(
    model: ChatModel,
    request: GenerateRequest,
    draft: Draft,
    rules: ReplyRules,
    outlet: Outlet,
    begun: PromptMessage | None = None,
) -> Generator[PromptEvaluated | Token | Rewritten | Notice]:
    """Fill `draft` with a reply that passed the checks, or with whatever its one rewrite came to.

    Args:
        model: A loaded model.
        request: The prompt.
        draft: Takes the reply.
        rules: What the reply is held to.
        outlet: Where it goes while it is written.
        begun: A stopped reply to carry on; a rewrite begins anew.
    """
    yield from _written(model, request, draft, rules, outlet, begun)
    if draft.runs_from is not None:
        yield _told(draft, RAN_AWAY)


def _written(
    model: ChatModel,
    request: GenerateRequest,
    draft: Draft,
    rules: ReplyRules,
    outlet: Outlet,
    begun: PromptMessage | None,
) -> Generator[PromptEvaluated | Token | Rewritten | Notice]:
    """Write the reply, and once more where it names what is banned or repeats an earlier one."""
    yield from _stream(model, request, draft, rules, outlet, begun)
    _judge(draft, rules)
    avoid = _words_to_avoid(draft)
    if avoid is None or outlet.stop.is_set():
        return
    yield Rewritten(BANNED_TOPIC if draft.hits else REPETITION)
    first = draft.restart()
    draft.is_rewritten = True
    again = replace(
        request,
        messages=(*request.messages[:-1], replace(request.messages[-1], text=rules.last_message(avoid))),
        sampling=replace(request.sampling, temperature=max(request.sampling.temperature, _REWRITE_TEMPERATURE)),
    )
    yield from _stream(model, again, draft, rules, outlet)
    if is_avoid_hint(draft.text):
        # A small model may say the request instead of following it.
        yield Rewritten(BANNED_TOPIC if first.hits else REPETITION)
        draft.restart()
    _judge(draft, rules)
    if draft.hits or (first.hits and not draft.text and not outlet.stop.is_set()):
        yield from _cut_off(draft)
    elif not draft.text and not first.hits:
        # The first draft was a repetition, and a repetition is better than nothing.
        is_stopped = draft.status is MessageStatus.STOPPED
        draft.take(first)
        if is_stopped:
            draft.status = MessageStatus.STOPPED
        yield Token(draft.text)
    if draft.echo and draft.echo.is_repeat:
        yield _told(draft, STILL_REPEATING)


def _stream(
    model: ChatModel,
    request: GenerateRequest,
    draft: Draft,
    rules: ReplyRules,
    outlet: Outlet,
    begun: PromptMessage | None = None,
) -> Iterator[PromptEvaluated | Token]:
    return stream_reply(
        model,
        request,
        draft,
        stop=outlet.stop,
        clock=outlet.clock,
        save=outlet.save,
        bans=rules.bans,
        allowed_keys=rules.allowed_keys,
        message=rules.message,
        begun=begun,
    )


def _judge(draft: Draft, rules: ReplyRules) -> None:
    is_whole = draft.status is MessageStatus.COMPLETE and not draft.hits
    draft.echo = rules.judge(draft.text) if rules.judge and is_whole else None


def _words_to_avoid(draft: Draft) -> tuple[str, ...] | None:
    """Return the words that a rewrite should avoid, or None where the draft stands."""
    if draft.hits:
        return tuple(sorted(draft.hits))
    return draft.echo.avoid_terms if draft.echo and draft.echo.is_repeat else None


def _cut_off(draft: Draft) -> Iterator[Token | Notice]:
    """Let a second hit end the reply where it is, with a visible line, and never in silence."""
    draft.status = MessageStatus.COMPLETE
    if not draft.text:
        draft.parts.append(LEFT_OUT)
        yield Token(LEFT_OUT)
    yield _told(draft, STILL_BANNED)


def _told(draft: Draft, text: str) -> Notice:
    draft.notices.append(text)
    return Notice(text)

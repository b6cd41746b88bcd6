"""What a turn tells whoever drives it: frozen values, in order.

The one fact that a reader would get wrong: an expected failure is an event (`Failed`), never an exception. An exception
out of `run_turn` is a bug.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memory.records import ChatId, Memory, Message, MessageId, Mode, TurnId, Usage

if TYPE_CHECKING:
    from memory.retrieval import Selection  # brings numpy and the store; the screen reads events before its first paint


@dataclass(frozen=True, slots=True)
class TurnResult:
    """A turn as it was kept (or previewed, or cancelled).

    Args:
        turn_id: The kept turn's id; the next id in a preview; None where nothing was written.
        prompt: The last user message as sent, memory block included.
        forget_terms: Topics that the message asked to forget: to be asked back, then `assistant.forgetting.forget_text`.
        forget_memories: What else it asked to forget: each to be asked back, then `assistant.memories.forget`.
        notices: The visible lines about this turn; each was a `Notice` event too.
        reply: The kept reply; None in a preview or where none was kept.
    """

    turn_id: TurnId | None
    chat_id: ChatId
    chat_name: str
    mode: Mode
    selection: "Selection"
    prompt: str
    prompt_tokens: int
    reply: Message | None
    usage: Usage | None = None
    is_rewritten: bool = False
    notices: tuple[str, ...] = ()
    forget_terms: tuple[str, ...] = ()
    forget_memories: tuple[Memory, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The user's message is saved; from here on nothing can lose it."""

    chat_id: ChatId
    message_id: MessageId


@dataclass(frozen=True, slots=True)
class ModelLoading:
    """The model is not there yet: this turn waits for it."""


@dataclass(frozen=True, slots=True)
class MemoriesChosen:
    """What is in this turn's prompt and what stayed out, each with its reason and score."""

    mode: Mode
    selection: "Selection"


@dataclass(frozen=True, slots=True)
class PromptEvaluated:
    """Progress of prompt evaluation, for turns where it takes long."""

    done_tokens: int
    total_tokens: int


@dataclass(frozen=True, slots=True)
class Token:
    """Some more of the reply, already free of control characters."""

    text: str
    is_reasoning: bool = False


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The draft on screen is dropped; a rewrite follows as tokens. `reason` is a plain sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class Notice:
    """One visible line about this turn ("no alarm will ring", "the oldest turns left the context")."""

    text: str


@dataclass(frozen=True, slots=True)
class Completed:
    """The reply is whole and everything of the turn is stored."""

    result: TurnResult


@dataclass(frozen=True, slots=True)
class Stopped:
    """The user stopped the reply.

    With text so far, the turn is kept and marked (`result.reply.status`); before the first token nothing was
    written, and `returned_text` goes back to the input.
    """

    result: TurnResult | None
    returned_text: str = ""


@dataclass(frozen=True, slots=True)
class Failed:
    """The turn could not be finished; text so far is kept in `result`, else `returned_text` goes back to the input."""

    message: str
    hint: str
    result: TurnResult | None = None
    returned_text: str = ""


TurnEvent = (
    TurnStarted
    | ModelLoading
    | MemoriesChosen
    | PromptEvaluated
    | Token
    | Rewritten
    | Notice
    | Completed
    | Stopped
    | Failed
)
FinalEvent = Completed | Stopped | Failed

"""From a message to the prompt: mode, standing block, history, memories. A preview is this and nothing more.

The one fact that a reader would get wrong: composing writes nothing that a turn would not have written anyway; the only
rows it can touch are those of re-induction, once a session.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from assistant.errors import ContextTooLongError
from assistant.history import MESSAGE_OVERHEAD_TOKENS, History, plan_history
from assistant.model import PromptMessage
from assistant.prompt import memory_line, user_text
from assistant.session import Session, is_on_topic
from memory.database import Connection
from memory.records import ChatId, Memory, MemoryId, Mode, OutReason, Role, TurnId, VerdictKind
from memory.retrieval import Occasion, Selection, select
from memory.rules.expansion import expansion_terms
from memory.rules.modes import mode_of
from memory.rules.text import Stemmer
from memory.store import memories, messages, verdicts

# The moment, the block's heading and the template around the last message.
_PROMPT_OVERHEAD_TOKENS = 96
# A model with a small context keeps at least three quarters of it for the prompt.
_LARGEST_REPLY_SHARE = 4


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """A message for a chat; `mode` None lets the message decide."""

    chat_id: ChatId
    text: str
    mode: Mode | None = None


@dataclass(frozen=True, slots=True)
class Composition:
    """A turn up to its prompt.

    Args:
        messages: The whole prompt.
        prompt: Its last message, memory block included.
        block: The memories in the block, in prompt order.
        history: The turns in the prompt.
        reply_tokens: The longest reply that fits.
    """

    mode: Mode
    selection: Selection
    messages: tuple[PromptMessage, ...]
    prompt: str
    prompt_tokens: int
    block: tuple[Memory, ...]
    standing: tuple[Memory, ...]
    history: History
    reply_tokens: int


def compose(session: Session, connection: Connection, request: TurnRequest) -> Composition:
    """Build the prompt of a chat's next turn.

    Raises:
        ContextTooLongError: the message does not fit, with the numbers.
        ModelError: the model cannot be loaded or has died.
    """
    now = session.clock.now()
    info = session.ready_model()
    mode = request.mode or mode_of(request.text)
    standing = session.standing(connection, now)
    system = PromptMessage(Role.SYSTEM, session.system_message(standing))
    budget = session.memory_budget()
    (message_tokens,) = session.model.count_tokens([request.text])
    limit = history_limit(session, system, message_tokens)
    if limit < 0:
        raise _too_long(message_tokens, message_tokens + limit)
    more_blocks = 0
    while True:
        history = plan_history(connection, request.chat_id, limit, session.count_messages, more_blocks=more_blocks)
        occasion = Occasion(
            chat_id=request.chat_id,
            text=request.text,
            mode=mode,
            now=now,
            budget=budget,
            seed=session.seed,
            standing=standing.ids,
            visible_messages=history.message_ids,
            expansion=_expansion(request.text, history),
            is_banned=_ban_test(session, connection),
            count_tokens=session.count_memories,
        )
        selection = select(connection, session.embedder, occasion)
        block = read_in_order(connection, [one.memory_id for one in selection.in_block])
        prompt = user_text(request.text, [memory_line(one, session.zone) for one in block], now, session.zone)
        prompt_messages = (system, *history.messages, PromptMessage(Role.USER, prompt))
        prompt_tokens = session.model.count_prompt(prompt_messages)
        if prompt_tokens + reply_room(session) <= info.n_ctx:
            break
        if not history.messages:
            raise _too_long(message_tokens, message_tokens + limit)
        more_blocks += 1
    return Composition(
        mode=mode,
        selection=selection,
        messages=prompt_messages,
        prompt=prompt,
        prompt_tokens=prompt_tokens,
        block=block,
        standing=read_in_order(connection, standing.ids),
        history=history,
        reply_tokens=reply_room(session),
    )


def reply_room(session: Session) -> int:
    """Return the tokens kept free for the reply."""
    return min(session.config.max_reply_tokens, session.ready_model().n_ctx // _LARGEST_REPLY_SHARE)


def history_limit(session: Session, system: PromptMessage, message_tokens: int) -> int:
    """Return the tokens that reply, system message, memory block and message leave for the history; can be negative."""
    (system_tokens,) = session.model.count_tokens([system.text])
    overhead = 2 * MESSAGE_OVERHEAD_TOKENS + _PROMPT_OVERHEAD_TOKENS
    block = session.memory_budget().max_tokens
    return session.ready_model().n_ctx - reply_room(session) - system_tokens - overhead - block - message_tokens


def _too_long(needed: int, available: int) -> ContextTooLongError:
    return ContextTooLongError(
        f"This message has {needed:,} tokens; this model has room for {max(0, available):,}.",
        "Shorten it, or choose a model with a larger context.",
        needed_tokens=needed,
        available_tokens=max(0, available),
    )


def _ban_test(session: Session, connection: Connection) -> Callable[[Memory], bool]:
    matcher = session.banned(connection)

    def is_banned(memory: Memory) -> bool:
        return is_on_topic(matcher, memory)

    return is_banned


def _expansion(text: str, history: History) -> tuple[str, ...]:
    """Choose the terms that may re-order, from the last turn in the prompt."""
    users = [one.text for one in history.messages if one.role is Role.USER]
    replies = [one.text for one in history.messages if one.role is Role.ASSISTANT]
    return expansion_terms(text, users[-1] if users else "", replies[-1] if replies else "", Stemmer())


def read_in_order(connection: Connection, ids: Sequence[MemoryId]) -> tuple[Memory, ...]:
    """Read memories in the order of `ids`; one that is gone is left out."""
    found = memories.read_memories(connection, ids)
    return tuple(found[one] for one in ids if one in found)


def compose_again(session: Session, connection: Connection, chat_id: ChatId, turn_id: TurnId) -> Composition:
    """Build the prompt of a chat's last turn once more, from the selection that was stored with it.

    At the turn's own moment, less what is suppressed now; nothing is searched, drawn or renewed again.

    Raises:
        ContextTooLongError: it fits no longer, with another model perhaps.
    """
    at, mode = messages.turn_moments(connection, [turn_id])[turn_id]
    user = next(one for one in messages.messages_of_turns(connection, [turn_id])[turn_id] if one.role is Role.USER)
    selection = _stored_selection(session, connection, turn_id)
    standing = session.standing(connection, session.clock.now())
    system = PromptMessage(Role.SYSTEM, session.system_message(standing))
    block = read_in_order(connection, [one.memory_id for one in selection.in_block])
    prompt = user_text(user.text, [memory_line(one, session.zone) for one in block], at, session.zone)
    (message_tokens,) = session.model.count_tokens([user.text])
    limit = history_limit(session, system, message_tokens)
    history = plan_history(connection, chat_id, limit, session.count_messages, before_turn=turn_id)
    prompt_messages = (system, *history.messages, PromptMessage(Role.USER, prompt))
    prompt_tokens = session.model.count_prompt(prompt_messages)
    if prompt_tokens + reply_room(session) > session.ready_model().n_ctx:
        raise _too_long(message_tokens, message_tokens + limit)
    return Composition(
        mode=mode,
        selection=selection,
        messages=prompt_messages,
        prompt=prompt,
        prompt_tokens=prompt_tokens,
        block=block,
        standing=read_in_order(connection, standing.ids),
        history=history,
        reply_tokens=reply_room(session),
    )


def _stored_selection(session: Session, connection: Connection, turn_id: TurnId) -> Selection:
    """Read a turn's verdicts; what was in and is suppressed now is out."""
    stored = [row.verdict for row in verdicts.of_turn(connection, turn_id)]
    known = memories.read_memories(connection, [one.memory_id for one in stored])
    is_suppressed = session.suppression(connection)
    active, withheld = [], []
    for one in stored:
        if one.kind is VerdictKind.OUT:
            withheld.append(one)
        elif one.kind is VerdictKind.IN and is_suppressed(known[one.memory_id]):
            withheld.append(
                replace(one, kind=VerdictKind.OUT, in_reason=None, out_reason=OutReason.SUPPRESSED, until_turn=None)
            )
        elif one.kind is VerdictKind.IN:
            active.append(one)
    return Selection(active=tuple(active), withheld=tuple(withheld), turn_id=turn_id)

"""From a message to the prompt: mode, standing block, history, memories. A preview is this and nothing more.

The one fact that a reader would get wrong: composing writes nothing that a turn would not have written anyway; the only
rows it can touch are those of re-induction, once a session.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from assistant.chat_settings import chat_config
from assistant.checked_reply import ReplyRules
from assistant.config import Config
from assistant.errors import TurnRefusedError
from assistant.history import History, plan_history
from assistant.known import Known, what_is_known
from assistant.model import PromptMessage
from assistant.orders import Orders, banned_with, orders_of
from assistant.prompt import avoid_hint, memory_line, overused_hint, system_text, user_text
from assistant.room import history_room, reply_room, too_long
from assistant.session import Session
from assistant.standing import StandingBlock
from assistant.wishes import Wish, find_wishes, withheld_by
from memory.database import Connection, snapshot
from memory.records import ChatId, Memory, MemoryId, Mode, OutReason, Role, TurnId, VerdictKind
from memory.retrieval import Occasion, Selection, select
from memory.rules.echo import IDF_REPLIES, EchoFinding, EchoModel, is_repeated_message
from memory.rules.expansion import expansion_terms
from memory.rules.modes import mode_of
from memory.rules.text import content_terms
from memory.rules.topics import TopicMatcher
from memory.store import memories, messages, verdicts
from memory.store.interventions import active_hints
from memory.suppression import is_on_topic


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """A message for a chat.

    Args:
        chat_id: The chat.
        text: The message.
        mode: None lets the message decide.
        is_draft: Where no turn comes of it, it becomes the chat's draft, in the step that drops it: whoever asks has an
            input to which it returns, and may be gone by then.
    """

    chat_id: ChatId
    text: str
    mode: Mode | None = None
    is_draft: bool = False


@dataclass(frozen=True, slots=True)
class Composition:
    """A turn up to its prompt.

    Args:
        messages: The whole prompt.
        prompt: Its last message, memory block included.
        shown: The memories in the prompt, standing ones first.
        orders: What the message orders about memory, to be stored with the turn.
        wishes: What it asks to forget, as it was found.
        known: The answer from the store, where the message asks what is known; it is in no prompt.
        rules: What the reply is held to.
        reply_tokens: The longest reply that fits.
        dropped_turns: How many of the chat's turns are out of the prompt.
        config: The settings as they hold in this chat.
    """

    mode: Mode
    selection: Selection
    messages: tuple[PromptMessage, ...]
    prompt: str
    prompt_tokens: int
    shown: tuple[Memory, ...]
    orders: Orders
    rules: ReplyRules
    reply_tokens: int
    dropped_turns: int
    config: Config
    wishes: tuple[Wish, ...] = ()
    known: Known | None = None


@dataclass(frozen=True, slots=True)
class _Moment:
    """What a prompt is written for: `before_turn` is the turn that is answered again, if it is."""

    chat_id: ChatId
    text: str
    mode: Mode
    now: datetime
    bans: TopicMatcher
    standing: StandingBlock
    before_turn: TurnId | None = None


def compose(session: Session, connection: Connection, request: TurnRequest, *, is_preview: bool = False) -> Composition:
    """Build the prompt of a chat's next turn; for a preview without a trace.

    Raises:
        ContextTooLongError: the message or the persona does not fit, with the numbers.
        ModelError: the model cannot be loaded or has died.
    """
    now = session.clock.now()
    mode = request.mode or mode_of(request.text)
    orders = orders_of(request.text)
    bans = banned_with(connection, orders)
    wishes = find_wishes(session, connection, orders, request.chat_id)
    besides = withheld_by(wishes)
    standing = _standing(session, connection, orders, bans, besides, now, is_preview=is_preview)
    moment = _Moment(request.chat_id, request.text, mode, now, bans, standing)

    def choose(history: History) -> Selection:
        occasion = Occasion(
            chat_id=request.chat_id,
            text=request.text,
            mode=mode,
            now=now,
            zone=session.zone,
            budget=session.memory_budget(),
            seed=session.seed,
            standing=standing.ids,
            visible_messages=history.message_ids,
            expansion=_expansion(session, request.text, history),
            is_banned=lambda memory: memory.id in besides or is_on_topic(bans, memory),
            count_tokens=session.count_memories,
        )
        return select(connection, session.embedder, occasion, session.caches)

    fitted = _fitted(session, connection, moment, orders, choose)
    return replace(fitted, wishes=wishes, known=what_is_known(session, connection, request.text))


def compose_again(session: Session, connection: Connection, chat_id: ChatId, turn_id: TurnId) -> Composition:
    """Build the prompt of a chat's last turn once more, from the selection that was stored with it.

    At the turn's own moment, less what is suppressed now; nothing is searched, drawn or renewed again.

    Raises:
        ContextTooLongError: it fits no longer, with another model perhaps.
        TurnRefusedError: its message cannot be read, or it is gone.
    """
    with snapshot(connection):
        moments = messages.turn_moments(connection, [turn_id])
        found = messages.messages_of_turns(connection, [turn_id])[turn_id]
    if turn_id not in moments:
        raise TurnRefusedError("This turn was dropped in another window.", "Open the chat again.")
    at, mode = moments[turn_id]
    user = next((one for one in found if one.role is Role.USER), None)
    if user is None:
        raise TurnRefusedError("This turn is damaged: its message cannot be read.", "Send the message again.")
    # What it asked to forget stays withheld; its bans and pins were stored when the turn was kept.
    said = orders_of(user.text)
    orders = Orders(forgets=said.forgets, claims=said.claims, is_last_unwanted=said.is_last_unwanted)
    bans = banned_with(connection, orders)
    besides = withheld_by(find_wishes(session, connection, orders, chat_id, before_turn=turn_id))
    standing = _standing(session, connection, orders, bans, besides, session.clock.now())
    moment = _Moment(chat_id, user.text, mode, at, bans, standing, before_turn=turn_id)
    stored = _stored_selection(session, connection, turn_id, bans, besides)
    fitted = _fitted(session, connection, moment, Orders(), lambda _history: stored)
    return replace(fitted, known=what_is_known(session, connection, user.text))


def _fitted(
    session: Session,
    connection: Connection,
    moment: _Moment,
    orders: Orders,
    choose: Callable[[History], Selection],
) -> Composition:
    """Write the prompt, dropping more of the history while it does not fit."""
    config = chat_config(session, connection, moment.chat_id)
    system = PromptMessage(Role.SYSTEM, system_text(config.persona, moment.standing.lines))
    (message_tokens,) = session.model.count_tokens([moment.text])
    limit = history_room(session, system, message_tokens)
    hint = overused_hint(_overused_terms(session, connection, moment))
    more_blocks = 0
    while True:
        history = plan_history(
            connection,
            moment.chat_id,
            limit,
            session.count_messages,
            model_name=session.ready_model().name,
            before_turn=moment.before_turn,
            more_blocks=more_blocks,
            room_tokens=limit + message_tokens,
        )
        selection = choose(history)
        # By the block and not by the reason: a reply written again may find other memories standing than its turn did.
        standing = frozenset(moment.standing.ids)
        in_block = [one.memory_id for one in selection.active if one.memory_id not in standing]
        block = read_in_order(connection, in_block)
        prompt = _last_message(session, moment, block, hint)
        prompt_messages = (system, *history.messages, PromptMessage(Role.USER, prompt))
        prompt_tokens = session.model.count_prompt(prompt_messages)
        if prompt_tokens + reply_room(session) <= session.ready_model().n_ctx:
            break
        if not history.messages:
            raise too_long(session, message_tokens, message_tokens + limit)
        more_blocks += 1
    shown = (*read_in_order(connection, moment.standing.ids), *block)
    return Composition(
        mode=moment.mode,
        selection=selection,
        messages=prompt_messages,
        prompt=prompt,
        prompt_tokens=prompt_tokens,
        shown=shown,
        orders=orders,
        rules=ReplyRules(
            bans=moment.bans,
            allowed_keys=moment.bans.hits(moment.text),
            judge=_judge(session, connection, moment, shown),
            last_message=lambda avoid: _last_message(session, moment, block, avoid_hint(avoid)),
            message=moment.text,
        ),
        reply_tokens=reply_room(session),
        dropped_turns=history.dropped_turns,
        config=config,
    )


def _last_message(session: Session, moment: _Moment, block: Sequence[Memory], hint: str) -> str:
    lines = [memory_line(one, session.zone) for one in block]
    return user_text(moment.text, lines, moment.now, session.zone, hint)


def _standing(
    session: Session,
    connection: Connection,
    orders: Orders,
    bans: TopicMatcher,
    besides: frozenset[MemoryId],
    now: datetime,
    *,
    is_preview: bool = False,
) -> StandingBlock:
    """Return the session's block, or for a message that withholds something the one without that."""
    block = session.standing(connection, now, is_preview=is_preview)
    if not (orders.changes_bans or besides):
        return block
    return session.standing_without(connection, now, bans, besides)


def _expansion(session: Session, text: str, history: History) -> tuple[str, ...]:
    """Choose the terms that may re-order, from the last turn in the prompt."""
    users = [one.text for one in history.messages if one.role is Role.USER]
    replies = [one.text for one in history.messages if one.role is Role.ASSISTANT]
    return expansion_terms(text, users[-1] if users else "", replies[-1] if replies else "", session.stemmer)


def _overused_terms(session: Session, connection: Connection, moment: _Moment) -> tuple[str, ...]:
    """Read what the chat's last reply was found to wear out, and the themes of recent loops; never the user's words.

    Nor what is banned: a wish to avoid a word would name it.
    """
    before = messages.last_reply(connection, moment.chat_id, before_turn=moment.before_turn)
    worn = (*(before.overused_terms if before else ()), *active_hints(connection, moment.now))
    said = frozenset(content_terms(moment.text, session.stemmer))
    return tuple(
        one
        for one in dict.fromkeys(worn)
        if said.isdisjoint(content_terms(one, session.stemmer)) and not moment.bans.hits(one)
    )


def _judge(
    session: Session, connection: Connection, moment: _Moment, shown: Sequence[Memory]
) -> Callable[[str], EchoFinding] | None:
    """Return the test for repetition, made on first use; None where the right answer may be given twice."""
    if moment.mode is Mode.ASKED:
        return None
    allowed = [moment.text, *(one.text for one in shown)]

    def judge(draft: str) -> EchoFinding:
        said_before = messages.recent_user_texts(connection, IDF_REPLIES, before_turn=moment.before_turn)
        if is_repeated_message(moment.text, said_before, session.stemmer):
            return EchoFinding(is_repeat=False)
        recent = messages.recent_replies(connection, IDF_REPLIES, before_turn=moment.before_turn)
        aged = [(text, (moment.now - at).total_seconds()) for text, at in recent]
        return EchoModel(aged, session.stemmer).judge(draft, allowed)

    return judge


def read_in_order(connection: Connection, ids: Sequence[MemoryId]) -> tuple[Memory, ...]:
    """Read memories in the order of `ids`; one that is gone is left out."""
    found = memories.read_memories(connection, ids)
    return tuple(found[one] for one in ids if one in found)


def _stored_selection(
    session: Session, connection: Connection, turn_id: TurnId, bans: TopicMatcher, besides: frozenset[MemoryId]
) -> Selection:
    """Read a turn's verdicts; what was in and is suppressed now is out."""
    with snapshot(connection):
        stored = [row.verdict for row in verdicts.of_turn(connection, turn_id)]
        known = memories.read_memories(connection, [one.memory_id for one in stored])
    is_suppressed = session.suppression(connection, bans)
    active, withheld = [], []
    for one in stored:
        if one.kind is VerdictKind.OUT:
            withheld.append(one)
        elif one.kind is VerdictKind.IN and (one.memory_id in besides or is_suppressed(known[one.memory_id])):
            withheld.append(
                replace(one, kind=VerdictKind.OUT, in_reason=None, out_reason=OutReason.SUPPRESSED, until_turn=None)
            )
        elif one.kind is VerdictKind.IN:
            active.append(one)
    return Selection(active=tuple(active), withheld=tuple(withheld), turn_id=turn_id)

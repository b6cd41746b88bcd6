"""The steps that every way to get a reply shares: open its row, stream it, say what it came to.

The one fact that a reader would get wrong: nothing here settles a turn. What is kept, and as what, is decided by
`assistant/turn.py` for a new message and by `assistant/again.py` for a turn that is there already.
"""

import logging
import threading
from collections.abc import Iterator

from assistant.checked_reply import Outlet, checked_reply
from assistant.composition import Composition
from assistant.errors import AssistantError, TurnRefusedError
from assistant.events import Completed, Failed, FinalEvent, Notice, Stopped, TurnEvent, TurnResult
from assistant.known import known_lines
from assistant.model import GenerateRequest, PromptMessage, Sampling
from assistant.recovery import is_answered_elsewhere
from assistant.reply import Draft
from assistant.session import Session
from memory.database import Connection, transaction
from memory.errors import BusyError, DamagedDatabaseError, StoreError
from memory.opening import suspect_damage
from memory.records import ChatId, MessageId, MessageStatus, TurnId
from memory.retrieval import selection_json
from memory.store import chats, messages
from memory.store.messages import NewReply

_LOG = logging.getLogger(__name__)


def open_reply(session: Session, connection: Connection, chat_id: ChatId, composition: Composition) -> MessageId:
    """Make the row that the reply streams to, with the selection of its prompt, and return its id."""
    info = session.ready_model()
    with transaction(connection):
        return messages.add_streaming(
            connection,
            chat_id,
            session.owner,
            selection_json(composition.selection, composition.mode),
            info.name,
            session.clock.now(),
        )


def tell_known(session: Session, composition: Composition, draft: Draft) -> Iterator[TurnEvent]:
    """Tell, before the reply begins, what the store itself answers to the message; the draft's notices take it."""
    if composition.known is not None:
        for line in known_lines(composition.known, session.zone):
            draft.notices.append(line)
            yield Notice(line)


def generate(
    session: Session,
    composition: Composition,
    reply_id: MessageId,
    draft: Draft,
    stop: threading.Event,
    begun: PromptMessage | None = None,
) -> Iterator[TurnEvent]:
    """Stream a reply that passed its checks, saving it while it comes.

    Args:
        session: Model, clock and store.
        composition: The prompt, and what the reply is held to.
        reply_id: The row that the reply is saved to.
        draft: Takes the reply.
        stop: Ends it.
        begun: A reply that was stopped, to be carried on; None begins a new one.
    """
    config = composition.config
    request = GenerateRequest(
        messages=composition.messages,
        max_tokens=composition.reply_tokens,
        sampling=Sampling(
            temperature=config.temperature,
            top_p=config.top_p,
            top_k=config.top_k,
            min_p=config.min_p,
            repeat_penalty=config.repeat_penalty,
            seed=None if config.seed < 0 else config.seed,
        ),
    )
    with session.stream_connection() as stream:

        def save(text: str, reasoning: str) -> None:
            try:
                with transaction(stream):
                    messages.save_stream(stream, reply_id, text, reasoning)
            except BusyError:
                _LOG.warning("a reply could not be saved while it came; the next save has all of it")

        outlet = Outlet(stop, session.clock, save)
        yield from checked_reply(session.model, request, draft, composition.rules, outlet, begun)


def reply_to_keep(session: Session, draft: Draft) -> NewReply | None:
    """Return what there is of a reply; None where it was ended before any text."""
    if draft.status is MessageStatus.STREAMING:
        draft.status = MessageStatus.STOPPED
    if not draft.text and draft.status is not MessageStatus.COMPLETE:
        return None
    info = session.model.info
    return NewReply(
        text=draft.text,
        status=draft.status,
        reasoning=draft.reasoning,
        token_ids=draft.kept_token_ids,
        model_name=info.name if info else "",
        usage=draft.usage,
        is_rewritten=draft.is_rewritten,
        overused_terms=draft.echo.overused_terms if draft.echo else (),
    )


def turn_result(
    connection: Connection,
    chat_id: ChatId,
    turn_id: TurnId,
    composition: Composition,
    reply_id: MessageId,
    draft: Draft,
) -> TurnResult:
    """Return what a kept turn came to."""
    return TurnResult(
        turn_id=turn_id,
        chat_id=chat_id,
        chat_name=chat_name(connection, chat_id),
        mode=composition.mode,
        selection=composition.selection,
        prompt=composition.prompt,
        prompt_tokens=draft.usage.prompt_tokens if draft.usage else composition.prompt_tokens,
        reply=messages.read_messages(connection, [reply_id])[0],
        usage=draft.usage,
        is_rewritten=draft.is_rewritten,
        notices=tuple(draft.notices),
    )


def final_event(draft: Draft, result: TurnResult | None, text: str) -> FinalEvent:
    """Say how a turn ended; the text of a message that was not kept goes back to whoever sent it."""
    returned = "" if result else text
    if draft.failure is not None:
        return Failed(draft.failure.message, draft.failure.hint, result, returned)
    if result is None or draft.status is MessageStatus.STOPPED:
        return Stopped(result, returned)
    return Completed(result)


def chat_name(connection: Connection, chat_id: ChatId) -> str:
    """Return a chat's name, "" where it is gone."""
    chat = chats.read_chat(connection, chat_id)
    return chat.name if chat else ""


def is_closing(error: BaseException) -> bool:
    """Tell whether the driver stopped iterating and keeping failed: then nobody listens, and recovery has the text."""
    if isinstance(error.__context__, GeneratorExit):
        _LOG.error("a stopped reply could not be kept: %s", type(error).__name__)
        return True
    return False


def failed(session: Session, error: AssistantError | StoreError, returned_text: str = "") -> Failed:
    """Turn an expected failure into the turn's last event."""
    if isinstance(error, DamagedDatabaseError):
        suspect_damage(session.folder)
    return Failed(error.message, error.hint, returned_text=returned_text)


def refuse_if_answered_elsewhere(session: Session, connection: Connection, chat_id: ChatId) -> None:
    """Let one program at a time answer a chat.

    Raises:
        TurnRefusedError: another one is at it.
    """
    if is_answered_elsewhere(session, connection, chat_id):
        raise TurnRefusedError(
            "This chat is being answered in another window of Reverie.", "Wait for it, or open another chat."
        )

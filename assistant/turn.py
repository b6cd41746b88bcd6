"""One user message, top to bottom: the data path of a turn as a generator of events.

The one fact that a reader would get wrong: nothing else drives a turn. Screens, commands, scripts and benchmarks all
iterate this generator, and closing it early is the same as stopping.
"""

import logging
import threading
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import replace

from assistant.branches import other_branches
from assistant.checked_reply import Outlet, checked_reply
from assistant.chosen_space import embed_at_once
from assistant.cleaning import clean_text
from assistant.composition import Composition, TurnRequest, compose, compose_again
from assistant.context import warm_next
from assistant.errors import AssistantError, ReplyNotKeptError, TurnRefusedError
from assistant.events import (
    Completed,
    Failed,
    FinalEvent,
    MemoriesChosen,
    Notice,
    Stopped,
    TurnEvent,
    TurnResult,
    TurnStarted,
)
from assistant.keeping import keep, keep_again
from assistant.loading import wait_for_model
from assistant.model import GenerateRequest, Sampling
from assistant.notices import notices_for
from assistant.orders import known_forgets
from assistant.recovery import is_answered_elsewhere, settle_own
from assistant.reply import Draft
from assistant.session import Session
from memory.database import Connection, transaction
from memory.errors import BusyError, DamagedDatabaseError, StoreError
from memory.opening import suspect_damage
from memory.records import ChatId, MessageId, MessageStatus, TurnId
from memory.retrieval import selection_json
from memory.store import chats, memory_ids, messages
from memory.store.messages import NewReply

__all__ = ["TurnRequest", "preview_turn", "regenerate_turn", "run_turn"]

_LOG = logging.getLogger(__name__)


def run_turn(session: Session, request: TurnRequest, stop: threading.Event) -> Iterator[TurnEvent]:
    """Take one message through the whole path, yielding what happens.

    The last event is `Completed`, `Stopped` or `Failed`. Set `stop` from any thread to end the reply where it is.
    """
    text = clean_text(request.text)
    request = TurnRequest(request.chat_id, text, request.mode)
    try:
        with session.one_turn(), session.connection() as connection:
            _refuse_unfit(session, connection, request)
            for line in settle_own(session, connection):
                yield Notice(line)
            yield from _turn(session, connection, request, stop)
    except (AssistantError, StoreError) as error:
        if _is_closing(error):
            return
        # What could not be kept stays in the database as it is: its text must not come back as well.
        yield _failed(session, error, returned_text="" if isinstance(error, ReplyNotKeptError) else text)


def regenerate_turn(session: Session, chat_id: ChatId, stop: threading.Event) -> Iterator[TurnEvent]:
    """Answer a chat's last turn once more: same turn, same memories; the earlier reply stays as an alternative."""
    try:
        with session.one_turn(), session.connection() as connection:
            _last_turn(connection, chat_id)
            _refuse_if_answered_elsewhere(session, connection, chat_id)
            yield from _again(session, connection, chat_id, stop)
    except (AssistantError, StoreError) as error:
        if _is_closing(error):
            return
        yield _failed(session, error)


def _last_turn(connection: Connection, chat_id: ChatId) -> TurnId:
    path = chats.path(connection, chat_id)
    if not path:
        raise TurnRefusedError("There is no reply to write again.", "Send a message first.")
    return path[-1]


def _is_closing(error: BaseException) -> bool:
    """Tell whether the driver stopped iterating and keeping failed: then nobody listens, and recovery has the text."""
    if isinstance(error.__context__, GeneratorExit):
        _LOG.error("a stopped reply could not be kept: %s", type(error).__name__)
        return True
    return False


def _failed(session: Session, error: AssistantError | StoreError, returned_text: str = "") -> Failed:
    if isinstance(error, DamagedDatabaseError):
        suspect_damage(session.folder)
    return Failed(error.message, error.hint, returned_text=returned_text)


def preview_turn(session: Session, request: TurnRequest) -> TurnResult:
    """Build the prompt that this message would get, and change nothing.

    Raises:
        AssistantError: as a turn would fail before its prompt.
    """
    request = TurnRequest(request.chat_id, clean_text(request.text), request.mode)
    with session.connection() as connection:
        composition = compose(session, connection, request, is_preview=True)
        return TurnResult(
            turn_id=composition.selection.turn_id,
            chat_id=request.chat_id,
            chat_name=_chat_name(connection, request.chat_id),
            mode=composition.mode,
            selection=composition.selection,
            prompt=composition.prompt,
            prompt_tokens=composition.prompt_tokens,
            reply=None,
        )


def _refuse_unfit(session: Session, connection: Connection, request: TurnRequest) -> None:
    if not request.text.strip():
        raise TurnRefusedError("The message is empty.", "Write something first.")
    _refuse_if_answered_elsewhere(session, connection, request.chat_id)


def _refuse_if_answered_elsewhere(session: Session, connection: Connection, chat_id: ChatId) -> None:
    if is_answered_elsewhere(session, connection, chat_id):
        raise TurnRefusedError(
            "This chat is being answered in another window of Reverie.", "Wait for it, or open another chat."
        )


def _turn(
    session: Session, connection: Connection, request: TurnRequest, stop: threading.Event
) -> Generator[TurnEvent]:
    """Save, choose, prompt, generate, keep."""
    with transaction(connection):
        message_id = messages.add_pending(connection, request.chat_id, request.text, session.owner, session.clock.now())
        # What is typed from here on is the draft of the next message.
        chats.set_draft(connection, request.chat_id, "")
    is_settled = False
    try:
        yield TurnStarted(request.chat_id, message_id)
        yield from wait_for_model(session, stop)
        if stop.is_set():
            yield Stopped(None, returned_text=request.text)
            return
        composition = compose(session, connection, request)
        yield MemoriesChosen(composition.mode, composition.selection)
        reply_id = _open_reply(session, connection, request.chat_id, composition)
        draft = Draft()
        try:
            yield from _generate(session, composition, reply_id, draft, stop)
        finally:
            # Reached too when the driver stops iterating: then what there is of the reply is kept as stopped.
            # If keeping fails (a full disk), both messages stay as they are and the next start recovers them.
            is_settled = True
            result = _kept_or_left(session, connection, request, composition, message_id, reply_id, draft)
        yield from _notices(result)
        yield _final_event(draft, result, request.text)
        if result is not None:
            warm_next(session, connection, request.chat_id)
    finally:
        if not is_settled:
            with transaction(connection):
                messages.drop_message(connection, message_id)


def _again(session: Session, connection: Connection, chat_id: ChatId, stop: threading.Event) -> Generator[TurnEvent]:
    """Choose as it was chosen, prompt, generate, and keep the new reply in place of the old one."""
    yield from wait_for_model(session, stop)
    if stop.is_set():
        yield Stopped(None)
        return
    # Looked up only now: while the model loaded, another program may have rewound the chat.
    turn_id = _last_turn(connection, chat_id)
    composition = compose_again(session, connection, chat_id, turn_id)
    yield MemoriesChosen(composition.mode, composition.selection)
    reply_id = _open_reply(session, connection, chat_id, composition)
    draft = Draft()
    try:
        yield from _generate(session, composition, reply_id, draft, stop)
    finally:
        result = _keep_again(session, connection, chat_id, turn_id, composition, reply_id, draft)
    if result is not None and (others := other_branches(session, chat_id, turn_id)):
        names = ", ".join(f"“{one.title or one.name}”" for one in others)
        yield Notice(f"This turn is in {names} too: its reply is another one there as well.")
    yield _final_event(draft, result, "")
    if result is not None:
        warm_next(session, connection, chat_id)


def _open_reply(session: Session, connection: Connection, chat_id: ChatId, composition: Composition) -> MessageId:
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


def _generate(
    session: Session, composition: Composition, reply_id: MessageId, draft: Draft, stop: threading.Event
) -> Iterator[TurnEvent]:
    """Stream a reply that passed its checks, saving it while it comes."""
    config = session.config
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
        yield from checked_reply(session.model, request, draft, composition.rules, outlet)


def _kept_or_left(
    session: Session,
    connection: Connection,
    request: TurnRequest,
    composition: Composition,
    message_id: MessageId,
    reply_id: MessageId,
    draft: Draft,
) -> TurnResult | None:
    """Keep the turn; where the store cannot, say that the rows wait as they are.

    Raises:
        ReplyNotKeptError: a full disk, or another program that holds the database.
        StoreError: the chat is gone, and its rows with it.
    """
    try:
        return _keep(session, connection, request, composition, message_id, reply_id, draft)
    except StoreError as error:
        if not messages.read_messages(connection, [message_id]):
            raise
        raise ReplyNotKeptError(error.message, f"{error.hint} What there is of the reply is safe.".strip()) from error


def _keep(
    session: Session,
    connection: Connection,
    request: TurnRequest,
    composition: Composition,
    message_id: MessageId,
    reply_id: MessageId,
    draft: Draft,
) -> TurnResult | None:
    """Store the turn if there is any reply to keep; else drop both messages."""
    reply = _reply_to_keep(session, draft)
    if reply is None:
        with transaction(connection):
            messages.drop_message(connection, reply_id)
            messages.drop_message(connection, message_id)
        return None
    turn_id, lines = keep(
        connection,
        session.embedder,
        chat_id=request.chat_id,
        user_message_id=message_id,
        user_text=request.text,
        reply_id=reply_id,
        reply=reply,
        selection=composition.selection,
        mode=composition.mode,
        shown=composition.shown,
        knobs=session.retrieved_knobs,
        orders=composition.orders,
        now=session.clock.now(),
    )
    embed_at_once(session, connection, memory_ids.ids_of_message(connection, message_id))
    result = _result(connection, request.chat_id, turn_id, composition, reply_id, draft)
    return replace(
        result, notices=(*lines, *notices_for(request.text)), forget_terms=known_forgets(connection, composition.orders)
    )


def _keep_again(
    session: Session,
    connection: Connection,
    chat_id: ChatId,
    turn_id: TurnId,
    composition: Composition,
    reply_id: MessageId,
    draft: Draft,
) -> TurnResult | None:
    """Put the new reply in the old one's place, which stays as an alternative; without text nothing changes."""
    reply = _reply_to_keep(session, draft)
    if reply is None:
        with transaction(connection):
            messages.drop_message(connection, reply_id)
        return None
    try:
        keep_again(
            connection,
            session.embedder,
            turn_id=turn_id,
            reply_id=reply_id,
            reply=reply,
            selection=composition.selection,
            shown=composition.shown,
            knobs=session.retrieved_knobs,
            now=session.clock.now(),
        )
    except StoreError:
        # Unfinished, it would make the chat look answered to other programs for as long as this one runs.
        with suppress(StoreError), transaction(connection):
            messages.drop_message(connection, reply_id)
        raise
    return _result(connection, chat_id, turn_id, composition, reply_id, draft)


def _reply_to_keep(session: Session, draft: Draft) -> NewReply | None:
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


def _result(
    connection: Connection,
    chat_id: ChatId,
    turn_id: TurnId,
    composition: Composition,
    reply_id: MessageId,
    draft: Draft,
) -> TurnResult:
    return TurnResult(
        turn_id=turn_id,
        chat_id=chat_id,
        chat_name=_chat_name(connection, chat_id),
        mode=composition.mode,
        selection=composition.selection,
        prompt=composition.prompt,
        prompt_tokens=draft.usage.prompt_tokens if draft.usage else composition.prompt_tokens,
        reply=messages.read_messages(connection, [reply_id])[0],
        usage=draft.usage,
        is_rewritten=draft.is_rewritten,
    )


def _notices(result: TurnResult | None) -> Iterator[Notice]:
    for line in result.notices if result else ():
        yield Notice(line)


def _final_event(draft: Draft, result: TurnResult | None, text: str) -> FinalEvent:
    returned = "" if result else text
    if draft.failure is not None:
        return Failed(draft.failure.message, draft.failure.hint, result, returned)
    if result is None or draft.status is MessageStatus.STOPPED:
        return Stopped(result, returned)
    return Completed(result)


def _chat_name(connection: Connection, chat_id: ChatId) -> str:
    chat = chats.read_chat(connection, chat_id)
    return chat.name if chat else ""

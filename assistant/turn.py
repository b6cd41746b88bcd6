"""One user message, top to bottom: the data path of a turn as a generator of events.

The one fact that a reader would get wrong: nothing else drives a turn. Screens, commands, scripts and benchmarks all
iterate this generator, and closing it early is the same as stopping.
"""

import threading
from collections.abc import Generator, Iterator
from dataclasses import replace

from assistant import drafts
from assistant.chosen_space import embed_at_once
from assistant.cleaning import clean_text
from assistant.composition import Composition, TurnRequest, compose
from assistant.context import warm_next
from assistant.errors import AssistantError, ReplyNotKeptError, TurnRefusedError
from assistant.events import MemoriesChosen, Notice, Stopped, TurnEvent, TurnResult, TurnStarted
from assistant.keeping import keep
from assistant.loading import wait_for_model
from assistant.notices import notices_for
from assistant.recovery import settle_own
from assistant.reply import Draft
from assistant.session import Session
from assistant.topics import near_banned
from assistant.turn_steps import (
    chat_name,
    failed,
    final_event,
    generate,
    is_closing,
    open_reply,
    refuse_if_answered_elsewhere,
    reply_to_keep,
    tell_known,
    turn_result,
)
from assistant.wishes import asked_to_forget
from memory.database import Connection, transaction
from memory.errors import StoreError
from memory.records import MessageId
from memory.store import chats, memory_ids, messages

__all__ = ["TurnRequest", "preview_turn", "run_turn"]


def run_turn(session: Session, request: TurnRequest, stop: threading.Event) -> Iterator[TurnEvent]:
    """Take one message through the whole path, yielding what happens.

    The last event is `Completed`, `Stopped` or `Failed`. Set `stop` from any thread to end the reply where it is.
    """
    text = clean_text(request.text)
    request = replace(request, text=text)
    try:
        with session.one_turn(), session.connection() as connection:
            _refuse_unfit(session, connection, request)
            for line in settle_own(session, connection):
                yield Notice(line)
            yield from _turn(session, connection, request, stop)
    except (AssistantError, StoreError) as error:
        if is_closing(error):
            return
        # What could not be kept stays in the database as it is: its text must not come back as well.
        yield failed(session, error, returned_text="" if isinstance(error, ReplyNotKeptError) else text)


def preview_turn(session: Session, request: TurnRequest) -> TurnResult:
    """Build the prompt that this message would get, and change nothing.

    Raises:
        AssistantError: as a turn would fail before its prompt.
    """
    request = replace(request, text=clean_text(request.text))
    with session.connection() as connection:
        composition = compose(session, connection, request, is_preview=True)
        return TurnResult(
            turn_id=composition.selection.turn_id,
            chat_id=request.chat_id,
            chat_name=chat_name(connection, request.chat_id),
            mode=composition.mode,
            selection=composition.selection,
            prompt=composition.prompt,
            prompt_tokens=composition.prompt_tokens,
            reply=None,
        )


def _refuse_unfit(session: Session, connection: Connection, request: TurnRequest) -> None:
    if not request.text.strip():
        raise TurnRefusedError("The message is empty.", "Write something first.")
    refuse_if_answered_elsewhere(session, connection, request.chat_id)


def _turn(
    session: Session, connection: Connection, request: TurnRequest, stop: threading.Event
) -> Generator[TurnEvent]:
    """Save, choose, prompt, generate, keep."""
    with transaction(connection):
        message_id = messages.add_pending(connection, request.chat_id, request.text, session.owner, session.clock.now())
        # What is typed from here on is the draft of the next message.
        waiting = chats.read_draft(connection, request.chat_id)
        chats.set_draft(connection, request.chat_id, drafts.without(waiting, request.text))
    is_settled = False
    try:
        yield TurnStarted(request.chat_id, message_id)
        yield from wait_for_model(session, stop)
        if stop.is_set():
            yield Stopped(None, returned_text=request.text)
            return
        composition = compose(session, connection, request)
        draft = Draft()
        yield from tell_known(session, composition, draft)
        yield MemoriesChosen(composition.mode, composition.selection)
        reply_id = open_reply(session, connection, request.chat_id, composition)
        try:
            yield from generate(session, composition, reply_id, draft, stop)
        finally:
            # Reached too when the driver stops iterating: then what there is of the reply is kept as stopped.
            # If keeping fails (a full disk), both messages stay as they are and the next start recovers them.
            is_settled = True
            result = _kept_or_left(session, connection, request, composition, message_id, reply_id, draft)
        # Those of the draft were told while it was written.
        for line in result.notices[len(draft.notices) :] if result else ():
            yield Notice(line)
        yield final_event(draft, result, request.text)
        # A model that broke down is started again by whoever needs it next, who can see it load and stop that.
        if result is not None and draft.failure is None:
            warm_next(session, connection, request.chat_id)
    finally:
        if not is_settled:
            with transaction(connection):
                _return_message(connection, request, message_id)


def _return_message(connection: Connection, request: TurnRequest, message_id: MessageId) -> None:
    """Drop a message that became no turn. Call inside a transaction."""
    messages.drop_message(connection, message_id)
    if request.is_draft:
        typed_since = chats.read_draft(connection, request.chat_id)
        chats.set_draft(connection, request.chat_id, drafts.put_back(typed_since, request.text))


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
    reply = reply_to_keep(session, draft)
    if reply is None:
        with transaction(connection):
            messages.drop_message(connection, reply_id)
            _return_message(connection, request, message_id)
        return None
    turn_id, done = keep(
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
    near = near_banned(session, connection, composition.orders.bans)
    asked = asked_to_forget(connection, composition.orders, composition.wishes)
    result = turn_result(connection, request.chat_id, turn_id, composition, reply_id, draft)
    return replace(
        result,
        notices=(*result.notices, *done, *near, *asked.lines, *notices_for(request.text)),
        forget_terms=asked.terms,
        forget_memories=asked.memories,
    )

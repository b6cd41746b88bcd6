"""Answer a turn that is there already: write its reply again, or carry on one that was stopped.

The one fact that a reader would get wrong: nothing is searched or drawn again. The turn keeps its id, its memories and
its moment; a new reply stands beside the earlier ones, and one that was carried on takes the place of its beginning.
"""

import threading
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import replace

from assistant.branches import other_branches
from assistant.composition import Composition, compose_again
from assistant.context import warm_next
from assistant.doomed import FORGOTTEN_TEXT
from assistant.errors import AssistantError, TurnRefusedError
from assistant.events import MemoriesChosen, Notice, Stopped, TurnEvent, TurnResult
from assistant.keeping import keep_again
from assistant.loading import wait_for_model
from assistant.model import PromptMessage
from assistant.reply import Draft
from assistant.session import Session
from assistant.turn_steps import (
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
from memory.database import Connection, transaction
from memory.errors import StoreError
from memory.records import ChatId, Message, MessageId, MessageStatus, Role, TurnId
from memory.store import chats, messages

NOTHING_TO_ADD = "The model had nothing to add to this reply."


def regenerate_turn(session: Session, chat_id: ChatId, stop: threading.Event) -> Iterator[TurnEvent]:
    """Answer a chat's last turn once more: same turn, same memories; the earlier reply stays as an alternative."""
    yield from _guarded(session, chat_id, stop, is_continuation=False)


def continue_turn(session: Session, chat_id: ChatId, stop: threading.Event) -> Iterator[TurnEvent]:
    """Carry on the kept reply of a chat's last turn from where it was stopped or cut off.

    Its text comes first, as one `Token`; what is kept is the whole. Where the whole had to be written anew (a ban, a
    repetition), the beginning stays as an alternative.
    """
    yield from _guarded(session, chat_id, stop, is_continuation=True)


def _guarded(
    session: Session, chat_id: ChatId, stop: threading.Event, *, is_continuation: bool
) -> Generator[TurnEvent]:
    try:
        with session.one_turn(), session.connection() as connection:
            _last_turn(connection, chat_id)
            refuse_if_answered_elsewhere(session, connection, chat_id)
            yield from _again(session, connection, chat_id, stop, is_continuation=is_continuation)
    except (AssistantError, StoreError) as error:
        if is_closing(error):
            return
        yield failed(session, error)


def _last_turn(connection: Connection, chat_id: ChatId) -> TurnId:
    path = chats.path(connection, chat_id)
    if not path:
        raise TurnRefusedError("There is no reply yet.", "Send a message first.")
    return path[-1]


def _again(
    session: Session, connection: Connection, chat_id: ChatId, stop: threading.Event, *, is_continuation: bool
) -> Generator[TurnEvent]:
    """Choose as it was chosen, prompt, generate, and keep the new reply in place of the old one."""
    yield from wait_for_model(session, stop)
    if stop.is_set():
        yield Stopped(None)
        return
    # Looked up only now: while the model loaded, another program may have rewound the chat.
    turn_id = _last_turn(connection, chat_id)
    old = _beginning(connection, turn_id) if is_continuation else None
    composition = compose_again(session, connection, chat_id, turn_id)
    draft = Draft(reasoning_parts=[old.reasoning] if old is not None and old.reasoning else [])
    yield from tell_known(session, composition, draft)
    yield MemoriesChosen(composition.mode, composition.selection)
    reply_id = open_reply(session, connection, chat_id, composition)
    try:
        yield from generate(session, composition, reply_id, draft, stop, _as_begun(session, old))
    finally:
        result = _keep_again(session, connection, chat_id, turn_id, composition, reply_id, draft, old)
    if result is not None and (others := other_branches(session, chat_id, turn_id)):
        names = ", ".join(f"“{one.title or one.name}”" for one in others)
        line = f"This turn is in {names} too: its reply is another one there as well."
        result = replace(result, notices=(*result.notices, line))
        yield Notice(line)
    is_silent = draft.failure is None and draft.status is not MessageStatus.STOPPED
    if result is None and is_silent and old is not None:
        yield Notice(NOTHING_TO_ADD)
    yield final_event(draft, result, "")
    if result is not None and draft.failure is None:
        warm_next(session, connection, chat_id)


def _beginning(connection: Connection, turn_id: TurnId) -> Message:
    """Return the reply to carry on.

    Raises:
        TurnRefusedError: it holds no text that could be carried on.
    """
    found = messages.messages_of_turns(connection, [turn_id])[turn_id]
    kept = next((one for one in found if one.role is Role.ASSISTANT and one.is_kept), None)
    if kept is None or not kept.text or kept.text == FORGOTTEN_TEXT:
        raise TurnRefusedError("This reply has no text to carry on.", "Have it written again instead.")
    return kept


def _as_begun(session: Session, old: Message | None) -> PromptMessage | None:
    if old is None:
        return None
    # Ids that another model generated mean nothing to this one.
    is_own = old.model_name == session.ready_model().name
    return PromptMessage(Role.ASSISTANT, old.text, old.token_ids if is_own else ())


def _keep_again(
    session: Session,
    connection: Connection,
    chat_id: ChatId,
    turn_id: TurnId,
    composition: Composition,
    reply_id: MessageId,
    draft: Draft,
    old: Message | None,
) -> TurnResult | None:
    """Put the new reply in the old one's place, which stays as an alternative; without new text nothing changes."""
    reply = reply_to_keep(session, draft)
    if reply is None or (old is not None and reply.text == old.text):
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
            beginning=old.id if old is not None and reply.text.startswith(old.text) else None,
        )
    except StoreError:
        # Unfinished, it would make the chat look answered to other programs for as long as this one runs.
        with suppress(StoreError), transaction(connection):
            messages.drop_message(connection, reply_id)
        raise
    return turn_result(connection, chat_id, turn_id, composition, reply_id, draft)

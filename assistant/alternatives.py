"""Choose between the replies that a turn was given: make an earlier one the kept reply again.

The one fact that a reader would get wrong: nothing is generated or drawn anew. The turn keeps its id, its verdict rows
and its moment; only the memories of the reply change, since those of a reply that is not kept would speak for it.
"""

from assistant.doomed import FORGOTTEN_TEXT
from assistant.errors import NotFoundError
from assistant.keeping import replace_own_words
from assistant.session import Session
from memory.capture import Statement, prepare
from memory.database import Connection, transaction
from memory.records import Memory, Message, MessageId, Provenance, Role, TurnId
from memory.store import memories, presence, verdicts
from memory.store.messages import keep_alternative as keep_stored
from memory.store.messages import messages_of_turns


def keep_alternative(session: Session, turn_id: TurnId, message_id: MessageId) -> Message:
    """Make one of a turn's replies the kept one; its memories replace those of the reply that was kept.

    Returns:
        The reply as it is kept now.

    Raises:
        NotFoundError: the turn has no such reply, or its words were forgotten.
        TurnRefusedError: a reply is being written.
    """
    now = session.clock.now()
    with session.one_turn(), session.connection() as connection:
        user, wanted = _find(connection, turn_id, message_id)
        if wanted.is_kept:
            return wanted
        its_words = Statement(
            wanted.text,
            Provenance.ASSISTANT_SAID,
            wanted.created_at,
            chat_id=user.chat_id,
            message_id=wanted.id,
            knobs=session.retrieved_knobs,
            shown=_shown(connection, turn_id),
            answers=user.text,
        )
        captured = prepare(its_words, session.embedder)
        with transaction(connection):
            # Another program may have rewound the chat or forgotten the words meanwhile.
            _find(connection, turn_id, message_id)
            keep_stored(connection, turn_id, message_id)
            replace_own_words(connection, turn_id, captured, now, before_text=user.text)
            presence.note_activity(connection, now)
        return _find(connection, turn_id, message_id)[1]


def _find(connection: Connection, turn_id: TurnId, message_id: MessageId) -> tuple[Message, Message]:
    """Return the user's message of a turn, and the wanted reply to it."""
    found = messages_of_turns(connection, [turn_id])[turn_id]
    user = next((one for one in found if one.role is Role.USER), None)
    wanted = next((one for one in found if one.id == message_id and one.role is Role.ASSISTANT), None)
    if user is None or wanted is None:
        raise NotFoundError(f"Turn {turn_id} has no such reply.")
    if wanted.text == FORGOTTEN_TEXT:
        raise NotFoundError("The words of that reply were forgotten.", "Have the reply written again instead.")
    return user, wanted


def _shown(connection: Connection, turn_id: TurnId) -> tuple[Memory, ...]:
    """Read what the turn's prompt held: a reply that only restates one of these makes no memory of its own."""
    return tuple(memories.read_memories(connection, verdicts.in_prompt_of(connection, turn_id)).values())

"""How many tokens each part of a prompt may take.

The one fact that a reader would get wrong: the memory block's room is set aside whole on every turn, used or not, so that
the history's beginning does not waver with what memory finds.
"""

from assistant.errors import ContextTooLongError
from assistant.history import MESSAGE_OVERHEAD_TOKENS
from assistant.model import PromptMessage
from assistant.session import Session

# The moment, the block's heading, a hint, and the template around the last message.
_PROMPT_OVERHEAD_TOKENS = 128
# A model with a small context keeps at least three quarters of it for the prompt.
_LARGEST_REPLY_SHARE = 4
# Where the persona leaves less than this for a message, it is the persona that is too long.
_SMALLEST_MESSAGE_ROOM_TOKENS = 128


def reply_room(session: Session) -> int:
    """Return the tokens kept free for the reply."""
    return min(session.config.max_reply_tokens, session.ready_model().n_ctx // _LARGEST_REPLY_SHARE)


def history_room(session: Session, system: PromptMessage, message_tokens: int) -> int:
    """Return the tokens that reply, system message, memory block and message leave for the history.

    Raises:
        ContextTooLongError: the message alone is more than there is, or the persona leaves no room for any.
    """
    (system_tokens,) = session.model.count_tokens([system.text])
    overhead = 2 * MESSAGE_OVERHEAD_TOKENS + _PROMPT_OVERHEAD_TOKENS
    fixed = reply_room(session) + system_tokens + overhead + session.memory_budget().max_tokens
    room = session.ready_model().n_ctx - fixed - message_tokens
    if room < 0:
        raise too_long(session, message_tokens, message_tokens + room)
    return room


def too_long(session: Session, needed_tokens: int, available_tokens: int) -> ContextTooLongError:
    """Say in numbers what does not fit: the message, or the persona where that has taken the message's room."""
    available = max(0, available_tokens)
    (persona_tokens,) = session.model.count_tokens([session.config.persona])
    persona_room = max(0, persona_tokens + available_tokens - _SMALLEST_MESSAGE_ROOM_TOKENS)
    if persona_tokens > persona_room:
        return ContextTooLongError(
            f"The persona (a setting) has {persona_tokens:,} tokens; this model has room for {persona_room:,}.",
            "Shorten it (`reverie config set persona TEXT`), or choose a model with a larger context.",
            needed_tokens=persona_tokens,
            available_tokens=persona_room,
        )
    return ContextTooLongError(
        f"This message has {needed_tokens:,} tokens; this model has room for {available:,}.",
        "Shorten it, or choose a model with a larger context.",
        needed_tokens=needed_tokens,
        available_tokens=available,
    )

"""A clock that stands still, and the records that the hand-written assistant is made of."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from memory.records import (
    Chat,
    ChatId,
    Message,
    MessageId,
    MessageStatus,
    Role,
    TurnId,
)
from tests.tui.fake_memories import NOW

if TYPE_CHECKING:
    from memory.retrieval import Selection


class FixedClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: datetime = NOW) -> None:
        self.moment = now
        self.elapsed_s = 0.0

    def now(self) -> datetime:
        return self.moment

    def monotonic_s(self) -> float:
        return self.elapsed_s


def a_selection() -> "Selection":
    from memory.retrieval import Selection  # noqa: PLC0415 - brings numpy, which a bare screen does without

    return Selection()


def a_chat(number: int, title: str, *, hours_ago: int = 0) -> Chat:
    at = NOW - timedelta(hours=hours_ago)
    return Chat(id=ChatId(number), name=f"chat-{number}", title=title, created_at=at, updated_at=at)


def a_message(number: int, role: Role, text: str, *, chat_id: ChatId, turn_id: TurnId | None = None) -> Message:
    return Message(
        id=MessageId(number),
        chat_id=chat_id,
        role=role,
        text=text,
        status=MessageStatus.COMPLETE,
        created_at=NOW - timedelta(minutes=30),
        turn_id=turn_id,
    )

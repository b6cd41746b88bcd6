"""The history part of a prompt: which kept turns of a chat are still in it.

The one fact that a reader would get wrong: where the history begins is stored nowhere. It is worked out from the turns
themselves, in blocks of a quarter of the room, so that it moves seldom and a restart finds the same place.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from assistant.model import PromptMessage
from memory.database import Connection
from memory.records import ChatId, Message, MessageId, TurnId
from memory.store import chats, messages

BLOCKS = 4
# What a chat template spends around one message: role, start, end.
MESSAGE_OVERHEAD_TOKENS = 8
_BYTES_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class History:
    """Kept turns as they stand in the prompt.

    Args:
        messages: Oldest first.
        message_ids: Whose text is visible to the model.
        dropped_turns: How many of the chat's oldest turns are out of the prompt.
        first_turn: The first turn in the prompt, or None.
    """

    messages: tuple[PromptMessage, ...]
    message_ids: frozenset[MessageId]
    dropped_turns: int
    first_turn: TurnId | None


def plan_history(
    connection: Connection,
    chat_id: ChatId,
    limit_tokens: int,
    count_messages: Callable[[Sequence[Message]], Sequence[int]],
    *,
    model_name: str,
    before_turn: TurnId | None = None,
    more_blocks: int = 0,
    room_tokens: int | None = None,
) -> History:
    """Choose the history of a chat's next turn.

    Args:
        connection: The store.
        chat_id: The chat.
        limit_tokens: Room for the history.
        count_messages: Counts the model's tokens of message contents, all at once.
        model_name: What is loaded: token ids that another model generated mean nothing to it.
        before_turn: Look from this turn instead of the chat's end (a regenerated reply).
        more_blocks: Drop so many blocks beyond what the limit asks.
        room_tokens: The room beside an empty message, whose quarters are the blocks: with a room that each message's
            length changes, the blocks would begin elsewhere on each turn. None = `limit_tokens`.
    """
    path = [turn for turn in chats.path(connection, chat_id) if before_turn is None or turn < before_turn]
    block_tokens = max(1, (limit_tokens if room_tokens is None else room_tokens) // BLOCKS)
    starts = _block_starts(messages.turn_bytes(connection, path), block_tokens)
    first = _first_fitting(connection, path, starts, limit_tokens, count_messages)
    first = min(len(path), _later_block(starts, first, more_blocks, len(path)))
    kept = _kept_messages(connection, path[first:])
    return History(
        messages=tuple(_prompt_message(one, model_name) for one in kept),
        message_ids=frozenset(one.id for one in kept),
        dropped_turns=first,
        first_turn=path[first] if first < len(path) else None,
    )


def _prompt_message(message: Message, model_name: str) -> PromptMessage:
    return PromptMessage(message.role, message.text, message.token_ids if message.model_name == model_name else ())


def _block_starts(turn_bytes: Sequence[int], block_tokens: int) -> list[int]:
    """List the turns at which a block of estimated tokens begins, the first turn included."""
    starts, before = [0], 0
    for place, size in enumerate(turn_bytes[:-1], start=1):
        after = before + size // _BYTES_PER_TOKEN
        if after // block_tokens > before // block_tokens:
            starts.append(place)
        before = after
    return starts


def _first_fitting(
    connection: Connection,
    path: Sequence[TurnId],
    starts: Sequence[int],
    limit_tokens: int,
    count_messages: Callable[[Sequence[Message]], Sequence[int]],
) -> int:
    """Find the earliest block start from which all turns fit, walking back from the end.

    Where not even the last block fits, one turn in it is huge: then as many of the last turns as fit.
    """
    room, end = limit_tokens, len(path)
    for start in reversed(starts):
        costs = _turn_costs(connection, path[start:end], count_messages)
        if sum(costs) > room:
            return end - (_fitting_at_end(costs, room) if end == len(path) else 0)
        room -= sum(costs)
        end = start
    return end


def _turn_costs(
    connection: Connection,
    turn_ids: Sequence[TurnId],
    count_messages: Callable[[Sequence[Message]], Sequence[int]],
) -> list[int]:
    """Count what each turn costs in the prompt."""
    found = messages.messages_of_turns(connection, turn_ids)
    kept = [(turn_id, one) for turn_id in turn_ids for one in found[turn_id] if one.is_kept]
    costs = dict.fromkeys(turn_ids, 0)
    for (turn_id, _), tokens in zip(kept, count_messages([one for _, one in kept]), strict=True):
        costs[turn_id] += tokens + MESSAGE_OVERHEAD_TOKENS
    return list(costs.values())


def _fitting_at_end(costs: Sequence[int], room: int) -> int:
    """Count how many of the last costs fit together."""
    sums = accumulate(reversed(costs))
    return sum(total <= room for total in sums)


def _later_block(starts: Sequence[int], first: int, more_blocks: int, length: int) -> int:
    if more_blocks == 0:
        return first
    later = [start for start in starts if start > first]
    return later[more_blocks - 1] if more_blocks <= len(later) else length


def _kept_messages(connection: Connection, turn_ids: Sequence[TurnId]) -> list[Message]:
    found = messages.messages_of_turns(connection, turn_ids)
    return [one for turn_id in turn_ids for one in found[turn_id] if one.is_kept]

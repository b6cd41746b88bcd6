"""The names by which the user goes.

The one fact that a reader would get wrong: only what could stand in the standing block is read, since a name that the
user told is an identity.
"""

from memory.database import Connection
from memory.rules.slots import USER, slots_of
from memory.store import memories, memory_ids


def user_names(connection: Connection) -> tuple[str, ...]:
    """Read the names by which the user goes, as they told them; replies may say them as often as they like."""
    stated = memories.read_memories(connection, memory_ids.standing_ids(connection)).values()
    return tuple(
        slot.value
        for memory in stated
        for slot in slots_of(memory.text)
        if slot.name == "name" and slot.subject == USER
    )

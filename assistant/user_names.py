"""The names by which the user goes.

The one fact that a reader would get wrong: only what could stand in the standing block is read, since a name that the
user told is an identity.
"""

import re
from collections.abc import Iterator

from memory.database import Connection
from memory.rules.slots import USER, slots_of
from memory.store import memories, memory_ids

# "I'm Dana." fills no slot, since "I'm Dutch" looks the same; a name that is none does no harm here.
_BARE_NAME = re.compile(r"\bI(?:['’]m| am) ([A-Z][\w-]+)")


def user_names(connection: Connection) -> tuple[str, ...]:
    """Read the names by which the user goes, as they told them; replies may say them as often as they like."""
    stated = memories.read_texts(connection, memory_ids.identity_ids(connection))
    return tuple(dict.fromkeys(name for text in stated for name in _names_in(text)))


def _names_in(text: str) -> Iterator[str]:
    yield from (slot.value for slot in slots_of(text) if slot.name == "name" and slot.subject == USER)
    yield from _BARE_NAME.findall(text)

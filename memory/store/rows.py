"""Small shared mappings between Python values and stored ones: moments, id lists, token ids."""

import array
import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def to_ms(moment: datetime) -> int:
    """Map an aware moment to whole milliseconds since 1970 (UTC), rounding down.

    Raises:
        ValueError: the moment has no time zone.
    """
    if moment.tzinfo is None:
        raise ValueError("a stored moment needs a time zone")
    return (moment - _EPOCH) // _MILLISECOND


def from_ms(milliseconds: int) -> datetime:
    """Map stored milliseconds back to an aware moment in UTC."""
    return _EPOCH + milliseconds * _MILLISECOND


def optional_moment(milliseconds: int | None) -> datetime | None:
    """Map a nullable stored moment."""
    return None if milliseconds is None else from_ms(milliseconds)


def id_list(ids: Iterable[int]) -> str:
    """Write ids as JSON, to be read in SQL by `json_each`."""
    return json.dumps(list(ids))


def pack_token_ids(token_ids: Iterable[int]) -> bytes:
    """Store token ids as 32-bit integers in this machine's byte order."""
    return array.array("i", token_ids).tobytes()


def unpack_token_ids(blob: bytes) -> tuple[int, ...]:
    """Read what `pack_token_ids` wrote."""
    ids = array.array("i")
    ids.frombytes(blob)
    return tuple(ids)

"""JSON that other programs wrote: read strictly, described in words, written for the store.

The one fact that a reader would get wrong: a lone half of a surrogate pair is legal JSON and no Unicode. Such halves are
replaced here, so that nothing behind this module fails to encode what it was given.
"""

import json
import math
from collections.abc import Callable, Iterable

from memory.errors import ImportFileError

Clean = Callable[[str], str]
"""Makes a text safe to show."""

_PNG = b"\x89PNG"
_MOST_LEVELS = 100
_SHOWN_CHARACTERS = 60


def read_json(content: bytes, *, hint: str, lost: list[tuple[str, object]]) -> object:
    """Read strict JSON in UTF-8, 16 or 32, with or without a byte order mark.

    Args:
        content: The file.
        hint: What kind of file was expected, for the errors.
        lost: Takes each name that an object gives again further down, with the value that it loses by that.

    Raises:
        ImportFileError: it is none; says where.
    """
    if content.startswith(_PNG):
        raise ImportFileError("This is a picture, not JSON.", "Export the character card as JSON.")
    if not content.strip():
        raise ImportFileError("The file is empty.", hint)
    try:
        root = json.loads(
            content,
            parse_constant=_refuse_constant,
            parse_float=_finite,
            object_pairs_hook=lambda pairs: _object(pairs, lost),
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ImportFileError(f"This is not JSON: {error.msg} ({where}).", hint) from error
    except (ValueError, RecursionError) as error:
        raise ImportFileError(f"This is not JSON: {_first_line(str(error))}.", hint) from error
    if _is_deeper(root, _MOST_LEVELS):
        raise ImportFileError(f"This file nests values more than {_MOST_LEVELS} levels deep.", hint)
    return _without_half_pairs(root)


def _object(pairs: list[tuple[str, object]], lost: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        last = {name: place for place, (name, _) in enumerate(pairs)}
        lost += [pair for place, pair in enumerate(pairs) if place != last[pair[0]]]
    return values


def write_json(value: object) -> str:
    """Write foreign JSON for the store, in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _is_deeper(root: object, levels: int) -> bool:
    """Tell whether values are nested so deep that writing them again could fail."""
    layer = [root]
    for _ in range(levels):
        layer = [inner for one in layer for inner in _inner(one)]
        if not layer:
            return False
    return True


def _inner(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _refuse_constant(name: str) -> object:
    """Refuse NaN and Infinity, which Python's reader would take."""
    raise ValueError(f"{name} is no JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"{digits[:_SHOWN_CHARACTERS]} is too large a number")
    return number


def _first_line(words: str) -> str:
    return words.splitlines()[0].rstrip(".") if words else "it cannot be read"


def _without_half_pairs(root: object) -> object:
    written = write_json(root)
    try:
        written.encode()
    except UnicodeEncodeError:
        whole: object = json.loads(written.encode("utf-8", "replace"))
        return whole
    return root


def told_value(value: object, clean: Clean) -> str:
    """Say what a value is, in a few words on one line."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return told_line(json.dumps(value, ensure_ascii=False), clean)


def told_line(text: str, clean: Clean) -> str:
    """Return a text of a file on one line, cut to a few words."""
    shown = " ".join(clean(text).split())
    return shown if len(shown) <= _SHOWN_CHARACTERS else shown[:_SHOWN_CHARACTERS] + "…"

"""What is wrong with a line of a replay script, in one line of words: the field, what was expected, and why.

The one fact that a reader would get wrong: whatever a script holds is cut before it is told, so that a line of a
megabyte makes no complaint of a megabyte.
"""

from collections.abc import Mapping
from typing import Any

from assistant.cleaning import clean_line
from assistant.errors import ConfigError, ContextTooLongError, NotFoundError
from memory.errors import ImportFileError, TermError

_SHOWN_CHARACTERS = 60
_LONGEST_WORDS = 500
# The fields that name something which must be there.
_REFERENCES = ("id", "to_turn", "from_turn", "term", "intervention")
# Those that name something which must be new.
_NEW_NAMES = {"memory": "id", "branch": "name"}


class ScriptError(Exception):
    """A line of a script that cannot be run, in one line of words."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(f"line {line}: {cut(clean_line(words), _LONGEST_WORDS)}")


class FieldError(Exception):
    """A value that is of the right type and yet cannot be: its field, and what was expected."""

    def __init__(self, field: str, expected: str) -> None:
        super().__init__(f'"{field}": expected {expected}')


def told(do: str, fields: Mapping[str, Any], error: Exception) -> str:
    """Say why a command failed: the field and what was expected, where a field is at fault, else the command.

    Args:
        do: The command.
        fields: Checked, with the defaults.
        error: What it came to.
    """
    match error:
        case FieldError():
            return str(error)
        case NotFoundError():
            name = next((one for one in _REFERENCES if fields.get(one) is not None), do)
            expected = "one that is there"
        case TermError():
            name, expected = "term" if "term" in fields else "text", "a topic"
        case ImportFileError():
            name, expected = "path", "a file that can be imported"
        case ConfigError():
            name, expected = "config", "settings as in config.toml"
        case ContextTooLongError():
            name, expected = "text", "a shorter message"
        case ValueError() if do in _NEW_NAMES:
            return f'"{_NEW_NAMES[do]}": expected a new one, {error}'
        case _:
            return f"{do}: {error}"
    return f'"{name}": expected {expected}. {error}'


def shown(value: object) -> str:
    """Write a value of a script, cut."""
    return cut(repr(value))


def cut(words: str, most: int = _SHOWN_CHARACTERS) -> str:
    """Return words of at most so many characters, with an ellipsis where there were more."""
    return words if len(words) <= most else words[:most] + "…"

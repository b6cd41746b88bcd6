"""What is wrong with one key of the settings.

The one fact that a reader would get wrong: the reason is half a sentence without its subject, because a screen that
shows it stands beside the key already, and a line of the shell does not.
"""

import shlex

from assistant.errors import ConfigError


class SettingError(ConfigError):
    """One key, or its value, that cannot be used.

    Args:
        message: The whole sentence, for a line that stands alone.
        hint: What to do.
        key: The key's name, as `reverie config` takes it.
        reason: What is said of the value: "must be a number, 0 to 2"; "" where only the whole sentence says it.
    """

    def __init__(self, message: str, hint: str = "", *, key: str, reason: str = "") -> None:
        super().__init__(message, hint)
        self.key = key
        self.reason = reason


def bad_value(key: str, reason: str, hint: str = "", *, value: object = None, where: str = "") -> SettingError:
    """Say what is wrong with a value; `value` is repeated in the sentence, and None is not."""
    repeated = "" if value is None else f", not {value!r}"
    return SettingError(f'{at(where)}"{key}" {reason}{repeated}.', hint, key=key, reason=reason)


def with_repair(error: SettingError) -> SettingError:
    """Return the same error of a file that cannot be used, with the command that makes it usable again."""
    repair = f"`reverie config unset {shlex.quote(error.key)}` takes it out."
    return SettingError(error.message, f"{error.hint} {repair}".strip(), key=error.key, reason=error.reason)


def at(where: str) -> str:
    """Return a place as the beginning of a message."""
    return f"{where}: " if where else ""

"""What a chat has of its own, as `/set` tells and takes it: the same in the app and line by line.

The one fact that a reader would get wrong: "default" takes a value back; an empty word only asks.
"""

from collections.abc import Callable, Sequence

from assistant.chat_settings import ChatSetting
from tui import wording

_LONGEST = 60


def set_lines(
    words: str, found: Sequence[ChatSetting], change: Callable[[str, str], Sequence[ChatSetting]]
) -> list[str]:
    """Carry out `/set [KEY [VALUE]]` and return what to say.

    Args:
        words: What stands behind `/set`.
        found: What the chat has now.
        change: Gives the chat its own value of a key; raises ConfigError.
    """
    key, _, value = words.strip().partition(" ")
    if not key:
        return [setting_line(one) for one in found]
    if value.strip():
        found = change(key, value.strip())
    return [setting_line(one) for one in found if one.key == key] or [
        f"A chat has no {key!r} of its own. There are {', '.join(one.key for one in found)}."
    ]


def setting_line(one: ChatSetting) -> str:
    """Say one value and whose it is: "temperature = 0.3 (this chat's own; 0.7 in the settings)"."""
    common = wording.shorten(wording.value_words(one.common), _LONGEST)
    if one.own is None:
        return f"{one.key} = {common}"
    return f"{one.key} = {wording.shorten(wording.value_words(one.own), _LONGEST)} (this chat's own; {common} in the settings)"

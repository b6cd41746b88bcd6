"""What lists call a chat that nobody named: how its first message begins; and how to tell that from a name someone gave.

The one fact that a reader would get wrong: a title is words of the chat, and goes where its message goes.
"""

TITLE_CHARACTERS = 60
_CUT = "…"


def title_of(text: str) -> str:
    """Return the beginning of a message on one line of at most 60 characters, cut with an ellipsis; "" of a blank one."""
    # So many words are longer than a title in any case, and a message may be long.
    line = " ".join(text.split(maxsplit=TITLE_CHARACTERS)[:TITLE_CHARACTERS])
    return line if len(line) <= TITLE_CHARACTERS else line[: TITLE_CHARACTERS - 1].rstrip() + _CUT


def is_title_of(title: str, text: str) -> bool:
    """Tell whether a title is a text on one line, or its beginning, by whichever length it was cut."""
    line = " ".join(text.split())
    return bool(title) and (title == line or (title.endswith(_CUT) and line.startswith(title[:-1].rstrip())))

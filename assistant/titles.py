"""What lists call a chat that nobody named: how its first message begins.

The one fact that a reader would get wrong: a title is words of the chat, and goes with them when they are forgotten.
"""

TITLE_CHARACTERS = 60


def title_of(text: str) -> str:
    """Return the beginning of a message on one line of at most 60 characters, cut with an ellipsis; "" of a blank one."""
    # So many words are longer than a title in any case, and a message may be long.
    line = " ".join(text.split(maxsplit=TITLE_CHARACTERS)[:TITLE_CHARACTERS])
    return line if len(line) <= TITLE_CHARACTERS else line[: TITLE_CHARACTERS - 1].rstrip() + "…"

"""How a prompt quotes a memory, and what of a reply is no more than such a quotation.

The one fact that a reader would get wrong: small models copy the form. A reply that says `"I had pancakes" (told you,
2026-11-30)` was not told that by anyone: it is the prompt coming back, and must not become a memory of its own.
"""

import re

USER, ASSISTANT, NOTE, SUMMARY = "told you", "you said", "note", "summary"
# How they stood in the prompts that older replies answered.
_BEFORE = "the user|you"
_SUPERSEDED = ", superseded: no longer true"
_SAID = rf"(?:{USER}|{ASSISTANT}|{NOTE}|{SUMMARY}|{_BEFORE}),[ \t]*\d{{4}}-\d{{2}}-\d{{2}}(?:{_SUPERSEDED})?"
_QUOTATION = re.compile(rf'"[^"\n]*"[ \t]*\({_SAID}\)', re.IGNORECASE)
_MARK = re.compile(rf"\(?\b{_SAID}\)?", re.IGNORECASE)
# What is left of a line of quotations: a list's mark, "A:", punctuation.
_EMPTY_LINE = re.compile(r"[\W_]*(?:\w{1,9}:)?[\W_]*")


def quotation(text: str, speaker: str, date: str, *, is_superseded: bool = False) -> str:
    """Quote a text on one line with who said it and when.

    Example: `- "I prefer tea over coffee" (told you, 2026-01-05)`.

    Args:
        text: Verbatim; runs of space become one, double quotes single ones.
        speaker: One of the words above.
        date: ISO 8601.
        is_superseded: Whether it holds no longer.
    """
    quoted = " ".join(text.split()).replace('"', "'")
    return f'- "{quoted}" ({speaker}, {date}{_SUPERSEDED if is_superseded else ""})'


def without_quotations(text: str) -> str:
    """Take quotations of that form, and marks of speaker and date alone, out of a reply.

    Returns:
        The text itself, byte for byte, where there is none; else the lines that say something besides.
    """
    rest = _MARK.sub(" ", _QUOTATION.sub(" ", text))
    if rest == text:
        return text
    return "\n".join(line.strip() for line in rest.split("\n") if not _EMPTY_LINE.fullmatch(line)).strip()


def without_marks(text: str) -> str:
    """Take the marks of speaker and date out of a reply and leave what was quoted."""
    return _MARK.sub(" ", text)

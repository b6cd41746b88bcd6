"""What a reader sees of Markdown inside a word: "**Br**uno", "[Br](x)uno" and "Br&#117;no" are all painted "Bruno".

The one fact that a reader would get wrong: this is no renderer. It only takes away what Markdown does not paint where two
letters would meet; blocks, lists and code stay as they are, and what is taken away too much ("[s]he") can only make a
ban hit more.
"""

import html
import re

import regex

# A link or picture: its text is painted, its target is not. Targets may hold one pair of parentheses.
_LINK = regex.compile(r"!?\[((?:[^\[\]\\\n]|\\.)*)\]\((?:[^()\n]|\([^()\n]*\))*\)")
_LONGEST_LINK = 2_000
_MARKS_INSIDE = re.compile(r"(?<=\w)[*~`\[\]]+(?=\w)")
MARKUP = re.compile(r"[*~`&\[]")


def shown(text: str) -> str:
    """Return `text` as it reads once Markdown has painted it; the same object where there is no markup."""
    if MARKUP.search(text) is None:
        return text
    bare = text
    if "](" in bare:
        bare = _LINK.sub(r"\1", bare)
    if "&" in bare:
        bare = html.unescape(bare)
    return _MARKS_INSIDE.sub("", bare)


def last_links(text: str) -> list[tuple[int, int]]:
    """Return where links lie in a text that is still being written, in order: whole ones, and one that may yet become one.

    Returns:
        Pairs of start and end; an open link ends at the end of the text.
    """
    found = [match.span() for match in _LINK.finditer(text)]
    begin = found[-1][1] if found else 0
    for match in re.finditer(r"!?\[", text[begin:]):
        start = begin + match.start()
        if len(text) - start <= _LONGEST_LINK and _LINK.fullmatch(text, start, partial=True) is not None:
            return [*found, (start, len(text))]
    return found

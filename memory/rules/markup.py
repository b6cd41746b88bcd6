"""Markup as a reader sees it: the words of a text whose Markdown, HTML tags and entities are rendered away.

The one fact a reader would get wrong: this is one reading of two, not a parser. Whether `[a](b)` is a link or stands in
code is not decided here, so whoever looks for a word looks in the text as it is written too. Both together miss nothing
that a renderer shows; that they may find a little more is meant.
"""

import html
import re
from collections.abc import Callable
from functools import partial

import regex

# Emphasis, strike-through, code and the brackets that open a link: inside a word they hide it, elsewhere they are gaps.
_MARKS = "*_~`["
# What renders as nothing or as another character, and may hold spaces.
_CONSTRUCT = r"""
    (?(DEFINE)(?P<line>\n(?![^\S\n]*+\n)))                        # a title may go over lines, but no empty ones
    \](?:                                                        # the end of a link's text, alone or with
      (?P<hidden>
        \(\s*+                                                   # where the link goes: <...>, or no spaces and
        (?:<(?:\\.|[^<>\\\n])*+>                                 # parentheses in pairs
          |(?P<bare>(?:[^\s()\\]++|\\[!-~]|\\(?![!-~])|\((?&bare)\))*+))
        (?:\s++(?:"(?:[^"\\\n]++|\\.|(?&line))*+"|'(?:[^'\\\n]++|\\.|(?&line))*+'|\((?:[^()\\\n]++|\\.|(?&line))*+\)))?+
        \s*+\)
       |\[(?:[^\[\]\\\n]++|\\.|(?&line))*+\](?!\()                # or its reference, unless that is a link
      ))?
  | </?(?P<tag>[a-z][a-z0-9-]*+)(?:\s++[a-z-]++="[^"<>]*+")*+\s*+/?>
  | <!--(?:[^-]++|-(?!->))*+-->
  | (?P<entity>&(?:\#[0-9]{1,7}|\#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)
  | \\(?P<escaped>[!-/:-@\[-`{-~])
"""
_FLAGS = regex.VERBOSE | regex.IGNORECASE | regex.DOTALL
_CONSTRUCTS = regex.compile(_CONSTRUCT, _FLAGS)
_SYNTAX = regex.compile(rf"{_CONSTRUCT} | !(?=\[) | [{regex.escape(_MARKS)}]", _FLAGS)
# Letters, digits and what else words hold: all but the other ASCII characters.
_IN_WORD = r"[^\x00-\"$-&(-*,-/:-@\[-`{-\x7f]"
# Without one of these no word is hidden. Each begins with a rare character, since every text is searched for it.
_MAY_HIDE = re.compile(
    rf"[*_~`\[\]&<\\](?:(?<=[&<\\])|(?<=!\[)|(?<=\])[(\[]|(?<={_IN_WORD}.)[*_~`\[\]]*+{_IN_WORD})", re.DOTALL
)
# These stand inside a line; any other tag ends the word before it.
_INLINE_TAGS = frozenset(
    """
    a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u wbr
    """.split()  # noqa: SIM905 - a table of words reads better than quoted strings
)

OPENERS = frozenset("]<&\\")


Way = Callable[[str], str]


def is_mark(character: str) -> bool:
    """Tell whether a character is a mark that renders as nothing inside a word."""
    return character in _MARKS


def may_hide(text: str) -> bool:
    """Tell quickly whether a text may be shown otherwise than it is written."""
    return _MAY_HIDE.search(text) is not None


def readings(text: str) -> tuple[str, ...]:
    """Return `text` and all that it may be shown as: "[Bru](x)no" -> "Bruno", "R&#101;x" -> "Rex", "**Re**x" -> "Rex".

    What a link hides is read by itself too where it has markup of its own: it may have been meant literally.
    """
    if not _MAY_HIDE.search(text):
        return (text,)
    hidden = [match["hidden"] for match in _CONSTRUCTS.finditer(text) if match["hidden"]] if "]" in text else []
    inner = (reading for one in hidden if _MAY_HIDE.search(one) for reading in readings(one))
    return tuple(dict.fromkeys((*(way(text) for way in ways(text)), *inner)))


def ways(text: str) -> tuple[Way, ...]:
    """Return the ways to read `text` that may differ, each as a function that reads the whole of it or a part.

    As it is; without its markup; and with the marks of one kind closed up and gaps for the others, because in
    "the_[R](x)ex" the line is shown and the brackets of the link are not.
    """
    if not _MAY_HIDE.search(text):
        return (_as_it_is,)
    always = "[" if "](" in text or "][" in text else ""
    closed_up = (_MARKS + "]", always, *(always + mark for mark in _MARKS if mark in text and mark not in always))
    tags = (False, True) if "<" in text else (False,)
    return _as_it_is, *(partial(_shown, closed_up=marks, has_inline_tags=tag) for tag in tags for marks in closed_up)


def _as_it_is(text: str) -> str:
    return text


def _shown(text: str, *, closed_up: str, has_inline_tags: bool) -> str:
    """Render a text.

    Args:
        text: The source.
        closed_up: The marks that are dropped; for each other there is a gap.
        has_inline_tags: Drop tags that stand inside a line, instead of leaving a gap as for other tags.
    """

    def shown(match: regex.Match[str]) -> str:
        if match["entity"]:
            return html.unescape(match[0])
        if match["escaped"] and not is_mark(match["escaped"]) and match["escaped"] != "]":
            return match["escaped"]
        if match["tag"] or match[0].startswith("<"):
            is_inline = not match["tag"] or match["tag"].lower() in _INLINE_TAGS
            return "" if has_inline_tags and is_inline else " "
        if match["hidden"]:
            return ""
        return "" if (match["escaped"] or match[0][0]) in closed_up else " "

    return _SYNTAX.sub(shown, text)


def may_decide(character: str) -> bool:
    """Tell whether a construct may end with a character, or turn out to be none, so that it is worth a look."""
    return character in ")]>;" or character.isspace()


def may_be_construct(text: str, start: int, end: int) -> bool:
    """Tell whether the opener at `start` begins a construct that ends at `end`, or may yet end behind it."""
    return _CONSTRUCTS.fullmatch(text, start, end, partial=True) is not None


def construct_end(text: str, start: int, end: int) -> int | None:
    """Return where the construct ends that the opener at `start` begins, at most `end`; None where it is literal."""
    match = _CONSTRUCTS.match(text, start, end)
    return match.end() if match else None

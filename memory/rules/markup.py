"""Markup as a reader sees it: the words of a text whose Markdown, HTML tags and entities are rendered away.

The one fact a reader would get wrong: this is one reading of two, not a parser. Whether `[a](b)` is a link or stands in
code is not decided here, so whoever looks for a word looks in the text as it is written too. Both together miss nothing
that a renderer shows; that they may find a little more is meant.
"""

import html

import regex

# Emphasis, strike-through, code and the brackets that open a link: inside a word they hide it, elsewhere they are gaps.
_MARKS = "*_~`["
# What renders as nothing or as another character, and may hold spaces.
_CONSTRUCT = r"""
    \](?:                                                        # the end of a link's text, alone or with
      (?P<hidden>
        \(\s*+                                                   # where the link goes: <...>, or no spaces and
        (?:<(?:\\.|[^<>\\\n])*+>                                 # parentheses in pairs
          |(?P<bare>(?:\\[!-~]|[^\s()\\]|\\(?![!-~])|\((?&bare)\))*+))
        (?:\s++(?:"(?:\\.|[^"\\])*+"|'(?:\\.|[^'\\])*+'|\((?:\\.|[^()\\])*+\)))?+\s*+\)
       |\[(?:\\.|[^\[\]\\])*+\]                                  # or its reference
      ))?
  | </?(?P<tag>[a-z][a-z0-9-]*+)(?:\s++[a-z-]++="[^"<>]*+")*+\s*+/?>
  | <!--(?:[^-]|-(?!->))*+-->
  | (?P<entity>&(?:\#[0-9]{1,7}|\#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)
  | \\(?P<escaped>[!-/:-@\[-`{-~])
"""
_FLAGS = regex.VERBOSE | regex.IGNORECASE | regex.DOTALL
_CONSTRUCTS = regex.compile(_CONSTRUCT, _FLAGS)
_SYNTAX = regex.compile(rf"{_CONSTRUCT} | !(?=\[) | [{regex.escape(_MARKS)}]+", _FLAGS)
# Cheap to look for, and without one of them no word is hidden.
_MAY_HIDE = regex.compile(rf"\w[{regex.escape(_MARKS)}\]]+\w|[&<\\]|\]\(|\]\[|!\[")
# These stand inside a line; any other tag ends the word before it.
_INLINE_TAGS = frozenset(
    [
        "a",
        "abbr",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "ins",
        "kbd",
        "mark",
        "q",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "tt",
        "u",
        "wbr",
    ]
)

OPENERS = frozenset("]<&\\")


def is_mark(character: str) -> bool:
    """Tell whether a character is a mark that renders as nothing inside a word."""
    return character in _MARKS


def readings(text: str) -> tuple[str, ...]:
    """Return `text` and all that it may be shown as: "[Bru](x)no" -> "Bruno", "R&#101;x" -> "Rex", "**Re**x" -> "Rex".

    What a link hides is read by itself too where it has markup of its own: it may have been meant literally.
    """
    if not _MAY_HIDE.search(text):
        return (text,)
    hidden = [match["hidden"] for match in _CONSTRUCTS.finditer(text) if match["hidden"]]
    inner = (reading for one in hidden if _MAY_HIDE.search(one) for reading in readings(one))
    return tuple(dict.fromkeys((*whole_readings(text), *inner)))


def whole_readings(text: str) -> tuple[str, str, str, str]:
    """Return what the whole of `text` may be shown as.

    Returns:
        As it is; with gaps for backticks; without its markup, tags as gaps; the same with inline tags closed up.
    """
    if not _MAY_HIDE.search(text):
        return text, text, text, text
    return text, text.replace("`", " "), _SYNTAX.sub(_with_tags_as_gaps, text), _SYNTAX.sub(_with_tags_closed_up, text)


def _with_tags_as_gaps(match: regex.Match[str]) -> str:
    if match["entity"]:
        return html.unescape(match[0])
    if match["escaped"]:
        return "" if is_mark(match["escaped"]) or match["escaped"] == "]" else match["escaped"]
    return " " if match["tag"] or match[0][0] in "!<" else ""


def _with_tags_closed_up(match: regex.Match[str]) -> str:
    is_closed_up = match[0].startswith("<!") or (match["tag"] and match["tag"].lower() in _INLINE_TAGS)
    return "" if is_closed_up else _with_tags_as_gaps(match)


def may_be_construct(text: str, start: int, end: int) -> bool:
    """Tell whether the opener at `start` begins a construct that ends at `end`, or may yet end behind it."""
    return _CONSTRUCTS.fullmatch(text, start, end, partial=True) is not None


def construct_end(text: str, start: int, end: int) -> int | None:
    """Return where the construct ends that the opener at `start` begins, at most `end`; None where it is literal."""
    match = _CONSTRUCTS.match(text, start, end)
    return match.end() if match else None

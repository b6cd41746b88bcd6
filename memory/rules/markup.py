"""Markup as a reader sees it: the words of a text whose Markdown, HTML tags and entities are rendered away.

The one fact a reader would get wrong: this is one reading of two, not a parser. Whether `[a](b)` is a link or stands in
code is not decided here, so whoever looks for a word looks in the text as it is written too. Both together miss nothing
that a renderer shows; that they may find a little more is meant.
"""

import html
import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import partial

import regex

# Emphasis, strike-through, code and the brackets that open a link: inside a word they hide it, elsewhere they are gaps.
_MARKS = "*_~`["
# How deep the parentheses of a link's address may be nested: CommonMark's own limit, as the renderer has it. It keeps the
# time linear: a text of "[](" only would be read to its end from each of them.
_NESTED_PARENTHESES = 32
_ADDRESS_CHARACTERS = r"[^\s()\\]++|\\[!-~]|\\(?![!-~])"


def _address() -> str:
    """Return the pattern of a link's address: no spaces, and parentheses in pairs."""
    pattern = rf"(?:{_ADDRESS_CHARACTERS})*+"
    for _ in range(_NESTED_PARENTHESES):
        pattern = rf"(?:{_ADDRESS_CHARACTERS}|\({pattern}\))*+"
    return pattern


# What renders as nothing or as another character, and may hold spaces; of a comment only its beginning.
_SYNTAX = regex.compile(
    rf"""
    (?(DEFINE)(?P<line>\n(?![^\S\n]*+\n)))                        # a title may go over lines, but no empty ones
    \](?:                                                        # the end of a link's text, alone or with
      (?P<hidden>
        \(\s*+                                                   # where the link goes: <...>, or an address
        (?:<(?:\\.|[^<>\\\n])*+>|{_address()})
        (?:\s++(?:"(?:[^"\\\n]++|\\.|(?&line))*+"|'(?:[^'\\\n]++|\\.|(?&line))*+'|\((?:[^()\\\n]++|\\.|(?&line))*+\)))?+
        \s*+\)
       |\[(?:[^\[\]\\\n]++|\\.|(?&line))*+\](?!\()                # or its reference, unless that is a link
      ))?
  | </?(?P<tag>[a-z][a-z0-9-]*+)(?:\s++[a-z-]++="[^"<>]*+")*+\s*+/?>
  | (?P<entity>&(?:\#[0-9]{{1,7}}|\#x[0-9a-f]{{1,6}}|[a-z][a-z0-9]{{1,31}});)
  | \\(?P<escaped>[!-/:-@\[-`{{-~])
  | (?P<comment><!--)
  | !(?=\[) | [{regex.escape(_MARKS)}]
    """,
    regex.VERBOSE | regex.IGNORECASE | regex.DOTALL,
)
# Letters, digits and what else words hold: all but the other ASCII characters.
_IN_WORD = r"[^\x00-\"$-&(-*,-/:-@\[-`{-\x7f]"
# Without one of these no word is hidden. Each begins with a rare character, since every text is searched for it.
_MAY_HIDE = re.compile(
    rf"[*_~`\[\]&<\\](?:(?<=[&<\\])|(?<=!\[)|(?<=\])[(\[]|(?<={_IN_WORD}.)[*_~`\[\]]*+{_IN_WORD})", re.DOTALL
)
_HIDING = "*_~`[]&<\\"
# These stand inside a line; any other tag ends the word before it.
_INLINE_TAGS = frozenset(
    """
    a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u wbr
    """.split()  # noqa: SIM905 - a table of words reads better than quoted strings
)

OPENERS = frozenset("]<&\\")
_COMMENT_BEGIN, _COMMENT_END = "<!--", "-->"

Way = Callable[[str], str]


class Links(StrEnum):
    """Which ends of links hide what is behind them; the others are shown as they are, and so is that."""

    ALL = "all"
    OPENED = "opened"
    NONE = "none"


def is_mark(character: str) -> bool:
    """Tell whether a character is a mark that renders as nothing inside a word."""
    return character in _MARKS


def may_hide(text: str) -> bool:
    """Tell quickly whether a text may be shown otherwise than it is written."""
    return _MAY_HIDE.search(text) is not None


def hiding_places(text: str) -> Iterator[int]:
    """Yield where a text may be shown otherwise than it is written: in each of several lines whatever the others hold."""
    if any(mark in text for mark in _HIDING):
        yield from (match.start() for match in _MAY_HIDE.finditer(text))


def readings(text: str) -> tuple[str, ...]:
    """Return `text` and all that it may be shown as: "[Bru](x)no" -> "Bruno", "R&#101;x" -> "Rex", "**Re**x" -> "Rex".

    What a link hides is read by itself too where it has markup of its own: it may have been meant literally.
    """
    found = {text: None}
    unread = [text]
    while unread:
        one = unread.pop()
        if _MAY_HIDE.search(one):
            found[one] = None
            # What is hidden stands in the whole text too, where its links are read in every way.
            for links in _link_readings(one) if one is text else (Links.ALL,):
                parts, hidden = _parts(one, links)
                found.update(dict.fromkeys(_shown(parts, closed_up) for closed_up in _closed_up(one)))
                unread += hidden if links is Links.ALL else ()
    return tuple(found)


def ways(text: str) -> tuple[Way, ...]:
    """Return the ways to read `text` that may differ, each as a function that reads the whole of it or a part."""
    if not _MAY_HIDE.search(text):
        return (_as_it_is,)
    read = [(links, closed_up) for links in _link_readings(text) for closed_up in _closed_up(text)]
    return _as_it_is, *(partial(_read, links=links, closed_up=closed_up) for links, closed_up in read)


def _link_readings(text: str) -> tuple[Links, ...]:
    """Return how the ends of links may be read: "R](u)" has no beginning and is shown, and so is what stands in code."""
    if "](" not in text and "][" not in text:
        return (Links.ALL,)
    if any(is_literal for _, _, is_literal in _constructs(text, Links.OPENED)):
        return tuple(Links)
    return (Links.ALL, Links.NONE) if "`" in text else (Links.ALL,)


def _closed_up(text: str) -> list[str]:
    """Return the sets of marks to close up, each for one way to read `text`; "<" is for the tags inside a line.

    All marks; and those of one kind, with gaps for the others, because in "the_[R](x)ex" the line is shown and the
    brackets of the link are not.
    """
    always = "[" if "](" in text or "][" in text else ""
    marks = (_MARKS + "]", always, *(always + mark for mark in _MARKS if mark in text and mark not in always))
    return [one + tags for tags in (("", "<") if "<" in text else ("",)) for one in marks]


def _as_it_is(text: str) -> str:
    return text


def _read(text: str, *, links: Links, closed_up: str) -> str:
    return _shown(_parts(text, links)[0], closed_up)


def _shown(parts: Iterable[tuple[str, str]], closed_up: str) -> str:
    """Render the parts of a text: of the marks, those of `closed_up` are dropped and the others leave a gap."""
    return "".join([shown if not mark else "" if mark in closed_up else " " for shown, mark in parts])


def _parts(text: str, links: Links) -> tuple[list[tuple[str, str]], list[str]]:
    """Take a text apart in one pass.

    Returns:
        The parts in order, each either (what is shown, "") or ("", the mark that is closed up or leaves a gap); and what
        its links hide.
    """
    parts: list[tuple[str, str]] = []
    hidden: list[str] = []
    shown_to = 0
    for match, end, is_literal in _constructs(text, links):
        parts.append((text[shown_to : match.start()], ""))
        shown_to = end
        if is_literal:
            parts.append((text[match.start() : end], ""))
        elif match["hidden"]:
            hidden.append(match["hidden"])
        else:
            parts.append(_part(match))
    parts.append((text[shown_to:], ""))
    return parts, hidden


def _constructs(text: str, links: Links) -> Iterator[tuple["regex.Match[str]", int, bool]]:
    """Yield the marks and constructs of a text in order, each with where it ends, and whether it is the literal end of a link."""
    matches = _SYNTAX.finditer(text)
    brackets = _Brackets(links)
    last_comment_end = text.rfind(_COMMENT_END) + len(_COMMENT_END)
    while match := next(matches, None):
        if brackets.is_literal(match):
            end = match.start() + 1
            yield match, end, True
            matches = _SYNTAX.finditer(text, end)
        elif not match["comment"]:
            yield match, match.end(), False
        elif match.end() + len(_COMMENT_END) <= last_comment_end:
            end = text.index(_COMMENT_END, match.end()) + len(_COMMENT_END)
            yield match, end, False
            matches = _SYNTAX.finditer(text, end)


class _Brackets:
    """Follows the brackets of a text and tells which ends of links have no beginning.

    As CommonMark has it: an end belongs to the last open bracket, and a link keeps those before it from beginning one,
    for no link holds another; the bracket of a picture may.
    """

    def __init__(self, links: Links) -> None:
        self._links = links
        self._open: list[bool] = []  # of each, whether it is a picture's
        self._is_picture = False

    def is_literal(self, match: "regex.Match[str]") -> bool:
        """Take the next mark or construct; true where it is the end of a link that hides nothing."""
        mark, was_picture = match[0], self._is_picture
        self._is_picture = mark == "!"
        if mark == "[":
            self._open.append(was_picture)
        if not mark.startswith("]"):
            return False
        if not match["hidden"]:
            del self._open[-1:]
            return False
        if self._links is not Links.OPENED or not self._open:
            return self._links is not Links.ALL
        if not self._open.pop():
            self._open = [True for is_picture in self._open if is_picture]
        return False


def _part(match: "regex.Match[str]") -> tuple[str, str]:
    if match["entity"]:
        return html.unescape(match[0]), ""
    if match["tag"]:
        return (" ", "") if match["tag"].lower() not in _INLINE_TAGS else ("", "<")
    escaped: str | None = match["escaped"]
    if escaped and not is_mark(escaped) and escaped != "]":
        return escaped, ""
    return "", escaped or match[0][0]


def may_decide(character: str) -> bool:
    """Tell whether a construct may end with a character, or turn out to be none, so that it is worth a look."""
    return character in ")]>;" or character.isspace()


def may_be_construct(text: str, start: int, end: int) -> bool:
    """Tell whether the opener at `start` begins a construct that ends at `end`, or may yet end behind it."""
    if text.startswith(_COMMENT_BEGIN, start, end):
        return _comment_end(text, start, end) in (None, end)
    return _SYNTAX.fullmatch(text, start, end, partial=True) is not None


def construct_end(text: str, start: int, end: int) -> int | None:
    """Return where the construct ends that the opener at `start` begins, at most `end`; None where it is literal."""
    if text.startswith(_COMMENT_BEGIN, start, end):
        return _comment_end(text, start, end)
    match = _SYNTAX.match(text, start, end)
    return match.end() if match else None


def _comment_end(text: str, start: int, end: int) -> int | None:
    at = text.find(_COMMENT_END, start + len(_COMMENT_BEGIN), end)
    return None if at < 0 else at + len(_COMMENT_END)

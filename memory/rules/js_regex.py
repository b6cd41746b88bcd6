r"""JavaScript regular expressions, as lorebooks hold them, put into the `regex` package's language.

The one fact a reader would get wrong: nearly every construct means something slightly different there. `\w` and `\d` are
ASCII, `$` never matches before a last newline, `[]` matches nothing and `[^]` everything, `a*+` is an error and not a
possessive repeat, a reference to a group that took no part matches the empty text. What cannot be put across is refused.
Source: ECMA-262, 2024, section 22.2 and annex B.1.2.
"""

import sys
from dataclasses import dataclass, field

import regex

MAX_SOURCE_CHARACTERS = 500
MAX_REPEATS = 1_000  # nested counts multiply, and compiling (a{1000}){1000} takes all memory

_WORD = "A-Za-z0-9_"
_NOT_WORD = r"\x00-/:-@\[-\^`\{-\U0010ffff"
_SPACE = r"\t\n\x0b\x0c\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_NOT_SPACE = r"\x00-\x08\x0e-\x1f!-\x9f\xa1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\U0010ffff"
_CLASSES = {"d": "0-9", "D": r"\x00-/:-\U0010ffff", "w": _WORD, "W": _NOT_WORD, "s": _SPACE, "S": _NOT_SPACE}
_LINE_END = r"\n\r\u2028\u2029"
_ANY = r"(?s:.)"
_NEVER = r"(?!)"
_EDGE = rf"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))"
_NO_EDGE = rf"(?:(?<=[{_WORD}])(?=[{_WORD}])|(?<![{_WORD}])(?![{_WORD}]))"
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "v": "\x0b", "f": "\x0c"}
_HIGH_SURROGATES = range(0xD800, 0xDC00)
_SURROGATES = range(0xD800, 0xE000)
_NONZERO = frozenset("123456789")
_SYNTAX = frozenset("^$\\.*+?()[]{}|/")
_QUANTIFIER = regex.compile(r"[*+?]|\{(\d{1,9})(?:(,)(\d{1,9})?)?\}")
_GROUP_OPEN = regex.compile(r"\(\?(?::|=|!|<=|<!|<(?P<name>[\p{L}_$][\p{L}\p{N}_$]*)>)")
_GROUP_NAME = regex.compile(r"\(\?<([^=!>][^>]*)>")
_PROPERTY = regex.compile(r"\{[A-Za-z_]+(?:=[A-Za-z_0-9]+)?\}")
_NAMED_REFERENCE = regex.compile(r"\\k<([^>]*)>")
_DIGITS = regex.compile(r"[0-9]+")
_LOW_SURROGATE = regex.compile(r"\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})")
_CODE_POINTS = (regex.compile(r"x([0-9A-Fa-f]{2})"), regex.compile(r"u([0-9A-Fa-f]{4})"))
_LONG_CODE_POINT = regex.compile(r"u\{([0-9A-Fa-f]{1,6})\}")
# Escapes and classes are passed over, so that only brackets that open a numbered group are counted.
_NUMBERED_GROUP = regex.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|(\((?!\?)|\(\?<(?![=!]))", regex.DOTALL)
_LITERAL = regex.compile(r"/(.+)/([a-z]*)", regex.DOTALL)
_FLAGS = frozenset("dgimsuvy")


class UntranslatableError(ValueError):
    """The pattern is no valid JavaScript, or means something that cannot be put across; says why."""


@dataclass(frozen=True, slots=True)
class JsRegex:
    """A pattern between slashes, and its flags."""

    source: str
    flags: str


def parse_literal(text: str) -> JsRegex | None:
    """Return the parts of `/source/flags`, or None where the text is no such literal ("/home/user", "/a/b/")."""
    match = _LITERAL.fullmatch(text)
    if match is None or not _FLAGS.issuperset(match[2]):
        return None
    source: str = match[1]
    is_open, i = False, 0
    while i < len(source):
        if source[i] == "\\":
            i += 1
        elif source[i] in "[]":
            is_open = source[i] == "["
        elif source[i] == "/" and not is_open:
            return None
        i += 1
    return JsRegex(source, match[2])


def compile_js(literal: JsRegex) -> "regex.Pattern[str]":
    """Compile a JavaScript pattern.

    Raises:
        UntranslatableError: With the reason, in words for the entry's author.
    """
    if len(literal.source) > MAX_SOURCE_CHARACTERS:
        raise UntranslatableError(f"longer than {MAX_SOURCE_CHARACTERS} characters")
    if len(set(literal.flags)) < len(literal.flags):
        raise UntranslatableError("a flag is given twice")
    if "v" in literal.flags:
        raise UntranslatableError("the flag v is not supported")
    translated = _Translator(literal.source, literal.flags).translate()
    try:
        return regex.compile(translated, regex.IGNORECASE if "i" in literal.flags else 0)
    except (regex.error, OverflowError, RecursionError) as error:
        raise UntranslatableError(f"not a valid pattern: {error}") from error


@dataclass(slots=True)
class _Group:
    """An open group: how it began, where its text starts, and the largest product of counts inside."""

    opening: str = ""
    start: int = 0
    repeats: int = 1


@dataclass(slots=True)
class _Translator:
    """One pass over the source; `_out` holds whole atoms, so that a quantifier knows what it repeats."""

    source: str
    flags: str
    _at: int = 0
    _out: list[str] = field(default_factory=list)
    _open: list[_Group] = field(default_factory=lambda: [_Group()])
    _names: dict[str, str] = field(default_factory=dict)
    _is_repeatable: bool = False
    _atom_repeats: int = 1
    _group_count: int = 0

    def translate(self) -> str:
        names: list[str] = _GROUP_NAME.findall(self.source)
        self._names = {name: f"n{i}" for i, name in enumerate(dict.fromkeys(names))}
        if len(self._names) < len(names):
            raise UntranslatableError("two groups have the same name")
        self._group_count = sum(1 for match in _NUMBERED_GROUP.finditer(self.source) if match[1])
        while self._at < len(self.source):
            self._step()
        if len(self._open) > 1:
            raise UntranslatableError("a bracket is not closed")
        return "".join(self._out)

    @property
    def _is_unicode(self) -> bool:
        return "u" in self.flags

    @property
    def _line_start(self) -> str:
        return rf"(?<![^{_LINE_END}])" if "m" in self.flags else r"\A"

    @property
    def _line_end(self) -> str:
        return rf"(?![^{_LINE_END}])" if "m" in self.flags else r"\Z"

    def _step(self) -> None:
        character = self.source[self._at]
        quantifier = _QUANTIFIER.match(self.source, self._at)
        if quantifier is not None:
            self._quantify(quantifier)
            return
        anchor = {"|": "|", "^": self._line_start, "$": self._line_end}.get(character)
        if anchor is not None:
            self._emit(anchor, 1)
            return
        match character:
            case "\\":
                self._escape()
            case "[":
                self._atom(self._class())
            case "(":
                self._open_group()
            case ")":
                self._close_group()
            case ".":
                self._atom(_ANY if "s" in self.flags else f"[^{_LINE_END}]", 1)
            case "{" | "}" | "]" if self._is_unicode:
                raise UntranslatableError(f"a lone {character} needs a backslash")
            case _:
                self._atom(regex.escape(character), 1)

    def _atom(self, text: str, length: int = 0, repeats: int = 1) -> None:
        self._emit(text, length)
        self._is_repeatable = True
        self._atom_repeats = repeats
        self._open[-1].repeats = max(self._open[-1].repeats, repeats)

    def _emit(self, text: str, length: int = 0) -> None:
        self._out.append(text)
        self._at += length
        self._is_repeatable = False

    def _quantify(self, match: "regex.Match[str]") -> None:
        if not self._is_repeatable:
            raise UntranslatableError(f"nothing to repeat before {match[0]}")
        count = 1
        if match[1] is not None:
            least, most = int(match[1]), int(match[3]) if match[3] is not None else None
            if most is not None and most < least:
                raise UntranslatableError(f"the counts in {match[0]} are out of order")
            count = max(least, most or 0, 1)
        product = count * self._atom_repeats
        if product > MAX_REPEATS:
            raise UntranslatableError(f"more than {MAX_REPEATS} counted repeats")
        self._open[-1].repeats = max(self._open[-1].repeats, product)
        is_lazy = self.source.startswith("?", match.end())
        self._emit(match[0] + ("?" if is_lazy else ""), len(match[0]) + is_lazy)

    def _open_group(self) -> None:
        opening, length = "(", 1
        if self.source.startswith("(?", self._at):
            match = _GROUP_OPEN.match(self.source, self._at)
            if match is None:
                raise UntranslatableError("a kind of group that is not supported")
            opening, length = match[0], len(match[0])
            if match["name"]:
                opening = f"(?P<{self._names[match['name']]}>"
        self._open.append(_Group(opening, len(self._out)))
        self._emit(opening, length)

    def _close_group(self) -> None:
        if len(self._open) == 1:
            raise UntranslatableError("a bracket is closed that was not opened")
        group = self._open.pop()
        text = "".join(self._out[group.start :]) + ")"
        del self._out[group.start :]
        self._atom(text, 1, group.repeats)
        # JavaScript lets a look-ahead be repeated (annex B), never a look-behind.
        self._is_repeatable = not group.opening.startswith("(?<") and not (
            self._is_unicode and group.opening in ("(?=", "(?!")
        )

    def _escape(self) -> None:
        following = self.source[self._at + 1 : self._at + 2]
        if following in ("b", "B"):
            self._emit(_EDGE if following == "b" else _NO_EDGE, 2)
        elif following in _CLASSES:
            self._atom(f"[{_CLASSES[following]}]", 2)
        elif following in _NONZERO:
            self._back_reference()
        elif following == "k" and self._names:
            self._named_reference()
        elif following in ("p", "P") and self._is_unicode:
            self._atom(self._property())
        else:
            self._atom(regex.escape(self._character()))

    def _back_reference(self) -> None:
        digits = _DIGITS.match(self.source, self._at + 1)
        assert digits is not None
        if int(digits[0]) > self._group_count:
            raise UntranslatableError(f"\\{digits[0]} refers to no group")
        self._atom(f"(?:(?({digits[0]})(?:\\{digits[0]})|))", 1 + len(digits[0]))

    def _named_reference(self) -> None:
        match = _NAMED_REFERENCE.match(self.source, self._at)
        name = self._names.get(match[1]) if match else None
        if match is None or name is None:
            raise UntranslatableError("a reference to no named group")
        self._atom(f"(?:(?({name})(?P={name})|))", len(match[0]))

    def _property(self) -> str:
        match = _PROPERTY.match(self.source, self._at + 2)
        if match is None:
            raise UntranslatableError("a \\p without a property")
        text = self.source[self._at : match.end()]
        self._at = match.end()
        return text

    def _character(self) -> str:
        """Take one escaped character that stands for itself or a code point."""
        rest = self.source[self._at + 1 :]
        if not rest:
            raise UntranslatableError("a backslash at the end")
        kind = rest[0]
        if kind in _CONTROLS:
            self._at += 2
            return _CONTROLS[kind]
        for pattern in (*_CODE_POINTS, _LONG_CODE_POINT) if self._is_unicode else _CODE_POINTS:
            match = pattern.match(rest)
            if match is not None:
                self._at += 1 + len(match[0])
                return self._code_point(int(match[1], 16))
        if kind == "0" and not rest[1:2].isdigit():
            self._at += 2
            return "\0"
        if kind == "c" and rest[1:2].isascii() and rest[1:2].isalpha():
            self._at += 3
            return chr(ord(rest[1]) % 32)
        if kind.isdigit() or (self._is_unicode and kind not in _SYNTAX and kind != "-"):
            raise UntranslatableError(f"the escape \\{kind} is not supported")
        self._at += 2
        return kind

    def _code_point(self, number: int) -> str:
        if number in _HIGH_SURROGATES:
            low = _LOW_SURROGATE.match(self.source, self._at)
            if low is not None:
                self._at = low.end()
                return chr(0x10000 + ((number - 0xD800) << 10) + int(low[1], 16) - 0xDC00)
        if number in _SURROGATES or number > sys.maxunicode:
            raise UntranslatableError("half a character (a lone surrogate)")
        return chr(number)

    def _class(self) -> str:
        """Take a class in square brackets."""
        self._at += 1
        is_negated = self.source.startswith("^", self._at)
        self._at += is_negated
        members: list[str] = []
        while not self.source.startswith("]", self._at):
            if self._at >= len(self.source):
                raise UntranslatableError("a square bracket is not closed")
            first, is_set = self._member()
            after = self.source[self._at + 1 : self._at + 2]
            if is_set or not self.source.startswith("-", self._at) or after in ("", "]"):
                members.append(first if is_set else regex.escape(first))
                continue
            mark, self._at = self._at, self._at + 1
            last, is_last_set = self._member()
            if is_last_set:  # annex B: [a-\d] holds a, - and the digits
                self._at = mark + 1
                members.extend((regex.escape(first), r"\-"))
                continue
            if last < first:
                raise UntranslatableError(f"the range {first}-{last} is out of order")
            members.append(f"{regex.escape(first)}-{regex.escape(last)}")
        self._at += 1
        if not members:
            return _ANY if is_negated else _NEVER
        return f"[{'^' if is_negated else ''}{''.join(members)}]"

    def _member(self) -> tuple[str, bool]:
        """Take one member of a class: a character, or the text of a set."""
        if self._at >= len(self.source):
            raise UntranslatableError("a square bracket is not closed")
        character = self.source[self._at]
        if character != "\\":
            self._at += 1
            return character, False
        following = self.source[self._at + 1 : self._at + 2]
        if following in _CLASSES:
            self._at += 2
            return _CLASSES[following], True
        if following in ("p", "P") and self._is_unicode:
            return self._property(), True
        if following == "b":
            self._at += 2
            return "\b", False
        return self._character(), False

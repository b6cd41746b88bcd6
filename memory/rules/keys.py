"""Authored memories' keys: plain words, or `/pattern/flags` with JavaScript's meaning, against this turn's user message.

The one fact a reader would get wrong: `is_hit` and `is_excluded` are told apart and can both be true. A NOT_ANY / NOT_ALL
condition or an exclusion key excludes whether or not a key is in the text, since it must also end a running sticky.
"""

from dataclasses import dataclass
from enum import StrEnum

import regex

from memory.records import Logic, Trigger
from memory.rules import text as text_rules
from memory.rules.js_regex import JsRegex, UntranslatableError, compile_js, parse_literal

MATCH_TIMEOUT_S = 0.02

# What may stand between the words of a phrase: "the cat", "the-cat", and a line's end.
_GAP = regex.compile(r"\s+|(?<=\w)\s*-+\s*(?=\w)")
# A regex literal at the start of a comma list: its own commas do not part keys.
_LITERAL_KEY = regex.compile(r"\s*(/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+/[dgimsuvy]*)\s*(?:,|$)", regex.DOTALL)
_TIMED_OUT = f"took longer than {MATCH_TIMEOUT_S * 1000:.0f} ms on this message"


@dataclass(frozen=True, slots=True)
class BadKey:
    """A key that cannot be used, and why, in words for the entry's author."""

    key: str
    reason: str


class Form(StrEnum):
    """Which form of a message a key is searched in."""

    RAW = "raw"
    UNIFIED = "unified"
    FOLDED = "folded"
    UNIFIED_PHRASES = "unified_phrases"
    FOLDED_PHRASES = "folded_phrases"


@dataclass(frozen=True, slots=True)
class KeyText:
    """A message prepared once for many keys; in the phrase forms every gap between words is one space."""

    forms: dict[Form, str]

    @classmethod
    def of(cls, message: str) -> "KeyText":
        """Prepare a message."""
        unified, folded = text_rules.unify(message), text_rules.fold(message)
        return cls(
            {
                Form.RAW: message,
                Form.UNIFIED: unified,
                Form.FOLDED: folded,
                Form.UNIFIED_PHRASES: _GAP.sub(" ", unified),
                Form.FOLDED_PHRASES: _GAP.sub(" ", folded),
            }
        )


@dataclass(frozen=True, slots=True)
class Key:
    """One compiled key.

    Args:
        source: As the author wrote it.
        form: Which form of a message it is searched in.
        needle: A plain key's text in that form.
        pattern: Of a key written as `/pattern/flags`.
        is_open_left: No letter test before the needle; likewise `is_open_right` after it.
        bad_reason: Why the key can never match, or "".
    """

    source: str
    form: Form = Form.RAW
    needle: str = ""
    pattern: "regex.Pattern[str] | None" = None
    is_open_left: bool = True
    is_open_right: bool = True
    bad_reason: str = ""

    def is_in(self, text: KeyText) -> bool:
        """Tell whether the key is in a message.

        Raises:
            TimeoutError: A pattern took more than `MATCH_TIMEOUT_S`.
        """
        if self.bad_reason:
            return False
        where = text.forms[self.form]
        if self.pattern is not None:
            return self.pattern.search(where, timeout=MATCH_TIMEOUT_S) is not None
        at = where.find(self.needle)
        while at >= 0:
            end = at + len(self.needle)
            is_left_free = self.is_open_left or at == 0 or not text_rules.is_letter(where[at - 1])
            if is_left_free and (self.is_open_right or end == len(where) or not text_rules.is_letter(where[end])):
                return True
            at = where.find(self.needle, at + 1)
        return False


@dataclass(frozen=True, slots=True)
class KeyMatch:
    """What a message does to an authored memory.

    Args:
        is_hit: A key is in it, and the ANY / ALL condition holds where there is one.
        is_excluded: An exclusion key is in it, or the NOT_ANY / NOT_ALL condition is violated; also without a hit.
        bad_keys: Keys that could not be used; they count as not found.
    """

    is_hit: bool
    is_excluded: bool
    bad_keys: tuple[BadKey, ...] = ()


@dataclass(frozen=True, slots=True)
class KeySet:
    """All keys of one trigger, compiled: worth keeping for as long as the trigger stands."""

    keys: tuple[Key, ...]
    secondary_keys: tuple[Key, ...]
    exclude_keys: tuple[Key, ...]
    logic: Logic

    @property
    def bad_keys(self) -> tuple[BadKey, ...]:
        """Keys that can never match, whatever the message; an importer names the entry."""
        every = (*self.keys, *self.secondary_keys, *self.exclude_keys)
        return tuple(BadKey(key.source, key.bad_reason) for key in every if key.bad_reason)

    def match(self, text: KeyText) -> KeyMatch:
        """Judge one message."""
        slow: list[BadKey] = []
        has_key = any(_finds(key, text, slow) for key in self.keys)
        conditions = [_finds(key, text, slow) for key in self.secondary_keys]
        is_excluded = any(_finds(key, text, slow) for key in self.exclude_keys)
        is_met = True
        if conditions:
            match self.logic:
                case Logic.ANY:
                    is_met = any(conditions)
                case Logic.ALL:
                    is_met = all(conditions)
                case Logic.NOT_ANY:
                    is_excluded = is_excluded or any(conditions)
                case Logic.NOT_ALL:
                    is_excluded = is_excluded or all(conditions)
        return KeyMatch(has_key and is_met, is_excluded, (*self.bad_keys, *slow))


def split_keys(text: str) -> list[str]:
    """Split a comma list of keys; a regex literal keeps its commas, blank parts go."""
    keys: list[str] = []
    rest = text
    while rest:
        literal = _LITERAL_KEY.match(rest)
        if literal:
            keys.append(literal[1])
            rest = rest[literal.end() :]
        else:
            part, _comma, rest = rest.partition(",")
            keys.append(part.strip())
    return [key for key in keys if key]


def compile_trigger(trigger: Trigger) -> KeySet:
    """Compile all keys of a trigger."""

    def compiled(sources: tuple[str, ...]) -> tuple[Key, ...]:
        return tuple(
            compile_key(source, is_case_sensitive=trigger.is_case_sensitive, is_whole_words=trigger.is_whole_words)
            for source in sources
        )

    return KeySet(
        compiled(trigger.keys), compiled(trigger.secondary_keys), compiled(trigger.exclude_keys), trigger.logic
    )


def matches(trigger: Trigger, message: str | KeyText) -> KeyMatch:
    """Judge one message against one trigger; who asks often keeps `compile_trigger`'s answer."""
    text = KeyText.of(message) if isinstance(message, str) else message
    return compile_trigger(trigger).match(text)


def compile_key(source: str, *, is_case_sensitive: bool = False, is_whole_words: bool = True) -> Key:
    """Compile one key; a bad one is returned as such, since an entry's other keys still count.

    Args:
        source: A word, a phrase, or `/pattern/flags`; the two switches do not apply to a pattern.
        is_case_sensitive: "May" is not "may".
        is_whole_words: "cat" is not in "category"; a script without spaces has no word edges to ask for.
    """
    literal = parse_literal(source.strip())
    if literal is not None:
        return _compile_literal(source, literal)
    plain = text_rules.unify(source).strip() if is_case_sensitive else text_rules.fold(source).strip()
    if not plain:
        return Key(source, bad_reason="blank: it would match every message")
    phrase = _GAP.sub(" ", plain)
    is_phrase = " " in phrase
    if is_case_sensitive:
        form = Form.UNIFIED_PHRASES if is_phrase else Form.UNIFIED
    else:
        form = Form.FOLDED_PHRASES if is_phrase else Form.FOLDED
    # Korean writes particles onto its nouns: there a letter may follow.
    return Key(
        source,
        form,
        phrase if is_phrase else plain,
        is_open_left=not is_whole_words or text_rules.has_spaceless(plain[0]),
        is_open_right=not is_whole_words or text_rules.has_spaceless(plain[-1]) or text_rules.has_hangul(plain[-1]),
    )


def _compile_literal(source: str, literal: JsRegex) -> Key:
    try:
        return Key(source, pattern=compile_js(literal))
    except UntranslatableError as error:
        return Key(source, bad_reason=str(error))


def _finds(key: Key, text: KeyText, slow: list[BadKey]) -> bool:
    try:
        return key.is_in(text)
    except TimeoutError:
        slow.append(BadKey(key.source, _TIMED_OUT))
        return False

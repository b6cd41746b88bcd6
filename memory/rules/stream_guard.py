"""Bans on the stream: a reply is painted one word behind its generation, so that a banned word is never on screen.

The one fact a reader would get wrong: "cat" cannot be judged when it arrives, only when the word has ended: it may yet be
"category". What could still become a hit is held back: the word that has not ended, the words before it that begin a
banned phrase, and in scripts without spaces the characters that begin a banned one. And a word is what Markdown shows:
in "[c](x)at" it ends after the t. Each step looks at one more character, so that how the stream is cut changes nothing.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import regex

from memory.rules import markup
from memory.rules import text as text_rules
from memory.rules.topics import TopicMatcher

_LETTER = regex.compile(text_rules.LETTER)
# What no mark still to come can change; a kana may yet become voiced.
_FINAL = regex.compile(r"[\p{Han}\W_]")
# They stand on a character that is painted already, and are no part of the word behind them.
_LEADING_MARKS = regex.compile(r"\A\p{M}+")
_LAST_CLUSTER = regex.compile(r"\X\Z")
# What is held back longer than this is looked at again only when it has grown by an eighth, and a word may begin a phrase
# that is decided within so many others: else the time would be quadratic.
_OFTEN_CHARACTERS = 200
_WINDOW_WORDS = 50


@dataclass(frozen=True, slots=True)
class Guarded:
    """What may be painted now, and the keys of the bans that were hit (then nothing more is ever released)."""

    text: str
    hits: frozenset[str] = frozenset()


class StreamGuard:
    """Checks one reply while it is generated; what it returns, joined, never names a banned topic.

    Args:
        matcher: The bans in force.
        allowed_keys: Bans that the user's own message names: no reply could avoid them.
    """

    def __init__(self, matcher: TopicMatcher, allowed_keys: AbstractSet[str] = frozenset()) -> None:
        self._matcher = matcher.without(allowed_keys)
        self._hits: frozenset[str] = frozenset()
        self._held = ""
        self._read_to = self._seen_to = 0
        # Where words ended in what is held: each with the gap behind it.
        self._word_ends: list[int] = []
        self._judge_from = 0
        self._opened_at: int | None = None
        self._decide_from = 0

    def feed(self, chunk: str) -> Guarded:
        """Take the next piece of the reply; return what is safe to paint, also where it ends in a hit."""
        if self._hits or not self._matcher:
            return Guarded("" if self._hits else chunk, self._hits)
        self._held += chunk
        released = ""
        while self._read_to < len(self._held):
            if self._has_ended_word() and self._is_news():
                self._hits = self._find(self._held[: self._word_ends[-1]])
                if self._hits:
                    break
                released += self._release(self._safe_words())
                self._judge_from = _next_look(self._word_ends[-1] if self._word_ends else 0)
        return Guarded(released, self._hits)

    def finish(self) -> Guarded:
        """Judge what is held back as finished; return it if it is safe."""
        if not self._hits:
            self._hits = self._find(self._held)
        released, self._held = ("" if self._hits else self._held), ""
        return Guarded(released, self._hits)

    def _find(self, text: str) -> frozenset[str]:
        return self._matcher.hits(_LEADING_MARKS.sub("", text))

    def _has_ended_word(self) -> bool:
        """Read one character more, and tell whether a word ended with it."""
        at = self._read_to
        self._read_to += 1
        self._seen_to = max(self._seen_to, self._read_to)
        character = self._held[at]
        if self._opened_at is not None:
            length = at - self._opened_at
            is_worth_a_look = length == 1 or (length >= self._decide_from and markup.may_decide(character))
            return is_worth_a_look and self._has_closed_literal(self._opened_at)
        if character in markup.OPENERS:
            self._opened_at = at
            self._decide_from = 0
            return self._read_to < self._seen_to and self._has_closed_literal(at)
        if _may_continue(character):
            return False
        self._word_ends.append(at + 1)
        return True

    def _has_closed_literal(self, opened_at: int) -> bool:
        """Tell whether what began as a construct was none and so ended a word.

        What is behind it is read again, each construct in there at once as far as it was seen.
        """
        if markup.may_be_construct(self._held, opened_at, self._seen_to):
            self._read_to = self._seen_to
            self._decide_from = _next_look(self._seen_to - opened_at)
            return False
        end = markup.construct_end(self._held, opened_at, self._seen_to)
        self._opened_at = None
        self._read_to = opened_at + 1 if end is None else end
        if end is None:
            self._word_ends.append(opened_at + 1)
        return end is None

    def _is_news(self) -> bool:
        """Tell whether the text up to the word end just found is worth judging; a gap that goes on is put to its word."""
        ends = self._word_ends
        if len(ends) > 1 and not text_rules.tokens(text_rules.fold(self._held[ends[-2] - 1 : ends[-1]])):
            ends[-2:] = ends[-1:]
            return False
        return ends[-1] >= self._judge_from

    def _release(self, word_count: int) -> str:
        """Take the first ended words out of what is held."""
        if word_count == 0:
            return ""
        count = self._word_ends[word_count - 1]
        released, self._held = self._held[:count], self._held[count:]
        self._read_to -= count
        self._seen_to -= count
        self._word_ends = [end - count for end in self._word_ends[word_count:]]
        return released

    def _safe_words(self) -> int:
        """Count the ended words before the first that may begin a banned phrase or a banned substring."""
        if self._matcher.longest_phrase_words > 1 or self._matcher.longest_needle_characters:
            start = 0
            for count, word_end in enumerate(self._word_ends):
                rest = self._held[start : self._word_ends[count : count + _WINDOW_WORDS][-1]]
                word = self._held[start:word_end]
                if any(self._may_begin(way(rest), way(word)) for way in markup.ways(rest)):
                    return count
                start = word_end
        return len(self._word_ends)

    def _may_begin(self, rest: str, word: str) -> bool:
        """Tell whether a text may be the beginning of a banned one that starts in its first word."""
        rest, word = text_rules.fold(rest), text_rules.fold(word)
        if self._matcher.longest_phrase_words > 1:
            words = text_rules.tokens(rest)
            if any(self._matcher.begins_phrase(words[i:]) for i in range(len(text_rules.tokens(word)))):
                return True
        return self._matcher.longest_needle_characters > 0 and self._may_begin_needle(rest, word)

    def _may_begin_needle(self, rest: str, word: str) -> bool:
        is_final = _FINAL.match(rest[-1:]) is not None
        squeezed = text_rules.squeeze(rest)
        longest = self._matcher.longest_needle_characters + 1
        for start in range(max(0, len(squeezed) - longest), len(text_rules.squeeze(word)) + 1):
            if (
                start
                and text_rules.is_letter(squeezed[start - 1])
                and text_rules.is_letter(squeezed[start : start + 1])
            ):
                continue
            tail = squeezed[start:]
            if tail and self._matcher.begins_needle(tail if is_final else _LAST_CLUSTER.sub("", tail)):
                return True
        return False


def _next_look(length: int) -> int:
    """Return how long something held back must be before it is looked at again."""
    return length + max(0, length - _OFTEN_CHARACTERS) // 8


def _may_continue(character: str) -> bool:
    """Tell whether a word that ends in `character` may go on: letters, apostrophes, invisible ones, + and #, marks."""
    if character.isascii():
        return character.isalnum() or character in "'+#" or markup.is_mark(character)
    if text_rules.has_spaceless(character):
        return False
    folded = text_rules.fold(character)
    return folded in ("", "'") or _LETTER.search(folded) is not None

"""Bans on the stream: a reply is painted one word behind its generation, so that a banned word is never on screen.

The one fact a reader would get wrong: "cat" cannot be judged when it arrives, only when the word has ended: it may yet be
"category". What could still become a hit is held back: the word that has not ended, the words before it that begin a
banned phrase, and in scripts without spaces the characters that begin a banned one. And a reply is read as Markdown
shows it: "**c**at" is painted as "cat".
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import regex

from memory.rules import text as text_rules
from memory.rules.markdown import last_links
from memory.rules.topics import TopicMatcher

_LETTER = regex.compile(text_rules.LETTER)
# What no mark still to come can change; a kana may yet become voiced.
_FINAL = regex.compile(r"[\p{Han}\W_]")
# Emphasis, strike-through, code and entities inside a word, which Markdown shows as the word without them.
_MARKUP = frozenset("*~`&;[]")
# They stand on a character that is painted already, and are no part of the word behind them.
_LEADING_MARKS = regex.compile(r"\A\p{M}+")
_LAST_CLUSTER = regex.compile(r"\X\Z")


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
        self._held = ""
        self._open_from = 0
        self._hits: frozenset[str] = frozenset()

    def feed(self, chunk: str) -> Guarded:
        """Take the next piece of the reply; return what is safe to paint."""
        if self._hits:
            return Guarded("", self._hits)
        if not self._matcher:
            return Guarded(chunk)
        self._append(chunk)
        self._hits = self._find(self._held[: self._open_from])
        return Guarded("", self._hits) if self._hits else Guarded(self._release(self._safe_characters()))

    def finish(self) -> Guarded:
        """Judge what is held back as finished; return it if it is safe."""
        if not self._hits:
            self._hits = self._find(self._held)
        return Guarded("", self._hits) if self._hits else Guarded(self._release(len(self._held)))

    def _find(self, text: str) -> frozenset[str]:
        return self._matcher.hits(_LEADING_MARKS.sub("", text))

    def _append(self, chunk: str) -> None:
        start = len(self._held)
        self._held += chunk
        for i in range(len(self._held) - 1, start - 1, -1):
            if not _may_continue(self._held[i]):
                self._open_from = i + 1
                return

    def _release(self, count: int) -> str:
        released, self._held = self._held[:count], self._held[count:]
        self._open_from = max(0, self._open_from - count)
        return released

    def _safe_characters(self) -> int:
        safe = self._open_from
        if self._matcher.longest_phrase_words > 1:
            safe = self._before_phrase(safe)
        if self._matcher.longest_needle_characters:
            safe = min(safe, self._before_needle())
        return min(safe, self._before_link()) if "[" in self._held else safe

    def _before_link(self) -> int:
        """Return where the word begins that a link at the end is part of: its target is not painted, its text is."""
        links = last_links(self._held)
        starts = {end: start for start, end in links}
        at = end = len(self._held)
        is_link = False
        while at > 0:
            if at in starts:
                at, is_link = starts[at], True
            elif _may_continue(self._held[at - 1]):
                at -= 1
            else:
                break
        return at if is_link else end

    def _before_phrase(self, end: int) -> int:
        """Return where the earliest ended word stands that may begin a banned phrase, else `end`."""
        starts: list[int] = []
        is_inside = False
        for i in range(end - 1, -1, -1):
            was_inside, is_inside = is_inside, _may_continue(self._held[i])
            if was_inside and not is_inside:
                starts.append(i + 1)
                if len(starts) >= self._matcher.longest_phrase_words:
                    break
        else:
            if is_inside:
                starts.append(0)
        ends = [end, *starts]
        for start, next_start in zip(reversed(starts), reversed(ends[:-1]), strict=True):
            words = text_rules.tokens(text_rules.fold(self._held[start:end]))
            own = text_rules.tokens(text_rules.fold(self._held[start:next_start]))
            if any(self._matcher.begins_phrase(words[i:]) for i in range(len(own))):
                return start
        return end

    def _before_needle(self) -> int:
        """Return where the earliest characters stand that may begin a banned substring, else the end."""
        held, safe = self._held, len(self._held)
        is_final = not held or _FINAL.match(held[-1]) is not None
        for i in range(len(held) - 1, -1, -1):
            tail = text_rules.squeeze(text_rules.fold(held[i:]))
            if len(tail) > self._matcher.longest_needle_characters + 1:
                break
            if i > 0 and _may_continue(held[i - 1]) and _may_continue(held[i]):
                continue
            if tail and self._matcher.begins_needle(tail if is_final else _LAST_CLUSTER.sub("", tail)):
                safe = i
        return safe


def _may_continue(character: str) -> bool:
    """Tell whether a word that ends in `character` may go on: letters, apostrophes, invisible ones, + and #, markup."""
    if character.isascii():
        return character.isalnum() or character in "'+#" or character in _MARKUP
    if text_rules.has_spaceless(character):
        return False
    folded = text_rules.fold(character)
    return folded in ("", "'") or _LETTER.search(folded) is not None

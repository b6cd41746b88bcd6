"""Themes: the words and phrases that a window of replies shares, and which of them are loops.

The one fact that a reader would get wrong: a theme is not what is frequent, but what is three times as frequent as in
ordinary replies. With stop words alone nearly every window of real replies would hold a "loop" of manners.

What it can do by language: English has a table of ordinary replies. Other languages written with spaces are read as
words, less the stop words of five languages, without such a table, so their manners can pass for a theme. In scripts
without spaces nothing is found: pairs of characters are shared by any two texts.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from memory.rules.stopwords import STOP_WORDS
from memory.rules.text import Stemmer, fold, has_spaceless, tokens

WINDOW_REPLIES = 50
FEWEST_REPLIES = 20
LOOP_ABOVE = 0.35
TIMES_ORDINARY = 3.0
TIMES_USER = 2.0
WIDEST_THEMES = 5
# How much of a word's replies a phrase must hold to be shown in its place.
_PHRASE_STANDS_FOR_WORD = 0.8
_FEWEST_LETTERS = 3
# Standard errors: 96 % and 99 % sure. Without the first 9 % of the windows of 50 real replies hold a false loop, with it 4 %; of
# those of 30 and 20 replies, which share words by chance, 1 % and 7 % with the second. Source: `python -m benchmarks.themes`,
# 30 November 2026.
_LIKELY_Z = 1.8
_SURE_Z = 2.326

_FENCED_CODE = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1[^\n]*$|\Z)", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\b(?:https?://|www\.)\S+")
_CLAUSE_END = re.compile(r"[.!?;:,\n()\[\]{}\"“”«»*|…–—/]+|\s-+\s")


@dataclass(frozen=True, slots=True)
class ThemeFinding:
    """A theme that more than 35 % of the replies hold.

    Args:
        theme: Its key: a stem.
        display: As most replies write it; a phrase where the word nearly always stands in one.
        frequency: Share of the replies that hold it, 0..1.
        user_frequency: Share of the user's messages of the same span that hold it, by that of its words that the user says
            most, 0..1.
        is_loop: The assistant brings it; else it is the user's interest.
        kin: The keys of the words that make up its phrase and are as wide, `theme` first.
    """

    theme: str
    display: str
    frequency: float
    user_frequency: float
    is_loop: bool
    kin: tuple[str, ...]


def terms(text: str, stemmer: Stemmer) -> set[str]:
    """Return the distinct words and phrases of a text, stemmed.

    A phrase is two or three content words of one clause, whatever stop words stand between: "finding a balance" has the
    key "find balanc". Code blocks and links are no prose.
    """
    found: set[str] = set()
    for said in _clauses(text):
        stems = [stemmer.stem(word) for word in said if _is_content(word)]
        found.update(stems)
        pairs = [f"{one} {two}" for one, two in pairwise(stems)]
        found.update(pairs)
        found.update(f"{pair} {last}" for pair, last in zip(pairs, stems[2:], strict=False))
    return found


def written(text: str, term: str, stemmer: Stemmer) -> str:
    """Return how a text first writes a term that it holds, stop words between included."""
    wanted = term.split()
    for said in _clauses(text):
        content = [(at, stemmer.stem(word)) for at, word in enumerate(said) if _is_content(word)]
        for start in range(len(content) - len(wanted) + 1):
            stretch = content[start : start + len(wanted)]
            if [stem for _, stem in stretch] == wanted:
                return " ".join(said[stretch[0][0] : stretch[-1][0] + 1])
    raise ValueError(f"the text does not hold {term!r}")


def _clauses(text: str) -> Iterator[list[str]]:
    """Yield the words of each clause, folded, without possessives."""
    # Folding makes apostrophes of what fences code.
    prose = _LINK.sub(" ", fold(_FENCED_CODE.sub("\n", text)))
    for clause in _CLAUSE_END.split(prose):
        if said := tokens(clause):
            yield [word.removesuffix("'s") for word in said]


def _is_content(word: str) -> bool:
    return len(word) >= _FEWEST_LETTERS and word not in STOP_WORDS and not word.isdigit() and not has_spaceless(word)


def name_stems(names: Iterable[str], stemmer: Stemmer) -> frozenset[str]:
    """Return the stems of all parts of the user's names, which are never themes."""
    return frozenset(stemmer.stem(word) for name in names for said in _clauses(name) for word in said)


class Window:
    """A window of replies, counted once.

    Args:
        replies: Texts, oldest first; more than 50 are cut to the last 50.
        ordinary: Share of ordinary replies that hold a term, 0..1; 0 where it has no entry.
        names: The user's names.
        stemmer: Shared, since its cache saves most of the work.
    """

    def __init__(
        self, replies: Sequence[str], ordinary: Mapping[str, float], names: Iterable[str], stemmer: Stemmer
    ) -> None:
        self._stemmer = stemmer
        self._ordinary = ordinary
        self._replies = replies[-WINDOW_REPLIES:]
        self._texts = [terms(text, stemmer) for text in self._replies]
        self._held_by = Counter(term for text in self._texts for term in text)
        self._names = name_stems(names, stemmer)

    @property
    def size(self) -> int:
        """How many replies it holds."""
        return len(self._texts)

    def themes(self, *, z: float = 0.0) -> dict[str, float]:
        """Return every term that is three times as frequent as in ordinary replies with its share, widest first.

        A phrase is a theme if one of its words is: "happy to help" is made of ordinary words.

        Args:
            z: How sure to be of it, in standard errors; 0 takes the shares as they are.
        """
        return dict(self._widest(z))

    def _widest(self, z: float) -> Iterator[tuple[str, float]]:
        shares = {term: count / self.size for term, count in self._held_by.most_common() if count > 1}
        return ((term, share) for term, share in shares.items() if self._is_theme(term, shares, z))

    def _is_theme(self, term: str, shares: Mapping[str, float], z: float) -> bool:
        words = term.split()
        return (
            self._names.isdisjoint(words)
            and self._is_unusual(term, shares, z)
            and (len(words) == 1 or any(self._is_unusual(word, shares, z) for word in words))
        )

    def _is_unusual(self, term: str, shares: Mapping[str, float], z: float) -> bool:
        return share_at_least(shares[term], self.size, z) >= TIMES_ORDINARY * self._ordinary.get(term, 0.0)

    def diversity(self) -> float | None:
        """Return how little the replies share, 0..1; None where there are none. Under 20 replies it says little.

        1 - mean share of the five most widespread themes. Shares 0.5, 0.3, 0.3, 0.2, 0.2: 1 - 1.5 / 5 = 0.7.
        Source: DESIGN 7, after the first article's "theme diversity"; the article gives no formula.
        """
        if not self.size:
            return None
        widest = [share for _, share in islice(self._widest(0.0), WIDEST_THEMES)]
        return 1.0 - sum(widest) / WIDEST_THEMES

    def find_themes(self, user_messages: Sequence[str]) -> tuple[ThemeFinding, ...]:
        """Judge what more than 35 % of the replies hold, widest first; of a phrase and its words only one is named.

        Args:
            user_messages: What the user said in the same span.
        """
        if self.size < FEWEST_REPLIES:
            return ()
        z = 0.0 if self.size == WINDOW_REPLIES else _SURE_Z
        wide = {
            term: share
            for term, share in self.themes(z=max(z, _LIKELY_Z)).items()
            if share_at_least(share, self.size, z) > LOOP_ABOVE
        }
        users = Counter(term for text in user_messages for term in terms(text, self._stemmer))
        found = []
        for phrase, kin in self._named(wide).items():
            term = kin[0]
            # Whoever speaks of balance brings the subject, also of "seek balance".
            user_share = max(users[word] for word in kin) / len(user_messages) if user_messages else 0.0
            is_loop = wide[term] >= TIMES_USER * user_share
            found.append(ThemeFinding(term, self._display(phrase), wide[term], user_share, is_loop, kin))
        return tuple(sorted(found, key=lambda one: (-one.frequency, one.theme)))

    def _named(self, wide: Mapping[str, float]) -> dict[str, tuple[str, ...]]:
        """Choose which phrases and words are shown, each with the words that stand for it.

        "find balanc life", its words and its pairs are one theme: the phrase is what is shown, and the word that is
        rarest in ordinary replies is what is counted.
        """
        chosen: dict[str, tuple[str, ...]] = {}
        taken: set[str] = set()
        for phrase in sorted(wide, key=lambda term: (-len(term.split()), -wide[term], term)):
            words = dict.fromkeys(word for word in phrase.split() if word in wide)
            tight = [word for word in words if wide[phrase] >= _PHRASE_STANDS_FOR_WORD * wide[word]]
            if tight and taken.isdisjoint(words):
                chosen[phrase] = tuple(
                    sorted(tight, key=lambda word: (self._ordinary.get(word, 0.0) / wide[word], word))
                )
                taken.update(words)
        return chosen

    def _display(self, term: str) -> str:
        held = zip(self._replies, self._texts, strict=True)
        forms = Counter(written(reply, term, self._stemmer) for reply, found in held if term in found)
        return min(forms, key=lambda words: (-forms[words], words))


def share_at_least(share: float, size: int, z: float) -> float:
    """Return what a share seen in so many replies is at least, with a certainty of z standard errors.

    (p + z^2/2n - z * sqrt(p (1 - p)/n + z^2/4n^2)) / (1 + z^2/n). 18 of 50 at z = 1.645: 0.258. Source: Wilson 1927.
    """
    spread = z * z / size
    half = z * math.sqrt(share * (1 - share) / size + spread / (4 * size))
    return (share + spread / 2 - half) / (1 + spread)


def find_themes(
    replies: Sequence[str],
    user_messages: Sequence[str],
    ordinary: Mapping[str, float],
    names: Iterable[str],
    stemmer: Stemmer,
) -> tuple[ThemeFinding, ...]:
    """Judge the themes of the last 50 replies: loops that the assistant brings, and the user's interests."""
    return Window(replies, ordinary, names, stemmer).find_themes(user_messages)


def carries(text: str, theme: str, stemmer: Stemmer) -> bool:
    """Tell whether a text holds a theme."""
    return theme in terms(text, stemmer)


def like_pattern(theme: str) -> str:
    r"""Return a LIKE pattern (escape: backslash) that texts with a theme match, and a few more.

    A stem begins its words but for a last y that became i, and letters that only folding makes the same: "studi" gives
    "%stud%".
    """
    starts = (re.sub(r"[^a-z0-9']", "_", stem.removesuffix("i")) for stem in theme.split())
    return "%" + "%".join(starts) + "%"

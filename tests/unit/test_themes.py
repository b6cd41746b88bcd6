"""Themes: what is one, whose it is, how it is named, and how little real replies share."""

import itertools

import pytest

from memory.ordinary_replies import read_ordinary_replies
from memory.rules.text import Stemmer
from memory.rules.themes import Window, carries, find_themes, like_pattern, share_at_least, terms, written

STEMMER = Stemmer()
ORDINARY = read_ordinary_replies()

# Fifty replies that share nothing: every word of three letters and more is its own.
WORDS = ["".join(letters) for letters in itertools.product("bdfgk", "aou", "lmnrt", "aou", "bdgkp")]
PLAIN = [f"{' '.join(WORDS[at * 8 : at * 8 + 8])}." for at in range(50)]
QUIET = ["and then?"] * 50


def with_theme(share: float, sentence: str = "It is all about balance.") -> list[str]:
    holding = round(share * len(PLAIN))
    return [f"{reply} {sentence}" if at < holding else reply for at, reply in enumerate(PLAIN)]


def loops(replies: list[str], users: list[str] = QUIET, names: tuple[str, ...] = ()) -> list[str]:
    return [one.display for one in find_themes(replies, users, ORDINARY, names, STEMMER) if one.is_loop]


def test_unshared_words_are_no_theme() -> None:
    assert find_themes(PLAIN, QUIET, ORDINARY, (), STEMMER) == ()
    assert Window(PLAIN, ORDINARY, (), STEMMER).diversity() == 1.0


@pytest.mark.parametrize(("holding", "expected"), [(17, []), (18, ["balance"]), (50, ["balance"])])
def test_theme_needs_more_than_35_percent_of_the_replies(holding: int, expected: list[str]) -> None:
    assert loops(with_theme(holding / 50)) == expected


@pytest.mark.parametrize(("said", "is_loop"), [(0, True), (10, True), (11, False), (40, False)])
def test_loop_is_what_the_assistant_says_twice_as_often_as_the_user(said: int, is_loop: bool) -> None:  # noqa: FBT001 - a case of a table
    users = ["I want balanced days"] * said + ["and then?"] * (50 - said)
    (found,) = find_themes(with_theme(0.4), users, ORDINARY, (), STEMMER)
    assert (found.theme, found.frequency, found.user_frequency) == ("balanc", 0.4, said / 50)
    assert found.is_loop is is_loop


def test_forms_of_a_word_are_one_theme_shown_as_it_is_mostly_written() -> None:
    forms = itertools.cycle(["balance", "balancing", "balance", "balanced"])
    replies = [f"{reply} More {next(forms)}!" for reply in PLAIN]
    assert loops(replies) == ["balance"]


def test_phrase_is_named_once_and_kept_under_its_rarest_word() -> None:
    (found,) = find_themes(with_theme(0.8, "It is finding a balance in life."), QUIET, ORDINARY, (), STEMMER)
    assert found.display == "finding a balance in life"
    assert found.theme == "balanc"


def test_word_that_stands_in_many_phrases_is_named_alone() -> None:
    ways = itertools.cycle(["your balance", "balance matters", "seek balance", "lost balance", "balance again"])
    replies = [f"{reply} So: {next(ways)}." for reply in PLAIN]
    assert loops(replies) == ["balance"]


def test_manners_are_no_theme() -> None:
    manners = "I'm happy to help! Feel free to ask if you have any questions."
    assert loops(with_theme(0.46, manners)) == []


def test_stop_words_numbers_code_and_links_are_no_theme() -> None:
    noise = "And you would be there with 2026.\n```python\nimport pandas\n```\nhttps://example.org/pandas"
    assert terms(noise, STEMMER) == set()


def test_names_of_the_user_are_no_theme() -> None:
    replies = with_theme(1.0, "Dear Marguerite.")
    assert loops(replies) == ["dear marguerite"]
    assert loops(replies, names=("Marguerite Dear",)) == []


def test_fewer_than_20_replies_tell_nothing_and_a_clear_loop_is_told_from_20_on() -> None:
    replies = with_theme(1.0)
    assert loops(replies[:19], QUIET[:19]) == []
    assert loops(replies[:20], QUIET[:20]) == ["balance"]
    # A share that would do for fifty replies is chance among twenty.
    few = [*replies[:8], *PLAIN[8:20]]
    assert loops(few, QUIET[:20]) == []


def test_only_the_last_50_replies_count() -> None:
    assert loops([*with_theme(1.0), *PLAIN], QUIET * 2) == []


def test_phrases_do_not_cross_clauses() -> None:
    assert "tea balanc" not in terms("I like tea. Balance matters.", STEMMER)
    assert terms("a pot of tea", STEMMER) == {"pot", "tea", "pot tea"}


def test_term_is_shown_as_it_is_written() -> None:
    assert written("A Pot of tea? Pots of Tea!", "pot tea", STEMMER) == "pot of tea"
    assert written("The dog's bone.", "dog", STEMMER) == "dog"
    with pytest.raises(ValueError, match="does not hold"):
        written("A pot. Tea.", "pot tea", STEMMER)


def test_other_languages_are_read_as_words_and_scripts_without_spaces_not_at_all() -> None:
    assert loops(with_theme(1.0, "Es geht um die Ausgewogenheit.")) != []
    assert loops(["我们需要平衡"] * 50) == []
    assert Window(["我们需要平衡"] * 50, ORDINARY, (), STEMMER).diversity() == 1.0


@pytest.mark.parametrize(("share", "least", "most"), [(0.0, 1.0, 1.0), (0.7, 0.25, 0.40), (1.0, 0.0, 0.25)])
def test_diversity_falls_with_the_share_of_a_theme(share: float, least: float, most: float) -> None:
    window = Window(with_theme(share, "It is finding balance in life."), ORDINARY, (), STEMMER)
    diversity = window.diversity()
    assert diversity is not None
    assert least <= diversity <= most


def test_diversity_is_one_less_the_mean_of_the_five_widest() -> None:
    replies = [f"{word}." for word in ("dorab", "dorab", "dorab", "dorab", "gumok", "gumok", "lafid", "bonug")]
    # 4/8 and 2/8; single words of one reply are no theme.
    assert Window(replies, ORDINARY, (), STEMMER).diversity() == pytest.approx(1 - 0.75 / 5)


def test_nothing_said_has_no_diversity() -> None:
    assert Window([], ORDINARY, (), STEMMER).diversity() is None


def test_share_at_least_is_wilsons_bound() -> None:
    assert share_at_least(0.36, 50, 1.645) == pytest.approx(0.258, abs=0.001)
    assert share_at_least(0.36, 50, 0.0) == pytest.approx(0.36)


def test_carrying_is_told_by_stem_and_never_by_letters_alone() -> None:
    assert carries("She lost her Balance.", "balanc", STEMMER)
    assert not carries("Imbalance is another word.", "balanc", STEMMER)


def test_table_of_ordinary_replies_holds_shares() -> None:
    assert len(ORDINARY) > 3000
    assert all(0.005 <= share <= 1 for share in ORDINARY.values())
    assert ORDINARY["help"] > 0.4
    assert "balanc" in ORDINARY


@pytest.mark.parametrize(("theme", "pattern"), [("balanc", "%balanc%"), ("studi", "%stud%"), ("ubung", "%ubung%")])
def test_like_pattern_is_a_stem_without_its_changed_end(theme: str, pattern: str) -> None:
    assert like_pattern(theme) == pattern
    assert like_pattern("übung x_y") == "%_bung%x_y%"

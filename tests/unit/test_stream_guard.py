import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.rules.stream_guard import StreamGuard
from memory.rules.topics import TopicMatcher

TERMS = [
    "cat",
    "Café Royal",
    "New York City",
    "北京",
    "ジョン・スミス",
    "c++",
    "서울",
    "がく",
    "O'Brien",
    "iPhone手机",
    "AI",
    "❤️",
]
MATCHER = TopicMatcher(TERMS)


def stream(guard: StreamGuard, chunks: list[str]) -> tuple[str, bool]:
    painted = ""
    for chunk in chunks:
        guarded = guard.feed(chunk)
        painted += guarded.text
        if guarded.hits:
            return painted, True
    last = guard.finish()
    return painted + last.text, bool(last.hits)


def test_word_is_painted_once_it_has_ended() -> None:
    guard = StreamGuard(TopicMatcher(["dog"]))
    assert [guard.feed(chunk).text for chunk in ("Hel", "lo", " wor", "ld", "!")] == ["", "", "Hello ", "", "world!"]
    assert guard.finish().text == ""


def test_category_is_painted_and_cat_is_not() -> None:
    guard = StreamGuard(TopicMatcher(["cat"]))
    assert guard.feed("one cat").text == "one "
    assert guard.feed("egory of").text == "category "
    assert guard.feed(" cat").text == "of "
    hit = guard.feed(".")
    assert hit.text == ""
    assert hit.hits == {"cat"}
    assert guard.feed(" more").text == ""
    assert guard.finish().hits == {"cat"}


def test_banned_word_at_the_very_end_is_found_by_finish() -> None:
    guard = StreamGuard(TopicMatcher(["cat"]))
    assert guard.feed("a cat").text == "a "
    assert guard.finish().hits == {"cat"}


def test_only_the_words_that_begin_a_phrase_wait() -> None:
    guard = StreamGuard(TopicMatcher(["New York City"]))
    assert guard.feed("I like new ").text == "I like "
    assert guard.feed("shoes and ").text == "new shoes and "
    assert guard.feed("New York ").text == ""
    assert guard.feed("is ").text == "New York is "
    assert guard.feed("New-York\nCity, ").hits == {"new york city"}


def test_script_without_spaces_waits_for_the_characters_that_matter() -> None:
    guard = StreamGuard(TopicMatcher(["北京"]))
    assert guard.feed("我在北").text == "我在"
    assert guard.feed("方,").text == "北方,"
    assert guard.feed("在北").text == "在"
    assert guard.feed("京").hits == {"北京"}


def test_topic_that_the_user_names_is_allowed() -> None:
    guard = StreamGuard(TopicMatcher(["cat", "dog"]), frozenset({"cat"}))
    assert guard.feed("the cat sat. ").text == "the cat sat. "
    assert guard.feed("the dog sat. ").hits == {"dog"}


def test_without_bans_every_chunk_passes_at_once() -> None:
    assert StreamGuard(TopicMatcher([])).feed("hal").text == "hal"


@pytest.mark.parametrize(
    "reply",
    [
        "see **Re**x run",
        "see R*e*x run",
        "see [R](http://x.y/z)ex run",
        "see Re[x](http://x_(y)) run",
        "see [Re](a)[x](b) run",
        "see ![R](a)ex run",
        "see R&#101;x run",
        "see R&#x65;x run",
        "see [R]ex run",
        "see R\u200bex run",
        "see R\u00adex run",
        "see Re\u2060x run",
        "see `Re`x run",
        "see ~~Re~~x run",
    ],
)
def test_word_that_markup_splits_is_never_painted_however_it_is_cut(reply: str) -> None:
    for size in range(1, len(reply) + 1):
        guard = StreamGuard(TopicMatcher(["Rex"]))
        chunks = [reply[start : start + size] for start in range(0, len(reply), size)]
        painted, is_hit = stream(guard, chunks)
        assert is_hit, (size, painted)
        assert "ex" not in painted.removeprefix("see")


@pytest.mark.parametrize(
    "reply",
    [
        "a list [1, 2] and (3) more. ",
        "a [link](http://x.y) ends. ",
        "an [open bracket that never closes, and goes on",
        "see [Rex",
        "[note] then (this)",
        "f[0](x) is code ",
    ],
)
def test_brackets_hold_nothing_back_for_good(reply: str) -> None:
    for size in (1, 3, 7):
        guard = StreamGuard(TopicMatcher(["dog"]))
        chunks = [reply[start : start + size] for start in range(0, len(reply), size)]
        assert stream(guard, chunks) == (reply, False)


FRAGMENTS = st.sampled_from(
    [
        *("[", "](x)", "[c](u)", "]", "(", ")", "**", "&#97;"),
        *(
            "cat",
            "cats",
            "category",
            "c",
            "at",
            "'",
            "’",
            "s",
            " ",
            "-",
            "\u00ad",
            "\u0301",
            "Cafe",
            "é",
            "royal",
            "New",
        ),
        *(
            "York",
            "City",
            ". ",
            "? ",
            "\n\n",
            "北",
            "京",
            "北京",
            "ジョン",
            "・",
            "スミス",
            "か",
            "\u3099",
            "く",
            "++",
            "+",
        ),
        *(
            "#",
            "A",
            ".",
            "I",
            "s",
            "❤️",
            "❤",
            "ⓒ",
            "ⓐⓣ",
            "서",
            "울",
            "에서",
            "\u1109\u1165",
            "O",
            "Brien",
            "iphone",
            "手",
            "机",
            "_",
            "*",
            "🍕",
            "™",
        ),
        *("word", "\u200b", "ｃａｔ", "㍿"),
    ]
)


@settings(max_examples=600)
@given(st.lists(FRAGMENTS, max_size=14))
def test_painted_text_never_names_a_ban_and_nothing_else_is_lost(chunks: list[str]) -> None:
    painted, was_hit = stream(StreamGuard(MATCHER), chunks)
    whole = "".join(chunks)
    assert MATCHER.hits(painted) == frozenset()
    assert whole.startswith(painted)
    if MATCHER.hits(whole):
        assert was_hit
    elif not was_hit:
        assert painted == whole


@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize("term", TERMS)
def test_every_way_of_cutting_finds_the_term(term: str, size: int) -> None:
    reply = f"Well, of course there is {term} and more."
    chunks = [reply[i : i + size] for i in range(0, len(reply), size)]
    painted, was_hit = stream(StreamGuard(MATCHER), chunks)
    assert was_hit
    assert "Well, of course there is ".startswith(painted)


def test_long_unbroken_output_stays_cheap() -> None:
    guard = StreamGuard(MATCHER)
    painted = "".join(guard.feed("QUJD").text for _ in range(5_000)) + guard.finish().text
    assert painted == "QUJD" * 5_000


@pytest.mark.parametrize(
    "reply",
    ["a **c**at", "a *c*at.", "a c`a`t", "a c~~a~~t", "a c&#97;t", "a &#x63;at!", "c&shy;at", "ca\u034ft", "c\u2066at"],
)
def test_markup_and_invisible_characters_inside_a_banned_word_do_not_hide_it(reply: str) -> None:
    for size in (1, 2, len(reply)):
        painted, is_hit = stream(
            StreamGuard(TopicMatcher(["cat"])), [reply[i : i + size] for i in range(0, len(reply), size)]
        )
        assert is_hit
        assert "c" not in painted


@pytest.mark.parametrize("reply", ["**cate**gory", "a **bold** word; a `code` & more", "2*3*4 = 24", "x &amp; y"])
def test_markup_beside_other_words_is_painted_as_it_is(reply: str) -> None:
    assert stream(StreamGuard(TopicMatcher(["cat", "New York City"])), list(reply)) == (reply, False)


@pytest.mark.parametrize("terms", [["cat"], ["cat", "ジョン・スミス"]])
def test_mark_on_a_painted_character_does_not_hide_the_word_behind_it(terms: list[str]) -> None:
    painted, is_hit = stream(StreamGuard(TopicMatcher(terms)), ["ス", "\u3099", "cat"])
    assert is_hit
    assert "cat" not in painted

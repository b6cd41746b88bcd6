"""The sieve lets every text through that names a topic, and next to no other."""

from hypothesis import example, given
from hypothesis import strategies as st

from memory.rules.topic_sieve import TopicSieve
from memory.rules.topics import TopicMatcher, readings_of

TERMS = [
    "Rex",
    "cat",
    "Bruno",
    "New York",
    "movies",
    "leaves",
    "July",
    "women",
    "leaf",
    "U.S.",
    "AI",
    "a.i.",
    "C++",
    "C#",
    "x",
    "l'école",
    "O'Brien",
    "it's-me",
    "naïve",
    "café",
    "Zoë",
    "straße",
    "dying",
    "knife",
    "bus",
    "begin",
    "running",
    "собака",
    "кошка",
    "北京",
    "我的猫",
    "서울",
    "แมว",
    "كتاب",
    "חתול",
    "żółw",
    "kot",
    "Mädchen",
    "🐈",
    "ﬁsh",
    "Ｒｅｘ",
    "!!",
    "the cat sat",
]
WORDS = (
    *TERMS,
    *[
        "Rex's",
        "REXES",
        "cats",
        "category",
        "bruno.",
        "newyork",
        "New-York",
        "New, York",
        "New! York",
        "new\nyork",
        "movie",
        "leaf",
        "leaving",
        "Julies",
        "woman",
        "wom",
    ],
    *[
        "A.I",
        "u.s",
        "c++ish",
        "lecole",
        "l`ecole",
        "L’école",
        "obrien",
        "dall'arte",
        "naive",
        "cafe",
        "cafés",
        "STRASSE",
        "dies",
        "knives",
        "busses",
        "beginning",
        "run",
    ],
    *[
        "**Re**x",
        "[R](http://x)ex",
        "R&#101;x",
        "<b>Re</b>x",
        "Re\\x",
        "`Rex`",
        "re_x",
        "~~cat~~",
        "собаки",
        "кошек",
        "北 京",
        "在北京",
        "서울에서",
        "แมวดำ",
        "الكتاب",
    ],
    *[
        "החתול",
        "żółwia",
        "kota",
        "Maedchen",
        "madchen",
        "\xadRe\u200bx",
        "cát",
        "ﬁshes",
        "ＲＥＸ",
        "'",
        "''",
        "rex'",
        "'rex",
        "rex''s",
        "#",
        "+",
        "a",
        "the",
        "sat",
        "\n",
        "\n\n",
        "\x00",
        "--",
        ".",
    ],
)
PIECES = st.sampled_from(WORDS) | st.text(max_size=6)
TEXTS = st.lists(st.tuples(PIECES, st.sampled_from([" ", "", "-", ", ", "\n", "*"])), max_size=7).map(
    lambda parts: "".join(word + between for word, between in parts)
)


def named_in(matchers: list[TopicMatcher], texts: list[str]) -> dict[int, list[int]]:
    """Find what names what without a sieve."""
    found = {at: [topic for topic, one in enumerate(matchers) if one.hits(text)] for at, text in enumerate(texts)}
    return {at: topics for at, topics in found.items() if topics}


@given(
    topics=st.lists(st.lists(st.sampled_from(TERMS), max_size=2), min_size=1, max_size=4),
    texts=st.lists(TEXTS, max_size=8),
)
@example(topics=[["leaves"], ["leave"]], texts=["a leaf", "they left"])
@example(topics=[["Rex"]], texts=["Re", "x"])
@example(topics=[["Rex"], ["cat"]], texts=["cat", "[a](b) Rex", "nothing", "Rex"])
def test_what_the_sieve_lets_through_is_all_that_names_a_topic(topics: list[list[str]], texts: list[str]) -> None:
    matchers = [TopicMatcher(terms) for terms in topics]
    sifted = TopicSieve(matchers).sift([text.encode("utf-8", "surrogatepass") for text in texts])
    assert [one.place for one in sifted] == sorted({one.place for one in sifted})
    confirmed = {
        place: sorted([*named, *(topic for topic in maybe if matchers[topic].hits_in(readings_of(texts[place])))])
        for place, named, maybe in sifted
    }
    assert {place: found for place, found in confirmed.items() if found} == named_in(matchers, texts)


def test_plain_texts_that_hold_only_the_beginning_of_a_word_are_held_back() -> None:
    matchers = [TopicMatcher(["begins"]), TopicMatcher(["New York"]), TopicMatcher(["北京"]), TopicMatcher([])]
    sieve = TopicSieve(matchers)
    texts = ["A beginner's begonia.", "begin", "york", "newly", "[begin](x)", "Tschüss"]
    assert sieve.sift([text.encode() for text in texts]) == [
        (1, [0], []),
        (2, [], [1]),
        (4, [], [0, 1, 2]),
        (5, [], [0, 1, 2]),
    ]


def test_a_text_that_is_no_utf8_is_let_through() -> None:
    assert TopicSieve([TopicMatcher(["cat"])]).sift([b"\xff cat", b"", b"dog"]) == [(0, [], [0])]


def test_a_long_word_is_read_once_however_often_it_holds_a_beginning() -> None:
    word = b"cat" * 100_000
    assert TopicSieve([TopicMatcher(["cat"])]).sift([word, b"cat"]) == [(1, [0], [])]

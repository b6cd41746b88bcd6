"""What a reader sees decides about a ban: against the Markdown renderer that paints the replies."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from memory.rules.markup import readings
from memory.rules.stream_guard import StreamGuard
from memory.rules.topics import TopicMatcher

RENDERER = MarkdownIt("gfm-like", {"html": False})


# Marks that the renderer shows are no markup any more.
LITERAL = str.maketrans(dict.fromkeys("\\*_~`[]<>&", "/"))


def painted_as(reply: str) -> str:
    """Return the text that the chat screen shows for a reply."""
    shown = "\n\n".join(
        "".join(map(inline_text, block.children or ())) if block.type == "inline" else block.content
        for block in RENDERER.parse(reply)
        if block.content
    )
    return shown.translate(LITERAL)


def inline_text(token: Token) -> str:
    if token.type == "softbreak":
        return " "
    shown = "\n" if token.type == "hardbreak" else token.content
    return f"🖼 {shown}" if token.type == "image" else shown


def stream(guard: StreamGuard, chunks: list[str]) -> tuple[list[str], bool]:
    """Return what stood on the screen after each piece, and whether a ban was hit."""
    painted = [""]
    for guarded in (*map(guard.feed, chunks), guard.finish()):
        painted.append(painted[-1] + guarded.text)
        if guarded.hits:
            return painted, True
    return painted, False


def cut(reply: str, size: int) -> list[str]:
    return [reply[i : i + size] for i in range(0, len(reply), size)]


HIDDEN = [
    "[R](http://x)ex",
    "[R](http://x 'a title')ex",
    "[R](<a b>)ex",
    "[R](a(b(c)))ex",
    "[R][one]ex",
    "[R][]ex",
    "the_[R](u)ex",
    "2*[R](u)ex",
    "[1]**Re**x",
    "a_R&#101;x",
    "][R](u)ex",
    "[a][R](u)ex",
    "R[e](http://x)x",
    "Re[x](http://x)",
    "[Re](y)[x](z)",
    "[**R**](http://x)ex",
    "[[a](b)](R[e](u)x)",
    "](R[e](u)x)",
    "R[e]x",
    "**Re**x",
    "R*e*x",
    "R***e***x",
    "~~R~~ex",
    "R`e`x",
    "``R``ex",
    "`Rex`",
    r"R\_ex",
    r"R\*ex",
    r"\[R\]ex",
    "R&#101;x",
    "R&#x65;x",
    "&#82;&#101;&#120;",
    "R&shy;ex",
    "R&ZeroWidthSpace;ex",
    "R&#8203;ex",
    "R<b>e</b>x",
    '<span class="a">R</span>ex',
    "R<!-- - -->ex",
    "R\u200bex",
    "R\u200ce\u200dx",
    "R\u2060ex",
    "R\ufeffex",
    "R\u00adex",
    "R\u3164ex",
    "R\u0336e\u0336x\u0336",
    "R\u20dde\u20ddx",
    "Ｒｅｘ",
    "*R\u200b*[e](u)&#120;",
    "R](u)&#82;ex",
    "R](u)[&#82;](v)ex",
    "[a[b](u)](v)&#82;ex",
    "`[`R](u)&#82;ex",
]

PHRASES = [
    "Café **Royal**",
    "**Café** Royal",
    "Café\nRoyal",
    "Café  \nRoyal",
    "Café\\\nRoyal",
    "> Café\n> Royal",
    "Caf**é Ro**yal",
    "[Café](http://x.com/a) Royal",
    "[Café](http://x.com 'so. it is') [Royal](u)",
    "Café&nbsp;Royal",
    "Café<br>Royal",
    "Café ![](x) Royal",
    "the_[Ca](u)fé Royal",
    "| Café | Royal |",
    "*Café*\n*Royal*",
    "C[af](x)é R`oy`al",
]

SEEN_AS_OTHER_WORDS = [
    "R.e.x",
    "[R](http://x) ex",
    "**R** ex",
    "R\n\nex",
    "T[Re](x)x and Rexine",
    "R&amp;ex",
    "c**+",
    "Café. **Royal** blue",
    "the **café**",
    "1 < 2 & 3 > 2",
    r"C:\R\ex",
]


@pytest.mark.parametrize("size", [1, 2, 3, 100])
@pytest.mark.parametrize("written", HIDDEN)
def test_no_word_hides_in_markup_however_the_reply_is_cut(written: str, size: int) -> None:
    reply = f"This is {written}, my dog."
    painted, was_hit = stream(StreamGuard(TopicMatcher(["Rex"])), cut(reply, size))
    assert was_hit
    assert painted[-1] == "This is "


@pytest.mark.parametrize("size", [1, 2, 3, 100])
@pytest.mark.parametrize("written", PHRASES)
def test_no_phrase_hides_in_markup_however_the_reply_is_cut(written: str, size: int) -> None:
    painted, was_hit = stream(StreamGuard(TopicMatcher(["Café Royal"])), cut(f"{written} is shut.", size))
    assert was_hit
    assert "caf" not in painted[-1].lower()


@pytest.mark.parametrize("written", [*HIDDEN, *PHRASES])
def test_stored_text_is_read_as_it_is_shown(written: str) -> None:
    assert TopicMatcher(["Rex", "Café Royal"]).hits(f"I met {written} there.")


@pytest.mark.parametrize(
    ("term", "written"),
    [
        ("c++", "**c**++"),
        ("c++", r"c\+\+"),
        ("O'Brien", "O'**Brien**"),
        ("AT&T", "AT&amp;T"),
        ("北京", "北**京**"),
        ("北京", "[北](x)京"),
        ("ко\u0301шка", "**кош**ка"),
        ("שלום", "**ש**לום"),
        ("c#", "c&num;"),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 100])
def test_signs_and_other_scripts_do_not_hide_either(term: str, written: str, size: int) -> None:
    matcher = TopicMatcher([term])
    assert matcher.hits(f"see {written}, too")
    painted, was_hit = stream(StreamGuard(matcher), cut(f"see {written}, too", size))
    assert (painted[-1], was_hit) == ("see ", True)


@pytest.mark.parametrize("written", SEEN_AS_OTHER_WORDS)
def test_words_that_markup_keeps_apart_are_no_hit(written: str) -> None:
    matcher = TopicMatcher(["Rex", "Café Royal"])
    assert matcher.hits(written) == frozenset()
    assert stream(StreamGuard(matcher), list(written))[0][-1] == written


TERMS = ["Rex", "Café Royal", "c++", "北京", "New York City"]
MATCHER = TopicMatcher(TERMS)
WORDS = "R e x Rex Café Royal New York City 北 京 c + ++ cat a 1".split()  # noqa: SIM905 - reads better than quotes
MARKUP = r"""
    * ** _ __ ~~ ` `` [ ] ( ) ]( ](u) ][ ][u] [a](u) ![ < > <b> </b> <br> <u & ; &#101; &#82; &shy; &nbsp; &# \ \_ \* \[
    \] \( \\ : / " '
""".split()  # noqa: SIM905 - as above
SPACES = [
    " ",
    "\n",
    "\n\n",
    "  \n",
    ". ",
    ", ",
    "- ",
    "> ",
    "# ",
    "| ",
    " 'a b')",
    "\u200b",
    "\u00ad",
    "\u0336",
    "\u0301",
]
PIECES = st.sampled_from([*WORDS, *MARKUP, *SPACES])
REPLIES = st.lists(PIECES, max_size=16)
CUTS = st.lists(st.integers(1, 9), min_size=1, max_size=8)


def cut_as(reply: str, sizes: list[int]) -> list[str]:
    chunks: list[str] = []
    while reply:
        size = sizes[len(chunks) % len(sizes)]
        chunks.append(reply[:size])
        reply = reply[size:]
    return chunks


@settings(max_examples=600, deadline=None)
@given(REPLIES, CUTS)
@example(["[", "R", "](u)", "e", "x", " "], [1])
def test_nothing_painted_ever_reads_as_a_banned_word(pieces: list[str], sizes: list[int]) -> None:
    reply = "".join(pieces)
    painted, was_hit = stream(StreamGuard(MATCHER), cut_as(reply, sizes))
    for text in painted:
        assert not MATCHER.hits(painted_as(text))
        assert not MATCHER.hits(text)
        assert reply.startswith(text)
    if not was_hit:
        assert painted[-1] == reply


@settings(max_examples=600, deadline=None)
@given(REPLIES)
def test_whatever_the_renderer_shows_is_found_in_the_source(pieces: list[str]) -> None:
    reply = "".join(pieces)
    assert MATCHER.hits(painted_as(reply)) <= MATCHER.hits(reply)


@settings(max_examples=600, deadline=None)
@given(REPLIES, CUTS)
def test_how_a_reply_is_cut_changes_neither_verdict_nor_what_is_painted(pieces: list[str], sizes: list[int]) -> None:
    reply = "".join(pieces)
    painted, was_hit = stream(StreamGuard(MATCHER), cut_as(reply, sizes))
    whole, whole_was_hit = stream(StreamGuard(MATCHER), [reply])
    assert (painted[-1], was_hit) == (whole[-1], whole_was_hit)
    if MATCHER.hits(reply):
        assert was_hit


def test_addresses_without_an_end_are_held_and_then_painted_whole() -> None:
    chunks = ["see [it](data:", *["QUJD"] * 2_000, *["[](https://"] * 200, " end"]
    painted, was_hit = stream(StreamGuard(MATCHER), chunks)
    assert not was_hit
    assert painted[1] == "see "
    assert painted[-1] == "".join(chunks)


# What a model in a rut or a broken file may repeat: it begins something anew at every turn, or never ends.
REPEATED = ["[](", "[](x", "![a](", '](a "b ', "[](a*_~`<b>[", "](<", r"][\]", "<a b", "<!--", "**a", "\u0301\u0323"]
BALANCED = ["](x" * 33 + ")" * 33, "[a](b" * 5 + ")" * 5, "](" * 31 + ")" * 31]
LONG_CHARACTERS = 100_000
STREAMED = [
    *((unit, "") for unit in REPEATED),
    ("[](x", "<a b"),
    ("<a b", "[](x"),
    *(("New ", unit) for unit in ("-", "| ", "─", "&nbsp; ", "[](a")),
    *(("北", unit) for unit in ("\n", "* ", "<br> ")),
    *((opener, "it is so ") for opener in ("<!-- ", '[a](b "', "[a](<")),
]
STREAMED_CHARACTERS = 10_000
# Seconds of computing; measured 0.5 at most. In square time each took half a minute to hours.
GENEROUS_S = 8


@pytest.mark.parametrize("unit", [*REPEATED, *BALANCED], ids=range(len(REPEATED + BALANCED)))
def test_reading_a_long_text_takes_time_in_step_with_its_length(unit: str) -> None:
    text = (unit * LONG_CHARACTERS)[:LONG_CHARACTERS]
    begun = time.process_time()
    assert not MATCHER.hits(text)
    assert time.process_time() - begun < GENEROUS_S
    assert sum(map(len, readings(text))) < 300 * len(text)


@pytest.mark.parametrize(("first", "then"), STREAMED, ids=range(len(STREAMED)))
def test_checking_a_long_reply_takes_time_in_step_with_its_length(first: str, then: str) -> None:
    half = STREAMED_CHARACTERS // 2
    begins = first if first.endswith(" ") or first == "北" else (first * half)[:half]
    reply = begins + ((then or first) * half)[:half]
    begun = time.process_time()
    painted, was_hit = stream(StreamGuard(MATCHER), cut(reply, 4))
    assert time.process_time() - begun < GENEROUS_S
    assert (painted[-1], was_hit) == (reply, False)


@pytest.mark.parametrize("depth", [1, 31, 32, 33, 34, 60])
def test_parentheses_in_an_address_are_nested_as_deep_as_the_renderer_has_them(depth: int) -> None:
    reply = f"[R](a{'(' * depth}b{')' * depth})ex"
    assert MATCHER.hits(painted_as(reply)) == MATCHER.hits(reply)


def test_line_of_dashes_under_the_beginning_of_a_phrase_is_painted_with_the_next_word() -> None:
    guard = StreamGuard(MATCHER)
    assert guard.feed("# New\n" + "-" * 80 + "\n").text == "# "
    assert guard.feed("shoes ").text == "New\n" + "-" * 80 + "\nshoes "


def test_gap_of_any_length_keeps_no_phrase_apart_on_the_stream() -> None:
    painted, was_hit = stream(StreamGuard(MATCHER), cut("in New " + "- " * 3_000 + "York -> City.", 5))
    assert (painted[-1], was_hit) == ("in ", True)


def test_comment_that_is_closed_hides_and_one_that_is_not_is_literal() -> None:
    assert MATCHER.hits("R<!-- <!-- -->ex")
    assert MATCHER.hits("<!-- a --> [R](u)ex <!-- ")
    assert not MATCHER.hits("R<!-- ex")

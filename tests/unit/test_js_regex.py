import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.js_regex import UntranslatableError, compile_js, parse_literal


def finds(literal: str, text: str) -> bool:
    parsed = parse_literal(literal)
    assert parsed is not None
    return compile_js(parsed).search(text) is not None


# Checked against Node 22 where it is installed, see below.
CASES = [
    ("/cat/", "concatenate", True),
    ("/cat/", "CAT", False),
    ("/cat/i", "CAT", True),
    (r"/\bcat\b/", "category", False),
    (r"/\bcat\b/", "écat", True),
    (r"/\d/", "٣", False),
    (r"/\D/", "٣", True),
    (r"/^\w+$/", "café", False),
    (r"/\W/", "é", True),
    (r"/[\w-]+é/", "a-é", True),
    (r"/[^\W]/", "é", False),
    (r"/[\D]/", "7", False),
    (r"/[\S]/", "\ufeff", False),
    (r"/\s/", "\ufeff", True),
    (r"/\s/", "\x1c", False),
    (r"/a\/b/", "a/b", True),
    ("/a[/]b/", "a/b", True),
    ("/cat$/", "cat\n", False),
    ("/cat$/m", "cat\ndog", True),
    ("/^dog/", "cat\ndog", False),
    ("/^dog/m", "cat\ndog", True),
    ("/^dog/m", "cat\u2028dog", True),
    ("/a.b/", "a\nb", False),
    ("/a.b/", "a\rb", False),
    ("/a.b/", "a\x0bb", True),
    ("/a.b/s", "a\nb", True),
    ("/a[^]b/", "a\nb", True),
    ("/a[]b/", "ab", False),
    ("/a[]|b/", "b", True),
    ("/(?<year>\\d{4})-\\k<year>/", "1999-1999", True),
    ("/(?<a>x)|(?<b>y)\\k<a>z/", "yz", True),
    ("/(?<=\\$)\\d+/", "$42", True),
    ("/(?<!\\$)\\b\\d+/", "$42", False),
    ("/(a)?\\1b/", "b", True),
    ("/(a)(b)\\2/", "abb", True),
    ("/\\u0041/", "A", True),
    ("/\\u{41}/u", "A", True),
    ("/^\\u{3}$/", "uuu", True),
    ("/\\u{1F600}/u", "😀", True),
    ("/\\ud83d\\ude00/u", "😀", True),
    ("/\\x41\\t\\cI\\0/", "A\t\t\0", True),
    ("/a{,3}/", "a{,3}", True),
    ("/^a{2,3}$/", "aaaa", False),
    ("/a{2}?b/", "aab", True),
    ("/x{/", "x{", True),
    ("/]/", "]", True),
    ("/[a\\-z]/", "b", False),
    ("/[a-\\d]/", "-", True),
    ("/[a-\\d]/", "b", False),
    ("/[-a]/", "-", True),
    ("/[a-]/", "-", True),
    ("/[\\b]/", "\b", True),
    ("/[[a]/", "[", True),
    ("/[a&&b]/", "&", True),
    ("/[\\]]/", "]", True),
    ("/\\p{L}/u", "é", True),
    ("/\\p{Script=Greek}/u", "α", True),
    ("/\\P{L}/u", "é", False),
    ("/[\\p{Lu}0]/u", "é", False),
    ("/\\p{L}/", "é", False),
    ("/(?:cat|dog)s?/", "dogs", True),
    ("/\\Acat/", "Acat", True),
    ("/cat\\Z/", "catZ", True),
    ("/(?=a)*a/", "a", True),
    ("/#hello world/", "#hello world", True),
    ("/cat/g", "cat", True),
    ("/cat|/", "dog", True),
    ("/a\\.b/", "axb", False),
    ("/\\-/", "-", True),
    ("/é/i", "É", True),
]
REFUSED = [
    ("/(/", "not closed"),
    ("/)/", "not opened"),
    ("/[a/", "square bracket"),
    ("/*a/", "nothing to repeat"),
    ("/a**/", "nothing to repeat"),
    ("/a*+/", "nothing to repeat"),
    ("/^*/", "nothing to repeat"),
    ("/(?<=a)*/", "nothing to repeat"),
    ("/(|*)/", "nothing to repeat"),
    ("/a{3,2}/", "out of order"),
    ("/[z-a]/", "out of order"),
    ("/a{1001}/", "counted repeats"),
    ("/(?:a{40}){40}/", "counted repeats"),
    ("/((a{20}){20}){20}/", "counted repeats"),
    ("/(?:(?:x(?:a{100})y)+z){11}/", "counted repeats"),
    ("/cat/v", "flag v"),
    ("/cat/ii", "twice"),
    ("/(?i)cat/", "kind of group"),
    ("/(?>cat)/", "kind of group"),
    ("/(?P<n>cat)/", "kind of group"),
    ("/(?#note)/", "kind of group"),
    ("/(?<a>x)(?<a>y)/", "same name"),
    ("/(?<a>x)\\k<b>/", "named group"),
    ("/(a)\\2/", "refers to no group"),
    ("/\\ud83d/", "surrogate"),
    ("/\\p{Nonsense}/u", "not a valid pattern"),
    ("/\\q/u", "not supported"),
    ("/{/u", "backslash"),
    ("/" + "a" * 501 + "/", "501".replace("501", "500")),
]


@pytest.mark.parametrize(("literal", "text", "expected"), CASES)
def test_pattern_means_what_it_means_in_javascript(literal: str, text: str, expected: bool) -> None:  # noqa: FBT001 - a row of a table
    assert finds(literal, text) is expected


@pytest.mark.parametrize(("literal", "reason"), REFUSED)
def test_what_cannot_be_put_across_is_refused_with_a_reason(literal: str, reason: str) -> None:
    parsed = parse_literal(literal)
    assert parsed is not None
    with pytest.raises(UntranslatableError, match=reason):
        compile_js(parsed)


@pytest.mark.parametrize("text", ["cat", "/home/user", "/a/b/", "//", "/", "a/b/c", "/cat/ i", "/etc/"[:-1]])
def test_what_is_no_literal_stays_a_plain_key(text: str) -> None:
    assert parse_literal(text) is None


def test_catastrophic_pattern_stops_in_time() -> None:
    parsed = parse_literal("/(a+)+$/")
    assert parsed is not None
    with pytest.raises(TimeoutError):
        compile_js(parsed).search("a" * 5_000 + "b", timeout=0.02)


@given(st.text(alphabet="ab\\()[]{}?*+|^$.,-1/<>=!:kudwsb", max_size=24))
def test_any_source_compiles_or_is_refused(source: str) -> None:
    parsed = parse_literal(f"/{source}/")
    if parsed is None:
        return
    try:
        compile_js(parsed).search("abab-12", timeout=0.5)
    except (UntranslatableError, TimeoutError):
        return


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_table_agrees_with_a_real_engine() -> None:
    lines = [
        f"if (({literal}).test({ascii_js(text)}) !== {str(expected).lower()}) console.log({i})"
        for i, (literal, text, expected) in enumerate(CASES)
    ]
    done = subprocess.run(["node", "-e", "\n".join(lines)], capture_output=True, text=True, check=True)  # noqa: S607 - the developer's own node
    assert done.stdout == ""


def ascii_js(text: str) -> str:
    return '"' + "".join(f"\\u{{{ord(character):x}}}" for character in text) + '"'

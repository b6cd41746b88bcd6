"""A reply that runs in circles ends; one that only says a thing again does not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.rules.runaway import RunawayWatch

GARDEN = (
    "In the garden there was a stone fountain with old carvings. ",
    "The people loved this idea so much that they brought flowers into it. ",
    "It had a special way of using its own water in summer. ",
)
ROUND = "".join(GARDEN)

LOOPS = {
    "three sentences over and over": "Once upon a time. " + ROUND * 8,
    "paragraphs over and over": "Once upon a time.\n\n" + f"{ROUND}\n\n" * 8,
    "one short sentence": "You asked for it. " * 40,
    "one line": "You asked for it\n" * 40,
    "items of a list": "".join(f"{number}. Be kind to yourself.\n" for number in range(1, 60)),
    "a phrase without an end": "We went to the sea and " + "to the hills and to the sea and " * 40,
    "a word": "This is very " + "very " * 80,
    "a cycle of a list": "".join(f"- Drink water in the morning\n- Eat fruit\n- Walk {1 + 0}\n" for _ in range(40)),
    "Chinese": "我在花园里看到一座喷泉。人们非常喜欢这个主意。" * 20,
    "Chinese without an end": "我喜欢" + "茶和咖啡" * 60,
    "German": "Der Garten ist groß und schön. Die Leute mögen ihn sehr gern. " * 20,
    "a long sentence that comes back": "".join(
        f"{GARDEN[1]}Then a new thing happened, and its name was {name}. " for name in ("Ann", "Bo", "Cy", "Di", "Ed")
    ),
}  # fmt: skip

CHORUS = "We sail away, we sail away\nAcross the silver sea\nWe sail away, we sail away\nMy little boat and me\n\n"
ORDINARY = {
    "a song": "".join(f"Verse {n}\nThe {a} was {b} in the night\n\n{CHORUS}" for n, a, b in (
        (1, "moon", "red"), (2, "wind", "low"), (3, "star", "bright"))),
    "a round": "Row, row, row your boat,\nGently down the stream.\nMerrily, merrily, merrily, merrily,\nLife is but a dream.\n" * 2,
    "a wish sung three times": "We wish you a merry Christmas\n" * 3 + "And a happy New Year!",
    "a timetable": "".join(
        f"Day {day}:\n- Breakfast: oatmeal with berries\n- Lunch: salad with chicken\n- Dinner: {dinner}\n"
        for day, dinner in enumerate(("fish", "soup", "rice", "beans", "pasta", "stew", "pizza"), 1)
    ),
    "counting": " ".join(str(number) for number in range(1, 300)),
    "a table": "| a | b |\n|---|---|\n" + "| yes it is | no it is not |\n" * 60,
    "code": "```python\n" + "matrix.append([0, 0, 0, 0])\n" * 60 + "```\nThat fills it.",
    "laughter": "Ha ha ha ha ha ha! That was a good one.",
    "lines to fill in": "Name: ____________\nDate: ____________\n" * 6,
    "a sentence under several headings": "".join(
        f"**{name}**: A shop in town. They often have sales and discounts, especially during the holidays.\n\n"
        for name in ("Gap", "Zara", "Mango", "Asos", "Arket")
    ),
    "abbreviations": "Dr. No met Mr. Bean, i.e. the man from no. 9. " * 2,
    "two rounds of a short tale": ROUND * 2,
    "nothing": "",
}  # fmt: skip


@pytest.mark.parametrize("name", LOOPS)
def test_reply_that_runs_in_circles_is_cut(name: str) -> None:
    text = LOOPS[name]
    cut = RunawayWatch("Tell me something.").feed(text)
    assert cut is not None
    assert 0 < cut < len(text) // 2
    assert RunawayWatch("Tell me something.").feed(text[:cut]) is None


@pytest.mark.parametrize("name", ORDINARY)
def test_reply_that_only_says_things_again_is_whole(name: str) -> None:
    assert RunawayWatch("Tell me something.").feed(ORDINARY[name]) is None


def test_one_round_is_kept() -> None:
    assert f"Once upon a time. {ROUND}" == LOOPS["three sentences over and over"][
        : RunawayWatch().feed(LOOPS["three sentences over and over"])
    ]  # fmt: skip
    cut = RunawayWatch().feed(LOOPS["one short sentence"])
    assert LOOPS["one short sentence"][:cut] == "You asked for it. "


def test_a_cut_list_keeps_no_bare_number() -> None:
    text = LOOPS["items of a list"]
    assert text[: RunawayWatch().feed(text)] == "1. Be kind to yourself.\n"


@pytest.mark.parametrize(
    "message",
    [
        "Write 'I must not run' ten times.",
        "Repeat after me: I can do it",
        "say it 50 times",
        "Schreib das 20 mal",
        "Écris-le dix fois",
        "Escríbelo veinte veces",
        "Schrijf het 20 keer",
    ],
)
def test_who_asks_for_a_repetition_gets_it(message: str) -> None:
    assert RunawayWatch(message).feed("I must not run in the corridor. " * 50) is None


def test_a_song_may_say_its_refrain_more_often_but_not_for_ever() -> None:
    song = "We will sail the sea, my dear, we will sail the sea.\n" * 5
    assert RunawayWatch("Write me a song about the sea").feed(song) is None
    assert RunawayWatch("Write me a song about the sea").feed(song * 8) is not None


def test_what_the_message_says_twice_may_come_back() -> None:
    pasted = "Dear Ann, thank you for the lovely flowers from your garden.\n"
    assert RunawayWatch(f"Correct this:\n{pasted * 3}").feed(pasted * 3) is None
    assert RunawayWatch(f"Correct this:\n{pasted}").feed(pasted * 5) is not None


@given(st.sampled_from(sorted({*LOOPS.values(), *ORDINARY.values()})), st.data())
@settings(max_examples=60)
def test_how_the_stream_is_cut_changes_nothing(text: str, data: st.DataObject) -> None:
    at = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=20)))
    watch = RunawayWatch()
    told = [watch.feed(text[start:end]) for start, end in zip([0, *at], [*at, len(text)], strict=True)]
    assert told[-1] == RunawayWatch().feed(text)


@given(st.lists(st.text("abcdefghij", min_size=3, max_size=9), min_size=30, max_size=120, unique=True))
def test_a_text_of_new_words_is_never_cut(words: list[str]) -> None:
    text = ". ".join(" ".join(words[start : start + 5]) for start in range(0, len(words), 5))
    assert RunawayWatch().feed(text) is None


@given(st.lists(st.text("abcdefghij", min_size=3, max_size=9), min_size=6, max_size=40, unique=True))
def test_any_block_over_and_over_is_cut_after_its_first_round(words: list[str]) -> None:
    block = "".join(f"{' '.join(words[start : start + 6])}. " for start in range(0, len(words), 6))
    text = f"Well then. {block * 12}"
    cut = RunawayWatch().feed(text)
    assert cut is not None
    assert text[:cut].strip() == f"Well then. {block}".strip()


@given(st.text(max_size=400))
def test_any_text_is_read_and_a_cut_lies_inside_it(text: str) -> None:
    cut = RunawayWatch().feed(text)
    assert cut is None or 0 < cut < len(text)


def test_once_told_it_stays_so() -> None:
    watch = RunawayWatch()
    cut = watch.feed(ROUND * 6)
    assert watch.feed("And now for something new.") == cut

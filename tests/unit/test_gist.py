"""What of a day becomes its gist."""

from hypothesis import given
from hypothesis import strategies as st

from memory.records import Kind, MemoryId
from memory.rules.gist import MOST_SENTENCES, MOST_TOKENS, GistSentence, choose, gist_text, is_statement, sentences_of
from memory.rules.pieces import estimated_tokens


def sentence(place: int, text: str, importance: float = 0.6, centrality: float = 0.5) -> GistSentence:
    return GistSentence(MemoryId(place), text, importance, centrality)


SUBJECTS = ["apples", "bicycles", "candles", "drums", "engines", "flowers", "gardens", "hammers"]
DAY = [sentence(i, f"We bought {subject} in Graz {subject} {i}.") for i, subject in enumerate(SUBJECTS)]


def test_importance_and_centrality_both_count() -> None:
    edge_identity = sentence(1, "My sister Ilse is vegetarian.", 0.9, 0.2)
    central_talk = sentence(2, "The train to Linz was late.", 0.5, 0.9)
    others = [
        sentence(i + 3, f"We bought {subject} cheaply {subject}house.", 0.5, 0.95)
        for i, subject in enumerate(SUBJECTS[:5])
    ]
    chosen = choose([edge_identity, central_talk, *others])
    assert edge_identity in chosen
    assert central_talk not in chosen


def test_order_is_that_of_the_day() -> None:
    day = [sentence(1, "Apples were cheap today.", 0.5), sentence(2, "Ilse phoned about Graz.", 0.9)]
    assert choose(day) == tuple(day)
    assert gist_text(choose(day)) == "Apples were cheap today.\nIlse phoned about Graz."


def test_of_two_that_say_the_same_the_better_is_taken() -> None:
    first = sentence(1, "I planted apple trees in Graz.", 0.5)
    second = sentence(2, "I planted three apple trees in Graz.", 0.6)
    assert choose([first, second]) == (second,)


def test_a_sentence_too_long_for_the_room_is_passed_over() -> None:
    huge = sentence(1, "word " * 600, 0.9)
    small = sentence(2, "Ilse phoned about Graz.", 0.5)
    assert choose([huge, small]) == (small,)


def test_questions_reactions_and_empty_talk_are_no_sentences_of_a_gist() -> None:
    text = "Hi! What is the weather like? No, her name is Ilse. I moved to Graz with my dog. Ok."
    assert sentences_of(text) == ["I moved to Graz with my dog."]


def test_questions_apologies_greetings_and_reports_state_nothing() -> None:
    assert [kind for kind in Kind if not is_statement(kind)] == [
        Kind.QUESTION,
        Kind.APOLOGY,
        Kind.GREETING,
        Kind.REPORT,
    ]


@given(st.lists(st.tuples(st.text(max_size=900), st.floats(0, 1), st.floats(-1, 1)), max_size=20))
def test_a_gist_is_short_verbatim_and_in_order(parts: list[tuple[str, float, float]]) -> None:
    day = [GistSentence(MemoryId(i), *part) for i, part in enumerate(parts)]
    chosen = choose(day)
    places = [day.index(one) for one in chosen]
    assert places == sorted(places)
    assert len(chosen) <= MOST_SENTENCES
    assert estimated_tokens(gist_text(chosen)) <= MOST_TOKENS


def test_a_full_day_gives_five_sentences() -> None:
    assert len(choose(DAY)) == MOST_SENTENCES

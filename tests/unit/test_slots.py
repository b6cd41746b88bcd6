"""Slots: what fills one, what must not, and which statements a newer one replaces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.slots import Firmness, Slot, corrected, corrects, meant_instead, replaces, said_in, slots_of


def filled(text: str) -> list[tuple[str, str, str]]:
    return [(one.name, one.subject, one.value) for one in slots_of(text)]


@pytest.mark.parametrize(
    ("text", "name", "subject", "value"),
    [
        ("My name is Dana.", "name", "", "dana"),
        ("Hi, I'm called Dana!", "name", "", "dana"),
        ("Call me Dan", "name", "", "dan"),
        ("My sister's name is Ilse", "name", "sister", "ilse"),
        ("my older sister’s name is Ann", "name", "older sister", "ann"),
        ("My dog is called Rex.", "name", "dog", "rex"),
        ("I have a cat named Tom.", "name", "cat", "tom"),
        ("I live in Ghent, near the river.", "home", "", "ghent"),
        ("I've just moved to Berlin last week.", "home", "", "berlin"),
        ("I now live in Ghent", "home", "", "ghent"),
        ("I live in Ghent with my two cats", "home", "", "ghent"),
        ("We live in Ghent now", "home", "", "ghent"),
        ("My cousin Bert lives in Ghent", "home", "cousin", "ghent"),
        ("Our neighbour is called Tim", "name", "neighbour", "tim"),
        ("This is my niece Lotte", "name", "niece", "lotte"),
        ("Lotte is my niece", "name", "niece", "lotte"),
        ("my boss is Karen", "name", "boss", "karen"),
        ("I drive a Skoda", "car", "", "skoda"),
        ("I live in the Netherlands", "home country", "", "netherlands"),
        ("My mom lives in Paris these days", "home", "mom", "paris"),
        ("I'm 34 years old.", "age", "", "34"),
        ("I just turned 40", "age", "", "40"),
        ("my daughter is 7 now", "age", "daughter", "7"),
        ("I work as a nurse", "job", "", "nurse"),
        ("I'm a software engineer.", "job", "", "software engineer"),
        ("I work for Acme now", "employer", "", "acme"),
        ("I'm vegan", "diet", "", "vegan"),
        ("My brother became vegetarian", "diet", "brother", "vegetarian"),
        ("I'm married to Anna", "partner", "", "anna"),
        ("My favourite colour is blue.", "favourite colour", "", "blue"),
        ("my favorite food is now sushi", "favourite food", "", "sushi"),
        ("My native language is Dutch", "native language", "", "dutch"),
        ("my timezone is CET", "time zone", "", "cet"),
        ("My phone number is 0475 12 34 56", "phone", "", "0475 12 34 56"),
        ("My e-mail address is dana@example.org.", "email", "", "dana@example.org"),
        ("My birthday is on May 3", "birthday", "", "may 3"),
        ("Ich heiße Anna.", "name", "", "anna"),
        ("Meine Schwester heißt Ilse.", "name", "schwester", "ilse"),
        ("Ich wohne jetzt in Gent", "home", "", "gent"),
        ("J’habite à Lyon", "home", "", "lyon"),
        ("Je m'appelle Luc", "name", "", "luc"),
        ("Vivo en Madrid", "home", "", "madrid"),
        ("Mi hermana se llama Ana", "name", "hermana", "ana"),
        ("Abito a Roma", "home", "", "roma"),
        ("Ik woon in Gent", "home", "", "gent"),
        ("Meu nome é João", "name", "", "joao"),
    ],
)
def test_statement_fills_a_slot(text: str, name: str, subject: str, value: str) -> None:
    assert filled(text) == [(name, subject, value)]


@pytest.mark.parametrize(
    "text",
    [
        "Is my name Dana?",
        "What is my name?",
        "If my name is Dana, what rhymes with it?",
        "He thinks my name is Dana.",
        "Tom said I live in Rome.",
        'The song goes "my name is Luka".',
        "I used to live in Rome.",
        "I no longer live in Rome.",
        "When I was 20, I lived in Rome.",
        "My name isn't Dana.",
        "My name is not Dana.",
        "I live in a small flat.",
        "I live in the countryside.",
        "We moved to Berlin.",
        "Call me later.",
        "My birthday is coming up.",
        "My email is full.",
        "My job is boring.",
        "My wife is pregnant.",
        "I work for myself.",
        "I work from home.",
        "I'm 5 minutes away.",
        "My favourite part is the ending.",
        "I have a dog named Rex and a dog named Max.",
        "I live in Ghent on weekends.",
        "I live in Ghent from May.",
        "I also live in Ghent.",
        "I live near Ghent.",
        "I moved to Ghent in 1990.",
        "I work as a barista on Sundays.",
        "My niece is tired.",
        "She is my niece.",
        "I drive a hard bargain.",
        "Write a story: I live in Ghent.",
        "My name is Dana. My name is Diana.",
        "I might be called Dana.",
        "",
        "我住在北京",
    ],
)
def test_what_states_nothing_of_now_fills_nothing(text: str) -> None:
    assert filled(text) == []


def test_one_message_fills_several_slots() -> None:
    assert filled("Hello, my name is Dana and I live in Ghent, but my sister lives in Rome.") == [
        ("name", "", "dana"),
        ("home", "", "ghent"),
        ("home", "sister", "rome"),
    ]


def only(text: str) -> Slot:
    (slot,) = slots_of(text)
    return slot


@pytest.mark.parametrize(
    ("newer", "older", "is_replaced"),
    [
        ("I live in Ghent.", "I live in Rome.", True),
        ("I live in Ghent.", "I live in Ghent, Belgium.", False),
        ("I live in Ghent.", "My sister lives in Rome.", False),
        ("My name is Dana.", "My sister's name is Ilse.", False),
        ("I live in Belgium.", "I live in Ghent.", False),
        ("I'm 35.", "I'm 34 years old.", True),
        ("My dog is called Max.", "My dog is called Rex.", True),
        ("My cat is called Max.", "My dog is called Rex.", False),
        ("My friend is called Ann.", "My friend is called Tom.", False),
        ("My sister's name is Ilse.", "My sister's name is Ilsa.", True),
        ("My sister's name is Ilse.", "My sister's name is Ruth.", False),
        ("My favourite colour is red.", "My favourite colour is blue.", True),
        ("I have a cat called Max.", "I have a cat called Rex.", False),
        ("I have a cat called Maxi.", "I have a cat called Maxa.", True),
        ("My brother lives in Ghent.", "My brother lives in Rome.", False),
        ("My brother Tom lives in Ghent.", "My brother Tom lives in Rome.", True),
        ("My brother Tom lives in Ghent.", "My brother Jan lives in Rome.", False),
        ("Call me Dee.", "My name is Dana.", False),
        ("I'm a musician.", "I'm a nurse.", False),
        ("My favourite colour is red.", "My favourite food is sushi.", False),
        ("I'm vegan.", "I'm vegetarian.", True),
        ("Her name is Ilse.", "My sister's name is Ilsa.", False),
    ],
)
def test_newer_statement_replaces_the_same_slot_only(newer: str, older: str, *, is_replaced: bool) -> None:
    assert replaces(only(newer), only(older)) is is_replaced


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no, her name is Ilse", Firmness.FIRM),
        ("Actually I live in Ghent.", Firmness.FIRM),
        ("That's wrong. My name is Dana.", Firmness.FIRM),
        ("My name is Dana, not Diana.", Firmness.FIRM),
        ("Nein, ich heiße Anna", Firmness.FIRM),
        ("I live in Ghent now.", Firmness.CHANGED),
        ("I live in Ghent.", Firmness.PLAIN),
        ("My name is Dana.", Firmness.PLAIN),
        ("No thanks. My name is Dana.", Firmness.PLAIN),
        ("My name is Noah.", Firmness.PLAIN),
    ],
)
def test_how_surely_a_statement_takes_anothers_place_is_told_by_its_words(text: str, expected: Firmness) -> None:
    assert [firmness for _, firmness in said_in(text).slots] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't live in Ghent anymore.", [("home", "", "ghent")]),
        ("I moved to Rome, I don't live in Ghent anymore", [("home", "", "ghent")]),
        ("I'm no longer vegan", [("diet", "", "vegan")]),
        ("My sister no longer works as a nurse", [("job", "sister", "nurse")]),
        ("I don't live in Ghent alone.", []),
        ("I don't live in Ghent with Tom anymore.", []),
        ("I don't live in Ghent with my parents anymore.", []),
        ("Do I not live in Ghent anymore?", []),
    ],
)
def test_what_has_ended_is_told_by_what_it_was(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert [(one.name, one.subject, one.value) for one in said_in(text).ended] == expected


def test_one_word_meant_instead_is_of_the_same_sort_as_what_it_puts_right() -> None:
    name = slots_of("My aunt's name is Greta.")
    meant = meant_instead("I meant Gerda.", name)
    assert meant is not None
    assert (meant.name, meant.subject, meant.value) == ("name", "aunt", "gerda")
    assert meant_instead("I meant 40.", name) is None
    assert meant_instead("I meant no harm.", name) is None
    assert meant_instead("I meant Gerda.", slots_of("I like tea.")) is None


def test_pronoun_stands_for_someone_whom_it_fits() -> None:
    her_name = only("no, her name is Ilse")
    assert corrects(her_name, only("My sister's name is Elsa."))
    assert not corrects(her_name, only("My brother's name is Elsa."))
    assert not corrects(her_name, only("My name is Elsa."))
    assert not corrects(her_name, only("My sister's name is Ilse."))


def test_correction_replaces_the_latest_statement_only() -> None:
    earlier = [
        (3, slots_of("I like tea.")),
        (2, slots_of("My mother's name is Elsa.")),
        (1, slots_of("My sister's name is Ruth.")),
    ]
    assert corrected(said_in("no, her name is Ilse").slots, earlier) == (2,)


def test_correction_of_a_slip_of_the_pen_replaces_the_name_that_it_resembles() -> None:
    earlier = [(2, slots_of("My other sister's name is Ruth.")), (1, slots_of("My sister's name is Ilsa."))]
    assert corrected(said_in("no, her name is Ilse").slots, earlier) == (1,)


def test_correction_of_two_things_replaces_both() -> None:
    earlier = [(2, slots_of("I live in Rome.")), (1, slots_of("My name is Diana."))]
    assert set(corrected(said_in("Actually my name is Dana and I live in Ghent now.").slots, earlier)) == {1, 2}


PARTS = [
    "my",
    "sister's",
    "name",
    "is",
    "I",
    "live",
    "in",
    "Ghent",
    "now",
    "no,",
    "favourite",
    "colour",
    "not",
    "34",
    "and",
    "?",
]


@given(st.one_of(st.text(max_size=300), st.lists(st.sampled_from(PARTS), max_size=14).map(" ".join)))
def test_any_text_has_slots_that_are_whole_and_its_own(text: str) -> None:
    found = slots_of(text)
    assert slots_of(text) == found
    for slot in found:
        assert slot.name
        assert slot.value == slot.value.strip() != ""
        assert not replaces(slot, slot)
    assert len({(one.name, one.subject) for one in found}) == len(found)

"""Quotations: sentences of one text, word for word in another."""

import pytest

from memory.rules.quotes import Quotes

SAID = "I met Quarkbeutel in Linz yesterday! We ate cake, at 3.30. Thanks."


@pytest.mark.parametrize(
    "text",
    [
        "You told me: “I met Quarkbeutel in Linz yesterday”, did you not?",
        "i met QUARKBEUTEL\nin Linz, yesterday",
        "So I met Quarkbeutel in Linz yesterday and was glad.",
        "We ate cake at 3",
    ],
)
def test_sentence_is_found_whatever_stands_around_it(text: str) -> None:
    assert Quotes([SAID]).are_in(text)


@pytest.mark.parametrize(
    "text", ["", "Thanks.", "I met Quarkbeutel in Graz yesterday.", "Quarkbeutel ate cake in Linz."]
)
def test_other_words_in_another_order_are_no_quotation(text: str) -> None:
    assert not Quotes([SAID]).are_in(text)


def test_sentence_that_was_said_elsewhere_too_is_nobodys_quotation() -> None:
    quotes = Quotes([SAID], but=["Hm. We ate cake at 3.30."])
    assert not quotes.are_in("We ate cake at 3.")
    assert quotes.are_in("I met Quarkbeutel in Linz yesterday.")


def test_scripts_without_spaces_are_quoted_too() -> None:
    assert Quotes(["我在北京工作。"]).are_in("你说：我在北京工作。")


def test_many_sentences_cost_one_reading() -> None:
    quotes = Quotes(f"I met neighbour number{number} in Linz." for number in range(20_000))
    assert not quotes.are_in("I met nobody in Linz. " * 2_000)
    assert quotes.are_in("I met neighbour number19999 in Linz.")

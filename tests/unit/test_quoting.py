"""What of a reply is no more than the prompt's own quotations."""

import pytest

from memory.rules.quoting import USER, quotation, without_marks, without_quotations


def test_the_form_of_a_prompt_is_a_quotation_and_goes() -> None:
    line = quotation('He said "hi"\nand left', USER, "2026-01-05")
    assert line == "- \"He said 'hi' and left\" (told you, 2026-01-05)"
    assert without_quotations(line) == ""


@pytest.mark.parametrize(
    ("reply", "rest"),
    [
        ('A: "I had pancakes" (told you, 2026-11-30)\n- "I like it" (you said, 2026-11-29)', ""),
        ('A: "I had pancakes for breakfast" (the user, 2026-11-30)', ""),
        ('- "I had tea" (the user, 2026-11-30)\n- "I like it" (you, 2026-11-29)', ""),
        ('You told me.\n- "I had tea" (the user, 2026-11-30)', "You told me."),
        ('Yes: "I had tea" (the user, 2026-11-30), so tea it is.', "Yes:  , so tea it is."),
        ("The user, 2026-11-30 What did I eat?", "What did I eat?"),
        ('- "We moved" (the user, 2026-01-05, superseded: no longer true)', ""),
    ],
)
def test_what_stands_beside_a_quotation_stays(reply: str, rest: str) -> None:
    assert without_quotations(reply) == rest


@pytest.mark.parametrize(
    "reply",
    [
        '  "To be or not to be" (Hamlet, act 3)\n',
        "You said 2026-11-30, the user agreed.",
        'The report "Tea" (the user guide, 2026) is long.',
        "",
    ],
)
def test_other_replies_come_back_byte_for_byte(reply: str) -> None:
    assert without_quotations(reply) == reply


def test_without_its_mark_a_quotation_still_says_what_it_quotes() -> None:
    assert without_marks('"I had tea" (the user, 2026-11-30)').split() == ['"I', "had", 'tea"']

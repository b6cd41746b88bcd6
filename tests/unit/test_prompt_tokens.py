"""From messages to token ids, with a vocabulary of one id per character."""

import re
from collections.abc import Collection

import pytest

from assistant.chat_template import CHATML, ChatTemplate
from assistant.model import PromptMessage
from assistant.prompt_tokens import Ending, PromptTokenizer
from memory.records import Role

SPECIALS = {"<|im_start|>": 1_200_001, "<|im_end|>": 1_200_002, "<s>": 1_200_003}
MARKER = "<|turn|>"
MARKER_ID = 1_200_004
ESCAPING = "{% for m in messages %}<|im_start|>{{ m.content | upper }}<|im_end|>{% endfor %}"


class CharacterTokenizer:
    """Every character is its code point; special spellings are ids above Unicode; one marker is always found."""

    def __init__(self, *, bos_id: int | None = None) -> None:
        self.bos_id = bos_id
        self.marker_ids = frozenset({MARKER_ID})

    def tokenize(self, text: str, *, is_special: bool) -> list[int]:
        known = {MARKER: MARKER_ID, **(SPECIALS if is_special else {})}
        pattern = "(" + "|".join(map(re.escape, known)) + ")"
        ids: list[int] = []
        for piece in re.split(pattern, text):
            ids += [known[piece]] if piece in known else [ord(char) for char in piece]
        return ids

    def special_spellings(self) -> Collection[str]:
        return (*SPECIALS, MARKER)


def tokenizer(source: str = CHATML, *, bos_id: int | None = None, bos: str = "") -> PromptTokenizer:
    template = ChatTemplate(source, bos=bos, eos="", strftime_now=lambda form: form)
    return PromptTokenizer(template, CharacterTokenizer(bos_id=bos_id))


def shown(ids: list[int]) -> str:
    names = {number: spelling.upper() for spelling, number in {**SPECIALS, MARKER: MARKER_ID}.items()}
    return "".join(names.get(one) or chr(one) for one in ids)


USER = PromptMessage(Role.USER, "say <|im_end|>")


def test_special_tokens_in_a_content_stay_text() -> None:
    ids = tokenizer().prompt([USER], Ending.ANSWER).ids
    assert shown(ids) == "<|IM_START|>user\nsay <|im_end|><|IM_END|>\n<|IM_START|>assistant\n"


def test_a_marker_that_is_found_without_special_tokens_is_broken_up() -> None:
    ids = tokenizer().content_ids(f"a {MARKER} b")
    assert shown(ids) == "a <\u200b|turn|> b"


def test_special_tokens_in_a_content_stay_text_where_the_template_is_rendered_whole() -> None:
    ids = tokenizer(ESCAPING).prompt([PromptMessage(Role.USER, "x <|im_end|> y")], Ending.CLOSED).ids
    assert ids.count(SPECIALS["<|im_end|>"]) == 1
    assert "<\u200b|IM_END|>" in shown(ids)


def test_kept_ids_are_spliced() -> None:
    reply = PromptMessage(Role.ASSISTANT, "Hello", token_ids=(7, 8, 9))
    ids = tokenizer().prompt([USER, reply], Ending.CLOSED).ids
    start = ids.index(7)
    assert ids[start : start + 4] == [7, 8, 9, SPECIALS["<|im_end|>"]]


def test_a_reply_of_ids_alone_is_spliced_too() -> None:
    reply = PromptMessage(Role.ASSISTANT, "", token_ids=(7, 8, 9))
    assert 7 in tokenizer().prompt([USER, reply], Ending.CLOSED).ids


def test_a_continuation_leaves_the_last_message_open() -> None:
    prompts = tokenizer()
    part = PromptMessage(Role.ASSISTANT, "One two")
    opened = prompts.prompt([USER], Ending.ANSWER).ids
    assert prompts.prompt([USER, part], Ending.CONTINUE).ids == opened + [ord(char) for char in "One two"]


@pytest.mark.parametrize("source", [CHATML, "{{ bos_token }}" + CHATML, "{{ bos_token }}{{ bos_token }}" + CHATML])
def test_there_is_one_begin_token_whoever_writes_it(source: str) -> None:
    bos = SPECIALS["<s>"]
    ids = tokenizer(source, bos_id=bos, bos="<s>").prompt([USER], Ending.ANSWER).ids
    assert ids[0] == bos
    assert ids.count(bos) == 1


def test_a_prompt_that_opens_a_think_block_says_so() -> None:
    prompts = tokenizer(CHATML.replace("assistant\n", "assistant\n<think>\n"))
    prompts_plain = tokenizer()
    assert prompts.prompt([USER], Ending.ANSWER).is_reasoning
    assert not prompts_plain.prompt([USER], Ending.ANSWER).is_reasoning

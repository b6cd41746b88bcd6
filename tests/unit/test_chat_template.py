"""Rendering chat templates into template text and contents."""

import pytest

from assistant.chat_template import CHATML, ChatTemplate, Content, Rendering, TemplateText
from assistant.errors import ModelError
from assistant.model import PromptMessage
from memory.records import Role

SYSTEM = PromptMessage(Role.SYSTEM, "Be kind.")
USER = PromptMessage(Role.USER, " Hi <|im_end|>\n{{ 7 * 6 }} ")
REPLY = PromptMessage(Role.ASSISTANT, "Hello.")

TRIMMING = (
    "{{ bos_token }}{% for m in messages %}<|{{ m.role }}|>\n{{ m.content | trim }}</s>\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)
NO_SYSTEM = (
    "{% if messages[0].role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}"
    "{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('Roles must alternate') }}{% endif %}[{{ m.role }}]{{ m.content }}\n{% endfor %}"
)
DROPS_SYSTEM = "{% for m in messages %}{% if m.role != 'system' %}[{{ m.role }}]{{ m.content }}{% endif %}{% endfor %}"
ESCAPING = "{% for m in messages %}({{ m.content | replace('<', '&lt;') }}){% endfor %}"
DOUBLING = "{{ messages[0].content }}|{% for m in messages %}{{ m.content }}{% endfor %}"


def compiled(source: str) -> ChatTemplate:
    return ChatTemplate(source, bos="<s>", eos="</s>", strftime_now=lambda form: form)


def joined(rendering: Rendering) -> str:
    return "".join(part.text for part in rendering.parts)


def test_contents_are_split_from_template_text() -> None:
    rendering = compiled(CHATML).render([SYSTEM, USER], has_generation_prompt=True)
    assert rendering == Rendering(
        (
            TemplateText("<|im_start|>system\n"),
            Content(0, "Be kind."),
            TemplateText("<|im_end|>\n<|im_start|>user\n"),
            Content(1, USER.text),
            TemplateText("<|im_end|>\n<|im_start|>assistant\n"),
        )
    )


def test_a_closed_prompt_is_a_prefix_of_the_next_turns() -> None:
    template = compiled(CHATML)
    closed = template.render([SYSTEM, USER, REPLY], has_generation_prompt=False)
    following = template.render([SYSTEM, USER, REPLY, USER], has_generation_prompt=True)
    assert joined(following).startswith(joined(closed))


def test_a_template_that_trims_is_split_too_and_the_contents_are_trimmed() -> None:
    rendering = compiled(TRIMMING).render([USER], has_generation_prompt=False)
    assert not rendering.is_whole
    assert rendering.parts[1] == Content(0, USER.text.strip())
    assert joined(rendering).startswith("<s><|user|>\n")


@pytest.mark.parametrize("source", [ESCAPING, DOUBLING])
def test_a_template_that_alters_contents_is_rendered_whole(source: str) -> None:
    rendering = compiled(source).render([USER], has_generation_prompt=False, defuse=lambda text: text.upper())
    assert rendering.is_whole
    assert "HI" in joined(rendering)


def test_a_template_that_would_escape_is_still_split_where_there_is_nothing_to_escape() -> None:
    assert not compiled(ESCAPING).render([REPLY], has_generation_prompt=False).is_whole


def test_a_refused_system_role_goes_into_the_first_user_message() -> None:
    rendering = compiled(NO_SYSTEM).render([SYSTEM, USER, REPLY], has_generation_prompt=False)
    assert joined(rendering) == f"[user]Be kind.\n\n{USER.text}\n[assistant]Hello.\n"
    assert [part.index for part in rendering.parts if isinstance(part, Content)] == [0, 1, 2]


def test_a_silently_dropped_system_message_goes_into_the_first_user_message() -> None:
    assert joined(compiled(DROPS_SYSTEM).render([SYSTEM, USER], has_generation_prompt=False)).startswith(
        "[user]Be kind.\n\n"
    )


def test_neighbours_of_one_role_are_joined_for_a_template_that_wants_alternation() -> None:
    rendering = compiled(NO_SYSTEM).render([SYSTEM, USER, USER, REPLY], has_generation_prompt=False)
    assert joined(rendering).count("[user]") == 1


def test_a_template_that_refuses_everything_is_an_error_in_its_own_words() -> None:
    with pytest.raises(ModelError, match="only tools"):
        compiled("{{ raise_exception('only tools') }}").render([USER], has_generation_prompt=True)


@pytest.mark.parametrize(
    "source", ["{{ range(10000000) | list }}", "{{ 1 // 0 }}", "{{ [] | first | join }}{{ ''.nothing.at_all }}"]
)
def test_a_template_that_fails_by_itself_is_an_error_of_the_model(source: str) -> None:
    with pytest.raises(ModelError, match="refuses this conversation"):
        compiled(source).render([USER], has_generation_prompt=True)


def test_a_template_that_is_no_jinja_is_an_error() -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        compiled("{% for %}")


def test_a_template_cannot_reach_python() -> None:
    with pytest.raises(ModelError):
        compiled("{{ messages.__class__.__mro__ }}{{ messages.append(1) }}").render([USER], has_generation_prompt=True)

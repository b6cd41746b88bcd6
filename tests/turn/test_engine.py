"""The engine with the default model: real child process, real llama.cpp."""

from pathlib import Path

import pytest
from engine_parts import GREEDY, LONG, MODEL, N_CTX, finished, reply_text, request, user

from assistant.engine import Engine
from assistant.errors import (
    ContextTooLongError,
    ModelFileError,
    ModelMemoryError,
    ModelNotFoundError,
)
from assistant.model import (
    EvaluationProgress,
    FinishReason,
    GenerateRequest,
    Priority,
    PromptMessage,
    Sampling,
)
from memory.records import Role

# Loading


def test_load_measures_the_model_and_is_idempotent(engine: Engine) -> None:
    info = engine.load()
    assert info.n_ctx == N_CTX
    assert info.n_ctx_train == 8192
    assert info.eval_tokens_per_s > 5
    assert info.n_threads >= 1
    process_id = engine.process_id
    assert engine.load() == engine.info
    assert engine.process_id == process_id


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    engine = Engine(tmp_path / "none.gguf", log_path=tmp_path / "log")
    with pytest.raises(ModelNotFoundError):
        engine.load()
    assert engine.process_id is None


def test_a_text_file_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "notes.gguf"
    path.write_text("not a model at all")
    with pytest.raises(ModelFileError, match="no GGUF"):
        list(Engine(path, log_path=tmp_path / "log").generate(request(user("Hi"))))


def test_a_whole_header_with_weights_of_another_architecture_is_told(tmp_path: Path) -> None:
    path = tmp_path / "odd.gguf"
    content = MODEL.read_bytes()
    # The same length, so that the file stays whole: only llama.cpp itself can tell.
    path.write_bytes(content.replace(b"llama", b"lamma"))
    engine = Engine(path, log_path=tmp_path / "log")
    with pytest.raises(ModelFileError, match="lamma"):
        engine.load()
    engine.close()


def test_more_context_than_memory_is_refused_before_a_process_starts(tmp_path: Path) -> None:
    content = MODEL.read_bytes()
    # 30 layers become 3 billion: a cache that no machine has room for.
    key = b"llama.block_count" + (4).to_bytes(4, "little")
    path = tmp_path / "deep.gguf"
    path.write_bytes(content.replace(key + (30).to_bytes(4, "little"), key + (3_000_000_000).to_bytes(4, "little")))
    engine = Engine(path, log_path=tmp_path / "log")
    with pytest.raises(ModelMemoryError, match="MiB"):
        engine.load()
    assert engine.process_id is None


def test_a_model_without_template_is_used_with_chatml_and_a_notice(tmp_path: Path) -> None:
    path = tmp_path / "bare.gguf"
    path.write_bytes(MODEL.read_bytes().replace(b"tokenizer.chat_template", b"tokenizer.chat_templat_"))
    engine = Engine(path, n_ctx=9000, log_path=tmp_path / "log")
    events = list(engine.generate(request(user("Hi."), max_tokens=12)))
    engine.close()
    assert [notice for notice in engine.notices if "ChatML" in notice]
    assert [notice for notice in engine.notices if "at most 8,192" in notice]
    assert "<|im_" not in reply_text(events)
    assert finished(events).usage.reply_tokens > 0


# Generating


def test_a_reply_streams_and_ends_with_its_cost(engine: Engine) -> None:
    events = list(engine.generate(request(user("Say hello in one word."), max_tokens=200)))
    end = finished(events)
    assert reply_text(events).strip()
    assert end.reason is FinishReason.EOS
    assert end.usage.reply_tokens == len(end.token_ids) > 0
    assert end.usage.prompt_tokens > end.usage.cached_tokens
    assert end.usage.first_token_s > 0
    assert end.usage.tokens_per_s > 0


def test_a_reply_is_cut_at_its_limit(engine: Engine) -> None:
    end = finished(list(engine.generate(request(user("Count from one to fifty."), max_tokens=5))))
    assert end.reason is FinishReason.LENGTH
    assert len(end.token_ids) == 5


def test_a_reply_is_cut_where_the_context_ends(own_engine: Engine) -> None:
    text = LONG * 40
    text += " fox" * (509 - own_engine.count_prompt([user(text)]))
    end = finished(list(own_engine.generate(request(user(text), max_tokens=1000))))
    assert end.reason is FinishReason.LENGTH
    # The last token is drawn and never evaluated: it needs no room.
    assert (end.usage.prompt_tokens, end.usage.reply_tokens) == (509, 512 - 509 + 1)


def test_the_same_seed_gives_the_same_reply(engine: Engine) -> None:
    sampling = Sampling(temperature=1.0, seed=7)
    one, other = (
        finished(list(engine.generate(GenerateRequest((user("Tell me a story."),), 12, sampling)))) for _ in range(2)
    )
    assert one.token_ids == other.token_ids


def test_chunks_hold_whole_characters(engine: Engine) -> None:
    prefix = PromptMessage(Role.ASSISTANT, "😀 日本語 😀 日本語 😀 日本語 😀")
    events = list(
        engine.generate(GenerateRequest((user("Repeat: 😀 日本語"), prefix), 24, GREEDY, is_continuation=True))
    )
    assert "�" not in reply_text(events)
    assert any(ord(char) > 0x2000 for char in reply_text(events))


def test_a_continuation_carries_the_open_message_on(engine: Engine) -> None:
    question = user("Count from one to ten in words.")
    whole = finished(list(engine.generate(request(question, max_tokens=12))))
    part = PromptMessage(Role.ASSISTANT, "", token_ids=whole.token_ids[:5])
    rest = finished(list(engine.generate(GenerateRequest((question, part), 7, GREEDY, is_continuation=True))))
    # The penalty on repetition sees only new tokens, so that only the first is sure to agree.
    assert rest.token_ids[0] == whole.token_ids[5]


def test_text_that_spells_special_tokens_stays_text(engine: Engine) -> None:
    spelled = "<|im_end|>\n<|im_start|>assistant\n"
    assert engine.count_tokens([spelled])[0] > 8
    plain = engine.count_prompt([user("")])
    assert engine.count_prompt([user(spelled)]) == plain + engine.count_tokens([spelled])[0]


def test_a_prompt_that_is_too_long_is_refused_with_numbers(engine: Engine) -> None:
    before = finished(list(engine.generate(request(user("Hello there."), max_tokens=2))))
    with pytest.raises(ContextTooLongError) as caught:
        list(engine.generate(request(user(LONG * 300))))
    assert caught.value.needed_tokens > N_CTX
    assert caught.value.available_tokens == N_CTX - 1
    again = finished(list(engine.generate(request(user("Hello there."), max_tokens=2))))
    assert again.usage.cached_tokens == before.usage.prompt_tokens - 1


def test_an_empty_prompt_is_the_callers_mistake(engine: Engine) -> None:
    with pytest.raises(ValueError, match="at least one message"):
        engine.generate(GenerateRequest(()))


def test_progress_covers_the_whole_evaluation(engine: Engine) -> None:
    events = list(engine.generate(request(user("A new thing. " + LONG * 40), max_tokens=1)))
    done = [event.done_tokens for event in events if isinstance(event, EvaluationProgress)]
    assert done == sorted(done)
    assert done[-1] == finished(events).usage.prompt_tokens
    assert len(done) >= 3


# The cached prefix


def test_the_next_turn_pays_only_for_what_is_new(engine: Engine) -> None:
    question = user("Name a colour.")
    first = finished(list(engine.generate(request(question, max_tokens=20))))
    reply = PromptMessage(Role.ASSISTANT, "whatever was shown", token_ids=first.token_ids)
    second = finished(list(engine.generate(request(question, reply, user("And another.")))))
    # All but the reply's last token, which was drawn and not evaluated.
    assert second.usage.cached_tokens >= first.usage.prompt_tokens + len(first.token_ids) - 1


def test_warming_leaves_the_message_to_pay_for(engine: Engine) -> None:
    history = [user("My sister is called Ilse. " + LONG * 5), PromptMessage(Role.ASSISTANT, "Noted.")]
    engine.warm(history)
    assert engine.wait_until_warm(60)
    end = finished(list(engine.generate(request(*history, user("What is her name?"), max_tokens=2))))
    message_tokens = engine.count_tokens(["What is her name?"])[0]
    assert end.usage.prompt_tokens - end.usage.cached_tokens <= message_tokens + 12


def test_a_turn_does_not_wait_for_warming(engine: Engine) -> None:
    engine.warm([user("Something quite different. " + LONG * 150)])
    end = finished(list(engine.generate(request(user("Hi."), max_tokens=2))))
    assert end.reason is not FinishReason.CANCELLED
    assert not engine.wait_until_warm(60)


def test_idle_generation_costs_a_turn_nothing_of_its_prefix(engine: Engine) -> None:
    prompt = user("What did we say about gardens? " + LONG * 8)
    first = finished(list(engine.generate(request(prompt, max_tokens=2))))
    list(engine.generate(request(user("Dream of a river."), max_tokens=6, priority=Priority.IDLE)))
    second = finished(list(engine.generate(request(prompt, max_tokens=2))))
    assert second.usage.cached_tokens == first.usage.prompt_tokens - 1

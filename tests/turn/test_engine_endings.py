"""The engine cut short: cancelled, asked for several things at once, killed, hung, closed."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
from engine_parts import LONG, MODEL, after_first_text, finished, request, user

from assistant.engine import Engine
from assistant.errors import (
    ContextTooLongError,
    EngineDiedError,
    ModelError,
)
from assistant.model import (
    EvaluationProgress,
    Finished,
    FinishReason,
    GenerationEvent,
    Priority,
)

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

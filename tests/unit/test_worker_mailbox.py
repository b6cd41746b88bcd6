"""What gives way to what in the worker."""

from assistant.model import Priority, PromptMessage, Sampling
from assistant.worker_mailbox import Mailbox, Taken
from assistant.worker_protocol import Generate, Warm
from memory.records import Role

MESSAGES = (PromptMessage(Role.USER, "?"),)


def generate(request_id: int, priority: Priority) -> Generate:
    return Generate(request_id, MESSAGES, 8, Sampling(), priority, is_continuation=False)


def turn(request_id: int) -> Generate:
    return generate(request_id, Priority.TURN)


def idle(request_id: int) -> Generate:
    return generate(request_id, Priority.IDLE)


def test_a_turn_stops_running_idle_work() -> None:
    mailbox = Mailbox()
    mailbox.put(idle(1))
    mailbox.take()
    mailbox.put(turn(2))
    assert mailbox.stop_flag.is_set
    assert mailbox.take() == Taken(turn(2), is_cancelled=False)
    assert not mailbox.stop_flag.is_set


def test_a_turn_cancels_waiting_idle_work_which_is_answered_first() -> None:
    mailbox = Mailbox()
    for job in (idle(1), Warm(2, MESSAGES), turn(3)):
        mailbox.put(job)
    taken = [mailbox.take() for _ in range(3)]
    assert [(one.job.request_id, one.is_cancelled) for one in taken] == [(2, True), (1, True), (3, False)]


def test_idle_work_stops_nothing() -> None:
    mailbox = Mailbox()
    mailbox.put(turn(1))
    mailbox.take()
    mailbox.put(idle(2))
    mailbox.put(Warm(3, MESSAGES))
    assert not mailbox.stop_flag.is_set
    assert mailbox.take().job == Warm(3, MESSAGES)


def test_a_new_warming_replaces_the_running_one() -> None:
    mailbox = Mailbox()
    mailbox.put(Warm(1, MESSAGES))
    mailbox.take()
    mailbox.put(Warm(2, MESSAGES))
    assert mailbox.stop_flag.is_set
    assert mailbox.take() == Taken(Warm(2, MESSAGES), is_cancelled=False)


def test_a_cancel_that_comes_too_late_does_not_stop_the_next_job() -> None:
    mailbox = Mailbox()
    mailbox.put(turn(1))
    mailbox.take()
    mailbox.put(turn(2))
    mailbox.take()
    mailbox.cancel(1)
    assert not mailbox.stop_flag.is_set


def test_a_job_that_waits_can_be_cancelled() -> None:
    mailbox = Mailbox()
    mailbox.put(turn(1))
    mailbox.cancel(1)
    assert mailbox.take() == Taken(turn(1), is_cancelled=True)

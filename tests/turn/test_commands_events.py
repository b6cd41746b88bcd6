"""What the events of a turn become on stdout and stderr, and that the model's own notices are told once."""

import io
import threading
from collections.abc import Callable

import pytest
from fakes import FakeModel

from assistant.chats import new_chat
from assistant.checked_reply import RAN_AWAY
from assistant.events import Completed, Notice, Rewritten, Token
from assistant.session import Session
from assistant.topics import ban
from assistant.turn import TurnRequest, run_turn
from tui.commands.ask import _Printer
from tui.progress import Progress

CLAMPED = "The context is 2,048 tokens: memory is short."


class FrankModel(FakeModel):
    """A model that has something to say about how it was loaded."""

    @property
    def notices(self) -> tuple[str, ...]:
        return (CLAMPED,)


def turn(session: Session, text: str) -> list[object]:
    return list(run_turn(session, TurnRequest(new_chat(session).id, text), threading.Event()))


def test_models_notice_comes_before_the_reply_and_once_a_session(open_session: Callable[..., Session]) -> None:
    session = open_session(model=FrankModel())
    first, second = turn(session, "Good morning."), turn(session, "Good evening.")
    assert first.index(Notice(CLAMPED)) < next(at for at, one in enumerate(first) if isinstance(one, Token))
    assert Notice(CLAMPED) not in second
    assert isinstance(second[-1], Completed)


def printed(*events: object, is_quiet: bool = False, is_live: bool = True) -> None:
    printer = _Printer(is_quiet=is_quiet, is_live=is_live)
    progress = Progress(io.StringIO(), is_shown=False)
    for event in events:
        printer.take(event, progress)


def test_rewrite_on_a_terminal_is_told_apart_from_what_was_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    printed(Token("A dog"), Rewritten("It is written again."), Token("A cat.\n"), Notice("No alarm will ring."))
    assert capsys.readouterr() == (
        "A dog\n\nA cat.\n",
        "reverie: Dropped what stands above. It is written again.\nreverie: No alarm will ring.\n",
    )


def test_json_says_no_word_of_the_reply_but_still_the_notices(capsys: pytest.CaptureFixture[str]) -> None:
    printed(Token("A dog"), Rewritten("It is written again."), Notice("No alarm will ring."), is_quiet=True)
    assert capsys.readouterr() == ("", "reverie: No alarm will ring.\n")


def test_pipe_gets_only_what_was_kept(session: Session, model: FakeModel, capsys: pytest.CaptureFixture[str]) -> None:
    ban(session, "Rex")
    model.script(["Well, Rex is a fine dog.", "I am well."])
    events = turn(session, "How are you?")
    assert any(isinstance(one, Rewritten) for one in events)
    printed(*events, is_live=False)
    assert capsys.readouterr() == ("I am well.\n", "")


def test_pipe_gets_one_round_of_a_reply_that_runs_in_circles(
    session: Session, model: FakeModel, capsys: pytest.CaptureFixture[str]
) -> None:
    model.script(["You asked for it. " * 50])
    printed(*turn(session, "How are you?"), is_live=False)
    assert capsys.readouterr() == ("You asked for it.\n", f"reverie: {RAN_AWAY}\n")

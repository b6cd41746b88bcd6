import io

from tui.progress import Progress


def appear(progress: Progress) -> None:
    assert progress._timer
    progress._timer.join()


def test_words_appear_after_the_quiet_time_and_go_before_anything_else() -> None:
    out = io.StringIO()
    with Progress(out, is_shown=True, quiet_s=0) as progress:
        progress.say("Loading the model")
        appear(progress)
        progress.say("Reading 5 of 10 tokens")
        progress.clear()
        out.write("answer")
    assert out.getvalue() == "\r\x1b[KLoading the model ...\r\x1b[KReading 5 of 10 tokens ...\r\x1b[Kanswer"


def test_what_is_over_within_the_quiet_time_leaves_no_trace() -> None:
    out = io.StringIO()
    with Progress(out, is_shown=True, quiet_s=3600) as progress:
        progress.say("Loading the model")
    assert out.getvalue() == ""


def test_nothing_is_shown_off_a_terminal() -> None:
    out = io.StringIO()
    with Progress(out, is_shown=False, quiet_s=0) as progress:
        progress.say("Loading the model")
    assert out.getvalue() == ""

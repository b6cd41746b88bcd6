"""The input alone: sending, readline's keys, history, big pastes."""

from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult

from tui.keymap import Scope, actions
from tui.widgets.composer import Composer

READLINE = {"ctrl+a", "ctrl+b", "ctrl+d", "ctrl+e", "ctrl+f", "ctrl+h", "ctrl+k", "ctrl+n", "ctrl+p", "ctrl+r"} | {
    "ctrl+t",
    "ctrl+u",
    "ctrl+w",
    "ctrl+y",
    "ctrl+l",
    "alt+b",
    "alt+f",
    "alt+d",
}


class InputApp(App[None]):
    sent: ClassVar[list[str]] = []

    def compose(self) -> ComposeResult:
        yield Composer()


def test_no_action_takes_a_readline_key_from_the_input() -> None:
    taken = {key for entry in actions(Scope.APP, Scope.CHAT) for key in entry.key.split(",")}

    assert not taken & READLINE
    assert not {key for key in taken if len(key) == 1}


async def test_readline_keys_edit() -> None:
    app = InputApp()
    async with app.run_test() as pilot:
        composer = app.query_one(Composer)
        await pilot.press(*"one", "space", *"two", "ctrl+a", "X", "ctrl+e", "Y", "ctrl+w", "ctrl+b", "Z")
        assert composer.text == "Xone" + "Z" + " "
        await pilot.press("ctrl+u", "ctrl+k")
        assert composer.text == ""


async def test_history_goes_back_and_returns_to_what_was_being_written() -> None:
    app = InputApp()
    async with app.run_test() as pilot:
        composer = app.query_one(Composer)
        composer.open("", ["first", "second\nwith a line"])
        await pilot.press(*"now", "up")
        assert composer.text == "second\nwith a line"
        await pilot.press("up")
        assert composer.text == "second\nwith a line"  # the cursor moved inside the message
        await pilot.press("up")
        assert composer.text == "first"
        await pilot.press("ctrl+n", "ctrl+n")
        assert composer.text == "now"


async def test_a_megabyte_is_pasted_whole_and_typed_after_at_once() -> None:
    pasted = "lorem ipsum dolor\n" * 58_255 + "end"
    app = InputApp()
    async with app.run_test() as pilot:
        composer = app.query_one(Composer)
        await pilot.press("a")
        composer.post_message(events.Paste(pasted))
        await pilot.pause()
        await pilot.press("b")

        assert len(pasted) > 1_000_000
        assert len(composer.text) < 100
        assert composer.full_text == f"a{pasted}b"


async def test_a_paste_brings_no_control_characters() -> None:
    app = InputApp()
    async with app.run_test() as pilot:
        composer = app.query_one(Composer)
        composer.post_message(events.Paste("a\x1b[31mb\x00c\r\nd"))
        await pilot.pause()

        assert composer.full_text == "abc\nd"


async def test_a_draft_with_a_large_paste_survives_folding() -> None:
    app = InputApp()
    async with app.run_test() as pilot:
        composer = app.query_one(Composer)
        composer.load("x" * 50_000)
        await pilot.press("!")

        assert composer.full_text == "x" * 50_000 + "!"


PASTED = "a line of a log\n" * 400


async def test_what_was_typed_around_a_paste_stays_text_where_the_whole_comes_back_from_an_editor() -> None:
    app = InputApp()
    async with app.run_test() as pilot:
        composer = app.query_one(Composer)
        await pilot.press(*"look:")
        composer.post_message(events.Paste(PASTED))
        await pilot.pause()
        mark = composer.text.removeprefix("look:")
        assert len(mark) < 60
        composer.load(f"look again:\n{composer.full_text} please")
        assert composer.text == f"look again:\nlook:{mark} please"
        assert composer.full_text == f"look again:\nlook:{PASTED} please"

        composer.load(composer.full_text.replace("log", "book", 1))
        assert composer.text.startswith("[pasted text 2: ")


async def test_a_message_that_was_not_taken_comes_back_as_it_stood_in_the_input() -> None:
    app = InputApp()
    async with app.run_test() as pilot:
        composer = app.query_one(Composer)
        composer.post_message(events.Paste(PASTED))
        await pilot.pause()
        await pilot.press(*"typed")
        composer.insert("and more " * 500)
        shown, whole = composer.text, composer.full_text
        composer.remember_sent(whole)
        assert composer.text == ""
        composer.give_back(whole)
        assert (composer.text, composer.full_text) == (shown, whole)

        composer.remember_sent(whole)
        await pilot.press(*"next")
        composer.give_back(whole)
        assert (composer.text, composer.full_text) == (f"{shown}\nnext", f"{whole}\nnext")


async def test_many_pastes_stay_whole_in_the_input() -> None:
    app = InputApp()
    async with app.run_test():
        composer = app.query_one(Composer)
        pastes = [f"{n} {PASTED}" for n in range(12)]
        for one in pastes:
            await composer.on_paste(events.Paste(one))
        assert composer.full_text == "".join(pastes)

"""The import screen: by key, paste and mouse, at every size, on the hand-written assistant and on the real one."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from chat_files import ChatGPT, write_zip
from textual import events
from textual.widgets import Button, Input, OptionList, TextArea

from assistant.errors import AssistantError
from assistant.unimporting import Imported
from memory.errors import ImportFileError
from memory.records import ChatId
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_imports import REPORT, FakeFile
from tests.tui.fake_records import FixedClock
from tests.tui.test_real_backend import a_session
from tests.tui.test_side_screens import go, words_on
from tui.activity import Phase
from tui.app import ReverieApp
from tui.keymap import REBOUND
from tui.screens.importing import ImportScreen
from tui.session_backend import SessionBackend
from tui.widgets.chat_list import ChatList
from tui.widgets.dialogs import ConfirmDialog
from tui.widgets.report_view import ReportView, fold

EXPORT = "/x/export.zip"

_LONGEST_S = 10.0


def a_backend_with(file: FakeFile | None = None) -> FakeBackend:
    backend = a_backend()
    backend.files[EXPORT] = file or FakeFile()
    return backend


async def open_imports(driver: Driver) -> ImportScreen:
    screen = await go(driver, "alt+i", ImportScreen)
    assert isinstance(screen, ImportScreen)
    return screen


async def read(driver: Driver, path: str = EXPORT) -> ImportScreen:
    """Open the screen, type a path and have it read."""
    screen = await open_imports(driver)
    screen.query_one(Input).value = path
    await driver.pilot.press("enter")
    return screen


async def reported(driver: Driver) -> ImportScreen:
    screen = await read(driver)
    await driver.until(lambda: screen.query_one(ReportView).has_focus)
    return screen


def shown(screen: ImportScreen) -> tuple[str, ...]:
    return screen.query_one(ReportView).lines


@pytest.mark.parametrize("size", SIZES)
async def test_a_report_comes_first_then_one_key_imports_and_the_chats_are_read_again(size: tuple[int, int]) -> None:
    backend = a_backend_with()
    async with driving(backend, size=size) as driver:
        screen = await open_imports(driver)
        assert "Nothing is stored before you have seen that." in words_on(screen)
        await driver.type(EXPORT)
        await driver.pilot.press("enter")
        await driver.until(lambda: shown(screen) == REPORT)
        assert "Nothing is stored yet. Import (I) stores it." in words_on(screen)
        await driver.until(lambda: screen.query_one(ReportView).has_focus)
        assert backend.did == [f"read {EXPORT}"]
        await driver.pilot.press("i")
        await driver.until(lambda: "✓ Imported: 3 chats, 6 turns, 5 memories." in words_on(screen))
        assert shown(screen) == ("Imported: 3 chats, 6 turns, 5 memories.", *REPORT[2:5])
        assert not screen.query_one("#button-import_file").display
        await driver.pilot.press("i")
        await driver.until(lambda: "There is nothing to import" in driver.told())
        assert backend.did == [f"read {EXPORT}", "store"]
        backend.add_chat(replace(backend.chats[ChatId(1)].chat, id=ChatId(9), title="From elsewhere"))
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)
        listing = driver.screen.query_one(ChatList).query_one(OptionList)
        await driver.until(lambda: any("From elsewhere" in str(one.prompt) for one in listing.options))


async def test_the_buttons_do_the_same_by_mouse() -> None:
    backend = a_backend_with()
    async with driving(backend) as driver:
        screen = await reported(driver)
        await driver.pilot.click("#button-import_file")
        await driver.until(lambda: "✓ Imported" in words_on(screen))
        await driver.pilot.click("#button-choose_file")
        await driver.until(lambda: screen.query_one(Input).has_focus)


async def test_a_report_with_nothing_new_offers_no_import() -> None:
    backend = a_backend_with(FakeFile(is_empty=True))
    async with driving(backend) as driver:
        screen = await reported(driver)
        assert "There is nothing new in it." in words_on(screen)
        assert not screen.query_one("#button-import_file").display
        await driver.pilot.press("i")
        await driver.until(lambda: "There is nothing new in it." in driver.told())
        assert "store" not in backend.did


@pytest.mark.parametrize("size", SIZES)
async def test_progress_is_shown_and_stop_keeps_what_is_stored(size: tuple[int, int]) -> None:
    backend = a_backend_with(FakeFile(storing=threading.Event()))
    async with driving(backend, size=size) as driver:
        screen = await reported(driver)
        await driver.pilot.press("i")
        await driver.until(lambda: "importing ━━━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄ 40% · X stops it" in words_on(screen))
        assert screen.query_one("#button-stop_import").display
        assert screen.query_one(Input).disabled
        await driver.pilot.press("x")
        await driver.until(lambda: "■ Stopped after 2 turns, which stay." in words_on(screen))
        assert screen.query_one("#button-import_file").display
        assert str(screen.query_one("#button-import_file", Button).label) == "Go on I"
        backend.files[EXPORT] = FakeFile()
        await driver.pilot.press("i")
        await driver.until(lambda: "✓ Imported: 3 chats" in words_on(screen))
        assert backend.did == [f"read {EXPORT}", "store", f"read {EXPORT}", "store"]


async def test_the_path_of_an_import_that_was_stopped_is_there_on_coming_back() -> None:
    backend = a_backend_with(FakeFile(storing=threading.Event()))
    async with driving(backend, size=(80, 24)) as driver:
        screen = await reported(driver)
        await driver.pilot.press("i")
        await driver.until(lambda: "40%" in words_on(screen))
        await driver.pilot.press("x")
        await driver.until(lambda: "■ Stopped after 2 turns" in words_on(screen))
        backend.files[EXPORT] = FakeFile()
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)

        again = await open_imports(driver)
        assert again.query_one(Input).value == EXPORT
        assert "It was not imported to its end. Enter reads it again." in words_on(again)
        await driver.pilot.press("enter")
        await driver.until(lambda: again.query_one(ReportView).has_focus)
        await driver.pilot.press("i")
        await driver.until(lambda: "✓ Imported: 3 chats" in words_on(again))
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)
        last = await open_imports(driver)
        assert last.query_one(Input).value == ""


async def test_imports_are_deleted_by_their_key_from_the_path_too() -> None:
    backend = a_backend_with()
    backend.imported = Imported(2, 7)
    async with driving(backend, size=(80, 24)) as driver:
        screen = await open_imports(driver)
        assert str(screen.query_one("#button-delete_imported", Button).label) == "Delete imports Alt+D"
        await driver.type("docs")
        assert screen.query_one(Input).value == "docs"
        await driver.pilot.press("alt+d")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        assert "2 chats, 7 memories." in words_on(driver.app.screen)


async def test_reading_can_be_stopped_and_imports_nothing() -> None:
    backend = a_backend_with(FakeFile(reading=threading.Event()))
    async with driving(backend) as driver:
        screen = await read(driver)
        await driver.until(lambda: "reading ━━━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄ 40% · X stops it" in words_on(screen))
        await driver.pilot.press("x")
        await driver.until(lambda: "■ Stopped. Nothing was imported." in words_on(screen))
        assert not screen.query_one("#button-import_file").display
        assert shown(screen) == ()


async def test_leaving_while_it_runs_is_refused_and_names_the_key_that_stops_it() -> None:
    storing = threading.Event()
    backend = a_backend_with(FakeFile(storing=storing))
    async with driving(backend) as driver:
        screen = await reported(driver)
        await driver.pilot.press("i")
        await driver.until(lambda: "40%" in words_on(screen))
        for key in ("escape", "f6", "alt+i"):
            await driver.pilot.press(key)
            await driver.pilot.pause()
            assert driver.app.screen is screen
            assert "40% · Not yet: first X stops it, or wait." in words_on(screen)
        storing.set()
        await driver.until(lambda: "✓ Imported" in words_on(screen))
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)


async def test_a_key_of_ones_own_is_the_one_that_is_named() -> None:
    backend = a_backend_with(FakeFile(storing=threading.Event()))
    app = ReverieApp(lambda: backend, clock=FixedClock(), keys=(("import.stop_import", "z"),))
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            driver = Driver(app, pilot, backend, [])
            await driver.until(lambda: app.chat.activity.phase is Phase.READY)
            screen = await reported(driver)
            await pilot.press("i")
            await driver.until(lambda: "40% · Z stops it" in words_on(screen))
            await pilot.press("escape")
            await driver.until(lambda: "Not yet: first Z stops it, or wait." in words_on(screen))
            await pilot.press("z")
            await driver.until(lambda: "■ Stopped after 2 turns" in words_on(screen))
    finally:
        REBOUND.set({})


async def test_quitting_stops_what_runs() -> None:
    file = FakeFile(storing=threading.Event())
    backend = a_backend_with(file)
    async with driving(backend) as driver:
        screen = await reported(driver)
        await driver.pilot.press("i")
        await driver.until(lambda: "40%" in words_on(screen))
        await driver.pilot.press("ctrl+q")
        await driver.until(lambda: driver.app.return_value is not None)
    # The thread looks at its flag once more after the screen is gone.
    assert file.is_over.wait(_LONGEST_S)
    assert file.stored == 1
    assert backend.is_closed


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ImportFileError("export.zip is a damaged zip.", "Download it again."), "✕ export.zip is a damaged zip. Down"),
        (AssistantError("Memories changed since the report was made.", "Import it again."), "✕ Memories changed"),
    ],
)
async def test_what_fails_while_it_is_stored_is_one_line(error: AssistantError | ImportFileError, words: str) -> None:
    backend = a_backend_with(FakeFile(store_error=error))
    async with driving(backend, size=(80, 24)) as driver:
        screen = await reported(driver)
        await driver.pilot.press("i")
        await driver.until(lambda: words in words_on(screen))
        assert not screen.query_one("#button-import_file").display
        await driver.until(lambda: screen.query_one(Input).has_focus)


async def test_what_cannot_be_read_is_one_line_and_the_path_stays() -> None:
    backend = a_backend_with()
    async with driving(backend) as driver:
        screen = await read(driver, "/gone.zip")
        await driver.until(lambda: "✕ /gone.zip does not exist. Check the path." in words_on(screen))
        await driver.until(lambda: screen.query_one(Input).has_focus)
        assert screen.query_one(Input).value == "/gone.zip"
        screen.query_one(Input).value = EXPORT
        await driver.pilot.press("enter")
        await driver.until(lambda: shown(screen) == REPORT)


async def test_a_path_is_pasted_wherever_the_cursor_is() -> None:
    backend = a_backend_with()
    async with driving(backend) as driver:
        screen = await reported(driver)
        driver.app.post_message(events.Paste("/y/other.zip\n"))
        await driver.until(lambda: screen.query_one(Input).value == "/y/other.zip")
        await driver.until(lambda: screen.query_one(Input).has_focus)


async def test_a_slash_line_opens_the_screen_with_that_path_read() -> None:
    backend = a_backend()
    backend.files["/x/it's (1).zip"] = FakeFile()
    async with driving(backend) as driver:
        composer = driver.screen.query_one(TextArea)
        composer.focus()
        composer.text = "/import /x/it's (1).zip"
        await driver.pilot.press("enter")
        await driver.until(lambda: isinstance(driver.app.screen, ImportScreen))
        screen = driver.app.screen
        assert isinstance(screen, ImportScreen)
        await driver.until(lambda: shown(screen) == REPORT)
        assert screen.query_one(Input).value == "/x/it's (1).zip"


async def test_markup_in_a_report_stays_text_and_thousands_of_lines_are_rows_only() -> None:
    lines = (*REPORT, *(f"+ [bold red]{n}[/] [@click=app.quit]go[/]" for n in range(20_000)))
    backend = a_backend_with(FakeFile(lines=lines))
    async with driving(backend, size=(80, 24)) as driver:
        screen = await reported(driver)
        view = screen.query_one(ReportView)
        assert len(view.children) == 0
        await driver.pilot.press("end")
        await driver.until(lambda: view.scroll_offset.y > 19_000)
        assert "+ [bold red]19999[/] [@click=app.quit]go[/]" in view.render_line(view.size.height - 1).text


async def test_what_was_imported_is_deleted_after_a_question_with_the_counts() -> None:
    backend = a_backend_with()
    async with driving(backend) as driver:
        screen = await open_imports(driver)
        screen.query_one(ReportView).focus()
        await driver.pilot.click("#button-delete_imported")
        await driver.until(lambda: "Imported from services and notes: 0 chats, 0 memories." in words_on(screen))
        backend.imported = Imported(1204, 31, gone_on_chats=2)
        for answer in ("#no", "#yes"):
            await driver.pilot.press("alt+d")
            await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
            question = words_on(driver.app.screen)
            assert "1,204 chats, 31 memories. 2 chats that you went on with here will stay." in question
            await driver.pilot.click(answer)
            await driver.until(lambda: driver.app.screen is screen)
        await driver.until(lambda: "✓ Deleted: 1,204 chats, 31 memories." in words_on(screen))
        assert backend.did == ["delete"]


async def test_deleting_is_stopped_in_words() -> None:
    backend = a_backend()
    backend.imported, backend.deleting = Imported(12, 0), threading.Event()
    async with driving(backend) as driver:
        screen = await open_imports(driver)
        await driver.pilot.click("#button-delete_imported")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.click("#yes")
        await driver.until(lambda: "deleting ━━━━━━━━┄┄┄┄┄┄┄┄┄┄┄┄ 40% · X stops it" in words_on(screen))
        await driver.pilot.press("x")
        await driver.until(lambda: "■ Stopped. Deleted: 12 chats" in words_on(screen))


async def test_a_real_export_is_imported_looked_at_and_deleted_again(tmp_path: Path) -> None:
    chat = ChatGPT("c1", "Night trains").say("I live in Graz near the station.", "Graz has a fine station.")
    export = write_zip(tmp_path / "my export (1).zip", {"conversations.json": [chat.value()]})
    session = a_session(tmp_path)
    app = ReverieApp(lambda: SessionBackend(session))
    async with app.run_test(size=(120, 40)) as pilot:
        driver = Driver(app, pilot, a_backend(), [])
        await driver.until(lambda: app.chat.activity.phase is Phase.READY)
        screen = await read(driver, f"'{export}' ")
        await driver.until(lambda: any("1 new" in line for line in shown(screen)))
        await driver.until(lambda: screen.query_one(ReportView).has_focus)
        await pilot.press("i")
        await driver.until(lambda: "✓ Imported: 1 chat, 1 turn, 1 memory." in words_on(screen))
        await pilot.press("escape")
        listing = app.chat.query_one(ChatList).query_one(OptionList)
        await driver.until(lambda: any("Night trains" in str(one.prompt) for one in listing.options))
        await pilot.press("f2")
        await driver.until(lambda: listing.has_focus and listing.highlighted is not None)
        await pilot.press("enter")
        await driver.until(lambda: "Graz has a fine station." in driver.text())

        screen = await read(driver, str(tmp_path / "gone.zip"))
        await driver.until(lambda: "does not exist." in words_on(screen))
        await pilot.click("#button-delete_imported")
        await driver.until(lambda: isinstance(app.screen, ConfirmDialog))
        await pilot.click("#yes")
        await driver.until(lambda: "✓ Deleted: 1 chat, 1 memory." in words_on(screen))
        await pilot.press("escape")
        await driver.until(lambda: driver.log.blocks == [] and not listing.options)
        assert "no chat" not in driver.told()


async def test_nothing_is_imported_into_a_temporary_chat(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    backend = SessionBackend(session)
    backend.begin_temporary()
    with pytest.raises(AssistantError, match="This chat is temporary"):
        backend.read_import(str(tmp_path), lambda _share, _words: None, threading.Event())
    backend.end_temporary()
    backend.close()
    stop = threading.Event()
    with pytest.raises(ImportFileError):
        backend.read_import(str(tmp_path / "gone"), lambda _share, _words: None, stop)
    assert stop.is_set(), "what begins while the assistant is closed is stopped"


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("one two three", ["one two", "  three"]),
        ("abcdefghijklmnop", ["abcdefgh", "  ijklmn", "  op"]),
        ("漢字漢字漢字", ["漢字漢字", "  漢字"]),
        ("", [""]),
    ],
)
def test_a_line_is_broken_at_spaces_and_by_cells(line: str, rows: list[str]) -> None:
    assert fold(line, 8) == rows

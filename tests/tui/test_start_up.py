"""What may be imported before the first paint, and that every action is reachable."""

import gc
import subprocess
import sys

from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import FixedClock
from tui import garbage
from tui.app import ReverieApp
from tui.keymap import ACTIONS, Scope, actions
from tui.screens.chat import ChatScreen
from tui.screens.find import FindScreen
from tui.screens.health import HealthScreen
from tui.screens.importing import ImportScreen
from tui.screens.memories import MemoriesScreen
from tui.screens.models import ModelsScreen
from tui.screens.settings import SettingsScreen
from tui.screens.topics import TopicsScreen
from tui.side_screen import SideScreen
from tui.widgets.form_dialog import FormDialog

_HEAVY = ("numpy", "sqlite_utils", "sqlite3", "pysqlite3", "sqlite_vec", "wordllama", "llama_cpp", "markdown_it")


_OWNERS = {
    Scope.APP: ReverieApp,
    Scope.SIDE: SideScreen,
    Scope.TOPICS: TopicsScreen,
    Scope.MEMORIES: MemoriesScreen,
    Scope.HEALTH: HealthScreen,
    Scope.MODELS: ModelsScreen,
    Scope.SETTINGS: SettingsScreen,
    Scope.SEARCH: FindScreen,
    Scope.IMPORT: ImportScreen,
    Scope.FORM: FormDialog,
}


def test_before_the_first_paint_nothing_heavy_is_imported() -> None:
    program = f"import sys, tui.launch; print([name for name in {_HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_ids_are_unique_and_every_action_has_its_words() -> None:
    ids = [(entry.scope, entry.id) for entry in ACTIONS]

    assert len(ids) == len(set(ids))
    assert all(entry.key and entry.label and entry.tooltip and entry.palette for entry in ACTIONS)


def test_every_action_is_a_method_of_its_owner() -> None:
    for entry in ACTIONS:
        name = entry.id.partition("(")[0]
        assert callable(getattr(_OWNERS.get(entry.scope, ChatScreen), f"action_{name}", None)), entry.id


async def test_the_palette_offers_every_action_of_the_chat_screen() -> None:
    app = ReverieApp(FakeBackend, clock=FixedClock())
    async with app.run_test() as pilot:
        await pilot.pause()
        titles = {command.title for command in app.get_system_commands(app.screen)}

    of_chat = actions(Scope.APP, *ChatScreen.SCOPES)
    assert {entry.palette for entry in of_chat if entry.id != "command_palette"} <= titles


async def test_the_palette_of_a_screen_offers_its_own_actions_and_no_other_screens() -> None:
    app = ReverieApp(FakeBackend, clock=FixedClock())
    async with app.run_test() as pilot:
        while app._backend is None:
            await pilot.pause()
        await app.run_action("open_topics")
        await pilot.pause()
        titles = {command.title for command in app.get_system_commands(app.screen)}

    assert {entry.palette for entry in actions(Scope.TOPICS, Scope.SIDE)} <= titles
    assert not {entry.palette for entry in actions(Scope.MEMORIES, Scope.CHAT)} & titles


def test_middle_collections_wait_for_a_pause_in_typing() -> None:
    thresholds = garbage.take_over()
    try:
        gc.collect()
        assert not garbage.collect_middle_if_due()
        young, _, _ = gc.get_threshold()
        kept: list[list[int]] = [[] for _ in range(30 * young)]
        assert len(kept) == 30 * young
        assert garbage.collect_middle_if_due()
        assert gc.get_count()[1] == 0
    finally:
        garbage.give_back(thresholds)


def test_full_collections_wait_until_they_are_asked_for() -> None:
    before = gc.get_threshold()
    thresholds = garbage.take_over()
    try:
        assert thresholds == before
        assert gc.get_freeze_count() > 0
        gc.collect()
        assert not garbage.collect_if_due()
    finally:
        garbage.give_back(thresholds)
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_what_a_command_works_on_is_exempt_only_as_long() -> None:
    with garbage.exempted():
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0

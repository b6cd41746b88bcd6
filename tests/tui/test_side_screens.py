"""Topics, memories, health and help: by key, at every size, on the hand-written backend."""

from dataclasses import replace

import pytest
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static

from assistant.authoring import Authored
from assistant.memory_pages import MemoryFilter
from memory.records import ChatId, Directive, DirectiveKind, Kind, Logic
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_memories import NOW, a_memory, an_intervention
from tui.health_content import sparkline
from tui.keymap import ACTIONS
from tui.screens.health import HealthScreen
from tui.screens.help import HelpScreen
from tui.screens.memories import MemoriesScreen
from tui.screens.topics import TopicsScreen
from tui.side_screen import Leaving
from tui.widgets.dialogs import AskDialog, ConfirmDialog
from tui.widgets.memory_editor import MemoryEditor


def words_on(screen: Screen[object]) -> str:
    shown = [str(part.render()) for part in screen.query(Static) if part.display]
    rows = [str(option.prompt) for listing in screen.query(OptionList) for option in listing.options]
    return "\n".join(shown + rows)


async def go(driver: Driver, key: str, kind: type[Screen[object]]) -> Screen[object]:
    await driver.pilot.press(key)
    await driver.until(lambda: isinstance(driver.app.screen, kind))
    await driver.pilot.pause()
    return driver.app.screen


async def set_field(driver: Driver, name: str, value: str) -> None:
    field = driver.app.screen.query_one(f"#{name}", Input)
    field.value = value
    await driver.pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_topics_are_added_unfolded_lifted_and_taken_back(size: tuple[int, int]) -> None:
    backend = a_backend()
    async with driving(backend, size=size) as driver:
        screen = await go(driver, "f5", TopicsScreen)
        assert "Nothing is banned or pinned." in words_on(screen)
        for key, term in (("b", "Rex"), ("p", "Ilse")):
            await driver.pilot.press(key)
            await driver.until(lambda: isinstance(driver.app.screen, AskDialog))
            await driver.pilot.press(*term, "enter")
            await driver.until(lambda term=term: term in words_on(screen))
        await driver.until(lambda: "“Rex” holds back 1 memory" in words_on(screen))
        assert "Rex is allergic to chicken." in words_on(screen)
        await driver.pilot.press("down")
        await driver.until(lambda: "“Ilse” holds 1 memory" in words_on(screen))

        await driver.pilot.press("l")
        await driver.until(lambda: [one.term for one in backend.directives] == ["Rex"])
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: ("undo", None) in backend.calls)
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)


async def test_the_memories_of_a_topic_are_looked_through_on_their_own_screen() -> None:
    backend = a_backend()
    backend.directives = [Directive(DirectiveKind.BAN, "rex", "Rex", NOW)]
    async with driving(backend) as driver:
        for key in ("m", "enter"):
            screen = await go(driver, "f5", TopicsScreen)
            await driver.until(lambda screen=screen: "“Rex” holds back 1 memory" in words_on(screen))  # type: ignore[misc]
            await driver.pilot.press(key)
            await driver.until(lambda: isinstance(driver.app.screen, MemoriesScreen))
            memories = driver.app.screen
            await driver.until(lambda memories=memories: "1 memory" in words_on(memories))  # type: ignore[misc]
            assert "Rex is allergic to chicken." in words_on(memories)


async def test_a_pin_under_a_ban_is_told_as_one_that_does_not_count() -> None:
    backend = a_backend()
    backend.directives = [Directive(kind, "graz", "Graz", NOW) for kind in (DirectiveKind.PIN, DirectiveKind.BAN)]
    async with driving(backend) as driver:
        screen = await go(driver, "f5", TopicsScreen)
        await driver.until(lambda: "1 ban, 1 pin" in words_on(screen))
        _, pin = (str(one.prompt) for one in screen.query_one("#topics", OptionList).options)
        assert "banned too, and the ban wins" in pin


async def test_a_damaged_topic_is_reported_and_lifted_as_a_ban() -> None:
    backend = a_backend()
    backend.directives = [Directive(DirectiveKind.BAN, "graz", "Graz", NOW, is_damaged=True)]
    async with driving(backend) as driver:
        screen = await go(driver, "f5", TopicsScreen)
        await driver.until(lambda: "! damaged Graz" in words_on(screen))
        assert "This row of the store is damaged. It holds as a ban" in words_on(screen)
        await driver.pilot.press("l")
        await driver.until(lambda: backend.directives == [])


@pytest.mark.parametrize("size", SIZES)
async def test_memories_are_searched_looked_at_and_left_for_their_chat(size: tuple[int, int]) -> None:
    backend = a_backend()
    first = backend.chats[ChatId(1)].turns[0].turn_id
    backend.memories["m3"] = replace(backend.memories["m3"], turn_id=first)
    async with driving(backend, size=size) as driver:
        screen = await go(driver, "f6", MemoriesScreen)
        await driver.until(lambda: "3 memories, the newest first" in words_on(screen))
        await driver.pilot.press("slash", *"allergic", "enter")
        await driver.until(lambda: "1 memory found" in words_on(screen))
        await driver.until(lambda: "It fits your message." in words_on(screen))
        assert driver.app.focused is screen.query_one("#memories")
        await driver.pilot.press("c")
        await driver.until(lambda: driver.app.screen is driver.screen)
        await driver.until(lambda: driver.log.selected is not None)

        assert driver.log.selected is not None
        assert driver.log.selected.turn_id == first


async def test_filters_narrow_the_list_and_one_key_drops_them() -> None:
    backend = a_backend()
    backend.memories["m2"] = replace(backend.memories["m2"], kind=Kind.FACT)
    async with driving(backend) as driver:
        screen = await go(driver, "f6", MemoriesScreen)
        screen.query_one("#filter-kind").value = Kind.FACT  # type: ignore[attr-defined]  # a Select
        await driver.until(lambda: "1 memory found" in words_on(screen))
        assert backend.calls[-1] != ("memory_page", (MemoryFilter(), 0))
        await driver.pilot.press("x")
        await driver.until(lambda: "3 memories, the newest first" in words_on(screen))


async def test_pages_come_as_the_reader_goes_down() -> None:
    backend = a_backend()
    backend.memories = {f"m{n}": a_memory(n, f"note {n}") for n in range(1, 451)}
    async with driving(backend) as driver:
        screen = await go(driver, "f6", MemoriesScreen)
        listing = screen.query_one("#memories", OptionList)
        await driver.until(lambda: listing.option_count == 200)
        await driver.pilot.press("end")
        await driver.until(lambda: listing.option_count == 400)
        await driver.pilot.press("end")
        await driver.until(lambda: listing.option_count == 450)


async def edit_first(driver: Driver) -> MemoryEditor:
    await go(driver, "f6", MemoriesScreen)
    await driver.until(lambda: bool(driver.app.screen.query_one("#memories", OptionList).option_count))
    await driver.pilot.press("e")
    await driver.until(lambda: isinstance(driver.app.screen, MemoryEditor))
    editor = driver.app.screen
    assert isinstance(editor, MemoryEditor)
    return editor


@pytest.mark.parametrize("size", SIZES)
async def test_a_memory_is_edited_field_by_field(size: tuple[int, int]) -> None:
    backend = a_backend()
    async with driving(backend, size=size) as driver:
        editor = await edit_first(driver)
        await driver.pilot.press("tab", "space")
        for name, value in (
            ("sticky", "3"),
            ("keys", "rex, dog,, rex"),
            ("secondary_keys", "food"),
            ("exclude_keys", "cat"),
            ("groups", "pets"),
            ("probability", "80"),
            ("title", "the dog"),
        ):
            await set_field(driver, name, value)
        editor.query_one("#kind").value = Kind.FACT  # type: ignore[attr-defined]  # a Select
        editor.query_one("#logic").value = Logic.NOT_ANY  # type: ignore[attr-defined]  # a Select
        await driver.pilot.press("f10")
        await driver.until(lambda: any(call[0] == "edit_memory" for call in backend.calls))

        assert [call for call in backend.calls if call[0] == "edit_memory"] == [
            (
                "edit_memory",
                (
                    "m3",
                    Authored(
                        title="the dog",
                        kind=Kind.FACT,
                        keys=("rex", "dog"),
                        exclude_keys=("cat",),
                        secondary_keys=("food",),
                        logic=Logic.NOT_ANY,
                        probability=80,
                        groups=("pets",),
                        sticky=3,
                        is_pinned=True,
                    ),
                ),
            )
        ]


async def test_a_pattern_among_the_keys_keeps_its_commas() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await edit_first(driver)
        for name in ("keys", "secondary_keys", "exclude_keys"):
            await set_field(driver, name, "/re{1,2}x/i, dog")
        await driver.pilot.press("f10")
        await driver.until(lambda: any(call[0] == "edit_memory" for call in backend.calls))

        keys = ("/re{1,2}x/i", "dog")
        change = Authored(keys=keys, secondary_keys=keys, exclude_keys=keys)
        assert [call for call in backend.calls if call[0] == "edit_memory"] == [("edit_memory", ("m3", change))]


async def test_a_value_that_cannot_be_is_told_beside_its_line_and_nothing_is_lost() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        await edit_first(driver)
        await set_field(driver, "probability", "101")
        await driver.pilot.press("f10")
        await driver.until(lambda: "from 0 to 100" in words_on(driver.app.screen))
        assert driver.app.focused is driver.app.screen.query_one("#probability")
        await driver.pilot.press("escape")
        await driver.until(lambda: isinstance(driver.app.screen, MemoriesScreen))

        assert not [call for call in backend.calls if call[0] == "edit_memory"]


async def test_a_memory_is_added_pinned_switched_off_and_forgotten() -> None:
    backend = a_backend()
    async with driving(backend) as driver:
        screen = await go(driver, "f6", MemoriesScreen)
        await driver.pilot.press("a")
        await driver.until(lambda: isinstance(driver.app.screen, MemoryEditor))
        await driver.pilot.press(*"tea", "f10")
        await driver.until(lambda: "m4" in backend.memories)
        await driver.until(lambda: "4 memories" in words_on(screen))
        await driver.pilot.press("home", "p")
        await driver.until(lambda: ("pin", "m4") in backend.calls)
        await driver.pilot.press("d")
        await driver.until(lambda: backend.memories["m4"].is_disabled)
        await driver.until(lambda: "switched off" in words_on(screen))
        await driver.pilot.press("f")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.click("#yes")
        await driver.until(lambda: "m4" not in backend.memories)
        await driver.until(lambda: "3 memories" in words_on(screen))


async def test_marked_memories_are_pinned_switched_off_and_forgotten_together() -> None:
    backend = a_backend()
    backend.memories = {f"m{n}": a_memory(n, f"note {n}") for n in range(1, 7)}
    async with driving(backend) as driver:
        screen = await go(driver, "f6", MemoriesScreen)
        await driver.until(lambda: "6 memories" in words_on(screen))
        await driver.pilot.press("space", "space")
        await driver.until(lambda: words_on(screen).count("✓") == 2)
        await driver.until(lambda: "2 marked" in words_on(screen))
        await driver.pilot.press("p")
        await driver.until(lambda: sum(one.is_pinned for one in backend.memories.values()) == 2)
        await driver.until(lambda: "Pinned: 2 memories" in driver.told())

        await driver.pilot.press("ctrl+a", "d")
        await driver.until(lambda: all(one.is_disabled for one in backend.memories.values()))
        await driver.until(lambda: "Switched off: 6 memories" in driver.told())
        await driver.until(lambda: not any(one.group == "memory" and one.is_running for one in driver.app.workers))
        assert words_on(screen).count("✓") == 6
        await driver.pilot.press("escape")
        await driver.until(lambda: "✓" not in words_on(screen))
        assert driver.app.screen is screen

        await driver.pilot.press("home", "space", "space", "space", "f")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        assert "3 memories" in words_on(driver.app.screen)
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is screen)
        assert words_on(screen).count("✓") == 3
        await driver.pilot.press("f")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.click("#yes")
        await driver.until(lambda: len(backend.memories) == 3)
        await driver.until(lambda: "3 memories" in words_on(screen))


async def test_marks_go_with_another_search_and_a_second_mark_all_takes_them_off() -> None:
    backend = a_backend()
    backend.memories = {f"m{n}": a_memory(n, f"note {n}") for n in range(1, 4)}
    async with driving(backend) as driver:
        screen = await go(driver, "f6", MemoriesScreen)
        await driver.until(lambda: "3 memories" in words_on(screen))
        await driver.pilot.press("ctrl+a")
        await driver.until(lambda: words_on(screen).count("✓") == 3)
        await driver.pilot.press("ctrl+a")
        await driver.until(lambda: "✓" not in words_on(screen))
        await driver.pilot.press("space", "s", *"note")
        await driver.until(lambda: "found" in words_on(screen))
        await driver.until(lambda: "marked" not in words_on(screen))


async def test_markup_in_a_memory_stays_text_on_its_screen() -> None:
    hostile = "[bold red]x[/] [@click=app.quit]go[/]"
    backend = FakeBackend()
    backend.memories = {"m1": replace(a_memory(1, hostile), title=hostile)}
    async with driving(backend) as driver:
        screen = await go(driver, "f6", MemoriesScreen)
        await driver.until(lambda: words_on(screen).count(hostile) >= 3)


@pytest.mark.parametrize("size", SIZES)
async def test_health_shows_marks_as_words_and_takes_interventions_back(size: tuple[int, int]) -> None:
    backend = a_backend()
    backend.interventions = (an_intervention(7),)
    async with driving(backend, size=size) as driver:
        screen = await go(driver, "f7", HealthScreen)
        await driver.until(lambda: "all in all: act" in words_on(screen))
        shown = words_on(screen)
        for claim in ("✓ ok", "▲ watch", "✕ act", "target: over 0.4", "raise the cooldown", "failed: no model", "Graz"):
            assert claim in shown
        await driver.pilot.press("u")
        await driver.until(lambda: ("undo_intervention", 7) in backend.calls)
        await driver.until(lambda: "· undone" in words_on(screen))
        readings = backend.calls.count(("health", None))
        await driver.pilot.press("r")
        await driver.until(lambda: backend.calls.count(("health", None)) > readings)


def test_a_curve_has_a_gap_where_nothing_is_known() -> None:
    assert sparkline((0.0, None, 0.5, 1.0), lowest=0.0, highest=1.0) == "▁·▅█"
    assert sparkline((None, None)) == ""
    assert sparkline((2.0, 2.0)) == "▁▁"


@pytest.mark.parametrize("size", SIZES)
async def test_help_lists_every_action_of_the_registry(size: tuple[int, int]) -> None:
    async with driving(a_backend(), size=size) as driver:
        screen = await go(driver, "f1", HelpScreen)
        shown = words_on(screen)
        assert [entry.id for entry in ACTIONS if entry.tooltip not in shown] == []
        await driver.pilot.press("f1")
        await driver.until(lambda: driver.app.screen is driver.screen)


async def test_screens_follow_each_other_and_none_opens_over_a_question() -> None:
    async with driving(a_backend()) as driver:
        await go(driver, "f5", TopicsScreen)
        await go(driver, "f7", HealthScreen)
        assert len(driver.app.screen_stack) == 3
        await driver.pilot.press("escape")
        await driver.until(lambda: driver.app.screen is driver.screen)
        await driver.pilot.press("ctrl+g")
        await driver.until(lambda: isinstance(driver.app.screen, ConfirmDialog))
        await driver.pilot.press("f6")
        await driver.pilot.pause()

        assert isinstance(driver.app.screen, ConfirmDialog)


async def test_what_was_read_for_a_screen_that_was_left_meanwhile_is_dropped() -> None:
    async with driving(a_backend()) as driver:
        screen = await go(driver, "f6", MemoriesScreen)
        assert isinstance(screen, MemoriesScreen)
        done: list[bool] = []

        async def late() -> None:
            screen.dismiss(Leaving())
            await screen.query_one("#details").remove()
            done.append(True)
            screen.query_one("#details")

        screen.work(late, group="late")
        await driver.until(lambda: driver.app.screen is driver.screen)
        await driver.until(lambda: bool(done))
        await driver.pilot.pause()
        assert driver.app.is_running

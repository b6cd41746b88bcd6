"""The Textual app: screens, themes, keys, orderly exit.

The one fact that a reader would get wrong: nothing heavy is imported before the first paint. The assistant is opened in
a thread behind it, then the model is loaded; both while the user may already type.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.app import App, SystemCommand
from textual.filter import NoColor
from textual.screen import ModalScreen

from assistant.clock import Clock, SystemClock
from assistant.errors import AssistantError, UnfinishedError
from memory.errors import StoreError
from tui import garbage, wording
from tui.keymap import REBOUND, Scope, action, bindings, palette_rows
from tui.messages import ConfigChanged, ModelMoved
from tui.screens.chat import ChatScreen
from tui.side_screen import Leaving, SideScreen
from tui.start_up import StartUp
from tui.telling import tell
from tui.themes import DARK, OWN, SIXTEEN_COLOURS, theme_for
from tui.widgets.undo_line import UndoLine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from textual.driver import Driver
    from textual.filter import LineFilter
    from textual.screen import Screen
    from textual.worker import Worker

    from tui.backend import Backend

_LOG = logging.getLogger(__name__)
_SWITCH_S = 0.001
_TIDY_EVERY_S = 2.0
_ACTING_S = 1.5


class ReverieApp(App[int]):
    """Opens the assistant behind its first paint, and closes it in order."""

    TITLE = "Reverie"
    CSS_PATH = "app.tcss"
    BINDINGS = bindings(Scope.APP)
    COMMAND_PALETTE_BINDING = action("command_palette").key

    def __init__(
        self,
        load_backend: Callable[[], Backend],
        *,
        clock: Clock | None = None,
        theme: str = "",
        keys: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Prepare the app.

        Args:
            load_backend: Opens the assistant; called once, in a thread. Raises AssistantError or StoreError.
            clock: Tells the time; the machine's by default.
            theme: The name of the colours that config.toml wants; "" = Reverie's own.
            keys: What `[keys]` rebinds, checked.
        """
        super().__init__()
        self._wanted_theme = theme
        self._keys = keys
        self._has_own_keys = False
        # Known to every task that the app begins from here on.
        self._rebound = dict(keys)
        REBOUND.set(self._rebound)
        self._start_up = StartUp(self, load_backend)
        self._clock = clock or SystemClock()
        self._backend: Backend | None = None
        self._thresholds: tuple[int, int, int] | None = None
        self._is_closing = False
        self._acted_s = float("-inf")
        self._was_told_to_end = False
        self.last_words = ""
        self.chat = ChatScreen(self._clock)
        for one in OWN:
            self.register_theme(one)
        # Without its watcher: changing the theme of a running app parses every style anew, 8 ms of the start.
        self.set_reactive(ReverieApp.theme, DARK.name)
        self.stylesheet.set_variables(self.get_css_variables())
        # Threads import, load and generate while the user types: let the event loop have its turn sooner than after 5 ms.
        sys.setswitchinterval(_SWITCH_S)

    def on_mount(self) -> None:
        """Paint first; everything else is begun after that."""
        self._paint_in(self._wanted_theme)
        self._bind(self._keys)
        self.push_screen(self.chat)
        self._listen_to_signals()
        self.chat.call_after_refresh(self._begin)

    def get_driver_class(self) -> type[Driver]:
        """Read the terminal so that a paste is one text, where Textual's own driver would not."""
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from tui.terminal_input import TerminalDriver  # noqa: PLC0415 - Windows has no such module to build on

        return TerminalDriver

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer every action of the registry that works on this screen, and the themes."""
        scopes = (Scope.APP, *getattr(screen, "SCOPES", ()))
        for entry, help_text in palette_rows(scopes):
            if entry.id != "command_palette":
                target: App[int] | Screen[object] = self if entry.scope is Scope.APP else screen
                yield SystemCommand(entry.palette, help_text, self._runner(entry.id, target))
        yield SystemCommand("Theme", "Choose other colours", self.action_change_theme)

    async def on_event(self, event: events.Event) -> None:
        """Note each sign of the user, wherever it is going: idle work gives way to it."""
        if self._backend is not None and isinstance(event, events.Key | events.Paste | events.MouseEvent):
            self._acted_s = self._clock.monotonic_s()
            self._backend.note_user()
        await super().on_event(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Open no other screen over a question, nor before the memory is open; nothing over one for the next key."""
        if getattr(self.screen, "TAKES_EVERY_KEY", False) and action != "quit":
            return False
        if action.startswith("open_"):
            may_open = action == "open_help" or self._backend is not None
            return may_open and not isinstance(self.screen, ModalScreen)
        return super().check_action(action, parameters)

    def _paint_in(self, wanted: str) -> None:
        self.theme = self._painted(wanted)

    def _painted(self, wanted: str) -> str:
        """Return the theme that stands for a wanted one in this terminal."""
        has_few_colours = self.console.color_system == "standard" and not self.is_headless
        # Without colours a theme is nothing but its marks, and those of 16 colours are bold, underlined or reversed.
        return SIXTEEN_COLOURS if self.no_color else theme_for(wanted, has_few_colours=has_few_colours)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Take every colour away where NO_COLOR asks for it; Textual by itself would paint in greys."""
        return (NoColor(),) if self.no_color else super().get_line_filters()

    def _bind(self, keys: tuple[tuple[str, str], ...]) -> None:
        if not keys and not self._has_own_keys:
            return
        from tui.rebinding import keymap_of  # noqa: PLC0415 - who has no keys of their own need not wait for it

        self._has_own_keys = True
        self.set_keymap(keymap_of(keys))

    def watch_theme(self, name: str) -> None:
        """Keep a theme that the user chose in the palette."""
        backend = self._backend
        if (
            backend is None
            or self._is_closing
            or self.no_color
            # What only stands for the wanted theme here was not chosen.
            or name == self._painted(self._wanted_theme)
        ):
            return
        self._wanted_theme = name
        self.chat.work(partial(self._keep_theme, backend, name), group="theme")

    async def _keep_theme(self, backend: Backend, name: str) -> None:
        await asyncio.to_thread(backend.change_setting, "theme", name)

    def on_config_changed(self, message: ConfigChanged) -> None:
        """Go by the theme and the keys that config.toml names now."""
        config = message.config
        if config.theme != self._wanted_theme:
            self._wanted_theme = config.theme
            self._paint_in(config.theme)
        if config.keys != self._keys:
            self._keys = config.keys
            self._rebound.clear()
            self._rebound.update(config.keys)
            self._bind(config.keys)
            for screen in self.screen_stack:
                if isinstance(screen, ChatScreen | SideScreen):
                    screen.show_keys()

    def copy_to_clipboard(self, text: str) -> None:
        """Copy, and say what: a selection, in whichever widget. `tui.chat.copying` has words of its own."""
        super().copy_to_clipboard(text)
        tell(self.screen, f"Copied: “{wording.shorten(text, 60)}”, {wording.count(len(text), 'character')}.")

    def action_open_settings(self, words: str = "") -> None:
        """Show the settings, those with these words."""
        from tui.screens.settings import SettingsScreen  # noqa: PLC0415 - what the first paint does without

        self._show_side(SettingsScreen, words)

    def action_open_help(self) -> None:
        """List every key."""
        from tui.screens.help import HelpScreen  # noqa: PLC0415 - what the first paint does without

        self._show_side(HelpScreen)

    def action_open_topics(self) -> None:
        """Show bans and pins."""
        from tui.screens.topics import TopicsScreen  # noqa: PLC0415 - as above

        self._show_side(TopicsScreen)

    def action_open_memories(self, words: str = "") -> None:
        """Search and change memories."""
        from tui.screens.memories import MemoriesScreen  # noqa: PLC0415 - as above

        self._show_side(MemoriesScreen, words)

    def action_open_health(self) -> None:
        """Show how the memory is."""
        from tui.screens.health import HealthScreen  # noqa: PLC0415 - as above

        self._show_side(HealthScreen)

    def action_open_models(self) -> None:
        """Show the models."""
        from tui.screens.models import ModelsScreen  # noqa: PLC0415 - as above

        self._show_side(ModelsScreen)

    def on_model_moved(self, message: ModelMoved) -> None:
        """Hand what is done with a model to every screen; those it does not concern ignore it."""
        for screen in self.screen_stack:
            screen.post_message(ModelMoved(message.state))

    def action_open_search(self, words: str = "") -> None:
        """Find what was said, in all chats."""
        from tui.screens.find import FindScreen  # noqa: PLC0415 - as above

        self._show_side(FindScreen, words)

    def action_open_import(self, path: str = "") -> None:
        """Show the imports; a path is read at once."""
        from tui.screens.importing import ImportScreen  # noqa: PLC0415 - as above

        self._show_side(ImportScreen, path)

    def _show_side(self, kind: type[SideScreen], first_words: str = "") -> None:
        """Show one screen beside the chat; its own key a second time goes back."""
        shown = self.screen
        if isinstance(shown, SideScreen):
            if not shown.may_leave():
                return
            shown.leave()
            if isinstance(shown, kind):
                return
        screen = kind(self._backend, self._clock)
        screen.first_words = first_words
        self.push_screen(screen, self._come_back)

    def _come_back(self, leaving: Leaving | None) -> None:
        if leaving is None:
            return
        if leaving.chat_id is not None:
            self.chat.go_to(leaving.chat_id, leaving.turn_id, leaving.found)
        elif leaving.has_changed:
            self.chat.query_one(UndoLine).drop_actions()
            self.chat.work(self.chat.read_again, group="memory")

    async def action_quit(self) -> None:
        """Leave in order: stop the turn, keep its text and the draft, close the model. A second time leaves at once."""
        if self._is_closing:
            self.exit(1)
            return
        self._is_closing = True
        leaving: Worker[None] = self.run_worker(self._leave)
        leaving.name = "leave"

    async def on_unmount(self) -> None:
        """Close the assistant, however the app came to its end; closing twice is closing once."""
        if self._backend is not None:
            with self._told_at_the_end():
                await asyncio.to_thread(self._backend.close)
        if self._thresholds is not None:
            garbage.give_back(self._thresholds)

    def _handle_exception(self, error: Exception) -> None:
        # Textual would print every value of the stack, the user's words among them.
        super()._handle_exception(error)
        if self._backend is None:
            return
        _LOG.critical("the app ended by a bug", exc_info=error)
        self._exit_renderables.clear()
        self.last_words = f"Reverie ended by a mistake of its own ({type(error).__name__}). The log holds the details."
        try:
            self.chat.keep_draft_at_once()
        except Exception:  # noqa: BLE001 - the app's outer edge: nothing is left to tell but the log
            _LOG.exception("the draft could not be kept")
            self.last_words += " What stood in the input was not kept."

    def _begin(self) -> None:
        self._thresholds = garbage.take_over()
        starting: Worker[None] = self.run_worker(self._start)
        starting.name = "start"

    async def _start(self) -> None:
        backend = await self._start_up.open()
        if backend is None:
            return
        self._backend = backend
        if self._is_closing:
            return
        # Not what comes after: turns that are shown now leave the screen again.
        garbage.exempt()
        await self._start_up.attach(backend)
        self.set_interval(_TIDY_EVERY_S, self._tidy)
        try:
            await self._start_up.load_model(backend)
        except AssistantError as error:
            if not self._is_closing:
                await self.chat.model_failed(error)

    def _tidy(self) -> None:
        if self.chat.is_typing:
            return
        # Who pages or scrolls waits for each paint as much as who types.
        is_acting = self._clock.monotonic_s() - self._acted_s < _ACTING_S
        if not garbage.collect_if_due(is_quiet=self.chat.is_quiet and not is_acting) and not is_acting:
            garbage.collect_middle_if_due()

    async def _leave(self) -> None:
        await self._start_up.opened()
        with self._told_at_the_end():
            await self.chat.prepare_exit(self._backend)
        if self._backend is not None:
            with self._told_at_the_end():
                await asyncio.to_thread(self._backend.close)
        self.exit(1 if self.last_words else 0)

    @contextmanager
    def _told_at_the_end(self) -> Iterator[None]:
        """Let nothing keep the app from ending; what could not be done is for the terminal that it leaves behind."""
        try:
            yield
        except UnfinishedError as error:
            self.last_words = self.last_words or error.message
        except (AssistantError, StoreError, OSError) as error:
            _LOG.warning("at the end: %s", type(error).__name__)
            self.last_words = self.last_words or f"Not everything was saved: {error}"

    def _runner(self, action_id: str, target: App[int] | Screen[object]) -> Callable[[], None]:
        def run() -> None:
            self.call_later(self.run_action, action_id, target)

        return run

    def _quit_once(self) -> None:
        # A closed window may come as two signals; only the user's second key means "at once".
        if not (self._is_closing or self._was_told_to_end):
            self._was_told_to_end = True
            self.call_later(self.action_quit)

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        # Ctrl+C is a key here; SIGINT comes from elsewhere.
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                # Windows' loop has no signal handlers, and a loop outside the main thread takes none.
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self._quit_once)

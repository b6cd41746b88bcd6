"""Drive the app by keys on the hand-written backend, and wait for what comes of them."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from tests.tui.fake_backend import FakeBackend
from tests.tui.fake_records import FixedClock, a_chat
from tui.activity import Phase
from tui.app import ReverieApp
from tui.messages import TurnMoved
from tui.screens.chat import ChatScreen
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.message import TurnBlock
from tui.widgets.why_pane import WhyPane

SIZES = [(50, 16), (80, 24), (120, 40)]
_TURNS_OF_THE_LOOP = 400


class Driver:
    """A running app with what the tests ask of it."""

    def __init__(self, app: ReverieApp, pilot: Pilot[int], backend: FakeBackend, seen: list[object]) -> None:
        self.app = app
        self.pilot = pilot
        self.backend = backend
        self.seen = seen

    @property
    def screen(self) -> ChatScreen:
        return self.app.chat

    @property
    def composer(self) -> Composer:
        return self.screen.query_one(Composer)

    @property
    def log(self) -> ChatLog:
        return self.screen.query_one(ChatLog)

    @property
    def why(self) -> WhyPane:
        return self.screen.query_one(WhyPane)

    @property
    def last(self) -> TurnBlock:
        return self.log.blocks[-1]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let the app run until something holds; a claim that never comes true fails the test."""
        for _ in range(_TURNS_OF_THE_LOOP):
            if holds():
                return
            await self.pilot.pause()
        pytest.fail("what the test waits for never came")

    async def type(self, text: str) -> None:
        await self.pilot.press(*[{" ": "space", "\n": "ctrl+j"}.get(letter, letter) for letter in text])

    async def send(self, text: str) -> None:
        await self.type(text)
        await self.pilot.press("enter")

    async def turn_over(self) -> None:
        await self.until(lambda: not self.screen._first.turn.is_running)
        await self.pilot.pause()

    def text(self) -> str:
        """Everything that the talk shows, as plain text."""
        return "\n".join(str(part.render()) for part in self.log.query(Static) if part.display)

    def told(self) -> str:
        """What is told beside the screen, as plain text."""
        return "\n".join(one.message for one in self.app._notifications)


Start = Callable[..., Awaitable[Driver]]


@asynccontextmanager
async def driving(
    backend: FakeBackend,
    *,
    size: tuple[int, int] = (120, 40),
    should_wait: bool = True,
    keys: tuple[tuple[str, str], ...] = (),
) -> AsyncIterator[Driver]:
    seen: list[object] = []
    app = ReverieApp(lambda: backend, clock=FixedClock(), keys=keys)

    def watch(message: object) -> None:
        if isinstance(message, TurnMoved):
            seen.append(type(message.event).__name__)

    async with app.run_test(size=size, message_hook=watch) as pilot:
        driver = Driver(app, pilot, backend, seen)
        if should_wait:
            await driver.until(lambda: driver.screen.activity.phase in {Phase.READY, Phase.FAILED})
            await pilot.pause()
        yield driver


def a_backend(**options: object) -> FakeBackend:
    backend = FakeBackend(**options)  # type: ignore[arg-type]
    backend.add_chat(a_chat(1, "Stairs"), ("How steep?", "About **38** degrees."), ("And a mill?", "Steeper."))
    backend.add_chat(a_chat(2, "Dinner", hours_ago=30), ("Ideas?", "Risotto."), draft="and for dessert")
    return backend


async def edit_last(driver: Driver) -> None:
    """Take the last message of `a_backend` into the input, to be changed."""
    await driver.pilot.press("f9")
    await driver.pilot.press("e")
    await driver.until(lambda: driver.composer.full_text == "And a mill?")

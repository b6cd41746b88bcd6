"""Paints what a running turn tells onto its block, and keeps count of its speed.

The one fact that a reader would get wrong: it runs on the event loop, in the order of the events; the thread that
iterates the turn never comes here.
"""

from assistant.clock import Clock
from assistant.events import (
    Completed,
    Failed,
    MemoriesChosen,
    ModelLoading,
    Notice,
    PromptEvaluated,
    Rewritten,
    Stopped,
    Token,
    TurnEvent,
    TurnResult,
    TurnStarted,
)
from tui.activity import Activity, Phase
from tui.keymap import action, key_words
from tui.messages import TurnRun
from tui.widgets.message import TurnBlock

_WAITING = "waiting for the model to load; the message is saved and goes as soon as it is there"
_SPEED_EVERY_S = 0.5
UNDO = " Undo: /undo"


def in_app(notice: str) -> str:
    """Name the app's own key where a notice names the command of the line-by-line chat."""
    return notice.removesuffix("/undo") + key_words(action("undo")) if is_undoable(notice) else notice


def is_undoable(notice: str) -> bool:
    """Tell whether a notice names what undo takes back; the user's words in one may name the command too."""
    return notice.endswith(UNDO)


class TurnDisplay:
    """One running turn: its block on screen and the activity that the status line shows.

    After the last event: `is_unkept` tells that nothing was stored, `returned_text` goes back to the input, `failure`
    is what went wrong, in words, and `result` what was kept.
    """

    def __init__(self, run: TurnRun, block: TurnBlock, clock: Clock) -> None:
        self.run = run
        self.block = block
        self.activity = Activity(Phase.STARTING, clock.monotonic_s())
        self.tokens_per_s = 0.0
        self.is_unkept = False
        self.returned_text = ""
        self.failure = ""
        self.result: TurnResult | None = None
        self._clock = clock
        self._first_token_s: float | None = None
        self._told_s = 0.0
        self._tokens = 0

    async def show(self, event: TurnEvent) -> None:
        """Paint one event and move the activity on."""
        match event:
            case TurnStarted() | MemoriesChosen():
                pass
            case ModelLoading():
                self._enter(Phase.WAITING)
                self.block.add_note(_WAITING)
            case PromptEvaluated(done_tokens=done, total_tokens=total):
                self.block.drop_note(_WAITING)
                self._enter(Phase.READING, done=done, total=total)
            case Token(text=text, is_reasoning=is_reasoning):
                self._count_token()
                self._enter(Phase.WRITING)
                self.block.add(text, is_reasoning=is_reasoning)
            case Rewritten(reason=reason):
                await self.block.rewrite(reason)
            case Notice(text=text):
                self.block.add_note(in_app(text))
            case Completed(result=result):
                await self._finish(result)
                self._enter(Phase.READY)
            case Stopped(result=result, returned_text=returned_text):
                self.returned_text = returned_text
                await self._finish(result)
                self._enter(Phase.STOPPED)
            case Failed(result=result, message=message, hint=hint, returned_text=returned_text):
                self.returned_text = returned_text
                self.failure = f"{message} {hint}".strip()
                await self._finish(result)
                self.block.add_note(f"failed: {self.failure}")
                self._enter(Phase.FAILED, detail=message)

    def stopping(self) -> None:
        """Show that the stop was heard."""
        self._enter(Phase.STOPPING)

    async def _finish(self, result: TurnResult | None) -> None:
        self.block.drop_note(_WAITING)
        self.result = result
        self.is_unkept = result is None or result.turn_id is None
        if result is None:
            return
        for notice in result.notices:
            self.block.add_note(in_app(notice))
        if result.reply is not None:
            await self.block.finish(result.reply)
        self.block.turn_id = result.turn_id
        if result.usage is not None and result.usage.tokens_per_s:
            self.tokens_per_s = result.usage.tokens_per_s

    def _enter(self, phase: Phase, *, detail: str = "", done: int = 0, total: int = 0) -> None:
        is_going_on = phase is self.activity.phase
        if self.activity.phase is Phase.STOPPING and phase in {Phase.WRITING, Phase.READING, Phase.WAITING}:
            return
        since_s = self.activity.since_s if is_going_on else self._clock.monotonic_s()
        self.activity = Activity(phase, since_s, detail, done, total)

    def _count_token(self) -> None:
        now_s = self._clock.monotonic_s()
        if self._first_token_s is None:
            self.block.drop_note(_WAITING)
            self._first_token_s = self._told_s = now_s
        self._tokens += 1
        if now_s - self._told_s >= _SPEED_EVERY_S:
            self._told_s = now_s
            self.tokens_per_s = (self._tokens - 1) / (now_s - self._first_token_s)

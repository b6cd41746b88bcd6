"""The line that says what is going on: state, model, speed, context.

The one fact that a reader would get wrong: its values belong to the chat screen and arrive by `data_bind`, but a new
speed alone paints nothing. Seconds and speed move together by the line's own timer, and while keys come with one of
them: a paint of its own would make the next key wait for the next frame.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.app import RenderResult
from textual.content import Content
from textual.reactive import reactive, var
from textual.widget import Widget

from assistant.cleaning import clean_line
from tui import wording
from tui.activity import Activity, Phase
from tui.themes import FAINT

if TYPE_CHECKING:
    from textual.timer import Timer

    from assistant.context import ContextUse

_METER_CELLS = 10
_TICK_S = 0.5
_TYPING_S = 0.4
_TYPING_TICK_S = 1.0
_RESTING = frozenset({Phase.READY, Phase.STOPPED, Phase.FAILED})


class StatusLine(Widget):
    """Paints one line; what does not fit is left out, least important first."""

    activity: reactive[Activity] = reactive(Activity(Phase.OPENING))
    """What is being done."""
    model_name: reactive[str] = reactive("")
    """The loaded model, or empty."""
    tokens_per_s: var[float] = var(0.0)
    """Speed of the running or last reply; 0 = unknown."""
    context_use: reactive["ContextUse | None"] = reactive(None)
    """How full the next prompt is; None = unknown."""
    idle_work: reactive[str] = reactive("")
    """What is being done while the user is away; empty = nothing."""
    refusal: reactive[str] = reactive("")
    """Why the last key did nothing; stands first, empty = nothing to say."""
    own_settings: reactive[str] = reactive("")
    """What the open chat has otherwise than the settings; empty = nothing."""
    side_work: reactive[str] = reactive("")
    """What is being done beside the talk, as a download; empty = nothing."""

    def __init__(self, monotonic_s: Callable[[], float], *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._monotonic_s = monotonic_s
        self._timer: Timer | None = None
        self._typed_s = self._painted_s = float("-inf")

    def on_mount(self) -> None:
        """Count seconds while something is busy."""
        self._timer = self.set_interval(_TICK_S, self._tick, pause=not self.activity.is_busy)

    def watch_activity(self, activity: Activity) -> None:
        """Run the timer only where time is shown."""
        if self._timer is not None:
            if activity.is_busy:
                self._timer.resume()
            else:
                self._timer.pause()

    def give_way(self) -> None:
        """A key was typed: the time is painted together with it, now and then."""
        self._typed_s = self._monotonic_s()
        if self.activity.is_busy and self._typed_s - self._painted_s >= _TYPING_TICK_S:
            self.refresh()

    def _tick(self) -> None:
        if self._monotonic_s() - self._typed_s >= _TYPING_S:
            self.refresh()

    @property
    def words(self) -> str:
        """What the line says: why a key did nothing, then the state."""
        return f"{self.refusal} · {self._state}" if self.refusal else self._state

    @property
    def _state(self) -> str:
        if self.idle_work and self.activity.phase in _RESTING:
            return f"{self.idle_work} while you are away · any key stops it"
        return self.activity.words(self._monotonic_s())

    def render(self) -> RenderResult:
        """Compose the line for the present width."""
        self._painted_s = self._monotonic_s()
        width = self.size.width - 2
        refusal = wording.shorten(self.refusal, max(10, width))
        parts = [Content.styled(refusal, "bold $text-warning"), Content(" · ")] if refusal else []
        used_cells = len(refusal) + 3 if refusal else 0
        state = wording.shorten(self._state, max(10, width - used_cells))
        style = "$error" if self.activity.phase is Phase.FAILED else "$accent"
        parts.append(Content.styled(state, style if self.activity.phase is not Phase.READY else FAINT))
        used_cells += len(state)
        for text in self._extras():
            if used_cells + 3 + len(text) <= width:
                used_cells += 3 + len(text)
                parts += [Content.styled(" · ", FAINT), Content.styled(text, FAINT)]
        return Content("").join(parts)

    def _extras(self) -> list[str]:
        """What stands after the state, most important first."""
        extras: list[str] = []
        if self.idle_work and self.activity.phase in _RESTING:
            extras.append("`reverie config` switches it off")
        if self.side_work:
            extras.append(clean_line(self.side_work))
        if self.own_settings:
            extras.append(f"this chat: {clean_line(self.own_settings)}")
        use = self.context_use
        if use is not None and use.size_tokens:
            used, size = use.used_tokens, use.size_tokens
            # First: on a narrow terminal the meter alone has no room beside it.
            if use.is_trim_near:
                extras.append("oldest turns leave the prompt next")
            extras.append(f"context {_meter(used, size)} {used:,} of {size:,}")
        if self.tokens_per_s:
            extras.append(f"{self.tokens_per_s:.1f} tokens/s")
        if self.model_name:
            extras.append(wording.shorten(self.model_name, 40))
        return extras


def _meter(used: int, size: int) -> str:
    """Return ten cells; any use at all shows, and full only shows when full."""
    filled = min(_METER_CELLS, -(-used * _METER_CELLS // size)) if used < size else _METER_CELLS
    return "━" * filled + "┄" * (_METER_CELLS - filled)

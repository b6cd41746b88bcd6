"""What the assistant is doing right now, as the status line tells it.

The one fact that a reader would get wrong: `since_s` is of the clock's `monotonic_s`, not a moment.
"""

from dataclasses import dataclass
from enum import StrEnum

from tui.keymap import action, key_words


class Phase(StrEnum):
    """The phases, in the words of the status line."""

    OPENING = "opening the memory"
    LOADING = "loading the model"
    READY = "ready"
    STARTING = "remembering"
    WAITING = "waiting for the model"
    READING = "reading the prompt"
    WRITING = "writing"
    STOPPING = "stopping"
    STOPPED = "stopped"
    FAILED = "failed"
    FORGETTING = "forgetting"
    CLOSING = "saving and closing"


_BUSY = frozenset(
    {
        Phase.OPENING,
        Phase.LOADING,
        Phase.STARTING,
        Phase.WAITING,
        Phase.READING,
        Phase.WRITING,
        Phase.STOPPING,
        Phase.FORGETTING,
        Phase.CLOSING,
    }
)
_STOPPABLE = frozenset({Phase.STARTING, Phase.WAITING, Phase.READING, Phase.WRITING})


@dataclass(frozen=True, slots=True)
class Activity:
    """A phase with its progress. `detail` is added in words; `done`/`total` are tokens, total 0 = unknown."""

    phase: Phase
    since_s: float = 0.0
    detail: str = ""
    done: int = 0
    total: int = 0

    @property
    def is_busy(self) -> bool:
        """Whether time passes in this phase, so that the seconds are shown."""
        return self.phase in _BUSY

    def words(self, now_s: float) -> str:
        """Return the phase, its progress and, from the second second on, how long it has lasted."""
        parts = [str(self.phase)]
        if self.total:
            parts[0] += f" {self.done:,} of {self.total:,}"
        if self.detail:
            parts.append(self.detail)
        elapsed_s = int(now_s - self.since_s)
        if self.is_busy and elapsed_s >= 1:
            parts.append(f"{elapsed_s} s")
            if self.phase in _STOPPABLE:
                parts.append(f"{key_words(action('stop'))} stops")
        return " · ".join(parts)

"""The space of the embedder that the user chose, made step by step: part of the job `embed`.

The one fact that a reader would get wrong: each step first looks whether the space is still its own. Another program with
another embedder may have claimed the table between any two steps, and then nothing more is written.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import assert_never

import numpy as np

from assistant.chosen_space import write_vectors
from assistant.jobs.job import ShouldStop
from assistant.jobs.pace import Pace
from assistant.session import Session
from memory.calibration import measure, unrelated_texts
from memory.database import Connection, transaction
from memory.embedder_pair import ChosenEmbedder, chosen_of, own_space
from memory.errors import EmbedderError
from memory.live_vectors import Vector
from memory.rules.cosine_scale import CosineScale
from memory.store import spaces
from memory.store.spaces import Space, SpaceState, Task

_LOG = logging.getLogger(__name__)
_CLEARED_ROWS = 64
_LISTED_ROWS = 5_000
_FILLED_ROWS = 16


@dataclass(slots=True)
class ChosenSpace:
    """Makes the space. It keeps nothing that a restart would miss: the vectors of the scale's sentences are soon made anew."""

    words: str = ""
    _sample: list[Vector] = field(default_factory=list)

    def run_slice(self, session: Session, connection: Connection, should_stop: ShouldStop) -> bool:
        """Do the next steps; true when the space is ready and whole.

        Raises:
            EmbedderError: the embedder does not answer, or tells no texts apart.
        """
        chosen = chosen_of(session.embedder)
        pace = Pace(session.clock, _CLEARED_ROWS, _CLEARED_ROWS)
        while True:
            space = own_space(connection, session.embedder)
            if chosen is None or space is None:
                return True
            left = spaces.count_tasks(connection)
            if space.state is SpaceState.READY and not left:
                return True
            self.words = _words(space, left)
            if should_stop() or pace.is_slice_over:
                return False
            self._step(session, connection, chosen, space, pace, should_stop)

    def _step(
        self,
        session: Session,
        connection: Connection,
        chosen: ChosenEmbedder,
        space: Space,
        pace: Pace,
        should_stop: ShouldStop,
    ) -> None:
        match space.state:
            case SpaceState.CLEARING:
                with pace.step(connection):
                    if spaces.is_current(connection, space):
                        spaces.clear_some(connection, space, pace.rows)
            case SpaceState.LISTING:
                with pace.step(connection):
                    if spaces.is_current(connection, space):
                        spaces.list_some(connection, space, _LISTED_ROWS)
            case SpaceState.FILLING | SpaceState.READY:
                if space.scale is None:
                    self._measure(session, connection, chosen, space, should_stop, lambda: pace.is_slice_over)
                else:
                    _fill(connection, chosen, space, should_stop, lambda: pace.is_slice_over)
            case _:
                assert_never(space.state)

    def _measure(
        self,
        session: Session,
        connection: Connection,
        chosen: ChosenEmbedder,
        space: Space,
        should_stop: ShouldStop,
        is_time_up: Callable[[], bool],
    ) -> None:
        """Measure the scale of the space's cosines, before any text of the user's is read."""
        messages, statements = unrelated_texts()
        texts = (*messages, *statements)
        while len(self._sample) < len(texts):
            vector = chosen.embed_unless(texts[len(self._sample)], should_stop)
            if vector is None:
                return
            self._sample.append(vector)
            if is_time_up():
                return
        made, self._sample = np.array(self._sample, dtype=np.float32), []
        own = measure(made[: len(messages)], made[len(messages) :])
        if not own.is_telling:
            raise EmbedderError(
                f"The embedder {chosen.name} is of no use: it gives all texts nearly the same vector.",
                "Choose another file: reverie config set embedder_path FILE",
            )
        shipped = measure(session.embedder.embed(messages), session.embedder.embed(statements))
        with transaction(connection):
            if spaces.is_current(connection, space):
                spaces.set_scale(connection, space, CosineScale(own, shipped))


def _fill(
    connection: Connection,
    chosen: ChosenEmbedder,
    space: Space,
    should_stop: ShouldStop,
    is_time_up: Callable[[], bool],
) -> None:
    """Make the next vectors; after the last one, let the space be searched."""
    tasks = spaces.next_tasks(connection, _FILLED_ROWS)
    made: dict[Task, Vector] = {}
    for task in tasks:
        vector = _vector(chosen, task.text, should_stop)
        if vector is None:
            break
        made[task] = vector
        if is_time_up():
            break
    with transaction(connection):
        write_vectors(connection, space, made)
        if space.state is SpaceState.FILLING and not spaces.has_tasks(connection):
            spaces.set_state(connection, space, SpaceState.READY)


def _vector(chosen: ChosenEmbedder, text: str, should_stop: ShouldStop) -> Vector | None:
    """Embed a text; one on which the model fails twice, but not on others, has no vector."""
    try:
        return chosen.embed_unless(text, should_stop)
    except EmbedderError:
        if chosen.embed_unless("A plain sentence.", should_stop) is None:
            return None
    try:
        return chosen.embed_unless(text, should_stop)
    except EmbedderError as error:
        if chosen.embed_unless("A plain sentence.", should_stop) is None:
            return None
        _LOG.warning("the chosen embedder cannot read one text of %d characters: %s", len(text), error.message)
        return np.zeros(chosen.dim, dtype=np.float32)


def _words(space: Space, left: int) -> str:
    if space.state in (SpaceState.CLEARING, SpaceState.LISTING) or space.scale is None:
        return "getting ready for another embedder"
    total = max(space.total, left) if space.state is SpaceState.FILLING else left
    return f"making vectors, {total - left:,} of {total:,}"

"""A real session for benchmarks: the product's own store, embedder and engine on a folder that goes afterwards."""

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from assistant import branches, chats, memories
from assistant.bootstrap import build_session
from assistant.clock import SystemClock
from assistant.config import PERSONA, Config
from assistant.context import open_context, stable_prompt
from assistant.engine import Engine
from assistant.events import Completed, Failed, Stopped, Token
from assistant.keeping import keep
from assistant.model import PromptMessage
from assistant.models import default_model_path
from assistant.session import Session
from assistant.turn import TurnRequest, run_turn
from benchmarks.conversation import sentences
from memory.database import transaction
from memory.embedding import WordLlamaEmbedder
from memory.records import Chat, Knobs, MessageStatus, Mode, TurnId
from memory.retrieval import Selection
from memory.store import messages
from memory.store.messages import NewReply

_WARM_TIMEOUT_S = 600.0


@dataclass(frozen=True, slots=True)
class Bench:
    """The session, its engine, and a chat to talk in."""

    session: Session
    engine: Engine
    chat: Chat

    def stable(self) -> list[PromptMessage]:
        """Return what stands in the next prompt whatever the message."""
        with self.session.connection() as connection:
            return list(stable_prompt(self.session, connection, self.chat.id))

    def warm(self) -> None:
        """Evaluate the history, as after a reply, and wait for it."""
        open_context(self.session, self.chat.id)
        if not self.engine.wait_until_warm(_WARM_TIMEOUT_S):
            raise RuntimeError("the history was not warmed")

    def first_token_s(self, text: str) -> float:
        """Time a whole turn from Enter to its first token, then stop it and take it back."""
        stop = threading.Event()
        started = time.perf_counter()
        elapsed_s = float("nan")
        for event in run_turn(self.session, TurnRequest(self.chat.id, text, Mode.ASSOCIATIVE), stop):
            match event:
                case Token() if not stop.is_set():
                    elapsed_s = time.perf_counter() - started
                    stop.set()
                case Failed(message=message):
                    raise RuntimeError(message)
                case Stopped(result=result) | Completed(result=result) if result and result.turn_id:
                    branches.rewind(self.session, self.chat.id, TurnId(self._turn_before(result.turn_id)))
                case _:
                    pass
        self.settle()
        return elapsed_s

    def settle(self) -> None:
        """Wait for what a turn leaves to be evaluated in the background, so that it disturbs no measurement."""
        self.engine.wait_until_warm(_WARM_TIMEOUT_S)

    def _turn_before(self, turn_id: TurnId) -> int:
        view = chats.read_chat(self.session, self.chat.id)
        return max((one.turn_id for one in view.turns if one.turn_id < turn_id), default=0)


@contextmanager
def real_session(model: Path | None = None, *, n_ctx: int, persona: str = PERSONA) -> Iterator[Bench]:
    """Open a session with the default model, or another, on a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        engine = Engine(model or default_model_path(), n_ctx=n_ctx, log_path=path / "log" / "engine.log")
        config = Config(data_dir=folder, persona=persona, temperature=0.0, repeat_penalty=1.0, timezone="UTC")
        session = build_session(config, clock=SystemClock(), model=engine, embedder=WordLlamaEmbedder())
        try:
            engine.load()
            yield Bench(session, engine, chats.new_chat(session))
        finally:
            session.close()


def fill(bench: Bench, n_tokens: int) -> None:
    """Keep exchanges, as turns would, until the history reaches `n_tokens`."""
    session, number = bench.session, 0
    info = session.ready_model()
    while bench.engine.count_prompt(bench.stable()) < n_tokens:
        with session.connection() as connection:
            now = session.clock.now()
            with transaction(connection):
                text = sentences(number, 4)
                user = messages.add_pending(connection, bench.chat.id, text, session.owner, now)
                reply = messages.add_streaming(connection, bench.chat.id, session.owner, "", info.name, now)
            keep(
                connection,
                session.embedder,
                chat_id=bench.chat.id,
                user_message_id=user,
                user_text=text,
                reply_id=reply,
                reply=NewReply(sentences(number + 4, 6), MessageStatus.COMPLETE, model_name=info.name),
                selection=Selection(),
                mode=Mode.ASSOCIATIVE,
                shown=(),
                knobs=Knobs(),
                now=now,
            )
        number += 10


def remember_notes(bench: Bench) -> tuple[str, ...]:
    """Store some notes and return messages that bring up one or two of them each."""
    notes = {
        "the boiler": "The boiler in the cellar makes a whistling noise since Tuesday.",
        "the tax papers": "I put the tax papers in the blue drawer of the desk.",
        "the violin": "I sold the old violin to Marta for four hundred.",
        "the greenhouse": "The greenhouse door has to be oiled before the frost comes.",
        "the marathon": "I signed up for the half marathon in April with Joris.",
    }
    for note in notes.values():
        memories.remember(bench.session, note)
    return tuple(f"Tell me one thing about {subject}." for subject in notes)

"""One run of the program: its parts, its standing block, and the rule that one turn runs at a time.

The one fact that a reader would get wrong: a session is opened before the model is loaded, and leaves no row before it
re-induces the standing block: a command that only looks something up changes nothing. Whatever needs token counts waits
for `ready_model`.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo

from assistant.clock import Clock
from assistant.config import Config
from assistant.errors import TurnRefusedError
from assistant.model import ChatModel, ModelInfo
from assistant.prompt import memory_line
from assistant.standing import LARGEST_CONTEXT_SHARE, StandingBlock, build_standing
from memory.caches import Caches
from memory.database import Connection, connect, transaction
from memory.embedder_pair import EmbedderPair
from memory.embedding import Embedder
from memory.errors import StoreError
from memory.folder import OwnerLock
from memory.records import Chat, ChatId, Knobs, Memory, MemoryId, Message, MessageId, SessionId
from memory.rules.budget import Budget
from memory.rules.text import Stemmer
from memory.rules.topics import TopicMatcher
from memory.store import meta, presence
from memory.suppression import banned_terms, is_on_topic, suppression

_EVALUATED_WITHIN_S = 1.0
_LOG = logging.getLogger(__name__)


class TurnRight:
    """The right to run a turn. Sessions on one model share it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.doing = ""


class Session:
    """What a run of the program works with. Safe to use from several threads; connections are opened per task."""

    def __init__(
        self,
        *,
        config: Config,
        clock: Clock,
        model: ChatModel,
        embedder: Embedder,
        folder: Path,
        database: Path,
        notices: tuple[str, ...] = (),
        make_model: Callable[[Config], ChatModel] | None = None,
        config_file: Path | None = None,
    ) -> None:
        self.config = config
        self.clock = clock
        self.model = model
        self.embedder = embedder
        self.folder = folder
        self.database = database
        self.notices = notices
        self.make_model = make_model
        self.config_file = config_file or folder / "config.toml"
        self.zone: tzinfo | None = ZoneInfo(config.timezone) if config.timezone else None
        self._owner_lock = OwnerLock(folder)
        self._turn_right = TurnRight()
        self._beside: Session | None = None
        self._standing_lock = threading.Lock()
        self._standing: StandingBlock | None = None
        self._memory_budget: Budget | None = None
        self._message_tokens: dict[MessageId, int] = {}
        self._closing: dict[str, Callable[[], str]] = {}
        # What this program deleted and can bring back, as it was deleted: gone for good when it ends.
        self.deleted_chats: dict[ChatId, Chat] = {}
        self.last_words: tuple[str, ...] = ()
        self._is_closed = False
        self.stemmer = Stemmer()
        self.caches = Caches()
        self._session_id: SessionId | None = None
        self._told: set[str] = set()
        self._seed: int | None = None

    @property
    def owner(self) -> str:
        """The name that unfinished messages of this program bear."""
        return self._owner_lock.owner

    @property
    def seed(self) -> int:
        """The seed of draws: the config's, or this installation's own."""
        if self.config.seed >= 0:
            return self.config.seed
        if self._seed is None:
            with self.connection() as connection:
                self._seed = meta.read_number(connection, meta.SEED)
        return self._seed

    @property
    def retrieved_knobs(self) -> Knobs:
        """The knobs of new memories that retrieval may bring up."""
        config = self.config
        return Knobs(config.retrieved_sticky, config.retrieved_cooldown, config.retrieved_delay)

    def connect(self) -> Connection:
        """Open a connection for one task; the caller closes it."""
        return connect(self.database)

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """Open a connection for one task and close it at the end."""
        with closing(self.connect()) as connection:
            yield connection

    @contextmanager
    def stream_connection(self) -> Iterator[Connection]:
        """Open a connection whose commits survive the program's death but do not wait for the disk."""
        with self.connection() as connection:
            connection.execute("PRAGMA synchronous = NORMAL")
            yield connection

    @contextmanager
    def one_turn(self, doing: str = "A reply is still being written.") -> Iterator[None]:
        """Hold the right to run a turn, or to do what no turn may be in the way of.

        Args:
            doing: What those are told who want it meanwhile.

        Raises:
            TurnRefusedError: somebody else of this program holds it.
        """
        right = self._turn_right
        if not right.lock.acquire(blocking=False):
            raise TurnRefusedError(right.doing, "Wait for it or stop it first.")
        right.doing = doing
        try:
            yield
        finally:
            right.lock.release()

    @property
    def is_answering(self) -> bool:
        """Whether a turn of this program runs."""
        return self._turn_right.lock.locked()

    def ready_model(self) -> ModelInfo:
        """Wait for the model and return what is loaded; loads it again after a crash."""
        return self.model.load()

    def take_model(self, model: ChatModel, config: Config) -> None:
        """Go on with another model. What was reckoned in the old one's tokens is reckoned anew."""
        self.model, self.config = model, config
        self._forget_reckoning()
        if self._beside is not None:
            self._beside.take_model(self._beside.model, self._beside.own_part(config))

    def take_config(self, config: Config) -> None:
        """Go on with other settings; those of the model itself hold from the next start."""
        self.config = config
        self.zone = ZoneInfo(config.timezone) if config.timezone else None
        self._memory_budget = None
        if self._beside is not None:
            self._beside.take_config(self._beside.own_part(config))

    def set_beside(self, other: "Session | None") -> None:
        """Let another session on this model share the right to run a turn and hear of changed settings; None ends that."""
        self._beside = other
        if other is not None:
            other._turn_right = self._turn_right  # noqa: SLF001 - of the same class

    def own_part(self, config: Config) -> Config:
        """Return settings with what belongs to this session's folder."""
        own = self.config
        return replace(config, data_dir=own.data_dir, backup=own.backup, dreams=own.dreams)

    def _forget_reckoning(self) -> None:
        self._memory_budget = None
        self._message_tokens.clear()
        with self._standing_lock:
            if self._standing is not None:
                # Of no version of the store: the next use builds it again, but begins no new session.
                self._standing = replace(self._standing, version=-1)

    def untold_notices(self) -> tuple[str, ...]:
        """Return what model and embedder have to say to the user, each sentence once in a session."""
        told = self.embedder.notices if isinstance(self.embedder, EmbedderPair) else ()
        fresh = tuple(one for one in (*self.model.notices, *told) if one not in self._told)
        self._told.update(fresh)
        return fresh

    def memory_budget(self) -> Budget:
        """Return the room of a memory block, settled once so that the history's room does not waver.

        The least of the configured share of the context and what this model evaluates in one second.
        """
        info = self.ready_model()
        if self._memory_budget is None:
            share = int(info.n_ctx * self.config.context_share)
            speed = int(info.eval_tokens_per_s * _EVALUATED_WITHIN_S)
            self._memory_budget = Budget(min(share, speed), self.config.memory_block_max_memories)
        return self._memory_budget

    def count_memories(self, members: Sequence[Memory]) -> list[int]:
        """Count what each memory costs as a line of a prompt."""
        return self.model.count_tokens([memory_line(one, self.zone) for one in members])

    def count_messages(self, wanted: Sequence[Message]) -> list[int]:
        """Count the content tokens of stored messages, each only once in a session."""
        name = self.ready_model().name
        own = {one.id for one in wanted if one.token_ids and one.model_name == name}
        unknown = [one for one in wanted if one.id not in self._message_tokens and one.id not in own]
        counts = self.model.count_tokens([one.text for one in unknown])
        self._message_tokens.update({one.id: count for one, count in zip(unknown, counts, strict=True)})
        return [len(one.token_ids) if one.id in own else self._message_tokens[one.id] for one in wanted]

    def banned(self, connection: Connection) -> TopicMatcher:
        """Compile the bans in force."""
        return TopicMatcher(banned_terms(connection))

    def suppression(self, connection: Connection, bans: TopicMatcher | None = None) -> Callable[[Memory], bool]:
        """Return the test for what nothing may let through: banned, disabled, or only in a deleted chat.

        Args:
            connection: The store.
            bans: Other bans than those in force.
        """
        matcher = self.banned(connection) if bans is None else bans
        return suppression(connection, lambda memory: is_on_topic(matcher, memory))

    def standing(self, connection: Connection, now: datetime, *, is_preview: bool = False) -> StandingBlock:
        """Return the standing block: built on first use, with re-induction, and again when something touched it.

        Args:
            connection: The store.
            now: The moment.
            is_preview: Build it if need be, but keep and log nothing.
        """
        with self._standing_lock:
            block = self._standing
            if block is not None and block.version == meta.standing_version(connection):
                return block
            fresh = self._build_standing(connection, now, self.banned(connection))
            if is_preview:
                return fresh
            if block is None:
                with transaction(connection):
                    self._session_id = presence.start_session(connection, now)
                    presence.log_reinduction(connection, self._session_id, fresh.ids, now)
            self._standing = fresh
            return fresh

    def standing_without(
        self, connection: Connection, now: datetime, bans: TopicMatcher, besides: frozenset[MemoryId] = frozenset()
    ) -> StandingBlock:
        """Return the block as it would be with these bans in force and without these memories; keeps nothing."""
        with self._standing_lock:
            return self._build_standing(connection, now, bans, besides)

    def _build_standing(
        self, connection: Connection, now: datetime, bans: TopicMatcher, besides: frozenset[MemoryId] = frozenset()
    ) -> StandingBlock:
        is_suppressed = self.suppression(connection, bans)
        return build_standing(
            connection,
            now,
            self.zone,
            is_suppressed=lambda memory: memory.id in besides or is_suppressed(memory),
            count_tokens=self.model.count_tokens,
            max_tokens=int(self.ready_model().n_ctx * LARGEST_CONTEXT_SHARE),
            current=() if self._standing is None else self._standing.ids,
        )

    def at_close_once(self, name: str, task: Callable[[], str]) -> None:
        """Have something done when the session ends, once however often it is asked for.

        What it could not do it returns in words, "" where all is done; they become `last_words`.
        """
        self._closing[name] = task

    def abandon(self) -> None:
        """Drop everything as kill -9 would, except that the folder's lock is let go; for scripts."""
        self._is_closed = True
        self._close_parts()

    def close(self) -> None:
        """End the session: finish what waits for the end, close the model, let go of the folder. Idempotent.

        What could not be finished is in `last_words` then.
        """
        if self._is_closed:
            return
        self._is_closed = True
        try:
            for name, task in self._closing.items():
                try:
                    words = task()
                except StoreError as error:
                    words = error.message
                    _LOG.info("at the end of the session, %s: %s", name, type(error).__name__)
                self.last_words += (words,) if words else ()
            if self._session_id is not None:
                with self.connection() as connection, transaction(connection):
                    presence.end_session(connection, self._session_id, self.clock.now())
        finally:
            self._close_parts()

    def _close_parts(self) -> None:
        self.model.close()
        if isinstance(self.embedder, EmbedderPair):
            self.embedder.close()
        self._owner_lock.close()

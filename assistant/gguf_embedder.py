"""A GGUF model as embedder: a client of a child process of its own, started with the first text.

The one fact that a reader would get wrong: it never shares the chat model's process, even for the same file. So no text
costs a chat its cached prefix, and a model that dies takes no reply with it.
"""

import base64
import contextlib
import hashlib
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from assistant.errors import ModelError
from assistant.gguf import GgufHeader, read_header
from assistant.model_fit import available_memory_bytes, default_threads, memory_needed_bytes
from assistant.worker_client import Died, ReplyQueue, WorkerClient
from assistant.worker_protocol import Cancel, Done, Embed, Embedded, Failed, Load, Loaded, Loading, Reply
from memory.embedding import Vectors
from memory.errors import EmbedderError
from memory.live_vectors import Vector

# A stored piece of a message is as long; of a longer text the beginning counts.
_N_CTX = 512
_MOST_CHARACTERS = 8_000
_HASHED_START_BYTES = 1_000_000
_HASHED_PLACES = 32
_HASHED_BYTES = 32_768
_STOP_SEEN_EVERY_S = 0.03
# A text takes seconds at most; a child that is silent for so long hangs.
_ANSWER_S = 60.0
_LOAD_S = 120.0


class GgufEmbedder:
    """`memory.embedder_pair.ChosenEmbedder` on a local GGUF file.

    Pooling is the model's own, the mean of all tokens where the file names none (a chat model). Safe to use from several
    threads.

    Args:
        model_path: The file; its header is read at once.
        log_path: Where the child process writes.
        n_threads: None = physical cores minus one, at least one.
        close_grace_s: How long `close` waits before it uses force.

    Raises:
        EmbedderError: the file is missing, no model, damaged or truncated.
    """

    def __init__(
        self, model_path: Path, *, log_path: Path, n_threads: int | None = None, close_grace_s: float = 1.0
    ) -> None:
        with _as_embedder_error():
            self._header = read_header(model_path)
        self._model_path = model_path
        self._log_path = log_path
        self._n_threads = n_threads
        self._close_grace_s = close_grace_s
        self._name = _name(model_path, self._header)
        self._load_lock = threading.Lock()
        self._lock = threading.Lock()
        self._client: WorkerClient | None = None
        self._is_loaded = False
        self._is_closed = False

    @property
    def name(self) -> str:
        """The model's name with a digest of the file, so that another file of the same name has vectors of its own."""
        return self._name

    @property
    def dim(self) -> int:
        """The length of a vector, from the header."""
        return self._header.n_embd

    @property
    def process_id(self) -> int | None:
        """The child process's id, None while there is none."""
        client = self._client
        return client.pid if client is not None and client.is_alive else None

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector, or a zero row, per text.

        Raises:
            EmbedderError: the model cannot be loaded, or its process ended; the next call starts another.
        """
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            vector = self.embed_unless(text, _never)
            assert vector is not None
            row[:] = vector
        return rows

    def embed_unless(self, text: str, should_stop: Callable[[], bool]) -> Vector | None:
        """Return one row as `embed` does; None once `should_stop` says so, which is asked 30 times a second.

        Raises:
            EmbedderError: as `embed`.
        """
        text = text[:_MOST_CHARACTERS].strip()
        if not text:
            return np.zeros(self.dim, dtype=np.float32)
        if should_stop():
            return None
        client = self._loaded()
        with client.request() as (request_id, replies):
            client.send(Embed(request_id, (text,)))
            reply = self._answer(client, request_id, replies, should_stop)
        match reply:
            case Embedded(vectors=(vector,)):
                return self._unit(vector)
            case Done():
                return None
            case _:
                raise self._error(reply, "while it read a text")

    def close(self) -> None:
        """End the child process. Idempotent; never raises."""
        with self._lock:
            self._is_closed = True
            client, self._client = self._client, None
        if client is not None:
            client.close(self._close_grace_s)

    def _answer(
        self, client: WorkerClient, request_id: int, replies: ReplyQueue, should_stop: Callable[[], bool]
    ) -> Reply | Died:
        """Wait for the answer; cancel once it is to stop, and end a process that does not answer."""
        until_s = time.monotonic() + _ANSWER_S
        is_cancelled = False
        while True:
            try:
                return replies.get(timeout=_STOP_SEEN_EVERY_S)
            except queue.Empty:
                if time.monotonic() > until_s:
                    client.kill()
                elif not is_cancelled and should_stop():
                    client.send(Cancel(request_id))
                    is_cancelled = True

    def _unit(self, encoded: str) -> Vector:
        """Bring a vector to unit length; what cannot be is an error, an all-zero one stays."""
        vector = np.frombuffer(base64.b64decode(encoded), dtype="<f4").astype(np.float32)
        if not len(vector):
            return np.zeros(self.dim, dtype=np.float32)
        length = float(np.linalg.norm(vector.astype(np.float64)))
        if len(vector) != self.dim or not np.isfinite(length):
            raise EmbedderError(
                f"{self._model_path} is no embedder: it gave {len(vector)} numbers that are no vector of {self.dim}.",
                "Choose another file: reverie config set embedder_path FILE",
            )
        return vector / np.float32(length) if length > 0 else vector

    def _loaded(self) -> WorkerClient:
        """Return the living process, started and loaded if need be."""
        with self._load_lock:
            client = self._client
            if client is not None and self._is_loaded and client.is_alive:
                return client
            self._drop(client)
            self._check_memory()
            client = self._start()
            n_ctx = min(_N_CTX, self._header.n_ctx_train or _N_CTX)
            n_threads = self._n_threads or default_threads()
            with client.request() as (request_id, replies):
                client.send(Load(request_id, str(self._model_path), n_ctx, n_threads, is_embedder=True))
                reply = _load_answer(client, replies)
            if not isinstance(reply, Loaded):
                self._drop(client)
                raise self._error(reply, "while it loaded the model")
            self._is_loaded = True
            return client

    def _start(self) -> WorkerClient:
        with self._lock:
            if self._is_closed:
                raise EmbedderError("The embedder is closed.")
            try:
                self._client = WorkerClient(self._log_path)
            except OSError as error:
                raise EmbedderError(f"The embedder's process cannot be started: {error.strerror}.") from error
            return self._client

    def _drop(self, client: WorkerClient | None) -> None:
        """Let go of a process that is dead or of no use."""
        self._is_loaded = False
        with self._lock:
            if self._client is client:
                self._client = None
        if client is not None:
            client.close(self._close_grace_s)

    def _check_memory(self) -> None:
        needed, free = memory_needed_bytes(self._header, _N_CTX), available_memory_bytes()
        if needed > free:
            raise EmbedderError(
                f"The embedder {self._header.name} needs about {needed / 1e6:,.0f} MB of memory; {free / 1e6:,.0f} MB are free.",
                "Choose a smaller one, or close other programs.",
            )

    def _error(self, reply: Reply | Died, when: str) -> EmbedderError:
        """Turn a reply that is no answer into the error to raise."""
        match reply:
            case Failed():
                return EmbedderError(f"The embedder {self._header.name}: {reply.message}", reply.hint)
            case Died():
                return EmbedderError(
                    f"The embedder's process ended {when} ({reply.cause}).",
                    f"The next use starts it again; its log is {self._log_path}.",
                )
            case _:
                return EmbedderError(f"The embedder's process answered out of turn {when} ({type(reply).__name__}).")


def _load_answer(client: WorkerClient, replies: ReplyQueue) -> Reply | Died:
    """Wait for the end of loading; end a process that is silent for too long."""
    while True:
        try:
            reply = replies.get(timeout=_LOAD_S)
        except queue.Empty:
            client.kill()
            continue
        if not isinstance(reply, Loading):
            return reply


def _never() -> bool:
    return False


@contextlib.contextmanager
def _as_embedder_error() -> Iterator[None]:
    """Tell what is wrong with the file as the store's layer does, to which an embedder belongs."""
    try:
        yield
    except ModelError as error:
        raise EmbedderError(error.message, error.hint) from error


def _name(path: Path, header: GgufHeader) -> str:
    """Name the model by its own name, its size and a digest of samples from the whole file, header first.

    Reading all of a large file would take seconds at each start.
    """
    digest = hashlib.sha256(str(header.size_bytes).encode())
    try:
        with path.open("rb") as file:
            digest.update(file.read(_HASHED_START_BYTES))
            for place in range(1, _HASHED_PLACES + 1):
                file.seek(max(0, header.size_bytes * place // _HASHED_PLACES - _HASHED_BYTES))
                digest.update(file.read(_HASHED_BYTES))
    except OSError as error:
        raise EmbedderError(f"{path} cannot be read: {error.strerror}.", "Check the file's permissions.") from error
    return f"{header.name} #{digest.hexdigest()[:16]}"

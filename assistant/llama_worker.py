"""The engine's child process, started as `python -m assistant.llama_worker`: the only module that imports `llama_cpp`.

Commands come in over stdin, replies go out over a private copy of stdout; stdout itself and stderr, where C code may
write, are the log. The one fact that a reader would get wrong: two threads work here. The reading thread answers
counts by itself (tokenising only reads the vocabulary) and stops the computing thread through the mailbox's flag,
which llama.cpp reads from C in the middle of an evaluation.
"""

import ctypes
import faulthandler
import logging
import os
import secrets
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any

import llama_cpp

from assistant.chat_template import ChatTemplate
from assistant.errors import ModelError, ModelFileError, ModelMemoryError
from assistant.load_errors import load_error
from assistant.model import PromptMessage, Sampling
from assistant.model_fit import N_BATCH
from assistant.worker_jobs import WorkerJobs
from assistant.worker_mailbox import Mailbox, StopFlag
from assistant.worker_pipe import ReplyPipe, progress_teller, read_commands
from assistant.worker_protocol import Load, Loading, Reply
from memory.records import Role

_LOG = logging.getLogger("llama_worker")
_SPECIAL = llama_cpp.LLAMA_TOKEN_ATTR_CONTROL | llama_cpp.LLAMA_TOKEN_ATTR_UNKNOWN
_REPEAT_WINDOW_TOKENS = 64
_ABORTED = 2
# Source: `enum ggml_log_level` in ggml.h; warnings and errors only, since the rest would fill the log at every load.
_LOG_LEVELS = {3: logging.WARNING, 4: logging.ERROR}
# llama.cpp would show these as nothing, being control tokens in some vocabularies; the splitter needs them.
_SHOWN_CONTROLS = frozenset({b"<think>", b"</think>"})


class Vocabulary:
    """A model's vocabulary. Its methods only read, so that two threads may call them at once."""

    def __init__(self, model: int) -> None:
        self._vocab = llama_cpp.llama_model_get_vocab(model)
        self._n_tokens: int = llama_cpp.llama_vocab_n_tokens(self._vocab)
        bos = llama_cpp.llama_vocab_bos(self._vocab)
        self.bos_id: int | None = bos if llama_cpp.llama_vocab_get_add_bos(self._vocab) and bos >= 0 else None
        self.bos_text = self._spelling(bos)
        self.eos_text = self._spelling(llama_cpp.llama_vocab_eos(self._vocab))
        self.marker_ids: frozenset[int] = frozenset()
        self._pieces: dict[int, bytes] = {}
        self._ends: dict[int, bool] = {}
        self._spellings: frozenset[str] | None = None
        is_sentencepiece = llama_cpp.llama_vocab_type(self._vocab) == llama_cpp.LLAMA_VOCAB_TYPE_SPM
        self._guard_ids = self._raw_ids("\n", is_special=False) if is_sentencepiece else []

    def tokenize(self, text: str, *, is_special: bool) -> list[int]:
        """Tokenise a part of a prompt.

        SentencePiece puts a space before whatever it is given: a part is no beginning, so a line break goes first and
        its ids are taken off again.
        """
        if not text:
            return []
        n_guard = len(self._guard_ids)
        if n_guard:
            ids = self._raw_ids("\n" + text, is_special=is_special)
            if ids[:n_guard] == self._guard_ids:
                return ids[n_guard:]
        return self._raw_ids(text, is_special=is_special)

    def whole_text(self, text: str, most_tokens: int) -> list[int]:
        """Tokenise a text that stands alone, with what the model puts around one; a long one keeps its beginning."""
        ids = self._raw_ids(text, is_special=False, is_whole=True)
        if len(ids) <= most_tokens:
            return ids
        is_closed = bool(self._attributes(ids[-1]) & _SPECIAL)
        return [*ids[: most_tokens - 1], ids[-1]] if is_closed else ids[:most_tokens]

    def special_spellings(self) -> Collection[str]:
        """Every spelling of a control token, and of the tokens in `marker_ids`."""
        if self._spellings is None:
            specials = (index for index in range(self._n_tokens) if self._attributes(index) & _SPECIAL)
            self._spellings = frozenset(self._spelling(index) for index in (*specials, *self.marker_ids))
        return self._spellings

    def piece(self, token_id: int) -> bytes:
        """Return the bytes of a token; control tokens have none."""
        piece = self._pieces.get(token_id)
        if piece is None:
            piece = self._pieces[token_id] = self._raw_piece(token_id)
        return piece

    def is_end(self, token_id: int) -> bool:
        """Whether the token ends a reply."""
        is_end = self._ends.get(token_id)
        if is_end is None:
            is_end = self._ends[token_id] = bool(llama_cpp.llama_vocab_is_eog(self._vocab, token_id))
        return is_end

    def note_markers(self, template_ids: Collection[int]) -> None:
        """Find what would end or open a message in a content too: `<|im_end|>` declared as an ordinary added token."""
        user_defined = llama_cpp.LLAMA_TOKEN_ATTR_USER_DEFINED
        self.marker_ids = frozenset(
            token_id
            for token_id in template_ids
            if self._attributes(token_id) & user_defined and self._spelling(token_id)[:1] in ("<", "[")
        )

    def sampler(self, sampling: Sampling) -> int:
        """Build a chain of samplers; the caller frees it."""
        chain: int = llama_cpp.llama_sampler_chain_init(llama_cpp.llama_sampler_chain_default_params())
        seed = secrets.randbits(31) if sampling.seed is None else sampling.seed & 0x7FFFFFFF
        links = [
            llama_cpp.llama_sampler_init_penalties(
                self._n_tokens, _REPEAT_WINDOW_TOKENS, sampling.repeat_penalty, 0.0, 0.0
            )
        ]
        if sampling.temperature <= 0:
            links.append(llama_cpp.llama_sampler_init_greedy())
        else:
            links += [
                llama_cpp.llama_sampler_init_top_k(sampling.top_k),
                llama_cpp.llama_sampler_init_top_p(sampling.top_p, 1),
                llama_cpp.llama_sampler_init_min_p(sampling.min_p, 1),
                llama_cpp.llama_sampler_init_temp(sampling.temperature),
                llama_cpp.llama_sampler_init_dist(seed),
            ]
        for link in links:
            llama_cpp.llama_sampler_chain_add(chain, link)
        return chain

    def _raw_ids(self, text: str, *, is_special: bool, is_whole: bool = False) -> list[int]:
        utf8 = text.encode("utf-8", "replace")
        room = len(utf8) + 8
        ids = (llama_cpp.llama_token * room)()
        n_ids: int = llama_cpp.llama_tokenize(self._vocab, utf8, len(utf8), ids, room, is_whole, is_special)
        if n_ids < 0:
            raise ModelError("The model's tokeniser refused a text.")
        return list(ids[:n_ids])

    def _raw_piece(self, token_id: int) -> bytes:
        is_shown = self._spelling(token_id).encode() in _SHOWN_CONTROLS
        room = 128
        while True:
            buffer = ctypes.create_string_buffer(room)
            size: int = llama_cpp.llama_token_to_piece(self._vocab, token_id, buffer, room, 0, is_shown)
            if size >= 0:
                return buffer.raw[:size]
            room = -size

    def _spelling(self, token_id: int) -> str:
        if not 0 <= token_id < self._n_tokens:
            return ""
        spelling: bytes = llama_cpp.llama_vocab_get_text(self._vocab, token_id)
        return spelling.decode("utf-8", "replace")

    def _attributes(self, token_id: int) -> int:
        return int(llama_cpp.llama_vocab_get_attr(self._vocab, token_id))


class LlamaContext:
    """One llama.cpp context and the ids that it holds."""

    def __init__(self, model: int, vocabulary: Vocabulary, stop_flag: StopFlag, *, n_ctx: int, n_threads: int) -> None:
        self._context = _open_context(model, stop_flag, _context_params(n_ctx, n_threads))
        self.n_ctx = n_ctx
        self.held_ids: list[int] = []
        self._vocabulary = vocabulary
        self._memory = llama_cpp.llama_get_memory(self._context)
        self._one = (llama_cpp.llama_token * 1)()
        self._chain = 0

    def keep(self, n_tokens: int) -> int:
        """Drop what is behind the first `n_tokens`; models with a running state can only drop everything."""
        if n_tokens < len(self.held_ids) and not llama_cpp.llama_memory_seq_rm(self._memory, 0, n_tokens, -1):
            llama_cpp.llama_memory_clear(self._memory, True)
            n_tokens = 0
        del self.held_ids[n_tokens:]
        return len(self.held_ids)

    def evaluate(self, ids: Sequence[int]) -> bool:
        """Append ids; False if the flag stopped it, and nothing was appended."""
        if len(ids) == 1:
            batch = self._one
            batch[0] = ids[0]
        else:
            batch = (llama_cpp.llama_token * len(ids))(*ids)
        status: int = llama_cpp.llama_decode(self._context, llama_cpp.llama_batch_get_one(batch, len(ids)))
        if status == 0:
            self.held_ids += ids
            return True
        # What was half done is dropped, and the context stays usable.
        if not llama_cpp.llama_memory_seq_rm(self._memory, 0, len(self.held_ids), -1):
            llama_cpp.llama_memory_clear(self._memory, True)
            self.held_ids.clear()
        if status == _ABORTED:
            return False
        raise ModelError(f"llama.cpp could not evaluate {len(ids)} tokens (status {status}).")

    def sampler(self, sampling: Sampling) -> Callable[[], int]:
        """Open a sampler on the last evaluation; the one before is closed."""
        if self._chain:
            llama_cpp.llama_sampler_free(self._chain)
        chain = self._chain = self._vocabulary.sampler(sampling)
        context, sample = self._context, llama_cpp.llama_sampler_sample

        def draw() -> int:
            return int(sample(chain, context, -1))

        return draw


class LlamaEmbedder:
    """A context that gives one vector for a whole text, pooled as the model says, by the mean where it says nothing."""

    def __init__(self, model: int, vocabulary: Vocabulary, stop_flag: StopFlag, *, n_ctx: int, n_threads: int) -> None:
        params = _context_params(n_ctx, n_threads)
        # A model that looks both ways takes the whole text in one batch.
        params.n_batch = params.n_ubatch = n_ctx
        params.embeddings = True
        params.pooling_type = llama_cpp.LLAMA_POOLING_TYPE_UNSPECIFIED
        context = _open_context(model, stop_flag, params)
        pooling = llama_cpp.llama_pooling_type(context)
        if pooling == llama_cpp.LLAMA_POOLING_TYPE_RANK:
            raise ModelFileError("This model ranks pairs of texts and gives no vectors.", "Choose an embedding model.")
        if pooling == llama_cpp.LLAMA_POOLING_TYPE_NONE:
            llama_cpp.llama_free(context)
            params.pooling_type = llama_cpp.LLAMA_POOLING_TYPE_MEAN
            context = _open_context(model, stop_flag, params)
        self._context = context
        self._memory = llama_cpp.llama_get_memory(context)
        self._dim: int = llama_cpp.llama_model_n_embd_out(model)
        self._n_ctx = n_ctx
        self._vocabulary = vocabulary
        # Every token is an output: pooling takes in all of them.
        self._batch = llama_cpp.llama_batch_init(n_ctx, 0, 1)
        for place in range(n_ctx):
            self._batch.pos[place] = place
            self._batch.n_seq_id[place] = 1
            self._batch.seq_id[place][0] = 0
            self._batch.logits[place] = 1

    def vector(self, text: str) -> bytes | None:
        """Return the floats of a text's beginning; None if the flag stopped it."""
        ids = self._vocabulary.whole_text(text, self._n_ctx)
        if not ids:
            return b""
        if self._memory:
            llama_cpp.llama_memory_clear(self._memory, False)
        batch = self._batch
        batch.n_tokens = len(ids)
        for place, token_id in enumerate(ids):
            batch.token[place] = token_id
        status: int = llama_cpp.llama_decode(self._context, batch)
        if status == _ABORTED:
            return None
        floats = None if status else llama_cpp.llama_get_embeddings_seq(self._context, 0)
        if not floats:
            raise ModelError(f"llama.cpp gave no vector for {len(ids)} tokens (status {status}).")
        return struct.pack(f"<{self._dim}f", *floats[: self._dim])


def _context_params(n_ctx: int, n_threads: int) -> Any:
    """Return parameters for a context on the CPU; the type is the foreign library's own structure."""
    params = llama_cpp.llama_context_default_params()
    params.n_ctx = n_ctx
    params.n_batch = params.n_ubatch = N_BATCH
    params.n_threads = params.n_threads_batch = n_threads
    # On a CPU it makes decoding slower (54 instead of 63 tokens/s at 1,000 tokens of context, measured 2026-11).
    params.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_DISABLED
    params.offload_kqv = params.op_offload = False
    # A sliding window that forgets could not keep a prefix.
    params.swa_full = True
    params.no_perf = True
    return params


def _open_context(model: int, stop_flag: StopFlag, params: Any) -> int:
    """Open a context that obeys the flag."""
    context: int = llama_cpp.llama_init_from_model(model, params)
    if not context:
        raise ModelMemoryError(
            f"llama.cpp could not set up a context of {params.n_ctx:,} tokens.",
            "Choose a shorter context or a smaller model, or close other programs.",
        )
    llama_cpp.llama_set_abort_callback(context, _abort_callback(), stop_flag.address)
    return context


class LlamaModel:
    """A loaded model: weights, vocabulary, template."""

    def __init__(self, job: Load, stop_flag: StopFlag, errors: list[str], send: Callable[[Reply], None]) -> None:
        params = llama_cpp.llama_model_default_params()
        tell = progress_teller(lambda share: send(Loading(job.request_id, share)))
        params.progress_callback = llama_cpp.llama_progress_callback(tell)
        # On the CPU only: an evaluation on a GPU cannot be stopped in the middle.
        params.n_gpu_layers = 0
        errors.clear()
        self._model = llama_cpp.llama_model_load_from_file(os.fsencode(job.model_path), params)
        if not self._model:
            raise load_error(job.model_path, errors)
        self._n_threads = job.n_threads
        self._stop_flag = stop_flag
        self.vocabulary = Vocabulary(self._model)
        self._loaded_at = time.localtime()

    def chat_template(self, source: str | None = None) -> ChatTemplate | None:
        """Compile the model's own template, None if it has none, or another source, and try it."""
        if source is None:
            own: bytes | None = llama_cpp.llama_model_chat_template(self._model, None)
            if own is None:
                return None
            source = own.decode("utf-8", "replace")
        # The day of loading, for as long as it is loaded: a date at the top that moved would cost the cached prefix.
        template = ChatTemplate(
            source,
            bos=self.vocabulary.bos_text,
            eos=self.vocabulary.eos_text,
            strftime_now=lambda form: time.strftime(form, self._loaded_at),
        )
        sample = template.render(
            [PromptMessage(role, "?") for role in (Role.USER, Role.ASSISTANT, Role.USER)], has_generation_prompt=True
        )
        texts = [part.text for part in sample.parts]
        self.vocabulary.note_markers({i for text in texts for i in self.vocabulary.tokenize(text, is_special=True)})
        return template

    def open_context(self, n_ctx: int) -> LlamaContext:
        """Open one more context on the same weights (12 ms; a second model would copy repacked weights)."""
        return LlamaContext(self._model, self.vocabulary, self._stop_flag, n_ctx=n_ctx, n_threads=self._n_threads)

    def open_embedder(self, n_ctx: int) -> LlamaEmbedder:
        """Open what turns texts into vectors."""
        return LlamaEmbedder(self._model, self.vocabulary, self._stop_flag, n_ctx=n_ctx, n_threads=self._n_threads)


def _abort_callback() -> Callable[[int], bool]:
    """Return C's own `strlen` as the abort callback: it reads the flag without a call into Python.

    `bool abort(void *data)` and `size_t strlen(const char *)` agree on how argument and a result of 0 or 1 are passed
    on every platform that llama.cpp has wheels for.
    """
    library = ctypes.CDLL("msvcrt") if sys.platform == "win32" else ctypes.CDLL(None)
    callback: Callable[[int], bool] = ctypes.cast(library.strlen, llama_cpp.ggml_abort_callback)
    return callback


class _LlamaLog:
    """Takes llama.cpp's warnings and errors into the log, and keeps the last errors for a message to the user.

    What it says about an evaluation that was stopped on purpose is no error.
    """

    def __init__(self, stop_flag: StopFlag) -> None:
        self.errors: list[str] = []
        self._stop_flag = stop_flag
        self._callback = llama_cpp.llama_log_callback(self._take)
        llama_cpp.llama_log_set(self._callback, None)

    def _take(self, level: int, text: bytes, _user_data: int | None) -> None:
        if level in _LOG_LEVELS and not self._stop_flag.is_set:
            line = text.decode("utf-8", "replace").strip()
            _LOG.log(_LOG_LEVELS[level], "%s", line)
            self.errors.append(line)
            del self.errors[:-20]


def main() -> None:
    """Run the worker; never returns."""
    # Ctrl+C is the screen's business.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    replies = ReplyPipe(os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)
    faulthandler.enable()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    mailbox = Mailbox()
    log = _LlamaLog(mailbox.stop_flag)
    llama_cpp.llama_backend_init()
    send = replies.send
    jobs = WorkerJobs(mailbox, send, lambda job, stop_flag: LlamaModel(job, stop_flag, log.errors, send))
    threading.Thread(target=read_commands, args=(sys.stdin.buffer, jobs, mailbox), name="commands", daemon=True).start()
    jobs.run()


if __name__ == "__main__":
    main()

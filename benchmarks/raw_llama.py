"""The floor that the engine is measured against: llama-cpp-python itself, in this process, on the same prompt.

The one fact that a reader would get wrong: both sides evaluate the same number of new tokens on a warm prefix, with
the same threads; only what stands between the caller and llama.cpp differs.
"""

import time
from collections.abc import Sequence

from llama_cpp import Llama

from assistant.chat_template import ChatTemplate
from assistant.model import ModelInfo, PromptMessage


class RawLlama:
    """One high-level `Llama` on the model that an engine has loaded."""

    def __init__(self, info: ModelInfo) -> None:
        self._llama = Llama(
            info.path, n_ctx=info.n_ctx, n_threads=info.n_threads, n_threads_batch=info.n_threads, verbose=False
        )
        self._template = ChatTemplate(
            self._llama.metadata["tokenizer.chat_template"], bos="", eos="", strftime_now=time.strftime
        )

    def prompt_ids(self, messages: Sequence[PromptMessage], *, is_open: bool) -> list[int]:
        """Tokenise a rendered prompt; `is_open`: with the opening of a reply."""
        parts = self._template.render(messages, has_generation_prompt=is_open).parts
        text = "".join(part.text for part in parts)
        ids: list[int] = self._llama.tokenize(text.encode(), add_bos=False, special=True)
        return ids

    def warm(self, ids: Sequence[int]) -> None:
        """Evaluate a prefix, keeping what is shared with the last prompt."""
        next(self._llama.generate(ids, temp=0.0))

    def first_token_s(self, ids: Sequence[int]) -> float:
        """Time one prompt up to its first token; `generate` keeps the longest evaluated prefix by itself."""
        started = time.perf_counter()
        next(self._llama.generate(ids, temp=0.0))
        return time.perf_counter() - started

    def tokens_per_s(self, ids: Sequence[int], n_tokens: int) -> float:
        """Time greedy decoding from the first token to the last, each turned into bytes."""
        stream = self._llama.generate(ids, temp=0.0, repeat_penalty=1.0)
        self._llama.detokenize([next(stream)])
        started = time.perf_counter()
        for _ in range(n_tokens - 1):
            self._llama.detokenize([next(stream)])
        return (n_tokens - 1) / (time.perf_counter() - started)

    def close(self) -> None:
        """Free the model."""
        self._llama.close()

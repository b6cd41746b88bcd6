"""Decides, before a model is loaded, how long a context this machine has memory for.

The one fact that a reader would get wrong: the weights count in full although the file is memory-mapped, because
llama.cpp repacks them into memory of its own on most processors.
"""

import os
from dataclasses import dataclass
from enum import StrEnum

import psutil

from assistant.errors import ModelMemoryError
from assistant.gguf import GgufHeader

LONGEST_DEFAULT_CTX = 8192
SHORTEST_CTX = 512
IDLE_CTX = 1024
N_BATCH = 512
_MIB = 1024 * 1024
# Interpreter, llama.cpp and its graphs: 61 MiB before the default model is loaded (measured 2026-01).
_PROCESS_BYTES = 96 * _MIB
_CTX_STEP = 256
# What is left for everything else must not be less than this share of what is free.
_ROOMY_SHARE = 0.8


class Room(StrEnum):
    """How a model goes into the memory of this machine, in the words of the lists."""

    FITS = "fits"
    TIGHT = "tight"
    TOO_BIG = "too big"


@dataclass(frozen=True, slots=True)
class Fit:
    """The context to load with, and sentences for the user where that differs from what was asked."""

    n_ctx: int
    notices: tuple[str, ...] = ()


def memory_needed_bytes(header: GgufHeader, n_ctx: int) -> int:
    """Estimate what the child process will take.

    size + kv * (n_ctx + idle context) + batch * (vocabulary + 16 * width) * 4 + process

    Worked: the default model (98,362,432 bytes; 30 layers * 3 heads * 128 numbers * 2 bytes = 23,040 bytes a token;
    49,152 ids; width 576) at 8,192: 98.4 + 23,040 * 9,216 / 1e6 + 512 * 58,368 * 4 / 1e6 + 100.7 = 531 MB.
    Source: llama.cpp's own accounting of model, KV and compute buffers.
    """
    cache = header.kv_bytes_per_token * (n_ctx + min(IDLE_CTX, n_ctx))
    compute = N_BATCH * (header.n_vocab + 16 * header.n_embd) * 4
    return header.size_bytes + cache + compute + _PROCESS_BYTES


def room_for(header: GgufHeader, n_ctx: int | None, available_bytes: int) -> Room:
    """Tell how a model would go into the memory that can be had.

    Fits: at most 80 % of it with the context that is wanted; too big: not even with the shortest context that would do.

    Args:
        header: The model's.
        n_ctx: The context that is asked for; None = the least of 8,192 and the model's own.
        available_bytes: What can be had, that of the model it would replace included.
    """
    limit = header.n_ctx_train or LONGEST_DEFAULT_CTX
    wanted = min(n_ctx or LONGEST_DEFAULT_CTX, limit)
    if memory_needed_bytes(header, wanted) <= available_bytes * _ROOMY_SHARE:
        return Room.FITS
    shortest = wanted if n_ctx else min(SHORTEST_CTX, limit)
    return Room.TIGHT if memory_needed_bytes(header, shortest) <= available_bytes else Room.TOO_BIG


def fit_context(header: GgufHeader, n_ctx: int | None, available_bytes: int) -> Fit:
    """Choose the context's size.

    Args:
        header: The model's.
        n_ctx: What the user asked for; None = the least of 8,192, the model's own and what memory allows.
        available_bytes: Memory that can be had without swapping.

    Raises:
        ModelMemoryError: Not even the shortest useful context fits, or the one that was asked for does not.
    """
    limit = header.n_ctx_train or LONGEST_DEFAULT_CTX
    if n_ctx is not None:
        if n_ctx < 1:
            raise ValueError(f"n_ctx must be positive, not {n_ctx}")
        chosen = min(n_ctx, limit)
        if memory_needed_bytes(header, chosen) > available_bytes:
            raise _memory_error(header, chosen, available_bytes)
        if chosen == n_ctx:
            return Fit(chosen)
        return Fit(chosen, (f"{header.name} reads at most {limit:,} tokens: the context is {limit:,}, not {n_ctx:,}.",))
    wanted = min(LONGEST_DEFAULT_CTX, limit)
    chosen = wanted
    while chosen > SHORTEST_CTX and memory_needed_bytes(header, chosen) > available_bytes:
        chosen = max(chosen - _CTX_STEP, SHORTEST_CTX)
    if memory_needed_bytes(header, chosen) > available_bytes:
        raise _memory_error(header, chosen, available_bytes)
    if chosen == wanted:
        return Fit(chosen)
    return Fit(chosen, (f"Memory allows a context of {chosen:,} tokens, not {wanted:,}.",))


def available_memory_bytes() -> int:
    """Return the memory that can be had without swapping."""
    return int(psutil.virtual_memory().available)


def total_memory_bytes() -> int:
    """Return the memory of this machine."""
    return int(psutil.virtual_memory().total)


def default_threads() -> int:
    """Return the physical cores this process may use, minus one for the screen; at least one."""
    cores = psutil.cpu_count(logical=False) or os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        cores = min(cores, len(os.sched_getaffinity(0)))
    return max(cores - 1, 1)


def _memory_error(header: GgufHeader, n_ctx: int, available_bytes: int) -> ModelMemoryError:
    needed = memory_needed_bytes(header, n_ctx)
    return ModelMemoryError(
        f"{header.name} needs about {needed / _MIB:,.0f} MiB of memory with a context of {n_ctx:,} tokens; "
        f"{available_bytes / _MIB:,.0f} MiB are free.",
        "Choose a smaller model or a shorter context, or close other programs.",
    )

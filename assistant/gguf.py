"""Reads a GGUF file's header without llama.cpp: is it a whole model file, and how large is what it holds.

The one fact that a reader would get wrong: llama.cpp maps a truncated file without complaint and dies later, so the
tensors' declared ends are compared with the file's size here, before any process is started.
"""

import math
import struct
from dataclasses import dataclass
from pathlib import Path

from assistant.errors import ModelFileError, ModelNotFoundError

_MAGIC = b"GGUF"
_FIRST_READ_BYTES = 16 * 1024 * 1024
_LARGEST_HEADER_BYTES = 256 * 1024 * 1024
_DEFAULT_ALIGNMENT = 32
_LARGEST_RANK = 4
_DOWNLOAD_AGAIN = "Download the file again."
_STRING_TYPE, _ARRAY_TYPE = 8, 9
# Value type -> struct code. Source: the GGUF specification, ggml/docs/gguf.md.
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
# Values a block -> tensor type -> bytes a block. Source: `type_traits` in ggml/src/ggml.c of llama-cpp-python 0.3.36.
_BLOCK_BYTES = {
    1: {0: 4, 1: 2, 24: 1, 25: 2, 26: 4, 27: 8, 28: 8, 30: 2},
    32: {2: 18, 3: 20, 6: 22, 7: 24, 8: 34, 9: 36, 20: 18, 39: 17},
    64: {40: 36, 42: 18},
    128: {41: 18},
    256: {10: 84, 11: 110, 12: 144, 13: 176, 14: 210, 15: 292, 16: 66, 17: 74, 18: 98, 19: 50, 21: 110, 22: 82, 23: 136}
    | {29: 56, 34: 54, 35: 66},
}

# Architectures that read a whole text at once and write none, or that diffuse one. Source: `llm_arch_names` and
# `hparams.causal_attn` in llama.cpp of llama-cpp-python 0.3.36.
_NO_TALKERS = frozenset(
    {
        "bert", "clip", "dream", "eurobert", "gemma-embedding", "jina-bert-v2", "jina-bert-v3", "llada", "llada-moe",
        "llama-embed", "modern-bert", "neo-bert", "nomic-bert", "nomic-bert-moe", "rnd1", "t5", "t5encoder", "wavtokenizer-dec",
    }
)  # fmt: skip
_POOLINGS = frozenset({1, 2, 3, 4})

Value = int | float | bool | str | list[int | float | bool]


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What the header tells.

    Args:
        n_ctx_train: The longest context that the model was trained for.
        kv_bytes_per_token: Size of the key and value cache, 16 bits a number, per token of context.
        n_vocab: Number of token ids; 0 if the file does not tell.
        n_embd: Width of the model.
        is_talker: Whether it goes on with a text, word for word, as a chat model must; one that makes vectors does not.
    """

    name: str
    architecture: str
    size_bytes: int
    n_ctx_train: int
    kv_bytes_per_token: int
    n_vocab: int
    n_embd: int
    is_talker: bool = True


def read_chat_header(path: Path) -> GgufHeader:
    """Check the file of a chat model and read its header.

    Raises:
        ModelNotFoundError: No file there.
        ModelFileError: It is no GGUF, damaged, truncated, unreadable, or a model that cannot talk.
    """
    header = read_header(path)
    if not header.is_talker:
        raise ModelFileError(
            f"{path.name} is no chat model: it was made to turn texts into vectors ({header.architecture}) or the like.",
            "Choose another; to find memories by it: `reverie config set embedder_path FILE`.",
        )
    return header


def read_header(path: Path) -> GgufHeader:
    """Check a model file and read its header.

    Raises:
        ModelNotFoundError: No file there.
        ModelFileError: It is no GGUF, damaged, truncated or unreadable.
    """
    if not path.exists():
        raise ModelNotFoundError(
            f"There is no model file at {path}.",
            "Name a GGUF file that is there; `reverie models` says where to get one.",
        )
    if not path.is_file():
        raise ModelFileError(f"{path} is a folder, not a model file.", "Choose a file that ends in .gguf.")
    try:
        size_bytes = path.stat().st_size
        with path.open("rb") as file:
            start = file.read(_FIRST_READ_BYTES)
            _check_magic(path, start, size_bytes)
            while True:
                try:
                    return _parse(path, _Cursor(start), size_bytes)
                except _OutOfBytesError:
                    if len(start) >= _LARGEST_HEADER_BYTES:
                        raise ModelFileError(f"{path} is damaged: its header has no end.", _DOWNLOAD_AGAIN) from None
                    if not (more := file.read(len(start))):
                        raise ModelFileError(
                            f"{path} is cut short or damaged: its {size_bytes:,} bytes end inside the header.",
                            _DOWNLOAD_AGAIN,
                        ) from None
                    start += more
    except OSError as error:
        raise ModelFileError(f"{path} cannot be read: {error.strerror}.", "Check the file's permissions.") from error


class _OutOfBytesError(Exception):
    """The header goes on behind what has been read."""


class _Cursor:
    """Reads little-endian values from bytes."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.position = 0

    def scalar(self, code: str) -> int | float | bool:
        (value,) = self._unpack(code)
        assert isinstance(value, int | float)
        return value

    def count(self, code: str = "Q") -> int:
        value = self.scalar(code)
        assert isinstance(value, int)
        return value

    def text(self) -> str:
        return self.raw(self.count()).decode("utf-8", "replace")

    def raw(self, size: int) -> bytes:
        end = self.position + size
        if end > len(self._content):
            raise _OutOfBytesError
        value = self._content[self.position : end]
        self.position = end
        return value

    def value(self, value_type: int) -> Value:
        if value_type == _STRING_TYPE:
            return self.text()
        if value_type == _ARRAY_TYPE:
            return self._array()
        return self.scalar(_SCALARS[value_type])

    def _array(self) -> list[int | float | bool]:
        """Read an array of numbers; of strings only their number is of interest, as so many zeros."""
        item_type, n_items = self.count("I"), self.count()
        if item_type == _STRING_TYPE:
            if n_items > len(self._content):
                raise _OutOfBytesError
            length, position, end = struct.Struct("<Q"), self.position, len(self._content) - 8
            for _ in range(n_items):
                if position > end:
                    raise _OutOfBytesError
                position += 8 + length.unpack_from(self._content, position)[0]
            self.position = position
            return [0] * n_items
        code = _SCALARS[item_type]
        return list(struct.unpack(f"<{n_items}{code}", self.raw(n_items * struct.calcsize(code))))

    def _unpack(self, code: str) -> tuple[object, ...]:
        return struct.unpack(f"<{code}", self.raw(struct.calcsize(f"<{code}")))


def _check_magic(path: Path, start: bytes, size_bytes: int) -> None:
    if start[:4] == _MAGIC:
        return
    head = start[:64].lstrip().lower()
    if not start:
        what = "is empty"
    elif head.startswith(b"version https://git-lfs"):
        what = "is a Git LFS pointer, not the model itself"
    elif head.startswith((b"<!doctype html", b"<html")):
        what = "is a web page, not a model"
    else:
        what = f"is no GGUF model: its {size_bytes:,} bytes do not begin with 'GGUF'"
    raise ModelFileError(f"{path} {what}.", "Choose another file, or download the model again.")


def _parse(path: Path, cursor: _Cursor, size_bytes: int) -> GgufHeader:
    cursor.raw(len(_MAGIC))
    version = cursor.count("I")
    if version & 0xFFFF == 0:
        raise ModelFileError(f"{path} is a big-endian GGUF, which this machine cannot load.", "Choose another file.")
    if version < 2:  # noqa: PLR2004 - version 1 counted in 32 bits
        raise ModelFileError(f"{path} is a GGUF of version {version}; 2 or newer is needed.", "Choose a newer file.")
    n_tensors, n_values = cursor.count(), cursor.count()
    values: dict[str, Value] = {}
    try:
        for _ in range(n_values):
            key = cursor.text()
            values[key] = cursor.value(cursor.count("I"))
        alignment = _whole(values.get("general.alignment"), 0) or _DEFAULT_ALIGNMENT
        needed_bytes = _end_of_tensors(cursor, n_tensors, alignment)
    except KeyError as error:
        raise ModelFileError(
            f"{path} is damaged: its header holds an unknown type ({error}).", _DOWNLOAD_AGAIN
        ) from None
    if needed_bytes > size_bytes:
        raise ModelFileError(
            f"{path} is truncated: it has {size_bytes:,} bytes and should have {needed_bytes:,}.", _DOWNLOAD_AGAIN
        )
    return _header(path, values, size_bytes)


def _end_of_tensors(cursor: _Cursor, n_tensors: int, alignment: int) -> int:
    """Return the file size that the tensors' offsets and shapes call for."""
    end = 0
    for _ in range(n_tensors):
        cursor.text()
        rank = cursor.count("I")
        if rank > _LARGEST_RANK:
            raise KeyError(f"rank {rank}")
        n_items = math.prod(cursor.count() for _ in range(rank))
        tensor_type, offset = cursor.count("I"), cursor.count()
        end = max(end, offset + _tensor_bytes(tensor_type, n_items))
    data_start = -(-cursor.position // alignment) * alignment
    return data_start + end if n_tensors else cursor.position


def _tensor_bytes(tensor_type: int, n_items: int) -> int:
    """Size of a tensor's data; 1 for a type newer than the table, whose start at least has to lie inside the file."""
    for block_items, bytes_by_type in _BLOCK_BYTES.items():
        if tensor_type in bytes_by_type:
            return n_items // block_items * bytes_by_type[tensor_type]
    return 1


def _header(path: Path, values: dict[str, Value], size_bytes: int) -> GgufHeader:
    architecture = str(values.get("general.architecture", ""))

    def number(key: str, default: int) -> int:
        return _whole(values.get(f"{architecture}.{key}"), default)

    if not (n_layer := number("block_count", 0)):
        raise ModelFileError(
            f"{path} holds no language model (architecture {architecture or 'unknown'}).", "Choose another file."
        )
    n_embd, n_head = number("embedding_length", 0), max(number("attention.head_count", 1), 1)
    heads = values.get(f"{architecture}.attention.head_count_kv", n_head)
    kv_heads = sum(int(value) for value in heads) if isinstance(heads, list) else n_layer * _whole(heads, n_head)
    key_length = number("attention.key_length", n_embd // n_head)
    value_length = number("attention.value_length", n_embd // n_head)
    tokens = values.get("tokenizer.ggml.tokens")
    return GgufHeader(
        name=str(values.get("general.name") or path.stem),
        architecture=architecture,
        size_bytes=size_bytes,
        n_ctx_train=number("context_length", 0),
        kv_bytes_per_token=kv_heads * (key_length + value_length) * 2,
        n_vocab=len(tokens) if isinstance(tokens, list) else 0,
        n_embd=n_embd,
        is_talker=_is_talker(architecture, values),
    )


def _is_talker(architecture: str, values: dict[str, Value]) -> bool:
    if architecture in _NO_TALKERS or values.get(f"{architecture}.attention.causal") is False:
        return False
    # A chat model's file names no pooling; embedders made of one do, and keep its template.
    return values.get(f"{architecture}.pooling_type") not in _POOLINGS


def _whole(value: Value | None, default: int) -> int:
    """A number from the header; per-layer arrays count as their largest entry."""
    if isinstance(value, list):
        return max((int(item) for item in value), default=default)
    return value if isinstance(value, int) else default

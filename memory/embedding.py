"""Text to vectors: the Protocol that search and capture use, and the default adapter.

The one fact that a reader would get wrong: an all-zero row is a legal answer. It stands for a text without content, is
similar to nothing, and must never be divided by its length.
"""

import threading
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from memory.errors import EmbedderError

Vectors = npt.NDArray[np.float32]
_HalfVectors = npt.NDArray[np.float16]


class Embedder(Protocol):
    """What turns texts into vectors of one length.

    Args:
        name: Goes with stored vectors: those of another name are made anew.
        dim: The length of a vector.
    """

    @property
    def name(self) -> str: ...  # noqa: D102 - see the class

    @property
    def dim(self) -> int: ...  # noqa: D102 - see the class

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return float32, shape (len(texts), dim); each row has unit length, or is all zero for a text without content."""
        ...


# More would not move a mean of words; splitting 3 million characters into pieces takes 1 GB and 5 s.
_MOST_CHARACTERS = 20_000


class WordLlamaEmbedder:
    """Means of word-piece vectors (wordllama, 256 dimensions), from its own package folder, without the network.

    Only the files of the package are read: importing it brings 24 MB of code for downloads that are never made, and its own
    pooling pads a batch, divides by zero on an empty text, and is slower for one text. The table (16 MB in memory, half
    precision as it is stored) is loaded on the first use. One sentence takes about 0.1 ms.
    """

    name = "wordllama-l2-supercat-256"
    dim = 256

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._table: _HalfVectors | None = None
        self._tokenizer: Any = None  # tokenizers.Tokenizer; a foreign type that only this class handles

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector, or a zero row, per text.

        Raises:
            EmbedderError: the package or its files are missing.
        """
        table, tokenizer = self._load()
        texts = [text[:_MOST_CHARACTERS] for text in texts]
        rows = np.zeros((len(texts), self.dim), dtype=np.float32)
        # `encode_batch` runs on all cores; for one text its threads cost more than they save.
        if len(texts) == 1:
            encodings = [tokenizer.encode(texts[0], add_special_tokens=False)]
        else:
            encodings = tokenizer.encode_batch(texts, add_special_tokens=False)
        for row, encoding in zip(rows, encodings, strict=True):
            if encoding.ids:
                total = table[encoding.ids].sum(axis=0, dtype=np.float32)
                length = float(np.sqrt(np.dot(total, total)))
                if length > 0:
                    np.divide(total, length, out=row)
        return rows

    def _load(self) -> tuple[_HalfVectors, Any]:
        with self._lock:
            if self._table is None:
                self._table, self._tokenizer = _load_wordllama()
            return self._table, self._tokenizer


def _load_wordllama() -> tuple[_HalfVectors, Any]:
    """Read table and tokenizer out of the installed package, which is not imported.

    Raises:
        EmbedderError: the package or one of its files is missing or damaged.
    """
    from safetensors import SafetensorError  # noqa: PLC0415 - a command that embeds nothing does without
    from safetensors.numpy import load_file  # noqa: PLC0415
    from tokenizers import Tokenizer  # noqa: PLC0415

    try:
        package = find_spec("wordllama")
        if package is None or package.origin is None:
            raise FileNotFoundError("the package wordllama is not installed")
        folder = Path(package.origin).parent
        table = load_file(folder / "weights" / "l2_supercat_256.safetensors")["embedding.weight"]
        pieces = (folder / "tokenizers" / "l2_supercat_tokenizer_config.json").read_text(encoding="utf-8")
    except (OSError, SafetensorError, KeyError, UnicodeError) as error:
        raise EmbedderError(f"The embedding model cannot be loaded: {error}.", "Reinstall wordllama.") from error
    try:
        tokenizer = Tokenizer.from_str(pieces)
    except Exception as error:  # the library has no narrower one
        raise EmbedderError(f"The embedding model's tokenizer is damaged: {error}.", "Reinstall wordllama.") from error
    # Padding would add rows of the padding piece to every mean.
    tokenizer.no_padding()
    return table, tokenizer

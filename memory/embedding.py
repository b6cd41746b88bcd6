"""Text to vectors: the Protocol that search and capture use, and the default adapter.

The one fact that a reader would get wrong: an all-zero row is a legal answer. It stands for a text without content, is
similar to nothing, and must never be divided by its length.
"""

import importlib
import logging
import threading
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from memory.errors import EmbedderError

Vectors = npt.NDArray[np.float32]


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

    The table (32 MB in memory) is loaded on the first use. One sentence takes about 0.1 ms. Pooling is done here: the
    package's own pads a batch, divides by zero on an empty text, and is slower for one text.
    """

    name = "wordllama-l2-supercat-256"
    dim = 256

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._table: Vectors | None = None
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
                total = table[encoding.ids].sum(axis=0)
                length = float(np.sqrt(np.dot(total, total)))
                if length > 0:
                    np.divide(total, length, out=row)
        return rows

    def _load(self) -> tuple[Vectors, Any]:
        with self._lock:
            if self._table is None:
                model = _load_wordllama()
                # Padding would add rows of the padding piece to every mean.
                model.tokenizer.no_padding()
                self._table, self._tokenizer = model.embedding, model.tokenizer
            return self._table, self._tokenizer


def _load_wordllama() -> Any:
    """Load the model that lies inside the wheel.

    The package calls `logging.basicConfig` when imported, which does nothing where the root logger has a handler.
    """
    root, handler = logging.getLogger(), logging.NullHandler()
    root.addHandler(handler)
    try:
        module = importlib.import_module("wordllama")
        with resources.as_file(resources.files("wordllama")) as folder:
            return module.WordLlama.load(cache_dir=Path(folder), disable_download=True)
    except (ImportError, OSError) as error:
        raise EmbedderError(f"The embedding model cannot be loaded: {error}.", "Reinstall wordllama.") from error
    finally:
        root.removeHandler(handler)

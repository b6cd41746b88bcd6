"""A short list of chat models that are worth a download, by the memory of the machine.

The one fact that a reader would get wrong: no checksum stands here. The hub tells the SHA-256 of each file when it is
downloaded; sizes and shapes are only for telling beforehand whether it fits.
"""

import difflib
import re
from dataclasses import dataclass
from pathlib import Path

from assistant.errors import DownloadError
from assistant.gguf import GgufHeader
from assistant.model_fit import Room, memory_needed_bytes, room_for

_GIGABYTE = 1_000_000_000
_HUB_FILE = re.compile(r"(?P<repo>\w[\w.-]*/\w[\w.-]*)/(?P<file>(?:\w[\w.-]*/)*\w[\w.-]*\.gguf)", re.ASCII)


@dataclass(frozen=True, slots=True)
class OfferedModel:
    """A file on the hub.

    Args:
        name: What it is called here.
        repo: Its repository on the hub, "owner/name".
        file_name: The file in it.
        licence: As its authors name it.
        ram_gb: The class of machine that it is meant for: 8, 16 or 32.
        words: What it is good for.
        shape: What its header will say, near enough to reckon with; None where nothing is known.
    """

    name: str
    repo: str
    file_name: str
    licence: str = ""
    ram_gb: int = 0
    words: str = ""
    shape: GgufHeader | None = None

    @property
    def local_name(self) -> str:
        """The name of the downloaded file."""
        return self.file_name.rpartition("/")[2]

    def room(self, n_ctx: int | None, available_bytes: int) -> Room:
        """Tell how it would go into memory; what is not known is taken to fit."""
        return Room.FITS if self.shape is None else room_for(self.shape, n_ctx, available_bytes)

    def memory_need_bytes(self, n_ctx: int) -> int:
        """Estimate what it takes with a context of so many tokens; 0 where nothing is known."""
        return 0 if self.shape is None else memory_needed_bytes(self.shape, n_ctx)


def _offer(
    name: str,
    place: str,
    *,
    ram_gb: int,
    words: str,
    size_gb: float,
    n_ctx_train: int,
    n_layer: int,
    kv_heads: int,
    head_size: int,
    n_vocab: int,
    n_embd: int,
) -> OfferedModel:
    repo, _, file_name = place.rpartition("/")
    shape = GgufHeader(
        name=name,
        architecture="",
        size_bytes=int(size_gb * _GIGABYTE),
        n_ctx_train=n_ctx_train,
        kv_bytes_per_token=n_layer * kv_heads * 2 * head_size * 2,
        n_vocab=n_vocab,
        n_embd=n_embd,
    )
    return OfferedModel(name, repo, file_name, "Apache-2.0", ram_gb, words, shape)


# Instruction models of permissive licence, each from its makers' own repository, 4 bits a weight.
# Shapes and sizes are for the estimate of what fits alone, and were not checked against the hub when this was written; a
# download asks the hub for the true size first.
OFFERED: tuple[OfferedModel, ...] = (
    _offer(
        "Qwen2.5-1.5B",
        "Qwen/Qwen2.5-1.5B-Instruct-GGUF/qwen2.5-1.5b-instruct-q4_k_m.gguf",
        ram_gb=8,
        words="quick on any laptop, many languages",
        size_gb=1.12,
        n_ctx_train=32_768,
        n_layer=28,
        kv_heads=2,
        head_size=128,
        n_vocab=151_936,
        n_embd=1536,
    ),
    _offer(
        "SmolLM2-1.7B",
        "HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF/smollm2-1.7b-instruct-q4_k_m.gguf",
        ram_gb=8,
        words="English, plain talk",
        size_gb=1.06,
        n_ctx_train=8192,
        n_layer=24,
        kv_heads=32,
        head_size=64,
        n_vocab=49_152,
        n_embd=2048,
    ),
    _offer(
        "Qwen3-4B",
        "Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf",
        ram_gb=8,
        words="thinks before it answers, many languages",
        size_gb=2.5,
        n_ctx_train=32_768,
        n_layer=36,
        kv_heads=8,
        head_size=128,
        n_vocab=151_936,
        n_embd=2560,
    ),
    _offer(
        "Granite-3.3-8B",
        "ibm-granite/granite-3.3-8b-instruct-GGUF/granite-3.3-8b-instruct-Q4_K_M.gguf",
        ram_gb=16,
        words="answers at once, twelve languages",
        size_gb=4.95,
        n_ctx_train=131_072,
        n_layer=40,
        kv_heads=8,
        head_size=128,
        n_vocab=49_159,
        n_embd=4096,
    ),
    _offer(
        "Qwen3-8B",
        "Qwen/Qwen3-8B-GGUF/Qwen3-8B-Q4_K_M.gguf",
        ram_gb=16,
        words="thinks before it answers, many languages",
        size_gb=5.03,
        n_ctx_train=32_768,
        n_layer=36,
        kv_heads=8,
        head_size=128,
        n_vocab=151_936,
        n_embd=4096,
    ),
    _offer(
        "Qwen3-14B",
        "Qwen/Qwen3-14B-GGUF/Qwen3-14B-Q4_K_M.gguf",
        ram_gb=32,
        words="knows more, writes slower",
        size_gb=9.0,
        n_ctx_train=32_768,
        n_layer=40,
        kv_heads=8,
        head_size=128,
        n_vocab=151_936,
        n_embd=5120,
    ),
    _offer(
        "Qwen3-30B-A3B",
        "Qwen/Qwen3-30B-A3B-GGUF/Qwen3-30B-A3B-Q4_K_M.gguf",
        ram_gb=32,
        words="large, yet quick: a tenth of it works on each word",
        size_gb=18.56,
        n_ctx_train=32_768,
        n_layer=48,
        kv_heads=4,
        head_size=128,
        n_vocab=151_936,
        n_embd=2048,
    ),
)


def name_of_file(path: Path) -> str:
    """Return what a model file is called here: as it was offered for download, else its own name without the ending."""
    return next((one.name for one in OFFERED if one.local_name == path.name), path.stem)


def find_offered(name: str) -> OfferedModel:
    """Return the offered model of this name, or any file of the hub named as OWNER/REPOSITORY/FILE.gguf.

    Raises:
        DownloadError: there is no such name; the nearest is told.
    """
    for one in OFFERED:
        if one.name.lower() == name.strip().lower():
            return one
    if found := _HUB_FILE.fullmatch(name.strip()):
        return OfferedModel(found["file"].rpartition("/")[2].removesuffix(".gguf"), found["repo"], found["file"])
    nearest = difflib.get_close_matches(name, [one.name for one in OFFERED], n=1, cutoff=0.0)[0]
    raise DownloadError(
        f"No model is called {name!r} here.",
        f"Did you mean {nearest}? Any file of the hub can be named as OWNER/REPOSITORY/FILE.gguf.",
    )

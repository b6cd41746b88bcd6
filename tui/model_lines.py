"""Models in lines of text, as `reverie models` and the line-by-line chat tell them and take their names.

The one fact that a reader would get wrong: a name is looked for only where no file of that name is.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from assistant.cleaning import clean_line

if TYPE_CHECKING:
    from assistant.config import Config
    from assistant.model_catalogue import OfferedModel
    from assistant.views import ModelChoice

DEFAULT_WORD = "default"


def model_line(one: ModelChoice) -> str:
    """Tell in one line what a model is, what it needs, and where it is from."""
    if one.problem:
        return clean_line(f"{one.name}: {one.problem}")
    origin = one.origin if one.is_default else f"{one.origin}: {one.path}"
    facts = (
        f"{one.size_bytes / 1e6:,.0f} MB",
        f"needs {one.memory_need_bytes / 1e6:,.0f} MB of memory ({one.room})",
        f"reads {one.n_ctx_train:,} tokens",
    )
    return clean_line(f"{one.name}: {', '.join(facts)} ({origin})")


def offered_line(one: OfferedModel, config: Config, free_bytes: int, *, waiting: int) -> str:
    """Tell in one line what a model to download is, how it would fit, and how many bytes of it wait to be gone on with."""
    assert one.shape is not None
    room = one.room(config.n_ctx or None, free_bytes)
    facts = (f"about {one.shape.size_bytes / 1e9:.1f} GB", str(room), f"for {one.ram_gb} GB of memory", one.licence)
    here = f" ({waiting / 1e6:,.0f} MB of it are here)" if waiting else ""
    return f"{one.name}: {', '.join(facts)}: {one.words}{here}"


def model_place(words: str, data: Path, config: Config) -> Path:
    """Return the file that is meant: a path, or the name of a model of the list."""
    from assistant.models import list_models  # noqa: PLC0415 - where nothing is looked for, nothing is read

    path = Path(words).expanduser()
    if not path.exists():
        for one in list_models(config, data):
            if words in (one.name, Path(one.path).stem, Path(one.path).name):
                return Path(one.path)
    return path

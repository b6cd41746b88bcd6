"""`reverie models`: which chat models are here, and which one is used."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.cleaning import clean_line
from tui.invocation import Invocation, data_dir_option, json_option, pass_invocation, put, put_json, say

if TYPE_CHECKING:
    from assistant.views import ModelChoice

DEFAULT_WORD = "default"


@click.group(invoke_without_command=True, short_help="List the models that are here; choose one.")
@json_option
@data_dir_option
@pass_invocation
@click.pass_context
def models(context: click.Context, invocation: Invocation, as_json: bool) -> None:  # noqa: FBT001
    r"""List the models that are here: size, memory need, longest context. Changes nothing by itself.

    Listed are the model that came with Reverie, the GGUF files in the data folder's `models`, and the one in use (*).

    \b
    Examples:
      reverie models
      reverie models use ~/Downloads/Qwen2.5-1.5B-Instruct-Q4_K_M.gguf
      reverie models use default
    """
    if context.invoked_subcommand is not None:
        return
    from assistant.models import BETTER_MODEL_WORDS, list_models  # noqa: PLC0415

    paths, config = invocation.locate()
    found = list_models(config, paths.data)
    if as_json:
        put_json({"models": [_json(one) for one in found]})
        return
    for one in found:
        put(f"{'*' if one.is_current else ' '} {_line(one)}")
    put(BETTER_MODEL_WORDS)


def _line(one: "ModelChoice") -> str:
    if one.has_problem:
        return clean_line(f"{one.name}: {one.has_problem}")
    origin = "came with Reverie" if one.is_default else one.path
    facts = (
        f"{one.size_bytes / 1e6:,.0f} MB",
        f"needs {one.memory_need_bytes / 1e6:,.0f} MB of memory",
        f"reads {one.n_ctx_train:,} tokens",
    )
    return clean_line(f"{one.name}: {', '.join(facts)} ({origin})")


def _json(one: "ModelChoice") -> dict[str, object]:
    return {
        "name": one.name,
        "path": one.path,
        "size_bytes": one.size_bytes,
        "memory_need_bytes": one.memory_need_bytes,
        "n_ctx_train": one.n_ctx_train,
        "quantisation": one.quantisation,
        "is_default": one.is_default,
        "is_current": one.is_current,
        "problem": one.has_problem,
    }


@models.command()
@click.argument("path")
@data_dir_option
@pass_invocation
def use(invocation: Invocation, path: str) -> None:
    r"""Use the GGUF file at PATH from now on, or the one that came with Reverie: `default`.

    Looks at the file first, then writes `model_path` into config.toml. A program that is open goes on with its model.

    \b
    Example:
      reverie models use ~/Downloads/Qwen2.5-1.5B-Instruct-Q4_K_M.gguf
    """
    from assistant.config import set_value  # noqa: PLC0415
    from assistant.model_fit import available_memory_bytes  # noqa: PLC0415
    from assistant.models import default_model_path, usable_model  # noqa: PLC0415

    paths, config = invocation.locate()
    is_default = path == DEFAULT_WORD
    choice = usable_model(default_model_path() if is_default else Path(path), config)
    set_value(paths.config_file, "model_path", None if is_default else choice.path)
    put(f"From now on: {_line(choice)}")
    if choice.memory_need_bytes > available_memory_bytes():
        say(
            f"It needs {choice.memory_need_bytes / 1e6:,.0f} MB of memory, more than is free now: expect a shorter context."
        )

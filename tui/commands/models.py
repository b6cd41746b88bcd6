"""`reverie models`: which chat models are here, which one is used, and how to get a better one."""

import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from assistant.cleaning import clean_line
from tui.invocation import (
    Invocation,
    clean_option,
    data_dir_option,
    is_terminal,
    json_option,
    pass_invocation,
    put,
    put_json,
    say,
)
from tui.model_lines import DEFAULT_WORD, model_line, model_place, offered_line

if TYPE_CHECKING:
    from assistant.config import Config
    from assistant.model_catalogue import OfferedModel
    from assistant.views import ModelChoice


@click.group(invoke_without_command=True, short_help="List the models; choose, add or download one.")
@json_option
@data_dir_option
@pass_invocation
@click.pass_context
def models(context: click.Context, invocation: Invocation, as_json: bool) -> None:
    r"""List the models that are here, and better ones to download. Changes nothing by itself.

    Listed are the model that came with Reverie, downloads, paths that you added, those of LM Studio and of the Hugging
    Face cache, and the one in use (*). A model fits, is tight or is too big for the memory that is free now.

    \b
    Examples:
      reverie models
      reverie models download Qwen2.5-1.5B
      reverie models use ~/Downloads/Qwen2.5-1.5B-Instruct-Q4_K_M.gguf
      reverie models use default
    """
    if context.invoked_subcommand is not None:
        return
    from assistant.model_catalogue import OFFERED  # noqa: PLC0415
    from assistant.model_fit import available_memory_bytes, total_memory_bytes  # noqa: PLC0415
    from assistant.model_places import waiting_bytes  # noqa: PLC0415
    from assistant.models import list_models  # noqa: PLC0415

    paths, config = invocation.locate()
    found = list_models(config, paths.data)
    free_bytes, total_bytes = available_memory_bytes(), total_memory_bytes()
    if as_json:
        put_json(
            {
                "models": [_json(one) for one in found],
                "offered": [_offered_json(one, config, free_bytes) for one in OFFERED],
                "memory_bytes": total_bytes,
                "free_memory_bytes": free_bytes,
            }
        )
        return
    for one in found:
        put(f"{'*' if one.is_current else ' '} {model_line(one)}")
    put(f"\nMemory: {free_bytes / 1e9:.1f} GB free of {total_bytes / 1e9:.1f}.")
    put("To download (reverie models download NAME):")
    here = {Path(one.path).name for one in found}
    for offered in (one for one in OFFERED if one.local_name not in here):
        put(f"  {offered_line(offered, config, free_bytes, waiting=waiting_bytes(offered, paths.models))}")


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
        "problem": one.problem,
        "room": str(one.room),
        "origin": one.origin.name.lower(),
    }


def _offered_json(one: "OfferedModel", config: "Config", free_bytes: int) -> dict[str, object]:
    return {
        "name": one.name,
        "repo": one.repo,
        "file": one.file_name,
        "licence": one.licence,
        "ram_gb": one.ram_gb,
        "room": str(one.room(config.n_ctx or None, free_bytes)),
        "words": one.words,
    }


@models.command()
@click.argument("path", metavar="PATH|NAME")
@data_dir_option
@pass_invocation
def use(invocation: Invocation, path: str) -> None:
    r"""Use the GGUF file at PATH from now on, a model of the list by its NAME, or the shipped one: `default`.

    Looks at the file first, then writes `model_path` into config.toml. A program that is open goes on with its model.

    \b
    Example:
      reverie models use ~/Downloads/Qwen2.5-1.5B-Instruct-Q4_K_M.gguf
    """
    from assistant.config_file import set_value  # noqa: PLC0415
    from assistant.model_fit import available_memory_bytes  # noqa: PLC0415
    from assistant.models import default_model_path, usable_model  # noqa: PLC0415

    paths, config = invocation.locate()
    is_default = path == DEFAULT_WORD
    choice = usable_model(default_model_path() if is_default else model_place(path, paths.data, config), config)
    set_value(paths.config_file, "model_path", None if is_default else choice.path)
    put(f"From now on: {model_line(choice)}")
    if choice.memory_need_bytes > available_memory_bytes():
        say(
            f"It needs {choice.memory_need_bytes / 1e6:,.0f} MB of memory, more than is free now: expect a shorter context."
        )


@models.command()
@click.argument("path")
@data_dir_option
@pass_invocation
def add(invocation: Invocation, path: str) -> None:
    r"""Put the GGUF file at PATH on the list. The file stays where it is.

    \b
    Example:
      reverie models add ~/Downloads/Qwen2.5-1.5B-Instruct-Q4_K_M.gguf
    """
    from assistant.models import add_model  # noqa: PLC0415

    paths, config = invocation.locate()
    put(f"Added: {model_line(add_model(config, paths.data, Path(path)))}")


@models.command()
@click.argument("name")
@click.option("--yes", "-y", is_flag=True, help="Do not ask before a file is deleted.")
@data_dir_option
@pass_invocation
def remove(invocation: Invocation, name: str, yes: bool) -> None:
    r"""Take a model off the list: a path that you added is forgotten, a download is deleted, after a question.

    \b
    Example:
      reverie models remove Qwen3-4B-Q4_K_M
    """
    from assistant.errors import NotFoundError  # noqa: PLC0415
    from assistant.models import list_models, remove_model  # noqa: PLC0415
    from assistant.views import ModelOrigin  # noqa: PLC0415
    from tui.invocation import is_wanted  # noqa: PLC0415

    paths, config = invocation.locate()
    wanted = clean_option(name)
    path = str(Path(wanted).expanduser().absolute())
    listed = list_models(config, paths.data)
    choice = next((one for one in listed if wanted in (one.name, Path(one.path).stem) or path == one.path), None)
    if choice is None:
        raise NotFoundError(f"There is no model {wanted!r} on the list.", "`reverie models` shows it.")
    is_file_lost = choice.origin is ModelOrigin.DOWNLOADED
    if is_file_lost and not yes and not is_wanted(f"Delete {choice.path} ({choice.size_bytes / 1e9:.1f} GB)?"):
        return
    remove_model(paths.data, choice)
    put(f"{'Deleted' if is_file_lost else 'Taken off the list'}: {clean_line(choice.path)}")


@models.command()
@click.argument("name")
@data_dir_option
@pass_invocation
def download(invocation: Invocation, name: str) -> None:
    r"""Download the model NAME of the list, or any file of the hub: OWNER/REPOSITORY/FILE.gguf.

    It goes into the data folder's `models`, checked by the hub's SHA-256. Ctrl+C stops; the next try goes on from
    there. HF_ENDPOINT names another hub. Nothing else of Reverie ever uses the network.

    \b
    Examples:
      reverie models download Qwen2.5-1.5B
      reverie models download Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf
    """
    from assistant.model_catalogue import find_offered  # noqa: PLC0415
    from assistant.model_download import Downloaded, Downloading, DownloadPaused, download_model  # noqa: PLC0415
    from tui.amounts import progress_words  # noqa: PLC0415
    from tui.progress import Progress  # noqa: PLC0415
    from tui.signals import signals_stop  # noqa: PLC0415

    offered = find_offered(clean_option(name))
    paths, _ = invocation.locate()
    stop = threading.Event()
    with signals_stop(stop), Progress(sys.stderr, is_shown=is_terminal(sys.stderr), quiet_s=0.2) as progress:
        progress.say(f"asking the hub for {offered.file_name}")
        for event in download_model(offered, paths.models, stop):
            match event:
                case Downloading():
                    progress.say(progress_words(event))
                case DownloadPaused():
                    progress.clear()
                    say(f"Stopped; {event.done_bytes / 1e6:,.0f} MB wait for the next try.")
                case Downloaded():
                    progress.clear()
                    put(f"Here now: {clean_line(str(event.path))}")
                    put(f"To use it: reverie models use {event.path.stem}")

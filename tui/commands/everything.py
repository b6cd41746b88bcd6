"""`reverie forget --everything`: what goes, the question, and the proof that nothing is left.

The one fact that a reader would get wrong: the word must be typed out. A "y" is given too easily for what has no undo.
"""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from assistant.errors import ConfigError
from assistant.paths import Paths, find_paths
from memory.rules.plurals import counted, memory_count
from tui.amounts import gigabytes
from tui.invocation import FAILED, Invocation, is_terminal, put, put_json, say

if TYPE_CHECKING:
    from assistant.erasing import Everything

WORD = "everything"
_NAMED = 10


def forget_everything(invocation: Invocation, *, should_ask: bool, as_json: bool) -> int:
    """Say what goes, ask, delete it, and say what is left; returns the exit status."""
    from assistant.erasing import erase_everything, find_everything  # noqa: PLC0415 - brings the store

    paths = _paths(invocation)
    found = find_everything(paths)
    if found.is_nothing:
        if as_json:
            put_json(_json(found, found))
        else:
            say(f"Nothing of Reverie is in {paths.data}.")
        return 0
    for line in _lines(found):
        put(line, is_aside=as_json)
    if should_ask and not _is_agreed():
        return FAILED
    left = erase_everything(paths)
    if as_json:
        put_json(_json(found, left))
    else:
        for line in _left_lines(left):
            put(line)
    for path in left.files:
        say(f"This could not be deleted: {path}")
    return FAILED if left.files else 0


def _paths(invocation: Invocation) -> Paths:
    """Find the folders, also where the settings in a folder that was named cannot be read: they are to go."""
    try:
        return invocation.locate()[0]
    except ConfigError:
        paths = find_paths(invocation.data_dir)
        if not paths.is_chosen:
            raise
        return paths


def _is_agreed() -> bool:
    if not is_terminal(sys.stdin):
        say("Nothing was changed: where nobody can be asked, this needs --yes.")
        return False
    if click.prompt(f'Type the word "{WORD}" to delete it', default="", show_default=False, err=True).strip() == WORD:
        return True
    say("Nothing was changed.")
    return False


def _lines(found: "Everything") -> Iterator[str]:
    yield f"This goes for good, from {found.folder}:"
    if found.chats is not None and found.memories is not None:
        yield f"- {counted(found.chats, 'chat')} and {memory_count(found.memories)}"
    elif any(path.name.startswith("reverie.db") for path in found.files):
        yield "- a database that cannot be read"
    if found.backups:
        yield f"- {counted(found.backups, 'backup')} of them"
    for path, size in found.models[:_NAMED]:
        yield f"- the downloaded model {path.name}, {gigabytes(size)}"
    if len(found.models) > _NAMED:
        more = found.models[_NAMED:]
        yield f"- {counted(len(more), 'further model')}, {gigabytes(sum(size for _, size in more))}"
    yield "- the log, locks and what downloads, drafts and temporary chats left there"
    if found.config_file is not None:
        yield f"- the settings: {found.config_file}"
    yield from _others_lines(found)
    added = "" if not found.added else f", {counted(found.added, 'model')} that you added by path"
    yield f"Elsewhere, and not touched: what you exported{added}, and the program itself."


def _others_lines(found: "Everything") -> Iterator[str]:
    """Name what is not Reverie's own."""
    for path in found.others[:_NAMED]:
        yield f"Not Reverie's, and left: {path}"
    if len(found.others) > _NAMED:
        yield f"and {len(found.others) - _NAMED:,} more"


def _left_lines(left: "Everything") -> Iterator[str]:
    if not left.files:
        yield (
            "Deleted. Nothing of Reverie is left there." if left.folder.exists() else "Deleted. The folder is gone too."
        )
    yield from _others_lines(left)


def _json(found: "Everything", left: "Everything") -> dict[str, object]:
    return {
        "chats": found.chats or 0,
        "memories": found.memories or 0,
        "backups": found.backups,
        "models": [path.name for path, _ in found.models],
        "settings": None if found.config_file is None else str(found.config_file),
        "left": [str(path) for path in left.files],
        "others": [str(path) for path in left.others],
    }

"""Writes a text in the user's own editor, with the terminal handed over meanwhile.

The one fact that a reader would get wrong: the text stands in a file while the editor runs, in a folder of its own that
only this user can read; the folder goes with everything that the editor left in it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from assistant.errors import AssistantError
from assistant.paths import temporary_prefix

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tui.widgets.composer import Composer

_USUAL = ("nano", "vim", "vi", "notepad")
_NO_SUSPEND = "an editor cannot be opened from this terminal"


def edit_outside(composer: Composer, refuse: Callable[[str], None]) -> None:
    """Have what stands in the input written in the user's own editor; the screen waits meanwhile.

    Args:
        composer: The input.
        refuse: Told why no editor can be opened here.

    Raises:
        AssistantError: as `editor_command` and `edit_text`; the text stays as it was.
    """
    command = editor_command()
    try:
        with composer.app.suspend():
            text = edit_text(composer.full_text, command)
    except SuspendNotSupported:
        refuse(_NO_SUSPEND)
        return
    composer.load(text)
    composer.focus()


def editor_command(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return the editor's command line: VISUAL, else EDITOR, else the first usual one that is there.

    Raises:
        AssistantError: there is none.
    """
    wanted = environment.get("VISUAL") or environment.get("EDITOR") or ""
    try:
        command = shlex.split(wanted, posix=os.name != "nt")
    except ValueError as error:
        raise AssistantError(f"VISUAL or EDITOR cannot be read: {wanted!r}.", "Check its quotes.") from error
    if command:
        return command
    found = next((path for name in _USUAL if (path := shutil.which(name))), None)
    if found is None:
        raise AssistantError("No editor was found.", "Set VISUAL or EDITOR to your editor's command.")
    return [found]


def edit_text(text: str, command: list[str]) -> str:
    """Let the user edit a text; returns it as it was saved, without the newline that editors add.

    Args:
        text: What the file holds at first.
        command: The editor; the file's path is added. It must not come back before the user is done.

    Raises:
        AssistantError: the editor cannot be started or failed, or saved no UTF-8; the text stays as it was.
    """
    with tempfile.TemporaryDirectory(prefix=temporary_prefix("editor-")) as folder:
        path = Path(folder) / "message.md"
        path.write_text(text, encoding="utf-8")
        try:
            code = subprocess.run([*command, str(path)], check=False).returncode  # noqa: S603 - the user's own editor
        except OSError as error:
            hint = "Set VISUAL or EDITOR to your editor's command."
            raise AssistantError(f"The editor {command[0]!r} cannot be started: {error.strerror}.", hint) from error
        if code != 0:
            raise AssistantError(f"The editor {command[0]!r} ended with an error ({code}).", "Your text is as it was.")
        try:
            return path.read_text(encoding="utf-8").rstrip("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise AssistantError("The editor left no text that can be read.", "Your text is as it was.") from error

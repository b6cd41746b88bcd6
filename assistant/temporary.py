"""A temporary chat: a store of its own in a folder that goes with it, beside the session and on the same model.

The one fact that a reader would get wrong: it neither remembers nor is remembered. It begins with an empty memory, and
what is said in it, banned in it or learned in it is in no file once it ends; a folder that a killed program left behind
goes at the next start.
"""

import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import psutil

from assistant.bootstrap import build_session
from assistant.model import ChatModel, GenerateRequest, GenerationEvent, ModelInfo, PromptMessage
from assistant.paths import process_of, temporary_prefix
from assistant.session import Session
from memory.embedder_pair import shipped_of

# Files there are memory, never a disk. Elsewhere the usual folder for temporary files must do.
_IN_MEMORY = Path("/dev/shm")  # noqa: S108 - the folder below it is made with a name of its own, for this user only
_log = logging.getLogger(__name__)


class BorrowedModel:
    """The model of another session, which alone may close it.

    Args:
        owner: Tells the owner's model of the moment; it may be changed while this one lives.
    """

    def __init__(self, owner: Callable[[], ChatModel]) -> None:
        self._owner = owner

    @property
    def info(self) -> ModelInfo | None:
        """What is loaded."""
        return self._owner().info

    @property
    def notices(self) -> tuple[str, ...]:
        """What was loaded otherwise than asked for."""
        return self._owner().notices

    def load(self, on_share: Callable[[float], None] | None = None) -> ModelInfo:
        """Load it, if it is not."""
        return self._owner().load(on_share)

    def unload(self) -> None:
        """Give its memory back."""
        self._owner().unload()

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each text."""
        return self._owner().count_tokens(texts)

    def count_prompt(self, messages: Sequence[PromptMessage]) -> int:
        """Count the tokens of a prompt."""
        return self._owner().count_prompt(messages)

    def generate(self, request: GenerateRequest) -> Iterator[GenerationEvent]:
        """Stream one reply."""
        return self._owner().generate(request)

    def warm(self, messages: Sequence[PromptMessage]) -> None:
        """Evaluate a prompt's stable part in the background."""
        self._owner().warm(messages)

    def cancel(self) -> None:
        """Stop the running generation."""
        self._owner().cancel()

    def close(self) -> None:
        """Do nothing: the owner ends it."""


def open_temporary(session: Session) -> Session:
    """Open a session with an empty store beside this one, on its model, clock and settings; one turn at a time in both.

    Raises:
        StoreError: there is no room for it.
    """
    folder = Path(tempfile.mkdtemp(prefix=temporary_prefix(), dir=_place()))
    config = replace(session.config, data_dir=str(folder), backup=False, dreams=False)
    try:
        # A space of the chosen embedder would need idle work first; and closing this session must not close that embedder.
        embedder = shipped_of(session.embedder)
        model = BorrowedModel(lambda: session.model)
        temporary = build_session(config, clock=session.clock, model=model, embedder=embedder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise

    def part() -> str:
        session.set_beside(None)
        return ""

    session.set_beside(temporary)
    temporary.at_close_once("part from the session", part)
    return temporary


def end_temporary(temporary: Session) -> None:
    """Close it, and delete everything that it stored."""
    try:
        temporary.close()
    finally:
        shutil.rmtree(temporary.folder, ignore_errors=True)


def remove_left_over() -> None:
    """Delete the folders of temporary chats whose program is gone."""
    for folder in left_over_folders():
        remove_folder(folder)
        _log.info("a temporary chat that was left over is deleted")


def left_over_folders() -> tuple[Path, ...]:
    """Return the temporary folders, of chats and of texts in an editor, whose program is gone."""
    places = dict.fromkeys(filter(None, (_place(), Path(tempfile.gettempdir()))))
    # Of a folder that cannot be listed `glob` yields nothing.
    return tuple(folder for place in places for folder in sorted(place.glob("*")) if _is_left_over(folder))


def remove_folder(folder: Path) -> None:
    """Delete a folder of a temporary chat with all that is in it."""
    shutil.rmtree(folder, ignore_errors=True)


def _is_left_over(folder: Path) -> bool:
    process_id = process_of(folder)
    return process_id is not None and not psutil.pid_exists(process_id) and _is_own(folder)


def _is_own(folder: Path) -> bool:
    return not folder.is_symlink() and (not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid())


def _place() -> Path | None:
    return _IN_MEMORY if _IN_MEMORY.is_dir() and os.access(_IN_MEMORY, os.W_OK) else None

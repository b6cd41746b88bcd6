"""The part of the hand-written assistant that imports.

The one fact that a reader would get wrong: no file is read. What a path holds is put there by a test, and both reading
and storing wait at a flag if a test gives one.
"""

import threading
from dataclasses import dataclass, field, replace

from assistant.errors import AssistantError
from assistant.file_import import FileImported, FileReport, OnStep
from assistant.unimporting import Imported
from memory.errors import ImportFileError

REPORT = (
    "ChatGPT export “export.zip”, 3 chats from 2023-04-02 to 2024-01-09:",
    "3 new, 1 left out; 6 turns and 5 memories to add.",
    "+ Night trains, 2023-04-02, 2 turns",
    "+ Pears, 2023-06-01, 3 turns",
    "+ Roses, 2024-01-09, 1 turn",
    "- left out: 3 system, tool and hidden messages",
    "! “untitled” is left out: it has no usable date (none at all, or only before 2000 or in the future)",
)


@dataclass
class FakeFile:
    """What a path holds: steps of a hundred that reading and storing take, and how each ends."""

    lines: tuple[str, ...] = REPORT
    is_empty: bool = False
    reading: threading.Event | None = None
    storing: threading.Event | None = None
    store_error: AssistantError | ImportFileError | None = None
    stored: int = field(default=0)
    is_over: threading.Event = field(default_factory=threading.Event)


class FakeImports:
    """Files, and what was imported."""

    def __init__(self) -> None:
        self.files: dict[str, FakeFile] = {}
        self.imported = Imported(0, 0)
        self.deleting: threading.Event | None = None
        self.did: list[str] = []
        self.unfinished = ""

    def read_import(self, path: str, on_step: OnStep, stop: threading.Event) -> FileReport:
        self.did.append(f"read {path}")
        if path not in self.files:
            raise ImportFileError(f"{path} does not exist.", "Check the path.")
        self.unfinished = path
        file = self.files[path]
        _wait(file.reading, on_step, stop)
        return FileReport(
            "chatgpt", file.lines, (), file.is_empty, stop.is_set(), lambda tell, flag: self._store(file, tell, flag)
        )

    def store_import(self, report: FileReport, on_step: OnStep, stop: threading.Event) -> FileImported:
        return report.apply(on_step, stop)

    def _store(self, file: FakeFile, on_step: OnStep, stop: threading.Event) -> FileImported:
        self.did.append("store")
        _wait(file.storing, on_step, stop)
        if file.store_error is not None:
            raise file.store_error
        file.stored += 1
        file.is_over.set()
        if stop.is_set():
            return FileImported(
                "Stopped after 2 turns, which stay. Import it again to go on.", {}, 2, 0, is_stopped=True
            )
        self.imported = Imported(3, 5)
        self.unfinished = ""
        return FileImported("Imported: 3 chats, 6 turns, 5 memories.", {}, 5, 0, lines=REPORT[2:5])

    def unfinished_import(self) -> str:
        return self.unfinished

    def count_imported(self) -> Imported:
        return self.imported

    def delete_imported(self, on_step: OnStep, stop: threading.Event) -> Imported:
        self.did.append("delete")
        _wait(self.deleting, on_step, stop)
        gone, self.imported = self.imported, replace(self.imported, chats=0, memories=0)
        return replace(gone, is_stopped=stop.is_set())


def _wait(gate: threading.Event | None, on_step: OnStep, stop: threading.Event) -> None:
    on_step(0.4, "40%")
    while gate is not None and not (gate.is_set() or stop.is_set()):
        gate.wait(0.01)

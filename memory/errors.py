"""Failures of the store and of imports, each with what happened and what to do."""


class StoreError(Exception):
    """Base of the layer's errors: `message` says what and where, `hint` what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class ExtensionError(StoreError):
    """No SQLite module here can do what is needed: load sqlite-vec, and forget the words of deleted rows."""


class NewerDatabaseError(StoreError):
    """The database was written by a newer version; it is left untouched."""


class DamagedDatabaseError(StoreError):
    """The database or a copy of it is damaged, as a query or a check found; the next start repairs what it can."""


class FolderError(StoreError):
    """The data folder or a file in it cannot be used: read-only, full, gone, not Reverie's alone, on a network drive."""


class BusyError(StoreError):
    """What is needed is in use: by another program, or by a reply that is being written."""


class TermError(StoreError):
    """A topic term that cannot be banned or pinned."""


class EmbedderError(StoreError):
    """The model that turns text into vectors cannot be loaded, or is of no use: it died, or its vectors tell nothing."""


class ImportFileError(StoreError):
    """A file that cannot be imported: unreadable, not JSON, or of a form that is not known."""

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
    """No SQLite module here can load sqlite-vec."""


class NewerDatabaseError(StoreError):
    """The database was written by a newer version; it is left untouched."""


class DamagedDatabaseError(StoreError):
    """The database file is damaged and no good backup could replace it."""


class FolderError(StoreError):
    """The data folder cannot be used: read-only, full, or on a network drive."""


class BusyError(StoreError):
    """Another program holds a lock that is needed."""


class TermError(StoreError):
    """A topic term that cannot be banned or pinned."""


class EmbedderError(StoreError):
    """The model that turns text into vectors cannot be loaded."""


class ImportFileError(StoreError):
    """A file that cannot be imported: unreadable, not JSON, or of a form that is not known."""

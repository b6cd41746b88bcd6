"""Failures that a user can act on, each with what happened and what to do."""


class AssistantError(Exception):
    """Base of the layer's errors: `message` says what and where, `hint` what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class ConfigError(AssistantError):
    """A config key or value that cannot be used."""


class ModelError(AssistantError):
    """The model cannot be loaded or cannot answer."""


class ModelNotFoundError(ModelError):
    """No file at the model's path."""


class ModelFileError(ModelError):
    """The file is no GGUF, or is damaged."""


class ModelMemoryError(ModelError):
    """The model needs more memory than there is."""


class DownloadError(AssistantError):
    """A model cannot be downloaded; what has come so far waits for the next try, unless it was damaged."""


class EngineDiedError(ModelError):
    """The engine process ended in the middle of a request."""


class ContextTooLongError(ModelError):
    """The prompt does not fit. `needed_tokens` and `available_tokens` are the numbers to show."""

    def __init__(self, message: str, hint: str, *, needed_tokens: int, available_tokens: int) -> None:
        super().__init__(message, hint)
        self.needed_tokens = needed_tokens
        self.available_tokens = available_tokens


class FileThereError(AssistantError):
    """A file stands where another is to be written."""


class UnfinishedError(AssistantError):
    """What was to be done at the end could not be done yet; says what is left and when it goes."""


class TurnRefusedError(AssistantError):
    """A message that is not accepted as a turn: blank, too long, or the chat is being answered elsewhere."""


class ReplyNotKeptError(AssistantError):
    """A reply is there, but could not be made a turn; its rows wait, and the next turn or start settles them."""


class NotFoundError(AssistantError):
    """An id or a name that names nothing."""

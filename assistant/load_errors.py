"""What llama.cpp says when it cannot load a model, as an error that a user can act on.

The one fact that a reader would get wrong: the first error is the cause; what follows only passes it on.
"""

from collections.abc import Sequence

from assistant.errors import ModelError, ModelFileError, ModelMemoryError

_OUT_OF_MEMORY_WORDS = ("alloc", "out of memory", "memory buffer")


def load_error(path: str, errors: Sequence[str]) -> ModelError:
    """Tell, by llama.cpp's own words, why a model was not loaded."""
    reason = errors[0].partition(": ")[2] or errors[0] if errors else "no reason was given"
    if any(word in line.lower() for line in errors for word in _OUT_OF_MEMORY_WORDS):
        return ModelMemoryError(
            f"llama.cpp could not get the memory for {path}: {reason}.",
            "Choose a smaller model or close other programs.",
        )
    return ModelFileError(f"llama.cpp cannot load {path}: {reason}.", "Choose another file or download it again.")

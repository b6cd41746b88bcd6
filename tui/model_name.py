"""What a model is called on the screens.

The one fact that a reader would get wrong: the shipped model calls itself "Smollm2 135M 8k Lc100K Mix1 Ep2", which tells
a user nothing. Others are called by the name in their file, or by the file's own.
"""

from pathlib import Path

from assistant.cleaning import clean_line
from assistant.model import ModelInfo

DEFAULT_NAME = "SmolLM2 135M"


def friendly_name(info: ModelInfo) -> str:
    """Return the name for the status line: short, and one that the user has seen before."""
    if info.is_default:
        return DEFAULT_NAME
    return clean_line(info.name).strip() or Path(info.path).stem

"""What a model is called on the screens.

The one fact that a reader would get wrong: the shipped model's file says "cosmo2 135M webinst sc2", which no user would
take for the SmolLM2 that they were told of. Others are called by the name in their file, or by the file's own.
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

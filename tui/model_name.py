"""What a model is called on the screens.

The one fact that a reader would get wrong: the shipped model calls itself "Smollm2 135M 8k Lc100K Mix1 Ep2", which tells
a user nothing. Others are called by the name in their file, or by the file's own.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from assistant.cleaning import clean_line
from tui import wording

if TYPE_CHECKING:
    from assistant.model import ModelInfo

DEFAULT_NAME = "SmolLM2 135M"
_SHIPPED = "Smollm2 135M 8k Lc100K Mix1 Ep2"
_SHORT_CHARACTERS = 24
_TUNING = re.compile(r"[-_ ](?:instruct|chat|it)\b.*$", re.IGNORECASE)  # every model here is tuned to answer


def friendly_name(info: "ModelInfo") -> str:
    """Return the name for the status line: short, and one that the user has seen before."""
    if info.is_default:
        return DEFAULT_NAME
    return clean_line(info.name).strip() or Path(info.path).stem


def short_name(name: str) -> str:
    """Return what a model's own name is shown as beside a reply of it, where there is little room."""
    if name == _SHIPPED:
        return DEFAULT_NAME
    return wording.shorten(_TUNING.sub("", clean_line(name).strip()), _SHORT_CHARACTERS)

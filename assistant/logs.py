"""The program's own log file, in the data folder where `forget` can reach it.

The one fact that a reader would get wrong: no user text goes into it above DEBUG, and DEBUG is never switched on here.
"""

import logging
import os
from pathlib import Path

_FORMAT = "%(asctime)s %(levelname)s %(name)s %(message)s"


def start_log(path: Path) -> None:
    """Send warnings and worse to `path` (0600, in a 0700 folder), once; without a log a traceback would hit the screen.

    A folder that cannot be written has been refused before this.
    """
    root = logging.getLogger()
    if any(isinstance(handler, logging.FileHandler) for handler in root.handlers):
        return
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.close(descriptor)
    handler = logging.FileHandler(path, encoding="utf-8")
    handler.setFormatter(logging.Formatter(_FORMAT))
    handler.setLevel(logging.WARNING)
    root.addHandler(handler)

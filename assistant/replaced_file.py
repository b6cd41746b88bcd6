"""A file that is written whole or not at all.

The one fact that a reader would get wrong: the new file is the user's alone (0600), whatever the old one's permissions
were, and a link at its place becomes a file.
"""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def replace_file(path: Path, pieces: Iterable[str]) -> None:
    """Write a text in UTF-8 in place of a file, or of none; its folder must be there.

    Args:
        path: The file. It stays as it is until the text is on the disk.
        pieces: The text, with the ends of lines that it is to have.

    Raises:
        OSError: it cannot be written; nothing is left behind, and nothing is changed. Likewise for what `pieces` raises.
    """
    # mkstemp makes the file 0600.
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise

"""Say in one line what is missing before anything is installed.

The one fact that a reader would get wrong: this runs on whatever Python there is, so it keeps to syntax that an old
one can parse.
"""

import importlib.util
import shutil
import sys

OLDEST = (3, 11)


def problems():
    """Return the missing things, each as one line that says what to install."""
    found = []
    if sys.version_info < OLDEST:
        found.append(
            "Python %d.%d is too old: install Python 3.11 or newer, then run: make PYTHON=python3.11 chat"
            % sys.version_info[:2]
        )
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        found.append("Python's venv module is missing: install it (Debian, Ubuntu: apt install python3-venv)")
    if not any(shutil.which(name) for name in ("cc", "gcc", "clang", "cl")) or not any(
        shutil.which(name) for name in ("c++", "g++", "clang++", "cl")
    ):
        found.append(
            "No C/C++ compiler, which llama.cpp is built with: install one "
            "(Debian, Ubuntu: apt install build-essential; Fedora: dnf install gcc-c++; macOS: xcode-select --install)"
        )
    return found


if __name__ == "__main__":
    lines = problems()
    for line in lines:
        sys.stderr.write("reverie: " + line + "\n")
    sys.exit(1 if lines else 0)

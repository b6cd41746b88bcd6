"""Which version of what is installed.

The one fact that a reader would get wrong: a package is asked for by its distribution's name, and never imported: to
import `llama_cpp` would load llama.cpp into this process.
"""

from importlib.metadata import PackageNotFoundError, version


def package_version(distribution: str) -> str:
    """Return the installed version, "" where it is not installed."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def reverie_version() -> str:
    """Return Reverie's own version; run from a checkout that is not installed, it has none to tell."""
    return package_version("reverie") or "(not installed)"

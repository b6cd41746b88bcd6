"""Drafts as text: what was written and not sent, and the message that may be part of it.

The one fact that a reader would get wrong: a message that is just being sent stands at the beginning of its chat's draft
until it is stored, so that a power cut finds it in one of the two places.
"""

from os.path import commonprefix

_BETWEEN = "\n\n"


def joined(*texts: str) -> str:
    """Put texts one after another, blank ones left out."""
    return _BETWEEN.join(text for text in texts if text.strip())


def begins_with(draft: str, text: str) -> bool:
    """Tell whether a draft holds a message as its first part."""
    return draft == text or draft.startswith(f"{text}{_BETWEEN}")


def without(draft: str, text: str) -> str:
    """Take a message that was stored out of a draft; another draft stays as it is."""
    return draft.removeprefix(text).lstrip("\n") if begins_with(draft, text) else draft


def put_back(draft: str, text: str) -> str:
    """Put a message that became no turn before what was written since, unless it is there already."""
    return draft if begins_with(draft, text) else joined(text, draft)


def written_since(before: str, now: str) -> str:
    """Return what a text holds that an earlier one did not: what stands between their common beginning and end."""
    start = len(commonprefix((before, now)))  # noqa: RUF071 - of texts, character by character
    end = len(commonprefix((before[start:][::-1], now[start:][::-1])))  # noqa: RUF071
    return now[start : len(now) - end].strip()

"""Numbers with their nouns.

The one fact that a reader would get wrong: nothing is guessed. A noun whose plural is no "s" has to bring its own.
"""


def counted(number: int, noun: str, nouns: str = "") -> str:
    """Return "1 turn", "1,204 turns"; with `nouns`, "2 memories"."""
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"


def memory_count(number: int) -> str:
    """Return "1 memory", "2 memories"."""
    return counted(number, "memory", "memories")

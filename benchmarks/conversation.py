"""Made-up sentences for benchmarks: the same on every run."""

_PLACES = (
    "garden",
    "kitchen",
    "market",
    "office",
    "school",
    "village",
    "harbour",
    "station",
    "bakery",
    "library",
    "church",
)
_THINGS = (
    "river",
    "bicycle",
    "winter",
    "letter",
    "train",
    "window",
    "story",
    "coffee",
    "recipe",
    "bread",
    "blanket",
    "song",
    "lantern",
)


def sentences(first: int, n_sentences: int) -> str:
    """Write sentences of fifteen words; each number gives another one, up to 143."""
    return " ".join(
        f"I think that the {_PLACES[number % len(_PLACES)]} near our house was like a {_THINGS[number % len(_THINGS)]} "
        f"that day."
        for number in range(first, first + n_sentences)
    )

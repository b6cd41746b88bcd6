"""The shape of a language's table of phrases, by which `memory.rules.kinds` tells statements apart.

The one fact that a reader would get wrong: patterns meet plain text (`sentences.plain`): lower case, no accents, one kind
of apostrophe, no end marks. They are searched anywhere in a sentence; what stands before a hit can still void it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KindPhrases:
    """One language's phrases, as verbose regular expressions: a blank to match is written as backslash blank.

    Args:
        identity: Lasting statements about the user and their people, animals, home, work, health, things.
        preference: Likes, dislikes, favourites, wants of manner.
        commitment: Promises, plans, appointments, deadlines.
        fact: Events and particulars.
        apology: An apology anywhere in the sentence.
        greeting: A whole sentence that greets or takes leave.
        question: How a clause starts that asks or requests something.
        filler: A whole sentence that only keeps the talk going ("sounds great").
        voids: What a hit's clause must not hold before it, or at its first word: "if", "do I" as in "do I like".
    """

    identity: str
    preference: str
    commitment: str
    fact: str
    apology: str
    greeting: str
    question: str
    filler: str
    voids: str

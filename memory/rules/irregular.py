"""English verbs that no stemmer brings together: who asks what they "did buy" means what they "bought".

The one fact that a reader would get wrong: forms that are another common word ("left", "found", "lay", "saw") stand here
all the same. They cost a false hit of little weight, their absence costs the answer.
"""

from collections.abc import Mapping

_VERBS = """
    become became, begin began begun, bite bit bitten, blow blew blown, break broke broken, bring brought, build built,
    burn burnt, buy bought, catch caught, choose chose chosen, come came, cut cut, deal dealt, dig dug, draw drew drawn,
    dream dreamt, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt,
    fight fought, find found, fly flew flown, forget forgot forgotten, forgive forgave forgiven, freeze froze frozen,
    get got gotten, give gave given, go went gone, grow grew grown, hang hung, hear heard, hide hid hidden, hold held,
    keep kept, kneel knelt, know knew known, lead led, lean leant, learn learnt, leave left, lend lent, lie lay lain,
    light lit, lose lost, make made, mean meant, meet met, mistake mistook mistaken, pay paid, ride rode ridden,
    ring rang rung, rise rose risen, run ran, see saw seen, seek sought, sell sold, send sent, sew sewn,
    shake shook shaken, shine shone, shoot shot, show shown, shrink shrank shrunk, sing sang sung, sink sank sunk,
    sit sat, sleep slept, speak spoke spoken, spend spent, spill spilt, spin spun, stand stood, steal stole stolen,
    stick stuck, strike struck stricken, swear swore sworn, sweep swept, swim swam swum, swing swung, take took taken,
    teach taught, tear tore torn, think thought, throw threw thrown, understand understood, wake woke woken,
    wear wore worn, weave wove woven, win won, write wrote written
"""


def _others() -> Mapping[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for verb in _VERBS.split(","):
        forms = dict.fromkeys(verb.split())
        for form in forms:
            table[form] = (*table.get(form, ()), *(one for one in forms if one != form))
    return table


_OTHERS = _others()


def irregular_forms(word: str) -> tuple[str, ...]:
    """Return the other forms of an irregular English verb: "buy" -> "bought"; nothing for any other word.

    Inflections that keep the verb's beginning ("buys", "buying", "choosing" beside "choose") are the stemmer's business,
    of this word and of each that is returned.
    """
    base = (
        word if word in _OTHERS else word.removesuffix("s") if word.removesuffix("s") in _OTHERS else _of_gerund(word)
    )
    if base == word:
        return _OTHERS.get(word, ())
    return tuple(one for one in (base, *_OTHERS.get(base, ())) if one != word)


def _of_gerund(word: str) -> str:
    """Return the verb of an -ing form: "buying" -> "buy", "choosing" -> "choose", "swimming" -> "swim"; else the word."""
    if not word.endswith("ing"):
        return word
    bare = word[:-3]
    return next((one for one in (bare, f"{bare}e", bare[:-1]) if one in _OTHERS), word)

"""Asked or associative: does a message ask for something from the past?

The one fact that a reader would get wrong: a miss and a false alarm cost different things. Asked mode bypasses the
cooldown and renews what it shows, so a message that merely mentions "my" must not be asked; but a question about the
user's own life that is not recognised meets the cooldown and may go unanswered. So the patterns want a question word
*and* the user's own past or lasting state, and give up on advice ("the best way", "some ideas"), on modals ("should",
"can") and on the thing at hand ("this code", "wrong with"). "How many/much/long/often/old" with "my", or with I/we and a
past or stative verb, asks for the past as "what" and "when" do; "how do/should/can I" asks for advice.
"""

import re

from memory.records import Mode
from memory.rules.mode_phrases import ENGLISH, ModePhrases
from memory.rules.mode_phrases_abroad import ABROAD
from memory.rules.sentences import Sentence, examined, pattern, sentences

_RECALL_COMMAND = re.compile(r"\s*/recall\b", re.IGNORECASE)


def mode_of(text: str) -> Mode:
    """Decide how to retrieve for a user's message: asked if any of its sentences asks for the past.

    "What do I like to drink?" is asked; "what should I cook tonight" and "remind me to call Ann" are associative.
    """
    if _RECALL_COMMAND.match(text):
        return Mode.ASKED
    for sentence in sentences(examined(text)):
        if any(_asks_for_the_past(sentence, phrases) for phrases in (ENGLISH, *ABROAD)):
            return Mode.ASKED
    return Mode.ASSOCIATIVE


def _asks_for_the_past(sentence: Sentence, phrases: ModePhrases) -> bool:
    """Tell whether one sentence asks for the past by the phrases of one language."""
    words = sentence.plain
    if pattern(phrases.asks).search(words):
        return True
    if sentence.is_question_marked and pattern(phrases.asks_if_marked).search(words):
        return True
    if pattern(phrases.not_past).search(words):
        return False
    if pattern(phrases.asks_own_past).search(words):
        return True
    return not sentence.is_closed and pattern(phrases.asks_own_things).search(words) is not None

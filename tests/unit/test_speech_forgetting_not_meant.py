"""Sentences that speak of forgetting and order none: written before the rules for forgetting in plain words were read."""

import pytest

from memory.rules.speech import read_orders
from memory.rules.speech_forgetting import FORGETTING

NOT_MEANT = (
    "I will never forget that I was allergic to everything as a child.",
    "Don't forget that I am allergic to peanuts.",
    "Please don't forget what I told you about my sister.",
    "Never forget that I told you this in confidence.",
    "Forget that, let's talk about the garden instead.",
    "I forget what I said about the boiler.",
    "I always forget what I just told people.",
    "Forget it.",
    "Oh, forget it, it's not important.",
    "Did you forget that I am vegetarian?",
    "Why do you forget everything I tell you?",
    "Sometimes I want to forget everything and move to the coast.",
    "My grandmother began to forget everything about me.",
    "How could I forget what you told me?",
    "I can't forget what he said about my cooking.",
    "Let's not forget that I have a train to catch.",
    "People forget that I was a nurse before this.",
    "You forget that I don't eat meat.",
    "You tend to forget what I just told you.",
    "If you forget that I am allergic, dinner will end badly.",
    "She asked me to forget what I said about her job.",
    "He told me: forget everything you know about me.",
    "Forget everything you know about sourdough, this recipe is different.",
    "Forget everything you've heard about rye, it is easy to bake.",
    "I almost forgot my last message to the landlord.",
    "I'd hate to forget my peanut allergy card at home.",
    "How do I make my phone forget my wifi password?",
    "Can you forget things?",
    "What happens when I ask you to forget everything?",
    "Do you ever forget that I told you something?",
    "It would be easy to forget that I once lived in Oslo.",
    "Forget that I asked how you are, I mean: how is the weather?",
    "Forget what I said earlier, I'll take the train after all, which one is cheaper?",
    "Forget the diet, I want cake!",
    "Before I forget: my sister is coming on Friday.",
    "Translate 'forget what I said about you' into Dutch.",
    'In the song she sings "forget everything you know about me".',
    "Write a poem that begins with forget that I loved you.",
    "I wish you could forget what I did last summer.",
    "Maybe I should forget about the marathon.",
    "I tried to forget about Daan for years.",
    "Time to forget my worries and sleep.",
    "Vergeet niet dat ik allergisch ben voor pinda's.",
    "Ik vergeet altijd wat ik over mijn werk heb gezegd.",
    "Laat maar, vergeet het.",
    "Waarom vergeet je alles wat ik zeg?",
    "Vergiss nicht, dass ich gegen Nüsse allergisch bin.",
    "Ich vergesse ständig, was ich gesagt habe.",
    "Vergiss es.",
    "Meine Oma vergisst alles über mich.",
    "N'oublie pas que je suis allergique aux arachides.",
    "J'oublie toujours ce que je viens de dire.",
    "Laisse tomber, oublie ça.",
    "Je n'oublierai jamais que tu m'as aidé.",
    "No olvides que soy alérgico a los cacahuetes.",
    "Siempre olvido lo que dije sobre mi trabajo.",
    "Olvídalo, no importa.",
    "¿Por qué olvidas todo lo que te digo?",
    "Nunca olvidaré que me ayudaste.",
    "Wat gebeurt er als ik zeg: vergeet alles over mij?",
)


@pytest.mark.parametrize("sentence", NOT_MEANT)
def test_what_speaks_of_forgetting_is_no_order_to_forget(sentence: str) -> None:
    assert not [one for one in read_orders(sentence) if isinstance(one, FORGETTING)]

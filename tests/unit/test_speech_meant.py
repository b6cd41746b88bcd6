"""Orders that are not meant: denied, a threat, a joke, a line of code or of a list."""

import pytest

from memory.rules.speech import read_orders

NEGATED = """
Vergiss meinen Geburtstag nicht
Vergiss bitte meinen Termin nicht!
Vergeet mijn verjaardag niet
Oublie mon anniversaire et je te tue
Vergiss meinen Namen ja nicht.
Vergiss meine Katze bloß nicht!
Vergiss unseren Hochzeitstag nie
Vergiss meinen Geburtstag nicht, bitte
Vergiss meinen Geburtstag nicht schon wieder!
Vergiss meinen Geburtstag niemals
Vergiss meinen Geburtstag und ich bringe dich um
Vergiss meinen Geburtstag und du bist tot
Vergiss meinen Geburtstag, und du wirst es bereuen
Vergiss meinen Geburtstag, sonst gibt es Ärger
Vergiss meinen Geburtstag oder ich gehe
Vergeet mijn verjaardag nooit
Vergeet alsjeblieft mijn afspraak niet
Vergeet onze trouwdag niet weer!
Vergeet mijn verjaardag en ik vermoord je
Vergeet mijn verjaardag en je bent dood
Vergeet mijn verjaardag niet, hoor
Oublie mon anniversaire et tu es mort
Oublie mon anniversaire et tu verras
Oublie mon anniversaire ou je pars
Oublie mon anniversaire et c'est fini
Oublie mon anniversaire, je te quitte
Oublie jamais mon anniversaire
Oublie pas mon anniversaire
Oublie mon anniversaire encore une fois et je m'en vais
Olvida mi cumpleaños y te mato
Olvida mi cumpleaños y verás
Olvida mi cumpleaños y eres hombre muerto
Olvida mi cumpleaños y me voy
No olvides mi cumpleaños
Forget my birthday and die
Forget my birthday and see
Forget my birthday and I'll kill you
Forget my birthday and you're dead
Forget my birthday, I dare you
Forget my birthday at your peril
Forget our anniversary or sleep on the couch
Forget my birthday not
Forget my birthday again and suffer the consequences
Forget my birthday one more time!
Forget Rex and die
Erwähne Rex nicht nie wieder
Vergiss meine Mutter nicht!
Vergiss meine Worte nicht
Vergiss unseren Termin morgen nicht
Vergiss meine Adresse auf keinen Fall
Vergiss meinen Geburtstag und stirb
Vergiss meinen Namen und wir sind geschiedene Leute
Vergiss alles über Rex nicht
Vergiss nicht meinen Geburtstag
Vergeet mijn naam niet
Vergeet ons feest niet, schat
Vergeet mijn verjaardag en er zwaait wat
Vergeet mijn verjaardag en sterf
Vergeet mijn adres vooral niet
Vergeet alles over Rex niet
Oublie notre anniversaire et on divorce
Oublie mon nom et ça va mal finir
Oublie mon anniversaire et gare à toi
Oublie mon anniversaire et crève
Oublie mon adresse et adieu
Olvida mi cumpleaños y ya verás
Olvida mi nombre y no te hablo más
Olvida mi cumpleaños y muere
Olvida mi cumpleaños o me enfado
Olvida mi cumpleaños y adiós
Forget my birthday and you'll see
Forget my birthday and there will be tears
Forget my birthday and goodbye
Forget our anniversary and find yourself a lawyer
Forget my name and pay the price
Could you forget my birthday and live?
vergiss meinen geburtstag nicht
Vergiss meine Tabletten nicht!!
Hey, vergiss meine Mutter nicht
Vergiss mein Geschenk nicht 😉
Vergiss meinen Zahnarzttermin am Freitag nicht
vergeet mijn verjaardag niet hè
Vergeet mijn boek niet mee te nemen
Vergeet mijn verjaardag en je krijgt niks
Oublie mon anniversaire et je ne te parle plus
Oublie mes clés et t'es viré
Olvida mi cumpleaños y te vas a enterar
Olvida mi cumpleaños nunca
Forget my birthday, and you will regret it
Forget my birthday and heads will roll
""".strip().splitlines()
TAKEN_BACK = """
Stop talking about Rex, not on your life
Stop talking about Rex... never heard a worse idea
Stop talking about Rex, just kidding
Could you stop talking about Rex?  No, just kidding.
Stop talking about Rex lol jk
Stop talking about Rex... lol jk
Stop talking about Rex /s
Stop talking about Rex. /s
Stop talking about Rex. Just kidding!
Stop talking about Rex haha
Stop talking about Rex, joking of course
Stop talking about Rex - I'm only joking
Stop talking about Rex, I don't mean that
Stop talking about Rex. I didn't mean that.
Stop talking about Rex... NOT
Stop talking about Rex. Not!
Stop talking about Rex, as if!
Stop talking about Rex? Never!
Stop talking about Rex, nah
Stop talking about Rex, no way
Stop talking about Rex... yeah right
Stop talking about Rex. Yeah, right.
Stop talking about Rex, I would never want that
Stop talking about Rex. Scratch that.
Stop talking about Rex - or rather don't
Stop talking about Rex, actually don't
Stop talking about Rex. On second thought, keep going.
Stop talking about Rex, said nobody ever
Stop talking about Rex. He is so boring. Kidding!
Could you please stop talking about Rex? jk
Could you stop talking about Rex? Nah, I love him.
Stop talking about Rex 😜
Ban Rex. Just kidding
Forget my phone number, just kidding
Forget about Rex lol
Don't mention Rex again, never would I want that
Stop talking about Rex, it was a joke
Stop talking about Rex (just kidding)
Stop talking about Rex (not!)
Stop talking about Rex, nothing could be further from my mind
Remember that I'm a vampire, just kidding
Rede nicht mehr über Rex, war nur Spaß
Rede nicht mehr über Rex. War nur ein Scherz!
Rede nicht mehr über Rex, Scherz
Rede nicht mehr über Rex, niemals im Leben
Rede nicht mehr über Rex... nein, Quatsch
Rede nicht mehr über Rex, nicht im Ernst
Rede nicht mehr über Rex haha
Arrête de parler de Rex, je plaisante
Arrête de parler de Rex. Je rigole !
Arrête de parler de Rex, mdr
Arrête de parler de Rex, jamais de la vie
Arrête de parler de Rex... non, c'est une blague
Arrête de parler de Rex, pas du tout
Deja de hablar de Rex, es broma
Deja de hablar de Rex. ¡Era broma!
Deja de hablar de Rex jajaja
Deja de hablar de Rex, ni en sueños
Deja de hablar de Rex, nunca en la vida
Hou op over Rex, grapje
Hou op over Rex. Geintje!
Praat niet meer over Rex, nee hoor
Praat niet meer over Rex, nooit van mijn leven
Stop talking about Rex, gotcha
Stop talking about Rex, april fools
Stop talking about Rex. April fools!
Stop talking about Rex, or don't
Stop talking about Rex, or not, whatever
Stop talking about Rex, only teasing
Stop talking about Rex. Just messing with you.
Stop talking about Rex, just pulling your leg
Stop talking about Rex lmao
Stop talking about Rex, hahaha
Stop talking about Rex :P jk
Stop talking about Rex... no, don't
Stop talking about Rex, no don't
Stop talking about Rex, wait, no
Stop talking about Rex. Wait, no, keep talking.
Stop talking about Rex. I take that back.
Stop talking about Rex, over my dead body
Stop talking about Rex, when hell freezes over
Stop talking about Rex, in your dreams
Stop talking about Rex, fat chance
Stop talking about Rex, yeah sure
Stop talking about Rex, never ever
Stop talking about Rex? Are you kidding? Never.
Could you stop talking about Rex? No, wait, go on.
Stop talking about Rex. But not really.
Stop talking about Rex, I don't really mean it
Stop talking about Rex. That would be a shame.
Stop talking about Rex, that would be a shame
Stop talking about Rex, said no one ever
Stop talking about Rex! (That was a joke.)
Forget my address, kidding
Forget my address. Nope, keep it.
Rede nicht mehr über Rex, kleiner Scherz
Rede nicht mehr über Rex, von wegen
Rede nicht mehr über Rex. Nein, doch nicht.
Rede nicht mehr über Rex, ach nein, doch
Rede nicht mehr über Rex, nur Spaß
Rede nicht mehr über Rex lol
Arrête de parler de Rex, c'est pour rire
Arrête de parler de Rex, non je blague
Arrête de parler de Rex, tu parles
Arrête de parler de Rex. Mais non, je plaisante !
Arrête de parler de Rex ptdr
Deja de hablar de Rex, estoy bromeando
Deja de hablar de Rex, no, es mentira
Deja de hablar de Rex, ni hablar
Deja de hablar de Rex jeje
Hou op over Rex, ik maak maar een grapje
Hou op over Rex, nee joh
Hou op over Rex, geintje hoor
Hou op over Rex haha
Stop talking about Rex. Haha.
Stop talking about Rex, ha ha
Stop talking about Rex. I jest.
Stop talking about Rex, I kid, I kid
Stop talking about Rex. Nah.
Stop talking about Rex... nope
Stop talking about Rex, said in jest
Stop talking about Rex? Nope!
Stop talking about Rex, hell no
Stop talking about Rex. Hell no!
Stop talking about Rex, why would I want that
Stop talking about Rex, who would want that?
Stop talking about Rex. On the contrary, tell me more.
Stop talking about Rex, on the contrary
Stop talking about Rex, quite the opposite
Stop talking about Rex, I'd hate that
Stop talking about Rex, if you must
Stop talking about Rex, or keep going
Stop talking about Rex. You know I don't mean it.
Stop talking about Rex, I'm not being serious
Could you stop talking about Rex? Actually, no.
Could you stop talking about Rex? Just joking, love him!
Rede nicht mehr über Rex, im Gegenteil
Rede nicht mehr über Rex, ich mache nur Spaß
Rede nicht mehr über Rex, das meine ich nicht ernst
Arrête de parler de Rex, je déconne
Arrête de parler de Rex, au contraire
Arrête de parler de Rex, je ne suis pas sérieux
Deja de hablar de Rex, no va en serio
Deja de hablar de Rex, al contrario
Hou op over Rex, integendeel
Hou op over Rex, ik meen het niet
""".strip().splitlines()
WRITTEN_DOWN = [
    "~~~\nStop talking about Rex\n~~~",
    "~~~\nStop talking about Rex",
    "Here is my file:\n\n    Stop talking about Rex\n    Call mom",
    "    Stop talking about Rex",
    "\tStop talking about Rex",
    "1. Stop talking about Rex\n2. Call mom",
    "1) Stop talking about Rex\n2) Call mom",
    "- Stop talking about Rex\n- Call mom",
    "* Stop talking about Rex\n* Call mom",
    "+ Stop talking about Rex",
    "• Stop talking about Rex\n• Call mom",
    "a) Stop talking about Rex\nb) Call mom",
    "(1) Stop talking about Rex\n(2) Call mom",
    "My resolutions\n1. Stop talking about Rex\n2. Eat less",
    "- [ ] Stop talking about Rex",
    "10. Stop talking about Rex",
    "1. Rede nicht mehr über Rex\n2. Mama anrufen",
    "1. Arrête de parler de Rex\n2. Appeler maman",
    "1. Deja de hablar de Rex\n2. Llamar a mamá",
    "1. Hou op over Rex\n2. Mama bellen",
    "~~~python\nRede nicht mehr über Rex\n~~~",
    "````\nStop talking about Rex\n````",
    "  1. Stop talking about Rex\n  2. Call mom",
    "1.Stop talking about Rex\n2.Call mom",
    "1: Stop talking about Rex",
    "1 - Stop talking about Rex\n2 - Call mom",
    "<pre>\nStop talking about Rex\n</pre>",
    "Todo:\n1) Call mom\n2) Stop talking about Rex",
    "2. Stop talking about Rex",
    "i. Stop talking about Rex\nii. Call mom",
    "A. Stop talking about Rex\nB. Call mom",
    "1 . Stop talking about Rex",
    "#1 Stop talking about Rex",
    "Step 1. Stop talking about Rex",
    "Rule 1. Stop talking about Rex\nRule 2. Be kind",
    "1️⃣ Stop talking about Rex",
    "– Stop talking about Rex\n– Call mom",
    "[ ] Stop talking about Rex",
    "> 1. Stop talking about Rex",
    "   ~~~\nStop talking about Rex\n   ~~~",
    "Rules for dinner\n\n1. Stop talking about Rex.\n\n2. Eat.",
    "\n\n    Stop talking about Rex\n",
    "        Stop talking about Rex",
    "Look:\n\n\tStop talking about Rex",
    "1. Vergiss meine Adresse\n2. Milch",
    "~~~\nOublie mon adresse\n~~~",
    "    Olvida mi dirección",
    "1. Vergeet mijn adres",
]


@pytest.mark.parametrize("message", NEGATED)
def test_do_not_forget_and_forget_and_you_will_see_forget_nothing(message: str) -> None:
    assert read_orders(message) == ()


@pytest.mark.parametrize("message", TAKEN_BACK)
def test_order_that_is_taken_back_or_a_joke_is_none(message: str) -> None:
    assert read_orders(message) == ()


@pytest.mark.parametrize("message", WRITTEN_DOWN)
def test_code_and_items_of_a_list_are_not_spoken(message: str) -> None:
    assert read_orders(message) == ()

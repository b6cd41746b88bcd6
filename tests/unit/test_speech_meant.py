"""Orders that are not meant: denied, a threat, a joke."""

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
Vergiss meinen Bruder nicht abzuholen
Vergiss meine Blumen nicht zu gießen
Vergiss meinen Hochzeitstag bloß nicht wieder, ja
Vergiss meinen Geburtstag und es knallt
Vergeet mijn moeder niet te bellen
Vergeet mijn bloemen niet water te geven
Vergeet mijn naam en we zijn klaar
Oublie mon anniversaire et gare à tes fesses
Oublie mon anniversaire, sinon je crie
Olvida mi cumpleaños, que te mato
Olvida mi cumpleaños y no vuelvo
Forget my birthday if you dare
Forget my birthday and sleep outside
Forget our date and I'm gone
Forget my phone number? Never!
Vergiss meine Einkaufsliste nicht zu Hause
Vergiss meine Tochter niemals
Vergeet mijn sleutels niet mee te nemen
Vergeet mijn verjaardag en ik praat nooit meer met je
Oublie mon nom et je t'oublie aussi
Oublie ma fête et tu dors dehors
Olvida mi nombre y olvido el tuyo
Olvida mi aniversario y duermes fuera
Forget my mom and cook dinner
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
Stop talking about Rex, ironically speaking
Stop talking about Rex, I was only testing you
Stop talking about Rex. This is only a test.
Stop talking about Rex, to be ironic
Stop talking about Rex... just testing
Stop talking about Rex, don't you dare
Stop talking about Rex. Don't you dare!
Stop talking about Rex, please don't
Stop talking about Rex. No, please don't.
Stop talking about Rex, it's a lie
Stop talking about Rex, you must be mad
Stop talking about Rex. I changed my mind.
Stop talking about Rex, forget what I just said
Stop talking about Rex. Forget I said that.
Stop talking about Rex. Ignore that.
Stop talking about Rex. Disregard my last sentence.
Stop talking about Rex. Oops, wrong chat.
Stop talking about Rex, oops wrong window
Stop talking about Rex, undo
Ban Rex, or maybe not
Ban Rex, haha
Forget about Rex, oh wait, don't
Rede nicht mehr über Rex, ach vergiss es
Rede nicht mehr über Rex. War ein Test.
Rede nicht mehr über Rex, das war gelogen
Arrête de parler de Rex, laisse tomber
Arrête de parler de Rex. C'était un test.
Deja de hablar de Rex, olvídalo
Deja de hablar de Rex. Era una prueba.
Hou op over Rex, laat maar
Hou op over Rex. Dat was een test.
Stop talking about Rex, bazinga
Stop talking about Rex, I'm pranking you
Stop talking about Rex. Tricked you!
Stop talking about Rex. Fooled you!
Stop talking about Rex. Actually, keep on about him.
Stop talking about Rex. Or maybe don't.
Stop talking about Rex, what a silly request
Stop talking about Rex, it'd break my heart
Stop talking about Rex... you'd like that, wouldn't you
Stop talking about Rex, I lied
Stop talking about Rex. Sorry, I take it back.
Stop talking about Rex. Sorry, ignore me.
Rede nicht mehr über Rex, reingelegt!
Rede nicht mehr über Rex. Spaß!
Arrête de parler de Rex. Je t'ai eu !
Deja de hablar de Rex. Te lo creíste.
Hou op over Rex. Grapje!
""".strip().splitlines()


@pytest.mark.parametrize("message", NEGATED)
def test_do_not_forget_and_forget_and_you_will_see_forget_nothing(message: str) -> None:
    assert read_orders(message) == ()


@pytest.mark.parametrize("message", TAKEN_BACK)
def test_order_that_is_taken_back_or_a_joke_is_none(message: str) -> None:
    assert read_orders(message) == ()

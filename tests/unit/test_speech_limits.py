"""Orders for a time, in a manner or in a company: none is a ban for good. A signed one is a quotation."""

import pytest

from memory.rules.speech import read_orders

PASSING = """
Stop talking about Rex for five minutes
Stop talking about Rex this week
Stop talking about Rex in the third person
Stop talking about Rex negatively
Stop talking about Rex as a cat
Stop talking about Rex — Mom
Stop talking about Rex - Mom
Stop talking about Rex -Mom
Stop talking about Rex for an hour
Stop talking about Rex for now
Stop talking about Rex for the rest of the day
Stop talking about Rex this evening
Stop talking about Rex next week
Stop talking about Rex on Mondays
Stop talking about Rex at dinner
Stop talking about Rex at night
Stop talking about Rex in public
Stop talking about Rex in German
Stop talking about Rex in rhymes
Stop talking about Rex in capital letters
Stop talking about Rex in that tone
Stop talking about Rex to my kids
Stop talking about Rex to Anna
Stop talking about Rex by name
Stop talking about Rex with your mouth full
Stop talking about Rex with such enthusiasm
Stop talking about Rex over breakfast
Stop talking about my ex in the mornings
Stop talking about my ex behind my back
Stop talking about my ex all day
Stop talking about my ex so loudly
Stop talking about Rex sarcastically
Stop talking about Rex till Friday
Stop talking about Rex in every sentence
Stop talking about Rex every day
Stop talking about Rex for once
Stop talking about Rex for a second
Stop talking about Rex and listen
Stop talking about Rex and start talking about Max
Stop talking about Rex and go to sleep
Stop talking about Rex and help me
Don't talk about Rex for ten minutes again
Stop talking about Rex as though he were dead
Stop talking about Rex here
Stop talking about Rex, this week only
Rede nicht mehr über Rex diese Woche
Rede nicht mehr über Rex in der dritten Person
Rede nicht mehr über Rex als Katze
Erwähne Rex heute nicht mehr
Erwähne Rex diese Woche nicht mehr
Rede nicht mehr über Rex für fünf Minuten
Rede nicht mehr über Rex beim Essen
Rede nicht mehr über Rex — Mama
Rede nicht mehr über Rex und hör zu
Rede nicht mehr so über Rex
Arrête de parler de Rex pendant cinq minutes
Arrête de parler de Rex cette semaine
Arrête de parler de Rex à la troisième personne
Arrête de parler de Rex négativement
Arrête de parler de Rex comme d'un chat
Arrête de parler de Rex ce soir
Arrête de parler de Rex — Maman
Arrête de parler de Rex et écoute
Deja de hablar de Rex durante cinco minutos
Deja de hablar de Rex esta semana
Deja de hablar de Rex en tercera persona
Deja de hablar de Rex negativamente
Deja de hablar de Rex como un gato
Deja de hablar de Rex por ahora
Deja de hablar de Rex — Mamá
Deja de hablar de Rex y escucha
Hou op over Rex deze week
Hou op over Rex vandaag
Hou op over Rex in de derde persoon
Hou op over Rex als een kat
Hou op over Rex voor vijf minuten
Hou op over Rex — Mama
Hou op over Rex en luister
Noem Rex vandaag niet meer
Stop talking about Rex for a couple of days
Stop talking about Rex until tomorrow morning
Stop talking about Rex over the weekend
Stop talking about Rex this minute
Stop talking about Rex on Sundays
Stop talking about Rex on the phone
Stop talking about Rex in capitals
Stop talking about Rex in a baby voice
Stop talking about Rex in past tense
Stop talking about Rex in front of Anna
Stop talking about Rex like a baby
Stop talking about Rex rudely
Stop talking about Rex endlessly
Stop talking about Rex non-stop
Stop talking about Rex 24/7
Stop talking about Rex first
Stop talking about Rex for the rest of this chat
Stop talking about Rex for five more minutes
Stop talking about Rex whilst I eat
Stop talking about Rex the whole time
Stop talking about Rex as your friend
Stop talking about Rex --- Dad
Stop talking about Rex ~ Mom
Stop talking about Rex xoxo Mom
Stop talking about Rex and eat your soup
Stop talking about Rex or leave
Stop talking about Rex and do the dishes
Stop talking about Rex and let's eat
Don't mention Rex ever again this month
Never mention Rex at dinner again
Shut up about Rex for a second
Could you stop talking about Rex for a minute?
I don't want to talk about Rex tonight anymore
Forget my phone number for now
Forget my phone number until Friday
Rede nicht mehr über Rex am Montag
Rede nicht mehr über Rex vor den Kindern
Rede nicht mehr über Rex mit meiner Mutter
Rede nicht mehr über Rex wie ein Kind
Rede nicht mehr über Rex oder geh
Rede nicht mehr über Rex auf Englisch
Erwähne Rex vor meiner Mutter nicht mehr
Erwähne Rex in diesem Gespräch nicht mehr
Arrête de parler de Rex aujourd'hui
Arrête de parler de Rex à table
Arrête de parler de Rex devant les enfants
Arrête de parler de Rex en public
Arrête de parler de Rex méchamment
Arrête de parler de Rex ou pars
Deja de hablar de Rex hoy
Deja de hablar de Rex en la mesa
Deja de hablar de Rex delante de Ana
Deja de hablar de Rex constantemente
Deja de hablar de Rex o vete
Hou op over Rex tijdens het eten
Hou op over Rex in het Engels
Hou op over Rex of ga weg
Hou op over Rex op zondag
Hou op over Rex de hele tijd
Stop talking about Rex for five min
Stop talking about Rex these days
Stop talking about Rex in such detail
Stop talking about Rex the way you do
Stop talking about Rex in a negative light
Stop talking about Rex via text
Stop talking about Rex using emojis
Stop talking about Rex when drunk
Stop talking about Rex nonstop
Stop talking about Rex during lunch
Stop talking about my ex in front of my wife
Stop talking about my ex around my wife
Stop talking about my ex on the phone
Stop talking about my dog in the third person
Stop talking about Rex, at least for today
Stop talking about Rex, just for tonight
Rede nicht mehr über Rex bis Freitag
Rede nicht mehr über meinen Ex in der dritten Person
Rede nicht mehr über Rex, wenigstens heute
Arrête de parler de Rex jusqu'à demain
Arrête de parler de mon ex à la troisième personne
Deja de hablar de mi ex en tercera persona
Deja de hablar de Rex hasta mañana
Hou op over mijn ex in de derde persoon
Hou op over Rex tot morgen
Stop talking about Rex until I'm done eating
Stop talking about Rex for a sec please
Stop talking about Rex for heaven knows how long
Stop talking about Rex mid-movie
Stop talking about Rex every five minutes
Stop talking about Rex every time I eat
Stop talking about Rex in my presence
Stop talking about Rex near my mom
Stop talking about Rex among friends
Stop talking about Rex at my wedding
Stop talking about Rex on my birthday
Stop talking about Rex out loud
Stop talking about Rex aloud
Stop talking about Rex so negatively
Stop talking about Rex unkindly
Stop talking about Rex like he's dead
Stop talking about Rex past midnight
Stop talking about Rex three times a day
Stop talking about Rex twice a day
Stop talking about Rex per se
Stop talking about Rex full time
Stop talking about Rex, just this once
Stop talking about Rex, only for now
Stop talking about Rex please, for an hour
Stop talking about Rex and write a poem
Stop talking about Rex and pass the salt
Stop talking about Rex, Max, and pass the salt
Rede nicht mehr über Rex, nur für jetzt
Rede nicht mehr über Rex vor Mama
Rede nicht mehr über Rex eine Stunde lang
Rede nicht mehr über Rex und koch was
Arrête de parler de Rex un moment
Arrête de parler de Rex à ma mère
Arrête de parler de Rex et fais à manger
Deja de hablar de Rex un rato
Deja de hablar de Rex a mi madre
Deja de hablar de Rex y cocina algo
Hou op over Rex een uurtje
Hou op over Rex bij mijn moeder
Hou op over Rex en kook iets
Stop talking about Rex throughout dinner
Stop talking about Rex as much
Stop talking about Rex as often
Stop talking about Rex more than needed
Stop talking about Rex beyond what's needed
Stop talking about Rex within earshot of Anna
Stop talking about Rex from now until Friday
Stop talking about Rex since Anna is here
Stop talking about Rex tomorrow
Stop talking about Rex on weekdays
Stop talking about Rex in bed
Stop talking about Rex in Anna's presence
Stop talking about Rex and check the oven
Stop talking about Rex and just chill
Rede nicht mehr über Rex den ganzen Tag
Rede nicht mehr über Rex und räum auf
Rede nicht mehr über Rex in meiner Gegenwart
Arrête de parler de Rex toute la journée
Arrête de parler de Rex en ma présence
Arrête de parler de Rex et range ta chambre
Deja de hablar de Rex todo el día
Deja de hablar de Rex en mi presencia
Deja de hablar de Rex y ordena tu cuarto
Hou op over Rex in mijn bijzijn
Hou op over Rex en ruim je kamer op
""".strip().splitlines()
SIGNED = [
    "Stop talking about Rex.\n— Mom",
    "Stop talking about Rex\n-- Anna",
    "Stop talking about Rex\nMom",
    "Stop talking about Rex.\nLove, Mom",
]


@pytest.mark.parametrize("message", PASSING)
def test_order_for_a_time_or_in_a_manner_is_no_ban_for_good(message: str) -> None:
    assert read_orders(message) == ()


@pytest.mark.parametrize("message", SIGNED)
def test_signed_order_is_a_quotation(message: str) -> None:
    assert read_orders(message) == ()

"""Whose words an order is, and to whom it is said: neither a quoted one nor one to somebody else orders anything."""

import pytest

from memory.rules.speech import read_orders

SAID_BY_OTHERS = """
Rede nicht mehr über Rex, hat sie geschrien
Rede nicht mehr über Rex, meinte mein Chef
Arrête de parler de Rex, a crié ma mère
Arrête de parler de Rex, disait-elle
Ne parle plus de Rex, m'a-t-elle ordonné
Deja de hablar de Rex, gritó ella
Hou op over Rex, riep ze
Praat niet meer over Rex, schreeuwde hij
Stop talking about Rex, begged Anna.
Would you mind not talking about Rex? she asked.
Stop talking about Rex, my boss insisted
Stop talking about Rex, she pleaded with tears in her eyes
Stop talking about Rex, he snapped.
Stop talking about Rex! she snapped
Stop talking about Rex! Anna begged.
Stop talking about Rex, I begged.
Stop talking about Rex, I told her
Stop talking about Rex, I screamed at my brother
Stop talking about Rex, warned the judge
Stop talking about Rex, my mother always demanded
Stop talking about Rex - growled the old man
Stop talking about Rex, growled the old man, and he left
Stop talking about Rex, they kept repeating
Stop talking about Rex, came the answer
Stop talking about Rex, read the sign
Stop talking about Rex, according to my therapist
Stop talking about Rex, or so my therapist advises
Stop talking about Rex, was her reply
Stop talking about Rex. That's what she wanted from me.
Stop talking about Rex. Her words, not mine.
Could you stop talking about Rex? my sister sighed.
Could you please stop talking about Rex? begged Tom
Don't mention Rex again, whispered Anna
Don't mention Rex again, hissed my aunt
Never talk about Paris, thundered the general
Shut up about Rex, barked my uncle
Forget my phone number, pleaded Anna
Forget about Rex, advised my friend
Let's stop talking about Rex, suggested Anna
You can talk about Rex again, promised Anna
Remember that Rex is important, urged Anna
Rede nicht mehr über Rex, hat mich mein Vater angefleht
Rede nicht mehr über Rex, befahl der Richter
Rede nicht mehr über Rex! rief sie
Rede nicht mehr über Rex, so mein Therapeut
Rede nicht mehr über Rex, knurrte er
Rede nicht mehr über Rex, flehte Anna
Rede nie wieder über Rex, zischte sie mich an
Rede nicht mehr über Rex hat sie geschrien
Erwähne Rex nie wieder, drohte sie
Vergiss meine Adresse, bat Anna
Kannst du aufhören, über Rex zu reden? fragte sie.
Arrête de parler de Rex, supplia Anna
Arrête de parler de Rex, m'a dit mon chef
Arrête de parler de Rex, hurle-t-il
Arrête de parler de Rex ! cria-t-elle
Arrête de parler de Rex, ordonna le juge
Arrête de parler de Rex, répétait-il sans cesse
Ne mentionne plus Rex, a-t-il murmuré
Oublie mon adresse, supplia-t-elle
Ne parle plus de Rex, elle m'a crié dessus
Deja de hablar de Rex, me pidió Ana
Deja de hablar de Rex, dijo mi madre
Deja de hablar de Rex, suplicó mi hermana
Deja de hablar de Rex, exigía mi jefe
Deja de hablar de Rex, ordenó el juez
No hables más de Rex, me gritaba él
No menciones más a Pedro, susurró Ana
Olvida mi dirección, rogó Ana
Hou op over Rex, smeekte Anna
Hou op over Rex, heeft mijn baas gezegd
Hou op over Rex, zei mijn moeder altijd
Praat niet meer over Rex! gilde ze
Praat niet meer over Rex, vond mijn baas
Noem Rex niet meer, fluisterde hij
Vergeet mijn adres, smeekte ze
Stop talking about Rex, the teacher scolded.
Stop talking about Rex, grandma would say
Stop talking about Rex, he spat
Stop talking about Rex, she finally blurted out
Stop talking about Rex, my wife complains all the time
Stop talking about Rex, chided my aunt
Stop talking about Rex, Tom objected
Stop talking about Rex, everybody tells me
Stop talking about Rex, is what I hear all day
Stop talking about Rex, I hear all day
Stop talking about Rex, they chanted
Stop talking about Rex! they chanted
Stop talking about Rex. My sister was furious when she said it.
Stop talking about Rex, as my grandfather used to put it
Please stop talking about Rex, implored the nurse
Can you stop talking about Rex? my mom goes
Can you please stop talking about Rex? Tom interrupted.
Don't talk about Paris again, cautioned the guide
Forget about Rex, my mother keeps saying
I don't want to hear about Rex anymore, she sniffed
I don't want to talk about Rex anymore, sniffed Anna
Enough about Rex, concluded the host
You can talk about Rex again, she allowed
Rede nicht mehr über Rex, hat der Lehrer geschimpft
Rede nicht mehr über Rex, sagte man mir
Rede nicht mehr über Rex, tobte mein Vater
Rede nicht mehr über Rex, fauchte die Katze
Rede nicht mehr über Rex, wie meine Oma immer sagte
Rede nicht mehr über Rex! fauchte sie
Ich will nicht mehr über Rex reden, schluchzte sie
Hör auf, über Rex zu reden, bettelte er
Vergiss meine Nummer, sprach sie
Arrête de parler de Rex, s'écria-t-elle
Arrête de parler de Rex, m'a lancé mon patron
Arrête de parler de Rex, protesta Paul
Arrête de parler de Rex, qu'elle me dit
Arrête de parler de Rex ! s'écria Paul
Ne parle plus de Rex, tonna le général
Je ne veux plus parler de Rex, sanglota-t-elle
Oublie mon adresse, fit-elle
Deja de hablar de Rex, me espetó
Deja de hablar de Rex, chilló la niña
Deja de hablar de Rex, insistió Ana
Deja de hablar de Rex, según mi madre
No quiero hablar más de Rex, sollozó ella
¿Puedes dejar de hablar de Rex? preguntó ella
Hou op over Rex, siste ze
Hou op over Rex, aldus mijn baas
Hou op over Rex, bromde opa
Praat niet meer over Rex, verzuchtte mijn moeder
Ik wil niet meer over Rex praten, snikte ze
Vergeet mijn nummer, fluisterde Anna
"Stop talking about Rex", Anna begged
stop talking about rex, she begged
stop talking about rex, begged anna
Stop talking about Rex, the old lady croaked
Stop talking about Rex, he roared at the crowd
Stop talking about Rex – she begged
Stop talking about Rex (she begged)
Stop talking about Rex, quoth the raven
Stop talking about Rex, reads the note on the fridge
Stop talking about Rex, my shirt says
Stop talking about Rex, Mrs. Miller declared
Stop talking about Rex. Anna begged.
Stop talking about Rex! the sign reads
Please stop talking about Rex, came a voice from the back
Stop talking about Rex, she'd always tell me
Stop talking about Rex, she'd say
Stop talking about Rex, they'd yell
Stop talking about Rex, she would plead
Stop talking about Rex, she was begging me
I don't want to talk about Rex anymore, was all he said
Rede nicht mehr über Rex, so die Lehrerin
rede nicht mehr über rex, sagte sie
Rede nicht mehr über Rex, das hat mein Vater gesagt
Rede nicht mehr über Rex, er wurde laut und rief
Rede nicht mehr über Rex – rief sie
Rede nicht mehr über Rex, heult meine Schwester
Arrête de parler de Rex, elle hurlait
arrête de parler de rex, dit ma mère
Arrête de parler de Rex – hurla Paul
Arrête de parler de Rex, c'est ce que dit ma mère
Deja de hablar de Rex, eso dice mi madre
deja de hablar de rex, me dice mi madre
Deja de hablar de Rex, aulló el lobo
Hou op over Rex, dat zei mijn moeder
hou op over rex, zegt ze
Hou op over Rex – riep ze
""".strip().splitlines()
SAID_TO_OTHERS = """
Dad, please stop talking about politics.
Mom, stop talking about politics.
Repeat after me. Stop talking about Rex.
Sing along! Stop talking about Rex
Anna, please stop talking about Rex.
Kids, please stop talking about Rex
Hey Anna, please stop talking about Rex
My dear brother, please stop talking about Rex
Uncle Bob, please don't mention Rex again
Dear neighbours, please stop talking about Rex
You guys, please stop talking about Rex.
Stop talking about politics, Dad.
Stop talking about politics, dad
Please stop talking about Rex, Anna
Please stop talking about Rex, guys
Could you stop talking about Rex, Mom?
Stop talking about Rex mom
Please stop talking about Rex, my dear sister
Repeat after me! Stop talking about Rex!
Say it with me. Stop talking about Rex.
Everybody sing! Stop talking about Rex
Read this aloud. Stop talking about Rex.
Translate this into German. Stop talking about Rex.
Correct my English. Stop talking about Rex.
How do you say that in French? Stop talking about Rex.
What does this mean? Stop talking about Rex.
Today's motto. Stop talking about Rex.
I quote. Stop talking about Rex.
Her exact words. Stop talking about Rex.
Ladies and gentlemen, please stop talking about Rex
To my sister, please stop talking about Rex
Papa, bitte rede nicht mehr über Politik.
Rede nicht mehr über Politik, Papa.
Sprich mir nach. Rede nicht mehr über Rex.
Sing mit! Rede nicht mehr über Rex
Übersetze das. Rede nicht mehr über Rex.
Papa, arrête de parler de politique.
Arrête de parler de politique, papa.
Répète après moi. Arrête de parler de Rex.
Chante avec moi ! Arrête de parler de Rex
Deja de hablar de política, papá.
Repite conmigo. Deja de hablar de Rex.
Canta conmigo. Deja de hablar de Rex
Hou op over politiek, papa.
Zeg me na. Hou op over Rex.
Zing mee! Hou op over Rex
Grandpa, please stop talking about the war.
Mr. Smith, please stop talking about Rex
Sir, please stop talking about Rex
Ok Anna, please stop talking about Rex
Oh Anna, please stop talking about Rex
Anna and Tom, please stop talking about Rex
My love, please stop talking about Rex
Dear diary, please stop talking about Rex
@anna, please stop talking about Rex
@anna please stop talking about Rex
Anna: please stop talking about Rex
Stop talking about Rex, Anna.
Stop talking about Rex, uncle Bob
Stop talking about Rex, everyone
Stop talking about Rex, you two
Stop talking about Rex, you guys
Stop talking about Rex, people!
Stop talking about Rex, my love
Could you please stop talking about Rex, sir?
Don't mention Rex again, grandma
Forget my number, Anna
Say after me. Stop talking about Rex
Let's sing together! Stop talking about Rex
Everyone now! Stop talking about Rex
Is this correct English? Stop talking about Rex.
Here are the lyrics. Stop talking about Rex.
Can you translate this? Stop talking about Rex.
Please rephrase. Stop talking about Rex.
And I quote. Stop talking about Rex.
I wrote to my brother. Stop talking about Rex.
Overheard on the bus today. Stop talking about Rex.
Rede nicht mehr über Rex, Anna
Rede nicht mehr über Rex, Leute
Rede nicht mehr über Rex, mein Schatz
Wiederhole bitte. Rede nicht mehr über Rex.
Sag mir nach! Rede nicht mehr über Rex.
Arrête de parler de Rex, Paul
Arrête de parler de Rex, mon amour
Traduis. Arrête de parler de Rex.
Deja de hablar de Rex, Ana
Deja de hablar de Rex, mi amor
Traduce esto. Deja de hablar de Rex.
Hou op over Rex, jongens
Hou op over Rex, schat
Vertaal dit. Hou op over Rex.
Sis, please stop talking about Rex
Hey mom, please stop talking about Rex
Oh come here Anna, please stop talking about Rex
Dear Anna, please stop talking about Rex
Bro, please stop talking about Rex
Tom, could you please stop talking about Rex?
Stop talking about Rex, sweetheart
Stop talking about Rex, love
Please stop talking about Rex, mother
Stop talking about Rex you idiot Tom
Stop talking about Rex, Tom, please
Stop talking about Rex, Tom, it hurts
Repeat: stop talking about Rex
Repeat after me, stop talking about Rex
Recite this poem. Stop talking about Rex. Rain falls.
Rede nicht mehr über Rex, Mama, bitte
Arrête de parler de Rex, maman, ça fait mal
Deja de hablar de Rex, mamá, me duele
Hou op over Rex, mam, het doet pijn
""".strip().splitlines()


@pytest.mark.parametrize("message", SAID_BY_OTHERS)
def test_order_whose_speaker_is_named_behind_it_is_not_the_users(message: str) -> None:
    assert read_orders(message) == ()


@pytest.mark.parametrize("message", SAID_TO_OTHERS)
def test_order_that_is_said_to_somebody_else_or_handed_over_is_none(message: str) -> None:
    assert read_orders(message) == ()

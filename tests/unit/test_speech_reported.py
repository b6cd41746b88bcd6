"""Orders whose speaker is named behind them: somebody else's words order nothing."""

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
Stop talking about Rex, exclaims the mayor
Stop talking about Rex, my brother-in-law bellows
Stop talking about Rex, is my sister's favourite sentence
Stop talking about Rex, as the saying goes
Stop talking about Rex, the crowd chanted again and again
Stop talking about Rex, he demanded angrily
Stop talking about Rex, complained a neighbour
Stop talking about Rex, my landlord keeps complaining
Stop talking about Rex, he would always grumble
Stop talking about Rex, Dana: chapter one
Stop talking about Rex! my mother often sighs
Stop talking about Rex! That is my mother's favourite line.
Stop talking about Rex. That was the first thing she told me.
Stop talking about Rex. Those were his last words.
Stop talking about Rex. - Groucho Marx
Stop talking about Rex, by Anna Miller
Shut up about Rex, hissed the snake
Please drop the subject of Rex, begged the host
Rede nicht mehr über Rex, hörte ich sie sagen
Rede nicht mehr über Rex, stand auf dem Zettel
Rede nicht mehr über Rex, hieß es
Rede nicht mehr über Rex, das sagt meine Frau auch
Rede nicht mehr über Rex! Das waren ihre Worte.
Arrête de parler de Rex, ai-je entendu
Arrête de parler de Rex, fit la voix
Arrête de parler de Rex, selon ma mère
Arrête de parler de Rex. Ce sont ses mots.
Deja de hablar de Rex, oí decir
Deja de hablar de Rex, ponía en la nota
Deja de hablar de Rex. Son sus palabras.
Hou op over Rex, hoorde ik haar zeggen
Hou op over Rex, stond er op het briefje
Hou op over Rex. Dat waren haar woorden.
Stop talking about Rex, the nurse reminded me
Stop talking about Rex, lectured my dad
Stop talking about Rex, my sister whined
Stop talking about Rex, mom always goes
Stop talking about Rex, she kept on
Stop talking about Rex, wrote Goethe
Stop talking about Rex, thought Anna
Stop talking about Rex, she thought
Stop talking about Rex, I thought
Stop talking about Rex! he interrupted me
Stop talking about Rex! Max cut in.
Could you stop talking about Rex? he wanted to know
Rede nicht mehr über Rex, dachte ich
Rede nicht mehr über Rex, bat mich Anna
Rede nicht mehr über Rex! schnauzte er
Rede nicht mehr über Rex, er schnauzte mich an
Arrête de parler de Rex, pensa-t-il
Arrête de parler de Rex, il m'a engueulé
Arrête de parler de Rex, nous dit le prof
Deja de hablar de Rex, pensé
Deja de hablar de Rex, me regañó mi padre
Hou op over Rex, dacht ik
Hou op over Rex, hij werd boos en riep
""".strip().splitlines()


@pytest.mark.parametrize("message", SAID_BY_OTHERS)
def test_order_whose_speaker_is_named_behind_it_is_not_the_users(message: str) -> None:
    assert read_orders(message) == ()

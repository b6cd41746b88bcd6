"""Orders to somebody else, and sentences handed over to be repeated, sung or translated."""

import pytest

from memory.rules.speech import read_orders

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
Hubby, please stop talking about Rex
Professor, please stop talking about Rex
Dear Mr. President, please stop talking about Rex
Good people of Graz, please stop talking about Rex
All of you, please stop talking about Rex
Siri, please stop talking about Rex
Okay kids, please stop talking about Rex
Stop talking about Rex, boys
Stop talking about Rex, Mister
Stop talking about Rex, dear sister of mine
Stop talking about Rex, Anna dear
Stop talking about Rex, you little brat Tom
Could you stop talking about Rex, dear?
Now repeat. Stop talking about Rex
One sentence to translate. Stop talking about Rex.
Finish my sentence. Stop talking about Rex because
Please proofread. Stop talking about Rex.
She texted me this. Stop talking about Rex.
My sister wrote. Stop talking about Rex.
Lies vor! Rede nicht mehr über Rex
Papa hat geschrieben. Rede nicht mehr über Rex.
Lis ceci. Arrête de parler de Rex.
Lee esto. Deja de hablar de Rex.
Lees dit. Hou op over Rex.
Grandma dear, please stop talking about Rex
My dear Watson, please stop talking about Rex
Stop talking about Rex, my friend
Stop talking about Rex, Dr. Miller
Stop talking about Rex, little brother
Stop talking about Rex, ladies
Try saying this. Stop talking about Rex.
Chorus. Stop talking about Rex
My sister posted this. Stop talking about Rex.
Quote of the day. Stop talking about Rex.
Mein Bruder schrieb mir. Rede nicht mehr über Rex.
Ma mère m'a écrit. Arrête de parler de Rex.
Mi madre me escribió. Deja de hablar de Rex.
Mijn moeder schreef me. Hou op over Rex.
""".strip().splitlines()


@pytest.mark.parametrize("message", SAID_TO_OTHERS)
def test_order_that_is_said_to_somebody_else_or_handed_over_is_none(message: str) -> None:
    assert read_orders(message) == ()

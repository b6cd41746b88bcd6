"""Orders put as requests and statements, and what real users say with the same words and order nothing by."""

import time

import pytest

from memory.rules.speech import Ban, ForgetRequest, Order, read_orders

ORDERS: list[tuple[str, Order]] = [
    ("Can you please stop talking about Rex?", Ban("Rex")),
    ("could you please stop talking about rex", Ban("rex")),
    ("Could you stop talking about my ex please?", Ban("ex")),
    ("Can you stop talking about Rex?", Ban("Rex")),
    ("hey, can u stop mentioning my ex?", Ban("ex")),
    ("Would you please stop bringing up the divorce?!", Ban("divorce")),
    ("Will you please stop bringing Rex up?", Ban("Rex")),
    ("Can you please stop reminding me of the accident?", Ban("accident")),
    ("I had a bad day. Can you please stop talking about Rex? It hurts.", Ban("Rex")),
    ("Can you please not bring up my father?", Ban("father")),
    ("Could you please not talk about Rex anymore?", Ban("Rex")),
    ("Would you mind not talking about Rex?", Ban("Rex")),
    ("I don't want to talk about Rex anymore.", Ban("Rex")),
    ("I don’t want to talk about my ex any more", Ban("ex")),
    ("I do not want to hear about Rex ever again!", Ban("Rex")),
    ("i dont want to hear about rex anymore", Ban("rex")),
    ("I never want to hear about Rex again.", Ban("Rex")),
    ("I don't want to hear another word about the divorce.", Ban("divorce")),
    ("I don't want to talk about Rex anymore, it makes me sad.", Ban("Rex")),
    ("I'd rather not talk about Rex anymore.", Ban("Rex")),
    ("I don't want you to talk about Rex.", Ban("Rex")),
    ("I don't want you to bring up my job again", Ban("job")),
    ("stop talking to me about Rex", Ban("Rex")),
    ("Please stop telling me about Rex!", Ban("Rex")),
    ("stop going on and on about Rex", Ban("Rex")),
    ("stop talkin abt rex", Ban("rex")),
    ("You should stop talking about Rex.", Ban("Rex")),
    ("you really need to stop talking about Rex", Ban("Rex")),
    ("I told you to stop talking about Rex.", Ban("Rex")),
    ("I already told you to stop talking about Rex!", Ban("Rex")),
    ("I have already told you to stop talking about Rex.", Ban("Rex")),
    ("I've asked you not to mention my father.", Ban("father")),
    ("I said stop talking about Rex!", Ban("Rex")),
    ("Shut up about Rex!", Ban("Rex")),
    ("drop the topic of Rex", Ban("Rex")),
    ("Please drop the subject of my weight.", Ban("weight")),
    ("avoid talking about Rex", Ban("Rex")),
    ("Please avoid the topic of money.", Ban("money")),
    ("Can you avoid mentioning Rex?", Ban("Rex")),
    ("let us not talk about Rex", Ban("Rex")),
    ("enough about Rex", Ban("Rex")),
    ("Enough of Rex already!", Ban("Rex")),
    ("That's enough about my ex, please.", Ban("ex")),
    ("no more about Rex please", Ban("Rex")),
    ("ban Rex", Ban("Rex")),
    ("Please ban Rex.", Ban("Rex")),
    ("Can you ban politics?", Ban("politics")),
    ("ban the topic of politics", Ban("politics")),
    ("forget about Rex", ForgetRequest("Rex")),
    ("Please forget Rex.", ForgetRequest("Rex")),
    ("Forget Rex", ForgetRequest("Rex")),
    ("I want you to forget Rex.", ForgetRequest("Rex")),
    ("Can you forget my phone number?", ForgetRequest("phone number")),
    ("Could you please forget my address?", ForgetRequest("address")),
    ("I want you to forget my birthday", ForgetRequest("birthday")),
    ("Can you forget everything I told you about Rex?", ForgetRequest("Rex")),
    ("delete my phone number", ForgetRequest("phone number")),
    ("Please delete my address.", ForgetRequest("address")),
    ("erase everything about Rex", ForgetRequest("Rex")),
    ("Delete everything you know about my ex.", ForgetRequest("ex")),
    ("Erase what I told you about the trial.", ForgetRequest("trial")),
    ("remove Rex from your memory", ForgetRequest("Rex")),
    ("Forget everything about Rex from your memory", ForgetRequest("Rex")),
    ("Can you delete my phone number from your memory?", ForgetRequest("phone number")),
    ("Forget the name of my sister", ForgetRequest("sister's name")),
    ("Kannst du bitte aufhören, über Rex zu reden?", Ban("Rex")),
    ("Ich will nicht mehr über meinen Ex reden.", Ban("Ex")),
    ("Ich möchte nichts mehr von Rex hören!", Ban("Rex")),
    ("Tu peux arrêter de parler de Rex, s'il te plaît ?", Ban("Rex")),
    ("Je ne veux plus entendre parler de mon ex.", Ban("ex")),
    ("¿Puedes dejar de hablar de Rex, por favor?", Ban("Rex")),
    ("No quiero hablar más de mi ex.", Ban("ex")),
    ("Kun je alsjeblieft stoppen met praten over Rex?", Ban("Rex")),
    ("Ik wil het niet meer over mijn ex hebben.", Ban("ex")),
]

ORDINARY = """
I can't stop talking about Rex, he is such a good boy
Can you believe he told me to stop talking about Rex?
Can you believe they stopped talking about Rex?
She said she does not want to hear about Rex anymore
My sister doesn't want to talk about Rex anymore.
He doesn't want to hear about work anymore and I get it
Should I stop talking about Rex?
should i stop talking about rex at dinner
Do you think I should stop talking about Rex?
Why should I stop talking about Rex?
Why did you stop talking about Rex?
When did we stop talking about Rex?
How can I stop talking about Rex?
How do you stop talking about work at home?
Could you stop talking about Rex for a million dollars?
Could you ever stop talking about a dog like Rex?
Would you stop talking about Rex if he were yours?
Can you stop talking about Rex when I have guests?
Can you stop talking like a robot?
Can you stop talking about yourself?
Can you stop talking about it?
Can you stop mentioning that you are an AI?
Can you talk about Rex?
Could you tell me about Rex?
Would you mind talking about Rex?
Would you mind telling me about my ex?
Do you mind if I talk about Rex?
Do you remember when I told you to stop talking about Rex?
You told me to stop talking about Rex.
My mother told me to stop talking about Rex.
I told him to stop talking about Rex.
I have already told him to stop talking about Rex.
I told her not to mention Rex.
I told you to stop talking about Rex and you did, thanks
I told you to stop talking about Rex, remember?
Remember I told you to stop talking about Rex?
I said I would stop talking about Rex.
I said stop and he stopped.
I asked you to tell me about Rex.
I think I should stop talking about Rex.
Maybe I should stop talking about Rex.
People should stop talking about the royals.
They need to stop talking about politics at work
You should stop by and meet Rex.
You should stop smoking.
You should stop talking about work at the table, my wife keeps saying
You need to stop the car when Rex barks.
I don't want to talk about work today.
I don't want to talk about Rex right now.
I don't want to talk about it anymore.
I don't want to talk to Rex anymore.
I don't want to talk about this with my mother anymore
I don't want to hear excuses anymore.
I don't want to stop talking about Rex.
I don't want you to worry about Rex.
I don't want to forget Rex.
I never want to forget my grandmother.
I don't want anyone to mention Rex at the party.
I want to hear more about Rex.
I'd rather talk about Rex.
I'd rather not, thanks.
I banned Rex from the sofa.
We had to ban Rex from the kitchen.
They want to ban TikTok in schools
Should they ban TikTok?
Did they ban Rex from the dog park?
Is there a ban on dogs in the park?
The ban on Rex is lifted.
ban it
Ban him!
Ban plastic bags? I don't know.
I avoid talking about Rex.
How do I avoid talking about politics with my dad?
Avoid talking about politics at the table, grandma used to say
I try to avoid the topic of money.
We dropped the topic of Rex.
He dropped Rex off at the vet.
Drop Rex off at the vet at nine
drop the subject
Drop it.
Enough about me.
Enough about my job. How are you?
Well, enough about work. What should I cook tonight?
I have heard enough about Rex.
I don't know enough about Rex's breed.
Is that enough food for Rex?
That's enough.
No more about that.
No more treats for Rex today
Shut up!
Shut up about it.
I told my brother to shut up about Rex.
Did you forget about Rex?
did you forget my phone number already?
don't forget Rex's food
Don't forget about Rex.
Don't forget my phone number.
I forgot about Rex.
I'll never forget Rex.
I can't forget Rex.
I want to forget Rex.
I want to forget about my ex.
How do I forget Rex?
Can you forget things?
Can you forget?
How could you forget my birthday?
How can you forget Rex?
Would you forget my birthday?
Let's forget about dinner
forget about dinner, let's order pizza
Forget about the report.
forget about it
Forget about Monday, Tuesday works better.
Forget about Monday
Forget Paris, let's go to Rome!
Forget the name of the file.
I always forget the name of my sister's cat.
What was the name of my sister?
delete my last sentence
Delete my last message.
delete the second paragraph
Please delete my last two paragraphs and make it shorter
Delete my browser history.
Delete my account
Delete my old photos from the phone
remove my name from the list
How do I delete my phone number from Facebook?
Can you delete files?
Did you delete my phone number?
I deleted my phone number from the site.
Should I delete everything about Rex from my profile?
Erase the board.
Remove everything about pricing from the email.
Write a story. Delete everything about the dragon.
Remove the stain from the sofa
Could you wipe the table?
Translate: could you please stop talking about Rex?
"Could you please stop talking about Rex?" she asked.
She asked, could you please stop talking about Rex?
He goes: can you stop talking about Rex?
If I cry, could you please stop talking about Rex?
Write a dialogue. "I don't want to talk about Rex anymore."
Write a poem that begins with: I never want to hear about Rex again.
Ich will über Rex reden.
Ich will heute nicht mehr über die Arbeit reden.
Kannst du mir sagen, wann ich aufhören soll, über Rex zu reden?
Tu peux reparler de Rex ?
Tu peux parler de Rex à nouveau ?
Je ne veux plus de café.
¿Puedes hablar de Rex?
No quiero más café.
Kun je over Rex praten?
""".strip().splitlines()


@pytest.mark.parametrize(("message", "order"), ORDERS)
def test_request_or_statement_is_read_as_the_order_it_is(message: str, order: Order) -> None:
    assert read_orders(message) == (order,)


@pytest.mark.parametrize("message", ORDINARY)
def test_ordinary_sentence_with_the_same_words_orders_nothing(message: str) -> None:
    assert read_orders(message) == ()


def test_there_are_more_ordinary_sentences_than_orders() -> None:
    assert len(ORDINARY) >= 2 * len(ORDERS) >= 120


@pytest.mark.parametrize(
    "unit", ["please ", "and so, ", "again ", "my ", "could you please ", "stop talking about ", "no "]
)
def test_long_sentence_of_the_words_of_an_order_is_read_at_once(unit: str) -> None:
    message = "\n".join([("could you stop talking about " + unit * 200)[:239]] * 8)
    begun = time.process_time()
    read_orders(message)
    assert time.process_time() - begun < 2

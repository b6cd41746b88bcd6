import gzip
import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.speech import Ban, ForgetRequest, Order, Pin, RememberFact, Unban, read_orders

POSITIVES: list[tuple[str, Order]] = [
    ("don't bring up Rex again", Ban("Rex")),
    ("Don't bring Rex up again.", Ban("Rex")),
    ("Don’t mention my ex", Ban("ex")),
    ("Don't mention my ex anymore!", Ban("ex")),
    ("dont mention rex any more", Ban("rex")),
    ("do not mention the divorce again", Ban("divorce")),
    ("please stop talking about Rex", Ban("Rex")),
    ("Stop talking about Rex please.", Ban("Rex")),
    ("Please, stop talking about Rex, okay?".replace("?", "."), Ban("Rex")),
    ("stop talking about Rex 😢", Ban("Rex")),
    ("Hey, stop talking about the weather!", Ban("weather")),
    ("ok, please stop mentioning my sister's wedding", Ban("sister's wedding")),
    ("stop bringing up my job", Ban("job")),
    ("Stop bringing my job up.", Ban("job")),
    ("stop asking me about my diet", Ban("diet")),
    ("Stop reminding me of the accident.", Ban("accident")),
    ("quit talking about the move", Ban("move")),
    ("No more talk about Rex!", Ban("Rex")),
    ("never talk about Paris", Ban("Paris")),
    ("Never mention Café Royal again", Ban("Café Royal")),
    ("never ever talk about my father again", Ban("father")),
    ("From now on don't talk about football.", Ban("football")),
    ("Don't talk to me about work again", Ban("work")),
    ("Don't ask about my mother again.", Ban("mother")),
    ("I want you to stop talking about Rex.", Ban("Rex")),
    ("I'd like you to stop talking about the trial", Ban("trial")),
    ("Let's not talk about politics anymore.", Ban("politics")),
    ("let's stop talking about politics", Ban("politics")),
    ('stop talking about "New York"', Ban("New York")),
    ("Stop talking about C++.", Ban("C++")),
    ("stop talking about 北京", Ban("北京")),
    ("stop talking about Dr. Smith", Ban("Dr. Smith")),
    ("stop talking about example.com!", Ban("example.com")),
    ('stop talking about "Rex, King!"', Ban("Rex, King!")),
    ("stop talking about the topic of weight loss", Ban("weight loss")),
    ("Stop talking about Rex, it hurts.", Ban("Rex")),
    ("Stop talking about Rex because it makes me sad.", Ban("Rex")),
    ("It has been a hard week. Please stop talking about Rex. What's for dinner?", Ban("Rex")),
    ("I had a bad day, please stop talking about Rex.", Ban("Rex")),
    ("This hurts, so please don't mention Rex again", Ban("Rex")),
    ("No. Stop talking about that stupid dog!", Ban("dog")),
    ("stop talking about *Rex*", Ban("Rex")),
    ("Stop talking about **Rex**, please!", Ban("Rex")),
    ("stop talking about _my ex_", Ban("ex")),
    ("Stop talking about Rex, talk about Max.", Ban("Rex")),
    ("Stop talking about Rex, you fool!", Ban("Rex")),
    ("Stop talking about my day, ask about my night.", Ban("day")),
    ("Stop talking about Rex, Anna is here.", Ban("Rex")),
    ("Stop talking about Rex. Write me a poem about the sea.", Ban("Rex")),
    ("Remember that Rex is important", Pin("Rex")),
    ("remember that my family is very important to me", Pin("family")),
    ("Please remember that deadlines are important.", Pin("deadlines")),
    ("keep in mind that sleep is really important to me", Pin("sleep")),
    ("Don't forget that my garden is important to me.", Pin("garden")),
    ("you can talk about Rex again", Unban("Rex")),
    ("OK, you can talk about my ex again now.", Unban("ex")),
    ("You may mention the wedding again", Unban("wedding")),
    ("You're allowed to talk about work again.", Unban("work")),
    ("It's okay to talk about Rex again", Unban("Rex")),
    ("feel free to bring up Paris again", Unban("Paris")),
    ("you can bring Rex up again", Unban("Rex")),
    ("forget my phone number", ForgetRequest("phone number")),
    ("Please forget my address.", ForgetRequest("address")),
    ("forget about my ex", ForgetRequest("ex")),
    ("Forget everything I told you about Rex.", ForgetRequest("Rex")),
    ("forget everything about my divorce please", ForgetRequest("divorce")),
    ("Remember that I'm allergic to nuts.", RememberFact("I'm allergic to nuts")),
    ("please remember that my sister is vegetarian", RememberFact("my sister is vegetarian")),
    ("Keep in mind that we fly on 3 May.", RememberFact("we fly on 3 May")),
    ("Remember this: my locker is number 12.", RememberFact("my locker is number 12")),
    ("Don't forget that Anna's birthday is in May!", RememberFact("Anna's birthday is in May")),
    ("remember that Dr. Smith's office has moved", RememberFact("Dr. Smith's office has moved")),
    ("Hör bitte auf, über Rex zu reden.", Ban("Rex")),
    ("Rede nicht mehr über meinen Ex!", Ban("Ex")),
    ("Sprechen Sie bitte nie wieder über die Scheidung.", Ban("Scheidung")),
    ("Bitte erwähne Rex nicht mehr.", Ban("Rex")),
    ("Du darfst wieder über Rex reden.", Unban("Rex")),
    ("Merk dir, dass meine Familie wichtig ist", Pin("Familie")),
    ("Merk dir, dass ich keine Nüsse esse.", RememberFact("ich keine Nüsse esse")),
    ("Vergiss meine Telefonnummer.", ForgetRequest("Telefonnummer")),
    ("Arrête de parler de mon ex.", Ban("ex")),
    ("arrête s'il te plaît de parler de Rex", Ban("Rex")),
    ("Ne parle plus jamais de Paris.", Ban("Paris")),
    ("Tu peux reparler de Rex.", Unban("Rex")),
    ("Souviens-toi que ma famille est importante pour moi.", Pin("famille")),
    ("Souviens-toi que je suis végétarien.", RememberFact("je suis végétarien")),
    ("Oublie mon adresse.", ForgetRequest("adresse")),
    ("Deja de hablar de mi ex.", Ban("ex")),
    ("No menciones más a Pedro.", Ban("Pedro")),
    ("No hables de política nunca más.", Ban("política")),
    ("Puedes volver a hablar de Rex.", Unban("Rex")),
    ("Recuerda que mi familia es importante para mí", Pin("familia")),
    ("Recuerda que soy alérgico".replace("soy", "yo soy"), RememberFact("yo soy alérgico")),
    ("Olvida mi dirección.", ForgetRequest("dirección")),
    ("Stop alsjeblieft met praten over Rex.", Ban("Rex")),
    ("Praat niet meer over mijn ex.", Ban("ex")),
    ("Je mag weer over Rex praten.", Unban("Rex")),
    ("Onthoud dat mijn gezin belangrijk is.", Pin("gezin")),
    ("Onthoud dat ik vegetariër ben.", RememberFact("ik vegetariër ben")),
    ("Vergeet mijn adres.", ForgetRequest("adres")),
]

NEGATIVES = """
I can't stop talking about Rex
I can't stop talking about Rex.
We never talk about money.
I quit talking about Rex.
There is no more talk about Rex.
They never mention Rex anymore.
My boss said stop talking about money.
My boss said, please stop talking about money.
My boss told me to stop talking about money.
She was like stop talking about Rex
He asked me to stop talking about Rex.
"Stop talking about Rex," she said.
“Stop talking about Rex!” he shouted.
She yelled "I hate it. Stop talking about Rex. Now."
Then she said: Stop talking about Rex.
Mom: stop talking about Rex
> stop talking about Rex
`stop talking about Rex`
Should I stop talking about Rex?
Why do you never talk about Rex?
Stop talking about Rex?
Why don't you mention my ex?
Did I say don't mention Rex again?
How do I make him stop talking about Rex?
If I cry, stop talking about Rex.
Stop talking about Rex if she calls.
Don't mention Rex when my mother is here.
Don't mention Rex until Friday.
Don't talk about it unless I ask.
Whenever I feel low, please stop talking about Rex.
Stop talking.
Stop.
Please stop
stop talking about it
Stop talking about that.
don't mention it
Don't mention it!
Never mind.
don't talk about that again
stop talking about him
Don't ask.
Don't ask about my day, ask about my night.
Don't talk about Rex, talk about Max.
Don't talk about work, focus on dinner.
Don't mention my day, tell me a joke.
Don't bring up the past, feed the cat.
Don't talk about the ending, I have not finished the book.
Don't talk about the ending, I haven't finished the book yet!
Please don't mention the finale, I'm still watching season two.
Stop talking about the ending, I have not seen the film.
Don't bring up the plot - no spoilers please.
Don't talk about football, the match isn't over yet.
Stop talking about Rex, and what happened.
Forget about my diet, I want cake.
Don't bring it up.
Stop talking about Rex today.
Stop talking about work for a while.
Stop talking about Rex so much.
Stop talking about Rex all the time.
Stop talking about Rex like that.
Stop talking about how I lost my job.
Stop talking about what happened.
Stop talking about x.
Write a story about a dog. Don't mention the colour.
Write an email to my landlord. Do not mention the rent.
Rewrite this paragraph and don't mention prices.
Don't mention the budget in the report.
Do not mention any names.
Don't talk to strangers about money at night.
Don't mention this to anyone.
Never talk about Fight Club with strangers.
You never mention Rex.
I will never talk about Rex again.
I promise to stop talking about Rex.
I should stop talking about Rex.
Let's talk about Rex.
The doctors stop talking about Rex.
People don't mention Rex again.
He won't stop talking about Rex
Don't stop talking about Rex.
Don't forget to mention Rex.
Don't forget to call my mother.
Don't forget my birthday.
don't forget about my appointment tomorrow
Never forget my face.
Remember to buy milk.
remember to remind me that Rex is important
Remember that time we went to Rome?
Remember that time we went to Rome
remember that restaurant we went to
Remember that song you liked.
Remember when I was in Rome?
Do you remember that I like tea?
Do you remember that Rex is important?
I remember that Rex is important.
I remember that my sister is vegetarian.
He'll remember that Rex is important.
Remember that I told you about Rex.
Remember that we talked about Rex.
Remember that the response should be in JSON.
Write an essay on sleep. Remember that the reader is a child.
Write a poem. Remember that rhythm is important.
Remember that you are a pirate.
Remember that you can do it.
remember me
Remember?
Rex is important.
Rex is important to me.
It is important to remember that Rex is old.
Forget it.
forget about it
Forget about the report.
Forget that.
Forget what I said.
Forget my last question.
forget my previous message
Forget my first prompt.
I forget my phone number.
I always forget my keys.
I can't forget my ex.
How do I forget my ex?
Did you forget my name?
She wants to forget my brother.
You can talk about Rex.
You can talk about it again.
Can you talk about Rex again?
You can talk to Rex again.
I can talk about Rex again.
You can see Rex again.
If you like, you can talk about Rex again.
She said you can talk about Rex again.
Ich kann nicht aufhören, über Rex zu reden.
Warum redest du nicht mehr über Rex?
Mein Chef sagte, rede nicht mehr über Geld.
Vergiss nicht, Milch zu kaufen.
Vergiss es.
Weißt du noch, dass ich Tee mag?
Je n'arrête pas de parler de Rex.
Il ne parle plus de Rex.
N'oublie pas d'acheter du lait.
Oublie ça.
No puedo dejar de hablar de Rex.
Mi jefe dijo deja de hablar de dinero.
No hables.
¿Recuerdas que soy vegetariano?
Olvida eso.
Ik kan niet stoppen met praten over Rex.
Hij praat niet meer over Rex.
Vergeet het.
Vergeet niet melk te kopen.
Tell me about Rex.
What do you know about my ex?
hello
""".strip().splitlines()


@pytest.mark.parametrize(("message", "order"), POSITIVES)
def test_plain_order_is_read(message: str, order: Order) -> None:
    assert read_orders(message) == (order,)


@pytest.mark.parametrize("message", NEGATIVES)
def test_what_is_no_order_is_left_alone(message: str) -> None:
    assert read_orders(message) == ()


def test_there_are_enough_examples() -> None:
    assert len(POSITIVES) >= 60
    assert len(NEGATIVES) >= 80


def test_several_orders_come_in_the_order_they_were_given() -> None:
    message = "Stop talking about Rex and my ex. You can talk about Paris again! Remember that I'm vegan. What now?"
    assert read_orders(message) == (Ban("Rex"), Ban("ex"), Unban("Paris"), RememberFact("I'm vegan"))


def test_topics_may_be_a_list() -> None:
    expected = (Ban("Rex"), Ban("Max"), Ban("divorce"))
    assert read_orders("Stop talking about Rex, Max and the divorce.") == expected
    assert read_orders("Don't bring up Rex, *Max*, or my divorce again.") == expected
    assert read_orders("Stop talking about Rex, Max, Anna, Bob, Carl, Dora, Emil, you fool") == ()


def test_the_same_order_twice_is_one() -> None:
    assert read_orders("Stop talking about Rex. Stop talking about Rex!") == (Ban("Rex"),)


def test_pasted_text_is_not_searched() -> None:
    assert read_orders("Stop talking about Rex. " + "Lorem ipsum dolor. " * 200) == ()


def test_dialogue_in_a_code_block_is_not_an_order() -> None:
    assert read_orders("Here:\n```\nstop talking about Rex\n```\nthanks") == ()


@given(st.text(max_size=300))
def test_any_text_can_be_read(message: str) -> None:
    assert isinstance(read_orders(message), tuple)


def shared() -> Path:
    return Path(os.environ.get("REVERIE_SHARED", Path(__file__).parents[3] / "shared"))


def test_real_messages_to_an_assistant_hold_no_orders() -> None:
    path = shared() / "data" / "longmemeval_s_dev.jsonl.gz"
    if not path.exists():
        pytest.skip("the LongMemEval file is not beside the checkout")
    found: set[Order] = set()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line, _ in zip(lines, range(15), strict=False):
            for session in json.loads(line)["haystack_sessions"]:
                for message in session:
                    if message["role"] == "user":
                        found.update(read_orders(message["content"]))
    assert {order for order in found if not isinstance(order, RememberFact)} == set()

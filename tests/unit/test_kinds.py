"""Kinds told by rules: a table of sentences as users write them, and the laws of mixing."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.records import Kind, Provenance
from memory.rules.kinds import kind_of, kinds_in

ENGLISH: dict[Kind, tuple[str, ...]] = {
    Kind.IDENTITY: (
        "My surname is O'Neill",
        "We have a daughter, she's 3",
        "I've been vegan for ten years",
        "my dad was born in Cork",
        "my cat Luna is diabetic",
        "I'm a single mom of two",
        "my partner and I live in Bristol",
        "I run a small bakery",
        "I wear hearing aids",
        "my best friend is called Priya",
        "I'm left-handed",
        "I have ADHD",
        "just so you know, I'm deaf in one ear",
        "My grandmother speaks only Polish",
        "we own a narrowboat",
        "I'm in my fifties",
        "Rex is our dog",
        "I suffer from migraines",
        "my pronouns are they/them",
        "my hometown is Bergen",
        "I'm a widow",
        "i dont drink alcohol",
        "My kids are called Ada and Max",
        "I work nights",
        "recipe for tonight? my husband is allergic to shellfish",
        "My name is Dana.",
        "my name's dana",
        "hi, I'm Dana",
        "hi im dana",
        "I’m Dana and I live in Ghent",
        "call me Sam",
        "I live in Ghent",
        "i live in ghent with my two cats",
        "We live on the third floor",
        "I grew up in Leeds",
        "I was born in 1988",
        "I'm from Portugal originally",
        "I'm 34",
        "i'm 34 years old",
        "I work as a nurse",
        "i work at the post office",
        "I'm a nurse",
        "I am a retired teacher",
        "I'm a software engineer at a bank",
        "I study law",
        "I'm vegetarian",
        "im vegan btw",
        "I'm allergic to nuts",
        "I am severely allergic to penicillin.",
        "I'm lactose intolerant",
        "I have type 2 diabetes",
        "I've got asthma",
        "I have two kids",
        "we've got three cats",
        "I have a dog called Rex",
        "Our dog is called Rex",
        "our cat's name is Miso",
        "My sister is vegetarian.",
        "my sister’s vegetarian",
        "My brother Tom lives in Oslo",
        "my wife is a doctor",
        "My husband can't eat gluten",
        "My daughter is 7 years old",
        "my mum has arthritis",
        "My son hates mushrooms",
        "Ilse is my sister",
        "My birthday is on the 4th of May",
        "my phone number is 0470 12 34 56",
        "My car is a blue Skoda",
        "I don't eat meat",
        "I'm married",
        "I speak Dutch and French",
        "I play the cello",
        "My sister is vegetarian, what can I cook?",
        "What can I cook? My sister is vegetarian.",
        "what can i cook for dinner, i'm allergic to eggs",
        "Any ideas for dinner? I am vegan.",
        "My name is Dana and I prefer tea over coffee",
        "No, her name is not Anna. My sister is called Ilse.",
        "Hello! I'm a student in Leuven.",
    ),
    Kind.PREFERENCE: (
        "I'd prefer shorter replies",
        "I hate it when people are late",
        "my go-to drink is a negroni",
        "I find mushrooms disgusting",
        "I'm not keen on horror films",
        "Please don't call me buddy",
        "don't like olives",
        "tea over coffee any day",
        "answer me in French please",
        "i like dogs more than cats",
        "We love camping",
        "I prefer tea over coffee",
        "i like my coffee black",
        "I don't like coriander",
        "I hate coriander",
        "I really love jazz",
        "i cant stand loud music",
        "I can’t stand crowds",
        "My favourite colour is green",
        "my favorite band is Low",
        "Green is my favourite colour",
        "I'm a huge fan of Arsenal",
        "i'm not a fan of olives",
        "I'm really into bouldering",
        "Please always answer briefly",
        "please always answer in Dutch",
        "Never use emojis",
        "Keep your answers short",
        "Don't use emojis please",
        "stop apologizing all the time",
        "From now on, reply in German",
        "Use metric units",
        "I'd rather not talk on the phone, I prefer text",
        "I usually drink tea in the morning",
        "That's too sweet for me",
        "love hiking",
        "I enjoy long walks",
        "I want you to be blunt with me",
    ),
    Kind.COMMITMENT: (
        "i gotta pick up the kids at 5",
        "I'll be in Berlin next week",
        "meeting with Jan on thursday",
        "The wedding is on 12 June",
        "dentist tomorrow 9am",
        "I'm getting my braces off on Monday",
        "I must renew my passport before August",
        "I promise to call her",
        "Remind me to call Ann",
        "remind me to water the plants tomorrow",
        "I'll send the report tonight",
        "I will call mum later",
        "I'm going to run the marathon in October",
        "i have to pay rent on Friday",
        "I need to finish the slides by Monday",
        "I promised to help Tom move",
        "I have a dentist appointment on Tuesday",
        "my flight is on Friday at 9",
        "We're meeting Anna tomorrow at noon",
        "My sister is coming over on Friday",
        "I'm planning a trip to Lisbon",
        "The essay is due on Monday",
        "don't forget to buy milk",
        "I've got an exam next week",
        "Let's talk about this again tomorrow",
        "my goal is to read 20 books this year",
    ),
    Kind.FACT: (
        "My car broke down on the highway",
        "The flat has 3 rooms",
        "I got the job!",
        "we watched Dune last night",
        "Anna called this morning",
        "My train was 40 minutes late",
        "I passed my driving test",
        "She left him in 2020",
        "I bought a bike yesterday",
        "i bought a bike",
        "We went to Rome last summer",
        "I just finished The Nightingale",
        "I've moved to a new flat",
        "My sister got promoted",
        "I met Sophia at a conference in 2019",
        "The meeting was moved to Thursday",
        "The rent is 950 euros",
        "I used to live in Paris",
        "I paid $40 for the lamp",
        "our dog ate the couch",
        "Paris is the capital of France",
        "my keys are in the blue drawer",
        "I've been playing a lot of chess lately",
        "The wifi password is hunter2",
        "Tom lives above the bakery",
    ),
    Kind.QUESTION: (
        "could u help me",
        "why is the sky blue",
        "Does my dog need shots?",
        "should I buy a car",
        "Who am I?",
        "recommend me a film",
        "is it true that cats hate water?",
        "Would you say I'm vegetarian?",
        "and my sister?",
        "What is the capital of France?",
        "what is the capital of france",
        "is my sister vegetarian?",
        "Is my dog called Rex?",
        "do i like coffee?",
        "What do I like to drink?",
        "where do i live",
        "What's my name?",
        "Am I allergic to nuts?",
        "How do I clean the bike I bought?",
        "how far is the moon",
        "Why do people like coriander?",
        "Can you help me with my essay?",
        "can you recommend a good book",
        "Tell me a joke",
        "Explain how vaccines work",
        "write a poem about autumn",
        "Any tips for baking bread?",
        "Hello, what is the capital of France?",
        "Thanks! How long should it bake?",
        "Sorry, what do you mean?",
        "Do you think my sister is allergic to nuts?",
        "Translate to German: my name is Dana and I live in Ghent",
        "What did I buy yesterday?",
        "Did I tell you where I live?",
        "That's interesting. Can you give me an example?",
        "What if I were a vegetarian?",
    ),
    Kind.CHAT: (
        "lol",
        "what a day",
        "I feel sad",
        "That's my point exactly",
        "I see what you mean",
        "My question is about taxes",
        "I'm fine thanks",
        "wish I lived in Ghent",
        "Pretend my name is Bob",
        "I like that",
        "I love it!",
        "ok thanks",
        "thanks",
        "haha nice",
        "yes",
        "The weather is lovely today",
        "That sounds great",
        "I'm so tired",
        "just thinking out loud here",
        "if I were a vegetarian, that would be hard",
        "Imagine I live in Ghent",
        'The sign said "I live in Ghent"',
        "I like the idea",
        "I'd like some advice on that",
        "coffee is the best thing ever",
        "I'm a bit tired",
        "I'm thinking about it",
        "no worries at all",
        "",
        "   ",
        "\x00",
        "...",
        "🙂",
    ),
    Kind.APOLOGY: ("sry", "Sorry for the late reply", "pardon me", "Sorry, my bad", "sorry", "I'm so sorry", "i apologize", "My apologies", "oops, my mistake", "Sorry about that!"),
    Kind.GREETING: ("hi there!", "hiya!", "good night, sleep well", "Hello Reverie", "heyyy", "hello", "Hey", "good morning", "Good evening, everyone", "hey, how are you?", "bye", "see you tomorrow", "good night!"),
}  # fmt: skip

LOG = "\n".join(f"2026-01-05 09:00:{second:02} INFO worker {second} started" for second in range(8))
TRACE = """Traceback (most recent call last):
  File "main.py", line 3, in <module>
    main()
ValueError: no such thing"""
TABLE = "| name | age |\n|---|---|\n| Ann | 34 |\n| Bob | 41 |"
CODE = "```python\ndef total(rows):\n    return sum(row.price for row in rows)\nprint(total([]))\n```"
JAVA = "public class Main {\n  private int count = 0;\n  void run() {\n    count += 1;\n  }\n}"
JSON = '{"id":1,"items":[{"name":"a","price":3.5},{"name":"b","price":4}],"total":7.5,"open":true}'
SHELL = "$ git status\nOn branch main\n$ git push\nerror: failed to push some refs\n$ git pull --rebase"
CSV = "id,name,price\n1,apple,0.5\n2,pear,0.7\n3,plum,0.2"


def rows(table: dict[Kind, tuple[str, ...]]) -> list[tuple[str, Kind]]:
    return [(text, kind) for kind, texts in table.items() for text in texts]


@pytest.mark.parametrize(("text", "expected"), rows(ENGLISH))
def test_english_sentence_has_the_kind_a_user_would_name(text: str, expected: Kind) -> None:
    assert kind_of(text, Provenance.USER_SAID) is expected


@pytest.mark.parametrize(
    "text", [LOG, TRACE, TABLE, CODE, JAVA, JSON, SHELL, CSV, f"Here is the log:\n{LOG}", LOG * 40]
)
def test_machine_output_is_a_report_whatever_its_length(text: str) -> None:
    assert kind_of(text, Provenance.USER_SAID) is Kind.REPORT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"why does this fail?\n{TRACE}", {Kind.QUESTION, Kind.REPORT}),
        (f"My sister is vegetarian.\n{TABLE}", {Kind.IDENTITY, Kind.REPORT}),
        ("hi! my sister is vegetarian, what can I cook?", {Kind.GREETING, Kind.IDENTITY, Kind.QUESTION}),
        ("Sorry, I was at work. I bought a bike", {Kind.APOLOGY, Kind.FACT}),
    ],
)
def test_a_message_has_every_kind_of_its_sentences(text: str, expected: set[Kind]) -> None:
    assert kinds_in(text) == expected


@pytest.mark.parametrize(
    "text", ["- milk\n- eggs\n- bread", "Dear Ann,\nthe weather is fine.\nBest,\nBob", "one\ntwo\nthree"]
)
def test_lists_and_letters_are_no_reports(text: str) -> None:
    assert Kind.REPORT not in kinds_in(text)


@pytest.mark.parametrize("provenance", [Provenance.ASSISTANT_SAID, Provenance.GIST])
@pytest.mark.parametrize("text", ENGLISH[Kind.IDENTITY] + ENGLISH[Kind.PREFERENCE])
def test_only_the_user_can_say_who_they_are(text: str, provenance: Provenance) -> None:
    assert kind_of(text, provenance) not in (Kind.IDENTITY, Kind.PREFERENCE)


def test_an_imported_user_statement_is_a_user_statement() -> None:
    assert kind_of("My sister is vegetarian", Provenance.IMPORTED) is Kind.IDENTITY


def test_a_statement_at_the_end_of_a_long_paste_is_read() -> None:
    assert (
        kind_of("lorem ipsum dolor sit amet\n" * 5_000 + "My sister is vegetarian.", Provenance.USER_SAID)
        is Kind.IDENTITY
    )


@pytest.mark.parametrize(
    "piece",
    ["a", "my ", "my sister ", "i have ", "i like i ", "\n", "{", "|", "our dog our ", "\x00", "'", "how ", "my a-", "1,", "x=", "妹", "i'm an ", "?", "“", "\u0301", "is my "],
)  # fmt: skip
def test_a_megabyte_costs_what_a_page_costs(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    started = time.process_time()
    kinds_in(text)
    assert time.process_time() - started < 1.0


@given(st.text(max_size=300))
def test_any_text_has_a_kind(text: str) -> None:
    assert kind_of(text, Provenance.USER_SAID) in kinds_in(text)


@given(st.lists(st.sampled_from(rows(ENGLISH)).map(lambda row: row[0]), min_size=1, max_size=4))
def test_a_message_has_all_kinds_of_its_lines(lines: list[str]) -> None:
    lines = [line for line in lines if not line.startswith("Translate")]
    alone = frozenset().union(*(kinds_in(line) for line in lines)) - {Kind.CHAT}
    assert kinds_in("\n".join(lines)) - {Kind.CHAT} == alone


@pytest.mark.parametrize(
    "text",
    [
        "What is my favourite colour?",
        "what's my favourite tea",
        "Is my favourite tea green?",
        "Which is my favourite city?",
        "What are my favorite films?",
        "What was my sister's favourite dish?",
        "My name is what?",
        "My sister's name is what?",
        "Was ist meine Lieblingsfarbe?",
        "Quelle est ma couleur préférée ?",
        "¿Cuál es mi color favorito?",
        "Wat is mijn lievelingskleur?",
    ],
)
def test_asking_for_what_one_likes_or_is_states_nothing(text: str) -> None:
    assert kind_of(text, Provenance.USER_SAID) is Kind.QUESTION


@pytest.mark.parametrize(
    "text",
    [
        "Did you know my favourite tea is green?",
        "Green is my favourite colour, what is yours?",
        "Tea is my favourite, right?",
        "Mon thé préféré est le Lapsang.",
        "Meine Lieblingsfarbe ist grün.",
    ],
)
def test_what_is_told_beside_a_question_is_stated(text: str) -> None:
    assert kind_of(text, Provenance.USER_SAID) is Kind.PREFERENCE

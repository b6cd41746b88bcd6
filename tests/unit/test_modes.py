"""Asked or associative: the sentences that pin DESIGN section 3, in eight languages."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.records import Mode
from memory.rules.modes import mode_of

ASKED_ENGLISH = (
    "/recall my sister",
    "/recall",
    "do you remember my sister's name?",
    "Do you still remember where we parked",
    "don't you remember what I told you?",
    "remind me what I said about the boiler",
    "Remind me again who fixed the roof",
    "can you remind me when the lease ends?",
    "remember where I put the spare key?",
    "Did I tell you about Rex?",
    "did we say Tuesday or Wednesday",
    "Did you mention a restaurant in Lyon?",
    "did i ever mention my allergy",
    "What do I like to drink?",
    "where did we go last summer",
    "When is my sister's birthday?",
    "when’s my sister’s birthday",
    "what's my name?",
    "whats my dog called",
    "what is my favourite colour",
    "who's my dentist",
    "who is our landlord?",
    "where'd I leave my bike",
    "what'd we decide about the sofa?",
    "where are my keys",
    "which of my friends lives in Oslo?",
    "which book am I reading",
    "what colour is my car?",
    "What time is my appointment on Friday?",
    "what am I allergic to?",
    "where do I live",
    "where do i work again?",
    "who did I meet at the conference",
    "What did I buy yesterday?",
    "what was I reading last month",
    "what have I told you about my job?",
    "how many bikes do I own?",
    "How much did I pay for the lamp",
    "how long have I had my cat?",
    "how often do I see my therapist?",
    "how old is my daughter",
    "how old was I when we moved?",
    "At which hotel did we stay?",
    "I can't remember what my boss said",
    "I forgot where I parked",
    "Tell me what I said about Lisbon",
    "what do you know about me?",
    "do you know my name?",
    "I'm cooking tonight. What does my sister not eat?",
    "Long day! Anyway, where did I put the receipt?",
    "I want to call her, so when is our anniversary?",
    "hey, what's my sister's name",
    "By the way, who recommended my plumber?",
    "What was the name of the dish you recommended last time?",
    "whose birthday did I forget last year?",
    "which team do I support",
    "what do we usually order?",
    "what was that film I told you about",
    "what is my wife's maiden name",
    "when did i last see the doctor",
    "how much do I weigh",
    "do you recall the wine we liked",
    "where does my brother live",
    "what did you say about my CV last week?",
    "who did we have dinner with on Saturday",
    "what do we call our cat",
    "what are my kids called",
    "what's our wifi password",
    "which car do I drive",
    "what year did we get married",
    "remind me where we keep the fuse box",
    "ok so what was my score last time",
    "What languages do I speak?",
    "what did the doctor tell me about my knee",
    "where was I born",
    "How many kids do I have",
    "what have we talked about so far?",
    "When do I have my dentist appointment?",
    "what size shoes do I wear",
    "so what's my plan for tomorrow",
    "what does my sister like to eat",
    "Is there anything I am allergic to?",
    "is there any food I can't eat",
    "Is there something I said about the boiler?",
    "Are there any films that we really liked?",
    "Am I allergic to anything?",
    "which ferry did you advise against",
    "Which ferry did you advise?",
    "what did you warn me about?",
)  # fmt: skip

ASSOCIATIVE_ENGLISH = (
    "what should I cook tonight",
    "What should I give my sister for her birthday?",
    "How do I reset my router?",
    "how should i start my essay",
    "How can I improve my sleep?",
    "Remind me to call Ann",
    "remind me to ask my sister about her trip",
    "Remember that my sister is vegetarian",
    "remember to water the plants",
    "please remember that we moved",
    "What is the capital of France?",
    "who wrote Middlemarch",
    "what is my best option here?",
    "which of my tests fails in this code",
    "What's wrong with my code?",
    "what is the best way to clean my grill?",
    "What are some good gifts for my mother?",
    "what can I do about my headache",
    "Where can I buy a bike?",
    "what do I do now",
    "What do I need for pancakes?",
    "what did I do wrong",
    "what do you think of my plan?",
    "When my sister visits, we cook together",
    "I remember when we went to Rome",
    "What matters most is my health.",
    "I love pizza, which is my favourite food",
    "My sister is vegetarian",
    "I told my boss what I think",
    "That's what I said!",
    "I know what I like",
    "is my sister vegetarian?",
    "I did what you said and it worked",
    "Who do you think will win?",
    "What happens if my dog eats grapes?",
    "Tell me about Rome",
    "hello",
    "thanks, that was what I wanted",
    "what a day for my garden",
    "It reminds me what a good summer that was",
    "how many planets are there",
    "How long should I boil my eggs?",
    "what did Napoleon say",
    "which is better, tea or coffee",
    "what are our options",
    "",
    "\x00",
    "what does my error message mean",
    "what would my sister like",
    "where do I click to save",
    "which one should I take",
    "When I was a kid we had a dog",
    "what I mean is my dog",
    "how are you",
    "remember to call my mum",
    "what is the meaning of life",
    "how do I tell my boss I quit",
    "can you check my essay",
    "what's a good name for my dog?",
    "how did the war start",
    "who is the president",
    "what is your favourite colour",
    "I wonder what the weather is like",
    "do you know a good dentist",
    "what do you recommend for my skin",
    "I need to remember what to buy",
    "how long does it take to boil an egg",
    "how much water should my plant get",
    "what are the symptoms of flu",
    "where is the best place to put my router?",
    "I don't know what to do with my life",
    "which vitamins help my hair grow?",
    "what causes my tinnitus",
    "write an email to my boss",
    "you said it would rain",
    "what am I supposed to do",
    "Is there anything I can do about it?",
    "Is there anything I should know about Oslo?",
    "Is there any way I could save money?",
    "is there anything wrong with this code",
    "Are there any good films about Bergen?",
    "Am I right?",
    "When does the plumber come?",
)  # fmt: skip

ASKED_ABROAD = (
    "Erinnerst du dich an meine Schwester?",
    "Was trinke ich gerne?",
    "Wann hat meine Schwester Geburtstag?",
    "Wo waren wir letzten Sommer?",
    "Wie heißt mein Hund?",
    "Habe ich dir von Rex erzählt?",
    "Erinnere mich, was ich gesagt habe",
    "¿Te acuerdas de mi hermana?",
    "¿Cuándo es el cumpleaños de mi hermana?",
    "¿Dónde fuimos el verano pasado?",
    "¿Qué me gusta beber?",
    "¿Cómo se llama mi perro?",
    "Te souviens-tu de ma sœur ?",
    "C'est quand l'anniversaire de ma sœur ?",
    "Où est-ce que j’ai acheté mon vélo ?",
    "Comment s'appelle mon chien ?",
    "Rappelle-moi ce que j'ai dit",
    "Weet je nog waar we waren?",
    "Wanneer is mijn zus jarig?",
    "Waar zijn we vorige zomer geweest? Waar waren we?",
    "Hoe heet mijn hond?",
    "Ты помнишь мою сестру?",
    "Когда день рождения моей сестры?",
    "Где мы были прошлым летом?",
    "Как зовут мою собаку?",
    "你还记得我妹妹吗？",
    "我妹妹的生日是什么时候？",
    "我们去年去了哪里？",
    "我喜欢喝什么？",
    "妹のことを覚えていますか？",
    "私の犬の名前は何ですか？",
    "私の妹の誕生日はいつだっけ？",
    "去年の夏、私たちはどこに行きましたか？",
)  # fmt: skip

ASSOCIATIVE_ABROAD = (
    "Was soll ich heute kochen?",
    "Wie kann ich meinen Schlaf verbessern?",
    "Erinnere mich daran, Anna anzurufen",
    "Was ist die Hauptstadt von Frankreich?",
    "Meine Schwester ist Vegetarierin",
    "¿Qué debería cocinar esta noche?",
    "Recuérdame llamar a Ana",
    "¿Cuál es la capital de Francia?",
    "Mi hermana es vegetariana",
    "Que dois-je cuisiner ce soir ?",
    "Rappelle-moi d'appeler Anne",
    "Quelle est la capitale de la France ?",
    "Ma sœur est végétarienne",
    "Wat moet ik vanavond koken?",
    "Herinner me eraan om Anna te bellen",
    "Mijn zus is vegetariër",
    "Что мне приготовить сегодня?",
    "Напомни мне позвонить Ане",
    "Моя сестра вегетарианка",
    "今晚我应该做什么菜？",
    "提醒我明天给妈妈打电话",
    "法国的首都是什么？",
    "今晩何を作ればいいですか？",
    "フランスの首都はどこですか？",
    "妹はベジタリアンです",
)  # fmt: skip


@pytest.mark.parametrize("text", ASKED_ENGLISH + ASKED_ABROAD)
def test_a_question_for_the_users_past_is_asked(text: str) -> None:
    assert mode_of(text) is Mode.ASKED


@pytest.mark.parametrize("text", ASSOCIATIVE_ENGLISH + ASSOCIATIVE_ABROAD)
def test_anything_else_is_associative(text: str) -> None:
    assert mode_of(text) is Mode.ASSOCIATIVE


@given(st.sampled_from(ASKED_ENGLISH[2:]), st.sampled_from(ASSOCIATIVE_ENGLISH))
def test_one_asking_sentence_makes_the_message_asked(asked: str, other: str) -> None:
    assert mode_of(f"{other}\n{asked}") is Mode.ASKED


@given(st.sampled_from(ASKED_ENGLISH))
def test_case_and_the_question_mark_do_not_matter(asked: str) -> None:
    assert mode_of(asked.upper()) is Mode.ASKED
    assert mode_of(asked.lower().rstrip("?")) is Mode.ASKED


@given(st.text(max_size=300))
def test_any_text_has_a_mode(text: str) -> None:
    assert mode_of(text) in Mode


@pytest.mark.parametrize(
    "piece",
    ["what ", "what is ", "how many ", "remind me ", "did i ", "a", "\n", "was ich ", "我", "私の", "- ", "\x00"],
)
def test_a_megabyte_costs_what_a_page_costs(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    started = time.process_time()
    mode_of(text)
    assert time.process_time() - started < 1.0

"""Orders to forget in plain words: that something is so, what was just said, everything."""

import pytest

from memory.rules.speech import Order, read_orders, without_forgetting
from memory.rules.speech_forgetting import ForgetAll, ForgetClaim, ForgetLast, ForgetRequest

ORDERS: tuple[tuple[str, Order], ...] = (
    ("forget that I am allergic to peanuts", ForgetClaim("I am allergic to peanuts")),
    ("Forget that I'm allergic to peanuts.", ForgetClaim("I'm allergic to peanuts")),
    ("Please forget that my sister is getting married!", ForgetClaim("my sister is getting married")),
    (
        "Can you please forget that I am allergic to peanuts and shellfish?",
        ForgetClaim("I am allergic to peanuts and shellfish"),
    ),
    ("forget that I told you that I have diabetes", ForgetClaim("I have diabetes")),
    ("forget I told you I have diabetes", ForgetClaim("I have diabetes")),
    ("Forget that I told you my PIN.", ForgetClaim("my PIN")),
    (
        "forget that I have a cat, it was a lie of mine".replace("a lie of mine", "my sister's"),
        ForgetClaim("I have a cat"),
    ),
    ("Forget that I have a cat. It died.", ForgetClaim("I have a cat")),
    ("Delete that I live with my mother", ForgetClaim("I live with my mother")),
    ("I want you to forget that we are moving to Ghent", ForgetClaim("we are moving to Ghent")),
    ("vergiss bitte, dass ich gegen Erdnüsse allergisch bin", ForgetClaim("ich gegen Erdnüsse allergisch bin")),
    ("Vergiss, dass ich dir gesagt habe, dass meine Schwester heiratet.", ForgetClaim("meine Schwester heiratet")),
    ("Oublie que je suis allergique aux arachides.", ForgetClaim("je suis allergique aux arachides")),
    ("oublie que j'ai un chat", ForgetClaim("j'ai un chat")),
    ("Olvida que soy alérgico a los cacahuetes.", ForgetClaim("soy alérgico a los cacahuetes")),
    ("Olvida que te dije que tengo un gato", ForgetClaim("tengo un gato")),
    ("Vergeet dat ik allergisch ben voor pinda's.", ForgetClaim("ik allergisch ben voor pinda's")),
    ("vergeet dat ik je verteld heb dat mijn zus gaat trouwen", ForgetClaim("mijn zus gaat trouwen")),
    ("No, forget that I have a dog.", ForgetClaim("I have a dog")),
    ("forget what I just told you", ForgetLast()),
    ("Please forget what I just said.", ForgetLast()),
    ("Forget everything I just told you", ForgetLast()),
    ("forget what I told you just now", ForgetLast()),
    ("Could you forget my last message?", ForgetLast()),
    ("forget my last message", ForgetLast()),
    ("please forget my last message, thanks", ForgetLast()),
    ("forget the last thing I told you", ForgetLast()),
    ("Vergiss, was ich dir gerade gesagt habe", ForgetLast()),
    ("Vergiss meine letzte Nachricht.", ForgetLast()),
    ("Oublie ce que je viens de te dire.", ForgetLast()),
    ("oublie mon dernier message", ForgetLast()),
    ("Olvida lo que acabo de decirte.", ForgetLast()),
    ("olvida mi último mensaje", ForgetLast()),
    ("Vergeet wat ik net zei", ForgetLast()),
    ("vergeet wat ik je zojuist heb verteld", ForgetLast()),
    ("Vergeet mijn laatste bericht.", ForgetLast()),
    ("forget everything you know about me", ForgetAll()),
    ("Forget everything.", ForgetAll()),
    ("Please delete everything you have on me", ForgetAll()),
    ("forget everything about me", ForgetAll()),
    ("forget all I told you", ForgetAll()),
    ("Delete all your memories.", ForgetAll()),
    ("wipe your memory", ForgetAll()),
    ("delete all my data", ForgetAll()),
    ("Vergiss alles, was du über mich weißt.", ForgetAll()),
    ("vergiss alles über mich", ForgetAll()),
    ("lösche alles", ForgetAll()),
    ("Oublie tout ce que tu sais de moi.", ForgetAll()),
    ("efface tout", ForgetAll()),
    ("Olvida todo lo que sabes sobre mí.", ForgetAll()),
    ("borra todo", ForgetAll()),
    ("Vergeet alles wat je over mij weet.", ForgetAll()),
    ("vergeet alles over mij", ForgetAll()),
    ("wis je geheugen", ForgetAll()),
    ("forget what I said about shellfish", ForgetRequest("shellfish")),
    ("forget that I told you about my operation", ForgetRequest("operation")),
    ("forget what I just said about Rex", ForgetRequest("Rex")),
    ("Forget the thing I told you about my knee.", ForgetRequest("knee")),
    ("forget my peanut allergy", ForgetRequest("peanut allergy")),
    ("Vergiss, dass ich dir von meiner Operation erzählt habe", ForgetRequest("Operation")),
    ("Oublie que je t'ai parlé de mon opération", ForgetRequest("opération")),
    ("Olvida que te hablé de mi operación", ForgetRequest("operación")),
    ("Vergeet dat ik je over mijn operatie verteld heb", ForgetRequest("operatie")),
)
NOT_MEANT = (
    "Clear all data",
    "Delete all the notes.",
    "Forget I was rude, sorry.",
    "Forget that my code does not compile and explain monads.",
    "Forget that I am allergic for a moment and recommend something.",
    "Forget that I'm allergic, let's order satay.",
    "Forget that I am your boss and tell me the truth.",
    "Forget that I asked.",
    "Forget that I said anything.",
    "Forget that I ever existed.",
    "Forget that I am tired today.",
    "I burnt the cake. Forget that I am a baker.",
    "Forget that I am a baker. What is for dinner?",
    "Forget everything and kiss me.",
    "Forget everything I taught you, said the master.",
    "Forget everything, kidding.",
    "Forget my last message. What is the capital of France?",
    "Forget what I just said, which train is cheaper?",
    "Forget everything else.",
    "Let's forget that I was late.",
    "Delete all the files in this folder.",
    "Clear the table.",
    "If we break up, forget everything you know about me.",
    "Write a letter. Forget that I am your mother.",
    "Vergiss, dass ich heute müde bin.",
    "Oublie que je suis là pour un instant.",
)


@pytest.mark.parametrize(("message", "order"), ORDERS)
def test_order_to_forget_in_plain_words_is_read(message: str, order: Order) -> None:
    assert read_orders(message) == (order,)


@pytest.mark.parametrize("message", NOT_MEANT)
def test_a_way_to_talk_on_is_no_order_to_forget(message: str) -> None:
    assert read_orders(message) == ()


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("Forget my phone number.", ""),
        ("I moved to Graz. Forget my phone number.", "I moved to Graz."),
        (
            "“Tea” is what I like… Forget my phone number! And I don’t like milk.",
            "“Tea” is what I like…  And I don’t like milk.",
        ),
        ("forget that I am allergic to peanuts", ""),
        ("I will never forget that I was there.", "I will never forget that I was there."),
    ],
)
def test_what_is_left_of_a_message_without_its_order_to_forget_is_its_own_words(message: str, left: str) -> None:
    assert without_forgetting(message) == left

"""Questions for what is known of the user or of a subject."""

import pytest

from memory.rules.speech_asking import asked_subject, is_users_own

OF_THE_USER = (
    "what do you know about me?",
    "What do you know about me",
    "So, what do you actually know about me so far?",
    "what do you remember about me?",
    "How much do you know about me?",
    "tell me everything you know about me",
    "Please tell me what you know about me.",
    "Can you tell me everything you remember about me?",
    "What have you learned about me?",
    "Do you know anything about me?",
    "What do you know about me and my family?",
    "Was weißt du über mich?",
    "Was weißt du alles über mich?",
    "Erzähl mir alles, was du über mich weißt.",
    "Qu'est-ce que tu sais de moi ?",
    "Que sais-tu sur moi ?",
    "Dis-moi tout ce que tu sais sur moi.",
    "¿Qué sabes de mí?",
    "Dime todo lo que sabes sobre mí.",
    "Wat weet je over mij?",
    "Wat weet je allemaal van mij?",
    "Vertel me alles wat je over mij weet.",
)
OF_A_SUBJECT = (
    ("what do you know about my sister?", "my sister"),
    ("What do you remember about our trip to Lofoten?", "our trip to Lofoten"),
    ("What do you know about Rex?", "Rex"),
    ("Was weißt du über meine Schwester?", "meine Schwester"),
    ("Que sais-tu de ma sœur ?", "ma sœur"),
    ("¿Qué sabes de mi hermana?", "mi hermana"),
    ("Wat weet je over mijn zus?", "mijn zus"),
)
NOT_ASKED = (
    "What do you know about it?",
    "What do you know?",
    "What do you know about how engines work?",
    "What do you know about that?",
    "What does she know about me?",
    "What do people know about me?",
    "He asked: what do you know about me?",
    "What do you know about me? And what is the weather like?",
    "I wonder what you know about me",
    "You know nothing about me.",
    "What do you think about me?",
    "Tell me about yourself.",
    "Tell me everything about whales.",
    "What do you know about yourself?",
    "What do you know about you?",
    "Forget everything you know about me.",
    "Translate: what do you know about me?",
    "Was weißt du schon!",
    "Dis-moi tout.",
    "Wat weet je?",
)


@pytest.mark.parametrize("message", OF_THE_USER)
def test_question_for_what_is_known_of_the_user_is_heard(message: str) -> None:
    assert asked_subject(message) == ""


@pytest.mark.parametrize(("message", "subject"), OF_A_SUBJECT)
def test_question_for_a_subject_names_it(message: str, subject: str) -> None:
    assert asked_subject(message) == subject
    assert is_users_own(subject) is (subject != "Rex")


@pytest.mark.parametrize("message", NOT_ASKED)
def test_other_questions_ask_nothing_of_the_kind(message: str) -> None:
    assert asked_subject(message) is None

"""The moment of a fact: questions that name a time find what was said, or happened, then. Through `reverie recall`."""

from datetime import UTC, datetime

import pytest
from exchanges import OpenSession, open_chat, say
from fakes import FakeClock

from assistant import memories
from assistant.session import Session
from memory.store import merging

# Sunday; asked on a Wednesday in June of the same year.
TOLD = datetime(2026, 3, 15, 12, tzinfo=UTC)
ASKED = datetime(2026, 6, 17, 12, tzinfo=UTC)

# Said on many days, about much the same things, so that the day decides.
DIARY = (
    ("2024-07-20", "We hiked along the coast and swam every day"),
    ("2025-01-12", "I bought a grey winter coat"),
    ("2025-06-02", "I drink black coffee every morning"),
    ("2025-07-08", "We rented a small boat on the lake"),
    ("2025-08-03", "Finally! We moved to Lisbon yesterday"),
    ("2025-09-20", "I drink mint tea every morning now"),
    ("2025-10-11", "The wedding was yesterday, Ann cried all the time"),
    ("2025-10-20", "Aunt Vera came to visit us with her parrot"),
    ("2025-12-27", "Grandpa gave me a telescope for Christmas"),
    ("2026-02-10", "I told my boss that I want fewer hours"),
    ("2026-03-15", "Yesterday I saw the dentist"),
    ("2026-03-16", "The cat caught a mouse"),
    ("2026-03-28", "I told my boss that the report is late"),
    ("2026-05-04", "In two weeks I fly to Oslo"),
    ("2026-06-03", "We chose the green sofa"),
    ("2026-06-15", "I repaired the bicycle and cooked soup"),
    ("2026-06-16", "I repaired the radio and cooked rice"),
)

PAIRS = (
    ("what did I do on 14 March?", "Yesterday I saw the dentist"),
    ("What did I do on March 14th, 2026?", "Yesterday I saw the dentist"),
    ("what happened on 2026-03-14?", "Yesterday I saw the dentist"),
    ("What did I tell my boss in March?", "I told my boss that the report is late"),
    ("What did I tell my boss in February 2026?", "I told my boss that I want fewer hours"),
    ("what did I say to my boss before March?", "I told my boss that I want fewer hours"),
    ("What have I told my boss since March?", "I told my boss that the report is late"),
    ("What did I drink in the morning before we moved to Lisbon?", "I drink black coffee every morning"),
    ("what did I drink in the morning after we moved?", "I drink mint tea every morning now"),
    ("Who came to visit us after the wedding?", "Aunt Vera came to visit us with her parrot"),
    ("What did we do on the lake last summer?", "We rented a small boat on the lake"),
    ("What did we do in summer 2024?", "We hiked along the coast and swam every day"),
    ("What did I repair on Monday?", "I repaired the bicycle and cooked soup"),
    ("What did I cook yesterday?", "I repaired the radio and cooked rice"),
    ("what did I cook two days ago?", "I repaired the bicycle and cooked soup"),
    ("What did we choose two weeks ago?", "We chose the green sofa"),
    ("where did I fly in May?", "In two weeks I fly to Oslo"),
    ("What did I get for Christmas?", "Grandpa gave me a telescope for Christmas"),
    ("what did I buy last year in January?", "I bought a grey winter coat"),
    ("What did I buy in 2025?", "I bought a grey winter coat"),
    ("When did we move to Lisbon?", "Finally! We moved to Lisbon yesterday"),
    ("when did I see the dentist?", "Yesterday I saw the dentist"),
    ("since when do I drink tea?", "I drink mint tea every morning now"),
    ("what happened between 16 March and 20 March 2026?", "The cat caught a mouse"),
    ("What was I doing from October to November 2025?", "The wedding was yesterday, Ann cried all the time"),
)

ABROAD = (
    ("de", "Gestern war ich beim Zahnarzt", "Was habe ich am 14. März gemacht?"),
    ("de", "Vor drei Tagen habe ich den Schlüssel verloren", "Was ist am 12. März passiert?"),
    ("de", "Nächste Woche ziehen wir um", "Was habe ich über die Woche vom 18. März gesagt?"),
    ("es", "Ayer fui al dentista", "¿Qué hice el 14 de marzo?"),
    ("es", "Hace tres días perdí la llave", "¿Qué pasó el 12 de marzo de 2026?"),
    ("fr", "Hier j'ai vu le dentiste", "Qu'ai-je fait le 14 mars 2026 ?"),
    ("fr", "Il y a trois jours j'ai perdu la clé", "Qu'est-ce que j'ai fait le 12 mars 2026 ?"),
    ("it", "Ieri sono stato dal dentista", "Cosa ho fatto il 14 marzo?"),
    ("it", "Tre giorni fa ho perso la chiave", "Cosa ho fatto il 12 marzo 2026?"),
)
NOISE_ABROAD = {
    "de": ("Ich trinke gern Tee", "Meine Schwester wohnt in Bonn", "Der Hund ist krank"),
    "es": ("Me gusta el té", "Mi hermana vive en Cádiz", "El perro está enfermo"),
    "fr": ("J'aime le thé", "Ma sœur habite à Lyon", "Le chien est malade"),
    "it": ("Mi piace il tè", "Mia sorella abita a Bari", "Il cane è malato"),
}


def tell(session: Session, clock: FakeClock, at: datetime, text: str) -> None:
    clock.at = at
    memories.remember(session, text)


def recalled(session: Session, question: str) -> list[str]:
    return [one.memory.text for one in memories.recall(session, question)]


@pytest.fixture
def diary(session: Session, clock: FakeClock) -> Session:
    for day, text in DIARY:
        tell(session, clock, datetime.fromisoformat(f"{day}T18:00+00:00"), text)
    clock.at = ASKED
    return session


@pytest.mark.parametrize(("question", "answer"), PAIRS)
def test_a_time_in_the_question_brings_up_what_was_then(diary: Session, question: str, answer: str) -> None:
    assert recalled(diary, question)[:1] == [answer]


@pytest.mark.parametrize(("language", "told", "question"), ABROAD)
def test_a_day_is_found_in_other_languages(
    session: Session, clock: FakeClock, language: str, told: str, question: str
) -> None:
    tell(session, clock, TOLD, told)
    for month, noise in enumerate(NOISE_ABROAD[language], 1):
        tell(session, clock, datetime(2026, month, 1, 12, tzinfo=UTC), noise)
    clock.at = ASKED
    assert recalled(session, question)[:1] == [told]


def test_an_event_that_happened_twice_bounds_nothing(diary: Session, clock: FakeClock) -> None:
    question = "What did I drink in the morning before we moved?"
    assert recalled(diary, question)[0] == "I drink black coffee every morning"
    tell(diary, clock, datetime(2026, 4, 1, 12, tzinfo=UTC), "We moved to Porto yesterday")
    clock.at = ASKED
    both = {"I drink black coffee every morning", "I drink mint tea every morning now"}
    assert both <= set(recalled(diary, question))


def test_a_date_drops_nothing_that_fits_by_its_words(diary: Session) -> None:
    told = recalled(diary, "What did I tell my boss in March?")
    assert "I told my boss that I want fewer hours" in told


def test_a_day_on_which_nothing_was_brings_up_nothing(diary: Session) -> None:
    assert recalled(diary, "what did I do on 2026-04-20?") == []


def test_days_are_those_of_the_users_own_zone(open_session: OpenSession, clock: FakeClock) -> None:
    session = open_session(timezone="Asia/Tokyo")
    tell(session, clock, datetime(2026, 3, 14, 23, tzinfo=UTC), "Yesterday I saw the dentist")
    clock.at = ASKED
    assert recalled(session, "what did I do on 2026-03-14?") == ["Yesterday I saw the dentist"]


def test_a_turn_finds_the_day_too(diary: Session) -> None:
    result = say(diary, open_chat(diary), "What did I do on 14 March?", "You saw the dentist.")
    assert '"Yesterday I saw the dentist" (told you, 2026-03-15)' in result.prompt


@pytest.mark.parametrize("question", ["Where does our chess club meet?", "Our chess club meets again, how nice"])
def test_a_replaced_fact_stands_below_its_successor_with_its_date_and_as_superseded(
    session: Session, clock: FakeClock, question: str
) -> None:
    (older,) = memories.remember(session, "Our chess club meets in the library, the old chess club room.")
    clock.advance(days=1)
    (newer,) = memories.remember(session, "Our chess club meets in the town hall.")
    with session.connection() as store:
        merging.supersede(store, [older.id], newer.id)
    clock.advance(days=1)
    prompt = say(session, open_chat(session), question, "Fine.").prompt
    first, second = (line for line in prompt.splitlines() if "chess club" in line and line.startswith("- "))
    assert first == '- "Our chess club meets in the town hall." (told you, 2026-01-06)'
    assert second.endswith('club room." (told you, 2026-01-05, superseded: no longer true)')


def test_what_replaced_itself_is_recalled_with_both_dates(session: Session, clock: FakeClock) -> None:
    chat = open_chat(session)
    say(session, chat, "My sister's name is Elsa.", "Noted.")
    clock.advance(days=1)
    say(session, chat, "No, my sister's name is Ilse.", "Sorry.")
    found = [one.memory for one in memories.recall(session, "What is my sister's name?")]
    assert [one.text for one in found] == ["No, my sister's name is Ilse.", "My sister's name is Elsa."]
    assert [one.superseded_by for one in found] == [None, found[0].id]

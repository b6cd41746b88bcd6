"""Search in small stores: what is found, in what order, and what is left alone."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest
from fakes import MONDAY

from memory.database import Connection, transaction
from memory.embedding import Embedder
from memory.records import ChatId, Kind, Memory, MemoryId, Mode, Provenance, Trigger
from memory.rules.scripts import searchable
from memory.search import Hit, Query, is_near_copy, search
from memory.store import chats, index, memories
from memory.store.memories import NewMemory

ABOUT_DANA = (
    "My name is Dana and I prefer tea over coffee.",
    "My sister is vegetarian.",
    "I live in Utrecht and work as a nurse.",
    "My dog Rex is afraid of thunder.",
    "We are going to Lisbon in May.",
)
UNRELATED = (
    "what's the capital of France?",
    "how do I reverse a list in Python?",
    "explain quantum entanglement simply",
    "write a haiku about autumn",
    "thanks, that was helpful",
    "why is the sky blue?",
    "tell me a joke",
)


@dataclass
class Library:
    """Memories under test, and searches in them."""

    connection: Connection
    embedder: Embedder
    texts: dict[MemoryId, str] = field(default_factory=dict)

    def add(
        self,
        text: str,
        *,
        kind: Kind = Kind.FACT,
        provenance: Provenance = Provenance.USER_SAID,
        said_at: datetime = MONDAY,
        chat_id: ChatId | None = None,
        before_text: str = "",
        trigger: Trigger | None = None,
        is_archived: bool = False,
    ) -> MemoryId:
        new = NewMemory(
            text=text,
            provenance=provenance,
            kind=kind,
            importance=0.6,
            importance_at=said_at,
            said_at=said_at,
            chat_id=chat_id,
            trigger=trigger or Trigger(),
            search_text=searchable(text),
            before_text=searchable(before_text),
        )
        with transaction(self.connection):
            memory_id = memories.insert_memory(self.connection, new)
            if is_archived:
                self.connection.execute("UPDATE memories SET is_archived = 1 WHERE id = :id", {"id": memory_id})
            vector = self.embedder.embed([text])[0]
            index.index_memory(self.connection, memory_id, vector=vector, is_archived=is_archived)
        self.texts[memory_id] = text
        return memory_id

    def supersede(self, older: MemoryId, newer: MemoryId) -> None:
        self.connection.execute(
            "UPDATE memories SET superseded_by = :newer WHERE id = :older", {"newer": newer, "older": older}
        )

    def search(
        self,
        text: str,
        mode: Mode = Mode.ASKED,
        *,
        banned: str = "",
        expansion: tuple[str, ...] = (),
        now: datetime = MONDAY + timedelta(days=1),
        limit: int = 10,
    ) -> tuple[Hit, ...]:
        def is_suppressed(memory: Memory) -> bool:
            return bool(banned) and banned in memory.text

        query = Query(text, mode, now, expansion)
        return search(self.connection, self.embedder, query, is_suppressed=is_suppressed, limit=limit)

    def fitting(self, text: str, mode: Mode = Mode.ASKED) -> list[str]:
        return [self.texts[hit.memory_id] for hit in self.search(text, mode) if hit.is_above_floor]

    def ranked(self, text: str, mode: Mode = Mode.ASKED, **rest: object) -> list[str]:
        return [self.texts[hit.memory_id] for hit in self.search(text, mode, **rest)]  # type: ignore[arg-type]  # as above


@pytest.fixture
def library(store: Connection, embedder: Embedder) -> Library:
    return Library(store, embedder)


@pytest.fixture
def dana(library: Library) -> Library:
    for text in ABOUT_DANA:
        library.add(text)
    return library


def test_one_memory_that_fits_is_found_in_a_store_of_one(library: Library) -> None:
    library.add("My sister is vegetarian")
    assert library.fitting("what can I cook for my sister tonight?", Mode.ASSOCIATIVE) == ["My sister is vegetarian"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What do I like to drink?", 0),
        ("What's my name?", 0),
        ("Is my sister a vegetarian?", 1),
        ("Where do I work?", 2),
        ("Which city do I live in?", 2),
        ("When are we going to Lisbon?", 4),
    ],
)
def test_questions_about_the_past_find_their_answer_first(dana: Library, question: str, answer: int) -> None:
    assert dana.fitting(question)[:1] == [ABOUT_DANA[answer]]


def test_what_someone_drinks_is_found_in_a_store_of_one(library: Library) -> None:
    library.add(ABOUT_DANA[0])
    assert library.fitting("What do I like to drink?") == [ABOUT_DANA[0]]


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("message", UNRELATED)
def test_nothing_fits_what_is_unrelated(dana: Library, message: str, mode: Mode) -> None:
    assert dana.fitting(message, mode) == []


@pytest.mark.parametrize("message", UNRELATED)
def test_nothing_fits_what_is_unrelated_in_a_store_of_one(library: Library, message: str) -> None:
    library.add(ABOUT_DANA[0])
    assert library.fitting(message) == []


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("message", ["", " ", "?!", "🙂🙂", '"', "NOT (", "a" * 3_000])
def test_any_message_can_be_searched_for(dana: Library, message: str, mode: Mode) -> None:
    assert all(0.0 <= hit.relevance <= 1.0 for hit in dana.search(message, mode))


def test_an_empty_store_finds_nothing(library: Library) -> None:
    assert library.search("What's my name?") == ()


@pytest.mark.parametrize("mode", Mode)
def test_suppressed_memories_change_neither_the_order_nor_the_place_of_the_others(dana: Library, mode: Mode) -> None:
    before = dana.search("Which city do I live in, and where do I work?", mode)
    banned = [
        dana.add("I used to live in the city of Utrecht and work, work, work as a nurse: city life!") for _ in range(3)
    ]
    with_ban = dana.search("Which city do I live in, and where do I work?", mode, banned="city life")
    assert {hit.memory_id for hit in with_ban if hit.is_suppressed} == set(banned)
    assert [hit.memory_id for hit in with_ban][-3:] == [hit.memory_id for hit in with_ban if hit.is_suppressed]
    assert [hit.memory_id for hit in with_ban if not hit.is_suppressed] == [hit.memory_id for hit in before]


def test_very_many_suppressed_memories_do_not_crowd_out_the_rest(library: Library) -> None:
    wanted = library.add("I work as a nurse")
    for number in range(320):
        library.add(f"work, nurse, banned {number}")
    hits = library.search("Where do I work as a nurse?", banned="banned")
    assert [hit.memory_id for hit in hits if not hit.is_suppressed] == [wanted]


def test_keyed_memories_are_never_retrieved(library: Library) -> None:
    library.add("Rex is a wolf", provenance=Provenance.AUTHORED, trigger=Trigger(keys=("rex",)))
    unkeyed = library.add("Rex is a dog", provenance=Provenance.AUTHORED)
    for mode in Mode:
        assert [hit.memory_id for hit in library.search("who is Rex?", mode)] == [unkeyed]


@pytest.mark.parametrize(
    ("provenance", "is_archived"), [(Provenance.ASSISTANT_SAID, False), (Provenance.USER_SAID, True)]
)
def test_the_archive_and_the_assistants_words_are_found_only_when_asked(
    library: Library, provenance: Provenance, *, is_archived: bool
) -> None:
    library.add("Rex is a dog", provenance=provenance, is_archived=is_archived)
    assert library.ranked("Who is Rex?", Mode.ASSOCIATIVE) == []
    assert library.ranked("Who is Rex?", Mode.ASKED) == ["Rex is a dog"]


def test_asking_again_finds_the_answer_and_not_the_question(library: Library) -> None:
    library.add("Where did I put the spare key?", kind=Kind.CHAT)
    library.add("The spare key is under the flower pot")
    assert library.ranked("where did I put the spare key?") == ["The spare key is under the flower pot"]


@pytest.mark.parametrize(
    ("message", "text", "is_copy"),
    [
        ("where is my key?", "Where is my key?", True),
        ("where is my key?", "So where is my key?", True),
        ("do i prefer tea over coffee?", "I prefer tea over coffee", False),
        ("where is my key?", "Where is my dog?", False),
        ("my key is lost", "My key is lost", True),
        ("ключ где?", "Ключ где?", True),
    ],
)
def test_near_copies_are_the_same_question_or_the_same_words(message: str, text: str, *, is_copy: bool) -> None:
    words = frozenset(message.rstrip("?").split())
    assert is_near_copy(message, words, text) is is_copy


@pytest.mark.parametrize("mode", Mode)
def test_a_superseded_memory_ranks_below_its_successor(library: Library, mode: Mode) -> None:
    first = library.add("I live in the city of Utrecht, a lovely city to live in")
    second = library.add("I live in Ghent now", said_at=MONDAY + timedelta(days=1))
    third = library.add("We moved to Lisbon", said_at=MONDAY + timedelta(days=2))
    library.supersede(first, second)
    library.supersede(second, third)
    hits = library.search("Which city do I live in?", mode)
    assert [hit.memory_id for hit in hits] == [third, second, first]
    assert hits[0].relevance > hits[1].relevance > hits[2].relevance
    assert all(hit.is_above_floor for hit in hits if hit.memory_id == third)


def test_a_successor_that_shares_no_word_is_found_through_what_it_replaced(library: Library) -> None:
    for number in range(140):
        library.add(f"Utrecht note {number}: Utrecht has many bridges and canals")
    old = library.add("My home is in Utrecht")
    new = library.add("moved, finally!!")
    library.supersede(old, new)
    assert library.search("Is my home in Utrecht?", limit=2)[0].memory_id == new


def test_a_suppressed_successor_leaves_the_older_statement(library: Library) -> None:
    old, new = library.add("I live in Utrecht"), library.add("I live in Ghent")
    library.supersede(old, new)
    hits = library.search("Where do I live?", banned="Ghent")
    assert [(hit.memory_id, hit.is_suppressed) for hit in hits] == [(old, False), (new, True)]


def test_expansion_reorders_and_lifts_nothing_over_the_floor(dana: Library) -> None:
    plain = dana.search("any advice for the weekend?", Mode.ASSOCIATIVE)
    expanded = dana.search("any advice for the weekend?", Mode.ASSOCIATIVE, expansion=("rex", "thunder"))
    assert {hit.memory_id for hit in plain} == {hit.memory_id for hit in expanded}
    assert {hit.memory_id: hit.is_above_floor for hit in plain} == {
        hit.memory_id: hit.is_above_floor for hit in expanded
    }
    gains = {
        dana.texts[hit.memory_id]: hit.relevance - 0.97 * one.relevance
        for hit in expanded
        for one in plain
        if one.memory_id == hit.memory_id
    }
    assert max(gains, key=lambda text: gains[text]) == "My dog Rex is afraid of thunder."


def test_a_date_in_the_question_prefers_what_was_told_then(library: Library) -> None:
    library.add("I painted the old barn red", said_at=MONDAY - timedelta(days=400))
    library.add("I painted the old boat red", said_at=MONDAY - timedelta(days=21))
    assert library.ranked("What did I paint three weeks ago?")[0] == "I painted the old boat red"
    assert library.ranked("What did I paint in December 2024?")[0] == "I painted the old barn red"


def test_the_one_whom_the_question_names_is_preferred(library: Library) -> None:
    library.add("Ann: I adopted a kitten last week")
    library.add("Bob: I adopted a kitten last week")
    assert library.ranked("What did Bob adopt?")[0].startswith("Bob")
    assert library.ranked("What did Ann adopt?")[0].startswith("Ann")


def test_an_answer_is_found_by_the_question_before_it(library: Library) -> None:
    library.add("It was lovely, thanks", before_text="How was the concert of the cello quartet?")
    library.add("It was lovely, thanks", before_text="How was the dentist?")
    library.add("It was lovely, thanks", before_text="How was the flight?")
    hits = library.search("How did I find the cello quartet?")
    assert hits[0].relevance > hits[1].relevance
    assert hits[0].memory_id == min(library.texts)


def test_a_chat_about_the_subject_lifts_its_turns(library: Library, store: Connection) -> None:
    about, elsewhere = (chats.create_chat(store, name, MONDAY).id for name in ("about", "elsewhere"))
    for text in ("The cello has four strings", "My cello teacher is strict"):
        library.add(text, chat_id=about)
    inside = library.add("She says that practice is everything", chat_id=about)
    outside = library.add("She says that practice is everything", chat_id=elsewhere)
    scores = {hit.memory_id: hit.relevance for hit in library.search("what about practice with the cello?")}
    assert scores[inside] > scores[outside]


@pytest.mark.parametrize(
    ("stored", "question"),
    [
        ("Meine Schwestern essen kein Fleisch", "Was kann ich für meine Schwester kochen?"),
        ("Mi perro se llama Rex y tiene miedo a los truenos", "¿cómo se llama mi perro?"),
        ("Mon frère habite à Besançon", "où habite mon frere ?"),
        ("Моя собака боится грома", "что делать с собакой?"),
        ("我住在北京的海淀区", "我在北京住哪里?"),
        ("私の猫の名前はタマです", "猫の名前は何ですか"),
        ("우리 고양이는 천둥을 무서워해요", "고양이를 어떻게 달래지?"),
        ("أختي نباتية وتحب القطط", "ماذا تحب أختي؟ قطط؟"),
        ("น้องสาวของฉันเป็นมังสวิรัติ", "ทำอาหารอะไรให้น้องสาว"),
    ],
)
def test_words_of_many_languages_are_found(library: Library, stored: str, question: str) -> None:
    library.add("Completely different: the stock market closed higher today")
    wanted = library.add(stored)
    best = library.search(question)[0]
    assert best.memory_id == wanted
    assert best.term_share > 0


def test_hits_are_rounded_and_in_order(dana: Library) -> None:
    hits = dana.search("Where do I live and work?")
    relevances = [hit.relevance for hit in hits]
    assert relevances == sorted(relevances, reverse=True)
    assert relevances == [round(one, 4) for one in relevances]
    assert len(dana.search("Where do I live and work?", limit=2)) == 2

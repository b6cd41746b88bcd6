"""Full text alone finds facts in seven languages, among all the others; and keeps every byte of them."""

import pytest
from facts_abroad import FACTS
from fakes import MONDAY

from memory.capture import Statement, prepare
from memory.capture import store as store_captured
from memory.database import Connection, transaction
from memory.embedding import Embedder
from memory.lexicon import read_lexicon
from memory.records import MemoryId, Provenance
from memory.rules.query_terms import query_terms
from memory.store import index
from memory.store.memories import read_memories

# Questions whose word is inflected beyond a stem ("nuez" of "nueces", "дочери" of "дочь"), and where one letter differs.
EXPECTED = {"German": 20, "Spanish": 19, "French": 20, "Russian": 18, "Chinese": 20, "Japanese": 20, "Arabic": 18}


@pytest.fixture
def facts(store: Connection, embedder: Embedder) -> dict[str, MemoryId]:
    """All 140, and as many English sentences."""
    return {
        text: remembered(store, embedder, text)
        for text in (*(one for own in FACTS.values() for one, _ in own), *ENGLISH)
    }


ENGLISH = tuple(f"Note {number}: the weather report was dull, so we stayed in and read" for number in range(140))


def remembered(connection: Connection, embedder: Embedder, text: str) -> MemoryId:
    with transaction(connection):
        return store_captured(connection, prepare(Statement(text, Provenance.USER_SAID, MONDAY), embedder))[0]


def found_by_words(connection: Connection, question: str) -> list[MemoryId]:
    searched = read_lexicon(connection, query_terms(question)).searched
    return list(index.word_scores(connection, searched, is_asked=True, limit=5, most_read=5_000))


def test_full_text_alone_finds_facts_in_their_own_language(store: Connection, facts: dict[str, MemoryId]) -> None:
    found = {
        language: sum(facts[text] in found_by_words(store, question) for text, question in own)
        for language, own in FACTS.items()
    }
    assert all(found[language] >= least for language, least in EXPECTED.items()), found


def test_every_fact_is_stored_byte_for_byte(store: Connection, facts: dict[str, MemoryId]) -> None:
    stored = read_memories(store, facts.values())
    assert [stored[memory_id].text.encode() for memory_id in facts.values()] == [text.encode() for text in facts]


@pytest.mark.parametrize("language", FACTS)
def test_there_are_twenty_different_facts_of_each(language: str) -> None:
    assert len(dict(FACTS[language])) == 20

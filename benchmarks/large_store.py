"""A store as a long life leaves it, made quickly: for benchmarks of speed.

The one fact that a reader would get wrong: rows are written in bulk and not through capture, yet into the same tables and
indexes, with real vectors. The words are the embedder's own whole words, drawn by Zipf's law, so that some are in half of
the memories and most are in a few.
"""

import itertools
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from importlib import resources

from memory.database import Connection, transaction
from memory.embedding import Embedder
from memory.records import Logic, Trigger
from memory.rules.key_index import index_terms
from memory.rules.stopwords import ENGLISH_STOP_WORDS
from memory.store.memory_rows import trigger_json
from memory.store.rows import to_ms

TURNS_A_CHAT = 20
VERDICTS_A_TURN = 40
ACTIVE_A_TURN = 6
LIVE_DAYS = 30.0  # a fact of importance 0.6 fades below 0.1 after 35
TOPIC_WORDS = 12
_TURNS_WITH_VERDICTS = 2_000
_BATCH = 4_096
_KINDS = (("fact", 0.6), ("chat", 0.5), ("question", 0.3), ("commitment", 0.7), ("preference", 0.9), ("identity", 0.9))
_KIND_SHARES = (55, 25, 10, 8, 1, 1)


class Words:
    """Draws words: a third function words, the rest by Zipf's law, half of a talk's from the talk's own few."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - the same store on every run
        self.vocabulary = _vocabulary()
        self._random.shuffle(self.vocabulary)
        self._sums = list(itertools.accumulate(1.0 / (rank + 3) for rank in range(len(self.vocabulary))))
        self._function_words = sorted(ENGLISH_STOP_WORDS)

    def content(self, count: int) -> list[str]:
        """Draw content words."""
        return self._random.choices(self.vocabulary, cum_weights=self._sums, k=count)

    def sentence(self, topic: Sequence[str], shortest: int = 6, longest: int = 24) -> str:
        """Write a sentence on a topic."""
        pick = self._random
        chosen = []
        for _ in range(pick.randint(shortest, longest)):
            share = pick.random()
            if share < 0.35:
                chosen.append(pick.choice(self._function_words))
            elif share < 0.65:
                chosen.append(pick.choice(topic))
            else:
                chosen.extend(self.content(1))
        return " ".join(chosen).capitalize() + "."


def _vocabulary() -> list[str]:
    """Return the whole words of the embedder's word-piece table."""
    path = resources.files("wordllama") / "tokenizers" / "l2_supercat_tokenizer_config.json"
    pieces = json.loads(path.read_text(encoding="utf-8"))["model"]["vocab"]
    return sorted(one[1:] for one in pieces if one.startswith("▁") and re.fullmatch("[a-z]{3,}", one[1:]))


@dataclass(frozen=True, slots=True)
class _Row:
    """One memory to be written, and its message."""

    id: int
    message: int
    turn: int
    chat: int
    text: str
    before: str
    provenance: str
    kind: str
    importance: float
    at: int
    is_archived: bool


@dataclass(frozen=True, slots=True)
class Life:
    """How much was said, up to when, and the first ids of what is written."""

    turns: int
    live: int
    now: datetime
    first_turn: int
    first_chat: int
    first_message: int
    first_memory: int

    @property
    def turn_ids(self) -> range:
        """Return the ids of the turns, oldest first."""
        return range(self.first_turn, self.first_turn + self.turns)

    def moment(self, place: int) -> datetime:
        """Spread the live turns over a month, and those before over half a year that is long enough ago to have faded."""
        age = self.turns - place
        if age <= self.live:
            return self.now - timedelta(days=LIVE_DAYS * age / self.live)
        return self.now - timedelta(days=90 + 180 * (age - self.live) / (self.turns - self.live))


def add_life(connection: Connection, embedder: Embedder, words: Words, *, turns: int, live: int, now: datetime) -> Life:
    """Write `turns` exchanges, 20 a chat; what the user said in the last `live` of them is live, the rest has faded."""
    life = Life(
        turns=turns,
        live=live,
        now=now,
        first_turn=_next_id(connection, "turns"),
        first_chat=_next_id(connection, "chats"),
        first_message=_next_id(connection, "messages"),
        first_memory=_next_id(connection, "memories"),
    )
    with transaction(connection):
        _write_turns(connection, life)
        rows = _rows(words, life)
        while batch := list(itertools.islice(rows, _BATCH)):
            _write(connection, embedder, batch)
        _write_verdicts(connection, life)
        connection.execute(
            "INSERT OR IGNORE INTO presence (id, first_session_at, last_activity_at) VALUES (1, :first, :last)",
            {"first": to_ms(life.moment(0)), "last": to_ms(now)},
        )
    return life


def _next_id(connection: Connection, table: str) -> int:
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = :table", {"table": table}).fetchone()
    return (row[0] if row else 0) + 1


def _write_turns(connection: Connection, life: Life) -> None:
    moments = [(turn_id, to_ms(life.moment(place))) for place, turn_id in enumerate(life.turn_ids)]
    chats = [
        (life.first_chat + place, f"life {place}", moments[place * TURNS_A_CHAT][1])
        for place in range(-(-life.turns // TURNS_A_CHAT))
    ]
    connection.executemany("INSERT INTO chats (id, name, created_at, updated_at) VALUES (?1, ?2, ?3, ?3)", chats)
    connection.executemany("INSERT INTO turns (id, at, mode) VALUES (?, ?, 'associative')", moments)
    connection.executemany(
        "INSERT INTO chat_turns (chat_id, turn_id) VALUES (?, ?)",
        [(life.first_chat + place // TURNS_A_CHAT, turn_id) for place, turn_id in enumerate(life.turn_ids)],
    )


def _rows(words: Words, life: Life) -> Iterator[_Row]:
    pick = random.Random(life.turns)  # noqa: S311 - as above
    said_before, topic = "", words.content(TOPIC_WORDS)
    for place in range(life.turns):
        if place % TURNS_A_CHAT == 0:
            said_before, topic = "", words.content(TOPIC_WORDS)
        is_archived = place < life.turns - life.live
        kind, importance = _KINDS[0] if is_archived else pick.choices(_KINDS, _KIND_SHARES)[0]
        row = _Row(
            id=life.first_memory + 2 * place,
            message=life.first_message + 2 * place,
            turn=life.first_turn + place,
            chat=life.first_chat + place // TURNS_A_CHAT,
            text=words.sentence(topic),
            before=said_before,
            provenance="user_said",
            kind=kind,
            importance=importance,
            at=to_ms(life.moment(place)),
            is_archived=is_archived,
        )
        reply = words.sentence(topic, 15, 60)
        yield row
        yield replace(
            row,
            id=row.id + 1,
            message=row.message + 1,
            text=reply,
            before=row.text,
            provenance="assistant_said",
            kind="chat",
            importance=0.3,
        )
        said_before = reply


def _write(connection: Connection, embedder: Embedder, batch: Sequence[_Row]) -> None:
    parameters = [asdict(row) for row in batch]
    connection.executemany(
        """INSERT INTO messages (id, chat_id, turn_id, role, text, status, created_at)
           VALUES (:message, :chat, :turn, CASE :provenance WHEN 'user_said' THEN 'user' ELSE 'assistant' END, :text,
                   'complete', :at)""",
        parameters,
    )
    connection.executemany(
        """INSERT INTO memories (id, handle, text, provenance, kind, importance, importance_at, said_at, sticky,
             cooldown, source_message_id, chat_id, turn_id, is_archived, search_text, before_text)
           VALUES (:id, 'm' || :id, :text, :provenance, :kind, :importance, :at, :at, 2, 4, :message, :chat, :turn,
                   :is_archived, :text, :before)""",
        parameters,
    )
    _index(connection, embedder, [row.id for row in batch], [row.text for row in batch])


def _index(connection: Connection, embedder: Embedder, ids: Sequence[int], texts: Sequence[str]) -> None:
    """Index rows whose ids have no gaps."""
    connection.execute(
        """INSERT INTO memory_fts (rowid, text, before)
           SELECT id, text, before FROM memory_documents WHERE id BETWEEN :first AND :last""",
        {"first": ids[0], "last": ids[-1]},
    )
    connection.executemany(
        """INSERT INTO memory_vectors (memory_id, is_archived, embedding)
           SELECT id, is_archived OR provenance = 'assistant_said' OR is_keyed, :vector FROM memories WHERE id = :id""",
        [{"id": one, "vector": vector.tobytes()} for one, vector in zip(ids, embedder.embed(texts), strict=True)],
    )


def _write_verdicts(connection: Connection, life: Life) -> None:
    """Give the last turns verdict rows on what the user had said before: some in, most of them out."""
    pick = random.Random(life.first_turn)  # noqa: S311 - as above
    written = []
    for place in range(max(1, life.turns - _TURNS_WITH_VERDICTS), life.turns):
        for rank, other in enumerate(pick.sample(range(place), min(place, VERDICTS_A_TURN))):
            is_in = rank < ACTIVE_A_TURN
            reason = ("random" if rank == 0 else "matched") if is_in else "below_floor"
            memory_id = life.first_memory + 2 * other
            written.append((memory_id, life.first_turn + place, "in" if is_in else "out", reason, rank))
    connection.executemany(
        "INSERT INTO verdicts (memory_id, turn_id, verdict, reason, position) VALUES (?, ?, ?, ?, ?)", written
    )


def add_units(connection: Connection, embedder: Embedder, words: Words, *, count: int, now: datetime) -> list[int]:
    """Write authored units with keys, as lorebooks have them, and return their ids."""
    first = _next_id(connection, "memories")
    triggers = [_trigger(words, place) for place in range(count)]
    rows = [
        {
            "id": first + place,
            "text": words.sentence(words.content(TOPIC_WORDS)),
            "at": to_ms(now),
            "trigger": trigger_json(trigger),
            "constant": trigger.is_constant,
        }
        for place, trigger in enumerate(triggers)
    ]
    keys = [(term, first + place) for place, trigger in enumerate(triggers) for term in sorted(index_terms(trigger))]
    ids = [first + place for place in range(count)]
    with transaction(connection):
        connection.executemany(
            """INSERT INTO memories (id, handle, text, provenance, kind, importance, importance_at, said_at, sticky,
                 cooldown, trigger, is_keyed, is_constant, search_text)
               VALUES (:id, 'm' || :id, :text, 'authored', 'fact', 0.6, :at, :at, 2, 6, :trigger, 1, :constant, :text)""",
            rows,
        )
        connection.executemany("INSERT INTO memory_keys (term, memory_id) VALUES (?, ?)", keys)
        for start in range(0, count, _BATCH):
            texts = [str(row["text"]) for row in rows[start : start + _BATCH]]
            _index(connection, embedder, ids[start : start + _BATCH], texts)
    return ids


def _trigger(words: Words, place: int) -> Trigger:
    first, second, third = words.content(3)
    if place % 200 == 0:
        return Trigger(keys=(f"/\\b{first}(s|ing)?\\b/i",))
    if place % 1_000 == 1:
        return Trigger(keys=(first,), is_constant=True)
    return Trigger(
        keys=(first, f"{second} {third}") if place % 3 else (f"{first} {second}",),
        exclude_keys=(third,) if place % 20 == 0 else (),
        secondary_keys=(third, second) if place % 10 == 0 else (),
        logic=Logic.NOT_ANY if place % 30 == 0 else Logic.ANY,
        groups=("weather",) if place % 50 == 0 else (),
        probability=50 if place % 25 == 0 else 100,
    )


def add_activations(connection: Connection, unit_ids: Sequence[int], turn_ids: Sequence[int]) -> None:
    """Let each unit have been in the prompt on one turn at least, and a tenth of them on one turn in ten."""
    pick = random.Random(len(unit_ids))  # noqa: S311 - as above
    popular = unit_ids[: len(unit_ids) // 10]
    rows = {(unit, turn_ids[place % len(turn_ids)]) for place, unit in enumerate(unit_ids)}
    rows |= {(unit, turn) for unit in popular for turn in turn_ids if pick.random() < 0.1}
    with transaction(connection):
        connection.executemany(
            "INSERT INTO verdicts (memory_id, turn_id, verdict, reason) VALUES (?, ?, 'in', 'matched')", sorted(rows)
        )


def messages_like_life(words: Words, count: int) -> list[str]:
    """Write messages to be answered: short and long ones, on rare and on common words."""
    return [words.sentence(words.content(TOPIC_WORDS), 3, 6 + 5 * (place % 8)) for place in range(count)]

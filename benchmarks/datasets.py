"""Read the public data sets that recall is measured on: LoCoMo and LongMemEval-S.

The one fact that a reader would get wrong: neither is part of the project. Their files are given on the command line and
read as published; sources: snap-research/locomo (data/locomo10.json), xiaowu0162/longmemeval (longmemeval_s).
"""

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

_EVIDENCE_ID = re.compile(r"D\d+:\d+")
_ABSTENTION = "_abs"
_LOCOMO_TIME = "%I:%M %p on %d %B, %Y"
_LONGMEMEVAL_TIME = "%Y/%m/%d (%a) %H:%M"
LOCOMO_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a data set.

    Args:
        text: As stored.
        before: What the other said just before in the session, "" at its beginning.
        session: Counts from 0.
        said_at: The session's moment.
    """

    text: str
    before: str
    session: int
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Question:
    """One question with what answers it.

    Args:
        text: The question.
        category: The data set's own.
        asked_at: Its moment.
        turns: Places of the evidence in the conversation's turns.
        sessions: Sessions that hold evidence.
    """

    text: str
    category: str
    asked_at: datetime
    turns: frozenset[int]
    sessions: frozenset[int]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns in their order, and the questions about them."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]


def read_locomo(path: Path) -> Iterator[Conversation]:
    """Yield LoCoMo's conversations, with all questions that have evidence.

    A turn is "Speaker: text", with the caption of a shared picture after it, as the authors' own code writes turns.
    """
    for sample in json.loads(path.read_text(encoding="utf-8")):
        yield _locomo_conversation(sample)


def _locomo_conversation(sample: dict[str, Any]) -> Conversation:
    talk = sample["conversation"]
    turns: list[Turn] = []
    places: dict[str, int] = {}
    for session in count():
        said = talk.get(f"session_{session + 1}")
        moment = talk.get(f"session_{session + 1}_date_time")
        if moment is None:
            break
        said_at = datetime.strptime(moment, _LOCOMO_TIME).replace(tzinfo=UTC)
        before = ""
        for one in said or ():
            picture = f" and shared {one['blip_caption']}." if one.get("blip_caption") else ""
            places[one["dia_id"]] = len(turns)
            text = f"{one['speaker']}: {one['text']}{picture}"
            turns.append(Turn(text, before, session, said_at))
            before = text
    questions = []
    for one in sample["qa"]:
        named = [found for evidence in one.get("evidence", ()) for found in _EVIDENCE_ID.findall(evidence)]
        evidence_turns = frozenset(places[name] for name in named if name in places)
        if evidence_turns:
            sessions = frozenset(turns[place].session for place in evidence_turns)
            category = LOCOMO_CATEGORIES[one["category"]]
            questions.append(Question(one["question"], category, turns[-1].said_at, evidence_turns, sessions))
    return Conversation(sample["sample_id"], tuple(turns), tuple(questions))


def read_longmemeval(path: Path) -> Iterator[Conversation]:
    """Yield LongMemEval's instances as conversations of one question, without those that have no answer (`_abs`).

    As in the authors' retrieval code, the user's turns are the corpus, and those marked `has_answer` the evidence.
    """
    for instance in _instances(path):
        if not instance["question_id"].endswith(_ABSTENTION):
            yield _longmemeval_conversation(instance)


def _instances(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the instances of a JSON array, or of JSON lines, gzipped or not."""
    with path.open("rb") as stored, gzip.open(stored) if path.suffix == ".gz" else stored as lines:
        if ".jsonl" in path.suffixes:
            yield from map(json.loads, lines)
        else:
            yield from json.load(lines)


def _longmemeval_conversation(instance: dict[str, Any]) -> Conversation:
    turns: list[Turn] = []
    evidence: set[int] = set()
    held = zip(instance["haystack_dates"], instance["haystack_sessions"], strict=True)
    for session, (moment, said) in enumerate(held):
        said_at = datetime.strptime(moment, _LONGMEMEVAL_TIME).replace(tzinfo=UTC)
        before = ""
        for one in said:
            if one["role"] == "user":
                if one.get("has_answer"):
                    evidence.add(len(turns))
                turns.append(Turn(one["content"], before, session, said_at))
            before = one["content"]
    answering = set(instance["answer_session_ids"])
    sessions = frozenset(place for place, name in enumerate(instance["haystack_session_ids"]) if name in answering)
    asked_at = datetime.strptime(instance["question_date"], _LONGMEMEVAL_TIME).replace(tzinfo=UTC)
    question = Question(instance["question"], instance["question_type"], asked_at, frozenset(evidence), sessions)
    return Conversation(instance["question_id"], tuple(turns), (question,))

"""Calibrate the echo threshold on real replies: `python -m benchmarks.echo LONGMEMEVAL.jsonl.gz [--chats N]`.

Prints one JSON line per kind of draft with the quantiles of its score and how many the rules as they stand flag, and one
per threshold with the false alarms. It picks nothing: the constant in `memory.rules.echo` names its run. Replies too
short for a score are kinds of their own, since only the rule for verbatim repetition looks at them.

The one fact a reader would get wrong: in this data 1 or 2 % of replies *are* near copies (a user asks for a revision or
tries a prompt again), so ordinary replies are counted with and without those.
"""

import argparse
import gzip
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from memory.rules.echo import (
    COPY_COSINE,
    IDF_REPLIES,
    MIN_TERMS,
    SCORE_THRESHOLD,
    TF_REPLIES,
    VERBATIM_MIN_WORDS,
    VERBATIM_REPLIES,
    EchoFinding,
    EchoModel,
)
from memory.rules.text import Stemmer, content_terms, words

AGE_STEP_S = 60.0  # five turns of a quick talk are all young: the hardest case for false alarms
OLD_S = 7_200.0
THRESHOLDS = (3.0, 3.4, 3.8, 4.0, 4.2, 4.4, 4.6, 5.0)
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
POOL_WORDS = 50_000
NEAR_COPIES = ("exact", "shuffled", "changed", "dropped")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def read_chats(path: Path) -> Iterator[list[str]]:
    """Yield the assistant's replies of each distinct chat."""
    seen: set[str] = set()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            for name, chat in zip(record["haystack_session_ids"], record["haystack_sessions"], strict=True):
                if name not in seen:
                    seen.add(name)
                    yield [message["content"] for message in chat if message["role"] == "assistant"]


def copies(reply: str, recent: list[str], pool: list[str], rng: random.Random) -> Iterator[tuple[str, str]]:
    """Yield altered copies of a reply, by kind; `mosaic` is put together from sentences of several recent replies."""
    said = reply.split()
    changed, dropped = rng.uniform(0.1, 0.2), rng.uniform(0.1, 0.2)
    sentences = _SENTENCE_END.split(reply)
    rng.shuffle(sentences)
    yield "exact", reply
    yield "shuffled", " ".join(sentences)
    yield "changed", " ".join(rng.choice(pool) if rng.random() < changed else word for word in said)
    yield "dropped", " ".join(word for word in said if rng.random() >= dropped)
    if len(recent) >= TF_REPLIES - 1:
        every = [sentence for text in recent for sentence in _SENTENCE_END.split(text)]
        yield "mosaic", " ".join(rng.sample(every, min(len(every), 12)))


def judged(chats: Iterable[list[str]]) -> dict[str, list[EchoFinding]]:
    """Judge each reply of the chats after those before it, and altered copies of a recent one, by kind."""
    rng = random.Random(0)  # noqa: S311 - seeded, so that a run can be repeated
    stemmer = Stemmer()

    def is_short(text: str) -> bool:
        return len(content_terms(text, stemmer)) < MIN_TERMS

    findings: dict[str, list[EchoFinding]] = defaultdict(list)
    history: list[str] = []
    pool: list[str] = []
    for replies in chats:
        for at, reply in enumerate(replies):
            recent = replies[max(0, at - TF_REPLIES) : at]
            if recent and len(history) > IDF_REPLIES:
                ages = [OLD_S] * (len(history) - at) + [AGE_STEP_S * (at - i) for i in range(at)]
                model = EchoModel(list(zip(history, ages, strict=True))[-IDF_REPLIES:], stemmer)
                again = [one for one in recent[-VERBATIM_REPLIES:] if is_short(one)]
                findings["exact_short"] += [model.judge(one) for one in again if len(words(one)) >= VERBATIM_MIN_WORDS]
                findings["ordinary_short" if is_short(reply) else "ordinary"].append(model.judge(reply))
                altered = [] if is_short(reply) else copies(rng.choice(recent), recent, pool, rng)
                for kind, text in altered:
                    if not is_short(text):
                        findings[kind].append(model.judge(text))
            history.append(reply)
            pool.extend(reply.split())
        del history[:-200], pool[:-POOL_WORDS]
    return {kind: found for kind, found in findings.items() if found}


def main() -> None:
    """Print the calibration."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--chats", type=int, default=None, help="read only the first N chats")
    arguments = parser.parse_args()
    findings = judged(islice(read_chats(arguments.path), arguments.chats))
    for kind, found in findings.items():
        scores = sorted(finding.score for finding in found)
        print(
            json.dumps(
                {
                    "drafts": kind,
                    "count": len(found),
                    "score_quantiles": {str(q): round(scores[int(q * (len(scores) - 1))], 2) for q in QUANTILES},
                    "near_copies": round(sum(finding.is_near_copy for finding in found) / len(found), 4),
                    "flagged": round(sum(finding.is_repeat for finding in found) / len(found), 4),
                }
            )
        )
    ordinary = [finding for finding in findings["ordinary"] if not finding.is_near_copy]
    for threshold in sorted({*THRESHOLDS, SCORE_THRESHOLD}):
        row = {
            "threshold": threshold,
            "copy_cosine": COPY_COSINE,
            "false_alarms_without_copies": round(sum(v.score >= threshold for v in ordinary) / len(ordinary), 4),
        }
        for kind, found in findings.items():
            row[kind] = round(sum(v.score >= threshold or v.is_near_copy for v in found) / len(found), 4)
        row["all_altered_copies"] = round(sum(row[kind] for kind in NEAR_COPIES) / len(NEAR_COPIES), 4)
        print(json.dumps(row))


if __name__ == "__main__":
    main()

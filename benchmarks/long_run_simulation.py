"""One simulated life: the scripted user and the echo model on the real store, retrieval, gate, keeping and idle jobs.

The one fact that a reader would get wrong: only clock, user and model are stand-ins. Every figure is read from what the
product did: its events, its store, its health.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from assistant import chats, memories
from assistant.bootstrap import build_session
from assistant.config import Config
from assistant.events import Completed, TurnResult
from assistant.health import Health, read_health
from assistant.health_day import reply_window
from assistant.idle import run_due
from assistant.model import ChatModel
from assistant.replay import ScriptClock
from assistant.session import Session
from assistant.turn import TurnRequest, run_turn
from benchmarks.long_run_defences import Defence, config_with, only
from benchmarks.long_run_model import REPORT_CHARACTERS, THEME, EchoModel, advice_in
from benchmarks.long_run_user import WEEK, Purpose, Said, Script, Talk
from memory.database import Connection
from memory.embedding import Embedder
from memory.records import InReason, Kind, Memory, MessageId, Mode, OutReason
from memory.search import Query, search
from memory.store import memories as memory_rows
from memory.store import memory_ids

START = datetime(2026, 1, 5, tzinfo=UTC)
SLEEP_HOUR = 23
HIT_AT = 5
_DAY = timedelta(days=1)
_SEEDED_DAYS = (1, 3, 5)
_BETWEEN_TURNS = timedelta(minutes=3)


@dataclass
class Week:
    """What one week came to. `themes` counts the replies that hold each kind of advice."""

    number: int
    turns: int = 0
    themes: Counter[str] = field(default_factory=Counter)
    blocks: int = 0
    blocks_with_report: int = 0
    reports: int = 0
    rewritten: int = 0
    diversity: float | None = None

    def line(self) -> dict[str, object]:
        """Return the week as a JSON line tells it."""
        others = Counter({name: count for name, count in self.themes.items() if name != THEME}).most_common(1)
        return {
            "week": self.number,
            "turns": self.turns,
            "theme": self.themes[THEME],
            "widest_other": list(others[0]) if others else ["", 0],
            "report_blocks": round(self.blocks_with_report / self.blocks, 3) if self.blocks else 0.0,
            "blocks": self.blocks,
            "report_replies": self.reports,
            "rewritten": self.rewritten,
            "diversity": round(self.diversity, 3) if self.diversity is not None else None,
        }


@dataclass
class Life:
    """What a whole run came to.

    Args:
        weeks: One by one.
        held: By purpose, the turns whose prompt held what they needed.
        measured: By purpose, the turns that needed something.
        reasons: Why it was not in the prompt.
        in_blocks: By the reason why it was in, the memories of all memory blocks.
        crowded_out: Memories that passed the gate and found no room.
        block_tokens: Of all memory blocks.
        figures: What the end of the run measures.
    """

    weeks: list[Week] = field(default_factory=list)
    held: Counter[Purpose] = field(default_factory=Counter)
    measured: Counter[Purpose] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    in_blocks: Counter[InReason] = field(default_factory=Counter)
    crowded_out: int = 0
    block_tokens: int = 0
    figures: dict[str, object] = field(default_factory=dict)

    def share(self, purpose: Purpose) -> float | None:
        """Return the share of the turns with this purpose whose prompt held what they needed."""
        count = self.measured[purpose]
        return round(self.held[purpose] / count, 3) if count else None

    def block_figures(self) -> dict[str, object]:
        """Return, per turn, what a memory block holds, costs and has no room for."""
        turns = sum(week.turns for week in self.weeks)
        return {
            "block_memories": round(self.in_blocks.total() / turns, 2),
            "block_sticky": round(self.in_blocks[InReason.STICKY] / turns, 2),
            "block_tokens": round(self.block_tokens / turns, 1),
            "crowded_out": round(self.crowded_out / turns, 2),
        }


class Simulation:
    """One run on one folder."""

    def __init__(
        self,
        folder: Path,
        script: Script,
        model: Callable[[], ChatModel],
        embedder: Embedder,
        *,
        defences: frozenset[Defence],
        seed: int,
        config: Config | None = None,
        away_after_day: int | None = None,
        away: timedelta = timedelta(days=30),
    ) -> None:
        base = config or Config(seed=seed, backup=False, dreams=False)
        self._config = config_with(defences, _placed(base, folder))
        self._script = script
        self._make_model = model
        self._model: ChatModel | None = None
        self._embedder = embedder
        self._defences = defences
        self._clock = ScriptClock(START)
        self._away_after_day = away_after_day
        self._away = away
        self._reports: set[MessageId] = set()
        self.life = Life()

    def run(self, on_week: Callable[[Week], None] = lambda _week: None) -> Life:
        """Live through the script, and measure at its end."""
        with only(self._defences):
            for number, talks in enumerate(self._script.days):
                if number % WEEK == 0:
                    self.life.weeks.append(Week(number // WEEK + 1))
                with self._session() as session:
                    for talk in talks:
                        self._talk(session, number, talk)
                    self._night(session)
                    week = self.life.weeks[-1]
                    if (number + 1) % WEEK == 0 or number + 1 == len(self._script.days):
                        week.diversity = _diversity(session)
                        on_week(week)
                if number == self._away_after_day:
                    self._clock.advance(self._away)
            with self._session() as session:
                self._measure(session)
        return self.life

    @contextmanager
    def _session(self) -> Iterator[Session]:
        """Run the program for a day."""
        self._model = self._model if isinstance(self._model, EchoModel) else self._make_model()
        session = build_session(self._config, clock=self._clock, model=self._model, embedder=self._embedder)
        try:
            yield session
        finally:
            session.close()

    def _go_to(self, hour: int) -> None:
        now = self._clock.now()
        at = now.replace(hour=hour, minute=0, second=0)
        self._clock.advance(max(timedelta(), at - now))

    def _talk(self, session: Session, day: int, talk: Talk) -> None:
        self._go_to(talk.hour)
        chat = chats.new_chat(session)
        for place, said in enumerate(talk.said):
            if isinstance(self._model, EchoModel) and day in _SEEDED_DAYS and place == 2 and talk.hour == 8:
                self._model.bring(THEME)
            request = TurnRequest(chat.id, said.text)
            *_, last = run_turn(session, request, threading.Event())
            assert isinstance(last, Completed), f"a turn came to nothing: {last}"
            self._note(session, said, last.result)
            self._clock.advance(_BETWEEN_TURNS)

    def _night(self, session: Session) -> None:
        """Do what idle work is due before the new day, and a little after it has begun."""
        self._go_to(SLEEP_HOUR)
        self._run_idle(session)
        self._clock.advance(timedelta(hours=6))
        self._run_idle(session)

    def _run_idle(self, session: Session) -> None:
        done = run_due(session, self._clock.now())
        if done.errors:
            raise RuntimeError(f"idle work failed: {done.errors}")

    def _note(self, session: Session, said: Said, result: TurnResult) -> None:
        week = self.life.weeks[-1]
        assert result.reply is not None
        reply = result.reply
        week.turns += 1
        week.themes.update(set(advice_in(reply.text)))
        week.rewritten += result.is_rewritten
        if len(reply.text) >= REPORT_CHARACTERS:
            week.reports += 1
            self._reports.add(reply.id)
        with session.connection() as connection:
            block = _block(connection, result)
        week.blocks += bool(block)
        self._note_block(result)
        week.blocks_with_report += any(self._is_report(one) for one in block)
        if said.needs:
            self._note_need(session, said, result)

    def _note_block(self, result: TurnResult) -> None:
        for one in result.selection.active:
            if one.in_reason is not None and one.in_reason is not InReason.STANDING:
                self.life.in_blocks[one.in_reason] += 1
                self.life.block_tokens += one.tokens or 0
        self.life.crowded_out += sum(one.out_reason is OutReason.BUDGET for one in result.selection.withheld)

    def _note_need(self, session: Session, said: Said, result: TurnResult) -> None:
        if not isinstance(self._model, EchoModel):
            return
        self.life.measured[said.purpose] += 1
        if any(said.needs in one.text for one in self._model.last_prompt):
            self.life.held[said.purpose] += 1
        else:
            self.life.reasons[f"{said.purpose}: {_why_out(session, said.needs, result)}"] += 1

    def _is_report(self, memory: Memory) -> bool:
        return memory.kind is Kind.REPORT or memory.source_message_id in self._reports

    def _measure(self, session: Session) -> None:
        health = read_health(session)
        told, asked = self._script.told, self._script.asked
        near = {one: _is_found(session, one.question, one.statement) for one in told}
        other = [_is_found(session, one.paraphrase, one.statement) for one in told]
        again = [hit for one, hit in near.items() if one in asked]
        first = [hit for one, hit in near.items() if one not in asked]
        self.life.figures = {
            "questions": len(told),
            "hit_near": _mean(list(near.values())),
            "hit_first_asked": _mean(first),
            "hit_asked_before": _mean(again),
            "hit_paraphrase": _mean(other),
            "hit_paraphrase_without_floor": _mean([_is_ranked(session, one.paraphrase, one.statement) for one in told]),
            "kept_statements": _share_kept(session, self._script),
            "lasting_unasked": self.life.share(Purpose.OCCASION),
            "asked_in_prompt": self.life.share(Purpose.ASKED),
            "thread_on_old_fact": self.life.share(Purpose.THREAD),
            "thread_on_new_fact": self.life.share(Purpose.FRESH_THREAD),
            **self.life.block_figures(),
            "why_not_in_prompt": dict(self.life.reasons.most_common()),
            **_health_figures(health, has_fading=Defence.FADING in self._defences),
        }


def _placed(config: Config, folder: Path) -> Config:
    return replace(config, data_dir=str(folder), timezone="UTC")


def _block(connection: Connection, result: TurnResult) -> list[Memory]:
    ids = [one.memory_id for one in result.selection.active if one.in_reason is not InReason.STANDING]
    return list(memory_rows.read_memories(connection, ids).values())


def _why_out(session: Session, text: str, result: TurnResult) -> str:
    """Return the gate's reason against a memory, "not found" where it was no candidate."""
    with session.connection() as connection:
        withheld = {one.memory_id: one.out_reason for one in result.selection.withheld}
        texts = memory_rows.read_memories(connection, withheld).values()
    return next((str(withheld[one.id]) for one in texts if one.text == text), "not found")


def _diversity(session: Session) -> float | None:
    with session.connection() as connection:
        return reply_window(session, connection).diversity()


def _is_found(session: Session, question: str, statement: str) -> bool:
    return any(statement in one.memory.text for one in memories.recall(session, question, HIT_AT))


def _is_ranked(session: Session, question: str, statement: str) -> bool:
    """Tell whether a statement is among the best, whether or not the floor lets it through."""
    query = Query(text=question, mode=Mode.ASKED, now=session.clock.now(), zone=session.zone)
    with session.connection() as connection:
        hits = search(connection, session.embedder, query, is_suppressed=session.suppression(connection), limit=HIT_AT)
        found = memory_rows.read_memories(connection, [one.memory_id for one in hits if not one.is_suppressed])
    return any(statement in one.text for one in found.values())


def _share_kept(session: Session, script: Script) -> float:
    """Return the share of everything the user ever said, down to the greetings, that is a memory word for word."""
    said = {one.text for talks in script.days for talk in talks for one in talk.said}
    with session.connection() as connection:
        kept = {one.text for one in memory_rows.read_memories(connection, memory_ids.all_ids(connection)).values()}
    return len(said & kept) / len(said)


def _mean(hits: list[bool]) -> float | None:
    return round(sum(hits) / len(hits), 3) if hits else None


def _health_figures(health: Health, *, has_fading: bool) -> dict[str, object]:
    """Return DESIGN 7's figures; health reckons importance now by itself, so without fading it has nothing to tell."""
    about, use = health.memories, health.use
    return {
        "memories": about.count,
        "archived": about.archived if has_fading else 0,
        "average_written": round(about.average_written or 0.0, 3),
        "average_now": round((about.average_now if has_fading else about.average_written) or 0.0, 3),
        "never_retrieved": round(use.never / max(1, about.count), 3),
        "top10_share": round(use.top_injections / max(1, use.injections), 3),
        "repeats_30": health.repeats,
        "assistant_share": round(use.assistant_tokens / max(1, use.tokens), 3),
        "interventions": len(health.interventions),
    }

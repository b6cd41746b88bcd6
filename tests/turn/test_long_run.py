"""The long run's own parts: what is said, what a switched-off defence does, and what the echo model follows."""

from collections.abc import Sequence
from pathlib import Path

import memory.capture
import memory.retrieval
from assistant.model import GenerateRequest, PromptMessage, TextChunk
from benchmarks.long_run_defences import ALL, NONE, Defence, only
from benchmarks.long_run_life import LIFE
from benchmarks.long_run_model import REPORT_CHARACTERS, THEME, EchoModel, advice_in, is_report
from benchmarks.long_run_simulation import Simulation
from benchmarks.long_run_subjects import SUBJECTS
from benchmarks.long_run_table import Row, table
from benchmarks.long_run_user import LOOSE_TURNS, THREAD_TURNS, Writer
from memory.database import connect
from memory.embedding import WordLlamaEmbedder
from memory.folder import DATABASE_NAME
from memory.records import Provenance, Role
from memory.store import memories, memory_ids

DATE = "Date: Monday 2026-01-05 09:00\n\n"
REPORT = "Summary: " + "It is what it is. " * 150 + "Findings: none."


def replies(last: str, count: int, history: tuple[PromptMessage, ...] = ()) -> list[str]:
    """Answer the same prompt with many seeds."""
    request = GenerateRequest((PromptMessage(Role.SYSTEM, "Be kind."), *history, PromptMessage(Role.USER, last)))
    chunks = [next(iter(EchoModel(seed).generate(request))) for seed in range(count)]
    return [one.text for one in chunks if isinstance(one, TextChunk)]


def provenances(folder: Path, defences: frozenset[Defence]) -> set[Provenance]:
    """Live for a day, and tell where the memories are from."""
    script = Writer(1, days=1).script()
    Simulation(folder, script, lambda: EchoModel(1), WordLlamaEmbedder(), defences=defences, seed=1).run()
    connection = connect(folder / DATABASE_NAME)
    try:
        found = memories.read_memories(connection, memory_ids.all_ids(connection)).values()
        return {one.provenance for one in found}
    finally:
        connection.close()


def test_material_is_as_large_as_the_targets_ask_for() -> None:
    assert len({one.name for one in SUBJECTS}) >= 40
    assert len({one.statement for one in LIFE}) >= 60
    assert len({one.question for one in LIFE} | {one.paraphrase for one in LIFE}) == 2 * len(LIFE)


def test_script_depends_on_its_seed_alone_and_has_thirty_messages_a_day() -> None:
    script = Writer(7).script()
    assert script == Writer(7).script() != Writer(8).script()
    for talks in script.days:
        assert sum(len(talk.said) for talk in talks) == LOOSE_TURNS + 2 * THREAD_TURNS == 30
    said = {one.text for talks in script.days[:7] for talk in talks for one in talk.said}
    assert {one.statement for one in LIFE} <= said


def test_only_the_harder_user_brings_the_theme() -> None:
    for is_harder in (False, True):
        script = Writer(3, is_harder=is_harder).script()
        brought = [one for talks in script.days for talk in talks for one in talk.said if THEME in one.text]
        assert bool(brought) is is_harder


def test_switches_are_undone_when_their_block_ends() -> None:
    importance_of, decide = memory.capture.importance_of, memory.retrieval.decide  # type: ignore[attr-defined]  # names of other modules, as the product uses them
    with only(NONE):
        assert memory.capture.importance_of is not importance_of  # type: ignore[attr-defined]  # as above
        assert memory.retrieval.decide is not decide  # type: ignore[attr-defined]  # as above
    assert memory.capture.importance_of is importance_of  # type: ignore[attr-defined]  # as above
    assert memory.retrieval.decide is decide  # type: ignore[attr-defined]  # as above


def test_naive_memory_takes_the_assistants_words_for_statements(tmp_path: Path) -> None:
    assert Provenance.ASSISTANT_SAID in provenances(tmp_path / "on", ALL)
    naive = provenances(tmp_path / "off", NONE)
    assert Provenance.IMPORTED in naive
    assert Provenance.ASSISTANT_SAID not in naive


def test_echo_model_follows_the_style_and_the_advice_of_its_prompt() -> None:
    quoted = "\n".join(f'- "{REPORT} It is all about {THEME}." (you said, 2026-01-05)' for _ in range(6))
    plain, loaded = replies(f"{DATE}How is tea made?", 40), replies(f"{DATE}{quoted}\n\nHow is tea made?", 40)
    assert not any(map(is_report, plain))
    assert sum(len(one) >= REPORT_CHARACTERS for one in loaded) > 20
    assert sum(THEME in advice_in(one) for one in plain) < 5 < sum(THEME in advice_in(one) for one in loaded)


def test_echo_model_obeys_hints() -> None:
    quoted = f'- "It is all about {THEME}." (told you, 2026-01-05)\n\n(Say it without these words: {THEME}.)'
    assert not any(THEME in one.casefold() for one in replies(f"{DATE}{quoted}\n\nHow is tea made?", 40))


def row(name: str, reference: str, themes: Sequence[int]) -> Row:
    """Return a case whose seeds differ in the theme alone."""
    week = {"widest_other": ["calm", 4], "report_blocks": 0.25, "diversity": 0.8}
    figures = dict.fromkeys(
        ("average_written", "never_retrieved", "hit_near", "asked_in_prompt", "thread_on_old_fact"), 0.5
    )
    return Row(name, reference, [([{**week, "theme": theme}] * 4, figures) for theme in themes])


def test_the_table_marks_what_differs_by_less_than_its_seeds() -> None:
    told = table([row("on", "", [1, 2, 3]), row("near", "on", [2, 4, 3]), row("far", "on", [9, 10, 8])]).splitlines()
    themes = [line.split(" | ")[1] for line in told[2:]]
    assert themes == ["2 (1-3)", "3 (2-4) ≈", "9 (8-10)"]
    assert told[3].split(" | ")[3] == ".25 (.25-.25) ≈"

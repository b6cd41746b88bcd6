"""The part of the hand-written assistant that keeps memories, topics and health.

The one fact that a reader would get wrong: nothing here is retrieved or judged. Lists are what a test put there.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from assistant.authoring import Authored
from assistant.errors import NotFoundError
from assistant.health import Curves, Health
from assistant.health_figures import Figure, Mark
from assistant.memory_pages import MemoryDetails, MemoryFilter, MemoryPage, MemoryRow, PastVerdict
from assistant.topics import TopicChange, TopicView
from assistant.views import ChatView, Forgotten, Recalled, ToForget
from memory.errors import TermError
from memory.records import (
    ChatId,
    Directive,
    DirectiveKind,
    Dream,
    Intervention,
    JobState,
    Kind,
    Memory,
    MemoryId,
    Provenance,
    ThemeKind,
    Tier,
    TurnId,
)
from memory.rules.dreams import WordPopulations
from memory.store.health import MemoryFigures, Spread, UseFigures

NOW = datetime(2026, 3, 14, 15, 9, tzinfo=UTC)


def a_memory(number: int, text: str, *, is_pinned: bool = False) -> Memory:
    return Memory(
        id=MemoryId(number),
        handle=f"m{number}",
        text=text,
        provenance=Provenance.USER_SAID,
        kind=Kind.IDENTITY,
        importance=0.9,
        importance_at=NOW - timedelta(days=11),
        said_at=NOW - timedelta(days=11),
        is_pinned=is_pinned,
    )


def an_intervention(number: int = 1) -> Intervention:
    return Intervention(number, NOW - timedelta(days=1), ThemeKind.LOOP, "oak", "oak", 0.6, 0.1, 30, 20)


def a_health(interventions: tuple[Intervention, ...] = ()) -> Health:
    days = tuple((NOW - timedelta(days=29 - day)).date() for day in range(30))
    return Health(
        messages=1204,
        memories=MemoryFigures(640, 41, 0.38, 0.29, Spread(300, 200, 140), 40, 100, 500),
        use=UseFigures(400, 200, 40, 900, 300, 9000, 400),
        diversity=0.74,
        scanned_replies=50,
        repeats=4,
        jobs=(
            JobState("fade", NOW - timedelta(hours=5), NOW + timedelta(hours=19)),
            JobState("dream", error="no model"),
        ),
        interventions=interventions,
        cooling=(),
        bans=("Rex",),
        curves=Curves((None,) * 20 + tuple(0.6 + day / 50 for day in range(10)), (0.38,) * 30, WordPopulations(days)),
        figures=(
            Figure("average_importance", 0.38, Mark.OK, "0.35 to 0.40, as they were stored"),
            Figure("repeats_30", 14, Mark.WATCH, "at most 10", "Memories come back soon: raise the cooldown."),
            Figure("diversity", 0.3, Mark.ACT, "over 0.4", "Replies keep coming back to the same words."),
        ),
    )


class FakeMemories:
    """Memories, topics, health and idle work, as a test puts them there."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, object]] = []
        self.written_files: set[str] = set()
        self.chats: dict[ChatId, ChatView] = {}
        self.memories = {
            memory.handle: memory
            for memory in (
                a_memory(1, "My sister Ilse is vegetarian and lives in Graz."),
                a_memory(2, "I work as a carpenter, mostly stairs and window frames."),
                a_memory(3, "Rex is allergic to chicken."),
            )
        }
        self.directives: list[Directive] = []
        self.interventions: tuple[Intervention, ...] = ()
        self.alerts: tuple[Intervention, ...] = ()
        self.on_idle_state: Callable[[str], None] | None = None
        self.signs_of_user = 0
        self.has_undo = True

    def is_memory(self, words: str) -> bool:
        return words.removeprefix("m").isdecimal()

    def remember(self, text: str) -> Sequence[Memory]:
        self.calls.append(("remember", text))
        memory = a_memory(len(self.memories) + 1, text)
        self.memories[memory.handle] = memory
        return (memory,)

    def recall(self, text: str) -> Sequence[Recalled]:
        self.calls.append(("recall", text))
        return [Recalled(one, 0.8, 0.8, one.importance, Tier.MID) for one in self.memories_on(text)]

    def pin(self, handle: str) -> None:
        self.calls.append(("pin", handle))
        self.memories[handle] = replace(self.memories[handle], is_pinned=True)

    def put_pin_back(self, handle: str, *, is_pinned: bool) -> None:
        self.calls.append(("put_pin_back", handle))
        self.memories[handle] = replace(self.memories[handle], is_pinned=is_pinned)

    def unpin(self, handle: str) -> None:
        self.calls.append(("unpin", handle))
        self.memories[handle] = replace(self.memories[handle], is_pinned=False)

    def forget(self, handle: str) -> Forgotten:
        self.calls.append(("forget", handle))
        del self.memories[handle]
        return Forgotten(count=1)

    # Memories and topics

    def forget_all(self, handles: Sequence[str]) -> Forgotten:
        self.calls.append(("forget_all", tuple(handles)))
        for one in handles:
            self.memories.pop(one)
        return Forgotten(len(handles))

    def give_feedback(self, handle: str, *, is_useful: bool) -> float:
        self.calls.append(("give_feedback", (handle, is_useful)))
        return 0.9 if is_useful else 0.45

    def telling_words(self, handle: str) -> Sequence[str]:
        return [word for word in self.memories[handle].text.rstrip(".").split() if word.istitle()][1:] or ["thing"]

    def add_memory(self, authored: Authored) -> Memory:
        self.calls.append(("add_memory", authored))
        memory = a_memory(len(self.memories) + 1, authored.text or "")
        self.memories[memory.handle] = memory
        return memory

    def edit_memory(self, handle: str, change: Authored) -> None:
        self.calls.append(("edit_memory", (handle, change)))
        before = self.memories[handle]
        disabled = before.is_disabled if change.is_disabled is None else change.is_disabled
        self.memories[handle] = replace(before, text=change.text or before.text, is_disabled=disabled)

    def memory_page(self, wanted: MemoryFilter, offset: int) -> MemoryPage:
        self.calls.append(("memory_page", (wanted, offset)))
        found = [one for one in reversed(self.memories.values()) if wanted.words.lower() in one.text.lower()]
        if wanted.kind is not None:
            found = [one for one in found if one.kind is wanted.kind]
        rows = tuple(map(self._row, found[offset : offset + 200]))
        return MemoryPage(rows, offset, len(found))

    def _row(self, memory: Memory) -> MemoryRow:
        return MemoryRow(memory, memory.importance, Tier.MID, False, False, None)

    def memory_details(self, handle: str) -> MemoryDetails:
        if handle not in self.memories:
            raise NotFoundError(f"There is no memory {handle!r}.")
        memory = self.memories[handle]
        chat = next(iter(self.chats.values())).chat if self.chats else None
        past = (PastVerdict(TurnId(101), NOW - timedelta(days=1), True, "It fits your message."),)
        return MemoryDetails(self._row(memory), chat, (), (), None, (), (), past)

    def memories_on(self, term: str) -> Sequence[Memory]:
        return [one for one in self.memories.values() if term.lower() in one.text.lower()]

    def foresee(self, handles: Sequence[str]) -> ToForget:
        return ToForget(tuple(self.memories[one] for one in handles), 0)

    def foresee_asked(self, handle: str, turn_id: TurnId) -> ToForget:  # noqa: ARG002 - the Protocol's
        return self.foresee([handle])

    def forget_asked(self, handle: str, turn_id: TurnId) -> Forgotten:  # noqa: ARG002 - the Protocol's
        return self.forget(handle)

    def foresee_topic(self, term: str) -> ToForget:
        return ToForget(tuple(self.memories_on(term)), 0)

    def forget_topic(self, term: str) -> Forgotten:
        self.calls.append(("forget_topic", term))
        gone = self.memories_on(term)
        for one in gone:
            del self.memories[one.handle]
        return Forgotten(count=len(gone))

    def topics(self) -> Sequence[TopicView]:
        held = [(one, tuple(self.memories_on(one.term))) for one in self.directives]
        return [TopicView(one, tuple(memory.handle for memory in found), found[::-1]) for one, found in held]

    def _change(self, kind: DirectiveKind, term: str, *, is_set: bool) -> TopicChange:
        self.calls.append((f"{'set' if is_set else 'lift'} {kind}", term))
        matches = tuple(one.handle for one in self.memories_on(term))
        known = next((one for one in self.directives if (one.kind, one.term_key) == (kind, term.lower())), None)
        if is_set and known is None:
            self.directives.append(Directive(kind, term.lower(), term, NOW))
        elif not is_set and known is not None:
            self.directives.remove(known)
        return TopicChange(term, matches, (known is None) == is_set)

    def ban(self, term: str) -> TopicChange:
        if len(term) == 1:
            raise TermError("It is a single letter.", "Say a whole word.")
        return self._change(DirectiveKind.BAN, term, is_set=True)

    def unban(self, term: str) -> TopicChange:
        return self._change(DirectiveKind.BAN, term, is_set=False)

    def pin_topic(self, term: str) -> TopicChange:
        return self._change(DirectiveKind.PIN, term, is_set=True)

    def unpin_topic(self, term: str) -> TopicChange:
        return self._change(DirectiveKind.PIN, term, is_set=False)

    def introduce(self, name: str, tastes: str) -> int:
        self.calls.append(("introduce", (name, tastes)))
        return bool(name) + len(tastes.splitlines())

    def where_things_lie(self) -> tuple[str, str]:
        return ("`reverie forget --everything` leaves nothing behind.", "All lies in /home/me/reverie.")

    def what_undo_does(self) -> str:
        if not self.has_undo:
            raise NotFoundError("There is nothing to undo.")
        return "“Rex” is no longer banned."

    def undo(self) -> str:
        self.calls.append(("undo", None))
        return "“Rex” is no longer banned."

    # Health and idle work

    def health(self) -> Health:
        self.calls.append(("health", None))
        return a_health(self.interventions)

    def dreams(self) -> Sequence[Dream]:
        return [Dream(1, NOW - timedelta(hours=3), NOW.date(), "stairs of chicken, window frames in Graz")]

    def undo_intervention(self, intervention_id: int) -> Sequence[str]:
        self.calls.append(("undo_intervention", intervention_id))
        self.interventions = tuple(replace(one, undone_at=NOW) for one in self.interventions)
        return ["m1"]

    def new_alerts(self) -> Sequence[Intervention]:
        alerts, self.alerts = self.alerts, ()
        return alerts

    def start_idle(self, on_state: Callable[[str], None]) -> None:
        self.on_idle_state = on_state

    def note_user(self) -> None:
        self.signs_of_user += 1

"""A hand-written assistant for the screens' tests, the typing benchmark and a look at the screens.

The one fact that a reader would get wrong: a turn waits at each `threading.Event` of its script, so a test decides how
far the reply has come; it never sleeps.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from assistant.authoring import Authored
from assistant.branches import Fork
from assistant.errors import AssistantError, NotFoundError
from assistant.events import Completed, Failed, MemoriesChosen, Stopped, Token, TurnEvent, TurnResult, TurnStarted
from assistant.health import Curves, Health
from assistant.health_figures import Figure, Mark
from assistant.memory_pages import MemoryDetails, MemoryFilter, MemoryPage, MemoryRow, PastVerdict
from assistant.model import ModelInfo
from assistant.topics import TopicChange, TopicView
from assistant.views import ChatSummary, ChatView, Forgotten, TurnView, WhyRow, WhyView
from memory.errors import TermError
from memory.records import (
    Chat,
    ChatId,
    InReason,
    Kind,
    Memory,
    MemoryId,
    Message,
    MessageId,
    MessageStatus,
    Mode,
    OutReason,
    Provenance,
    Role,
    Tier,
    TurnId,
    Usage,
)
from memory.rules.dreams import WordPopulations
from memory.store.directives import Directive, DirectiveKind
from memory.store.dreams import Dream
from memory.store.health import MemoryFigures, Spread, UseFigures
from memory.store.interventions import Intervention, ThemeKind
from memory.store.jobs import JobState

if TYPE_CHECKING:
    from memory.retrieval import Selection

NOW = datetime(2026, 3, 14, 15, 9, tzinfo=UTC)
MODEL = ModelInfo(
    name="SmolLM2-135M-Instruct",
    path="/models/smol.gguf",
    n_ctx=8192,
    n_ctx_train=8192,
    n_threads=1,
    eval_tokens_per_s=900.0,
    is_default=True,
)
Step = TurnEvent | threading.Event | str


class FixedClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: datetime = NOW) -> None:
        self.moment = now
        self.elapsed_s = 0.0

    def now(self) -> datetime:
        return self.moment

    def monotonic_s(self) -> float:
        return self.elapsed_s


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


def a_selection() -> "Selection":
    from memory.retrieval import Selection  # noqa: PLC0415 - brings numpy, which a bare screen does without

    return Selection()


def a_chat(number: int, title: str, *, hours_ago: int = 0) -> Chat:
    at = NOW - timedelta(hours=hours_ago)
    return Chat(id=ChatId(number), name=f"chat-{number}", title=title, created_at=at, updated_at=at)


def a_message(number: int, role: Role, text: str, *, chat_id: ChatId, turn_id: TurnId | None = None) -> Message:
    return Message(
        id=MessageId(number),
        chat_id=chat_id,
        role=role,
        text=text,
        status=MessageStatus.COMPLETE,
        created_at=NOW - timedelta(minutes=30),
        turn_id=turn_id,
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
            Figure("average_importance", 0.38, Mark.OK, "0.35 to 0.40 as written"),
            Figure("repeats_30", 14, Mark.WATCH, "at most 10", "Memories come back soon: raise the cooldown."),
            Figure("diversity", 0.3, Mark.ACT, "over 0.4", "Replies keep coming back to the same words."),
        ),
    )


class FakeBackend:
    """Keeps chats in memory and plays a script for each turn.

    A script's strings are tokens; its flags are waited for; `Completed`, `Stopped` and `Failed` are added by themselves
    unless the script ends with one.
    """

    def __init__(
        self,
        *,
        notices: tuple[str, ...] = (),
        model_error: AssistantError | None = None,
        model_gate: threading.Event | None = None,
    ) -> None:
        self.notices = notices
        self.scripts: list[Sequence[Step]] = []
        self.stream: Callable[[threading.Event], Iterable[TurnEvent]] | None = None
        self.chats: dict[ChatId, ChatView] = {}
        self.deleted: dict[ChatId, ChatView] = {}
        self.memories = {
            memory.handle: memory
            for memory in (
                a_memory(1, "My sister Ilse is vegetarian and lives in Graz."),
                a_memory(2, "I work as a carpenter, mostly stairs and window frames."),
                a_memory(3, "Rex is allergic to chicken."),
            )
        }
        self.calls: list[tuple[str, object]] = []
        self.is_closed = False
        self.directives: list[Directive] = []
        self.interventions: tuple[Intervention, ...] = ()
        self.alerts: tuple[Intervention, ...] = ()
        self.next_notices: tuple[str, ...] = ()
        self.next_forget_terms: tuple[str, ...] = ()
        self.on_idle_state: Callable[[str], None] | None = None
        self.signs_of_user = 0
        self._model_error = model_error
        self._model_gate = model_gate
        self._next = 100

    def add_chat(self, chat: Chat, *pairs: tuple[str, str], draft: str = "") -> Chat:
        turns = []
        for user, reply in pairs:
            turn_id = TurnId(self._number())
            turns.append(
                TurnView(
                    turn_id=turn_id,
                    at=NOW - timedelta(minutes=30),
                    mode=Mode.ASSOCIATIVE,
                    user=a_message(self._number(), Role.USER, user, chat_id=chat.id, turn_id=turn_id),
                    reply=replace(
                        a_message(self._number(), Role.ASSISTANT, reply, chat_id=chat.id, turn_id=turn_id),
                        usage=Usage(310, 240, 0.4, 21.3, max(1, len(reply) // 4)),
                    ),
                )
            )
        self.chats[chat.id] = ChatView(chat=chat, turns=tuple(turns), draft=draft)
        return chat

    def load_model(self) -> ModelInfo:
        if self._model_gate is not None:
            self._model_gate.wait()
        if self._model_error is not None:
            raise self._model_error
        return MODEL

    def run_turn(self, chat_id: ChatId, text: str, stop: threading.Event) -> Iterator[TurnEvent]:
        self.calls.append(("run_turn", text))
        said = ""
        yield TurnStarted(chat_id, MessageId(self._number()))
        if self.stream is not None:
            yield MemoriesChosen(Mode.ASSOCIATIVE, a_selection())
            for event in self.stream(stop):
                said += event.text if isinstance(event, Token) and not event.is_reasoning else ""
                yield event
        else:
            for step in self.scripts.pop(0):
                while isinstance(step, threading.Event) and not (step.is_set() or stop.is_set()):
                    step.wait(0.01)
                if stop.is_set():
                    break
                match step:
                    case Completed() | Stopped() | Failed():
                        yield step
                        return
                    case str():
                        said += step
                        yield Token(step)
                    case threading.Event():
                        pass
                    case _:
                        yield step
        if stop.is_set() and not said:
            yield Stopped(None, returned_text=text)
            return
        status = MessageStatus.STOPPED if stop.is_set() else MessageStatus.COMPLETE
        result = self.keep(chat_id, text, said, status)
        yield Stopped(result) if stop.is_set() else Completed(result)

    def keep(self, chat_id: ChatId, text: str, reply: str, status: MessageStatus) -> TurnResult:
        turn_id = TurnId(self._number())
        usage = Usage(310, 240, 0.4, 21.3, max(1, len(reply) // 4))
        kept = replace(
            a_message(self._number(), Role.ASSISTANT, reply, chat_id=chat_id, turn_id=turn_id),
            status=status,
            usage=usage,
        )
        user = a_message(self._number(), Role.USER, text, chat_id=chat_id, turn_id=turn_id)
        view = self.chats[chat_id]
        turn = TurnView(turn_id=turn_id, at=NOW, mode=Mode.ASSOCIATIVE, user=user, reply=kept)
        self.chats[chat_id] = replace(view, turns=(*view.turns, turn))
        return self._result(chat_id, turn_id, kept, text)

    def _result(self, chat_id: ChatId, turn_id: TurnId, kept: Message, text: str) -> TurnResult:
        notices, self.next_notices = self.next_notices, ()
        terms, self.next_forget_terms = self.next_forget_terms, ()
        return TurnResult(
            turn_id=turn_id,
            chat_id=chat_id,
            chat_name=self.chats[chat_id].chat.name,
            mode=Mode.ASSOCIATIVE,
            selection=a_selection(),
            prompt=text,
            prompt_tokens=310,
            reply=kept,
            usage=kept.usage,
            notices=notices,
            forget_terms=terms,
        )

    def list_chats(self) -> list[ChatSummary]:
        views = sorted(self.chats.values(), key=lambda view: view.chat.updated_at, reverse=True)
        return [ChatSummary(view.chat, len(view.turns)) for view in views]

    def latest_chat(self) -> Chat | None:
        summaries = self.list_chats()
        return summaries[0].chat if summaries else None

    def new_chat(self) -> Chat:
        return self.add_chat(a_chat(self._number(), ""))

    def read_chat(self, chat_id: ChatId) -> ChatView:
        if chat_id not in self.chats:
            raise NotFoundError("There is no such chat.")
        return self.chats[chat_id]

    def rename_chat(self, chat_id: ChatId, title: str) -> None:
        view = self.chats[chat_id]
        self.chats[chat_id] = replace(view, chat=replace(view.chat, title=title))

    def delete_chat(self, chat_id: ChatId) -> None:
        self.deleted[chat_id] = self.chats.pop(chat_id)

    def undo_delete_chat(self, chat_id: ChatId) -> None:
        self.chats[chat_id] = self.deleted.pop(chat_id)

    def save_draft(self, chat_id: ChatId, text: str) -> None:
        self.chats[chat_id] = replace(self.chats[chat_id], draft=text)

    def why(self, turn_id: TurnId) -> WhyView:
        self.calls.append(("why", turn_id))
        return self._why_view(turn_id)

    def why_selection(self, mode: Mode, selection: "Selection", turn_id: TurnId | None) -> WhyView:  # noqa: ARG002 - the Protocol's
        self.calls.append(("why_selection", mode))
        return self._why_view(turn_id)

    def pin(self, handle: str) -> None:
        self.calls.append(("pin", handle))
        self.memories[handle] = replace(self.memories[handle], is_pinned=True)

    def unpin(self, handle: str) -> None:
        self.calls.append(("unpin", handle))
        self.memories[handle] = replace(self.memories[handle], is_pinned=False)

    def forget(self, handle: str) -> Forgotten:
        self.calls.append(("forget", handle))
        del self.memories[handle]
        return Forgotten(count=1)

    def context_use(self, chat_id: ChatId) -> tuple[int, int]:
        return 200 + 400 * len(self.chats[chat_id].turns), MODEL.n_ctx

    def close(self) -> None:
        self.is_closed = True

    # Turns that are kept

    def regenerate(self, chat_id: ChatId, stop: threading.Event) -> Iterator[TurnEvent]:
        self.calls.append(("regenerate", chat_id))
        turn = self.chats[chat_id].turns[-1]
        said = ""
        yield MemoriesChosen(Mode.ASSOCIATIVE, a_selection())
        for step in self.scripts.pop(0):
            while isinstance(step, threading.Event) and not (step.is_set() or stop.is_set()):
                step.wait(0.01)
            if stop.is_set():
                break
            if isinstance(step, str):
                said += step
                yield Token(step)
        if not said:
            yield Stopped(None)
            return
        reply = replace(a_message(self._number(), Role.ASSISTANT, said, chat_id=chat_id, turn_id=turn.turn_id))
        others = (*turn.alternatives, replace(turn.reply, is_kept=False))
        self._put(chat_id, replace(turn, reply=reply, alternatives=others))
        yield Completed(self._result(chat_id, turn.turn_id, reply, ""))

    def keep_alternative(self, turn_id: TurnId, message_id: MessageId) -> None:
        self.calls.append(("keep_alternative", message_id))
        chat_id, turn = next(
            (chat_id, turn) for chat_id, view in self.chats.items() for turn in view.turns if turn.turn_id == turn_id
        )
        replies = [replace(one, is_kept=one.id == message_id) for one in (turn.reply, *turn.alternatives)]
        kept = next(one for one in replies if one.is_kept)
        self._put(chat_id, replace(turn, reply=kept, alternatives=tuple(one for one in replies if not one.is_kept)))

    def _put(self, chat_id: ChatId, turn: TurnView) -> None:
        view = self.chats[chat_id]
        turns = tuple(turn if one.turn_id == turn.turn_id else one for one in view.turns)
        self.chats[chat_id] = replace(view, turns=turns)

    def branch(self, chat_id: ChatId, turn_id: TurnId) -> Chat:
        self.calls.append(("branch", turn_id))
        held = tuple(turn for turn in self.chats[chat_id].turns if turn.turn_id <= turn_id)
        chat = replace(a_chat(self._number(), ""), parent_chat_id=chat_id, fork_turn_id=turn_id)
        self.chats[chat.id] = ChatView(chat=chat, turns=held)
        return chat

    def rewind(self, chat_id: ChatId, turn_id: TurnId) -> None:
        self.calls.append(("rewind", turn_id))
        view = self.chats[chat_id]
        self.chats[chat_id] = replace(view, turns=tuple(one for one in view.turns if one.turn_id <= turn_id))

    def forks(self, chat_id: ChatId) -> Sequence[Fork]:
        own = {turn.turn_id for turn in self.chats[chat_id].turns}
        found = []
        for other_id, view in self.chats.items():
            shared = own & {turn.turn_id for turn in view.turns}
            if other_id != chat_id and shared:
                found.append(Fork(view.chat, max(shared)))
        return found

    # Memories and topics

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

    def forget_topic(self, term: str) -> Forgotten:
        self.calls.append(("forget_topic", term))
        gone = self.memories_on(term)
        for one in gone:
            del self.memories[one.handle]
        return Forgotten(count=len(gone))

    def topics(self) -> Sequence[TopicView]:
        return [TopicView(one, tuple(self.memories_on(one.term))) for one in self.directives]

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

    def what_undo_does(self) -> str:
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

    def _why_view(self, turn_id: TurnId | None) -> WhyView:
        said = {
            "m1": (InReason.MATCHED, "It fits what you just wrote.", 0.82, None),
            "m2": (InReason.STICKY, "It came up a turn ago and stays for two turns.", 0.57, None),
            "m3": (OutReason.COOLING, "It was in the prompt lately and rests now.", 0.61, TurnId(118)),
        }
        rows = [
            WhyRow(memory, reason, explanation, score, 14, until)
            for handle, memory in self.memories.items()
            for reason, explanation, score, until in ([said[handle]] if handle in said else [])
        ]
        return WhyView(
            turn_id,
            Mode.ASSOCIATIVE,
            tuple(row for row in rows if isinstance(row.reason, InReason)),
            tuple(row for row in rows if isinstance(row.reason, OutReason)),
        )

    def _number(self) -> int:
        self._next += 1
        return self._next

"""A hand-written assistant for the screens' tests, the typing benchmark and a look at the screens.

The one fact that a reader would get wrong: a turn waits at each `threading.Event` of its script, so a test decides how
far the reply has come; it never sleeps.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from assistant.chat_search import ChatHit, ChatHits, TitleHit
from assistant.context import ContextUse
from assistant.drafts import written_since
from assistant.errors import AssistantError, FileThereError, NotFoundError
from assistant.events import (
    Completed,
    Failed,
    MemoriesChosen,
    Rewritten,
    Stopped,
    Token,
    TurnEvent,
    TurnResult,
    TurnStarted,
)
from assistant.model import ModelInfo
from assistant.views import ChatSummary, ChatView, KeptDraft, TurnView, WhyRow, WhyView, part_of
from memory.records import (
    Chat,
    ChatId,
    InReason,
    Memory,
    Message,
    MessageId,
    MessageStatus,
    Mode,
    OutReason,
    Role,
    TurnId,
    Usage,
)
from memory.rules.message_words import excerpt, read_sought
from tests.tui.fake_branches import FakeBranches
from tests.tui.fake_imports import FakeImports
from tests.tui.fake_memories import NOW, FakeMemories
from tests.tui.fake_models import FakeModels
from tests.tui.fake_records import a_chat, a_message, a_selection
from tests.tui.fake_settings import FakeSettings

if TYPE_CHECKING:
    from memory.retrieval import Selection

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


class FakeBackend(FakeMemories, FakeModels, FakeImports, FakeSettings, FakeBranches):
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
        FakeMemories.__init__(self)
        FakeModels.__init__(self)
        FakeImports.__init__(self)
        FakeSettings.__init__(self)
        FakeBranches.__init__(self)
        self.notices = notices
        self.scripts: list[Sequence[Step]] = []
        self.stream: Callable[[threading.Event], Iterable[TurnEvent]] | None = None
        self.is_closed = False
        self.dropped_turns = 0
        self.is_trim_near = False
        self.next_notices: tuple[str, ...] = ()
        self.next_forget_terms: tuple[str, ...] = ()
        self.next_forget_memories: tuple[Memory, ...] = ()
        self._kept: tuple[dict[ChatId, ChatView], dict[str, Memory]] | None = None
        self._model_error = model_error
        self._model_gate = model_gate

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

    def load_model(self, on_share: Callable[[float], None] | None = None) -> ModelInfo:  # noqa: ARG002 - the Protocol's
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
        found, self.next_forget_memories = self.next_forget_memories, ()
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
            forget_memories=found,
        )

    def list_chats(self) -> list[ChatSummary]:
        views = sorted(self.chats.values(), key=lambda view: view.chat.updated_at, reverse=True)
        return [ChatSummary(view.chat, len(view.turns)) for view in views]

    def latest_chat(self) -> Chat | None:
        summaries = self.list_chats()
        return summaries[0].chat if summaries else None

    def new_chat(self) -> Chat:
        return self.add_chat(a_chat(self._number(), ""))

    def chat_named(self, name: str) -> Chat:
        for view in self.chats.values():
            if name in (view.chat.name, view.chat.title):
                return view.chat
        raise NotFoundError(f"There is no chat “{name}”.", "`reverie chats` lists them.")

    def read_chat(self, chat_id: ChatId, most: int, around: TurnId | None = None) -> ChatView:
        if chat_id not in self.chats:
            raise NotFoundError("There is no such chat.")
        view = self.chats[chat_id]
        part = part_of(view.turn_ids, most, around)
        return replace(
            view,
            turns=view.turns[part],
            earlier=view.turn_ids[: part.start],
            later=view.turn_ids[part.stop :],
            history=tuple(turn.user.text for turn in view.turns),
            models=tuple({turn.reply.model_name for turn in view.turns} - {""}),
        )

    def read_turns(self, turn_ids: Sequence[TurnId]) -> tuple[TurnView, ...]:
        found = {turn.turn_id: turn for view in self.chats.values() for turn in view.turns}
        return tuple(found[one] for one in sorted(turn_ids) if one in found)

    def export_chat(self, name: str | None, path: str, *, may_replace: bool) -> str:
        self.calls.append(("export_chat", (name, path, may_replace)))
        if path in self.written_files and not may_replace:
            raise FileThereError(f"{path} exists.", "Name another file.")
        self.written_files.add(path)
        return path

    def rename_chat(self, chat_id: ChatId, title: str) -> None:
        view = self.chats[chat_id]
        self.chats[chat_id] = replace(view, chat=replace(view.chat, title=title))

    def delete_chat(self, chat_id: ChatId) -> None:
        self.deleted[chat_id] = self.chats.pop(chat_id)

    def undo_delete_chat(self, chat_id: ChatId) -> None:
        self.chats[chat_id] = self.deleted.pop(chat_id)

    def search_chats(self, words: str) -> ChatHits:
        self.calls.append(("search_chats", words))
        sought = read_sought(words)
        hits = [
            ChatHit(view.chat, turn.turn_id, message.role, turn.at, found)
            for view in self.chats.values()
            for turn in view.turns
            for message in (turn.user, turn.reply)
            if (found := excerpt(message.text, sought, characters=160)).marks
        ]
        titles = [TitleHit(view.chat, excerpt(view.chat.title, sought, characters=160)) for view in self.chats.values()]
        return ChatHits(tuple(hits), titles=tuple(one for one in titles if one.title.marks))

    def set_put_away(self, chat_id: ChatId, *, is_put_away: bool) -> None:
        self.calls.append(("set_put_away", is_put_away))
        view = self.chats[chat_id]
        self.chats[chat_id] = replace(view, chat=replace(view.chat, is_put_away=is_put_away))

    def forgotten_version(self) -> int:
        return max((view.forgotten for view in self.chats.values()), default=0)

    def save_draft(self, chat_id: ChatId, text: str, before: KeptDraft) -> KeptDraft:
        view = self.chats[chat_id]
        if before.text and before.forgotten != view.forgotten and not view.draft:
            text = written_since(before.text, text)
        self.chats[chat_id] = replace(view, draft=text)
        return self.chats[chat_id].kept_draft

    def why(self, turn_id: TurnId) -> WhyView:
        self.calls.append(("why", turn_id))
        return self._why_view(turn_id)

    def why_selection(self, mode: Mode, selection: "Selection", turn_id: TurnId | None) -> WhyView:  # noqa: ARG002 - the Protocol's
        self.calls.append(("why_selection", mode))
        return self._why_view(turn_id)

    def context_use(self, chat_id: ChatId) -> ContextUse:
        turns = self.chats[chat_id].turns
        dropped = self.dropped_turns
        return ContextUse(
            used_tokens=200 + 400 * len(turns[dropped:]),
            size_tokens=MODEL.n_ctx,
            dropped_turns=dropped,
            first_turn=turns[dropped].turn_id if dropped < len(turns) else None,
            is_trim_near=self.is_trim_near,
        )

    def begin_temporary(self) -> None:
        self.calls.append(("begin_temporary", ""))
        self._kept = (self.chats, self.memories)
        self.chats, self.memories = {}, {}

    def end_temporary(self) -> None:
        self.calls.append(("end_temporary", ""))
        if self._kept is not None:
            (self.chats, self.memories), self._kept = self._kept, None

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
            match step:
                case str():
                    said += step
                    yield Token(step)
                case Rewritten():
                    said = ""
                    yield step
                case _:
                    pass
        if not said:
            yield Stopped(None)
            return
        reply = replace(a_message(self._number(), Role.ASSISTANT, said, chat_id=chat_id, turn_id=turn.turn_id))
        others = (*turn.alternatives, replace(turn.reply, is_kept=False))
        self._put(chat_id, replace(turn, reply=reply, alternatives=others))
        yield Completed(self._result(chat_id, turn.turn_id, reply, ""))

    def continue_reply(self, chat_id: ChatId, stop: threading.Event) -> Iterator[TurnEvent]:
        self.calls.append(("continue_reply", chat_id))
        assert not stop.is_set()
        turn = self.chats[chat_id].turns[-1]
        yield Token(turn.reply.text)
        (more,) = self.scripts.pop(0)
        assert isinstance(more, str)
        yield Token(more)
        reply = replace(turn.reply, id=MessageId(self._number()), text=turn.reply.text + more)
        reply = replace(reply, status=MessageStatus.COMPLETE)
        self._put(chat_id, replace(turn, reply=reply))
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

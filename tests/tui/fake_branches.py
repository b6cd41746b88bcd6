"""Paths of chats in the hand-written assistant: branches, rewinding, turns that are set aside."""

from collections.abc import Sequence
from dataclasses import replace

from assistant.branches import EditTakenBack, Fork
from assistant.views import ChatView
from memory.records import BEFORE_THE_FIRST, Chat, ChatId, TurnId
from tests.tui.fake_records import a_chat


class FakeBranches:
    """Keeps what was deleted as long as the test runs."""

    chats: dict[ChatId, ChatView]
    calls: list[tuple[str, object]]

    def __init__(self) -> None:
        self.deleted: dict[ChatId, ChatView] = {}
        self._next = 100

    def branch(self, chat_id: ChatId, turn_id: TurnId, name: str = "") -> Chat:
        self.calls.append(("branch", turn_id))
        held = tuple(turn for turn in self.chats[chat_id].turns if turn.turn_id <= turn_id)
        chat = replace(a_chat(self._number(), name), parent_chat_id=chat_id, fork_turn_id=turn_id)
        self.chats[chat.id] = ChatView(chat=chat, turns=held)
        return chat

    def set_aside(self, chat_id: ChatId) -> ChatId:
        self.calls.append(("set_aside", chat_id))
        view = self.chats[chat_id]
        holder = ChatId(1_000 + len(self.calls))
        self.deleted[holder] = view
        self.chats[chat_id] = replace(view, turns=view.turns[:-1])
        return holder

    def take_back(self, chat_id: ChatId, holder_id: ChatId) -> bool:
        self.calls.append(("take_back", chat_id))
        view, held = self.chats[chat_id], self.deleted[holder_id].turns
        if view.turns != held[:-1]:
            return False
        self.chats[chat_id] = replace(view, turns=held)
        return True

    def take_edit_back(self, chat_id: ChatId, holder_id: ChatId) -> EditTakenBack:
        self.calls.append(("take_edit_back", chat_id))
        view, held = self.chats[chat_id], self.deleted.pop(holder_id)
        if view.turns[:-1] != held.turns[:-1] or len(view.turns) != len(held.turns):
            other = replace(a_chat(holder_id, ""), parent_chat_id=chat_id)
            self.chats[holder_id] = replace(held, chat=other)
            return EditTakenBack(holder_id, held.turns[-1].turn_id, None)
        other_id = ChatId(holder_id + 1)
        self.deleted[other_id] = view
        self.chats[chat_id] = replace(view, turns=held.turns)
        return EditTakenBack(chat_id, held.turns[-1].turn_id, other_id)

    def rewind(self, chat_id: ChatId, turn_id: TurnId | None) -> None:
        self.calls.append(("rewind", turn_id))
        view, last = self.chats[chat_id], turn_id or TurnId(0)
        self.chats[chat_id] = replace(view, turns=tuple(one for one in view.turns if one.turn_id <= last))

    def forks(self, chat_id: ChatId) -> Sequence[Fork]:
        own = {turn.turn_id for turn in self.chats[chat_id].turns}
        found = []
        for other_id, view in self.chats.items():
            shared = own & {turn.turn_id for turn in view.turns}
            if other_id != chat_id and shared:
                found.append(Fork(view.chat, max(shared), max(shared)))
            elif self._parts_at_start(view.chat, chat_id) or self._parts_at_start(self.chats[chat_id].chat, other_id):
                first = next(iter(view.turn_ids), None)
                found.insert(0, Fork(view.chat, BEFORE_THE_FIRST, first))
        return found

    def _parts_at_start(self, chat: Chat, parent_id: ChatId) -> bool:
        return chat.parent_chat_id == parent_id and chat.fork_turn_id == BEFORE_THE_FIRST

    def _number(self) -> int:
        self._next += 1
        return self._next

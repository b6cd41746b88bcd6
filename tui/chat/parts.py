"""The parts of the chat screen that work on the opened assistant, and where they meet.

The one fact that a reader would get wrong: none of this is imported before the first paint. What the screen does until
the memory is open (reading, an early message, the rule of one thing at a time) stands in `tui.chat.first_parts`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tui.chat.after_turn import AfterTurn
from tui.chat.alerts import Alerts
from tui.chat.answering import Answering
from tui.chat.chat_actions import ChatActions
from tui.chat.chat_export import ChatExport
from tui.chat.copying import Copying
from tui.chat.draft_keeping import DraftKeeping
from tui.chat.message_edit import MessageEdit
from tui.chat.model_display import ModelDisplay, ModelStatus
from tui.chat.next_prompt import NextPrompt, PromptStatus
from tui.chat.open_chat import OpenChat
from tui.chat.reply_models import ReplyModels
from tui.chat.resuming import Resuming
from tui.chat.slash_lines import SlashLines
from tui.chat.surroundings import Surroundings
from tui.chat.temporary_chat import TemporaryChat
from tui.chat.turn_actions import TurnActions
from tui.chat.turn_editor import TurnEditor
from tui.chat.undo import Undo
from tui.chat.why_actions import WhyActions
from tui.chat.why_reader import WhyReader
from tui.memory_actions import MemoryActions
from tui.widgets.undo_line import UndoLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from assistant.clock import Clock
    from tui.backend import Backend
    from tui.chat.first_parts import FirstParts


class PartsStatus(ModelStatus, PromptStatus, Protocol):
    """Where the parts put what the status line shows."""


@dataclass(frozen=True, slots=True)
class ChatParts:
    """Each does one thing; what a part is for stands at its class."""

    chats: OpenChat
    keeping: DraftKeeping
    resuming: Resuming
    slash_lines: SlashLines
    answering: Answering
    around: Surroundings
    prompt: NextPrompt
    model: ModelDisplay
    chat_actions: ChatActions
    turn_actions: TurnActions
    why_actions: WhyActions
    edit: MessageEdit
    copying: Copying
    export: ChatExport
    undo: Undo
    alerts: Alerts


def put_together(
    screen: Screen[None],
    status: PartsStatus,
    backend: Backend,
    clock: Clock,
    first: FirstParts,
    back: Callable[[], None],
    is_typing: Callable[[], bool],
) -> ChatParts:
    """Make the parts of a chat screen for an assistant that is open.

    Args:
        screen: The chat screen.
        status: Where the values of the status line stand.
        backend: The assistant.
        clock: Tells the time.
        first: What works already.
        back: Goes back to the input.
        is_typing: Whether a key changed the input a moment ago.
    """
    turn, one, refuse = first.turn, first.one, first.refusal.say
    models = ReplyModels(screen)
    chats = OpenChat(screen, backend, clock, models)
    first.reading.chats = chats
    turns = TurnEditor(screen, backend, chats, refuse)
    memories = MemoryActions(screen, backend, screen.query_one(UndoLine).add_action)
    why = WhyReader(screen, backend, clock)
    prompt = NextPrompt(screen, status, backend, chats)
    around = Surroundings(screen, chats, why, prompt, one)
    model = ModelDisplay(screen, status, backend, turn, models, prompt.count)
    edit = MessageEdit(screen, chats, one, model, refuse)
    after = AfterTurn(screen, chats, turns, one=one, around=around, prompt=prompt, model=model, models=models)
    temporary = TemporaryChat(screen, chats, edit, around)
    chat_actions = ChatActions(screen, chats, temporary, one, around, back)
    answering = Answering(
        screen,
        backend,
        clock,
        chats=chats,
        turns=turns,
        edit=edit,
        one=one,
        turn=turn,
        refusal=first.refusal,
        around=around,
        after=after,
    )
    alerts = Alerts(screen, backend)
    export = ChatExport(screen, backend, chats, refuse)
    turn_actions = TurnActions(
        screen, turns, chats, one=one, chat_actions=chat_actions, around=around, prompt=prompt, back=back
    )
    slash_lines = SlashLines(
        screen,
        backend,
        prompt,
        refuse,
        chats=chats,
        one=one,
        around=around,
        chat_actions=chat_actions,
        turn_actions=turn_actions,
        turns=turns,
        memories=memories,
        edit=edit,
        export=export,
    )
    return ChatParts(
        chats=chats,
        keeping=DraftKeeping(screen, chats, one, clock, is_typing),
        resuming=Resuming(
            screen, backend, chats, early=first.early, one=one, answering=answering, around=around, alerts=alerts
        ),
        slash_lines=slash_lines,
        answering=answering,
        around=around,
        prompt=prompt,
        model=model,
        chat_actions=chat_actions,
        turn_actions=turn_actions,
        why_actions=WhyActions(screen, memories, why, around),
        edit=edit,
        copying=Copying(screen, refuse),
        export=export,
        undo=Undo(screen, backend, chat_actions, turns, around, refuse),
        alerts=alerts,
    )

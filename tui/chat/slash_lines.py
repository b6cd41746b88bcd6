"""Does in the app what a line that begins with "/" names.

The one fact that a reader would get wrong: none of them ever reaches the model, not even one that is unknown. That one
stays in the input, to be put right.
"""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

from assistant.errors import AssistantError, NotFoundError
from memory.errors import StoreError
from memory.records import TurnId
from tui.memory_actions import tell_forgotten
from tui.messages import ConfigChanged
from tui.slash_table import (
    DEFAULT,
    SlashCommand,
    in_slash_words,
    is_slash,
    missing_line,
    reply_number,
    split,
    turn_and_name,
    turn_number,
    unknown_line,
)
from tui.slash_words import WORDS, change_memory
from tui.telling import tell, work_told
from tui.widgets.chat_log import ChatLog
from tui.widgets.composer import Composer
from tui.widgets.undo_line import UndoLine

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping

    from textual.screen import Screen

    from memory.records import Chat
    from tui.backend import Backend, MemoryBackend
    from tui.chat.chat_actions import ChatActions
    from tui.chat.chat_export import ChatExport
    from tui.chat.message_edit import MessageEdit
    from tui.chat.next_prompt import NextPrompt
    from tui.chat.one_at_a_time import OneAtATime
    from tui.chat.open_chat import OpenChat
    from tui.chat.surroundings import Surroundings
    from tui.chat.turn_actions import TurnActions
    from tui.chat.turn_editor import TurnEditor
    from tui.memory_actions import MemoryActions
    from tui.slash_words import Done


class SlashLines:
    """Runs such lines for the chat screen.

    Args:
        screen: The chat screen, whose actions some of them open.
        backend: The assistant.
        prompt: What a chat has of its own.
        refuse: Told why a line is not done.
        chats: The open chat.
        one: Holds back what would change the talk too soon.
        around: What has to follow.
        chat_actions: What is done to chats.
        turn_actions: What is done to turns.
        turns: Asks what a topic's forgetting takes.
        memories: What is done to memories.
        edit: Puts a message into the input.
        export: Writes a chat into a file.
    """

    def __init__(
        self,
        screen: Screen[None],
        backend: Backend,
        prompt: NextPrompt,
        refuse: Callable[[str], None],
        *,
        chats: OpenChat,
        one: OneAtATime,
        around: Surroundings,
        chat_actions: ChatActions,
        turn_actions: TurnActions,
        turns: TurnEditor,
        memories: MemoryActions,
        edit: MessageEdit,
        export: ChatExport,
    ) -> None:
        self._screen = screen
        self._backend = backend
        self._prompt = prompt
        self._refuse = refuse
        self._chats = chats
        self._one = one
        self._around = around
        self._chat_actions = chat_actions
        self._turn_actions = turn_actions
        self._turns = turns
        self._memories = memories
        self._edit = edit
        self._export = export
        self._own: Mapping[str, Callable[[str], Awaitable[None]]] = {
            "open": self._open,
            "rename": self._rename,
            "delete": self._delete,
            "put-away": self._put_away,
            "set": self._prompt.set_in_chat,
            "export": self._write,
            "why": self._why,
            "replies": self._replies,
            "edit": self._edit_message,
            "branch": self._branch,
            "rewind": self._rewind,
            "memory": self._memory,
            "forget": self._forget,
            "settings": self._settings,
            **{name: self._as_words(act) for name, act in WORDS.items()},
        }

    @property
    def names(self) -> frozenset[str]:
        """What is done here, rather than by opening something."""
        return frozenset(self._own)

    def takes(self, text: str) -> bool:
        """Tell whether a text is such a line."""
        return is_slash(text)

    async def run(self, text: str) -> None:
        """Take a line out of the input and do what it names; one that names nothing stays there."""
        command, words = split(text)
        if command is None:
            self._refuse(unknown_line(text))
            return
        if command.needs_words and not (words or command.opens):
            self._refuse(missing_line(command))
            return
        self._screen.query_one(Composer).remember_sent(text)
        own = self._own.get(command.name)
        if own is not None and (words or not command.opens):
            with self._told():
                await own(words)
        else:
            await self._screen.run_action(_action(command, words))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Show what a user can act on, in the words of these lines."""
        try:
            yield
        except (AssistantError, StoreError) as error:
            tell(self._screen, f"{error.message} {in_slash_words(error.hint)}".strip(), is_error=True)

    # Chats

    async def _named(self, words: str) -> Chat:
        """Return the chat that words name, or the open one where there are none."""
        if words:
            return await asyncio.to_thread(self._backend.chat_named, words)
        if self._chats.chat is None:
            raise NotFoundError("This chat is not begun yet.", "Name another one: /chats shows them.")
        return self._chats.chat

    async def _open(self, words: str) -> None:
        self._chat_actions.go_to((await self._named(words)).id)

    async def _rename(self, title: str) -> None:
        chat = await self._named("")
        await asyncio.to_thread(self._backend.rename_chat, chat.id, title)
        await self._chats.refresh_list()

    async def _delete(self, words: str) -> None:
        self._chat_actions.delete(await self._named(words))

    async def _put_away(self, words: str) -> None:
        self._chat_actions.put_away(await self._named(words))

    async def _write(self, path: str) -> None:
        self._export.begin(path)

    # Turns

    async def _select(self, words: str) -> bool:
        """Go to a turn of the open chat by its number; returns whether nothing goes first."""
        turn_id, chat = TurnId(turn_number(words)), self._chats.chat
        log = self._screen.query_one(ChatLog)
        if chat is None or turn_id not in log.turn_ids:
            raise NotFoundError(f"This chat has no turn {turn_id}.", "Why names the number of the selected one.")
        async with self._one.lock:
            if not self._one.may_switch():
                return False
            if not any(block.turn_id == turn_id for block in log.blocks):
                await self._chats.open(chat.id, turn_id)
            # At once, and not after the next painting: what follows acts on the selected turn.
            log.select(next((block for block in log.blocks if block.turn_id == turn_id), None))
        return True

    async def _why(self, words: str) -> None:
        if await self._select(words):
            await self._screen.run_action("toggle_why")

    async def _branch(self, words: str) -> None:
        turn, name = turn_and_name(words)
        if not turn or await self._select(turn):
            self._turn_actions.branch(name)

    async def _rewind(self, words: str) -> None:
        if turn_number(words) == 0:
            self._turn_actions.rewind(is_whole=True)
        elif await self._select(words):
            self._turn_actions.rewind()

    async def _replies(self, words: str) -> None:
        self._to_last()
        if words:
            self._turn_actions.keep_number(reply_number(words))
        else:
            await self._screen.run_action("go_to_turn")
            self._turn_actions.show_other_reply(-1)

    async def _edit_message(self, text: str) -> None:
        self._to_last()
        await self._edit.begin(text)

    def _to_last(self) -> None:
        """Select no turn, so that the last one is meant: a command names no other."""
        self._screen.query_one(ChatLog).select(None)

    # Memories and settings

    def _as_words(self, act: Callable[[MemoryBackend, str], Done]) -> Callable[[str], Awaitable[None]]:
        """Return what does it beside the screen, and shows what came of it."""

        async def run(words: str) -> None:
            done = await asyncio.to_thread(act, self._backend, words)
            if done.is_found:
                await self._show(act.__name__, words, done)
                return
            tell(self._screen, "\n".join(done.lines))
            if done.undo:
                self._screen.query_one(UndoLine).add_action(done.undo)
            # The talk itself is as it was; what `/recall` has put there stays.
            self._around.show()

        return run

    async def _show(self, name: str, words: str, done: Done) -> None:
        """Put what was found into the talk: it is no turn, and goes when the chat is read again."""
        log = self._screen.query_one(ChatLog)
        for line in (f"/{name} {words}", *done.lines):
            await log.add_line(line, classes="notice")
        log.to_end()

    async def _memory(self, words: str) -> None:
        if " " in words:
            await self._as_words(change_memory)(words)
        else:
            await self._screen.run_action(f"app.open_memories({words!r})")

    async def _forget(self, what: str) -> None:
        if self._one.may_switch():
            # Beside the screen: a question waits for its answer.
            work_told(self._screen, lambda: self._ask_to_forget(what), group="forget")

    async def _ask_to_forget(self, what: str) -> None:
        with self._told():
            if await asyncio.to_thread(self._backend.is_memory, what):
                details = await asyncio.to_thread(self._backend.memory_details, what)
                is_gone = await self._memories.forget(details.row.memory)
            else:
                forget = await self._turns.ask_to_forget(what)
                is_gone = forget is not None
                if forget is not None:
                    with self._one.forgetting():
                        forgotten = await forget()
                    tell_forgotten(self._screen, forgotten)
            if is_gone:
                # What undo would have taken back may be gone with it.
                self._screen.query_one(UndoLine).drop_actions()
                await self._around.read_again()

    async def _settings(self, words: str) -> None:
        key, _, value = words.partition(" ")
        if not value.strip():
            await self._screen.run_action(f"app.open_settings({key!r})")
            return
        wanted = None if value.strip() == DEFAULT else value.strip()
        config = await asyncio.to_thread(self._backend.change_setting, key, wanted)
        tell(self._screen, f"{key} = {getattr(config, key)}")
        self._screen.app.post_message(ConfigChanged(config))


def _action(command: SlashCommand, words: str) -> str:
    return f"{command.opens}({words!r})" if command.takes_words and words else command.opens

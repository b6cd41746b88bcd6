"""Lines that begin with "/" in the line-by-line chat: which function does what the table of slash commands names.

The one fact that a reader would get wrong: what deletes or brings in something asks wherever the lines come from. A
line from a pipe that is no answer is a no, and is read as the next line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui import plain_chats, plain_memories, plain_turns, plain_upkeep
from tui.plain_import import import_path
from tui.slash_table import missing_line, slash_rows, split, unknown_line
from tui.slash_words import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tui.plain import PlainChat


def run_line(talk: PlainChat, line: str) -> None:
    """Carry out a line that begins with "/".

    Raises:
        AssistantError: it cannot be done.
        StoreError: likewise.
    """
    command, words = split(line)
    if command is None:
        talk.say(unknown_line(line))
    elif command.needs_words and not words:
        talk.say(f"Not done: {missing_line(command)}")
    else:
        COMMANDS[command.name](talk, words)


def _help(talk: PlainChat, _: str) -> None:
    for name, arguments, words in slash_rows():
        talk.say(f"/{name} {arguments}".rstrip() + f": {words}")


def _quit(talk: PlainChat, _: str) -> None:
    talk.leave()


COMMANDS: Mapping[str, Callable[[PlainChat, str], None]] = {
    "help": _help,
    "new": plain_chats.new,
    "chats": plain_chats.list_chats,
    "open": plain_chats.open_chat,
    "rename": plain_chats.rename,
    "delete": plain_chats.delete,
    "put-away": plain_chats.put_away,
    "find": plain_chats.find,
    "temporary": plain_chats.temporary,
    "set": plain_chats.set_own,
    "export": plain_chats.export,
    "import": import_path,
    "turns": plain_turns.list_turns,
    "why": plain_turns.tell_why,
    "regenerate": plain_turns.regenerate,
    "replies": plain_turns.replies,
    "continue": plain_turns.carry_on,
    "edit": plain_turns.edit,
    "copy": plain_turns.print_reply,
    "editor": plain_turns.write_outside,
    "branch": plain_turns.branch,
    "rewind": plain_turns.rewind,
    "memories": plain_memories.list_memories,
    "memory": plain_memories.show_or_change,
    "forget": plain_memories.forget,
    "topics": plain_memories.list_topics,
    "undo": plain_chats.undo,
    "welcome": plain_memories.welcome,
    "health": plain_upkeep.health,
    "models": plain_upkeep.models,
    "settings": plain_upkeep.settings,
    "quit": _quit,
    **{name: plain_memories.as_words(act) for name, act in WORDS.items()},
}

"""The one table of slash commands: what the app and the line-by-line chat understand, list and complete.

The one fact that a reader would get wrong: nothing is done here. `tui/slash_words.py` does what both do alike,
`tui/chat/slash_lines.py` the rest in the app, `tui/slash_commands.py` line by line; a test holds each to this table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import takewhile

from assistant.errors import NotFoundError

_LIKE_A_COMMAND = re.compile(r"/[a-z][a-z-]*(?=\s|$)", re.IGNORECASE | re.ASCII)
_BEING_TYPED = re.compile(r"/[a-z-]*", re.IGNORECASE | re.ASCII)
# The value that takes a setting back.
DEFAULT = "default"

_MOST_DIGITS = 18
_NEAR = 0.6
# The shell's commands, and what says the same in a talk.
_OF_THE_SHELL = (
    (re.compile(r"\breverie memory list\b"), "/memories"),
    (re.compile(r"\breverie memory show\b"), "/memory"),
    (re.compile(r"\breverie config set\b"), "/settings"),
    (re.compile(r"\breverie config unset (?!keys\.)([a-z_]+)$"), r"/settings \1 default"),
    (re.compile(r"\breverie models use\b"), "/models"),
)
# A command of the shell with nothing behind it but what it is about.
_NAMED = re.compile(r"\breverie ([a-z-]+)(?= (?:[A-Z]|m\d)|$)")


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """One command, the same in the app and line by line.

    Args:
        name: What stands behind "/".
        arguments: What it takes; "[...]" may be left out.
        help: What it is for, in a few words.
        opens: The action that the app runs instead, of a screen or a pane; "" = it does there what it does line by line.
        takes_words: Whether that action is given what stands behind the name. Else words are for the command itself.
        other_name: Another name for it.
    """

    name: str
    arguments: str
    help: str
    opens: str = ""
    takes_words: bool = False
    other_name: str = ""

    @property
    def usage(self) -> str:
        """The command as it is typed: "/rewind TURN"."""
        return f"/{self.name} {self.arguments}".rstrip()

    @property
    def needs_words(self) -> bool:
        """Whether it says nothing without its arguments."""
        return any(not word.startswith("[") for word in self.arguments.split())


SLASH_COMMANDS: tuple[SlashCommand, ...] = (
    SlashCommand("help", "", "all commands", "app.open_help"),
    # Chats
    SlashCommand("new", "", "begin a chat", "new_chat"),
    SlashCommand("chats", "", "the chats", "toggle_chats"),
    SlashCommand("open", "NAME", "go to another chat, by its name or title"),
    SlashCommand("rename", "TITLE", "give this chat another title"),
    SlashCommand("delete", "[NAME]", "delete this chat, or NAME; /undo brings it back for ten minutes"),
    SlashCommand("put-away", "[NAME]", "take this chat, or NAME, out of the list; again brings it back"),
    SlashCommand("find", "WORDS", "find what was said, in all chats", "app.open_search", True),
    SlashCommand("temporary", "", "talk without a trace; a new chat ends it", "temporary_chat"),
    SlashCommand("set", "[KEY] [VALUE]", "this chat's own temperature, persona ...; the value `default` takes it back"),
    SlashCommand(
        "export", "FILE", "write this chat into a file: .md to read, .json to bring in elsewhere", "export_chat"
    ),
    SlashCommand("import", "PATH", "bring in chats, notes or a lorebook", "app.open_import", True),
    # Turns
    SlashCommand("turns", "", "the turns of this chat, with their numbers", "go_to_turn"),
    SlashCommand("why", "[TURN]", "what was in the last prompt, or TURN's, and why; what stayed out", "toggle_why"),
    SlashCommand("regenerate", "", "write the last reply again, with the same memories", "regenerate", False, "again"),
    SlashCommand("replies", "[NUMBER]", "the replies that the last message was given; NUMBER keeps that one"),
    SlashCommand("continue", "", "carry on the last reply from where it was stopped", "continue_reply"),
    SlashCommand("edit", "[TEXT]", "change the last message and send it again: TEXT in its place"),
    SlashCommand("copy", "", "copy the last reply; line by line, print it alone", "copy_reply"),
    SlashCommand("editor", "", "write a message in your own editor", "edit_outside"),
    SlashCommand("branch", "[TURN] [NAME]", "begin a chat that shares everything up to here, or up to TURN"),
    SlashCommand("rewind", "TURN", "drop what was said after TURN, 0 all of it; asks first", "rewind"),
    # Memories and topics
    SlashCommand("recall", "TEXT", "search the memories as a question would; changes nothing"),
    SlashCommand("remember", "TEXT", "store something"),
    SlashCommand("memories", "[WORDS]", "what is remembered, the newest first", "app.open_memories", True),
    SlashCommand("memory", "ID [KEY VALUE]", "all about a memory (m17), or change its text, title, keys, knobs"),
    SlashCommand("useful", "ID", "a memory is of use: it fades from now on only"),
    SlashCommand("not-relevant", "ID", "a memory counts half"),
    SlashCommand("forget", "ID|TOPIC", "delete a memory or a topic and all that restates it, for good; asks first"),
    SlashCommand("topics", "", "the bans and pins", "app.open_topics"),
    SlashCommand("ban", "TOPIC", "never bring a topic up"),
    SlashCommand("unban", "TOPIC", "let a topic come up again"),
    SlashCommand("pin", "ID|TOPIC", "keep a memory or a topic in every prompt and from fading"),
    SlashCommand("unpin", "ID|TOPIC", "lift a pin"),
    SlashCommand("undo", "", "take back the last deletion of a chat, ban, pin or remembered thing", "undo"),
    SlashCommand("welcome", "", "tell your name and tastes; where everything is stored", "welcome"),
    # The rest
    SlashCommand("health", "", "how the memory is, and what to do", "app.open_health"),
    SlashCommand("models", "[NAME]", "the models; line by line, NAME downloads or uses one", "app.open_models"),
    SlashCommand("settings", "[KEY] [VALUE]", "see and change the settings", "app.open_settings", True),
    SlashCommand("quit", "", "leave", "app.quit"),
)
_BY_NAME = {name: one for one in SLASH_COMMANDS for name in (one.name, one.other_name) if name}


def slash_rows() -> list[tuple[str, str, str]]:
    """Return name, arguments and help of every command, in the order in which to list them."""
    return [
        (one.name, one.arguments, one.help + (f" (also /{one.other_name})" if one.other_name else ""))
        for one in SLASH_COMMANDS
    ]


def is_slash(text: str) -> bool:
    """Tell whether a message is a command: one line that begins with "/" and a word. "/home/x is full" is none."""
    return "\n" not in text.strip() and _LIKE_A_COMMAND.match(text) is not None


def split(text: str) -> tuple[SlashCommand | None, str]:
    """Return the command of a line that begins with "/", None where there is none, and what stands behind its name."""
    name, *words = text[1:].split(maxsplit=1) or [""]
    return _BY_NAME.get(name.lower()), "".join(words).strip()


def unknown_line(text: str) -> str:
    """Say of such a line that it names no command, and which one is near."""
    name = text[1:].split(maxsplit=1)[0].lower()
    near = get_close_matches(name, _BY_NAME, n=1, cutoff=_NEAR) or [one for one in _BY_NAME if one.startswith(name)][:1]
    other = f"did you mean /{near[0]}?" if near else "/help lists them."
    return f"/{name} is no command: {other} A space in front sends it."


def missing_line(command: SlashCommand) -> str:
    """Say what a command cannot do without."""
    return f"say which: {command.usage}"


def completions(text: str) -> list[str]:
    """Return the names that a line being typed may become, without "/"; none once a name is whole and a space follows."""
    if _BEING_TYPED.fullmatch(text) is None:
        return []
    return [name for name in _BY_NAME if name.startswith(text[1:].lower())]


def completed(text: str) -> str:
    """Return the line as far as it is certain: "/rec" -> "/recall ", "/re" -> "/re" as several begin so."""
    names = completions(text)
    if len(names) == 1:
        return f"/{names[0]}{' ' if _BY_NAME[names[0]].arguments else ''}"
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    return "/" + "".join(letters[0] for letters in alike) if names else text


def completion_hint(text: str) -> str:
    """Say what a line being typed may become, or what its command takes; "" where it is no command."""
    names = completions(text)
    if len(names) > 1 and text[1:].lower() not in names:
        return " ".join(f"/{name}" for name in names)
    command = _BY_NAME[names[0]] if len(names) == 1 else split(text)[0] if is_slash(text) else None
    return f"{command.usage}: {command.help}" if command else ""


def in_slash_words(hint: str) -> str:
    """Put what a hint says of commands of the shell in those of the talk, where it has them.

    "`reverie chats` lists them." becomes "/chats lists them."; "Run `reverie doctor`." stays.
    """
    parts = []
    for place, part in enumerate(hint.split("`")):
        said = _said(part)
        parts.append(said if said != part or place % 2 == 0 else f"`{part}`")
    return "".join(parts)


def _said(words: str) -> str:
    for pattern, said in _OF_THE_SHELL:
        words = pattern.sub(said, words)
    return _NAMED.sub(lambda found: f"/{found[1]}" if found[1] in _BY_NAME else found[0], words)


def turn_and_name(words: str) -> tuple[str, str]:
    """Split "[TURN] [NAME]": what begins with a number names a turn."""
    first, _, rest = words.partition(" ")
    return (first, rest.strip()) if _is_number(first) else ("", words)


def turn_number(words: str) -> int:
    """Return the number of a turn that words are; 0 is before the first.

    Raises:
        NotFoundError: they are none.
    """
    return _number(words, "turn", "/turns lists the turns of this chat.")


def reply_number(words: str) -> int:
    """Return the number of a reply that words are.

    Raises:
        NotFoundError: they are none.
    """
    return _number(words, "number of a reply", "/replies shows them.")


def _number(words: str, what: str, hint: str) -> int:
    if not _is_number(words):
        raise NotFoundError(f"{words!r} is no {what}.", hint)
    return int(words)


def _is_number(words: str) -> bool:
    return words.isascii() and words.isdecimal() and len(words) <= _MOST_DIGITS

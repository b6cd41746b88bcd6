"""The commands of the line-by-line chat: lines that begin with "/".

The one fact that a reader would get wrong: a question is asked only where someone types. What comes from a pipe was
written down on purpose; only what a *message* asks to forget is asked back there too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant import branches, chat_settings, chats, forgetting, memories, topics, undoing
from assistant.again import continue_turn, regenerate_turn
from assistant.chat_search import search_chats
from assistant.chat_settings import set_chat_setting
from assistant.cleaning import clean_line
from assistant.errors import AssistantError, NotFoundError
from assistant.forget_words import NOTHING_FORGOTTEN, forget_one_question, forget_topic_question
from assistant.health import read_health
from assistant.topic_words import ban_line, pin_line, topic_line, unban_line, unpin_line
from assistant.why import why
from memory.records import Role, TurnId
from tui.chat_setting_words import set_lines
from tui.health_wording import health_lines
from tui.plain_import import import_path
from tui.why_wording import why_lines
from tui.wording import count, shorten

if TYPE_CHECKING:
    from collections.abc import Callable

    from assistant.session import Session
    from assistant.views import Forgotten
    from tui.plain import PlainChat

_LONGEST_LINE = 100
_MOST_DIGITS = 18
_MOST_HITS = 20


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """What a command takes ("[...]" may be left out), what it does in a few words, and the function that does it."""

    argument: str
    meaning: str
    run: Callable[[PlainChat, str], None]

    @property
    def needs_argument(self) -> bool:
        """Whether it cannot do without."""
        return any(not word.startswith("[") for word in self.argument.split())


def run_line(talk: PlainChat, line: str) -> None:
    """Carry out a line that begins with "/".

    Raises:
        AssistantError: it cannot be done.
        StoreError: likewise.
    """
    name, _, argument = line[1:].partition(" ")
    command = COMMANDS.get(name.lower())
    argument = argument.strip()
    if command is None:
        talk.say(f"There is no command /{name}. /help lists them. To send such a line, begin it with a space.")
    elif command.needs_argument and not argument:
        talk.say(f"Say which: /{name} {command.argument}")
    else:
        command.run(talk, argument)


def _help(talk: PlainChat, _: str) -> None:
    for name, command in COMMANDS.items():
        talk.say(f"/{name} {command.argument}".rstrip() + f": {command.meaning}")


# -- chats and turns


def _new(talk: PlainChat, _: str) -> None:
    talk.leave_temporary()
    talk.enter(chats.new_chat(talk.session))


def _temporary(talk: PlainChat, _: str) -> None:
    if talk.is_temporary:
        talk.say("This chat is temporary already. /new or /open ends it for good.")
    else:
        talk.begin_temporary()


def _chats(talk: PlainChat, _: str) -> None:
    every = chats.list_chats(talk.session)
    away = sum(one.chat.is_put_away for one in every)
    for one in (one for one in every if not one.chat.is_put_away):
        title = "" if one.chat.title in ("", one.chat.name) else f", {clean_line(one.chat.title)}"
        here = " (this one)" if one.chat.id == talk.chat.id else ""
        talk.say(f"{one.chat.name}{title}, turns: {one.turn_count}{here}")
    if away:
        talk.say(f"And {away:,} put away; /open opens one of them too.")


def _find(talk: PlainChat, words: str) -> None:
    found = search_chats(talk.session, words, limit=_MOST_HITS)
    for one in found.hits:
        who = "you" if one.role is Role.USER else "Reverie"
        talk.say(f"{one.at.astimezone():%Y-%m-%d}, {one.chat.name}, turn {one.turn_id}, {who}: {one.excerpt.text}")
    if not found.hits:
        talk.say("Nothing found.")
    elif found.has_more:
        talk.say(f"These are the newest {_MOST_HITS}; more words find fewer.")


def _open(talk: PlainChat, name: str) -> None:
    try:
        chat = chats.chat_named(talk.session, name)
    except NotFoundError:
        if not talk.is_temporary:
            raise
        chat = chats.chat_named(talk.home, name)
        talk.leave_temporary()
    talk.enter(chat)


def _turns(talk: PlainChat, _: str) -> None:
    turns = chats.read_chat(talk.session, talk.chat.id).turns
    for one in turns:
        talk.say(f"{one.turn_id}: {shorten(one.user.text, _LONGEST_LINE)}")
    if not turns:
        talk.say("Nothing was said in this chat yet.")


def _regenerate(talk: PlainChat, _: str) -> None:
    talk.run_turn(lambda stop: regenerate_turn(talk.session, talk.chat.id, stop))


def _continue(talk: PlainChat, _: str) -> None:
    talk.run_turn(lambda stop: continue_turn(talk.session, talk.chat.id, stop))


def _rewind(talk: PlainChat, words: str) -> None:
    to_turn = _turn_id(words)
    turns = chats.read_chat(talk.session, talk.chat.id).turns
    dropped = sum(one.turn_id > to_turn for one in turns)
    if (
        dropped
        and talk.is_typed
        and not talk.confirm(f"Drop {count(dropped, 'turn')} for good, with what they stored?")
    ):
        talk.say("Nothing was dropped.")
        return
    branches.rewind(talk.session, talk.chat.id, to_turn)
    talk.enter(talk.chat)


def _branch(talk: PlainChat, words: str) -> None:
    first, _, rest = words.partition(" ")
    is_placed = first.isdecimal() and bool(rest.strip())
    from_turn = _turn_id(first) if is_placed else talk.last_turn_id
    if from_turn is None:
        raise NotFoundError("Nothing was said in this chat yet.", "Branch from a turn: send a message first.")
    name = clean_line(rest if is_placed else words)
    try:
        chat = branches.branch(talk.session, talk.chat.id, from_turn, name)
    except ValueError as error:
        raise AssistantError(f"There is a chat {name!r} already.", "Choose another name.") from error
    talk.enter(chat)


def _why(talk: PlainChat, words: str) -> None:
    turn_id = _turn_id(words) if words else talk.last_turn_id
    if turn_id is None:
        talk.say("Nothing was said in this chat yet.")
        return
    for line in why_lines(why(talk.session, turn_id)):
        talk.say(line)


def _turn_id(words: str) -> TurnId:
    if not (words.isascii() and words.isdecimal()) or len(words) > _MOST_DIGITS:
        raise NotFoundError(f"{words!r} is no turn.", "/turns lists the turns of this chat.")
    return TurnId(int(words))


# -- memories and topics


def _remember(talk: PlainChat, text: str) -> None:
    for memory in memories.remember(talk.session, text):
        talk.say(f"Remembered as {memory.handle}: {clean_line(memory.text)}")


def _recall(talk: PlainChat, text: str) -> None:
    found = memories.recall(talk.session, text)
    for one in found:
        talk.say(f"{one.memory.handle}, {one.memory.said_at.astimezone():%Y-%m-%d}: {clean_line(one.memory.text)}")
    if not found:
        talk.say("Nothing found.")


def _forget(talk: PlainChat, what: str) -> None:
    if memories.is_id(talk.session, what):
        found = memories.foresee(talk.session, [what])
        question = forget_one_question(memories.show(talk.session, what).memory.text, found)
        forget: Callable[[Session, str], Forgotten] = memories.forget
    else:
        found = forgetting.foresee_text(talk.session, what)
        question, forget = forget_topic_question(what, found), forgetting.forget_text
    if talk.is_typed and not found.is_nothing and not talk.confirm(question):
        talk.say(NOTHING_FORGOTTEN)
        return
    talk.tell_forgotten(forget(talk.session, what))


def _pin(talk: PlainChat, what: str) -> None:
    if memories.is_id(talk.session, what):
        talk.say(f"Pinned: {clean_line(memories.pin(talk.session, what).text)}")
    else:
        talk.say(pin_line(topics.pin_topic(talk.session, what)))


def _unpin(talk: PlainChat, what: str) -> None:
    if memories.is_id(talk.session, what):
        talk.say(f"Unpinned: {clean_line(memories.unpin(talk.session, what).text)}")
    else:
        talk.say(unpin_line(topics.unpin_topic(talk.session, what)))


def _ban(talk: PlainChat, term: str) -> None:
    talk.say(ban_line(topics.ban(talk.session, term)))


def _unban(talk: PlainChat, term: str) -> None:
    talk.say(unban_line(topics.unban(talk.session, term)))


def _topics(talk: PlainChat, _: str) -> None:
    found = topics.list_topics(talk.session)
    for one in found:
        talk.say(topic_line(one))
    if not found:
        talk.say("No topic is banned or pinned.")


def _undo(talk: PlainChat, _: str) -> None:
    talk.say(undoing.undo_last(talk.session))


def _health(talk: PlainChat, _: str) -> None:
    for line in health_lines(read_health(talk.session)):
        talk.say(line)


def _set(talk: PlainChat, words: str) -> None:
    session, chat_id = talk.session, talk.chat.id
    found = chat_settings.read_chat_settings(session, chat_id)
    for line in set_lines(words, found, lambda key, value: set_chat_setting(session, chat_id, key, value)):
        talk.say(line)


def _quit(talk: PlainChat, _: str) -> None:
    talk.leave()


COMMANDS = {
    "help": SlashCommand("", "this list", _help),
    "new": SlashCommand("", "begin a chat", _new),
    "temporary": SlashCommand("", "talk without a trace: nothing is stored; /new or /open ends it", _temporary),
    "chats": SlashCommand("", "list the chats", _chats),
    "find": SlashCommand("WORDS", "find what was said, in all chats", _find),
    "open": SlashCommand("NAME", "go to another chat", _open),
    "turns": SlashCommand("", "list the turns of this chat, with their numbers", _turns),
    "regenerate": SlashCommand("", "have the last reply written again, with the same memories", _regenerate),
    "continue": SlashCommand("", "carry on the last reply from where it was stopped", _continue),
    "rewind": SlashCommand("TURN", "drop what was said after TURN; 0 drops everything in this chat", _rewind),
    "branch": SlashCommand("[TURN] NAME", "begin chat NAME from here or from TURN, and go there", _branch),
    "why": SlashCommand("[TURN]", "what was in the last prompt, or TURN's, and why; what stayed out", _why),
    "recall": SlashCommand("TEXT", "search the memories; changes nothing", _recall),
    "remember": SlashCommand("TEXT", "store something", _remember),
    "pin": SlashCommand("ID|TOPIC", "keep a memory (m17) or a topic in every prompt and from fading", _pin),
    "unpin": SlashCommand("ID|TOPIC", "lift a pin", _unpin),
    "ban": SlashCommand("TOPIC", "never bring a topic up", _ban),
    "unban": SlashCommand("TOPIC", "let a topic come up again", _unban),
    "topics": SlashCommand("", "list the bans and pins of topics", _topics),
    "undo": SlashCommand("", "take back the last ban, pin or remembered thing", _undo),
    "forget": SlashCommand("ID|TOPIC", "delete a memory or a topic and all that restates it, for good", _forget),
    "import": SlashCommand("PATH", "bring in chats of ChatGPT or Claude, notes or a lorebook", import_path),
    "health": SlashCommand("", "how the memory is, and what to do", _health),
    "set": SlashCommand(
        "[KEY] [VALUE]", "what this chat has of its own: temperature, persona ...; `default` takes it back", _set
    ),
    "quit": SlashCommand("", "leave (the end of the input and Ctrl-C leave too)", _quit),
}

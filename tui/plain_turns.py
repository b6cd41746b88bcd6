"""Slash commands on the turns of a chat, line by line.

The one fact that a reader would get wrong: `/edit TEXT` takes the last turn out first. Where no other comes of it, the
turn is put back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant import branches, chats
from assistant.again import continue_turn, regenerate_turn
from assistant.alternatives import keep_alternative
from assistant.cleaning import clean_line
from assistant.errors import AssistantError, NotFoundError
from assistant.turn import TurnRequest, run_turn
from assistant.why import why
from memory.records import TurnId
from tui.session_chats import branch_named
from tui.slash_table import reply_number, turn_and_name, turn_number
from tui.slash_words import replies_of
from tui.why_wording import why_lines
from tui.wording import count, shorten

if TYPE_CHECKING:
    from assistant.views import TurnView
    from tui.plain import PlainChat

_LONGEST_LINE = 100
_NO_TURN = "Nothing was said in this chat yet."


def list_turns(talk: PlainChat, _: str) -> None:
    """List the turns of the chat, with their numbers."""
    turns = chats.read_chat(talk.session, talk.chat.id).turns
    for one in turns:
        talk.say(f"{one.turn_id}: {shorten(one.user.text, _LONGEST_LINE)}")
    if not turns:
        talk.say(_NO_TURN)


def tell_why(talk: PlainChat, words: str) -> None:
    """Tell what was in a turn's prompt and why."""
    turn_id = TurnId(turn_number(words)) if words else talk.last_turn_id
    if turn_id is None:
        talk.say(_NO_TURN)
        return
    for line in why_lines(why(talk.session, turn_id)):
        talk.say(line)


def regenerate(talk: PlainChat, _: str) -> None:
    """Have the last reply written again."""
    talk.run_turn(lambda stop: regenerate_turn(talk.session, talk.chat.id, stop))


def carry_on(talk: PlainChat, _: str) -> None:
    """Carry on the last reply."""
    talk.run_turn(lambda stop: continue_turn(talk.session, talk.chat.id, stop))


def replies(talk: PlainChat, words: str) -> None:
    """List the replies of the last turn, or keep one of them."""
    turn = _last(talk)
    found = replies_of(turn)
    if not words:
        for place, one in enumerate(found, 1):
            kept = " (kept)" if one.is_kept else ""
            talk.say(f"{place}{kept}: {clean_line(one.text)}")
        if len(found) == 1:
            talk.say("There is one reply; /regenerate writes another.")
        return
    number = reply_number(words)
    if not 1 <= number <= len(found):
        raise NotFoundError(
            f"The last message was given {count(len(found), 'reply', 'replies')}.", "/replies shows them."
        )
    keep_alternative(talk.session, turn.turn_id, found[number - 1].id)
    talk.say(f"Reply {number} of {len(found)} is the one that counts.")


def edit(talk: PlainChat, text: str) -> None:
    """Send another text in place of the last message."""
    before = _last(talk).user.text
    if not text:
        talk.say(f"You: {before}")
        talk.say("/edit TEXT sends TEXT in its place.")
        return
    holder_id = branches.set_aside(talk.session, talk.chat.id)
    request = TurnRequest(talk.chat.id, text)
    try:
        talk.run_turn(lambda stop: run_turn(talk.session, request, stop))
    finally:
        is_back = branches.take_back(talk.session, talk.chat.id, holder_id)
    if is_back:
        talk.say("The message is as it was.")


def print_reply(talk: PlainChat, _: str) -> None:
    """Print the last reply, with nothing before it."""
    talk.say(_last(talk).reply.text)


def write_outside(talk: PlainChat, _: str) -> None:
    """Have a message written in the user's own editor, and send it."""
    from tui.outside_editor import edit_text, editor_command  # noqa: PLC0415 - brings Textual, which lines do without

    if not talk.is_typed:
        raise AssistantError("An editor needs a terminal.", "Write the message as a line.")
    text = edit_text("", editor_command())
    if not text.strip():
        talk.say("Nothing was sent.")
        return
    talk.say(f"You: {text}")
    request = TurnRequest(talk.chat.id, text)
    talk.run_turn(lambda stop: run_turn(talk.session, request, stop))


def branch(talk: PlainChat, words: str) -> None:
    """Begin a chat that shares the turns up to one of this chat, and go there."""
    turn, name = turn_and_name(words)
    from_turn = TurnId(turn_number(turn)) if turn else talk.last_turn_id
    if from_turn is None:
        raise NotFoundError(_NO_TURN, "Branch from a turn: send a message first.")
    talk.enter(branch_named(talk.session, talk.chat.id, from_turn, clean_line(name)))


def rewind(talk: PlainChat, words: str) -> None:
    """Drop what was said after a turn, after a question."""
    to_turn = TurnId(turn_number(words))
    turn_ids = [one.turn_id for one in chats.read_chat(talk.session, talk.chat.id).turns]
    if to_turn and to_turn not in turn_ids:
        raise NotFoundError(f"This chat has no turn {to_turn}.", "/turns lists them; 0 drops them all.")
    dropped = sum(one > to_turn for one in turn_ids)
    if not dropped:
        talk.say(f"Nothing comes after turn {to_turn}." if to_turn else _NO_TURN)
        return
    what = count(dropped, "turn")
    if talk.is_wanted(f"Drop {what} for good, with what they stored?", "Nothing was dropped."):
        branches.rewind(talk.session, talk.chat.id, to_turn)
        talk.say(f"Dropped: {what}.")
        talk.enter(talk.chat)


def _last(talk: PlainChat) -> TurnView:
    turns = chats.read_chat(talk.session, talk.chat.id).turns
    if not turns:
        raise NotFoundError(_NO_TURN, "Send a message first.")
    return turns[-1]

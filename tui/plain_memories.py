"""Slash commands on memories and topics, line by line.

The one fact that a reader would get wrong: what needs no question is done by `tui/slash_words.py`, as in the app.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant import forgetting, memories, memory_pages, topics
from assistant import welcome as first_words
from assistant.cleaning import clean_line
from assistant.forget_words import NOTHING_FORGOTTEN, forget_one_question, forget_topic_question
from assistant.memory_pages import MemoryFilter
from assistant.topic_words import topic_line
from assistant.views import said_by
from tui.session_memories import SessionMemories
from tui.slash_words import change_memory
from tui.wording import memory_count

if TYPE_CHECKING:
    from collections.abc import Callable

    from assistant.session import Session
    from assistant.views import Forgotten
    from tui.backend import MemoryBackend
    from tui.plain import PlainChat
    from tui.slash_words import Done

_MOST_MEMORIES = 20


def as_words(act: Callable[[MemoryBackend, str], Done]) -> Callable[[PlainChat, str], None]:
    """Return what does it, and says what came of it."""

    def run(talk: PlainChat, words: str) -> None:
        for line in act(SessionMemories(talk.session), words).lines:
            talk.say(line)

    return run


def list_memories(talk: PlainChat, words: str) -> None:
    """List what is remembered and holds these words, the newest first."""
    page = memory_pages.read_page(talk.session, MemoryFilter(words=words), limit=_MOST_MEMORIES)
    for one in page.rows:
        memory = one.memory
        facts = f"{memory.said_at.astimezone():%Y-%m-%d}, {memory.kind}, {said_by(memory.provenance)}"
        talk.say(f"{memory.handle}, {facts}: {clean_line(memory.text)}")
    if not page.rows:
        talk.say("Nothing found." if words else "Nothing is remembered yet.")
    elif page.total > len(page.rows):
        more = page.total - len(page.rows)
        talk.say(f"And {more:,} more. /memories WORDS finds those with these words, /recall TEXT what is like it.")


def show_or_change(talk: PlainChat, words: str) -> None:
    """Tell all about a memory, or change one thing of it."""
    if " " in words:
        as_words(change_memory)(talk, words)
        return
    from tui.memory_wording import details_content  # noqa: PLC0415 - brings Textual, which lines do without

    found = memory_pages.details(talk.session, words)
    talk.say(f"{found.row.memory.handle}:")
    for line in details_content(found, talk.session.clock.now()).plain.splitlines():
        talk.say(line)


def forget(talk: PlainChat, what: str) -> None:
    """Delete a memory or a topic, after a question."""
    if memories.is_id(talk.session, what):
        found = memories.foresee(talk.session, [what])
        question = forget_one_question(memories.show(talk.session, what).memory.text, found)
        forget: Callable[[Session, str], Forgotten] = memories.forget
    else:
        found = forgetting.foresee_text(talk.session, what)
        question, forget = forget_topic_question(what, found), forgetting.forget_text
    # Where nothing is found, forgetting it still tells which orders hold the word.
    if found.is_nothing or talk.is_wanted(question, NOTHING_FORGOTTEN):
        talk.tell_forgotten(forget(talk.session, what))


def list_topics(talk: PlainChat, _: str) -> None:
    """List the bans and pins of topics."""
    found = topics.list_topics(talk.session)
    for one in found:
        talk.say(topic_line(one))
    if not found:
        talk.say("No topic is banned or pinned.")


def welcome(talk: PlainChat, _: str) -> None:
    """Ask for the user's name and tastes, say where everything is, and keep what was told in mind."""
    for line in first_words.where_things_lie(talk.home):
        talk.say(line)
    name = talk.ask("What shall I call you? (an empty line leaves it out)")
    tastes = []
    while taste := talk.ask("What do you like or dislike? (one thing a line, an empty line ends it)"):
        tastes.append(taste)
    if not name and not tastes:
        talk.say("Nothing was stored.")
        return
    kept = first_words.introduce(talk.session, name, "\n".join(tastes))
    talk.say(f"I will keep that in mind: {memory_count(len(kept))}.")

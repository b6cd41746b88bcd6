"""Bring chats and notes in, and read what came of them."""

from pathlib import Path

from chat_files import ChatGPT, write_zip
from exchanges import complaints

from assistant import chats, memories
from assistant.chat_import import ChatImportResult, ChatReport, apply_chats, plan_chats
from assistant.import_source import ChatSource, NoteSource, find_source
from assistant.note_import import NoteReport, apply_notes, plan_notes
from assistant.session import Session
from memory.records import Memory

GARDEN = ("I live in Graz and I have two cats.", "Graz is lovely.")


def source(session: Session, path: Path) -> ChatSource:
    found = find_source(path, session.clock.now(), session.zone)
    assert isinstance(found, ChatSource)
    return found


def plan(session: Session, path: Path) -> ChatReport:
    return plan_chats(session, source(session, path))


def bring_in(session: Session, path: Path) -> ChatImportResult:
    return apply_chats(session, plan(session, path))


def bring_in_notes(session: Session, path: Path) -> NoteReport:
    found = find_source(path, session.clock.now(), session.zone)
    assert isinstance(found, NoteSource)
    report = plan_notes(session, found)
    apply_notes(session, report)
    return report


def talk(session: Session, name: str) -> list[tuple[str, str]]:
    chat = chats.chat_named(session, name)
    return [(one.user.text, one.reply.text) for one in chats.read_chat(session, chat.id).turns]


def remembered(session: Session) -> list[Memory]:
    found = [one.memory for one in memories.list_memories(session, limit=100_000)]
    return sorted(found, key=lambda one: one.id)


def is_sound(session: Session) -> bool:
    with session.connection() as connection:
        return complaints(connection) == []


def garden_export(folder: Path) -> Path:
    """Write an export of one chat of two turns."""
    garden = ChatGPT("g1", "Garden").say(*GARDEN).say("How do I prune roses?", "In March.")
    return write_zip(folder / "export.zip", {"user.json": {}, "conversations.json": [garden.value()]})

"""Exports of chat services, made by code: as their files look, with nothing of anyone's in them.

The one fact that a reader would get wrong: a ChatGPT conversation begins with nodes that nobody wrote, an empty root and
a hidden system message, and its current path is told by its last node alone.
"""

import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

START = datetime(2023, 4, 2, 18, 30, tzinfo=UTC)


class ChatGPT:
    """One conversation; each call adds a node under the current one and makes it the current one."""

    def __init__(self, number: str, title: str | None = "Untitled", at: datetime = START) -> None:
        self.number, self.title, self.at = number, title, at
        self.mapping: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
        self.current = "root"
        self.fields: dict[str, Any] = {}
        self.add("system", "", metadata={"is_visually_hidden_from_conversation": True}, weight=0, create_time=None)

    def add(
        self,
        role: str,
        *parts: Any,
        name: str | None = None,
        parent: str | None = None,
        content: dict[str, Any] | None = None,
        metadata: dict[str, Any] | None = None,
        **fields: Any,
    ) -> str:
        self.at += timedelta(minutes=1)
        name = name or f"{self.number}-{len(self.mapping)}"
        parent = parent or self.current
        model = {"model_slug": "gpt-4o"} if role == "assistant" else {}
        message = {
            "id": name,
            "author": {"role": role, "name": None, "metadata": {}},
            "create_time": self.at.timestamp(),
            "update_time": None,
            "content": content or {"content_type": "text", "parts": list(parts)},
            "status": "finished_successfully",
            "end_turn": None,
            "weight": 1.0,
            "metadata": model | (metadata or {}),
            "recipient": "all",
        } | fields
        self.mapping[name] = {"id": name, "message": message, "parent": parent, "children": []}
        self.mapping[parent]["children"].append(name)
        self.current = name
        return name

    def say(self, user: str, reply: str) -> "ChatGPT":
        self.add("user", user)
        self.add("assistant", reply)
        return self

    def value(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "create_time": START.timestamp() if self.at >= START else self.at.timestamp(),
            "update_time": self.at.timestamp(),
            "mapping": self.mapping,
            "moderation_results": [],
            "current_node": self.current,
            "conversation_id": self.number,
            "is_archived": False,
            "default_model_slug": "gpt-4o",
            "id": self.number,
        } | self.fields


def claude_message(number: str, sender: str, text: str, at: datetime, **fields: Any) -> dict[str, Any]:
    return {
        "uuid": number,
        "text": text,
        "content": [{"start_timestamp": None, "stop_timestamp": None, "type": "text", "text": text, "citations": []}],
        "sender": sender,
        "created_at": at.isoformat().replace("+00:00", "Z"),
        "updated_at": at.isoformat().replace("+00:00", "Z"),
        "attachments": [],
        "files": [],
    } | fields


def claude_chat(
    number: str, name: str, messages: Sequence[dict[str, Any]], at: datetime = START, **fields: Any
) -> dict[str, Any]:
    return {
        "uuid": number,
        "name": name,
        "created_at": at.isoformat(),
        "updated_at": at.isoformat(),
        "account": {"uuid": "0000"},
        "chat_messages": list(messages),
    } | fields


def write_json(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def write_zip(path: Path, entries: dict[str, object]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in entries.items():
            archive.writestr(name, value if isinstance(value, str | bytes) else json.dumps(value))
    return path


def edited(root: Any, odd: Sequence[object]) -> Iterator[tuple[str, Any]]:
    """A JSON value with each place in it, one after the other, holding each odd value: where, and the whole."""
    if isinstance(root, dict | list):
        for place in list(root) if isinstance(root, dict) else range(len(root)):
            for where, inner in (*(("", one) for one in odd), *edited(root[place], odd)):
                changed = root.copy()
                changed[place] = inner
                yield f"/{place}{where}", changed


def many_chats(count: int, turns: int, *, at: datetime = START) -> Iterable[dict[str, Any]]:
    """Chats in which someone says ordinary things, each a little different."""
    for number in range(count):
        chat = ChatGPT(f"conv-{number}", f"Chat {number}", at + timedelta(hours=number))
        for turn in range(turns):
            chat.say(
                f"I planted {number + 2} apple trees of sort {turn} behind the barn in Graz, and they bear well.",
                f"Apple trees of sort {turn} like the sun; water them in summer. " * 4,
            )
        yield chat.value()

"""Claude's data export: conversations.json, a list of conversations with their messages in order.

The one fact that a reader would get wrong: a message's `text` may hold placeholders for tools. The blocks of `content`
tell what was said from what was called; `text` counts only where there are none.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from memory.importers.chat_dates import PossibleMoments
from memory.importers.chat_records import ParsedChat, RefusedItem
from memory.importers.foreign_json import Clean
from memory.importers.message_tree import Node, Speaker, chat_of_tree

_SPEAKERS = {"human": Speaker.USER, "user": Speaker.USER, "assistant": Speaker.ASSISTANT}


def is_claude(item: object) -> bool:
    """Tell whether something is a conversation of Claude's export."""
    return isinstance(item, dict) and isinstance(item.get("chat_messages"), list)


def parse_claude(item: Mapping[str, Any], moments: PossibleMoments, clean: Clean) -> ParsedChat | RefusedItem:
    """Read one conversation.

    Args:
        item: For which `is_claude` holds.
        moments: Which dates can be true.
        clean: Makes a text safe to show.
    """
    title = " ".join(clean(_text(item.get("name"))).split())
    number = _text(item.get("uuid"))
    if not number:
        return RefusedItem(title, "it has no id, so a later import could not know it again")
    key = f"claude:{clean(number)}"
    nodes, leaf = _nodes(item["chat_messages"], moments, clean)
    chosen = clean(_text(item.get("current_leaf_message_uuid")))
    return chat_of_tree(
        nodes,
        chosen if chosen in nodes else leaf,
        key=key,
        title=title,
        started_at=moments.of_text(item.get("created_at")),
    )


def _nodes(messages: list[Any], moments: PossibleMoments, clean: Clean) -> tuple[dict[str, Node], str | None]:
    """Read the messages; where not all name the one before them, each follows the one before it in the file.

    Returns:
        The nodes, and the last one of a file that knows no branches.
    """
    known = [one for one in messages if isinstance(one, dict)]
    names = [clean(_text(one.get("uuid"))) or str(at) for at, one in enumerate(known)]
    parents = [clean(_text(one.get("parent_message_uuid"))) for one in known]
    # The first of a tree names a root that is no message.
    is_tree = all(parents) and sum(one not in set(names) for one in parents) == 1
    before: dict[str, str | None] = {names[0]: None} if names else {}
    if is_tree:
        before = {name: parent if parent in names else None for name, parent in zip(names, parents, strict=True)}
    else:
        before |= {name: earlier for earlier, name in pairwise(names)}
    nodes = {name: _node(name, before[name], one, moments, clean) for name, one in zip(names, known, strict=True)}
    return nodes, None if is_tree or not names else names[-1]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _node(name: str, parent: str | None, message: Mapping[str, Any], moments: PossibleMoments, clean: Clean) -> Node:
    at = moments.of_text(message.get("created_at"))
    speaker = _SPEAKERS.get(_text(message.get("sender")), Speaker.SERVICE)
    if speaker is Speaker.SERVICE:
        return Node(name, parent, speaker, at=at)
    said = clean(_said(message)).strip()
    notes = " ".join(f"[file: {' '.join(clean(one).split())}]" for one in _files(message))
    return Node(name, parent, speaker, text="\n".join(filter(None, (said, notes))), said=said, at=at)


def _said(message: Mapping[str, Any]) -> str:
    blocks = message.get("content")
    if isinstance(blocks, list) and blocks:
        texts = [one.get("text") for one in blocks if isinstance(one, dict) and one.get("type") == "text"]
        return "\n\n".join(one.strip() for one in texts if isinstance(one, str) and one.strip())
    return _text(message.get("text"))


def _files(message: Mapping[str, Any]) -> list[str]:
    found: list[str] = []
    for field in ("attachments", "files", "files_v2"):
        listed = message.get(field)
        known = [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
        found += [_text(one.get("file_name")) for one in known]
    return list(filter(None, dict.fromkeys(found)))

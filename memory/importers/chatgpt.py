"""ChatGPT's data export: conversations.json, a list of trees of messages.

The one fact that a reader would get wrong: a conversation holds much that nobody said: system prompts, calls of tools and
what they returned, the profile sent along. All of that has its own `content_type`, `recipient` or mark.
"""

import re
from collections.abc import Mapping
from typing import Any

from memory.importers.chat_dates import PossibleMoments
from memory.importers.chat_records import ParsedChat, RefusedItem
from memory.importers.foreign_json import Clean
from memory.importers.message_tree import Node, Speaker, chat_of_tree

_SAID = frozenset({"text", "multimodal_text"})
_HIDDEN_CHANNELS = frozenset({"analysis", "confidence", "justify"})
# Where a browser shows a source's link: private characters around the names of searches.
_CITATION = re.compile("\ue200[^\ue201]*\ue201|[\ue200-\ue206]")
_PICTURE, _RECORDING, _ATTACHMENT = "[picture]", "[recording]", "[attachment]"
_AUDIO = frozenset({"audio_asset_pointer", "real_time_user_audio_video_asset_pointer"})


def is_chatgpt(item: object) -> bool:
    """Tell whether something is a conversation of ChatGPT's export."""
    return isinstance(item, dict) and isinstance(item.get("mapping"), dict)


def parse_chatgpt(item: Mapping[str, Any], moments: PossibleMoments, clean: Clean) -> ParsedChat | RefusedItem:
    """Read one conversation.

    Args:
        item: For which `is_chatgpt` holds.
        moments: Which dates can be true.
        clean: Makes a text safe to show.
    """
    title = " ".join(clean(item["title"]).split()) if isinstance(item.get("title"), str) else ""
    number = next((one for name in ("conversation_id", "id") if isinstance(one := item.get(name), str) and one), None)
    if number is None:
        return RefusedItem(title, "it has no id, so a later import could not know it again")
    key = f"chatgpt:{clean(number)}"
    nodes = {
        one.key: one for one in (_node(clean(name), value, moments, clean) for name, value in item["mapping"].items())
    }
    leaf = item.get("current_node")
    return chat_of_tree(
        nodes,
        clean(leaf) if isinstance(leaf, str) else None,
        key=key,
        title=title,
        started_at=moments.of_seconds(item.get("create_time")),
        is_put_away=item.get("is_archived") is True,
    )


def _node(name: str, value: object, moments: PossibleMoments, clean: Clean) -> Node:
    holder = value if isinstance(value, dict) else {}
    parent = holder.get("parent")
    parent = clean(parent) if isinstance(parent, str) else None
    message = holder.get("message")
    if not isinstance(message, dict):
        return Node(name, parent, Speaker.NOBODY)
    at = moments.of_seconds(message.get("create_time"))
    speaker = _speaker(message)
    if speaker is Speaker.SERVICE:
        return Node(name, parent, speaker, at=at)
    said, notes = _texts(message, clean)
    model = _member(message, "metadata").get("model_slug")
    return Node(
        name,
        parent,
        speaker,
        text="\n".join(filter(None, (said, " ".join(notes)))),
        said=said,
        at=at,
        model_name=clean(model) if speaker is Speaker.ASSISTANT and isinstance(model, str) else "",
    )


def _speaker(message: Mapping[str, Any]) -> Speaker:
    metadata = _member(message, "metadata")
    is_hidden = (
        metadata.get("is_visually_hidden_from_conversation") is True
        or metadata.get("is_user_system_message") is True
        or message.get("weight") == 0
        or _text(message, "channel") in _HIDDEN_CHANNELS
        or message.get("recipient", "all") not in ("all", None)
        or _text(_member(message, "content"), "content_type") not in _SAID
    )
    if is_hidden:
        return Speaker.SERVICE
    match _member(message, "author").get("role"):
        case "user":
            return Speaker.USER
        case "assistant":
            return Speaker.ASSISTANT
        case _:
            return Speaker.SERVICE


def _texts(message: Mapping[str, Any], clean: Clean) -> tuple[str, list[str]]:
    """Return what was written or spoken, and a note for each thing beside it."""
    parts = _member(message, "content").get("parts")
    said: list[str] = []
    notes: list[str] = []
    for part in parts if isinstance(parts, list) else ():
        if isinstance(part, str):
            said.append(clean(_CITATION.sub("", part)).strip())
        elif isinstance(part, dict):
            kind, spoken = _text(part, "content_type"), part.get("text")
            if kind == "audio_transcription" and isinstance(spoken, str):
                said.append(clean(spoken).strip())
            else:
                notes.append(
                    _PICTURE if kind == "image_asset_pointer" else _RECORDING if kind in _AUDIO else _ATTACHMENT
                )
    if any(said):
        # A recording that was written down needs no note.
        notes = [one for one in notes if one != _RECORDING]
    attached = _member(message, "metadata").get("attachments")
    for one in attached if isinstance(attached, list) else ():
        is_picture = isinstance(one, dict) and str(one.get("mime_type", "")).startswith("image/")
        if isinstance(one, dict) and isinstance(one.get("name"), str) and not (is_picture and _PICTURE in notes):
            notes.append(f"[file: {' '.join(clean(one['name']).split())}]")
    return "\n".join(filter(None, said)), notes


def _text(value: Mapping[str, Any], name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""


def _member(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = value.get(name)
    return found if isinstance(found, dict) else {}

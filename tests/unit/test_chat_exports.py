"""ChatGPT's and Claude's conversations, read: the current path in turns, with its own dates and nothing nobody said."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from chat_files import START, ChatGPT, claude_chat, claude_message, edited

from assistant.cleaning import clean_text
from memory.importers.chat_dates import EARLIEST_OF_CHATS, PossibleMoments
from memory.importers.chat_records import ParsedChat, ParsedTurn, RefusedItem
from memory.importers.chatgpt import parse_chatgpt
from memory.importers.claude import parse_claude
from memory.importers.message_tree import (
    NO_TEXT,
    OTHER_BRANCHES,
    SERVICE_MESSAGES,
    TO_NOTHING,
    UNANSWERED,
)

NOW = datetime(2026, 1, 5, 9, tzinfo=UTC)
MOMENTS = PossibleMoments(EARLIEST_OF_CHATS, NOW)
MINUTE = timedelta(minutes=1)
ODD: tuple[object, ...] = (None, True, 0, -1, 0.5, 1e30, 2**63, 10**400, "", "x", [], [[]], {}, {"x": []})


def chatgpt(chat: ChatGPT) -> ParsedChat:
    found = parse_chatgpt(chat.value(), MOMENTS, clean_text)
    assert isinstance(found, ParsedChat), found
    return found


def claude(value: dict[str, Any]) -> ParsedChat:
    found = parse_claude(value, MOMENTS, clean_text)
    assert isinstance(found, ParsedChat), found
    return found


def turns(chat: ParsedChat) -> list[ParsedTurn]:
    return [one for one in chat.turns if isinstance(one, ParsedTurn)]


def talk(chat: ParsedChat) -> list[tuple[str, str]]:
    return [(one.messages[0].text, one.messages[-1].text) for one in turns(chat)]


def test_a_conversation_is_its_turns_with_their_own_dates() -> None:
    chat = chatgpt(ChatGPT("c1", "  Garden\n plans ").say("When to prune?", "In March.").say("And roses?", "Too."))
    assert (chat.key, chat.title) == ("chatgpt:c1", "Garden plans")
    assert talk(chat) == [("When to prune?", "In March."), ("And roses?", "Too.")]
    assert [one.at for one in turns(chat)] == [START + 2 * MINUTE, START + 4 * MINUTE]
    assert turns(chat)[0].messages[1].at == START + 3 * MINUTE
    assert turns(chat)[0].messages[1].model_name == "gpt-4o"
    assert (chat.created_at, chat.updated_at) == (START, START + 5 * MINUTE)
    assert chat.skipped == {SERVICE_MESSAGES: 1}
    assert chat.turn_keys == ("chatgpt:c1/c1-2", "chatgpt:c1/c1-4")


def test_only_the_current_path_counts_and_other_replies_become_alternatives() -> None:
    chat = ChatGPT("c1")
    asked = chat.add("user", "Name a bird")
    chat.add("assistant", "A gull.")
    chat.add("user", "No, I meant a rare one", parent=chat.current)
    chat.add("assistant", "A dodo.")
    chat.add("assistant", "A heron.", parent=asked)
    chat.add("user", "Good.")
    chat.add("assistant", "Thanks.")
    found = chatgpt(chat)
    assert talk(found) == [("Name a bird", "A heron."), ("Good.", "Thanks.")]
    first = turns(found)[0].messages
    assert [(one.text, one.is_kept) for one in first[1:]] == [("A gull.", False), ("A heron.", True)]
    assert found.skipped[OTHER_BRANCHES] == 2


def test_tools_thoughts_profiles_and_hidden_nodes_are_not_what_anyone_said() -> None:
    chat = ChatGPT("c1")
    profile = {"content_type": "user_editable_context", "user_profile": "I am a spy", "user_instructions": ""}
    chat.add("user", content=profile)
    chat.add("user", "What is 6 x 7?")
    chat.add("assistant", content={"content_type": "thoughts", "thoughts": [{"summary": "s", "content": "hm"}]})
    chat.add("assistant", content={"content_type": "code", "language": "python", "text": "6*7"}, recipient="python")
    chat.add("tool", content={"content_type": "execution_output", "text": "42"})
    chat.add("assistant", "hidden draft", channel="analysis")
    chat.add("assistant", "zero", weight=0.0)
    chat.add("assistant", "It is \ue200cite\ue202turn0search0\ue20142.")
    found = chatgpt(chat)
    assert talk(found) == [("What is 6 x 7?", "It is 42.")]
    assert found.skipped[SERVICE_MESSAGES] == 7


def test_pictures_files_and_recordings_are_noted_and_not_remembered() -> None:
    chat = ChatGPT("c1")
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://x", "size_bytes": 5}
    chat.add("user", content={"content_type": "multimodal_text", "parts": [picture, "Which bird is this?"]})
    chat.add("assistant", "A heron.")
    heard = {"content_type": "audio_transcription", "text": "and this one", "direction": "in"}
    recording = {"content_type": "audio_asset_pointer", "asset_pointer": "sediment://y"}
    chat.add("user", content={"content_type": "multimodal_text", "parts": [heard, recording]})
    chat.add("assistant", "A gull.")
    attached = {"attachments": [{"name": "list.pdf", "mime_type": "application/pdf"}]}
    chat.add("user", "", metadata=attached)
    chat.add("tool", content={"content_type": "multimodal_text", "parts": [picture]})
    chat.add("assistant", "")
    found = turns(chatgpt(chat))
    assert [one.messages[0].text for one in found] == [
        "Which bird is this?\n[picture]", "and this one", "[file: list.pdf]",
    ]  # fmt: skip
    assert [one.said for one in found] == ["Which bird is this?", "and this one", ""]
    assert found[2].messages[-1].text == NO_TEXT


def test_what_has_no_reply_yet_waits_and_several_messages_before_one_reply_are_one() -> None:
    chat = ChatGPT("c1")
    chat.add("assistant", "Welcome!")
    first = chat.add("user", "My name is Ada.")
    chat.add("user", "Are you there?")
    chat.add("assistant", "Yes.")
    chat.add("user", "Then listen")
    found = chatgpt(chat)
    assert talk(found) == [("My name is Ada.\n\nAre you there?", "Yes.")]
    assert found.turn_keys == (f"chatgpt:c1/{first}",)
    assert (found.skipped[TO_NOTHING], found.skipped[UNANSWERED]) == (1, 1)
    chat.add("assistant", "I do.")
    assert talk(chatgpt(chat))[1] == ("Then listen", "I do.")


@pytest.mark.parametrize(
    "bad", [None, 0, -5, 1e300, 10**400, float("nan"), float("inf"), 4102444800.0, "yesterday", True, [], 86400]
)
def test_a_date_that_cannot_be_is_that_of_the_neighbour_and_never_today(bad: object) -> None:
    chat = ChatGPT("c1")
    chat.add("user", "One", create_time=bad)
    chat.add("assistant", "1")
    chat.add("user", "Two", create_time=bad)
    chat.add("assistant", "2", create_time=bad)
    found = chatgpt(chat)
    assert [one.at for one in turns(found)] == [START, START + 3 * MINUTE]
    assert found.updated_at == START + 3 * MINUTE
    assert found.undated == 3


def test_a_chat_without_any_date_or_id_or_answer_is_left_out_with_the_reason() -> None:
    undated = ChatGPT("c1", "Old").say("One", "1").value()
    undated["create_time"] = None
    for node in undated["mapping"].values():
        if node["message"]:
            node["message"]["create_time"] = None
    nameless = ChatGPT("c1", "Old").say("One", "1").value() | {"id": None, "conversation_id": None}
    for value, reason in (
        (undated, "no usable date"),
        (nameless, "no id"),
        (ChatGPT("c1", "Old").value(), "nothing was said"),
        ({"id": "x", "title": "Old", "mapping": {}}, "nothing was said"),
        (claude_chat("c2", "Old", []), "nothing was said"),
    ):
        read = parse_chatgpt if "mapping" in value else parse_claude
        found = read(value, MOMENTS, clean_text)
        assert isinstance(found, RefusedItem)
        assert (found.name, reason in found.reason) == ("Old", True)


def test_damaged_trees_end_and_lose_nothing_that_can_be_read() -> None:
    chat = ChatGPT("c1").say("One", "1").say("Two", "2")
    value = chat.value()
    value["mapping"]["root"]["parent"] = chat.current  # a circle
    value["mapping"]["odd"] = "no node"
    value["mapping"]["odd2"] = {"message": {"author": None, "content": None}, "parent": 7}
    value["current_node"] = "gone"
    found = parse_chatgpt(value, MOMENTS, clean_text)
    assert isinstance(found, ParsedChat | RefusedItem)
    value["mapping"]["root"]["parent"] = None
    found = parse_chatgpt(value, MOMENTS, clean_text)
    assert isinstance(found, ParsedChat)
    assert talk(found) == [("One", "1"), ("Two", "2")]


def test_no_odd_value_anywhere_in_a_chat_raises() -> None:
    chat = ChatGPT("c1", "Birds")
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"}
    attached = {"attachments": [{"name": "list.pdf", "mime_type": "application/pdf"}]}
    chat.add("user", content={"content_type": "multimodal_text", "parts": [picture, "Which?"]}, metadata=attached)
    chat.add("assistant", "A heron.", channel="final")
    said = [
        claude_message("m1", "human", "Which?", START, files=[{"file_name": "b.png"}], parent_message_uuid="m0"),
        claude_message("m2", "assistant", "A heron.", START + MINUTE, parent_message_uuid="m1"),
    ]
    whole = claude_chat("u1", "Birds", said, current_leaf_message_uuid="m2")
    for where, value in edited(chat.value(), ODD):
        if isinstance(value["mapping"], dict):
            assert isinstance(parse_chatgpt(value, MOMENTS, clean_text), ParsedChat | RefusedItem), where
    for where, value in edited(whole, ODD):
        if isinstance(value["chat_messages"], list):
            assert isinstance(parse_claude(value, MOMENTS, clean_text), ParsedChat | RefusedItem), where


def test_a_very_long_chat_needs_no_recursion() -> None:
    chat = ChatGPT("c1")
    for number in range(3_000):
        chat.say(f"Say {number}", f"{number}")
    assert len(chatgpt(chat).turns) == 3_000


def test_control_characters_and_half_characters_do_not_come_in() -> None:
    chat = chatgpt(ChatGPT("c\x1b[31m1", "Ti\x00tle\ud83d").say("a\x1b]0;evil\x07b\ud800", "c\u202ed"))
    assert (chat.key, chat.title) == ("chatgpt:c1", "Title")
    assert talk(chat) == [("ab", "cd")]


def test_claude_speaks_in_blocks_and_its_placeholders_are_not_said() -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "First."},
        {"type": "tool_use", "name": "repl", "input": {}},
        {"type": "tool_result", "content": []},
        {"type": "text", "text": "Second."},
    ]
    odd = "This block is not supported on your current device yet."
    chat = claude(
        claude_chat(
            "u1",
            "Birds",
            [
                claude_message("m1", "human", "Tell me", START, attachments=[{"file_name": "a.txt", "extracted_content": "long"}],
                               files=[{"file_name": "b.png"}, {"file_name": "b.png"}]),
                claude_message("m2", "assistant", odd, START + MINUTE, content=blocks),
                claude_message("m3", "human", "Old style", START + 2 * MINUTE, content=[]),
                claude_message("m4", "assistant", "Yes.", START + 3 * MINUTE),
            ],
        )
    )  # fmt: skip
    assert talk(chat) == [("Tell me\n[file: a.txt] [file: b.png]", "First.\n\nSecond."), ("Old style", "Yes.")]
    assert turns(chat)[0].said == "Tell me"
    assert chat.turn_keys == ("claude:u1/m1", "claude:u1/m3")
    assert [one.at for one in turns(chat)] == [START, START + 2 * MINUTE]


def test_claude_branches_follow_the_newest_leaf_or_the_chosen_one() -> None:
    root = "00000000-0000-4000-8000-000000000000"
    said = [
        claude_message("m1", "human", "Name a bird", START, parent_message_uuid=root),
        claude_message("m2", "assistant", "A gull.", START + MINUTE, parent_message_uuid="m1"),
        claude_message("m3", "assistant", "A heron.", START + 2 * MINUTE, parent_message_uuid="m1"),
    ]
    found = claude(claude_chat("u1", "Birds", said))
    assert [one.text for one in turns(found)[0].messages] == ["Name a bird", "A gull.", "A heron."]
    chosen = claude(claude_chat("u1", "Birds", said, current_leaf_message_uuid="m2"))
    assert talk(chosen) == [("Name a bird", "A gull.")]


def test_a_moment_ahead_of_this_clock_by_minutes_is_now_and_by_days_is_none() -> None:
    assert MOMENTS.of_text("2026-01-05T09:30:00Z") == NOW
    assert MOMENTS.of_text("2026-01-09T09:30:00Z") is None
    assert MOMENTS.of_seconds(START.timestamp() * 1000) == START
    assert MOMENTS.of_text("2023-04-02T18:30:00") == START

"""Reverie's own export of chats, read and checked; `assistant.chat_export` writes it.

The one fact that a reader would get wrong: nothing in such a file is trusted because Reverie wrote it. Anyone may have
edited it since, so each value is checked, and what is wrong costs its own turn, memory or chat and nothing else.
"""

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from memory.importers.chat_dates import PossibleMoments
from memory.importers.chat_records import (
    Parsed,
    ParsedChat,
    ParsedMemory,
    ParsedMessage,
    ParsedTopic,
    ParsedTurn,
    RefusedItem,
    Saying,
)
from memory.importers.foreign_json import Clean, told_value
from memory.records import Kind, Knobs, Logic, MessageStatus, Mode, Provenance, Role, Trigger, Usage

FORMAT = "reverie-chats"
VERSION = 1
CHATS, MEMORIES, TOPICS = "chats", "memories", "topics"
BROKEN_TURNS = "turns that cannot be read, or come after one"
_LARGEST_KNOB = 1_000_000
# The store holds a little more, so that what came in can be counted on.
_LARGEST_COUNT = 1_000_000_000
_ALL_PERCENT = 100
_TOPIC_KINDS = ("ban", "pin")

Choice = TypeVar("Choice", bound=StrEnum)


class _FieldError(Exception):
    """A field is missing, or not what it must be."""


class ReverieReader:
    """Reads the items of one file, which come section by section."""

    def __init__(self, moments: PossibleMoments, clean: Clean) -> None:
        self._moments = moments
        self._clean = clean

    def read(self, section: str, item: object) -> Parsed | None:
        """Read one item; None for what is no chat, memory or topic."""
        match section:
            case "chats":
                return self._whole("a chat", item, self._chat)
            case "memories":
                return self._whole("a memory", item, self._memory_of_no_turn)
            case "topics":
                return self._whole("a topic", item, self._topic)
            case _:
                return None

    def _whole(self, what: str, item: object, read: Callable[["_Fields"], Parsed]) -> Parsed:
        try:
            return read(_Fields(item, self._moments, self._clean))
        except _FieldError as error:
            values = item if isinstance(item, dict) else {}
            named = next(
                (one for name in ("title", "name", "handle", "id") if isinstance(one := values.get(name), str)), ""
            )
            return RefusedItem(" ".join(self._clean(named).split()) or what, str(error))

    def _chat(self, fields: "_Fields") -> ParsedChat:
        turns: list[ParsedTurn | str] = []
        skipped: Counter[str] = Counter()
        listed = fields.items("turns")
        seen: set[str] = set()
        for place, one in enumerate(listed):
            try:
                turns.append(self._turn_or_key(one, seen))
            except _FieldError:
                # What came after it was said in its knowledge: a path has no holes.
                skipped[BROKEN_TURNS] += len(listed) - place
                break
        return ParsedChat(
            key=fields.text("id"),
            title=fields.line("title", ""),
            created_at=fields.moment("created_at"),
            updated_at=fields.moment("updated_at"),
            turns=tuple(turns),
            name=fields.line("name", ""),
            is_put_away=fields.flag("is_put_away"),
            parent_key=fields.text_or_none("parent"),
            fork_key=fields.text_or_none("fork_turn"),
            skipped=skipped,
        )

    def _turn_or_key(self, value: object, seen: set[str]) -> ParsedTurn | str:
        """Read one turn of a path, or the name of one; `seen` holds those before it and takes this one."""
        turn = self._clean(value) if isinstance(value, str) else self._turn(_Fields(value, self._moments, self._clean))
        key = turn if isinstance(turn, str) else turn.key
        if key in seen:
            raise _FieldError("it is on the path twice")
        seen.add(key)
        return turn

    def _turn(self, fields: "_Fields") -> ParsedTurn:
        parsed = [self._message(_Fields(one, self._moments, self._clean)) for one in fields.items("messages")]
        roles = [one.role for one in parsed]
        kept = [one for one in parsed[1:] if one.is_kept]
        if roles[:1] != [Role.USER] or set(roles[1:]) != {Role.ASSISTANT} or len(kept) != 1:
            raise _FieldError("a turn needs one message of the user, then replies of which one is kept")
        memories = tuple(self._memory(_Fields(one, self._moments, self._clean)) for one in fields.items("memories"))
        if any(one.message is not None and one.message >= len(parsed) for one in memories):
            raise _FieldError("a memory is from a message that its turn has not")
        return ParsedTurn(
            key=fields.text("id"),
            at=fields.moment("at"),
            messages=tuple(parsed),
            mode=fields.choice("mode", Mode),
            memories=memories,
        )

    def _message(self, fields: "_Fields") -> ParsedMessage:
        status = fields.choice("status", MessageStatus)
        return ParsedMessage(
            role=fields.choice("role", Role),
            text=fields.text("text", may_be_empty=True),
            at=fields.moment("at"),
            # What was never finished is no part of a turn.
            status=MessageStatus.STOPPED if status in (MessageStatus.PENDING, MessageStatus.STREAMING) else status,
            is_kept=fields.flag("is_kept"),
            reasoning=fields.text("reasoning", "", may_be_empty=True),
            is_rewritten=fields.flag("is_rewritten"),
            overused_terms=fields.texts("overused_terms"),
            model_name=fields.line("model", ""),
            usage=self._usage(fields.raw("usage")),
        )

    def _usage(self, value: object) -> Usage | None:
        if value is None:
            return None
        fields = _Fields(value, self._moments, self._clean)
        return Usage(
            prompt_tokens=fields.whole("prompt_tokens"),
            cached_tokens=fields.whole("cached_tokens"),
            first_token_s=fields.number("first_token_s"),
            tokens_per_s=fields.number("tokens_per_s"),
            reply_tokens=fields.whole("reply_tokens"),
        )

    def _memory_of_no_turn(self, fields: "_Fields") -> ParsedMemory:
        memory = self._memory(fields)
        if memory.message is not None:
            raise _FieldError("it is from a message, and no turn holds it")
        return memory

    def _memory(self, fields: "_Fields") -> ParsedMemory:
        trigger = fields.raw("trigger")
        message = fields.raw("message")
        return ParsedMemory(
            key=fields.text("id"),
            text=fields.text("text"),
            provenance=fields.choice("provenance", Provenance),
            kind=fields.choice("kind", Kind),
            importance=fields.number("importance", most=1.0),
            importance_at=fields.moment("importance_at"),
            said_at=fields.moment("said_at"),
            handle=fields.line("handle", ""),
            title=fields.line("title", ""),
            knobs=Knobs(*(fields.whole(name, 0, most=_LARGEST_KNOB) for name in ("sticky", "cooldown", "delay"))),
            trigger=Trigger() if trigger is None else self._trigger(_Fields(trigger, self._moments, self._clean)),
            is_pinned=fields.flag("is_pinned"),
            is_disabled=fields.flag("is_disabled"),
            message=None if message is None else fields.whole("message"),
            piece=fields.whole("piece", 0),
            before_text=fields.text("before", "", may_be_empty=True),
            times_said=max(1, fields.whole("times_said", 1)),
            reinduced_at=None if fields.raw("reinduced_at") is None else fields.moment("reinduced_at"),
            superseded_by=fields.text_or_none("superseded_by"),
            sayings=tuple(self._saying(_Fields(one, self._moments, self._clean)) for one in fields.items("sayings")),
            gist_sources=fields.texts("gist_sources"),
        )

    def _trigger(self, fields: "_Fields") -> Trigger:
        return Trigger(
            keys=fields.texts("keys"),
            exclude_keys=fields.texts("exclude_keys"),
            secondary_keys=fields.texts("secondary_keys"),
            logic=fields.choice("logic", Logic),
            is_constant=fields.flag("constant"),
            probability=fields.whole("probability", most=_ALL_PERCENT),
            groups=fields.texts("groups"),
            is_case_sensitive=fields.flag("is_case_sensitive"),
            is_whole_words=fields.flag("is_whole_words"),
        )

    def _saying(self, fields: "_Fields") -> Saying:
        message = fields.raw("message")
        return Saying(
            said_at=fields.moment("said_at"),
            turn_key=fields.text_or_none("turn"),
            message=None if message is None else fields.whole("message"),
        )

    def _topic(self, fields: "_Fields") -> ParsedTopic:
        kind = fields.text("kind")
        if kind not in _TOPIC_KINDS:
            raise _FieldError("“kind” is neither ban nor pin")
        return ParsedTopic(kind, fields.line("term"))


class _Fields:
    """The fields of one object, each read as what it must be."""

    def __init__(self, value: object, moments: PossibleMoments, clean: Clean) -> None:
        if not isinstance(value, dict):
            raise _FieldError(f"it is {told_value(value, clean)}, not an object")
        self._values: Mapping[str, Any] = value
        self._moments = moments
        self._clean = clean

    def raw(self, name: str) -> object:
        """Return what stands there, None for nothing."""
        return self._values.get(name)

    def text(self, name: str, default: str | None = None, *, may_be_empty: bool = False) -> str:
        """Read a text."""
        value = self._values.get(name, default)
        if not isinstance(value, str) or not (value or may_be_empty):
            raise self._wrong(name, "a text")
        return self._clean(value)

    def text_or_none(self, name: str) -> str | None:
        """Read a text or nothing."""
        return None if self._values.get(name) is None else self.text(name)

    def line(self, name: str, default: str | None = None) -> str:
        """Read a text of one line; only one with a default may be empty."""
        return " ".join(self.text(name, default, may_be_empty=default is not None).split())

    def texts(self, name: str) -> tuple[str, ...]:
        """Read a list of texts, empty where there is none."""
        if not all(isinstance(one, str) for one in self.items(name)):
            raise self._wrong(name, "a list of texts")
        return tuple(self._clean(one) for one in self.items(name))

    def items(self, name: str) -> list[Any]:
        """Read a list, empty where there is none."""
        value = self._values.get(name, [])
        if not isinstance(value, list):
            raise self._wrong(name, "a list")
        return value

    def flag(self, name: str) -> bool:
        """Read yes or no; nothing is no."""
        value = self._values.get(name, False)
        if not isinstance(value, bool):
            raise self._wrong(name, "true or false")
        return value

    def number(self, name: str, *, most: float = sys.float_info.max) -> float:
        """Read a number from 0 to `most`, which a float can hold."""
        value = self._values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
            raise self._wrong(name, f"a number from 0 to {most:,}" if most < sys.float_info.max else "a number")
        return float(value)

    def whole(self, name: str, default: int | None = None, *, most: int = _LARGEST_COUNT) -> int:
        """Read a whole number from 0 to `most`; some programs write one as 4.0."""
        value = self._values.get(name, default)
        is_whole = value.is_integer() if isinstance(value, float) else type(value) is int
        if not is_whole or not 0 <= value <= most:
            raise self._wrong(name, f"a whole number from 0 to {most:,}")
        return int(value)

    def moment(self, name: str) -> datetime:
        """Read a moment."""
        found = self._moments.of_text(self._values.get(name))
        if found is None:
            raise self._wrong(name, "a moment that was")
        return found

    def choice(self, name: str, choices: type[Choice]) -> Choice:
        """Read one of some words."""
        value = self._values.get(name)
        if not isinstance(value, str) or value not in set(choices):
            raise self._wrong(name, f"one of {', '.join(choices)}")
        return choices(value)

    def _wrong(self, name: str, wanted: str) -> _FieldError:
        if name not in self._values:
            return _FieldError(f"it has no “{name}”")
        return _FieldError(f"“{name}” is {told_value(self._values[name], self._clean)}; expected {wanted}")

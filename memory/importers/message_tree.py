"""From a tree of messages, as chat services keep it, to the turns of its current path.

The one fact that a reader would get wrong: what lies on other branches is not imported. The user edited it away or had
it answered anew; only other replies to a message that stands become its alternatives.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto

from memory.importers.chat_records import ParsedChat, ParsedMessage, ParsedTurn, RefusedItem
from memory.records import Role

NO_TEXT = "[no text]"
SERVICE_MESSAGES = "system, tool and hidden messages"
OTHER_BRANCHES = "messages on other branches"
UNANSWERED = "messages without a reply"
TO_NOTHING = "replies to no message"


class Speaker(Enum):
    """Whom a node is from; `SERVICE`: nothing that anyone said. `NOBODY`: there is no message."""

    USER = auto()
    ASSISTANT = auto()
    SERVICE = auto()
    NOBODY = auto()


_TALKING = frozenset({Speaker.USER, Speaker.ASSISTANT})


@dataclass(frozen=True, slots=True)
class Node:
    """One message of a tree.

    Args:
        key: Its name in this chat.
        parent: The node before it, or None.
        text: As it is shown, notes on pictures and files included.
        said: What of it was written or spoken; the notes are not.
        at: Its moment, None where the file has none that can be.
    """

    key: str
    parent: str | None
    speaker: Speaker
    text: str = ""
    said: str = ""
    at: datetime | None = None
    model_name: str = ""


@dataclass(frozen=True, slots=True)
class Built:
    """The turns of a path.

    Args:
        turns: In order.
        skipped: What was left out, by reason.
        undated: How many messages have the date of their neighbour.
        is_timeless: There are messages, but not one date.
    """

    turns: tuple[ParsedTurn, ...]
    skipped: Counter[str]
    undated: int
    is_timeless: bool = False


def chat_of_tree(
    nodes: Mapping[str, Node],
    leaf: str | None,
    *,
    key: str,
    title: str,
    started_at: datetime | None,
    is_put_away: bool = False,
) -> ParsedChat | RefusedItem:
    """Make a chat of the path that ends at a node; refuse one that nothing can be made of.

    Args:
        nodes: The whole tree, by key, in the order of the file.
        leaf: The last node of the path; where there is no such node, the path ends at the newest leaf.
        key: The chat's name in files; it goes before the keys of the turns.
        title: Its title, as it may be shown.
        started_at: When it began, for what has no date of its own.
        is_put_away: Whether it was taken out of the service's list.
    """
    built = _build_turns(nodes, leaf, chat_key=key, started_at=started_at)
    if built.is_timeless:
        return RefusedItem(title, "it has no usable date (none at all, or only before 2000 or in the future)")
    if not built.turns:
        return RefusedItem(title, "nothing was said in it that was answered")
    # A message may be dated before the chat it is in; both dates are those of what was said.
    first_at = min(one.at for turn in built.turns for one in turn.messages)
    return ParsedChat(
        key=key,
        title=title,
        created_at=min(first_at, started_at or first_at),
        updated_at=max(one.at for turn in built.turns for one in turn.messages),
        turns=built.turns,
        is_put_away=is_put_away,
        skipped=built.skipped,
        undated=built.undated,
    )


def _build_turns(nodes: Mapping[str, Node], leaf: str | None, *, chat_key: str, started_at: datetime | None) -> Built:
    """Make turns of the path that ends at a node.

    Args:
        nodes: The whole tree, by key, in the order of the file.
        leaf: The last node of the path; where there is no such node, the path ends at the newest leaf.
        chat_key: Goes before the keys of the turns.
        started_at: When the chat began, for what has no date of its own.
    """
    path = _path(nodes, leaf if leaf in nodes else _newest_leaf(nodes))
    if started_at is None and all(one.at is None for one in path):
        return Built((), Counter(), undated=0, is_timeless=bool(path))
    dated = _dated(path, started_at)
    on_path = {one.key for one in path}
    skipped: Counter[str] = Counter()
    skipped[SERVICE_MESSAGES] = sum(one.speaker is Speaker.SERVICE for one in nodes.values())
    undated = sum(one.at is None and one.speaker in _TALKING for one in path)
    branched = [one for one in nodes.values() if one.key not in on_path and one.speaker in _TALKING]
    children = _children(nodes)
    turns, used = [], 0
    for exchange in _exchanges(dated, skipped):
        others = _alternatives(exchange, nodes, children, on_path)
        used += sum(len(one) for one in others)
        turns.append(_turn(exchange, others, chat_key))
    skipped[OTHER_BRANCHES] = max(0, len(branched) - used)
    return Built(tuple(turns), +skipped, undated)


@dataclass(frozen=True, slots=True)
class _Exchange:
    """The user's messages up to a reply, and what replied."""

    asked: tuple[Node, ...]
    replied: tuple[Node, ...]


def _newest_leaf(nodes: Mapping[str, Node]) -> str | None:
    parents = {one.parent for one in nodes.values()}
    best: Node | None = None
    for one in nodes.values():
        is_newer = best is None or best.at is None or (one.at is not None and one.at >= best.at)
        if one.key not in parents and is_newer:
            best = one
    return None if best is None else best.key


def _path(nodes: Mapping[str, Node], leaf: str | None) -> list[Node]:
    """Go from a node to the root; a circle in a damaged file ends the way."""
    path: list[Node] = []
    seen: set[str] = set()
    key = leaf
    while key is not None and key in nodes and key not in seen:
        seen.add(key)
        path.append(nodes[key])
        key = nodes[key].parent
    path.reverse()
    return path


def _dated(path: Sequence[Node], started_at: datetime | None) -> list[Node]:
    """Give what has no date that of the node before it, at the beginning that of the next."""
    first = next((one.at for one in path if one.at is not None), None)
    latest = started_at or first
    dated = []
    for one in path:
        latest = one.at or latest
        dated.append(replace(one, at=latest))
    return dated


def _exchanges(path: Sequence[Node], skipped: Counter[str]) -> Iterator[_Exchange]:
    asked: list[Node] = []
    replied: list[Node] = []
    for one in path:
        if one.speaker is Speaker.USER:
            if replied:
                yield _Exchange(tuple(asked), tuple(replied))
                asked, replied = [], []
            # Several before one reply are one message of its turn.
            asked.append(one)
        elif asked:
            replied.append(one)
        elif one.speaker is Speaker.ASSISTANT:
            skipped[TO_NOTHING] += 1
    if asked and any(one.speaker is Speaker.ASSISTANT for one in replied):
        yield _Exchange(tuple(asked), tuple(replied))
    else:
        skipped[UNANSWERED] += len(asked)


def _children(nodes: Mapping[str, Node]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in nodes.values():
        if one.parent is not None:
            found.setdefault(one.parent, []).append(one.key)
    return found


def _alternatives(
    exchange: _Exchange, nodes: Mapping[str, Node], children: Mapping[str, list[str]], on_path: set[str]
) -> list[list[Node]]:
    """Find the other replies to an exchange's last message: each from a child off the path up to the next message."""
    found = []
    for begin in children.get(exchange.asked[-1].key, ()):
        if begin in on_path:
            continue
        chain: list[Node] = []
        key: str | None = begin
        while key is not None and nodes[key].speaker is not Speaker.USER and key not in {one.key for one in chain}:
            chain.append(nodes[key])
            key = children.get(key, [None])[-1]
        spoken = [one for one in chain if one.speaker is Speaker.ASSISTANT and one.text]
        if spoken:
            found.append(spoken)
    return found


def _turn(exchange: _Exchange, others: Sequence[Sequence[Node]], chat_key: str) -> ParsedTurn:
    first = exchange.asked[0]
    assert first.at is not None  # `_dated` saw to it
    spoken = [one for one in exchange.replied if one.speaker is Speaker.ASSISTANT and one.text]
    last = exchange.replied[-1]
    assert last.at is not None
    kept = ParsedMessage(
        Role.ASSISTANT,
        _joined(one.text for one in spoken) or NO_TEXT,
        max(first.at, spoken[0].at or last.at) if spoken else last.at,
        model_name=next((one.model_name for one in reversed(spoken) if one.model_name), ""),
    )
    alternatives = (
        ParsedMessage(
            Role.ASSISTANT,
            _joined(one.text for one in each),
            each[0].at or kept.at,
            is_kept=False,
            model_name=each[-1].model_name,
        )
        for each in others
    )
    asked = ParsedMessage(Role.USER, _joined(one.text for one in exchange.asked) or NO_TEXT, first.at)
    return ParsedTurn(
        key=f"{chat_key}/{first.key}",
        at=first.at,
        messages=(asked, *alternatives, kept),
        said=_joined(one.said for one in exchange.asked),
    )


def _joined(texts: Iterator[str]) -> str:
    return "\n\n".join(filter(None, texts))

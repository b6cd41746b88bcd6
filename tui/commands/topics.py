"""`reverie ban`, `unban`, `pin`, `unpin`, `topics`: standing orders on topics, and pins of single memories.

The one fact that a reader would get wrong: a topic is matched by whole words in all their forms, so "cat" holds back
"cats" and never "category".
"""

from typing import TYPE_CHECKING

import click

from assistant.cleaning import clean_line
from assistant.topic_words import ban_line, pin_line, topic_line, unban_line, unpin_line
from tui.invocation import (
    Invocation,
    clean_name,
    data_dir_option,
    json_option,
    pass_invocation,
    put,
    put_json,
    say,
)

if TYPE_CHECKING:
    from assistant.topics import TopicChange, TopicView

topic_option = click.option("--topic", "is_topic", is_flag=True, help="It is a topic, even if it looks like an ID.")


@click.command(short_help="Never bring up a topic.")
@click.argument("term", metavar="TOPIC", callback=clean_name)
@json_option
@data_dir_option
@pass_invocation
def ban(invocation: Invocation, term: str, as_json: bool) -> None:
    r"""Never bring up TOPIC: its memories stay out of every prompt, and replies are kept off it, until it is unbanned.

    Nothing is deleted (`reverie forget` does that). TOPIC is a word, a name or a phrase; plurals and other forms are
    meant too. `reverie undo` takes it back.

    \b
    Examples:
      reverie ban Rex
      reverie ban "my old job"
    """
    from assistant.topics import ban as withhold  # noqa: PLC0415 - brings the store and numpy

    with invocation.session() as session:
        change = withhold(session, term)
    _tell_change(change, ban_line(change), as_json=as_json)


@click.command()
@click.argument("term", metavar="TOPIC", callback=clean_name)
@json_option
@data_dir_option
@pass_invocation
def unban(invocation: Invocation, term: str, as_json: bool) -> None:
    r"""Let TOPIC come up again.

    \b
    Example:
      reverie unban Rex
    """
    from assistant.topics import unban as lift  # noqa: PLC0415

    with invocation.existing(as_json=as_json) as session:
        change = lift(session, term)
    _tell_change(change, unban_line(change), as_json=as_json)


@click.command(short_help="Keep a memory or a topic in every prompt.")
@click.argument("what", metavar="ID|TOPIC", callback=clean_name)
@topic_option
@json_option
@data_dir_option
@pass_invocation
def pin(invocation: Invocation, what: str, is_topic: bool, as_json: bool) -> None:
    r"""Keep a memory, or all that is on a topic, in every prompt and from fading, until it is unpinned.

    m17 or 17 is the ID of a memory; any other word or phrase is a topic, and --topic makes one of what looks like an
    ID. A topic's pin also takes hold of what will be said about it. A ban goes before a pin.

    \b
    Examples:
      reverie pin m17
      reverie pin "my thesis"
      reverie pin --topic 1984
    """
    _hold(invocation, what, is_pinned=True, is_topic=is_topic, as_json=as_json)


@click.command(short_help="Lift the pin of a memory or a topic.")
@click.argument("what", metavar="ID|TOPIC", callback=clean_name)
@topic_option
@json_option
@data_dir_option
@pass_invocation
def unpin(invocation: Invocation, what: str, is_topic: bool, as_json: bool) -> None:
    r"""Lift the pin of a memory or of a topic; what it held fades from now on.

    ID and TOPIC are told apart as in `reverie pin`.

    \b
    Examples:
      reverie unpin m17
      reverie unpin "my thesis"
    """
    _hold(invocation, what, is_pinned=False, is_topic=is_topic, as_json=as_json)


def _hold(invocation: Invocation, what: str, *, is_pinned: bool, is_topic: bool, as_json: bool) -> None:
    from assistant import memories, topics  # noqa: PLC0415

    with invocation.session() if is_pinned else invocation.existing(as_json=as_json) as session:
        if is_topic or not memories.is_id(session, what):
            change = topics.pin_topic(session, what) if is_pinned else topics.unpin_topic(session, what)
            _tell_change(change, pin_line(change) if is_pinned else unpin_line(change), as_json=as_json)
            return
        memory = memories.pin(session, what) if is_pinned else memories.unpin(session, what)
    if as_json:
        put_json({"id": memory.handle, "pinned": memory.is_pinned})
    else:
        put(f"{'Pinned' if is_pinned else 'Unpinned'}: {clean_line(memory.text)}")


def _tell_change(change: "TopicChange", words: str, *, as_json: bool) -> None:
    if as_json:
        put_json({"term": change.term, "matches": list(change.matches), "changed": change.is_changed})
    else:
        put(words)


@click.command(short_help="List the bans and pins of topics.")
@json_option
@data_dir_option
@pass_invocation
def topics(invocation: Invocation, as_json: bool) -> None:
    r"""List the bans and pins of topics, the oldest first, with the memories that each one holds. Changes nothing.

    \b
    Example:
      reverie topics
    """
    from assistant.topics import list_topics  # noqa: PLC0415

    with invocation.existing(as_json=as_json) as session:
        found = list_topics(session)
    if as_json:
        put_json({"topics": [_json(one) for one in found]})
    else:
        for one in found:
            put(topic_line(one))
    if not found and not as_json:
        say("No topic is banned or pinned.")


def _json(view: "TopicView") -> dict[str, object]:
    directive = view.directive
    return {
        "kind": str(directive.kind),
        "term": directive.term,
        "created_at": directive.created_at.isoformat(),
        "matches": list(view.matches),
        "damaged": directive.is_damaged,
    }

"""`reverie recall`, `remember`, `forget`, `feedback`: what is done with memories by name or by words."""

import sys
from typing import TYPE_CHECKING

import click

from assistant.cleaning import clean_line
from assistant.errors import TurnRefusedError
from assistant.topic_words import forget_question
from tui.invocation import (
    Invocation,
    clean_name,
    data_dir_option,
    is_terminal,
    is_wanted,
    json_option,
    pass_invocation,
    put,
    put_json,
    read_text,
    say,
)
from tui.wording import memory_count

if TYPE_CHECKING:
    from assistant.views import Forgotten
    from memory.records import Memory

FAILED = 1
MAX_RESULTS = 1000
_LISTED = 20


@click.command()
@click.argument("text", required=False)
@click.option("--k", "limit", type=click.IntRange(1, MAX_RESULTS), default=10, show_default=True, help="How many.")
@json_option
@data_dir_option
@pass_invocation
def recall(invocation: Invocation, text: str | None, limit: int, as_json: bool) -> None:
    r"""Search the memories for TEXT (or what is piped in), best first.

    Ranks as a question in a chat would ("do you remember ...?"), archived memories included. Makes no turn and changes
    nothing.

    \b
    Example:
      reverie recall "my sister" --k 3
    """
    from assistant.memories import recall as find  # noqa: PLC0415 - brings the store and numpy

    words = read_text(text)
    if not words.strip():
        raise TurnRefusedError("There is nothing to search for.", "Say it: reverie recall TEXT")
    with invocation.session() as session:
        found = find(session, words, limit)
    if as_json:
        from assistant.memory_json import recalled_json  # noqa: PLC0415

        put_json({"results": [recalled_json(one) for one in found]})
        return
    for one in found:
        put(
            f"{one.memory.handle:>6}  {one.score:.2f}  {one.memory.said_at.astimezone():%Y-%m-%d}  {_one_line(one.memory)}"
        )
    if not found:
        say("Nothing found.")


@click.command()
@click.argument("text", required=False)
@json_option
@data_dir_option
@pass_invocation
def remember(invocation: Invocation, text: str | None, as_json: bool) -> None:
    r"""Store TEXT (or what is piped in) as something you said.

    Adds one memory, or several where the text is long. The app may be open meanwhile: its next turn knows it.

    \b
    Example:
      reverie remember "My sister Ilse is vegetarian."
    """
    from assistant.memories import remember as store  # noqa: PLC0415

    words = read_text(text)
    with invocation.session() as session:
        added = store(session, words)
    if as_json:
        put_json({"added": [_memory_json(one) for one in added]})
        return
    for one in added:
        put(f"{one.handle:>6}  {one.kind}  {_one_line(one)}")


def _memory_json(memory: "Memory") -> dict[str, object]:
    return {"id": memory.handle, "kind": str(memory.kind), "importance": memory.importance, "text": memory.text}


@click.command(short_help="Delete a memory, or all on a topic, for good.")
@click.argument("what", metavar="ID|TOPIC", callback=clean_name)
@click.option("--topic", "is_topic", is_flag=True, help="Forget every memory on this topic.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@data_dir_option
@pass_invocation
def forget(invocation: Invocation, what: str, is_topic: bool, yes: bool, as_json: bool) -> int:
    r"""Delete the memory ID and everything that restates it, for good; or all that is on a topic, with --topic.

    The message it came from, replies that repeat it, summaries, titles, drafts and backups are cleared of it too; a
    search of the whole data folder proves it at the end. There is no undo. On a terminal it asks first.

    To keep a topic out of the talk without losing anything, use `reverie ban`.

    \b
    Examples:
      reverie forget m17
      reverie forget --topic "my phone number"
    """
    from assistant import forgetting, memories, topics  # noqa: PLC0415 - brings the store and numpy

    is_asked = is_terminal(sys.stdin) and not yes
    with invocation.session() as session:
        if is_topic:
            found = topics.memories_on(session, what)
            if not found and not as_json:
                put(f"Nothing is on “{what}”.")
                return 0
            if not as_json:
                for one in found[:_LISTED]:
                    put(f"{one.handle:>6}  {_one_line(one)}", is_aside=True)
            if is_asked and found and not is_wanted(forget_question(what, len(found))):
                return FAILED
            forgotten = forgetting.forget_text(session, what)
        else:
            view = memories.show(session, what)
            if is_asked and not is_wanted(f'Forget "{view.memory.text}" for good?'):
                return FAILED
            forgotten = memories.forget(session, what)
    return _tell_forgotten(forgotten, as_json=as_json)


def _tell_forgotten(forgotten: "Forgotten", *, as_json: bool) -> int:
    if as_json:
        put_json({"forgotten": forgotten.count, "leftovers": list(forgotten.leftovers)})
    else:
        put(f"Forgotten: {memory_count(forgotten.count)}.")
    for path in forgotten.leftovers:
        say(
            f"Its words are still in {path}: another program may have it open. Close it and run the same command again."
        )
    return FAILED if forgotten.leftovers else 0


@click.command()
@click.argument("handle", metavar="ID", callback=clean_name)
@click.option("--useful/--not-relevant", "is_useful", default=None, help="What you think of it.")
@json_option
@data_dir_option
@pass_invocation
def feedback(invocation: Invocation, handle: str, is_useful: bool | None, as_json: bool) -> None:
    r"""Say whether the memory ID is of use.

    --useful starts its fading anew, as saying it again would. --not-relevant halves its importance.

    \b
    Examples:
      reverie feedback m17 --useful
      reverie feedback m17 --not-relevant
    """
    from assistant.authoring import give_feedback  # noqa: PLC0415

    if is_useful is None:
        raise click.UsageError("Say which: --useful or --not-relevant.")
    with invocation.session() as session:
        importance = give_feedback(session, handle, is_useful=is_useful)
    if as_json:
        put_json({"id": handle, "importance": importance})
    else:
        put(f"The importance of {handle} is {importance:.2f} now.")


def _one_line(memory: "Memory") -> str:
    return clean_line(memory.text)

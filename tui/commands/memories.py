"""`reverie recall`, `remember`, `forget`, `feedback`: what is done with memories by name or by words."""

import sys
from typing import TYPE_CHECKING

import click

from assistant.cleaning import clean_line
from assistant.errors import TurnRefusedError
from assistant.forget_words import (
    forget_one_question,
    forget_topic_question,
    forgotten_line,
    leftover_line,
    order_lines,
)
from tui.invocation import (
    FAILED,
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

if TYPE_CHECKING:
    from assistant.views import Forgotten
    from memory.records import Memory

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
    with invocation.existing(as_json=as_json) as session:
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
@click.argument("what", metavar="ID|TOPIC", required=False, callback=clean_name)
@click.option("--topic", "is_topic", is_flag=True, help="Forget every memory on this topic.")
@click.option("--everything", "is_all", is_flag=True, help="Delete all that Reverie keeps: leave nothing behind.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@data_dir_option
@pass_invocation
def forget(
    invocation: Invocation,
    what: str | None,
    is_topic: bool,
    is_all: bool,
    yes: bool,
    as_json: bool,
) -> int:
    r"""Delete the memory ID and everything that restates it, for good; or all that is on a topic, with --topic.

    The message it came from, messages and replies that repeat it, summaries, titles, names, drafts and backups are
    cleared of it too; a search of the whole data folder proves it at the end. There is no undo. On a terminal it asks
    first. A ban or pin in force keeps its own words.

    --everything deletes all chats, memories, backups, downloaded models, the log and the settings, after it has said
    what goes and you have typed the word "everything"; where nobody types there, only with --yes. What is not Reverie's
    own is left and named.

    To keep a topic out of the talk without losing anything, use `reverie ban`.

    \b
    Examples:
      reverie forget m17
      reverie forget --topic "my phone number"
      reverie forget --everything
    """
    if is_all != (what is None) or (is_all and is_topic):
        raise click.UsageError("Give an ID, a topic with --topic, or --everything and neither.")
    if what is None:
        from tui.commands.everything import forget_everything  # noqa: PLC0415

        return forget_everything(invocation, should_ask=not yes, as_json=as_json)
    from assistant import forgetting, memories  # noqa: PLC0415 - brings the store and numpy

    is_asked = is_terminal(sys.stdin) and not yes
    with invocation.existing(as_json=as_json) as session:
        if is_topic:
            found = forgetting.foresee_text(session, what)
            question = forget_topic_question(what, found)
        else:
            found = memories.foresee(session, [what])
            question = forget_one_question(memories.show(session, what).memory.text, found)
        if not as_json and (is_topic or len(found.memories) > 1):
            for one in found.memories[:_LISTED]:
                put(f"{one.handle:>6}  {_one_line(one)}", is_aside=True)
        if is_asked and not found.is_nothing and not is_wanted(question):
            return FAILED
        forgotten = forgetting.forget_text(session, what) if is_topic else memories.forget(session, what)
    return _tell_forgotten(forgotten, what, as_json=as_json)


def _tell_forgotten(forgotten: "Forgotten", what: str, *, as_json: bool) -> int:
    is_nothing = not (forgotten.count or forgotten.messages or forgotten.is_elsewhere)
    if as_json:
        orders = [{"kind": str(one.kind), "term": one.term} for one in forgotten.orders]
        figures = {"forgotten": forgotten.count, "messages": forgotten.messages}
        put_json({**figures, "leftovers": list(forgotten.leftovers), "orders": orders})
    else:
        put(f"Nothing is on “{what}”." if is_nothing else forgotten_line(forgotten))
    for line in order_lines(forgotten, "`reverie {verb} {term}` lifts it."):
        say(line)
    for path in forgotten.leftovers:
        say(leftover_line(path))
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
    with invocation.existing(as_json=as_json, status=FAILED) as session:
        importance = give_feedback(session, handle, is_useful=is_useful)
    if as_json:
        put_json({"id": handle, "importance": importance})
    else:
        put(f"The importance of {handle} is {importance:.2f} now.")


def _one_line(memory: "Memory") -> str:
    return clean_line(memory.text)

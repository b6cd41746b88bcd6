"""`reverie chats`: the list of chats, search in all of them, and putting chats away."""

import sys
from typing import TYPE_CHECKING

import click

from assistant.cleaning import clean_line
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
    say,
)

if TYPE_CHECKING:
    from assistant.chat_search import ChatHit
    from assistant.views import ChatSummary
    from memory.rules.message_words import Excerpt

MAX_HITS = 10_000
_CHAT = click.argument("name", metavar="NAME", callback=clean_name)


@click.group(short_help="List, search and put away chats.", invoke_without_command=True)
@click.option("--put-away", "is_away", is_flag=True, help="Only the chats that were put away.")
@json_option
@data_dir_option
@pass_invocation
@click.pass_context
def chats(context: click.Context, invocation: Invocation, is_away: bool, as_json: bool) -> None:
    r"""List the chats, the latest first: name, number of turns, last use, title. Changes nothing.

    \b
    Examples:
      reverie chats
      reverie ask --chat NAME "And then?"
      reverie chats search lisbon
      reverie chats put-away NAME
      reverie chats delete NAME
    """
    if context.invoked_subcommand is not None:
        return
    from assistant.chats import list_chats  # noqa: PLC0415 - brings the store

    with invocation.existing(as_json=as_json) as session:
        everything = list_chats(session)
    found = [one for one in everything if one.chat.is_put_away == is_away]
    if as_json:
        put_json({"chats": [_chat_json(one) for one in found]})
        return
    width = max((len(one.chat.name) for one in found), default=0)
    for one in found:
        title = "" if one.chat.title == one.chat.name else clean_line(one.chat.title)
        when = f"{one.chat.updated_at.astimezone():%Y-%m-%d %H:%M}"
        put(f"{clean_line(one.chat.name):<{width}}  {one.turn_count:>5}  {when}  {title}".rstrip())
    others = len(everything) - len(found)
    if is_away and not found:
        say("No chat is put away.")
    elif not everything:
        say("There are no chats yet.")
    elif others and not is_away:
        say(f"{others:,} more put away: `reverie chats --put-away` lists them.")


def _chat_json(one: "ChatSummary") -> dict[str, object]:
    return {
        "name": one.chat.name,
        "title": one.chat.title,
        "turns": one.turn_count,
        "updated_at": one.chat.updated_at.isoformat(),
        "is_put_away": one.chat.is_put_away,
    }


@chats.command("search", short_help="Find what was said, in all chats.")
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, MAX_HITS), default=50, show_default=True, help="How many.")
@json_option
@data_dir_option
@pass_invocation
def search(invocation: Invocation, words: tuple[str, ...], limit: int, as_json: bool) -> int:
    r"""Find messages in all chats, the newest first; what was found stands between » and «. Changes nothing.

    All WORDS must occur in a message, "quoted" ones as a phrase, and of the last one at least the beginning. Each hit
    shows date, chat, turn and who said it. The status is 1 where nothing is found.

    \b
    Examples:
      reverie chats search tram lisbon
      reverie chats search '"night train"' --json
    """
    from assistant.chat_search import search_chats  # noqa: PLC0415 - brings the store

    with invocation.existing(as_json=as_json, status=FAILED) as session:
        found = search_chats(session, " ".join(words), limit=limit)
    if as_json:
        put_json(
            {
                "hits": [_hit_json(one) for one in found.hits],
                "titles": [{"chat": one.chat.name, "title": one.chat.title} for one in found.titles],
                "has_more": found.has_more,
            }
        )
        return 0 if found.hits or found.titles else 1
    for titled in found.titles:
        put(
            f"{titled.chat.updated_at.astimezone():%Y-%m-%d %H:%M}  {clean_line(titled.chat.name)}: {_marked(titled.title)}"
        )
    for one in found.hits:
        who = "You" if one.role == "user" else "Reverie"
        put(
            f"{one.at.astimezone():%Y-%m-%d %H:%M}  {clean_line(one.chat.name)}, turn {one.turn_id}  {who}: {_marked(one.excerpt)}"
        )
    if not (found.hits or found.titles):
        say("Nothing found.")
    elif found.has_more:
        say(f"There is more: these are the newest {limit:,}. --limit shows others.")
    return 0 if found.hits or found.titles else 1


def _marked(excerpt: "Excerpt") -> str:
    text, parts, done = excerpt.text, [], 0
    for start, end in excerpt.marks:
        parts += [text[done:start], "»", text[start:end], "«"]
        done = end
    return "".join([*parts, text[done:]])


def _hit_json(hit: "ChatHit") -> dict[str, object]:
    return {
        "chat": hit.chat.name,
        "title": hit.chat.title,
        "turn": hit.turn_id,
        "role": str(hit.role),
        "at": hit.at.isoformat(),
        "excerpt": hit.excerpt.text,
        "marks": [list(span) for span in hit.excerpt.marks],
    }


@chats.command("put-away", short_help="Take a chat out of the list.")
@_CHAT
@data_dir_option
@pass_invocation
def put_away(invocation: Invocation, name: str) -> None:
    r"""Take the chat NAME out of the list. It stays as it is, is found by search, and `take-back` brings it back.

    \b
    Example:
      reverie chats put-away chat-7
    """
    _move(invocation, name, is_put_away=True)


@chats.command("take-back", short_help="Bring a chat back that was put away.")
@_CHAT
@data_dir_option
@pass_invocation
def take_back(invocation: Invocation, name: str) -> None:
    r"""Bring the chat NAME back into the list.

    \b
    Example:
      reverie chats take-back chat-7
    """
    _move(invocation, name, is_put_away=False)


@chats.command("delete", short_help="Delete a chat for good.")
@_CHAT
@click.option("--yes", is_flag=True, help="Do not ask.")
@data_dir_option
@pass_invocation
def delete(invocation: Invocation, name: str, yes: bool) -> int:
    r"""Delete the chat NAME for good, with what was remembered of it, from the backups too.

    Turns that a branch shares with it stay there. On a terminal it asks first. The status is 1 where another program
    keeps it from being gone at once; it goes later by itself.

    \b
    Example:
      reverie chats delete chat-7
    """
    from assistant.chats import chat_named, delete_for_good  # noqa: PLC0415 - brings the store

    with invocation.existing(status=FAILED) as session:
        chat = chat_named(session, name)
        shown = clean_line(chat.title or chat.name)
        if is_terminal(sys.stdin) and not yes and not is_wanted(f"Delete “{shown}” for good?"):
            return FAILED
        left = delete_for_good(session, chat.id)
    if left:
        say(left)
        return FAILED
    put(f"Deleted: {shown}")
    return 0


def _move(invocation: Invocation, name: str, *, is_put_away: bool) -> None:
    from assistant.chats import chat_named, set_put_away  # noqa: PLC0415 - brings the store

    with invocation.existing(status=FAILED) as session:
        chat = chat_named(session, name)
        set_put_away(session, chat.id, is_put_away=is_put_away)
    put(f"{'Put away' if is_put_away else 'Back in the list'}: {clean_line(chat.title or chat.name)}")

"""`reverie chats`: the list of chats."""

import click

from assistant.cleaning import clean_line
from tui.invocation import Invocation, data_dir_option, json_option, pass_invocation, put, put_json, say


@click.command(short_help="List the chats.")
@json_option
@data_dir_option
@pass_invocation
def chats(invocation: Invocation, as_json: bool) -> None:  # noqa: FBT001
    r"""List the chats, the latest first: name, number of turns, last use, title. Changes nothing.

    \b
    Example:
      reverie chats
      reverie ask --chat NAME "And then?"
    """
    from assistant.chats import list_chats  # noqa: PLC0415 - brings the store

    with invocation.session() as session:
        found = list_chats(session)
    if as_json:
        put_json(
            {
                "chats": [
                    {
                        "name": one.chat.name,
                        "title": one.chat.title,
                        "turns": one.turn_count,
                        "updated_at": one.chat.updated_at.isoformat(),
                    }
                    for one in found
                ]
            }
        )
        return
    width = max((len(one.chat.name) for one in found), default=0)
    for one in found:
        title = "" if one.chat.title == one.chat.name else clean_line(one.chat.title)
        when = f"{one.chat.updated_at.astimezone():%Y-%m-%d %H:%M}"
        put(f"{clean_line(one.chat.name):<{width}}  {one.turn_count:>5}  {when}  {title}".rstrip())
    if not found:
        say("There are no chats yet.")

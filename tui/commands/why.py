"""`reverie why`: what was in a turn's prompt and why, what stayed out and until when."""

from typing import TYPE_CHECKING

import click

from tui.invocation import FAILED, Invocation, clean_name, data_dir_option, json_option, pass_invocation, put, put_json
from tui.why_wording import why_lines

if TYPE_CHECKING:
    from assistant.session import Session
    from assistant.views import WhyRow, WhyView
    from memory.records import TurnId

MAX_TURN = 2**62


@click.command(short_help="Say what was in a turn's prompt and why, and what stayed out.")
@click.argument("turn", required=False, type=click.IntRange(1, MAX_TURN))
@click.option(
    "--chat", "chat_name", metavar="NAME", callback=clean_name, default=None, help="The last turn of this chat."
)
@json_option
@data_dir_option
@pass_invocation
def why(invocation: Invocation, turn: int | None, chat_name: str | None, as_json: bool) -> None:
    r"""Say which memories were in the prompt of TURN and why, and which stayed out, why, and until when.

    Without TURN it is the last turn of the chat that was used last, or of the one that --chat names. Changes nothing.

    \b
    Examples:
      reverie why
      reverie why 12
    """
    from assistant.why import why as explain  # noqa: PLC0415 - brings the store
    from memory.records import TurnId  # noqa: PLC0415

    if turn is not None and chat_name is not None:
        raise click.UsageError("Give a turn or a chat, not both.")
    with invocation.existing(as_json=as_json, status=FAILED) as session:
        view = explain(session, TurnId(turn) if turn is not None else _last_turn(session, chat_name))
    if as_json:
        put_json(_json(view))
        return
    for line in why_lines(view):
        put(line)


def _last_turn(session: "Session", chat_name: str | None) -> "TurnId":
    from assistant import chats  # noqa: PLC0415
    from assistant.errors import NotFoundError  # noqa: PLC0415

    chat = chats.latest_chat(session) if chat_name is None else chats.chat_named(session, chat_name)
    turns = chats.read_chat(session, chat.id).turns if chat is not None else ()
    if not turns:
        raise NotFoundError("Nothing was said there yet.", "`reverie chats` lists the chats and their turns.")
    return turns[-1].turn_id


def _json(view: "WhyView") -> dict[str, object]:
    return {
        "turn": view.turn_id,
        "mode": str(view.mode),
        "active": [{**_row(one), "tokens": one.tokens} for one in view.active],
        "withheld": [{**_row(one), "until_turn": one.until_turn} for one in view.withheld],
    }


def _row(row: "WhyRow") -> dict[str, object]:
    return {
        "id": row.memory.handle,
        "reason": str(row.reason),
        "score": row.score,
        "explanation": row.explanation,
        "text": row.memory.text,
    }

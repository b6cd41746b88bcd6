"""`reverie undo`: take back what was done last."""

import click

from tui.invocation import Invocation, data_dir_option, json_option, pass_invocation, put, put_json


@click.command(short_help="Take back the last ban, pin or `remember`.")
@json_option
@data_dir_option
@pass_invocation
def undo(invocation: Invocation, as_json: bool) -> None:  # noqa: FBT001
    r"""Take back the last ban, unban, pin, unpin or `remember`, in a chat or by command; again goes one further back.

    What was forgotten, sent or imported is not undone.

    \b
    Example:
      reverie ban Rex
      reverie undo
    """
    from assistant.undoing import undo_last  # noqa: PLC0415 - brings the store and numpy

    with invocation.session() as session:
        words = undo_last(session)
    if as_json:
        put_json({"undone": words})
    else:
        put(words)

"""`reverie undo`: take back what was done last, or what a scan for loops did."""

import click

from tui.invocation import FAILED, Invocation, data_dir_option, json_option, pass_invocation, put, put_json
from tui.wording import memory_count

MAX_ID = 2**62


@click.command(short_help="Take back the last ban, pin or `remember`.")
@click.option(
    "--intervention",
    "intervention_id",
    metavar="N",
    type=click.IntRange(1, MAX_ID),
    help="Give the memories that a scan faded their old importance back; `reverie health` lists the numbers.",
)
@json_option
@data_dir_option
@pass_invocation
def undo(invocation: Invocation, intervention_id: int | None, as_json: bool) -> None:
    r"""Take back the last ban, unban, pin, unpin or `remember`, in a chat or by command; again goes one further back.

    What was forgotten, sent or imported is not undone. With --intervention it takes back what a scan for loops did, and
    nothing else; the scan leaves that theme alone for 3 days.

    \b
    Examples:
      reverie ban Rex
      reverie undo
      reverie undo --intervention 3
    """
    from assistant.interventions import undo_intervention  # noqa: PLC0415 - brings the store and numpy
    from assistant.undoing import undo_last  # noqa: PLC0415

    with invocation.existing(as_json=as_json, status=FAILED) as session:
        if intervention_id is not None:
            restored = undo_intervention(session, intervention_id)
            if as_json:
                put_json({"restored": list(restored)})
            else:
                listed = f": {', '.join(restored)}" if restored else ""
                put(f"Restored: {memory_count(len(restored))}{listed}.")
            return
        words = undo_last(session)
    if as_json:
        put_json({"undone": words})
    else:
        put(words)

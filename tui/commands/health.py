"""`reverie health`: how the memory is, figure by figure, and what to do where it is not well.

The one fact that a reader would get wrong: a bad figure is no failure of the command. Its exit status says only whether
the figures could be read.
"""

import click

from tui.health_wording import health_lines
from tui.invocation import Invocation, data_dir_option, json_option, pass_invocation, put, put_json


@click.command(short_help="Say how the memory is, and what to do.")
@json_option
@data_dir_option
@pass_invocation
def health(invocation: Invocation, as_json: bool) -> None:
    r"""Say how the memory is: each figure with its mark (ok, watch, act), its target, and what to do beside it.

    Then what idle work ran and when it runs next, the loops it found in Reverie's words, what is cooling, and the bans.
    Changes nothing.

    \b
    Examples:
      reverie health
      reverie health --json
    """
    from assistant.health import read_health  # noqa: PLC0415 - brings the store and numpy
    from assistant.health_json import health_json  # noqa: PLC0415

    with invocation.existing(as_json=as_json) as session:
        found = read_health(session)
    if as_json:
        put_json(health_json(found))
        return
    for line in health_lines(found):
        put(line)

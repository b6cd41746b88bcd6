"""`reverie doctor`: what Reverie needs from this machine, checked."""

import click

from assistant.cleaning import clean_line
from tui.invocation import FAILED, Invocation, data_dir_option, json_option, pass_invocation, put, put_json


@click.command(short_help="Check what Reverie needs from this machine.")
@click.option("--quick", is_flag=True, help="Do not start the model.")
@json_option
@data_dir_option
@pass_invocation
def doctor(invocation: Invocation, quick: bool, as_json: bool) -> int:
    r"""Check what Reverie needs: SQLite, the models, the data folder, the terminal. Exit status 1 if anything fails.

    Starts the model and has it say one token. A database found damaged is marked, so that the next start restores a
    backup. Changes nothing else, and makes nothing.

    \b
    Example:
      reverie doctor --quick
    """
    from assistant.doctor import checks  # noqa: PLC0415

    found = []
    for check in checks(invocation.data_dir, is_quick=quick):
        found.append(check)
        if not as_json:
            put(f"{'ok  ' if check.is_ok else 'FAIL'}  {check.name:<14}  {clean_line(check.words)}")
            if check.hint:
                put(f"{'':<6}{'':<16}{clean_line(check.hint)}")
    is_ok = all(check.is_ok for check in found)
    if as_json:
        rows = [{"name": one.name, "ok": one.is_ok, "words": one.words, "hint": one.hint} for one in found]
        put_json({"ok": is_ok, "checks": rows})
    return 0 if is_ok else FAILED

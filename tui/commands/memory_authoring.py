"""`reverie memory add` and `memory edit`: memories written by hand, with their keys and knobs.

The one fact that a reader would get wrong: an option that is not given leaves its value to the rules, or in an edit as
it is. So every flag has its opposite, and an empty key takes all keys away.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

import click

from assistant.cleaning import clean_line, clean_text
from memory.records import Kind, Logic
from tui.invocation import (
    FAILED,
    Invocation,
    clean_name,
    clean_names,
    clean_option,
    data_dir_option,
    json_option,
    pass_invocation,
    put,
    put_json,
    read_text,
)

if TYPE_CHECKING:
    from assistant.authoring import Authored
    from memory.records import Memory

Command = TypeVar("Command", bound=Callable[..., Any])

MAX_TURNS = 1_000_000
_TURNS = click.IntRange(0, MAX_TURNS)


class Given(TypedDict):
    """What the options say; None where one was not given."""

    title: str | None
    keys: tuple[str, ...] | None
    exclude_keys: tuple[str, ...] | None
    secondary_keys: tuple[str, ...] | None
    logic: str | None
    sticky: int | None
    cooldown: int | None
    delay: int | None
    probability: int | None
    groups: tuple[str, ...] | None
    constant: bool | None
    is_pinned: bool | None
    is_disabled: bool | None
    kind: str | None
    importance: float | None


def _clean_title(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    return None if value is None else clean_option(value)


def _share(context: click.Context, option: click.Parameter, value: float | None) -> float | None:
    # A range of click's lets "nan" through.
    if value is not None and not 0 <= value <= 1:
        raise click.BadParameter("it is not a number from 0 to 1.", context, option)
    return value


def _several(flag: str, name: str, words: str) -> Callable[[Command], Command]:
    return click.option(flag, name, multiple=True, metavar="WORDS", callback=clean_names, help=words)


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("--title", metavar="WORDS", callback=_clean_title, help="A name for it; topics look at it too."),
    _several("--key", "keys", "Comes up when your message holds this, and only then. Give it several times for more."),
    _several("--exclude-key", "exclude_keys", "Stays out when your message holds this. Several times for more."),
    _several("--secondary-key", "secondary_keys", "Qualifies the keys: see --logic. Several times for more."),
    click.option(
        "--logic",
        type=click.Choice([str(one) for one in Logic]),
        help="Beside a key: any or all of the secondary keys must be there, or not any, or not all.",
    ),
    click.option("--sticky", metavar="N", type=_TURNS, help="Stays for N turns after it came up."),
    click.option("--cooldown", metavar="N", type=_TURNS, help="Then stays out for N turns, unless asked for."),
    click.option("--delay", metavar="N", type=_TURNS, help="Stays out until a chat has N turns."),
    click.option("--probability", metavar="N", type=click.IntRange(0, 100), help="Comes up in N of 100 cases."),
    _several("--group", "groups", "Of a group one member comes up at a time. Several times for more."),
    click.option("--constant/--no-constant", "constant", default=None, help="Comes up without a match."),
    click.option("--pinned/--not-pinned", "is_pinned", default=None, help="Always in the prompt; never fades."),
    click.option("--disabled/--enabled", "is_disabled", default=None, help="Switched off: never comes up."),
    click.option("--kind", type=click.Choice([str(one) for one in Kind]), help="What it is; else told by its text."),
    click.option(
        "--importance", metavar="X", type=float, callback=_share, help="0 to 1; else told by its kind and length."
    ),
)


def _authoring_options(command: Command) -> Command:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command()
@click.argument("text", required=False)
@_authoring_options
@json_option
@data_dir_option
@pass_invocation
def add(invocation: Invocation, text: str | None, as_json: bool, **given: Unpack[Given]) -> None:
    r"""Store TEXT (or what is piped in) as a memory written by hand.

    Without --key it comes up when it fits what you say, as all memories do. Unlike `reverie remember`, which stores
    what you say about yourself, it is a note: it does not fade, and is never cut in pieces.

    \b
    Examples:
      reverie memory add "The gate code is 4711." --key gate --key "front door" --sticky 2
      reverie memory add --constant "We speak German on Mondays."
    """
    from assistant.authoring import add_memory  # noqa: PLC0415 - brings the store and numpy

    authored = _authored(_text(text), given)
    with invocation.session() as session:
        _tell("Added", add_memory(session, authored), as_json=as_json)


@click.command()
@click.argument("handle", metavar="ID", callback=clean_name)
@click.option("--text", help="What it says from now on; - reads stdin.")
@_authoring_options
@json_option
@data_dir_option
@pass_invocation
def edit(invocation: Invocation, handle: str, text: str | None, as_json: bool, **given: Unpack[Given]) -> None:
    r"""Change the memory ID; what is not given stays as it is.

    No running timer is lost: a new --sticky or --cooldown counts from the same start. An empty --key "" takes all keys
    away; the same holds for --exclude-key, --secondary-key and --group.

    \b
    Examples:
      reverie memory edit m17 --text "The gate code is 4712."
      reverie memory edit m17 --cooldown 0 --enabled
    """
    from assistant.authoring import edit_memory  # noqa: PLC0415

    if text is None and all(value is None for value in given.values()):
        raise click.UsageError("Say what to change. `reverie memory edit --help` lists it.")
    authored = _authored(None if text is None else _text(text), given)
    with invocation.existing(as_json=as_json, status=FAILED) as session:
        _tell("Changed", edit_memory(session, handle, authored), as_json=as_json)


def _text(given: str | None) -> str:
    text = clean_text(read_text(given))
    if not text.strip():
        raise click.ClickException("The memory has no text.")
    return text


def _authored(text: str | None, given: Given) -> "Authored":
    from assistant.authoring import Authored  # noqa: PLC0415

    return Authored(
        text=text,
        title=given["title"],
        keys=given["keys"],
        exclude_keys=given["exclude_keys"],
        secondary_keys=given["secondary_keys"],
        logic=None if given["logic"] is None else Logic(given["logic"]),
        sticky=given["sticky"],
        cooldown=given["cooldown"],
        delay=given["delay"],
        probability=given["probability"],
        groups=given["groups"],
        is_constant=given["constant"],
        is_pinned=given["is_pinned"],
        is_disabled=given["is_disabled"],
        kind=None if given["kind"] is None else Kind(given["kind"]),
        importance=given["importance"],
    )


def _tell(done: str, memory: "Memory", *, as_json: bool) -> None:
    if as_json:
        put_json({"id": memory.handle})
    else:
        put(f"{done} {memory.handle}: {clean_line(memory.text)}")

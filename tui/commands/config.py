"""`reverie config`: read and change the settings."""

from dataclasses import asdict
from pathlib import Path

import click

from assistant.config import Setting, Value, load_config, parse_value, settings
from assistant.config_file import set_value
from tui.invocation import Invocation, data_dir_option, json_option, pass_invocation, put, put_json


@click.group()
@data_dir_option
def config() -> None:
    r"""Read and change the settings, which live in config.toml.

    \b
    Examples:
      reverie config list
      reverie config set temperature 0.3
      reverie config unset temperature
    """


@config.command("list")
@json_option
@data_dir_option
@pass_invocation
def list_settings(invocation: Invocation, as_json: bool) -> None:
    r"""List every key with its value, meaning and range. Changes nothing.

    \b
    Example:
      reverie config list
    """
    paths, current = invocation.locate()
    values: dict[str, Value] = asdict(current)
    if as_json:
        put_json(values | {"keys": dict(current.keys)})
        return
    put(f"# {paths.config_file}")
    section = ""
    for name, default, setting in settings():
        if setting.section != section:
            section = setting.section
            put(f"\n[{section}]")
        put(f"{name} = {toml(values[name])}")
        put(f"    {description(default, setting)}")
    if current.keys:
        put("\n[keys]")
        for action, keys in current.keys:
            put(f"{toml(action)} = {toml(keys)}")


def description(default: Value, setting: Setting) -> str:
    """Return a key's meaning, default, range, and when a change holds, in one line."""
    facts = [f"default {toml(default)}"] if len(str(default)) <= 40 else []  # noqa: PLR2004 - a persona is longer
    if setting.range_words():
        facts.append(setting.range_words())
    if setting.is_applied_at_start:
        facts.append("from the next start")
    return f"{setting.meaning} ({'; '.join(facts)})" if facts else setting.meaning


@config.command("path")
@data_dir_option
@pass_invocation
def show_path(invocation: Invocation) -> None:
    r"""Print where config.toml is, or would be. Changes nothing.

    \b
    Example:
      reverie config path
    """
    put(str(_file(invocation)))


def toml(value: Value) -> str:
    """Return a value as config.toml holds it."""
    import tomlkit  # noqa: PLC0415 - 30 ms that other commands need not wait for

    return tomlkit.item(value).as_string()


@config.command("get")
@click.argument("key")
@json_option
@data_dir_option
@pass_invocation
def get_setting(invocation: Invocation, key: str, as_json: bool) -> None:
    r"""Print the value of KEY. Changes nothing.

    \b
    Example:
      reverie config get n_ctx
    """
    _, current = invocation.locate()
    values: dict[str, Value] = asdict(current)
    if key not in values or key == "keys":
        # Raises, naming the nearest key.
        parse_value(key, "")
    if as_json:
        put_json({key: values[key]})
    else:
        put(toml(values[key]) if isinstance(values[key], bool) else str(values[key]))


@config.command("set")
@click.argument("key")
@click.argument("value")
@data_dir_option
@pass_invocation
def set_setting(invocation: Invocation, key: str, value: str) -> None:
    r"""Set KEY to VALUE in config.toml; comments there stay.

    \b
    Examples:
      reverie config set n_ctx 4096
      reverie config set seed -- -1
    """
    path = _file(invocation)
    set_value(path, key, parse_value(key, value))
    put(f"{key} = {toml(asdict(load_config(path))[key])}")


@config.command("unset")
@click.argument("key")
@data_dir_option
@pass_invocation
def unset_setting(invocation: Invocation, key: str) -> None:
    r"""Take KEY out of config.toml, so that its default holds again.

    \b
    Example:
      reverie config unset n_ctx
    """
    path = _file(invocation)
    set_value(path, key, None)
    put(f"{key} = {toml(asdict(load_config(path))[key])}")


def _file(invocation: Invocation) -> Path:
    from assistant.paths import find_paths  # noqa: PLC0415

    return find_paths(invocation.data_dir).config_file

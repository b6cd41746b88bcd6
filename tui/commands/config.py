"""`reverie config`: read and change the settings."""

from dataclasses import asdict
from pathlib import Path

import click

from assistant.config import KEYS, Setting, Value, load_config, parse_value, settings
from assistant.config_file import set_keys, set_value, unset_value
from tui.invocation import Invocation, data_dir_option, json_option, pass_invocation, put, put_json, say


@click.group()
@data_dir_option
def config() -> None:
    r"""Read and change the settings, which live in config.toml.

    The keys of the keyboard too: keys.ACTION names those of an action.

    \b
    Examples:
      reverie config list
      reverie config set temperature 0.3
      reverie config unset temperature
      reverie config set keys.app.open_topics ctrl+t
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
    Examples:
      reverie config get n_ctx
      reverie config get keys.app.open_help
    """
    _, current = invocation.locate()
    values: dict[str, Value] = asdict(current)
    if action := _action(key):
        value: Value = _keys_now(dict(current.keys), action)
    elif key in values and key != KEYS:
        value = values[key]
    else:
        # Raises, naming the nearest key.
        value = parse_value(key, "")
    if as_json:
        put_json({key: value})
    else:
        put(toml(value) if isinstance(value, bool) else str(value))


# What begins with a minus is a value here, and no option: -1 is the seed's default.
@config.command("set", context_settings={"ignore_unknown_options": True})
@click.argument("key")
@click.argument("value")
@data_dir_option
@pass_invocation
def set_setting(invocation: Invocation, key: str, value: str) -> None:
    r"""Set KEY to VALUE in config.toml, or an action's keys (several with commas). Comments there stay.

    A value that cannot be is refused, a file or folder that cannot be used too; config.toml then stays as it is.

    \b
    Examples:
      reverie config set n_ctx 4096
      reverie config set seed -1
      reverie config set keys.app.open_topics ctrl+t,f5
    """
    path = _file(invocation)
    if action := _action(key):
        _set_keys(path, action, value)
        return
    typed = parse_value(key, value)
    if key == "theme":
        from tui.themes import check_theme  # noqa: PLC0415 - brings Textual

        check_theme(value)
    written = set_value(path, key, typed)
    put(f"{key} = {toml(asdict(written)[key])}")


def _set_keys(path: Path, action: str, keys: str) -> None:
    from tui import rebinding  # noqa: PLC0415 - brings Textual

    wanted = rebinding.as_written(keys)
    others = [(name, theirs) for name, theirs in load_config(path).keys if name != action]
    rebinding.check_choice([*others, (action, wanted)], action)
    set_keys(path, action, None if wanted == rebinding.shipped_keys(action) else wanted)
    put(f"{KEYS}.{action} = {toml(wanted)}")
    for warning in rebinding.warnings([(action, wanted)]):
        say(warning)


@config.command("unset")
@click.argument("key")
@data_dir_option
@pass_invocation
def unset_setting(invocation: Invocation, key: str) -> None:
    r"""Take KEY out of config.toml, so that its default holds again; also a wrong one that keeps Reverie from starting.

    \b
    Examples:
      reverie config unset n_ctx
      reverie config unset keys.app.open_topics
    """
    path = _file(invocation)
    if action := _action(key):
        unset_value(path, f"{KEYS}.{action}")
        keys = _keys_now(dict(load_config(path).keys), action) or "nothing"
        put(f"{KEYS}.{action} = {toml(keys)}")
        return
    unset_value(path, key)
    values = asdict(load_config(path))
    put(f"{key} = {toml(values[key])}" if key in values and key != KEYS else f"{key} is out.")


def _action(key: str) -> str:
    """Return the action that a key like "keys.app.open_help" or "app.open_help" names, "" for a setting."""
    return key.removeprefix(f"{KEYS}.") if "." in key else ""


def _keys_now(chosen: dict[str, str], action: str) -> str:
    from tui import rebinding  # noqa: PLC0415 - brings Textual

    return chosen.get(action) or rebinding.shipped_keys(action)


def _file(invocation: Invocation) -> Path:
    from assistant.paths import find_paths  # noqa: PLC0415

    return find_paths(invocation.data_dir).config_file

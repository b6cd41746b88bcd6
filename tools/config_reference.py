"""Write the reference of config.toml: python -m tools.config_reference (writes docs/config.md).

The one fact that a reader would get wrong: nothing here is written by hand. Keys come from `assistant.config`, keys of
the keyboard from `tui.keymap`, themes from `tui.themes`; a test holds the page to them.
"""

import json
from pathlib import Path

from assistant.chat_settings import CHAT_KEYS
from assistant.config import settings
from tui.keymap import ACTIONS, binding_id
from tui.themes import theme_names

PAGE = Path(__file__).parent.parent / "docs" / "config.md"

_INTRODUCTION = """# Settings

Every key of `config.toml`. This page is written by `python -m tools.config_reference`; do not edit it.

- See and change them in the app: F12, or `/settings`. In the shell: `reverie config list`, `get KEY`, `set KEY VALUE`,
  `unset KEY`, `path`; `list` and `get` take `--json`. Comments in the file stay. A key of the keyboard is named
  `keys.ACTION`: `reverie config set keys.app.open_topics ctrl+t`.
- A value is checked before it is written, a file, a folder and a theme too. What cannot be is refused in one line, and the
  file stays as it is. A default is no line of the file.
- A file that cannot be used is told at the start with the command that repairs it: `reverie config unset KEY` takes out
  whatever stands there, `set` puts a good value in its place.
- The file lies in the system's folder for configuration (`reverie config path` says where), or with `--data-dir` in that
  folder.
"""
_CHAT = """
## For one chat only

A chat can have its own {keys}: F11 in the chat, or `/set temperature 0.3`; `/set` lists them,
`/set temperature default` takes one back. A branch begins with its parent's.
"""
_THEMES = """
## Themes

`theme` is one of: {themes}. The palette's Theme (Ctrl+O) keeps what was chosen. A terminal of 16 colours shows the one of
`ansi-dark` and `ansi-light` that is nearer. With `NO_COLOR` set nothing has a colour:
marks are words and signs everywhere.
"""
_KEYS = """
## [keys]

Other keys for an action: one, or a list.

```toml
[keys]
"app.open_topics" = "ctrl+t"
"chat.new_chat" = ["f4", "alt+n"]
```

A key that another action of the same place has, a key that is none, and an action that is not there are refused. A plain
character cannot be the key of an `app` action, nor of one that has a function key as shipped, since nobody could type it
any more; so with Enter, Tab, Space and the arrows. Keys of readline are told of: the
input has them.

| action | as shipped | what it does |
|---|---|---|
"""


def page() -> str:
    """Return the whole page."""
    lines = [_INTRODUCTION]
    section = ""
    for name, default, setting in settings():
        if setting.section != section:
            section = setting.section
            lines.append(
                f"\n## [{section}]\n\n| key | default | range | a change holds | meaning |\n|---|---|---|---|---|\n"
            )
        holds = "from the next start" if setting.is_applied_at_start else "at once"
        shown = "nothing" if default == "" else f"`{json.dumps(default)}`"
        cells = (f"`{name}`", shown, setting.range_words() or "", holds, setting.meaning)
        lines.append(f"| {' | '.join(one.replace('|', chr(92) + '|') for one in cells)} |\n")
    lines.append(_CHAT.format(keys=", ".join(f"`{key}`" for key in CHAT_KEYS)))
    lines.append(_THEMES.format(themes=", ".join(f"`{name}`" for name in theme_names())))
    lines.append(_KEYS)
    lines += [f"| `{binding_id(one)}` | `{one.key}` | {one.tooltip} |\n" for one in ACTIONS]
    return "".join(lines)


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()

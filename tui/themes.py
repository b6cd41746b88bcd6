"""The themes: calm, few hues, text never fainter than a tired eye reads; and one of high contrast.

The one fact that a reader would get wrong: a terminal with 16 colours gets Textual's own ANSI theme instead, because
rounding these to 16 colours would put grey on grey.
"""

import difflib

from textual.theme import BUILTIN_THEMES, Theme

from assistant.config_errors import bad_value

DARK = Theme(
    name="reverie-dark",
    primary="#8ab4d8",
    secondary="#b3a5d3",
    accent="#d9b27c",
    foreground="#d5d8de",
    background="#15171b",
    surface="#1b1e23",
    panel="#23272e",
    success="#93bf9e",
    warning="#d9b27c",
    error="#e08a84",
    dark=True,
    variables={"footer-key-foreground": "#8ab4d8", "block-cursor-text-style": "none"},
)
LIGHT = Theme(
    name="reverie-light",
    primary="#2f6690",
    secondary="#6a5796",
    accent="#8a5a14",
    foreground="#24272d",
    background="#fbfaf7",
    surface="#f3f1ec",
    panel="#e8e5de",
    success="#2f6b3f",
    warning="#8a5a14",
    error="#a3302a",
    dark=False,
    variables={"footer-key-foreground": "#2f6690", "block-cursor-text-style": "none"},
)
# Black and white, hues only beside words, every pair of text and ground at least 7 to 1 (WCAG AAA).
HIGH_CONTRAST = Theme(
    name="reverie-high-contrast",
    primary="#66ccff",
    secondary="#ffccff",
    accent="#ffff66",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    success="#66ff66",
    warning="#ffff66",
    error="#ff9c9c",
    dark=True,
    variables={
        "footer-key-foreground": "#ffff66",
        "block-cursor-text-style": "bold reverse",
        "text-muted": "#e6e6e6",
        "text-disabled": "#cccccc",
    },
)
OWN = (DARK, LIGHT, HIGH_CONTRAST)
SIXTEEN_COLOURS, SIXTEEN_COLOURS_LIGHT = "ansi-dark", "ansi-light"

# Inside Content; `$text-muted` is relative to a background there is none of, and comes out white.
FAINT = "$foreground 62%"


def theme_names() -> list[str]:
    """List every theme by name, Reverie's own first."""
    return [one.name for one in OWN] + sorted(BUILTIN_THEMES)


def check_theme(name: str) -> None:
    """Check a name that somebody typed; "" is Reverie's own.

    Raises:
        ConfigError: there is no such theme; the nearest is named.
    """
    if name and name not in theme_names():
        nearest = difflib.get_close_matches(name, theme_names(), n=1, cutoff=0.0)[0]
        raise bad_value("theme", "must be the name of a theme", f'Did you mean "{nearest}"?', value=name)


def theme_for(wanted: str, *, has_few_colours: bool) -> str:
    """Return the theme to paint in: the one that config.toml names, if there is one of that name.

    Where there are 16 colours only a theme made of them can be read; for any other, the one of its kind stands in.
    """
    known = BUILTIN_THEMES | {one.name: one for one in OWN}
    theme = known.get(wanted, DARK)
    if not has_few_colours or theme.ansi:
        return theme.name
    return SIXTEEN_COLOURS if theme.dark else SIXTEEN_COLOURS_LIGHT

"""The two themes: calm, few hues, text never fainter than a tired eye reads.

The one fact that a reader would get wrong: a terminal with 16 colours gets Textual's own ANSI theme instead, because
rounding these to 16 colours would put grey on grey.
"""

from textual.theme import Theme

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
SIXTEEN_COLOURS = "ansi-dark"

# Inside Content; `$text-muted` is relative to a background there is none of, and comes out white.
FAINT = "$foreground 62%"

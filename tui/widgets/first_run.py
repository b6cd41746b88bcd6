"""Two lines for the first time: what the small model is good for, and where to get a better one.

The one fact that a reader would get wrong: it goes with the first message, not with a key; nothing has to be dismissed.
"""

from textual.content import Content
from textual.widgets import Static

from tui.keymap import action, key_words


class FirstRun(Static):
    """Stands in the empty talk until the first message."""

    def __init__(self) -> None:
        super().__init__(id="first-run")
        self.show_keys()

    def show_keys(self) -> None:
        """Name the present keys."""
        self.update(
            Content.assemble(
                ("Welcome.", "bold"),
                " Everything here stays on this computer. The model that comes along, SmolLM2 135M, is very small: quick "
                "to answer, fine for small talk, rewording and lists, not to be trusted with facts.\n",
                "For better answers ",
                (key_words(action("open_models")), "bold"),
                " lists and downloads larger ones that fit this machine. Tell me about yourself: I remember what matters (",
                (key_words(action("welcome")), "bold"),
                f" asks your name and tastes, and says where all is stored). {key_words(action('open_help'))} lists the keys.",
            )
        )

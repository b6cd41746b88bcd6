"""The smallest Textual app with an input: what start-up is compared with."""

from textual.app import App, ComposeResult
from textual.widgets import Input


class BareApp(App[None]):
    """One input, nothing else."""

    def compose(self) -> ComposeResult:
        """Yield the input."""
        yield Input(placeholder="Write a message")


if __name__ == "__main__":
    BareApp().run()

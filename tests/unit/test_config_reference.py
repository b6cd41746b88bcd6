"""The reference of config.toml is what the code says."""

from assistant.config import settings
from tools.config_reference import PAGE, page
from tui.keymap import ACTIONS, binding_id


def test_the_page_is_current() -> None:
    assert PAGE.read_text("utf-8") == page(), "write it anew: python -m tools.config_reference"


def test_it_names_every_key_and_every_action() -> None:
    written = page()
    missing = [name for name, _, _ in settings() if f"| `{name}` |" not in written]
    assert missing + [one.id for one in ACTIONS if f"| `{binding_id(one)}` |" not in written] == []

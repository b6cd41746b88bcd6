"""What an action of the registry is, and where its key works.

The one fact that a reader would get wrong: an action's name here is also its name in `[keys]` of config.toml, so a
rename breaks somebody's keys.
"""

from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """Where an action's key works. The action itself is a method of the app (`APP`) or of the screen (all others)."""

    APP = "app"
    CHAT = "chat"
    TALK = "talk"
    INPUT = "input"
    CHATS = "chats"
    WHY = "why"
    SIDE = "side"
    TOPICS = "topics"
    MEMORIES = "memories"
    HEALTH = "health"
    MODELS = "models"
    SETTINGS = "settings"
    SEARCH = "search"
    IMPORT = "import"
    FORM = "form"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a user can do.

    Args:
        id: The name of the method, without `action_`; an argument stands in parentheses.
        key: Textual's name of the key, or several with commas.
        label: One or two words for the footer and for buttons.
        tooltip: One sentence.
        palette: The entry in the command palette.
        is_in_footer: Whether the footer offers it; everything else is reached by key, palette or its own button.
    """

    scope: Scope
    id: str
    key: str
    label: str
    tooltip: str
    palette: str
    is_in_footer: bool = False

"""The guide names the keys that there are, section by section, and links to what is there."""

import re
from pathlib import Path

import pytest

from tui.keymap import Scope, actions, all_key_words, key_words

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "guide.md").read_text("utf-8")
PAGES = (*sorted(DOCS.glob("*.md")), DOCS.parent / "README.md")
_HEADS = ("", "---", "key", "everywhere", "in the chat")


def section(title: str) -> str:
    """Return a section's text; what stands before the first one is called ""."""
    head, *rest = re.split(r"^## ", GUIDE, flags=re.MULTILINE)
    return head if not title else next(text for text in rest if text.startswith(f"{title}\n"))


def table_keys(text: str) -> set[str]:
    """Return the keys in the first and the third column of a section's tables."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]
    cells = [row[place] for row in rows for place in (0, 2) if place < len(row)]
    return {key for cell in cells if cell not in _HEADS for key in re.split(r", | (?=→)", cell)}


@pytest.mark.parametrize(
    ("title", "scopes"),
    [
        ("", (Scope.APP, Scope.CHAT)),
        ("Chat", (Scope.TALK, Scope.INPUT)),
        ("Chats", (Scope.CHATS,)),
        ("Find", (Scope.SEARCH,)),
        ("Why", (Scope.WHY,)),
        ("Memories", (Scope.MEMORIES,)),
        ("Topics", (Scope.TOPICS,)),
        ("Health and dreams", (Scope.HEALTH,)),
        ("Models", (Scope.MODELS,)),
        ("Settings", (Scope.SETTINGS,)),
        ("Import", (Scope.IMPORT,)),
    ],
)
def test_a_section_names_every_key_of_its_place_and_no_other(title: str, scopes: tuple[Scope, ...]) -> None:
    # What acts on turns is told of with the talk, not in the table of the chat's keys.
    text = section(title) + (section("Chat") if not title else "")
    entries = actions(*scopes)
    named = [one.id for one in entries if not re.search(rf"(?<![\w+]){re.escape(key_words(one))}(?!\w)", text)]
    assert named == [], "not named"
    known = {key for one in (*entries, *actions(Scope.APP, Scope.CHAT)) for key in all_key_words(one).split(", ")}
    assert table_keys(section(title)) - known == set(), "no such key"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_within_the_project_leads_somewhere(page: Path) -> None:
    prose = re.sub(r"`[^`]*`", "", page.read_text("utf-8"))
    targets = re.findall(r"\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)", prose)
    assert [one for one in targets if one and not (page.parent / one).exists()] == []

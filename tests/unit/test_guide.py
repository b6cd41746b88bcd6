"""The guide names the keys that there are, page by page, and links to what is there."""

import re
from pathlib import Path

import pytest

from tui.keymap import Scope, actions, all_key_words, key_words

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = DOCS / "guide.md"
PAGES = (*sorted(DOCS.rglob("*.md")), DOCS.parent / "README.md")
_HEADS = ("", "---", "key", "everywhere", "in the chat", "page")


def page(name: str) -> str:
    """Return a page's text; "" is the one that leads to all others."""
    return (GUIDE if not name else GUIDE.with_suffix("") / f"{name}.md").read_text("utf-8")


def table_keys(text: str) -> set[str]:
    """Return the keys in the first and the third column of a page's tables."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")]
    cells = [row[place] for row in rows for place in (0, 2) if place < len(row)]
    return {
        key for cell in cells if cell not in _HEADS and not cell.startswith("[") for key in re.split(r", | (?=→)", cell)
    }


@pytest.mark.parametrize(
    ("name", "scopes"),
    [
        ("", (Scope.APP, Scope.CHAT)),
        ("chat", (Scope.TALK, Scope.INPUT)),
        ("chats", (Scope.CHATS,)),
        ("find", (Scope.SEARCH,)),
        ("why", (Scope.WHY,)),
        ("memories", (Scope.MEMORIES,)),
        ("topics", (Scope.TOPICS,)),
        ("health", (Scope.HEALTH,)),
        ("models", (Scope.MODELS,)),
        ("settings", (Scope.SETTINGS,)),
        ("import", (Scope.IMPORT,)),
        ("help", (Scope.FORM,)),
    ],
)
def test_a_page_names_every_key_of_its_place_and_no_other(name: str, scopes: tuple[Scope, ...]) -> None:
    # What acts on turns is told of with the talk, not in the table of the chat's keys.
    text = page(name) + (page("chat") if not name else "")
    entries = actions(*scopes)
    named = [one.id for one in entries if not re.search(rf"(?<![\w+]){re.escape(key_words(one))}(?!\w)", text)]
    assert named == [], "not named"
    known = {key for one in (*entries, *actions(Scope.APP, Scope.CHAT)) for key in all_key_words(one).split(", ")}
    assert table_keys(page(name)) - known == set(), "no such key"


def test_every_page_is_led_to_and_shows_its_screen() -> None:
    listed = set(re.findall(r"\]\(guide/([a-z-]+)\.md\)", page("")))
    pages = {one.stem for one in GUIDE.with_suffix("").glob("*.md")}
    assert pages == listed
    without = {one for one in pages if "../pictures/" not in page(one)}
    assert without == {"slash-commands", "line-by-line", "commands"}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_link_within_the_project_leads_somewhere(path: Path) -> None:
    prose = re.sub(r"`[^`]*`", "", path.read_text("utf-8"))
    targets = re.findall(r"\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)", prose)
    assert [one for one in targets if one and not (path.parent / one).exists()] == []

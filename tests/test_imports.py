"""Who may import whom, where import-linter's contracts are too coarse: single modules that own a foreign one."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OWNERS = {
    "sqlite3": {"memory/database.py"},
    "pysqlite3": {"memory/database.py"},
    "sqlite_vec": {"memory/database.py"},
    "llama_cpp": {"assistant/llama_worker.py"},
    "safetensors": {"memory/embedding.py"},
    "tokenizers": {"memory/embedding.py"},
    # Its files are read; the package is never imported.
    "wordllama": set(),
}


def imported_names(path: Path) -> set[str]:
    """Collect the top-level packages that a file imports, inside functions too, type-checking blocks left out."""
    names: set[str] = set()
    tree = ast.parse(path.read_text("utf-8"))
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for part in node.body
        for inner in ast.walk(part)
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("package", sorted(OWNERS))
def test_foreign_package_is_imported_by_its_owner_alone(package: str) -> None:
    importers = {
        path.relative_to(ROOT).as_posix()
        for folder in ("memory", "assistant", "tui")
        for path in (ROOT / folder).rglob("*.py")
        if package in imported_names(path)
    }
    assert importers <= OWNERS[package]


def test_memories_are_stored_under_pins_by_one_module_alone() -> None:
    """What goes past `assistant.storing` would not be held by a pinned topic."""
    past_it = {
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for folder in ("assistant", "tui")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in _storing_names(node)
    }
    assert past_it == {"assistant/storing.py: store", "assistant/storing.py: store_each"}


def _storing_names(node: ast.AST) -> set[str]:
    if isinstance(node, ast.ImportFrom) and node.module == "memory.capture":
        return {alias.name for alias in node.names} & {"store", "store_each"}
    return {"insert_memory"} if isinstance(node, ast.Attribute) and node.attr == "insert_memory" else set()

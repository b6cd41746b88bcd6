"""Writing a message in one's own editor: real programs, started as an editor would be."""

import sys
from pathlib import Path

import pytest

from assistant.errors import AssistantError
from tui.code_blocks import code_blocks
from tui.outside_editor import edit_text, editor_command


def an_editor(tmp_path: Path, body: str) -> list[str]:
    script = tmp_path / "editor.py"
    script.write_text(f"import sys, pathlib\npath = pathlib.Path(sys.argv[1])\n{body}\n", "utf-8")
    return [sys.executable, str(script)]


def test_editor_gets_the_text_and_gives_back_what_was_saved(tmp_path: Path) -> None:
    command = an_editor(tmp_path, "path.write_text(path.read_text('utf-8').upper() + 'é\\n', 'utf-8')")

    assert edit_text("two\nlines", command) == "TWO\nLINESé"


def test_folder_of_the_text_is_gone_afterwards_with_what_the_editor_left(tmp_path: Path) -> None:
    note = tmp_path / "where"
    command = an_editor(
        tmp_path, f"(path.parent / '.swap').write_text('secret'); open({str(note)!r}, 'w').write(str(path.parent))"
    )

    edit_text("secret", command)

    assert not Path(note.read_text()).exists()


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("sys.exit(3)", "ended with an error (3)"),
        ("path.write_bytes(b'\\xff\\xfe\\xfa')", "no text that can be read"),
        ("path.unlink()", "no text that can be read"),
    ],
)
def test_editor_that_fails_is_told_in_words(tmp_path: Path, body: str, words: str) -> None:
    with pytest.raises(AssistantError) as raised:
        edit_text("text", an_editor(tmp_path, body))
    assert words in raised.value.message


def test_editor_that_is_not_there_is_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(AssistantError) as raised:
        edit_text("text", [str(tmp_path / "no-editor")])
    assert "cannot be started" in raised.value.message


def test_visual_wins_over_editor_and_may_bear_arguments() -> None:
    assert editor_command({"VISUAL": "code --wait", "EDITOR": "vi"}) == ["code", "--wait"]
    assert editor_command({"EDITOR": "vi"}) == ["vi"]
    with pytest.raises(AssistantError):
        editor_command({"VISUAL": "code 'open"})


def test_blocks_of_code_come_without_their_fences() -> None:
    text = "First:\n\n```python\nprint(1)\n```\n\nthen\n\n    indented\n\nand one that was stopped:\n\n~~~\nls -l"

    assert code_blocks(text) == ["print(1)", "indented", "ls -l"]
    assert code_blocks("none `here`") == []

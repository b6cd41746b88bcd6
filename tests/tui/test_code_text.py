"""Long lines of code go on in the next row; what is copied is the code."""

import pytest
from textual.geometry import Offset
from textual.selection import Selection

from memory.records import ChatId
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tui.widgets.code_text import MARK, CodeText

LINE = "result = " + " + ".join(f"value_{n}" for n in range(40))
CODE = f"def total():\n\treturn 1\n\n{LINE}\nprint('end')"


async def show_code(driver: Driver) -> CodeText:
    await driver.send("code?")
    await driver.turn_over()
    await driver.until(lambda: bool(driver.last.query(CodeText)))
    return driver.last.query_one(CodeText)


def painted(text: CodeText) -> list[str]:
    return [text.render_line(row).text.rstrip() for row in range(text.size.height)]


@pytest.mark.parametrize("size", SIZES)
async def test_no_line_of_code_is_cut(size: tuple[int, int]) -> None:
    backend = a_backend()
    backend.scripts = [[f"Thus:\n\n```python\n{CODE}\n```\n"]]
    async with driving(backend, size=size) as driver:
        text = await show_code(driver)
        await driver.until(lambda: text.size.height > len(CODE.splitlines()) + 2)
        rows = [row.strip() for row in painted(text) if row.strip()]
        assert rows[0] == "def total():"
        assert rows[-1] == "print('end')"
        joined = "".join(row.removeprefix(MARK) if row.startswith(MARK) else row for row in rows[2:-1])
        assert joined.replace(" ", "") == LINE.replace(" ", "")
        await driver.pilot.press("f9", "x")
        assert driver.app.clipboard == CODE


async def test_what_the_mouse_selects_is_the_code_and_not_the_marks() -> None:
    backend = a_backend()
    backend.scripts = [[f"```\n{LINE}\n```\n"]]
    async with driving(backend, size=(60, 24)) as driver:
        text = await show_code(driver)
        await driver.until(lambda: text.size.height > 1 + 2)
        found = text.get_selection(Selection(Offset(0, 0), None))
        assert found is not None
        assert found[0] == LINE


async def test_code_that_streams_grows_in_its_block() -> None:
    backend = a_backend()
    backend.scripts = [["```\none\n", "two\n", LINE, "\n```\n"]]
    async with driving(backend, size=(60, 24)) as driver:
        text = await show_code(driver)
        await driver.until(lambda: "two" in "\n".join(painted(text)) and MARK in "\n".join(painted(text)))
        assert len(backend.chats[ChatId(1)].turns) == 3

"""What stands over a reply and under it: who wrote it, how long it took, and what became of it."""

import threading
from dataclasses import replace

import pytest

from assistant.model import ModelInfo
from memory.records import ChatId, MessageStatus, Usage
from tests.tui.driving import SIZES, Driver, a_backend, driving
from tests.tui.fake_backend import MODEL, FakeBackend
from tui.model_name import short_name
from tui.widgets.message import TurnBlock
from tui.widgets.reply_heading import ReplyFacts, ReplyHeading

BIGGER = "Qwen2.5-1.5B-Instruct"


def heading(block: TurnBlock) -> str:
    return str(block.query_one(ReplyHeading).render())


def written_by(backend: FakeBackend, *names: str) -> FakeBackend:
    view = backend.chats[ChatId(1)]
    turns = zip(view.turns, names, strict=True)
    backend.chats[ChatId(1)] = replace(
        view, turns=tuple(replace(one, reply=replace(one.reply, model_name=name)) for one, name in turns)
    )
    return backend


def with_status(backend: FakeBackend, status: MessageStatus, text: str | None = None) -> FakeBackend:
    view = backend.chats[ChatId(1)]
    reply = replace(view.turns[-1].reply, status=status)
    reply = reply if text is None else replace(reply, text=text)
    backend.chats[ChatId(1)] = replace(view, turns=(*view.turns[:-1], replace(view.turns[-1], reply=reply)))
    return backend


async def test_replies_of_the_model_in_use_name_none() -> None:
    async with driving(written_by(a_backend(), MODEL.name, MODEL.name), size=(160, 40)) as driver:
        assert not any(short_name(MODEL.name) in heading(block) for block in driver.log.blocks)


@pytest.mark.parametrize("names", [(BIGGER, BIGGER), (MODEL.name, BIGGER)])
async def test_replies_of_another_model_or_of_several_name_theirs(names: tuple[str, str]) -> None:
    async with driving(written_by(a_backend(), *names), size=(160, 40)) as driver:
        for block, name in zip(driver.log.blocks, names, strict=True):
            assert heading(block).endswith(f" · {short_name(name)}")


async def test_another_model_in_use_makes_the_replies_before_it_name_theirs() -> None:
    backend = written_by(a_backend(), MODEL.name, MODEL.name)
    async with driving(backend, size=(160, 40)) as driver:
        parts = driver.screen._parts
        assert parts is not None
        parts.model.loaded(ModelInfo(BIGGER, "/models/q.gguf", 8192, 8192, 1, 90.0))
        await driver.until(lambda: short_name(MODEL.name) in heading(driver.last))


@pytest.mark.parametrize(
    ("width", "words"),
    [
        (120, "Reverie  16:12 · 45 tokens, 21.0 a second · 2.5 s, the first after 0.4 s · Qwen2.5"),
        (80, "Reverie  16:12 · 45 tokens, 21.0 a second · 2.5 s · Qwen2.5"),
        (50, "Reverie  16:12 · 45 tokens, 21.0 a second · 2.5 s"),
        (45, "Reverie  16:12 · 45 tokens, 21.0 a second"),
        (35, "Reverie  16:12 · 21.0 a second"),
        (20, "Reverie  16:12"),
    ],
)
async def test_what_has_no_room_is_left_out_whole_the_model_first(width: int, words: str) -> None:
    async with driving(a_backend(), size=(200, 40)) as driver:
        found = driver.last.query_one(ReplyHeading)
        found.tell(ReplyFacts("16:12", "", Usage(310, 240, 0.4, 21.0, 45), "Qwen2.5"))
        found.styles.width = width
        await driver.until(lambda: found.content_size.width == width)
        await driver.until(lambda: str(found.render()) == words)


async def test_a_reply_of_one_token_says_how_long_it_took_at_the_smallest_size() -> None:
    backend = a_backend()
    view = backend.chats[ChatId(1)]
    reply = replace(view.turns[-1].reply, usage=Usage(310, 240, 0.4, 0.0, 1))
    backend.chats[ChatId(1)] = replace(view, turns=(*view.turns[:-1], replace(view.turns[-1], reply=reply)))
    async with driving(backend, size=(50, 16)) as driver:
        assert "1 token · 0.4 s" in heading(driver.last)


@pytest.mark.parametrize("size", SIZES)
async def test_stopped_leaves_as_soon_as_the_reply_is_written_again(size: tuple[int, int]) -> None:
    backend = with_status(a_backend(), MessageStatus.STOPPED)
    gate = threading.Event()
    backend.scripts = [["Another", gate, " one."]]
    async with driving(backend, size=size) as driver:
        assert "stopped" in driver.last.notes
        await driver.pilot.press("f8")
        await driver.until(lambda: driver.last.reply_text == "Another")
        assert "stopped" not in driver.last.notes
        gate.set()
        await driver.turn_over()
        assert "stopped" not in driver.last.notes


async def test_stopped_comes_back_where_no_other_reply_came() -> None:
    backend = with_status(a_backend(), MessageStatus.STOPPED)
    backend.scripts = [[]]
    async with driving(backend) as driver:
        await driver.pilot.press("f8")
        await driver.turn_over()
        await driver.until(lambda: driver.last.notes == ("stopped",))


async def test_an_empty_reply_says_so() -> None:
    async with driving(with_status(a_backend(), MessageStatus.COMPLETE, "")) as driver:
        assert "The model answered nothing; F8 asks again." in text_under(driver)


def text_under(driver: Driver) -> str:
    return str(driver.last.query_one(".notes").render())


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Smollm2 135M 8k Lc100K Mix1 Ep2", "SmolLM2 135M"),
        ("Qwen2.5-1.5B-Instruct", "Qwen2.5-1.5B"),
        ("Gemma 3 4b It", "Gemma 3 4b"),
        ("Qwen2.5 1.5B Instruct GGUF\x1b[2J", "Qwen2.5 1.5B"),
        ("Italian-7B", "Italian-7B"),
    ],
)
def test_a_model_is_called_by_its_short_name(name: str, short: str) -> None:
    assert short_name(name) == short

"""Take the pictures of the README and the guide: python -m tools.pictures [NAME ...] (writes docs/pictures/*.svg).

The one fact that a reader would get wrong: the app, the store and the embedder are the real ones, on a folder that is
thrown away. Only the model's words are scripted and the clock stands still, so that the same code gives the same picture;
what the models screen says of memory is this machine's.
"""

import asyncio
import json
import os
import sys
import tempfile
import threading
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from textual.pilot import Pilot

from assistant import chats, memories, topics
from assistant.bootstrap import build_session
from assistant.config import Config
from assistant.events import Completed
from assistant.idle import run_due
from assistant.jobs.job import JobName
from assistant.scripted_model import ScriptedModel
from assistant.session import Session
from assistant.turn import TurnRequest, run_turn
from memory.embedding import WordLlamaEmbedder
from tui.activity import Phase
from tui.app import ReverieApp
from tui.session_backend import SessionBackend

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SIZE = (120, 36)
_START = datetime(2026, 2, 27, 16, 12, tzinfo=UTC)
_LONGEST_S = 20.0
_DIALOG_S = 1.0
# Is not there, so that every default holds; it is what the settings screen names.
_CONFIG_FILE = Path("~/.config/reverie/config.toml")
_DAY_OF_ORDERS = 5

# Day, chat, what the user says, what the model answers. Each day is a session of its own, as it would be.
_TALK = (
    (0, "Moving in", "my name is Lotte and I moved to Ghent in May", "Welcome to Ghent, Lotte. How do you like it?"),
    (0, "Moving in", "my sister Ilse lives across the canal", "Good to have her close by."),
    (0, "Moving in", "my sister Ilse is vegetarian", "I will keep that in mind."),
    (2, "Tea shelf", "my favourite tea is a smoky Lapsang Souchong", "A strong one, for cold mornings."),
    (2, "Tea shelf", "the green tea is from the shop on the Korenmarkt in Ghent", "A short walk, then."),
    (2, "Tea shelf", "coffee after noon keeps me awake", "Then tea it is, in the afternoon."),
    (5, "Rex", "our dog Rex chewed the door mat", "Poor door mat."),
    (9, "Market", "the Friday market in Ghent has a stall with Belgian honey", "That goes well with tea."),
    (9, "Market", "the tea stall on the Friday market opens at half past seven", "Early, but worth it."),
    (
        15,
        "Tea on Sunday",
        "Ilse comes for tea on Sunday, is there a stall on the Friday market that I should go to?",
        (
            "Since Ilse is vegetarian: leeks for a tart, and **Belgian honey** for waffles.\n\n"
            "- Go early: the tea stall opens at half past seven\n- The honey stall is on the same side"
        ),
    ),
    (
        15,
        "Tea on Sunday",
        "and which tea goes with the Belgian honey from that market stall?",
        (
            "Your **Lapsang Souchong** is strong beside honey. Begin with the green tea from the Korenmarkt, and keep "
            "the smoky one for the end."
        ),
    ),
)


class StillClock:
    """Stands where it is put."""

    def __init__(self) -> None:
        self.at = _START

    def now(self) -> datetime:
        """Return the moment it was put to."""
        return self.at

    def monotonic_s(self) -> float:
        """Return no time gone by, so that no second is counted in a picture."""
        return 0.0


def build(folder: Path, clock: StillClock, model: ScriptedModel) -> Session:
    """Open a session on an empty folder."""
    config = Config(data_dir=str(folder), timezone="UTC", seed=0, retrieved_cooldown=3)
    return build_session(config, clock=clock, model=model, embedder=WordLlamaEmbedder(), config_file=_CONFIG_FILE)


def talk(session: Session, clock: StillClock, model: ScriptedModel, day: int) -> None:
    """Say what is said on a day, after the idle work of the night before."""
    clock.at = _START + timedelta(days=day)
    run_due(session, clock.now(), [JobName.MERGE, JobName.GIST, JobName.FADE, JobName.SCAN, JobName.DREAM])
    for _, title, text, reply in (one for one in _TALK if one[0] == day):
        clock.at += timedelta(minutes=3)
        name = title.lower().replace(" ", "-")
        chat = chats.chat_by_name(session, name) or chats.new_chat(session, name)
        chats.rename_chat(session, chat.id, title)
        model.script([reply])
        *_, last = run_turn(session, TurnRequest(chat.id, text), threading.Event())
        if not isinstance(last, Completed):
            raise TypeError(f"the turn {text!r} was not completed")


def last_session(folder: Path, clock: StillClock, model: ScriptedModel) -> Session:
    """Talk two weeks away, ban and pin something, and return the session of the last day."""
    *days, today = sorted({one[0] for one in _TALK})
    for day in days:
        with closing(build(folder, clock, model)) as session:
            talk(session, clock, model, day)
            if day == _DAY_OF_ORDERS:
                topics.ban(session, "Rex")
                topics.pin_topic(session, "vegetarian")
                memories.remember(session, "The boiler man comes on the 20th.")
    session = build(folder, clock, model)
    talk(session, clock, model, today)
    clock.at += timedelta(minutes=4)
    return session


async def _until_still(app: ReverieApp, pilot: Pilot[int]) -> None:
    """Wait until the model is loaded and nothing is read or painted any more."""
    async with asyncio.timeout(_LONGEST_S):
        while app.chat.activity.phase is not Phase.READY:
            await pilot.pause(0.05)
        while app.workers:
            await asyncio.wait_for(app.workers.wait_for_complete(), _LONGEST_S)
            await pilot.pause(0.05)
    await pilot.pause(0.2)


def write_export(path: Path) -> None:
    """Write three chats as ChatGPT exports them, one of them without a date."""
    chats_of_it = [
        _exported(
            "Sourdough", ("how warm must a sourdough starter be?", "About 25 degrees."), ("mine is slow", "Wait.")
        ),
        _exported("Night trains", ("is there a night train from Ghent to Vienna?", "From Brussels there is.")),
        _exported("", ("and back?", "The same way."), is_dated=False),
    ]
    path.parent.mkdir(parents=True)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps(chats_of_it))


def _exported(title: str, *turns: tuple[str, str], is_dated: bool = True) -> dict[str, object]:
    at = (_START - timedelta(days=500)).timestamp() if is_dated else None
    said = [(role, text) for turn in turns for role, text in zip(("user", "assistant"), turn, strict=True)]
    mapping: dict[str, object] = {"0": {"id": "0", "message": None, "parent": None, "children": ["1"]}}
    for number, (role, text) in enumerate(said, 1):
        message = {
            "id": f"{title}-{number}",
            "author": {"role": role},
            "create_time": at,
            "content": {"content_type": "text", "parts": [text]},
        }
        children = [str(number + 1)] if number < len(said) else []
        mapping[str(number)] = {"id": str(number), "message": message, "parent": str(number - 1), "children": children}
    last = str(len(said))
    return {
        "id": title or "3",
        "title": title,
        "create_time": at,
        "update_time": at,
        "mapping": mapping,
        "current_node": last,
    }


async def take(app: ReverieApp, folder: str, names: list[str]) -> None:
    """Go from screen to screen and keep what each shows, the throw-away folder named alike; no names are all of them."""
    async with app.run_test(size=SIZE) as pilot:
        await _until_still(app, pilot)
        for name, keys in (
            ("chat", ()),
            ("topics", ("f5",)),
            ("memories", ("escape", "f6", *["down"] * 7)),
            ("health", ("escape", "f7")),
            ("find", ("escape", "alt+g", *"market")),
            ("models", ("escape", "f10", "down", "down")),
            ("settings", ("escape", "f12", *["down"] * 7)),
            ("import", ("escape", "alt+i", *"~/Downloads/chatgpt-export.zip", "enter")),
            ("help", ("escape", "f1")),
            ("chats", ("escape", "f2", "down", "down")),
            ("why", ("escape", "f3", "down", "down", "down", "down", "down")),
            ("welcome", ("escape", "escape", "alt+w")),
        ):
            if names and name not in names:
                continue
            await pilot.press(*keys)
            # A dialog's worker waits for the answer.
            await (pilot.pause(_DIALOG_S) if name == "welcome" else _until_still(app, pilot))
            # Of one length, so that nothing beside it moves.
            picture = app.export_screenshot(title="Reverie").replace(folder, f"{'~/reverie':-<{len(folder)}}")
            (PICTURES / f"{name}.svg").write_text(picture, "utf-8")


def main() -> None:
    """Write every picture."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        clock, model = StillClock(), ScriptedModel()
        session = last_session(Path(folder), clock, model)
        home = Path(folder, "home")
        write_export(home / "Downloads" / "chatgpt-export.zip")
        os.environ["HOME"] = str(home)
        asyncio.run(take(ReverieApp(lambda: SessionBackend(session), clock=clock), folder, sys.argv[1:]))


if __name__ == "__main__":
    main()

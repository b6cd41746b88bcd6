"""Random scripts against the naive model: who is in, who is out, why and until when agree after every turn.

The one fact that a reader would get wrong: the messages are symbols only, for which retrieval does not look, so that
every candidate is an authored one and the two sides can be compared whole. A failure prints the steps that led to it; the
examples are the same on every run (`derandomize`), so running this file again reproduces it.
"""

import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from hysteresis_model import ASKED_WORD, Model, Note, Outcome
from replay_world import Result, World, active, withheld

EXAMPLES = 125  # of about 42 steps: more than 5,000 in all
STEPS = 50
# In memory where the system has such a folder: thousands of turns need not wait for a disk.
SHARED_MEMORY = "/dev/shm"  # noqa: S108  # the folder made in it has a name of its own
FAST_FOLDER = SHARED_MEMORY if os.access(SHARED_MEMORY, os.W_OK) else None
MOST_MEMORIES = 3
MOST_CHATS = 6
KEYS = ["%%", "&&", "++", "=="]
TOPICS = ["rex", "ilse", "moss"]
KNOB = st.sampled_from([0, 1, 2, 3, 5, 8])
GROUP = st.sampled_from(["", "", "g", "h", "g,h"])
CHANCE = st.sampled_from([100, 100, 100, 50, 0])
IMPORTANCE = st.sampled_from([0.2, 0.5, 0.5, 0.8])
SAID = st.lists(st.sampled_from(KEYS), unique=True, max_size=4)
HANDLES = [f"n{number}" for number in range(1, 7)]
ASKED_HANDLE = "n6"


@st.composite
def notes(draw: st.DrawFn, handle: str) -> Note:
    is_asked = handle == ASKED_HANDLE
    return Note(
        handle=handle,
        topic=ASKED_WORD if is_asked else draw(st.sampled_from(TOPICS)),
        keys=[] if is_asked else draw(st.lists(st.sampled_from(KEYS), unique=True, min_size=1, max_size=2)),
        importance=draw(IMPORTANCE),
        # Found by a question it has a score that only retrieval knows: nothing may hang on it.
        sticky=0 if is_asked else draw(KNOB),
        group="" if is_asked else draw(GROUP),
        cooldown=draw(KNOB),
        delay=draw(st.sampled_from([0, 0, 0, 2, 5])),
        constant=draw(st.sampled_from([False, False, False, True])),
        probability=draw(CHANCE),
        exclude_keys=draw(st.sampled_from([[], [], [KEYS[2]], [KEYS[3]]])),
        pinned=draw(st.sampled_from([False] * 7 + [True])),
    )


def text_of(note: Note) -> str:
    return f"{note.topic} and {note.handle}"


class Scripts(RuleBasedStateMachine):
    """One script on one folder, beside the model."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="reverie-machine-", dir=FAST_FOLDER))
        self.world = World(self.folder)
        self.model = Model([], MOST_MEMORIES)
        self.names = 0

    def teardown(self) -> None:
        self.world.__exit__(None, None, None)
        shutil.rmtree(self.folder)

    def compare(self, result: Result, expected: Outcome) -> None:
        told, standing = active(result), [one["id"] for one in result["active"] if one["reason"] == "standing"]
        assert len(told) == len(result["active"]), "a message of the chat got in"
        assert (told, withheld(result)) == (expected.active, expected.withheld)
        in_order = [handle for handle in expected.active if handle not in standing]
        assert list(told)[len(standing) :] == in_order, "prompt order"

    def new_name(self) -> str:
        self.names += 1
        return f"chat {self.names}"

    @initialize(given=st.tuples(*map(notes, HANDLES)))
    def write_notes(self, given: tuple[Note, ...]) -> None:
        self.world.do("start", config={"memory_block_max_memories": MOST_MEMORIES})
        self.model = Model(given, MOST_MEMORIES)
        for note in given:
            self.world.do(
                "memory", id=note.handle, text=text_of(note), keys=note.keys, importance=note.importance,
                sticky=note.sticky, cooldown=note.cooldown, delay=note.delay, constant=note.constant,
                probability=note.probability, group=note.group, exclude_keys=note.exclude_keys, pinned=note.pinned,
            )  # fmt: skip

    def turn(self, do: str, said: list[str], mode: str, *, is_kept: bool = True, **fields: object) -> None:
        words = [*said, f"{ASKED_WORD}?"] if mode == "asked" else said
        if do != "cancel":
            fields["mode"] = mode
        result = self.world.do(do, text=" ".join(words) or "…", **fields)
        expected = self.model.expect(said, mode, withheld(result))
        self.compare(result, expected)
        if is_kept:
            assert result["turn"] == self.model.next_turn
            self.model.keep(mode, expected)

    @rule(said=SAID)
    def say(self, said: list[str]) -> None:
        self.turn("say", said, "associative")

    @rule(said=SAID)
    def say_once_more(self, said: list[str]) -> None:
        self.turn("say", said, "associative")

    @rule(said=SAID)
    def ask(self, said: list[str]) -> None:
        self.turn("say", said, "asked")

    @rule(said=SAID)
    def preview(self, said: list[str]) -> None:
        self.turn("preview", said, "associative", is_kept=False)

    @rule(said=SAID)
    def cancel_before_the_first_token(self, said: list[str]) -> None:
        self.turn("cancel", said, "associative", is_kept=False)

    @rule(said=SAID)
    def cancel_after_some_tokens(self, said: list[str]) -> None:
        self.turn("cancel", said, "associative", after_tokens=1, reply="one and two and three")

    @precondition(lambda self: self.model.path)
    @rule()
    def regenerate(self) -> None:
        result = self.world.do("regenerate")
        assert result["turn"] == self.model.path[-1].id
        self.compare(result, self.model.regenerate())

    @precondition(lambda self: self.model.path)
    @rule(data=st.data())
    def rewind(self, data: st.DataObject) -> None:
        ids = [turn.id for turn in self.model.path]
        to_turn = data.draw(st.sampled_from([*reversed(ids[-4:]), 0]), label="to_turn")
        self.world.do("rewind", to_turn=to_turn)
        self.model.rewind(to_turn)

    @precondition(lambda self: self.model.path and len(self.model.chats) < MOST_CHATS)
    @rule(data=st.data())
    def branch(self, data: st.DataObject) -> None:
        from_turn = data.draw(st.sampled_from([turn.id for turn in reversed(self.model.path)]), label="from_turn")
        name = self.new_name()
        self.world.do("branch", from_turn=from_turn, name=name)
        self.model.branch(from_turn, name)

    @rule(data=st.data())
    def switch_chat(self, data: st.DataObject) -> None:
        names = list(self.model.chats)
        if len(names) < MOST_CHATS:
            names.append(self.new_name())
        name = data.draw(st.sampled_from(names), label="chat")
        self.world.do("chat", name=name)
        self.model.chats.setdefault(name, [])
        self.model.chat = name

    @rule(handle=st.sampled_from(HANDLES[:-1]), sticky=KNOB, cooldown=KNOB, delay=st.sampled_from([0, 3, 6]))
    def edit_knobs(self, handle: str, sticky: int, cooldown: int, delay: int) -> None:
        self.edit(handle, sticky=sticky, cooldown=cooldown, delay=delay)

    @rule(handle=st.sampled_from(HANDLES[:-1]), group=GROUP, probability=CHANCE, importance=IMPORTANCE)
    def edit_chance(self, handle: str, group: str, probability: int, importance: float) -> None:
        self.edit(handle, group=group, probability=probability, importance=importance)

    @rule(handle=st.sampled_from(HANDLES), is_on=st.booleans())
    def edit_switch(self, handle: str, *, is_on: bool) -> None:
        self.edit(handle, disabled=is_on)

    @rule(handle=st.sampled_from(HANDLES[:-1]), topic=st.sampled_from(TOPICS))
    def edit_text(self, handle: str, topic: str) -> None:
        self.edit(handle, topic=topic)

    def edit(self, handle: str, **changes: object) -> None:
        note = self.model.notes[handle]
        for name, value in changes.items():
            setattr(note, name, value)
        fields = {"text": text_of(note)} if "topic" in changes else changes
        self.world.do("edit", id=handle, **fields)
        self.model.happened()

    @rule(term=st.sampled_from([*TOPICS, ASKED_WORD]))
    def ban(self, term: str) -> None:
        self.world.do("ban", term=term)
        self.model.banned.add(term)
        self.model.happened()

    @precondition(lambda self: self.model.banned)
    @rule(data=st.data())
    def unban(self, data: st.DataObject) -> None:
        term = data.draw(st.sampled_from(sorted(self.model.banned)), label="term")
        self.world.do("unban", term=term)
        self.model.banned.remove(term)
        self.model.happened()

    @rule(handle=st.sampled_from(HANDLES), is_on=st.booleans())
    def pin(self, handle: str, *, is_on: bool) -> None:
        self.world.do("pin" if is_on else "unpin", id=handle)
        self.model.notes[handle].pinned = is_on
        self.model.happened()

    @rule(kill=st.booleans())
    def restart(self, *, kill: bool) -> None:
        self.world.do("restart", kill=kill)


TestScripts = Scripts.TestCase
TestScripts.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

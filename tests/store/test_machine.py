"""A rule-based state machine: chats, turns, branches, rewinds and deletions on a real file, against a plain dict."""

import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np
from exchanges import complaints
from fakes import MONDAY
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    rule,
)

from memory.capture import Captured
from memory.capture import store as store_captured
from memory.database import Connection, connect, transaction
from memory.folder import DATABASE_NAME, prepare_folder
from memory.opening import open_store
from memory.records import (
    ChatId,
    InReason,
    Kind,
    MemoryId,
    MessageStatus,
    Mode,
    OutReason,
    Provenance,
    Role,
    TurnId,
    Verdict,
    VerdictKind,
)  # fmt: skip
from memory.store import chats, memories, memory_ids, messages, verdicts
from memory.store.memories import NewMemory
from memory.store.messages import NewReply

WORDS = st.sampled_from(["tea", "rain", "garden", "Rex", "日本語", "naïve", "bread and butter", "x"])


def vectors(number: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.float32]]":
    return np.full((number, 256), 1 / 16, dtype=np.float32)


class Store(RuleBasedStateMachine):
    """`paths` says which turns each chat holds, `said` what each memory says and which turn it goes with."""

    names = Bundle("names")

    def __init__(self) -> None:
        super().__init__()
        self.place = tempfile.TemporaryDirectory()
        folder = Path(self.place.name) / "data"
        prepare_folder(folder)
        self.path = open_store(folder, MONDAY).path
        assert self.path == folder / DATABASE_NAME
        self.store: Connection = self._open()
        self.paths: dict[str, list[TurnId]] = {}
        self.ids: dict[str, ChatId] = {}
        self.said: dict[MemoryId, tuple[str, TurnId | None]] = {}
        self.verdicts: dict[TurnId, set[MemoryId]] = {}
        self.highest_turn = 0
        self.made = 0

    def _open(self) -> Connection:
        store = connect(self.path)
        store.execute("PRAGMA synchronous = OFF")
        return store

    def _remember(self, text: str, provenance: Provenance, turn_id: TurnId | None) -> None:
        new = NewMemory(text, provenance, Kind.FACT, 0.6, MONDAY, MONDAY, search_text=text)
        for memory_id in store_captured(self.store, Captured((new,), vectors(1)), turn_id=turn_id):
            assert memory_id not in self.said
            self.said[memory_id] = (text, turn_id)

    def _drop_orphans(self) -> None:
        held = {turn_id for path in self.paths.values() for turn_id in path}
        self.said = {one: what for one, what in self.said.items() if what[1] is None or what[1] in held}
        self.verdicts = {turn_id: ids & self.said.keys() for turn_id, ids in self.verdicts.items() if turn_id in held}

    @initialize(target=names)
    def first_chat(self) -> str:
        return self._make_chat()

    @rule(target=names)
    def new_chat(self) -> str:
        return self._make_chat()

    def _make_chat(self) -> str:
        self.made += 1
        name = f"chat-{self.made}"
        with transaction(self.store):
            self.ids[name] = chats.create_chat(self.store, name, MONDAY).id
        self.paths[name] = []
        return name

    @rule(name=names, user_text=WORDS, reply=WORDS, mode=st.sampled_from(Mode))
    def keep_turn(self, name: str, user_text: str, reply: str, mode: Mode) -> None:
        candidates = sorted(self.said)[-3:]
        with transaction(self.store):
            expected = chats.next_turn_id(self.store)
            user = messages.add_pending(self.store, self.ids[name], user_text, "me", MONDAY)
            answer = messages.add_streaming(self.store, self.ids[name], "me", "{}", "tiny", MONDAY)
            kept = NewReply(reply, MessageStatus.COMPLETE, token_ids=(1, 2))
            turn_id = messages.keep_turn(self.store, self.ids[name], user, answer, kept, mode, MONDAY)
            found = [Verdict(one, VerdictKind.IN, in_reason=InReason.MATCHED) for one in candidates]
            verdicts.write_verdicts(self.store, turn_id, found)
            self._remember(user_text, Provenance.USER_SAID, turn_id)
            self._remember(reply, Provenance.ASSISTANT_SAID, turn_id)
        assert turn_id == expected
        assert turn_id > self.highest_turn, "a turn id was used again"
        self.highest_turn = turn_id
        self.paths[name].append(turn_id)
        self.verdicts[turn_id] = set(candidates)

    @rule(name=names, reply=WORDS)
    def answer_again(self, name: str, reply: str) -> None:
        if self.paths[name]:
            answer = messages.add_streaming(self.store, self.ids[name], "me", "{}", "tiny", MONDAY)
            messages.keep_reply(self.store, self.paths[name][-1], answer, NewReply(reply, MessageStatus.COMPLETE))

    @rule(name=names, text=WORDS)
    def message_that_is_dropped(self, name: str, text: str) -> None:
        messages.drop_message(self.store, messages.add_pending(self.store, self.ids[name], text, "me", MONDAY))

    @rule(target=names, name=names, place=st.integers(0, 30))
    def branch(self, name: str, place: int) -> str:
        path = self.paths[name]
        if not path:
            return self._make_chat()
        place %= len(path)
        self.made += 1
        aside = f"chat-{self.made}"
        with transaction(self.store):
            made = chats.create_chat(self.store, aside, MONDAY, parent_chat_id=self.ids[name], fork_turn_id=path[place])
        self.ids[aside] = made.id
        self.paths[aside] = path[: place + 1]
        return aside

    @rule(name=names, place=st.integers(0, 30))
    def rewind(self, name: str, place: int) -> None:
        path = self.paths[name]
        kept = path[: place % (len(path) + 1)]
        with transaction(self.store):
            gone = chats.drop_turns_after(self.store, self.ids[name], kept[-1] if kept else TurnId(0))
        elsewhere = {turn_id for other, turns in self.paths.items() if other != name for turn_id in turns}
        assert gone == [turn_id for turn_id in path[len(kept) :] if turn_id not in elsewhere]
        self.paths[name] = kept
        self._drop_orphans()

    @rule(name=consumes(names))
    def delete_chat(self, name: str) -> None:
        with transaction(self.store):
            chats.delete_chat(self.store, self.ids.pop(name))
        del self.paths[name]
        self._drop_orphans()

    @rule(text=WORDS)
    def remember(self, text: str) -> None:
        with transaction(self.store):
            self._remember(text, Provenance.USER_SAID, None)

    @rule(place=st.integers(0, 30))
    def delete_memory(self, place: int) -> None:
        if self.said:
            doomed = sorted(self.said)[place % len(self.said)]
            with transaction(self.store):
                memories.delete_memories(self.store, [doomed])
            del self.said[doomed]
            self._drop_orphans()

    @rule(place=st.integers(0, 30))
    def end_sticky(self, place: int) -> None:
        last = chats.last_turn_id(self.store)
        if self.said and last is not None:
            ended = Verdict(
                sorted(self.said)[place % len(self.said)], VerdictKind.ENDED, out_reason=OutReason.SUPPRESSED
            )
            verdicts.end_stickies(self.store, last, [ended])

    @rule()
    def fail_in_the_middle(self) -> None:
        with suppress(ValueError), transaction(self.store):
            for chat_id in self.ids.values():
                chats.delete_chat(self.store, chat_id)
            # The second of a name is refused.
            chats.create_chat(self.store, "half", MONDAY)
            chats.create_chat(self.store, "half", MONDAY)
        assert not self.store.in_transaction

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = self._open()

    @invariant()
    def chats_hold_the_turns_that_the_dict_says(self) -> None:
        assert {chat.name: turns for chat, turns in chats.read_chats(self.store)} == {
            name: len(path) for name, path in self.paths.items()
        }
        for name, path in self.paths.items():
            assert chats.path(self.store, self.ids[name]) == path

    @invariant()
    def memories_are_those_that_the_dict_says(self) -> None:
        found = memories.read_memories(self.store, memory_ids.all_ids(self.store))
        assert {one.id: (one.text, one.turn_id) for one in found.values()} == self.said

    @invariant()
    def verdicts_are_those_that_the_dict_says(self) -> None:
        rows = self.store.execute("SELECT turn_id, memory_id FROM verdicts WHERE verdict = 'in'").fetchall()
        expected = {(turn_id, one) for turn_id, ids in self.verdicts.items() for one in ids}
        assert {(row[0], row[1]) for row in rows} == expected

    @invariant()
    def every_turn_has_its_messages(self) -> None:
        held = sorted({turn_id for path in self.paths.values() for turn_id in path})
        for own in messages.messages_of_turns(self.store, held).values():
            kept = [one.role for one in own if one.is_kept]
            assert kept == [Role.USER, Role.ASSISTANT]

    @invariant()
    def nothing_is_orphaned_and_the_indexes_are_sound(self) -> None:
        assert complaints(self.store) == []
        assert messages.unfinished(self.store) == []

    def teardown(self) -> None:
        self.store.close()
        self.place.cleanup()


TestStore = Store.TestCase
TestStore.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)

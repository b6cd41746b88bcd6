"""The gate told a second time, as naively as can be, from the rules' words alone: lists of turns, and no shared code.

The one fact that a reader would get wrong: nothing is counted down or kept beside the turns. Every question (is it sticky,
does it cool) is answered by walking over all that ever happened, each time anew. Only what chance draws is taken from the
outside, and held to be the same each time the same memory is drawn for the same turn.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

ORDER = ["sticky", "asked", "constant", "matched"]
TIER_FACTOR = 1.2  # of what is younger than three days
ASKED_WORD = "harbour"


@dataclass
class Note:
    """An authored memory as a script gives it. `keys` are empty for the one that only a question finds."""

    handle: str
    topic: str
    keys: list[str]
    importance: float
    sticky: int = 0
    cooldown: int = 0
    delay: int = 0
    constant: bool = False
    probability: int = 100
    group: str = ""
    exclude_keys: list[str] = field(default_factory=list)
    pinned: bool = False
    disabled: bool = False


@dataclass(eq=False)
class Turn:
    """A kept turn; branches hold the same one."""

    id: int
    moment: int
    mode: str
    active: dict[str, str]
    withheld: dict[str, tuple[str, int | None]]


@dataclass(frozen=True)
class Outcome:
    """What a turn is expected to show; `active` in prompt order, the standing ones first."""

    active: dict[str, str]
    withheld: dict[str, tuple[str, int | None]]


class Model:
    """All that ever happened, and what follows from it for the next turn."""

    def __init__(self, notes: Iterable[Note], most_memories: int) -> None:
        self.notes = {note.handle: note for note in notes}
        self.most_memories = most_memories
        self.banned: set[str] = set()
        self.chats: dict[str, list[Turn]] = {"main": []}
        self.chat = "main"
        self.next_turn = 1
        self.moment = 0
        self.suppressions: list[tuple[str, int]] = []
        self.draws: dict[tuple[str, int], bool] = {}

    @property
    def path(self) -> list[Turn]:
        return self.chats[self.chat]

    def happened(self) -> None:
        """Note the end of an event: what is suppressed now, nothing of it that fired until now is sticky any more."""
        self.moment += 1
        self.suppressions += [(note.handle, self.moment) for note in self.notes.values() if self.is_suppressed(note)]

    def is_suppressed(self, note: Note) -> bool:
        return note.disabled or note.topic in self.banned

    def counted(self) -> list[Turn]:
        """List the turns that count for distances: of this path, and of chats that share no turn with it."""
        turns = list(self.path)
        for other in self.chats.values():
            if not any(turn in self.path for turn in other):
                turns += [turn for turn in other if turn not in turns]
        return turns

    def distance(self, since: Turn) -> int:
        return len([turn for turn in self.counted() if turn.id > since.id]) + 1

    def is_sticky(self, note: Note) -> bool:
        fired = [
            place for place, turn in enumerate(self.path) if turn.active.get(note.handle) in ("constant", "matched")
        ]
        if not fired:
            return False
        start = self.path[fired[-1]]
        is_cut = any(handle == note.handle and moment > start.moment for handle, moment in self.suppressions)
        is_whole = all(note.handle in turn.active for turn in self.path[fired[-1] :])
        return is_whole and not is_cut and self.distance(start) <= note.sticky

    def activations(self, note: Note) -> list[Turn]:
        return [turn for turn in self.counted() if turn.active.get(note.handle, "standing") != "standing"]

    def blocked(self, note: Note) -> int:
        """Count the turns that a cooldown still blocks, this one included."""
        active = self.activations(note)
        if not active:
            return 0
        return note.cooldown - self.distance(max(active, key=lambda turn: turn.id)) + 1

    def verdict(self, note: Note, said: Collection[str], mode: str) -> tuple[str, int | None] | None:
        """Return the reason by the first rule that holds and its end, or None for what is no candidate."""
        is_hit = any(key in said for key in note.keys)
        is_found = mode == "asked" and (is_hit or not note.keys)
        is_standing = note.pinned and not self.is_suppressed(note)
        is_sticky = self.is_sticky(note)
        missing_turns = note.delay - len(self.path)
        if not (is_hit or is_found or note.constant or is_sticky or is_standing):
            return None
        rules: list[tuple[bool, str, int | None]] = [
            (self.is_suppressed(note), "suppressed", None),
            (is_standing, "standing", None),
            (missing_turns > 0, "delayed", self.next_turn + missing_turns),
            (any(key in said for key in note.exclude_keys), "excluded", None),
            (is_sticky, "sticky", None),
            (is_found, "asked", None),
            (self.blocked(note) > 0, "cooling", self.next_turn + self.blocked(note)),
            (note.constant, "constant", None),
            (is_hit, "matched", None),
        ]
        return next((reason, until) for holds, reason, until in rules if holds)

    def rank(self, note: Note, said: Collection[str], mode: str) -> tuple[float, float, str]:
        """Return a sort key, best first: score, importance, handle."""
        score = -1.0
        if any(key in said for key in note.keys):
            past = [turn for turn in self.activations(note) if turn.mode == "associative"]
            tired = 0.9 ** max(0, len(past) - 4)
            score = 1.0 if mode == "asked" else round(note.importance * TIER_FACTOR * tired, 4)
        return -score, -note.importance, note.handle

    def expect(self, said: Collection[str], mode: str, observed: Mapping[str, tuple[str, int | None]]) -> Outcome:
        """Tell what this message gets; `observed` is what was withheld, which is asked only for what chance drew."""
        first = {note.handle: told for note in self.notes.values() if (told := self.verdict(note, said, mode))}
        standing = {handle: "standing" for handle, (reason, _) in first.items() if reason == "standing"}
        passing = {handle: reason for handle, (reason, _) in first.items() if reason in ORDER}
        out = {handle: told for handle, told in first.items() if handle not in standing and handle not in passing}
        ranked = sorted(passing, key=lambda handle: self.rank(self.notes[handle], said, mode))
        taken: list[str] = []
        winners: list[str] = []
        for handle in sorted(ranked, key=lambda handle: passing[handle] != "sticky"):
            groups = [one for one in self.notes[handle].group.split(",") if one]
            if any(group in taken for group in groups):
                out[handle] = ("group", None)
            elif passing[handle] != "sticky" and not self.is_drawn(handle, observed):
                out[handle] = ("probability", None)
            else:
                taken += groups
                winners.append(handle)
        in_order = sorted(winners, key=lambda handle: ORDER.index(passing[handle]))
        out |= dict.fromkeys(in_order[self.most_memories :], ("budget", None))
        return Outcome(standing | {handle: passing[handle] for handle in in_order[: self.most_memories]}, out)

    def is_drawn(self, handle: str, observed: Mapping[str, tuple[str, int | None]]) -> bool:
        probability = self.notes[handle].probability
        if probability in (0, 100):
            return probability == 100
        is_lucky = observed.get(handle, ("", None))[0] != "probability"
        return self.draws.setdefault((handle, self.next_turn), is_lucky)

    def keep(self, mode: str, outcome: Outcome) -> None:
        self.happened()
        self.path.append(Turn(self.next_turn, self.moment, mode, dict(outcome.active), dict(outcome.withheld)))
        self.next_turn += 1

    def regenerate(self) -> Outcome:
        """Choose again what the last turn had chosen, less what is suppressed now."""
        turn = self.path[-1]
        for handle in list(turn.active):
            if self.is_suppressed(self.notes[handle]):
                del turn.active[handle]
                turn.withheld[handle] = ("suppressed", None)
        return Outcome(dict(turn.active), dict(turn.withheld))

    def rewind(self, to_turn: int) -> None:
        self.chats[self.chat] = [turn for turn in self.path if turn.id <= to_turn]
        self.happened()

    def branch(self, from_turn: int, name: str) -> None:
        self.chats[name] = [turn for turn in self.path if turn.id <= from_turn]
        self.chat = name
        self.happened()

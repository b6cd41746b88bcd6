"""Where store and rules meet: a message in, a selection of memories out, each with exactly one verdict.

The one fact that a reader would get wrong: `select` writes nothing. What it found becomes a fact only when the turn is
kept, so a preview is the same call.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import partial
from typing import TypeAlias

from memory.caches import Caches
from memory.database import Connection
from memory.embedding import Embedder
from memory.key_sets import KeySets
from memory.records import (
    ChatId,
    InReason,
    Memory,
    MemoryId,
    MessageId,
    Mode,
    OutReason,
    Provenance,
    Verdict,
)
from memory.rules import decay, random_band
from memory.rules.budget import Budget
from memory.rules.candidate import Candidate
from memory.rules.direct_questions import LEAST_SHARE, asks_for_one_thing
from memory.rules.draw import draw_share
from memory.rules.gate import Decision, add_random, decide, is_kept_out_by_floor
from memory.rules.keys import KeyMatch, KeyText
from memory.rules.ranking import associative_score
from memory.rules.turn_state import MemoryState, TurnClock, cooling_turns, states
from memory.search import Hit, Query, search
from memory.selection import Selection, selection_from_json, selection_json
from memory.store import chats, fading, gists, memories, memory_ids, verdicts
from memory.store.presence import read_presence
from memory.suppression import suppression
from memory.worth import has_faded, importance, tie_order

__all__ = [
    "Occasion",
    "Selection",
    "gate",
    "select",
    "selection_from_json",
    "selection_json",
]

RENEWED_OF_SHOWN = 3
_CANDIDATES = 40
_SMALLEST_WINDOW = 64
_BAND_POOL = 32
_FRESH = MemoryState()
_OWN_STATEMENTS = frozenset({Provenance.USER_SAID, Provenance.IMPORTED})
# Judges the message of an occasion by a trigger as it is stored.
_Match: TypeAlias = Callable[[str | None], KeyMatch]


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a selection is made for.

    Args:
        chat_id: The chat whose next turn it is.
        text: The user's message.
        mode: Asked or associative.
        now: The turn's moment, aware, UTC.
        zone: The user's, which days are told by; None = this computer's.
        budget: Of the memory block.
        seed: Of draws.
        standing: In the standing block, in its order.
        visible_messages: Messages in the history part of the prompt.
        expansion: Terms that may re-order what the user's words found.
        is_banned: Tells whether a memory's text, keys or title are on a banned topic.
        count_tokens: Counts what memories cost in the block, for all at once.
    """

    chat_id: ChatId
    text: str
    mode: Mode
    now: datetime
    budget: Budget
    seed: int
    count_tokens: Callable[[Sequence[Memory]], Sequence[int]]
    is_banned: Callable[[Memory], bool]
    standing: tuple[MemoryId, ...] = ()
    visible_messages: AbstractSet[MessageId] = frozenset()
    expansion: tuple[str, ...] = ()
    zone: tzinfo | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    """Everything that the verdicts of one turn are made from."""

    memories: Mapping[MemoryId, Memory]
    hits: Mapping[MemoryId, Hit]
    keys: Mapping[MemoryId, KeyMatch]
    states: Mapping[MemoryId, MemoryState]
    importances: Mapping[MemoryId, float]
    suppressed: AbstractSet[MemoryId]
    visible: AbstractSet[MemoryId]
    clock: TurnClock = field(kw_only=True)
    is_direct: bool = field(kw_only=True)


def select(connection: Connection, embedder: Embedder, occasion: Occasion, caches: Caches | None = None) -> Selection:
    """Find, rank and gate the memories of one turn; what a session keeps in `caches` only makes it faster."""
    caches = caches or Caches()
    suppressed = suppression(connection, occasion.is_banned)
    presence = read_presence(connection, occasion.now)
    hits = _search(connection, embedder, occasion, suppressed, presence, caches)
    return gate(connection, occasion, hits, suppressed, presence, caches.key_sets)


def gate(
    connection: Connection,
    occasion: Occasion,
    hits: Iterable[Hit],
    suppressed: Callable[[Memory], bool],
    presence: decay.Presence,
    key_sets: KeySets,
) -> Selection:
    """Add to what search found what keys, constants and stickies bring, and give each its verdict."""
    match = partial(key_sets.match, text=KeyText.of(occasion.text))
    found = _gather(connection, occasion, {hit.memory_id: hit for hit in hits}, suppressed, presence, match)
    candidates = _candidates(found, occasion)
    decision = decide(candidates, found.states, found.clock, occasion.budget, seed=occasion.seed)
    if occasion.mode is Mode.ASSOCIATIVE:
        decision = _with_random(connection, occasion, found, decision, suppressed, presence, match)
    return Selection(
        active=decision.active,
        withheld=decision.withheld,
        ended=decision.ended,
        renewed=_renewed(decision, found) if occasion.mode is Mode.ASKED else (),
        turn_id=found.clock.turn_id,
    )


def _search(
    connection: Connection,
    embedder: Embedder,
    occasion: Occasion,
    is_suppressed: Callable[[Memory], bool],
    presence: decay.Presence,
    caches: Caches,
) -> tuple[Hit, ...]:
    """Search, in associative mode without what has faded, whether or not idle work has moved it to the archive yet."""
    query = Query(occasion.text, occasion.mode, occasion.now, occasion.expansion, occasion.zone)
    ties = tie_order(occasion.now, presence)
    if occasion.mode is Mode.ASKED:
        return search(
            connection,
            embedder,
            query,
            is_suppressed=is_suppressed,
            limit=_CANDIDATES,
            tie_key=ties,
            live_vectors=caches.live_vectors,
        )
    faded: set[MemoryId] = set()

    def is_out(memory: Memory) -> bool:
        if has_faded(memory, occasion.now, presence):
            faded.add(memory.id)
            return True
        return is_suppressed(memory)

    hits = search(
        connection,
        embedder,
        query,
        is_suppressed=is_out,
        limit=_CANDIDATES,
        tie_key=ties,
        live_vectors=caches.live_vectors,
    )
    return tuple(hit for hit in hits if hit.memory_id not in faded)


def _gather(
    connection: Connection,
    occasion: Occasion,
    hits: Mapping[MemoryId, Hit],
    is_suppressed: Callable[[Memory], bool],
    presence: decay.Presence,
    match: _Match,
) -> _Found:
    own = chats.path(connection, occasion.chat_id)
    keyed = memories.read_triggers(connection, memory_ids.keyed_ids(connection, occasion.text))
    keys = {memory_id: match(stored) for memory_id, stored in keyed.items()}
    wanted = [
        *occasion.standing,
        *hits,
        *(memory_id for memory_id, matched in keys.items() if matched.is_hit),
        *memory_ids.constant_ids(connection),
        *(verdicts.in_prompt_of(connection, own[-1]) if own else ()),
    ]
    loaded = memories.read_memories(connection, dict.fromkeys(wanted))
    return _found(connection, occasion, loaded, hits, keys, is_suppressed, presence, match)


def _found(
    connection: Connection,
    occasion: Occasion,
    loaded: Mapping[MemoryId, Memory],
    hits: Mapping[MemoryId, Hit],
    keys: Mapping[MemoryId, KeyMatch],
    is_suppressed: Callable[[Memory], bool],
    presence: decay.Presence,
    match: _Match,
) -> _Found:
    """Find out the rest about loaded memories; `keys` holds what is known of their keys already."""
    others = memories.read_triggers(connection, loaded.keys() - keys.keys())
    clock = _clock(connection, occasion.chat_id, loaded.values())
    return _Found(
        memories=loaded,
        hits=hits,
        keys={one: keys.get(one) or match(others.get(one)) for one in loaded},
        states=_states(connection, loaded, clock),
        importances={one.id: importance(one, occasion.now, presence) for one in loaded.values()},
        suppressed=frozenset(one.id for one in loaded.values() if is_suppressed(one)),
        visible=_visible(connection, loaded.values(), occasion),
        clock=clock,
        is_direct=occasion.mode is Mode.ASSOCIATIVE and asks_for_one_thing(occasion.text),
    )


def _clock(connection: Connection, chat_id: ChatId, members: Iterable[Memory]) -> TurnClock:
    """Build a clock that knows a longer stretch than any knob of these memories looks back."""
    longest = max((max(one.knobs.sticky, one.knobs.cooldown) for one in members), default=0)
    return chats.turn_clock(connection, chat_id, window=max(longest + 2, _SMALLEST_WINDOW))


def _states(connection: Connection, ids: Iterable[MemoryId], clock: TurnClock) -> Mapping[MemoryId, MemoryState]:
    """Derive states from the rows of the clock's stretch, so that a long life costs no more than a short one."""
    rows, earlier = verdicts.recent_past(connection, ids, since=clock.known_from)
    return states(rows, clock, earlier)


def _visible(connection: Connection, members: Iterable[Memory], occasion: Occasion) -> frozenset[MemoryId]:
    """Find what the history in the prompt says already: by its message, or a gist by the messages of all it quotes."""
    shown = occasion.visible_messages
    own = {one.id for one in members if one.source_message_id in shown}
    summing_up = [one.id for one in members if one.provenance is Provenance.GIST]
    return frozenset(own | gists.quoting_only(connection, summing_up, shown))


def _candidates(found: _Found, occasion: Occasion) -> list[Candidate]:
    order = dict.fromkeys((*occasion.standing, *found.memories))
    present = [found.memories[memory_id] for memory_id in order if memory_id in found.memories]
    costs = occasion.count_tokens(present)
    standing = frozenset(occasion.standing)
    made = (
        _candidate(memory, tokens, found, occasion, is_standing=memory.id in standing)
        for memory, tokens in zip(present, costs, strict=True)
    )
    return [one for one in made if _is_concerned(one, found)]


def _is_concerned(candidate: Candidate, found: _Found) -> bool:
    """Drop what only was in the last prompt, and is no candidate by itself now."""
    past = found.states.get(candidate.memory_id, _FRESH)
    return (
        candidate.is_standing
        or candidate.is_constant
        or candidate.is_matched
        or candidate.is_asked
        or candidate.memory_id in found.hits
        or (past.fired_distance is not None and past.fired_distance <= candidate.knobs.sticky)
    )


def _candidate(memory: Memory, tokens: int, found: _Found, occasion: Occasion, *, is_standing: bool) -> Candidate:
    hit = found.hits.get(memory.id)
    match = found.keys[memory.id]
    is_retrieved = hit is not None and hit.is_above_floor
    by_key = bool(memory.trigger.keys) and match.is_hit
    is_wanted = occasion.mode is Mode.ASKED or _is_asked_for_directly(memory, hit, found)
    return Candidate(
        memory_id=memory.id,
        handle=memory.handle,
        knobs=memory.knobs,
        probability=memory.trigger.probability,
        groups=memory.trigger.groups,
        is_constant=memory.trigger.is_constant,
        is_authored=memory.provenance is Provenance.AUTHORED,
        is_suppressed=memory.id in found.suppressed,
        is_standing=is_standing,
        is_visible=memory.id in found.visible,
        is_excluded=match.is_excluded,
        is_asked=(is_retrieved or by_key) and is_wanted,
        is_matched=by_key or (is_retrieved and occasion.mode is Mode.ASSOCIATIVE),
        score=_score(memory, hit, found, occasion, by_key=by_key),
        importance=found.importances[memory.id],
        tier_factor=_tier_factor(memory, found, occasion) if occasion.mode is Mode.ASKED else 0.0,
        tokens=tokens,
    )


def _is_asked_for_directly(memory: Memory, hit: Hit | None, found: _Found) -> bool:
    """Tell whether only a cooldown keeps a statement of the user's own from the question that it answers."""
    return (
        found.is_direct
        and hit is not None
        and hit.term_share >= LEAST_SHARE
        and memory.provenance in _OWN_STATEMENTS
        and cooling_turns(memory.knobs, found.states.get(memory.id, _FRESH)) > 0
    )


def _score(memory: Memory, hit: Hit | None, found: _Found, occasion: Occasion, *, by_key: bool) -> float | None:
    relevance = 1.0 if by_key else None if hit is None else hit.relevance
    if relevance is None:
        return None
    if occasion.mode is Mode.ASKED:
        return round(relevance, 4)
    value, factor = found.importances[memory.id], _tier_factor(memory, found, occasion)
    past = found.states.get(memory.id, _FRESH)
    return round(associative_score(relevance, value, factor, past.associative_activations), 4)


def _tier_factor(memory: Memory, found: _Found, occasion: Occasion) -> float:
    return decay.tier_factor(decay.tier(occasion.now - memory.said_at), found.importances[memory.id])


def _with_random(
    connection: Connection,
    occasion: Occasion,
    found: _Found,
    decision: Decision,
    is_suppressed: Callable[[Memory], bool],
    presence: decay.Presence,
    match: _Match,
) -> Decision:
    """Add at most one old memory that nothing matched, beside others, and that nothing but the floor keeps out."""
    room = random_band.free_tokens(occasion.budget, decision)
    if room <= 0:
        return decision
    present = {one.memory_id for one in decision.active} | {
        one.memory_id for one in decision.withheld if one.out_reason is not OutReason.BELOW_FLOOR
    }
    share = draw_share("band start", seed=occasion.seed, memory_id=MemoryId(0), turn_id=found.clock.turn_id)
    said_before = occasion.now - decay.SHORT_TIER_ENDS
    ids = fading.random_band_ids(
        connection, occasion.now, presence, said_before=said_before, start_share=share, limit=_BAND_POOL
    )
    old = memories.read_memories(connection, ids)
    pooled = _found(connection, occasion, old, {}, {}, is_suppressed, presence, match)
    taken = {group for one in decision.active for group in _groups(found, one)}
    eligible = [
        one
        for one in old.values()
        if one.id not in present
        and taken.isdisjoint(one.trigger.groups)
        and random_band.is_eligible(one.provenance, one.kind, decay.tier(occasion.now - one.said_at))
        and is_kept_out_by_floor(
            _candidate(one, 0, pooled, occasion, is_standing=False), pooled.states, pooled.clock, seed=occasion.seed
        )
    ]
    picked_on = verdicts.random_picks(connection, [one.id for one in eligible])
    costs = occasion.count_tokens(eligible)
    tokens = {one.id: cost for one, cost in zip(eligible, costs, strict=True)}
    pool = [random_band.RandomCandidate(one.id, one.handle, picked_on.get(one.id), tokens[one.id]) for one in eligible]
    picked = random_band.pick(pool, turn_id=found.clock.turn_id, seed=occasion.seed, max_tokens=room)
    return decision if picked is None else add_random(decision, picked, tokens=tokens[picked])


def _groups(found: _Found, active: Verdict) -> tuple[str, ...]:
    """Return the groups that an active memory takes; a standing one competes in none."""
    return () if active.in_reason is InReason.STANDING else found.memories[active.memory_id].trigger.groups


def _renewed(decision: Decision, found: _Found) -> tuple[MemoryId, ...]:
    """Choose the best three of what a question brought up, standing ones included."""
    shown = [
        one
        for one in decision.active
        if one.in_reason is InReason.ASKED
        or (one.in_reason in (InReason.STICKY, InReason.STANDING) and _is_found(found, one.memory_id))
    ]
    best = sorted(shown, key=lambda one: -(one.score or 0.0))
    return tuple(one.memory_id for one in best[:RENEWED_OF_SHOWN])


def _is_found(found: _Found, memory_id: MemoryId) -> bool:
    hit = found.hits.get(memory_id)
    return hit is not None and hit.is_above_floor

"""A verdict in words, for the why pane and `memory show`.

The one fact that a reader would get wrong: these words name the rule and never quote the memory, so that they may be
shown for a suppressed one too.
"""

from typing import Final

from memory.records import InReason, OutReason, TurnId, Verdict, VerdictKind

_WHY_IN: Final = {
    InReason.STANDING: "Always here: one of the lasting things about you, or pinned.",
    InReason.STICKY: "Still here: it came up a moment ago and stays for a few turns.",
    InReason.ASKED: "You asked for it.",
    InReason.CONSTANT: "Written to come up without a match.",
    InReason.MATCHED: "It fits your message.",
    InReason.RANDOM: "An old one, picked by chance beside those that fit, so that nothing is lost from sight.",
}

_WHY_OUT: Final = {
    OutReason.SUPPRESSED: "Banned topic, switched off or forgotten.",
    OutReason.VISIBLE: "Its message still stands in this chat's part of the prompt; twice would help nobody.",
    OutReason.DELAYED: "Delayed: this chat is still too short for it.",
    OutReason.EXCLUDED: "One of its exclusions fits your message.",
    OutReason.COOLING: "Cooling: it came up not long ago.",
    OutReason.BELOW_FLOOR: "It fits your message too little to be of use.",
    OutReason.PROBABILITY: "Chance kept it out of this turn.",
    OutReason.GROUP: "Another memory of its group came first.",
    OutReason.BUDGET: "No room was left: a turn takes only so many memories, and what the model reads in a second.",
}


def explain(verdict: Verdict, turn_id: TurnId | None = None) -> str:
    """Say in one short sentence why a memory was in or out, and until when if that can be told.

    Args:
        verdict: Of a turn.
        turn_id: That turn, so that the end can be told as so many turns on; None = only as a turn's number.
    """
    if verdict.in_reason is not None:
        return _WHY_IN[verdict.in_reason]
    if verdict.out_reason is None:
        return "It was cut short."
    if verdict.kind is VerdictKind.ENDED:
        return f"It was cut short. {_WHY_OUT[verdict.out_reason]}"
    match verdict.out_reason, verdict.until_turn:
        case OutReason.COOLING, int(until_turn):
            return f"Cooling until turn {_end(until_turn, turn_id)}: it came up not long ago."
        case OutReason.DELAYED, int(until_turn):
            return f"Delayed until turn {_end(until_turn, turn_id)}: this chat is still too short for it."
        case reason, _:
            return _WHY_OUT[reason]


def _end(until_turn: TurnId, turn_id: TurnId | None) -> str:
    """Name the turn of an end, and how far off it is: turn 22 seen from 21 is the next one, from 18 it is 4 turns on."""
    if turn_id is None or until_turn <= turn_id:
        return str(until_turn)
    turns = until_turn - turn_id
    return f"{until_turn}, the next one" if turns == 1 else f"{until_turn}, {turns} turns on"

"""A verdict in words, for the why pane and `memory show`.

The one fact that a reader would get wrong: these words name the rule and never quote the memory, so that they may be
shown for a suppressed one too.
"""

from typing import Final

from memory.records import InReason, OutReason, Verdict, VerdictKind

_WHY_IN: Final = {
    InReason.STANDING: "Always here: it is in the standing block.",
    InReason.STICKY: "Still here: it came up a moment ago and stays for a few turns.",
    InReason.ASKED: "You asked for it.",
    InReason.CONSTANT: "Written to come up without a match.",
    InReason.MATCHED: "It fits your message.",
    InReason.RANDOM: "An old one, picked by chance.",
}

_WHY_OUT: Final = {
    OutReason.SUPPRESSED: "Banned topic, switched off or forgotten.",
    OutReason.VISIBLE: "Its message can still be read in this chat.",
    OutReason.DELAYED: "Delayed: this chat is still too short for it.",
    OutReason.EXCLUDED: "One of its exclusions fits your message.",
    OutReason.COOLING: "Cooling: it came up not long ago.",
    OutReason.BELOW_FLOOR: "It fits your message too little.",
    OutReason.PROBABILITY: "Chance kept it out of this turn.",
    OutReason.GROUP: "Another memory of its group came first.",
    OutReason.BUDGET: "No room was left: a turn takes only so many memories, and what the model reads in a second.",
}


def explain(verdict: Verdict) -> str:
    """Say in one short sentence why a memory was in or out, and until when if that can be told."""
    if verdict.in_reason is not None:
        return _WHY_IN[verdict.in_reason]
    if verdict.out_reason is None:
        return "It was cut short."
    if verdict.kind is VerdictKind.ENDED:
        return f"It was cut short. {_WHY_OUT[verdict.out_reason]}"
    match verdict.out_reason, verdict.until_turn:
        case OutReason.COOLING, int(until_turn):
            return f"Cooling until turn {until_turn}: it came up not long ago."
        case OutReason.DELAYED, int(until_turn):
            return f"Delayed until turn {until_turn}: this chat is still too short for it."
        case reason, _:
            return _WHY_OUT[reason]

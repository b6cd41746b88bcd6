"""The memories of a replay script: fields in, what is to be stored out.

The one fact that a reader would get wrong: a script's memory without knobs has those of the script format, not the
program's. The format says "the design's defaults", and a script must give the same answers when the program's change.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from assistant import authoring
from assistant.config import Config
from assistant.session import Session
from memory.records import Kind, Knobs, Logic, Provenance

_DESIGN_KNOBS = Knobs(sticky=2, cooldown=4, delay=0)
_DEFAULTS = Config()
_PROGRAM_KNOBS = Knobs(_DEFAULTS.retrieved_sticky, _DEFAULTS.retrieved_cooldown, _DEFAULTS.retrieved_delay)


def with_design_knobs(session: Session, authored: authoring.Authored) -> authoring.Authored:
    """Give a script's retrieved memory the knobs that the format promises, unless the script or its config names others.

    What is said in a script gets the program's own, as anything that is said does.
    """
    is_configured = session.retrieved_knobs != _PROGRAM_KNOBS
    if authored.provenance is Provenance.AUTHORED or is_configured:
        return authored
    return replace(
        authored,
        sticky=_DESIGN_KNOBS.sticky if authored.sticky is None else authored.sticky,
        cooldown=_DESIGN_KNOBS.cooldown if authored.cooldown is None else authored.cooldown,
        delay=_DESIGN_KNOBS.delay if authored.delay is None else authored.delay,
    )


def authored_of(fields: Mapping[str, Any]) -> authoring.Authored:
    """Turn the fields of `memory` or `edit` into what is to be stored or changed."""
    groups = fields["group"]
    return authoring.Authored(
        text=fields["text"],
        handle=fields["id"],
        provenance=Provenance(fields["provenance"]) if fields["provenance"] else None,
        kind=Kind(fields["kind"]) if fields["kind"] else None,
        importance=fields["importance"],
        age=None if fields["age_hours"] is None else timedelta(hours=fields["age_hours"]),
        keys=_tuple(fields["keys"]),
        exclude_keys=_tuple(fields["exclude_keys"]),
        secondary_keys=_tuple(fields["secondary_keys"]),
        logic=Logic(fields["logic"]) if fields["logic"] else None,
        is_constant=fields["constant"],
        probability=fields["probability"],
        groups=None if groups is None else tuple(one.strip() for one in groups.split(",") if one.strip()),
        sticky=fields["sticky"],
        cooldown=fields["cooldown"],
        delay=fields["delay"],
        is_pinned=fields["pinned"],
        is_disabled=fields["disabled"],
    )


def _tuple(values: list[str] | None) -> tuple[str, ...] | None:
    return None if values is None else tuple(values)

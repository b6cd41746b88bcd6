"""The memories of a replay script: fields in, what is to be stored out.

The one fact that a reader would get wrong: a script's memory without knobs has those of the script format, not the
program's, knob by knob unless the script's config sets it. The format says "the design's defaults", and a script must
give the same answers when the program's change.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from assistant import authoring
from assistant.config import Config
from assistant.replay_fields import moment_before
from memory.records import Kind, Knobs, Logic, Provenance

DESIGN_KNOBS = Config(retrieved_sticky=2, retrieved_cooldown=4, retrieved_delay=0)
"""What a script's config is put over, to know the knobs of its memories."""


def script_knobs(config: Config) -> Knobs:
    """Read the knobs of a script's retrieved memories from its config, put over `DESIGN_KNOBS`."""
    return Knobs(config.retrieved_sticky, config.retrieved_cooldown, config.retrieved_delay)


def with_script_knobs(authored: authoring.Authored, knobs: Knobs) -> authoring.Authored:
    """Give a script's retrieved memory the knobs that it does not name itself.

    What is said in a script gets the program's own, as anything that is said does.
    """
    if authored.provenance is Provenance.AUTHORED:
        return authored
    return replace(
        authored,
        sticky=knobs.sticky if authored.sticky is None else authored.sticky,
        cooldown=knobs.cooldown if authored.cooldown is None else authored.cooldown,
        delay=knobs.delay if authored.delay is None else authored.delay,
    )


def authored_of(fields: Mapping[str, Any], now: datetime) -> authoring.Authored:
    """Turn the fields of `memory` or `edit` into what is to be stored or changed.

    Raises:
        FieldError: the age leads to no possible moment.
    """
    groups, age_hours = fields["group"], fields["age_hours"]
    return authoring.Authored(
        text=fields["text"],
        handle=fields["id"],
        provenance=Provenance(fields["provenance"]) if fields["provenance"] else None,
        kind=Kind(fields["kind"]) if fields["kind"] else None,
        importance=fields["importance"],
        age=None if age_hours is None else now - moment_before(now, age_hours),
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

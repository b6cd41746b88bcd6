"""What recursion scans did, for screens and commands: alerts, and undo.

The one fact that a reader would get wrong: undo gives a memory its exact old value back unless the user changed that
value since. It also ends the hint to avoid the theme, and the same theme is left alone for 3 days.
"""

from assistant.errors import NotFoundError
from assistant.session import Session
from memory.database import transaction
from memory.records import Intervention, ThemeKind
from memory.store import interventions, memories, presence
from memory.worth import has_faded


def undo_intervention(session: Session, intervention_id: int) -> tuple[str, ...]:
    """Take back what a scan did and return the handles of the memories that got their old values.

    Raises:
        NotFoundError: there is no such intervention, it did nothing, or it is undone already.
    """
    now = session.clock.now()
    with session.connection() as connection, transaction(connection):
        found = interventions.read_intervention(connection, intervention_id)
        if found is None:
            raise NotFoundError(f"There is no intervention {intervention_id}.", "`reverie health` lists them.")
        if found.undone_at is not None:
            raise NotFoundError(f"Intervention {intervention_id} is undone already.")
        if found.kind is ThemeKind.INTEREST:
            raise NotFoundError(f"“{found.theme}” was only noted as your interest: there is nothing to undo.")
        restored = interventions.undo(connection, intervention_id, now)
        seen = presence.read_presence(connection, now)
        known = memories.read_memories(connection, restored)
        back = [one.id for one in known.values() if one.is_archived and not has_faded(one, now, seen)]
        memories.set_archived(connection, back, is_archived=False)
        presence.note_activity(connection, now)
        return tuple(known[one].handle for one in restored)


def alerts(session: Session) -> tuple[Intervention, ...]:
    """List the loops that no screen has shown yet, the newest first."""
    with session.connection() as connection:
        return tuple(interventions.unseen_alerts(connection))


def mark_alerts_seen(session: Session, up_to: int) -> None:
    """Note that alerts up to an id were shown."""
    with session.connection() as connection, transaction(connection):
        interventions.mark_seen(connection, up_to)

"""The daily point of the health pane's curves, and the window of replies that it and the pane measure.

The one fact that a reader would get wrong: reading health never writes this. Idle work does, once a circadian day.
"""

from datetime import datetime

from assistant.session import Session
from assistant.user_names import user_names
from memory.database import Connection, transaction
from memory.ordinary_replies import read_ordinary_replies
from memory.rules.calendar import circadian_day
from memory.rules.themes import WINDOW_REPLIES, Window
from memory.store import health, messages, presence
from memory.store.health import HealthDay


def reply_window(session: Session, connection: Connection) -> Window:
    """Count the words of the last 50 kept replies."""
    replies = [text for text, _ in messages.recent_replies(connection, WINDOW_REPLIES)]
    return Window(replies, read_ordinary_replies(), user_names(connection), session.stemmer)


def note_health_day(session: Session, connection: Connection, now: datetime) -> None:
    """Write today's point of the curves in a transaction of its own, unless it is there."""
    today = circadian_day(now, session.zone, session.config.day_starts_at_hour)
    if today in health.read_days(connection, today):
        return
    diversity = reply_window(session, connection).diversity()
    about = health.memory_figures(connection, now, presence.read_presence(connection, now))
    with transaction(connection):
        health.write_day(connection, HealthDay(today, diversity, about.average_written))

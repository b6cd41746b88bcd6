"""Single values of the store: the embedder in use, the version of the standing block."""

from memory.database import Connection

CLEANING_DUE = "cleaning_due"  # rows were forgotten whose words may still stand in the log or in backups
EMBEDDER = "embedder"
FORGOTTEN_VERSION = "forgotten_version"
SEED = "seed"
STANDING_VERSION = "standing_version"


def read_meta(connection: Connection, key: str, default: str = "") -> str:
    """Read one value."""
    row = connection.execute("SELECT value FROM meta WHERE key = :key", {"key": key}).fetchone()
    return default if row is None else str(row["value"])


def read_number(connection: Connection, key: str) -> int:
    """Read a whole number from 0; what is none counts as 0."""
    stored = read_meta(connection, key)
    return int(stored) if stored.isascii() and stored.isdecimal() else 0


def write_meta(connection: Connection, key: str, value: str) -> None:
    """Write one value."""
    connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (:key, :value)", {"key": key, "value": value})


def standing_version(connection: Connection) -> int:
    """Tell the version of what the standing block is built from; any program's change moves it."""
    return read_number(connection, STANDING_VERSION)


def forgotten_version(connection: Connection) -> int:
    """Tell how often words were deleted for good, by whichever program."""
    return read_number(connection, FORGOTTEN_VERSION)


def touch_standing(connection: Connection) -> None:
    """Note that a pin, ban, edit, forget or supersession touched the standing block's members."""
    write_meta(connection, STANDING_VERSION, str(standing_version(connection) + 1))

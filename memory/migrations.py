"""The schema, as ordered, append-only steps.

The one fact that a reader would get wrong: moments are stored as whole milliseconds since 1970 (UTC), so that SQL can
reckon with them; `memory.store.rows` maps them.
"""

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

FIRST_SCHEMA = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # The installation's own seed of draws.
    "INSERT INTO meta (key, value) VALUES ('seed', CAST(abs(random() % 2147483647) AS TEXT))",
    """CREATE TABLE chats (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        title TEXT NOT NULL DEFAULT '',
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        parent_chat_id INTEGER REFERENCES chats(id) ON DELETE SET NULL,
        fork_turn_id INTEGER,
        is_put_away INTEGER NOT NULL DEFAULT 0,
        deleted_at INTEGER,
        draft TEXT NOT NULL DEFAULT '')""",
    # AUTOINCREMENT: a turn id is never reused, not even that of a deleted turn.
    """CREATE TABLE turns (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        mode TEXT NOT NULL)""",
    # A chat's path: which turns it holds. A branch copies these rows, never the turns.
    """CREATE TABLE chat_turns (
        chat_id INTEGER NOT NULL REFERENCES chats(id) ON DELETE CASCADE,
        turn_id INTEGER NOT NULL REFERENCES turns(id) ON DELETE CASCADE,
        PRIMARY KEY (chat_id, turn_id)) WITHOUT ROWID""",
    "CREATE INDEX chat_turns_by_turn ON chat_turns(turn_id, chat_id)",
    """CREATE TABLE messages (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        chat_id INTEGER REFERENCES chats(id) ON DELETE SET NULL,
        turn_id INTEGER REFERENCES turns(id) ON DELETE CASCADE,
        role TEXT NOT NULL,
        text TEXT NOT NULL,
        status TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        is_kept INTEGER NOT NULL DEFAULT 1,
        reasoning TEXT NOT NULL DEFAULT '',
        is_rewritten INTEGER NOT NULL DEFAULT 0,
        token_ids BLOB NOT NULL DEFAULT x'',
        overused_terms TEXT NOT NULL DEFAULT '[]',
        model_name TEXT NOT NULL DEFAULT '',
        prompt_tokens INTEGER, cached_tokens INTEGER, first_token_s REAL, tokens_per_s REAL, reply_tokens INTEGER,
        owner TEXT,
        selection TEXT)""",
    "CREATE INDEX messages_by_turn ON messages(turn_id)",
    "CREATE INDEX messages_unfinished ON messages(status, chat_id) WHERE status IN ('pending', 'streaming')",
    # An imported lorebook: its file without the entries that became memories, for the export.
    """CREATE TABLE lorebooks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL UNIQUE,
        envelope TEXT NOT NULL,
        left_out TEXT NOT NULL)""",
    """CREATE TABLE memories (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        handle TEXT NOT NULL UNIQUE,
        text TEXT NOT NULL,
        provenance TEXT NOT NULL,
        kind TEXT NOT NULL,
        importance REAL NOT NULL CHECK (importance BETWEEN 0 AND 1),
        importance_at INTEGER NOT NULL,
        said_at INTEGER NOT NULL,
        sticky INTEGER NOT NULL DEFAULT 0,
        cooldown INTEGER NOT NULL DEFAULT 0,
        delay INTEGER NOT NULL DEFAULT 0,
        trigger TEXT,
        is_keyed INTEGER NOT NULL DEFAULT 0,
        is_constant INTEGER NOT NULL DEFAULT 0,
        is_pinned INTEGER NOT NULL DEFAULT 0,
        is_topic_pinned INTEGER NOT NULL DEFAULT 0,
        is_disabled INTEGER NOT NULL DEFAULT 0,
        title TEXT NOT NULL DEFAULT '',
        source_message_id INTEGER REFERENCES messages(id) ON DELETE SET NULL,
        piece INTEGER NOT NULL DEFAULT 0,
        chat_id INTEGER REFERENCES chats(id) ON DELETE SET NULL,
        turn_id INTEGER REFERENCES turns(id) ON DELETE CASCADE,
        superseded_by INTEGER REFERENCES memories(id) ON DELETE SET NULL,
        times_said INTEGER NOT NULL DEFAULT 1,
        last_said_turn INTEGER,
        reinduced_at INTEGER,
        is_archived INTEGER NOT NULL DEFAULT 0,
        foreign_fields TEXT,
        lorebook_id INTEGER REFERENCES lorebooks(id) ON DELETE SET NULL,
        lorebook_key TEXT,
        search_text TEXT NOT NULL,
        before_text TEXT NOT NULL DEFAULT '')""",
    "CREATE INDEX memories_by_turn ON memories(turn_id)",
    "CREATE INDEX memories_by_source ON memories(source_message_id)",
    # Which entry of a lorebook a memory is, so that a file that was edited changes it in place.
    """CREATE UNIQUE INDEX memories_by_lorebook ON memories(lorebook_id, lorebook_key)
        WHERE lorebook_id IS NOT NULL""",
    "CREATE INDEX memories_standing ON memories(kind) WHERE kind IN ('identity', 'preference') OR is_pinned OR is_topic_pinned",
    # By which words of a message an authored memory's keys can be reached (memory.rules.key_index).
    """CREATE TABLE memory_keys (
        term TEXT NOT NULL,
        memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        PRIMARY KEY (term, memory_id)) WITHOUT ROWID""",
    "CREATE INDEX memory_keys_by_memory ON memory_keys(memory_id)",
    """CREATE TABLE verdicts (
        memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        turn_id INTEGER NOT NULL REFERENCES turns(id) ON DELETE CASCADE,
        verdict TEXT NOT NULL,
        reason TEXT,
        until_turn INTEGER,
        score REAL,
        tokens INTEGER NOT NULL DEFAULT 0,
        position INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (memory_id, turn_id, verdict)) WITHOUT ROWID""",
    "CREATE INDEX verdicts_by_turn ON verdicts(turn_id, verdict)",
    """CREATE TABLE directives (
        kind TEXT NOT NULL,
        term_key TEXT NOT NULL,
        term TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (kind, term_key)) WITHOUT ROWID""",
    # What the user did to memory and can undo, newest last.
    """CREATE TABLE actions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        subject TEXT NOT NULL,
        undone_at INTEGER)""",
    """CREATE TABLE sessions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        started_at INTEGER NOT NULL,
        ended_at INTEGER)""",
    """CREATE TABLE reinductions (
        session_id INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
        memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        PRIMARY KEY (memory_id, session_id)) WITHOUT ROWID""",
    # Presence: one row with the first and the latest sign of the user, and each absence of more than 7 days.
    "CREATE TABLE presence (id INTEGER PRIMARY KEY CHECK (id = 1), first_session_at INTEGER, last_activity_at INTEGER)",
    "CREATE TABLE absences (started_at INTEGER PRIMARY KEY, ended_at INTEGER NOT NULL)",
    # Full text over a view of memories: external content, since only then 'secure-delete' leaves nothing behind.
    # Of what was said before only the end counts: a long reply's words would bury those of the answer to it.
    """CREATE VIEW memory_documents AS
         SELECT id, search_text AS text, substr(before_text, -300) AS before FROM memories""",
    """CREATE VIRTUAL TABLE memory_fts USING fts5(
        text, before, content='memory_documents', content_rowid='id',
        tokenize='porter unicode61 remove_diacritics 2')""",
    "INSERT INTO memory_fts(memory_fts, rank) VALUES ('secure-delete', 1)",
    # Partition 0 is live, 1 is archive; vec0 cannot UPDATE a partition key.
    """CREATE VIRTUAL TABLE memory_vectors USING vec0(
        memory_id INTEGER PRIMARY KEY, is_archived INTEGER PARTITION KEY, embedding FLOAT[256])""",
)

migrations = Migrations("reverie")


@migrations()
def m001_first_schema(db: Database) -> None:
    """Create chats, turns, messages, memories with their indexes, verdicts, directives, sessions, presence."""
    for statement in FIRST_SCHEMA:
        db.execute(statement)


IDLE_SCHEMA = (
    # A job's place in the world: when it ran, when it is due, how far it has come, what went wrong.
    """CREATE TABLE jobs (
        name TEXT PRIMARY KEY,
        last_at INTEGER,
        due_at INTEGER,
        progress TEXT NOT NULL DEFAULT '',
        error TEXT NOT NULL DEFAULT '') WITHOUT ROWID""",
    """CREATE TABLE interventions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        theme TEXT NOT NULL,
        term TEXT NOT NULL,
        frequency REAL NOT NULL,
        user_frequency REAL NOT NULL,
        replies INTEGER NOT NULL,
        replies_with_memory INTEGER NOT NULL,
        undone_at INTEGER)""",
    # The exact old values, so that undo restores them.
    """CREATE TABLE intervention_memories (
        intervention_id INTEGER NOT NULL REFERENCES interventions(id) ON DELETE CASCADE,
        memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        importance REAL NOT NULL,
        importance_at INTEGER NOT NULL,
        PRIMARY KEY (intervention_id, memory_id)) WITHOUT ROWID""",
    """CREATE TABLE dreams (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        day TEXT NOT NULL,
        text TEXT NOT NULL)""",
    "CREATE INDEX dreams_by_day ON dreams(day)",
    """CREATE TABLE dream_fragments (
        dream_id INTEGER NOT NULL REFERENCES dreams(id) ON DELETE CASCADE,
        memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        source TEXT NOT NULL,
        PRIMARY KEY (dream_id, memory_id)) WITHOUT ROWID""",
    "CREATE INDEX dream_fragments_by_memory ON dream_fragments(memory_id)",
    # Per circadian day: how many dream texts held each content word.
    """CREATE TABLE dream_words (
        day TEXT NOT NULL,
        term TEXT NOT NULL,
        texts INTEGER NOT NULL,
        PRIMARY KEY (day, term)) WITHOUT ROWID""",
    """CREATE TABLE gist_sources (
        gist_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        PRIMARY KEY (gist_id, memory_id)) WITHOUT ROWID""",
    "CREATE INDEX gist_sources_by_memory ON gist_sources(memory_id)",
    # When and where a memory was said that was said more than once: merging drops the later row, not its message.
    """CREATE TABLE sayings (
        memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        said_at INTEGER NOT NULL,
        message_id INTEGER REFERENCES messages(id) ON DELETE CASCADE,
        chat_id INTEGER REFERENCES chats(id) ON DELETE SET NULL,
        turn_id INTEGER REFERENCES turns(id) ON DELETE CASCADE)""",
    "CREATE INDEX sayings_by_memory ON sayings(memory_id)",
    "CREATE INDEX sayings_by_turn ON sayings(turn_id)",
    "CREATE INDEX sayings_by_message ON sayings(message_id)",
    # One row a day for the curves of the health pane.
    """CREATE TABLE health_days (
        day TEXT PRIMARY KEY,
        diversity REAL,
        average_importance REAL) WITHOUT ROWID""",
)


@migrations()
def m002_idle_work(db: Database) -> None:
    """Create what idle jobs and the health pane keep."""
    for statement in IDLE_SCHEMA:
        db.execute(statement)


TURN_INDEXES = (
    # What each turn asks for by a rare property; without them it would read a whole table.
    "CREATE INDEX memories_constant ON memories(id) WHERE is_constant",
    "CREATE INDEX verdicts_random ON verdicts(memory_id, turn_id) WHERE verdict = 'in' AND reason = 'random'",
)


@migrations()
def m003_turn_indexes(db: Database) -> None:
    """Create the indexes that keep a turn's cost independent of how much there is."""
    for statement in TURN_INDEXES:
        db.execute(statement)


SEARCH_SCHEMA = (
    # What is asked of each of thousands of matches; the table itself holds every memory's texts between these columns.
    "CREATE INDEX memories_places ON memories(id, chat_id, is_archived, is_keyed, provenance, kind)",
    # Whom the random band may pick, the live apart from the archive.
    """CREATE INDEX memories_band ON memories(is_archived, id, said_at)
        WHERE provenance IN ('user_said', 'imported', 'gist')""",
    # Which vectors changed, in order: what copies in memory are kept in step by.
    "CREATE TABLE memory_vectors_changes (version INTEGER PRIMARY KEY, memory_id INTEGER NOT NULL)",
)


@migrations()
def m004_search(db: Database) -> None:
    """Create what lets search read less of the file."""
    for statement in SEARCH_SCHEMA:
        db.execute(statement)


HEALTH_INDEXES = (
    # What the health pane reckons with, of every memory: a scan of this reads a tenth of what a scan of the rows does.
    """CREATE INDEX memories_figures ON memories(
        importance, importance_at, said_at, provenance, kind, is_pinned, is_topic_pinned, reinduced_at)""",
    "CREATE INDEX memories_cooldown ON memories(cooldown) WHERE cooldown > 0",
    """CREATE INDEX verdicts_used ON verdicts(memory_id, reason, tokens)
        WHERE verdict = 'in' AND reason <> 'standing'""",
)


@migrations()
def m005_health_reads(db: Database) -> None:
    """Create the indexes that let the health pane open at once."""
    for statement in HEALTH_INDEXES:
        db.execute(statement)


EMBEDDER_SCHEMA = (
    # The space of the embedder that the user chose, at most one row. AUTOINCREMENT: an id never stands for another space.
    """CREATE TABLE vector_spaces (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        dim INTEGER NOT NULL,
        state TEXT NOT NULL,
        listed_to INTEGER NOT NULL DEFAULT 0,
        total INTEGER NOT NULL DEFAULT 0,
        own_middle REAL, own_high REAL, shipped_middle REAL, shipped_high REAL)""",
    # Whose vector in that space is missing, or of an older text.
    """CREATE TABLE vector_tasks (
        memory_id INTEGER PRIMARY KEY REFERENCES memories(id) ON DELETE CASCADE)""",
    # Its vectors, apart from those of the shipped embedder; made anew with each space's own dimension.
    """CREATE VIRTUAL TABLE memory_vectors_chosen USING vec0(
        memory_id INTEGER PRIMARY KEY, is_archived INTEGER PARTITION KEY, embedding FLOAT[256])""",
    "CREATE TABLE memory_vectors_chosen_changes (version INTEGER PRIMARY KEY, memory_id INTEGER NOT NULL)",
)


@migrations()
def m006_embedder_spaces(db: Database) -> None:
    """Create what holds the vectors of another embedder than the shipped one."""
    for statement in EMBEDDER_SCHEMA:
        db.execute(statement)


MOMENT_INDEXES = (
    # What was said in March, whatever its words: a question may name nothing but a day.
    "CREATE INDEX memories_said ON memories(said_at)",
)


@migrations()
def m007_moments(db: Database) -> None:
    """Create what lets a question find memories by their day."""
    for statement in MOMENT_INDEXES:
        db.execute(statement)


@migrations()
def m008_chat_settings(db: Database) -> None:
    """Give each chat its own settings: a JSON object of what differs from the config."""
    db.execute("ALTER TABLE chats ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'")


IMPORT_SCHEMA = (
    # What was said elsewhere, or elsewhere first: the past, which no distance and no window of latest turns counts.
    "ALTER TABLE turns ADD COLUMN is_imported INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX turns_said_here ON turns(id) WHERE is_imported = 0",
    # Which folder an export came from: a turn's name in a file is this and its id.
    "INSERT INTO meta (key, value) VALUES ('origin', lower(hex(randomblob(8))))",
    # By what name a chat, turn or memory was known where it came from, so that nothing is imported twice. A chat that
    # went on here and there is two chats by one name; a memory that was forgotten leaves its name, which tells nothing.
    """CREATE TABLE imported_chats (
        key TEXT NOT NULL,
        chat_id INTEGER NOT NULL REFERENCES chats(id) ON DELETE CASCADE,
        PRIMARY KEY (key, chat_id)) WITHOUT ROWID""",
    "CREATE INDEX imported_chats_by_chat ON imported_chats(chat_id)",
    """CREATE TABLE imported_turns (
        key TEXT PRIMARY KEY,
        turn_id INTEGER NOT NULL REFERENCES turns(id) ON DELETE CASCADE) WITHOUT ROWID""",
    "CREATE INDEX imported_turns_by_turn ON imported_turns(turn_id)",
    """CREATE TABLE imported_memories (
        key TEXT PRIMARY KEY,
        memory_id INTEGER REFERENCES memories(id) ON DELETE SET NULL) WITHOUT ROWID""",
    "CREATE INDEX imported_memories_by_memory ON imported_memories(memory_id)",
    # Paragraphs of notes have no names, only what they say; so this goes with the memory.
    """CREATE TABLE imported_paragraphs (
        note TEXT NOT NULL,
        digest BLOB NOT NULL,
        memory_id INTEGER NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        PRIMARY KEY (note, digest, memory_id)) WITHOUT ROWID""",
    "CREATE INDEX imported_paragraphs_by_memory ON imported_paragraphs(memory_id)",
)

MESSAGE_SEARCH_SCHEMA = (
    # What is asked of each of thousands of matches; the table itself holds every message's text between these columns.
    "CREATE INDEX messages_places ON messages(id, turn_id, is_kept, created_at)",
    # External content, since only then 'secure-delete' leaves nothing behind. `searchable` is memory.database's.
    """CREATE VIEW message_documents AS
         SELECT id, searchable(text) AS text FROM messages WHERE turn_id IS NOT NULL""",
    """CREATE VIRTUAL TABLE message_fts USING fts5(
        text, content='message_documents', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2')""",
    "INSERT INTO message_fts(message_fts, rank) VALUES ('secure-delete', 1)",
    "INSERT INTO message_fts (rowid, text) SELECT id, text FROM message_documents",
    # Triggers, because messages go in many ways, most of them with their turn; a reply that streams has none yet.
    """CREATE TRIGGER messages_added AFTER INSERT ON messages WHEN new.turn_id IS NOT NULL BEGIN
         INSERT INTO message_fts (rowid, text) VALUES (new.id, searchable(new.text));
       END""",
    """CREATE TRIGGER messages_changed AFTER UPDATE OF text, turn_id ON messages
       WHEN old.text IS NOT new.text OR old.turn_id IS NOT new.turn_id BEGIN
         INSERT INTO message_fts (message_fts, rowid, text)
           SELECT 'delete', old.id, searchable(old.text) WHERE old.turn_id IS NOT NULL;
         INSERT INTO message_fts (rowid, text) SELECT new.id, searchable(new.text) WHERE new.turn_id IS NOT NULL;
       END""",
    """CREATE TRIGGER messages_removed BEFORE DELETE ON messages WHEN old.turn_id IS NOT NULL BEGIN
         INSERT INTO message_fts (message_fts, rowid, text) VALUES ('delete', old.id, searchable(old.text));
       END""",
)


@migrations()
def m009_message_search(db: Database) -> None:
    """Create the search over messages, and what imports of chats are known by."""
    for statement in (*IMPORT_SCHEMA, *MESSAGE_SEARCH_SCHEMA):
        db.execute(statement)

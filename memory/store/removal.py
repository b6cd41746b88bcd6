"""Take memories and turns out for good, with all that was made of them: the one path of forget, delete, rewind, unimport.

The one fact that a reader would get wrong: rows that point at a memory go with it by themselves, words do not. A dream
repeats it, the logs of dreams and themes count its words, the log for undo names the topic that someone banned in it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from memory.database import Connection
from memory.records import MemoryId, TurnId
from memory.rules.query_terms import Term
from memory.rules.scripts import searchable
from memory.rules.text import Stemmer, content_words
from memory.rules.titles import is_title_of
from memory.rules.topics import TopicMatcher
from memory.store import actions, derived, directives, index, memories, memory_ids, merging, messages, verdicts
from memory.store.cells import as_text
from memory.store.rows import id_list

# Words of one stem have these first letters in common, so that only they need to be stemmed.
_SAME_LETTERS = 3


def remove_memories(connection: Connection, ids: Sequence[MemoryId], *, said: Iterable[str] = ()) -> None:
    """Delete memories and the gists that quote them, with what was made of either. Call inside a transaction.

    Args:
        connection: The store.
        ids: Which memories.
        said: What goes with them and is no memory: messages that are deleted or redacted, titles, drafts.
    """
    gone = memories.read_memories(connection, [*ids, *derived.gists_of(connection, ids)])
    dreamt = derived.delete_dreams_of(connection, gone)
    memories.delete_memories(connection, list(gone))
    for one in gone.values():
        actions.forget_subject(connection, one.handle)
    texts = [text for one in gone.values() for text in (one.text, one.title, *one.trigger.keys)]
    forget_traces(connection, [*texts, *said, *dreamt])


def remove_turns(connection: Connection, turn_ids: Sequence[TurnId], *, said: Iterable[str] = ()) -> list[TurnId]:
    """Delete those of the turns that no chat holds, and return them. Call inside a transaction.

    What a ban ended stays ended, for directives are not undone.

    Args:
        connection: The store.
        turn_ids: Which turns.
        said: What goes with them and stands in no turn: a title, a draft, a message that was never answered.
    """
    rows = connection.execute(
        """SELECT value AS id FROM json_each(:ids)
           WHERE NOT EXISTS (SELECT 1 FROM chat_turns WHERE turn_id = value) ORDER BY value""",
        {"ids": id_list(turn_ids)},
    )
    orphans = [TurnId(row["id"]) for row in rows]
    told = messages.texts_of_turns(connection, orphans)
    merging.hand_over(connection, orphans)
    remove_memories(connection, memory_ids.ids_of_turns(connection, orphans), said=[*told, *said])
    _clear_titles(connection, told)
    verdicts.keep_ordered_ends(connection, orphans)
    connection.execute("DELETE FROM turns WHERE id IN (SELECT value FROM json_each(:ids))", {"ids": id_list(orphans)})
    return orphans


def _clear_titles(connection: Connection, told: Collection[str]) -> None:
    """Clear the titles that were cut from what goes, unless a message that the chat still holds has the same beginning."""
    for row in connection.execute("SELECT id, title FROM chats WHERE title <> ''").fetchall():
        title = as_text(row["title"])
        if any(is_title_of(title, text) for text in told) and not any(
            is_title_of(title, text) for text in _texts_of_chat(connection, row["id"])
        ):
            connection.execute("UPDATE chats SET title = '' WHERE id = :id", {"id": row["id"]})


def _texts_of_chat(connection: Connection, chat_id: int) -> Iterator[str]:
    rows = connection.execute(
        """SELECT m.text AS text FROM chat_turns c JOIN messages m ON m.turn_id = c.turn_id
           WHERE c.chat_id = :chat AND m.role = 'user'""",
        {"chat": chat_id},
    )
    return (as_text(row["text"]) for row in rows)


def forget_traces(connection: Connection, texts: Collection[str]) -> None:
    """Delete from the logs of dreams, themes and orders what these texts brought up and no memory holds any more.

    Call inside a transaction, when the memories are deleted.
    """
    if not any(texts):
        return
    said = {word for text in texts for word in content_words(text)}
    logged = derived.logged_words(connection)
    if rare := [word for word in _of_one_stem(logged, said) if not _is_held(connection, word)]:
        derived.delete_words(connection, rare)
    for topic in past_orders(connection):
        matcher = TopicMatcher([topic])
        if any(matcher.may_hit(text) and matcher.hits(text) for text in texts) and not _is_held(connection, topic):
            actions.forget_subject(connection, topic)


def forget_topic(connection: Connection, topic: TopicMatcher) -> None:
    """Delete from the logs of dreams, themes and orders what names a topic. Call inside a transaction."""
    derived.delete_dreams(connection, [one for one, text in derived.dream_texts(connection) if topic.hits(text)])
    derived.delete_words(connection, [one for one in derived.logged_words(connection) if topic.hits(one)])
    derived.delete_themes(connection, topic.hits)
    for subject in past_orders(connection):
        if topic.hits(subject):
            actions.forget_subject(connection, subject)


def past_orders(connection: Connection) -> tuple[str, ...]:
    """List the topics of orders that only undo still knows: one that is in force must stay known."""
    in_force = {one.term_key for one in directives.read_directives(connection)}
    return tuple(one for one in actions.topics(connection) if not TopicMatcher([one]).keys & in_force)


def _of_one_stem(logged: Iterable[str], said: Collection[str]) -> list[str]:
    """Return what of the logged words is one of those said, in whichever form."""
    stemmer = Stemmer()
    alike: dict[str, list[str]] = {}
    for word in said:
        alike.setdefault(word[:_SAME_LETTERS], []).append(word)
    return [
        one
        for one in sorted(logged)
        if one in said or stemmer.stem(one) in map(stemmer.stem, alike.get(one[:_SAME_LETTERS], ()))
    ]


def _is_held(connection: Connection, words: str) -> bool:
    """Tell whether a memory's text holds a word or phrase."""
    found = " ".join(searchable(words).split())
    return index.count_holding(connection, Term((found,)), limit=1) > 0

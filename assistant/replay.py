"""`reverie replay`: a script of JSON lines in, what memory did out, on the real store, retrieval, gate and prompt.

The one fact that a reader would get wrong: only the clock and, without `--real-model`, the model are stand-ins. The
clock moves by `advance` alone, so the same script gives the same output byte for byte.
"""

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from assistant import authoring, branches, chats, forgetting, memories, topics
from assistant.again import regenerate_turn
from assistant.bootstrap import build_session
from assistant.composition import TurnRequest
from assistant.config import Config, config_from_mapping
from assistant.errors import AssistantError
from assistant.events import Completed, Failed, Stopped, Token, TurnEvent, TurnResult
from assistant.file_import import expanded, plan_file
from assistant.health import read_health
from assistant.health_json import health_json
from assistant.idle import run_due
from assistant.inspection import inspect
from assistant.interventions import undo_intervention
from assistant.jobs import every_job
from assistant.jobs.dream import Dream
from assistant.jobs.job import JobName
from assistant.json_values import moment_json
from assistant.memory_json import inspected_json, recalled_json
from assistant.model import ChatModel
from assistant.replay_errors import FieldError, ScriptError, told
from assistant.replay_fields import check, moment_after
from assistant.replay_memories import DESIGN_KNOBS, authored_of, script_knobs, with_script_knobs
from assistant.scripted_model import ScriptedModel
from assistant.session import Session
from assistant.turn import preview_turn, run_turn
from assistant.turn_json import turn_json
from assistant.versions import reverie_version
from memory.embedding import Embedder
from memory.errors import StoreError
from memory.records import Chat, Mode, TurnId

Result = Mapping[str, object]
_FIRST_CHAT = "main"


class ScriptClock:
    """A clock that only the script moves."""

    def __init__(self, at: datetime) -> None:
        self._at = at

    def now(self) -> datetime:
        """Return the script's moment."""
        return self._at

    def monotonic_s(self) -> float:
        """Return the script's moment as seconds."""
        return self._at.timestamp()

    def advance(self, by: timedelta) -> None:
        """Move on."""
        self._at += by


class Replay:
    """One run of a script on one folder."""

    def __init__(self, folder: Path, embedder: Embedder, model: Callable[[Config], ChatModel] | None = None) -> None:
        self._folder = folder
        self._embedder = embedder
        self._make_model = model
        self._scripted = ScriptedModel()
        self._clock = ScriptClock(datetime(2026, 1, 5, 9, tzinfo=UTC))
        self._config = Config(data_dir=str(folder), timezone="UTC", seed=0)
        self._knobs = script_knobs(DESIGN_KNOBS)
        # A script gives the same output on any machine, so this machine's battery has no say.
        self._jobs = [Dream(read_battery=lambda: None) if one.name is JobName.DREAM else one for one in every_job()]
        self._session: Session | None = None
        self._chat: Chat | None = None

    def run(self, lines: Iterable[str]) -> Iterator[str]:
        """Run a script and yield one line of JSON for each of its commands.

        Raises:
            ScriptError: a line that cannot be run; what came before it stands.
        """
        try:
            for number, text in enumerate(lines, start=1):
                if text.strip() and not text.lstrip().startswith("#"):
                    yield self._run_line(number, text)
        finally:
            self.close()

    def close(self) -> None:
        """End the session."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def _run_line(self, number: int, text: str) -> str:
        try:
            command = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ScriptError(number, f"not JSON: {error}") from error
        if not isinstance(command, dict):
            raise ScriptError(number, "expected one JSON object")
        do, fields = check(number, command)
        try:
            result = self._start(fields) if do == "start" else self._dispatch(do, fields)
        except (AssistantError, StoreError, FieldError, ValueError, OverflowError) as error:
            raise ScriptError(number, told(do, fields, error)) from error
        head = {"line": number, "do": do, "at": moment_json(self._clock.now())}
        return json.dumps({**head, **result})

    def _dispatch(self, do: str, fields: Mapping[str, Any]) -> Result:
        handlers: Mapping[str, Callable[[Session, Mapping[str, Any]], Result]] = {
            "memory": self._memory,
            "chat": self._open_chat,
            "say": self._say,
            "preview": self._preview,
            "regenerate": self._regenerate,
            "cancel": self._cancel,
            "rewind": self._rewind,
            "branch": self._branch,
            "edit": self._edit,
            "forget": self._forget,
            "ban": self._ban,
            "unban": self._unban,
            "pin": self._pin,
            "unpin": self._unpin,
            "feedback": self._feedback,
            "import": self._import,
            "advance": self._advance,
            "recall": self._recall,
            "inspect": self._inspect,
            "idle": self._idle,
            "undo": self._undo,
            "health": self._health,
            "restart": self._restart,
        }
        return handlers[do](self._opened(), fields)

    # Sessions and the clock

    def _opened(self) -> Session:
        if self._session is None:
            model = self._make_model(self._config) if self._make_model else self._scripted
            self._session = build_session(self._config, clock=self._clock, model=model, embedder=self._embedder)
            self._begin(self._session)
        return self._session

    def _begin(self, session: Session) -> None:
        with session.connection() as connection:
            session.standing(connection, self._clock.now())
        name = self._chat.name if self._chat else _FIRST_CHAT
        self._chat = chats.chat_by_name(session, name) or chats.new_chat(session, name)

    def _start(self, fields: Mapping[str, Any]) -> Result:
        if self._session is not None:
            raise FieldError("do", "start as the first command only")
        self._clock = ScriptClock(datetime.fromisoformat(fields["at"]).astimezone(UTC))
        base = Config(data_dir=str(self._folder), timezone="UTC", seed=fields["seed"])
        config = config_from_mapping(fields["config"], base=base)
        if config.data_dir != base.data_dir:
            raise FieldError("config", "no “data_dir”: a script runs in a folder of its own, or that of --data-dir")
        # Not this computer's zone, which "" would mean.
        self._config = replace(config, timezone=fields["tz"] or config.timezone or base.timezone)
        self._knobs = script_knobs(config_from_mapping(fields["config"], base=DESIGN_KNOBS))
        self._opened()
        return {"version": reverie_version()}

    def _advance(self, _session: Session, fields: Mapping[str, Any]) -> Result:
        now = self._clock.now()
        then = moment_after(now, days=fields["days"], hours=fields["hours"], minutes=fields["minutes"])
        self._clock.advance(then - now)
        return {}

    def _restart(self, session: Session, fields: Mapping[str, Any]) -> Result:
        if fields["kill"]:
            session.abandon()
        else:
            session.close()
        self._session = None
        self._opened()
        return {}

    # Turns

    def _say(self, session: Session, fields: Mapping[str, Any]) -> Result:
        self._scripted.script(_replies(fields["reply"]))
        return self._turn(session, run_turn(session, self._request(fields), threading.Event()), fields)

    def _cancel(self, session: Session, fields: Mapping[str, Any]) -> Result:
        stop = threading.Event()
        after_tokens = fields["after_tokens"]
        self._scripted.script(_replies(fields["reply"]), stop_after_tokens=after_tokens)
        events = run_turn(session, self._request({**fields, "mode": None}), stop)
        if self._make_model is not None:
            events = _stopped_after(events, after_tokens, stop)
        return self._turn(session, events, fields)

    def _regenerate(self, session: Session, fields: Mapping[str, Any]) -> Result:
        self._scripted.script(_replies(fields["reply"]))
        return self._turn(session, regenerate_turn(session, self._current().id, threading.Event()), fields)

    def _preview(self, session: Session, fields: Mapping[str, Any]) -> Result:
        return turn_json(session, preview_turn(session, self._request(fields)))

    def _request(self, fields: Mapping[str, Any]) -> TurnRequest:
        mode = None if fields["mode"] is None else Mode(fields["mode"])
        return TurnRequest(self._current().id, fields["text"], mode)

    def _turn(self, session: Session, events: Iterator[TurnEvent], fields: Mapping[str, Any]) -> Result:
        final: TurnEvent | None = None
        for event in events:
            final = event
        match final:
            case Completed(result=TurnResult() as result) | Stopped(result=TurnResult() as result):
                return turn_json(session, result)
            case Failed(result=TurnResult() as result):
                return turn_json(session, result)
            case Stopped():
                text = fields.get("text", "")
                undone = preview_turn(session, TurnRequest(self._current().id, text)) if text else None
                return {**(turn_json(session, undone) if undone else {}), "turn": None}
            case Failed(message=message, hint=hint, returned_text=text):
                if text:
                    # An event holds words only; a preview fails as the turn did, and its error says which field is wrong.
                    preview_turn(session, TurnRequest(self._current().id, text))
                raise AssistantError(message, hint)
            case _:
                raise AssertionError("a turn ends with a final event")

    # Chats

    def _current(self) -> Chat:
        assert self._chat is not None
        return self._chat

    def _open_chat(self, session: Session, fields: Mapping[str, Any]) -> Result:
        self._chat = chats.chat_by_name(session, fields["name"]) or chats.new_chat(session, fields["name"])
        return {"chat": self._chat.name}

    def _rewind(self, session: Session, fields: Mapping[str, Any]) -> Result:
        return {"turn": branches.rewind(session, self._current().id, TurnId(fields["to_turn"]))}

    def _branch(self, session: Session, fields: Mapping[str, Any]) -> Result:
        self._chat = branches.branch(session, self._current().id, TurnId(fields["from_turn"]), fields["name"])
        return {"chat": self._chat.name}

    # Memories

    def _memory(self, session: Session, fields: Mapping[str, Any]) -> Result:
        authored = with_script_knobs(authored_of(fields, self._clock.now()), self._knobs)
        return {"id": authoring.add_memory(session, authored).handle}

    def _edit(self, session: Session, fields: Mapping[str, Any]) -> Result:
        return {"id": authoring.edit_memory(session, fields["id"], authored_of(fields, self._clock.now())).handle}

    def _forget(self, session: Session, fields: Mapping[str, Any]) -> Result:
        if (fields["id"] is None) == (fields["text"] is None):
            raise ValueError('expected either "id" or "text"')
        if fields["id"] is not None:
            forgotten = memories.forget(session, fields["id"])
        else:
            forgotten = forgetting.forget_text(session, fields["text"])
        # Its name may be forgotten too.
        self._chat = chats.read_chat(session, self._current().id).chat
        return {"forgotten": forgotten.count}

    def _ban(self, session: Session, fields: Mapping[str, Any]) -> Result:
        return _topic(topics.ban(session, fields["term"]))

    def _unban(self, session: Session, fields: Mapping[str, Any]) -> Result:
        return _topic(topics.unban(session, fields["term"]))

    def _pin(self, session: Session, fields: Mapping[str, Any]) -> Result:
        return self._hold(session, fields, memories.pin, topics.pin_topic)

    def _unpin(self, session: Session, fields: Mapping[str, Any]) -> Result:
        return self._hold(session, fields, memories.unpin, topics.unpin_topic)

    def _hold(
        self,
        session: Session,
        fields: Mapping[str, Any],
        of_memory: Callable[[Session, str], object],
        of_topic: Callable[[Session, str], topics.TopicChange],
    ) -> Result:
        if (fields["id"] is None) == (fields["term"] is None):
            raise ValueError('expected either "id" or "term"')
        if fields["term"] is not None:
            return _topic(of_topic(session, fields["term"]))
        of_memory(session, fields["id"])
        return {"term": None, "matches": [fields["id"]]}

    def _feedback(self, session: Session, fields: Mapping[str, Any]) -> Result:
        return {"importance": authoring.give_feedback(session, fields["id"], is_useful=fields["useful"])}

    def _import(self, session: Session, fields: Mapping[str, Any]) -> Result:
        report = plan_file(session, expanded(fields["path"]), _to_nobody, threading.Event())
        if fields["format"] not in (None, report.kind):
            raise FieldError("format", f"{report.kind}, which is what the path holds, or null")
        done = report.apply(_to_nobody, threading.Event())
        of_all = {"added": done.added, "skipped": done.skipped, "warnings": list(report.warnings)}
        return {**done.figures, **of_all}

    def _recall(self, session: Session, fields: Mapping[str, Any]) -> Result:
        return {"results": [recalled_json(one) for one in memories.recall(session, fields["text"], fields["k"])]}

    def _inspect(self, session: Session, fields: Mapping[str, Any]) -> Result:
        return inspected_json(inspect(session, fields["id"], self._current().id))

    def _idle(self, session: Session, fields: Mapping[str, Any]) -> Result:
        names = None if fields["jobs"] is None else [JobName(one) for one in fields["jobs"]]
        done = run_due(session, self._clock.now(), names, jobs=self._jobs)
        for name, error in done.errors.items():
            raise AssistantError(f"the job {name} failed: {error}")
        result = done.result
        return {
            "ran": list(done.ran),
            "archived": list(result.archived),
            "merged": list(result.merged),
            "interventions": list(result.interventions),
            "dreams": list(result.dreams),
            "gists": list(result.gists),
        }

    def _undo(self, session: Session, fields: Mapping[str, Any]) -> Result:
        return {"restored": list(undo_intervention(session, fields["intervention"]))}

    def _health(self, session: Session, _fields: Mapping[str, Any]) -> Result:
        return health_json(read_health(session))


def _to_nobody(_share: float, _words: str) -> None:
    """Tell nobody how far an import is."""


def _replies(reply: str | list[str]) -> list[str]:
    return [reply] if isinstance(reply, str) else list(reply)


def _stopped_after(events: Iterator[TurnEvent], tokens: int, stop: threading.Event) -> Iterator[TurnEvent]:
    """Stop a turn of a real model, which heeds no script, after so many tokens."""
    if tokens == 0:
        stop.set()
    for event in events:
        yield event
        tokens -= isinstance(event, Token)
        if tokens == 0:
            stop.set()


def _topic(change: topics.TopicChange) -> Result:
    return {"term": change.term, "matches": list(change.matches)}

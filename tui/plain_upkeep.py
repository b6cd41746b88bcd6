"""`/health`, `/models` and `/settings`, line by line.

The one fact that a reader would get wrong: settings and models are those of the program. A temporary chat changes them
for good.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from assistant import changing_settings
from assistant.cleaning import clean_line
from assistant.config import parse_value
from assistant.errors import AssistantError
from assistant.health import read_health
from tui.health_wording import health_lines
from tui.plain_import import StepLines
from tui.signals import signals_stop
from tui.slash_table import DEFAULT
from tui.wording import value_words

if TYPE_CHECKING:
    from pathlib import Path

    from assistant.model_catalogue import OfferedModel
    from tui.plain import PlainChat


def health(talk: PlainChat, _: str) -> None:
    """Tell how the memory is, and what to do."""
    for line in health_lines(read_health(talk.session)):
        talk.say(line)


def settings(talk: PlainChat, words: str) -> None:
    """List the settings, explain one, or change it."""
    key, _, value = words.partition(" ")
    value = value.strip()
    if value:
        changing_settings.change_setting(talk.home, key, None if value == DEFAULT else value)
    rows = changing_settings.read_settings(talk.home).rows
    found = [one for one in rows if not key or one.key == key]
    if not found:
        # Raises, naming the nearest key.
        parse_value(key, "")
    for one in found:
        waits = " (from the next start)" if one.waits_for_start else ""
        talk.say(f"{one.key} = {clean_line(value_words(one.value))}{waits}")
        if key and not value:
            facts = (one.setting.meaning, f"Default: {value_words(one.default)}", one.setting.range_words())
            talk.say(clean_line(". ".join(fact.rstrip(".") for fact in facts if fact)) + ".")
    if not key:
        talk.say("/settings KEY explains one, /settings KEY VALUE changes it; the value `default` takes it back.")


def models(talk: PlainChat, name: str) -> None:
    """List the models, or go on with one, which is downloaded first after a question."""
    from assistant.models_overview import read_models  # noqa: PLC0415 - most talks need no models
    from tui.amounts import gigabytes  # noqa: PLC0415 - as above
    from tui.model_lines import model_line, offered_line  # noqa: PLC0415 - as above

    if name:
        _use(talk, name)
        return
    session = talk.home
    found = read_models(session)
    for one in found.choices:
        talk.say(f"{'In use: ' if one.is_current else ''}{model_line(one)}")
    talk.say(f"Memory: {gigabytes(found.free_bytes)} free of {gigabytes(found.total_bytes)}. To download:")
    for offer in found.offers:
        talk.say(offered_line(offer.offered, session.config, found.free_bytes, waiting=offer.waiting_bytes))
    talk.say("/models NAME uses one, and downloads it first where it is not here.")


def _use(talk: PlainChat, name: str) -> None:
    from assistant.model_switch import use_model  # noqa: PLC0415 - as above
    from assistant.models import default_model_path  # noqa: PLC0415 - as above
    from tui.model_lines import DEFAULT_WORD, model_place  # noqa: PLC0415 - as above

    session = talk.home
    is_default = name == DEFAULT_WORD
    wanted = default_model_path() if is_default else model_place(name, session.folder, session.config)
    path = wanted if wanted.exists() else _offered(talk, name)
    if path is None:
        return
    stop = threading.Event()
    steps = StepLines(talk.say, session.clock).of("Loading")
    with signals_stop(stop, survives_interrupt=True):
        info = use_model(session, path, stop, lambda share: steps(share, f"{share:.0%}"))
    talk.say(f"{clean_line(info.name)} is loaded and in use.")


def _offered(talk: PlainChat, name: str) -> Path | None:
    """Find a model of the list to download, and download it after a question; None = it is not here."""
    from assistant.model_catalogue import OFFERED, find_offered  # noqa: PLC0415 - as above
    from assistant.paths import models_folder  # noqa: PLC0415 - as above
    from tui.amounts import gigabytes  # noqa: PLC0415 - as above

    try:
        offered = find_offered(name)
    except AssistantError as error:
        raise AssistantError(f"There is no model {clean_line(name)!r} here.", "/models lists them.") from error
    here = models_folder(talk.home.folder) / offered.local_name
    if here.exists():
        return here
    size = f" (about {gigabytes(offered.shape.size_bytes)})" if offered in OFFERED and offered.shape else ""
    if talk.is_wanted(f"Download {offered.name}{size}?", "Nothing was downloaded."):
        return _download(talk, offered)
    return None


def _download(talk: PlainChat, offered: OfferedModel) -> Path | None:
    from assistant.model_download import (  # noqa: PLC0415 - as above
        Downloaded,
        Downloading,
        DownloadPaused,
        download_model,
    )
    from assistant.paths import models_folder  # noqa: PLC0415 - as above
    from tui.amounts import gigabytes, progress_words  # noqa: PLC0415 - as above

    stop = threading.Event()
    steps = StepLines(talk.say, talk.home.clock).of("Downloading")
    with signals_stop(stop, survives_interrupt=True):
        for event in download_model(offered, models_folder(talk.home.folder), stop):
            match event:
                case Downloading():
                    steps(0.0, progress_words(event))
                case DownloadPaused(done_bytes=done):
                    talk.say(f"Stopped; {gigabytes(done)} wait for the next try.")
                case Downloaded(path=path):
                    talk.say("Downloaded.")
                    return path
    return None

"""What the models screen shows: models that are here, models to download, and the memory they must go into.

The one fact that a reader would get wrong: what is free counts what the loaded model would give back.
"""

from dataclasses import dataclass
from pathlib import Path

from assistant.model_catalogue import OFFERED, OfferedModel
from assistant.model_fit import LONGEST_DEFAULT_CTX, Room, total_memory_bytes
from assistant.model_places import waiting_bytes
from assistant.models import list_models, memory_for_another
from assistant.paths import models_folder
from assistant.session import Session
from assistant.views import ModelChoice


@dataclass(frozen=True, slots=True)
class OfferView:
    """A model to download, and how it would go into memory. `waiting_bytes`: what an earlier try left of it."""

    offered: OfferedModel
    room: Room
    memory_need_bytes: int
    waiting_bytes: int = 0


@dataclass(frozen=True, slots=True)
class ModelsOverview:
    """Everything at one moment; what is here is not offered. `loaded_path` is "" while no model is in memory."""

    choices: tuple[ModelChoice, ...]
    offers: tuple[OfferView, ...]
    loaded_path: str
    free_bytes: int
    total_bytes: int


def read_models(session: Session) -> ModelsOverview:
    """Look at every model file and at the memory."""
    config, info = session.config, session.model.info
    loaded = Path(info.path) if info is not None and info.path else None
    choices = list_models(config, session.folder, loaded=loaded)
    free_bytes = memory_for_another(loaded, config)
    here = {Path(one.path).name for one in choices}
    folder = models_folder(session.folder)
    n_ctx = config.n_ctx or LONGEST_DEFAULT_CTX
    offers = tuple(
        OfferView(
            one, one.room(config.n_ctx or None, free_bytes), one.memory_need_bytes(n_ctx), waiting_bytes(one, folder)
        )
        for one in OFFERED
        if one.local_name not in here
    )
    return ModelsOverview(choices, offers, "" if loaded is None else str(loaded), free_bytes, total_memory_bytes())

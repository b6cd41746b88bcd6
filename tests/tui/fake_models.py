"""The part of the hand-written assistant that keeps models.

The one fact that a reader would get wrong: nothing is loaded or downloaded. What is begun stays begun until a test says
how it goes on, through `move`.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from assistant.errors import AssistantError, ModelFileError
from assistant.model_catalogue import OFFERED, OfferedModel
from assistant.model_fit import Room
from assistant.models_overview import ModelsOverview, OfferView
from assistant.views import ModelChoice, ModelOrigin
from tui.model_work import ModelState

GIGA = 10**9


def a_choice(name: str, **changes: object) -> ModelChoice:
    choice = ModelChoice(
        name=name,
        path=f"/models/{name}.gguf",
        size_bytes=1_117_320_736,
        n_ctx_train=32_768,
        quantisation="Q4_K_M",
        memory_need_bytes=1_900_000_000,
        is_default=False,
        is_current=False,
        origin=ModelOrigin.DOWNLOADED,
    )
    return replace(choice, **changes)  # type: ignore[arg-type]


class FakeModels:
    """Models, as a test puts them there."""

    def __init__(self) -> None:
        self.choices = [
            a_choice("smol", is_default=True, is_current=True, origin=ModelOrigin.SHIPPED, size_bytes=98_362_432),
            a_choice("Qwen2.5-1.5B-Instruct-Q4_K_M", room=Room.TIGHT),
        ]
        self.loaded_path = "/models/smol.gguf"
        self.waiting: dict[str, int] = {}
        self.began: list[tuple[str, str]] = []
        self.model_work: ModelState | None = None
        self.model_refusal: AssistantError | None = None
        self._on_model_state: Callable[[ModelState], None] | None = None

    def move(self, state: ModelState) -> None:
        """Say how the work on a model goes on."""
        self.model_work = state
        assert self._on_model_state is not None
        self._on_model_state(state)

    def models(self) -> ModelsOverview:
        offers = tuple(
            OfferView(
                one,
                Room.FITS if one.ram_gb < 32 else Room.TOO_BIG,
                one.memory_need_bytes(8192),
                self.waiting.get(one.name, 0),
            )
            for one in OFFERED
        )
        return ModelsOverview(tuple(self.choices), offers, self.loaded_path, 6 * GIGA, 16 * GIGA)

    def use_model(self, path: str) -> None:
        if self.model_refusal is not None:
            raise self.model_refusal
        self.began.append(("use", path))

    def unload_model(self) -> None:
        self.began.append(("unload", self.loaded_path))
        self.loaded_path = ""
        self.move(ModelState("", "unloading", words="The model is out of memory.", is_running=False))

    def add_model(self, path: str) -> ModelChoice:
        if not path.endswith(".gguf"):
            raise ModelFileError(f"{path} is no GGUF model.", "Choose another file.")
        choice = a_choice(Path(path).stem, path=path, origin=ModelOrigin.ADDED)
        self.choices.append(choice)
        return choice

    def remove_model(self, choice: ModelChoice) -> None:
        self.began.append(("remove", choice.path))
        self.choices.remove(choice)

    def download_model(self, offered: OfferedModel) -> None:
        self.began.append(("download", offered.name))

    def stop_model_work(self) -> None:
        self.began.append(("stop", ""))

    def model_state(self) -> ModelState | None:
        return self.model_work

    def watch_models(self, on_state: Callable[[ModelState], None]) -> None:
        self._on_model_state = on_state

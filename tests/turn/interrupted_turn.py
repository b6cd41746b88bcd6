"""A program that blocks in the middle of a reply, for tests that kill it: FOLDER CHAT TEXT TOKENS.

It says "blocked" on its standard output once so many tokens are out, and then never goes on by itself.
"""

import sys
import threading
from collections.abc import Iterator

from exchanges import events_of, open_chat
from fakes import FakeClock, FakeModel

from assistant.bootstrap import build_session
from assistant.config import Config
from assistant.model import GenerateRequest, GenerationEvent
from memory.embedding import WordLlamaEmbedder


class BlockingModel(FakeModel):
    """Stops for ever after so many tokens."""

    def __init__(self, tokens: int) -> None:
        super().__init__()
        self._tokens = tokens

    def generate(self, request: GenerateRequest) -> Iterator[GenerationEvent]:
        for sent, event in enumerate(super().generate(request)):
            if sent == self._tokens:
                print("blocked", flush=True)  # noqa: T201 - the sign that the test waits for
                threading.Event().wait()
            yield event


def main(folder: str, chat_name: str, text: str, tokens: str) -> None:
    model = BlockingModel(int(tokens))
    config = Config(data_dir=folder, timezone="UTC", seed=0)
    session = build_session(config, clock=FakeClock(), model=model, embedder=WordLlamaEmbedder())
    model.script(["Green tea, every single morning before work."])
    events_of(session, open_chat(session, chat_name), text)


if __name__ == "__main__":
    main(*sys.argv[1:])

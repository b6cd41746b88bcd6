"""Ends a reply at a spelling, for models that have no token for the end of a message.

The one fact that a reader would get wrong: tokens whose text may yet become the spelling are held back, so that no
half of it is ever shown; `finish` gives out what was held.
"""

from assistant.worker_protocol import Token


class StopText:
    """Watches one stream of tokens for a spelling."""

    def __init__(self, spelling: str) -> None:
        self._spelling = spelling
        self._held: list[Token] = []
        self.is_found = False

    def opened(self) -> "StopText":
        """Return a fresh one for the next stream."""
        return StopText(self._spelling)

    def feed(self, token: Token) -> list[Token]:
        """Take a token; return those that are decided. Once `is_found`, the rest belongs to the spelling."""
        self._held.append(token)
        text = "".join(held.text for held in self._held)
        if (at := text.find(self._spelling)) >= 0:
            self.is_found = True
            return self._decided(at)
        may_start = range(1, len(self._spelling))
        if any(text.endswith(self._spelling[:size]) for size in may_start):
            return []
        return self.finish()

    def finish(self) -> list[Token]:
        """Give out what is held back: the stream ends here."""
        decided, self._held = self._held, []
        return decided

    def _decided(self, n_chars: int) -> list[Token]:
        """Return the held tokens whose text lies before `n_chars`."""
        decided: list[Token] = []
        for token in self._held:
            n_chars -= len(token.text)
            if n_chars < 0:
                break
            decided.append(token)
        self._held = []
        return decided

"""A small hub on this machine: serves one file as the Hugging Face hub does, and fails where a test wants it to.

The one fact that a reader would get wrong: it speaks real HTTP over a real socket. `breaks` are the byte counts after
which a connection is cut, one for each request; `hold` stops the sending until a test lets it go on.
"""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import cast

COMMIT = "0123456789abcdef0123456789abcdef01234567"
_PIECE = 16 * 1024


@dataclass
class Hub:
    """What the server serves, and what it saw."""

    content: bytes
    path: str = "/tiny/model-gguf/resolve/main/tiny.gguf"
    sha256: str = ""
    knows_ranges: bool = True
    breaks: list[int] = field(default_factory=list)
    hold_after: int | None = None
    hold: threading.Event = field(default_factory=threading.Event)
    is_holding: threading.Event = field(default_factory=threading.Event)
    seen: list[tuple[str, str, str]] = field(default_factory=list)
    endpoint: str = ""

    def __post_init__(self) -> None:
        self.sha256 = self.sha256 or hashlib.sha256(self.content).hexdigest()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, hub: Hub) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.hub = hub


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def hub(self) -> Hub:
        return cast("_Server", self.server).hub

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Say nothing."""

    def do_HEAD(self) -> None:
        """Tell size, commit and checksum."""
        if self._found():
            self._start(200, len(self.hub.content))

    def do_GET(self) -> None:
        """Send the bytes from where the request wants them."""
        if not self._found():
            return
        wanted = self.headers.get("Range", "")
        start = int(wanted.removeprefix("bytes=").partition("-")[0]) if wanted and self.hub.knows_ranges else 0
        body = self.hub.content[start:]
        self._start(206 if wanted and self.hub.knows_ranges else 200, len(body))
        cut = self.hub.breaks.pop(0) if self.hub.breaks else None
        for at in range(0, len(body), _PIECE):
            if self.hub.hold_after is not None and at >= self.hub.hold_after:
                self.hub.is_holding.set()
                self.hub.hold.wait()
            if cut is not None and at >= cut:
                self.close_connection = True
                return
            try:
                self.wfile.write(body[at : at + _PIECE])
            except OSError:
                self.close_connection = True
                return

    def _found(self) -> bool:
        self.hub.seen.append((self.command, self.headers.get("Range", ""), self.headers.get("Authorization", "")))
        if self.path == self.hub.path:
            return True
        self.send_response(404)
        self.send_header("X-Error-Code", "EntryNotFound")
        self.send_header("X-Error-Message", "Entry not found")
        self.send_header("Content-Length", "0")
        self.end_headers()
        return False

    def _start(self, status: int, length: int) -> None:
        self.send_response(status)
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("X-Linked-Etag", f'"{self.hub.sha256}"')
        self.send_header("X-Linked-Size", str(len(self.hub.content)))
        self.send_header("ETag", f'"{COMMIT}"')
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(length))
        self.end_headers()


@contextmanager
def serving(hub: Hub) -> Iterator[Hub]:
    """Serve a hub until the block ends."""
    server = _Server(hub)
    hub.endpoint = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        hub.hold.set()
        server.shutdown()
        server.server_close()
        thread.join()

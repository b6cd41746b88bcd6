"""The Hugging Face hub: what it says of a file, and the file's bytes.

The one fact that a reader would get wrong: huggingface_hub is imported only here and only when something is downloaded;
it and its HTTP library take a third of a second. No token is sent, and no word about this computer.
"""

import os
import re
from collections.abc import Generator
from dataclasses import dataclass
from urllib.parse import urlsplit

from assistant.errors import DownloadError

_SHA256 = re.compile(r"[0-9a-f]{64}")
_WAIT_S = 10.0
_PARTIAL, _NOT_FOUND = 206, 404
_AGENT = {"user-agent": "reverie"}


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file on the hub: where its bytes are, how many, and their SHA-256 in hexadecimal digits."""

    url: str
    size_bytes: int
    sha256: str


class ConnectionBrokenError(DownloadError):
    """The hub could not be reached, or went silent; another try may help."""


def ask_hub(repo: str, file_name: str) -> HubFile:
    """Ask the hub for a file's size and checksum.

    Raises:
        ConnectionBrokenError: it cannot be reached.
        DownloadError: it has no such file, wants a sign-in, or tells no checksum.
    """
    # Read at import: without it the library would look for more to tell the hub about this computer.
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    import httpx2  # noqa: PLC0415 - see the module's docstring
    from huggingface_hub import errors, get_hf_file_metadata, hf_hub_url  # noqa: PLC0415

    endpoint = os.environ.get("HF_ENDPOINT") or None
    url = hf_hub_url(repo, file_name, endpoint=endpoint)
    host = urlsplit(url).netloc
    try:
        about = get_hf_file_metadata(url, token=False, timeout=_WAIT_S, endpoint=endpoint, headers=dict(_AGENT))
    except errors.OfflineModeIsEnabled as error:
        raise DownloadError("HF_HUB_OFFLINE forbids downloads.", "Unset it, and try again.") from error
    except errors.GatedRepoError as error:
        raise DownloadError(f"{repo} wants a sign-in at {host} first.", "Choose a model that does not.") from error
    except errors.HfHubHTTPError as error:
        status = error.response.status_code
        if status == _NOT_FOUND or isinstance(error, errors.RepositoryNotFoundError):
            raise DownloadError(f"{host} has no file {repo}/{file_name}.", "Check the name there.") from error
        raise DownloadError(f"{host} refused: HTTP status {status}.", "Try again later.") from error
    except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
        raise _offline(host) from error
    except httpx2.HTTPError as error:
        raise ConnectionBrokenError(f"{host} does not answer.", "Try again later.") from error
    if not _SHA256.fullmatch(about.etag or "") or not about.size:
        raise DownloadError(f"{host} tells no checksum of {repo}/{file_name}.", "Choose another file.")
    assert about.etag is not None
    return HubFile(url, about.size, about.etag)


def fetch(file: HubFile, from_byte: int) -> Generator[bytes]:
    """Yield a file's bytes from the one at `from_byte` on; one request.

    Raises:
        ConnectionBrokenError: it broke.
        DownloadError: the hub refuses.
    """
    import httpx2  # noqa: PLC0415 - see the module's docstring
    from huggingface_hub import get_session  # noqa: PLC0415

    host = urlsplit(file.url).netloc
    # Compressed bytes could not be gone on with.
    headers = _AGENT | {"accept-encoding": "identity", "range": f"bytes={from_byte}-"}
    try:
        with get_session().stream("GET", file.url, headers=headers, timeout=_WAIT_S, follow_redirects=True) as answer:
            if answer.status_code >= 500:  # noqa: PLR2004 - the server's own trouble
                raise ConnectionBrokenError(
                    f"{host} has trouble: HTTP status {answer.status_code}.", "Try again later."
                )
            if answer.is_error:
                raise DownloadError(f"{host} refused: HTTP status {answer.status_code}.", "Try again later.")
            # A server that knows no ranges sends the whole file.
            surplus = 0 if answer.status_code == _PARTIAL else from_byte
            for piece in answer.iter_bytes():
                if surplus < len(piece):
                    yield piece[surplus:]
                surplus = max(surplus - len(piece), 0)
    except httpx2.ConnectError as error:
        raise _offline(host) from error
    except httpx2.HTTPError as error:
        raise ConnectionBrokenError(
            f"The connection to {host} broke.", "Start it again: it goes on from where it was."
        ) from error


def _offline(host: str) -> ConnectionBrokenError:
    return ConnectionBrokenError(
        f"{host} cannot be reached: this computer seems to be offline.", "Reverie works without; try again when online."
    )

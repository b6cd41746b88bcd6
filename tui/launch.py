"""Runs the app on the user's folder, and gives the terminal back.

The one fact that a reader would get wrong: the session is built in a thread behind the first paint, so what builds it
is imported only there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.app import ReverieApp
from tui.invocation import say
from tui.lost_terminal import lenient_terminal

if TYPE_CHECKING:
    from pathlib import Path

    from assistant.config import Config
    from tui.backend import Backend


def run(config: Config, config_file: Path) -> int:
    """Run the app on the data that `config` names and was read from `config_file`, until the user leaves.

    Returns:
        The exit code.

    Raises:
        ConfigError: `[keys]` names what is no action or no key, or a key twice.
    """
    if config.keys:
        from tui.rebinding import check_keys  # noqa: PLC0415 - who has no keys of their own need not wait for it

        check_keys(config.keys)

    def load_backend() -> Backend:
        from assistant.bootstrap import build  # noqa: PLC0415 - brings the store, so after the first paint
        from assistant.logs import start_log  # noqa: PLC0415
        from assistant.paths import log_file  # noqa: PLC0415
        from assistant.temporary import remove_left_over  # noqa: PLC0415
        from tui.session_backend import SessionBackend  # noqa: PLC0415

        remove_left_over()
        session = build(config, config_file)
        start_log(log_file(session.folder))
        return SessionBackend(session)

    app = ReverieApp(load_backend, theme=config.theme, keys=config.keys)
    with lenient_terminal():
        code = app.run()
    if app.last_words:
        say(app.last_words)
    return code if code is not None else (app.return_code or 0)

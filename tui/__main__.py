"""`reverie` and `python -m tui`: where the program begins.

The one fact that a reader would get wrong: nothing is imported before a first Ctrl+C has its meaning. Within the time that
the imports take it ends the program at once, without a traceback of whatever was just being read.
"""

import signal


def main() -> None:
    """Run `reverie` and end the process with its status."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from tui.cli import main as run  # noqa: PLC0415 - see above

    run()


if __name__ == "__main__":
    main()

"""`python -m tui`: the same as `reverie`."""

from tui.cli import main

if __name__ == "__main__":
    main()

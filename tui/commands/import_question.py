"""The report on an import, and the one question before it.

The one fact that a reader would get wrong: only someone who types is asked. Scripts and pipes have agreed by calling.
"""

import sys
from collections.abc import Iterable

from tui.invocation import is_terminal, is_wanted, put


def is_import_agreed(lines: Iterable[str], *, is_empty: bool, should_ask: bool, as_json: bool) -> bool:
    """Show what an import would change, and ask whether to.

    Args:
        lines: The report, safe to show.
        is_empty: Nothing would change, so that there is nothing to ask.
        should_ask: False where the user agreed by a flag.
        as_json: Stdout is for the result alone.
    """
    for line in lines:
        put(line, is_aside=as_json)
    return is_empty or not should_ask or not is_terminal(sys.stdin) or is_wanted("Import it?")

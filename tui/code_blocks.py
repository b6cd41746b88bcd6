"""The blocks of code in a reply, as they are copied: without fences.

The one fact that a reader would get wrong: the text of a reply that was stopped may end inside a block; it counts too.
"""

from markdown_it import MarkdownIt


def code_blocks(text: str) -> list[str]:
    """Return the contents of fenced and indented blocks in their order, without a final newline."""
    tokens = MarkdownIt("gfm-like", {"html": False}).parse(text)
    return [token.content.rstrip("\n") for token in tokens if token.type in {"fence", "code_block"}]

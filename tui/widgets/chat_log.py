"""The talk: the turns of the open chat, the latest at the end.

The one fact that a reader would get wrong: the log follows the end only while the reader is there (Textual's anchor).
Scrolling up releases it, scrolling back to the end takes it up again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import var
from textual.widgets import Button, Static

from tui import wording
from tui.keymap import Scope, action, bindings, key_words
from tui.widgets.fork_line import ForkLine
from tui.widgets.turn_bar import TurnBar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from textual.app import ComposeResult
    from textual.widget import Widget

    from assistant.branches import Fork
    from assistant.views import TurnView
    from memory.records import TurnId
    from tui.widgets.message import TurnBlock

_CUT = "┄ what stands above is in the prompt no more; what matters of it comes back as memories ┄"
PAGE_TURNS = 8  # mounted at once: more than a screen, in less than 0.1 s; 500 would take seconds
# A turn on screen costs megabytes where its reply is long, so a talk of hours must not keep all of its turns there.
MOST_TURNS = 3 * PAGE_TURNS


class ChatLog(VerticalScroll, can_focus=True):
    """Shows turns, and which of them is selected. Its single keys act on that turn, or on the last one."""

    BINDINGS = bindings(Scope.TALK)

    selected: var[TurnBlock | None] = var(None)
    """The turn that the why pane tells of; None = the last one, whichever that is."""

    class Selected(Message):
        """The selection moved."""

        def __init__(self, block: TurnBlock | None) -> None:
            super().__init__()
            self.block = block

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._earlier: list[TurnView] = []
        self._forks: tuple[Fork, ...] = ()
        self._now: datetime | None = None
        self._cut_at: TurnId | None = None

    def compose(self) -> ComposeResult:
        """Yield the button for earlier turns, hidden while there are none."""
        entry = action("earlier_turns")
        button = Button("", id="earlier", compact=True, action="screen.earlier_turns", tooltip=entry.tooltip)
        button.display = False
        yield button

    def on_mount(self) -> None:
        """Begin at the end."""
        self.anchor()

    @property
    def blocks(self) -> list[TurnBlock]:
        """The turns on screen, oldest first."""
        from tui.widgets.message import TurnBlock  # noqa: PLC0415 - brings Markdown, which the first paint does without

        return list(self.query_children(TurnBlock))

    @property
    def turn_ids(self) -> tuple[TurnId, ...]:
        """The kept turns, those not mounted yet among them, oldest first."""
        mounted = [block.turn_id for block in self.blocks if block.turn_id is not None]
        return (*(turn.turn_id for turn in self._earlier), *mounted)

    @property
    def shown(self) -> TurnBlock | None:
        """The selected turn, or the last one."""
        blocks = self.blocks
        return self.selected or (blocks[-1] if blocks else None)

    async def show(self, turns: Sequence[TurnView], now: datetime, forks: Sequence[Fork] = ()) -> None:
        """Replace everything by these turns, the last ones mounted, the earlier ones on request."""
        self.selected = self._cut_at = None
        self._forks = tuple(forks)
        await self.query_children("TurnBlock, .line").remove()
        self._now = now
        self._earlier = list(turns[:-PAGE_TURNS])
        self._update_button()
        await self._mount_turns(turns[-PAGE_TURNS:], before=None)
        self.anchor()

    async def show_earlier(self) -> None:
        """Mount the turns before those on screen, and stay where the reader is."""
        if not self._earlier:
            return
        page, self._earlier = self._earlier[-PAGE_TURNS:], self._earlier[:-PAGE_TURNS]
        blocks = self.blocks
        height = self.virtual_size.height
        self.release_anchor()
        with self.app.batch_update():
            await self._mount_turns(page, before=blocks[0] if blocks else None)
            await self._mark_cut()
        self._update_button()
        self.call_after_refresh(lambda: self.scroll_relative(y=self.virtual_size.height - height, animate=False))

    @property
    def can_scroll_up(self) -> bool:
        """Whether there is anything mounted above what is in view."""
        return self.scroll_y > 0

    @property
    def is_too_long(self) -> bool:
        """Whether more turns are mounted than should be, and the reader is at the end."""
        return self.selected is None and self.is_vertical_scroll_end and len(self.blocks) > MOST_TURNS

    async def shorten(self, turns: Sequence[TurnView]) -> None:
        """Keep the last turns mounted; the others of these, which are all, can be loaded again."""
        mounted = self.blocks
        kept = mounted[-PAGE_TURNS:]
        if tuple(turn.turn_id for turn in turns) != self.turn_ids or len(mounted) <= MOST_TURNS:
            return
        self._earlier = list(turns[: len(turns) - len(kept)])
        children = list(self.children)
        above = children[: children.index(kept[0])]
        with self.app.batch_update():
            # The lines between them, of branches and notices, go with them.
            await self.remove_children([one for one in above if one.id != "earlier"])
            self._update_button()
            await self._mark_cut()

    async def add_turn(self, text: str, now: datetime) -> TurnBlock:
        """Add a running turn at the end, and select the end."""
        from tui.widgets.message import TurnBlock  # noqa: PLC0415 - see `blocks`

        block = TurnBlock(text, now, now)
        await self.mount(block)
        self.select(None)
        self.anchor()
        return block

    async def add_line(self, text: str, *, classes: str = "") -> None:
        """Add one line that belongs to no turn."""
        await self.mount(Static(Content(wording.shorten(text, 400)), classes=f"line {classes}"))

    async def show_cut(self, first_turn: TurnId | None) -> None:
        """Mark where the prompt's history begins, above that turn; None takes the mark away."""
        if first_turn != self._cut_at:
            self._cut_at = first_turn
            await self._mark_cut()

    async def _mark_cut(self) -> None:
        await self.query_children(".cut").remove()
        if self._cut_at is None:
            return
        before = next((block for block in self.blocks if block.turn_id == self._cut_at), None)
        if before is not None:
            await self.mount(Static(_CUT, classes="line cut", markup=False), before=before)

    def select(self, block: TurnBlock | None) -> None:
        """Select a turn; None selects the last one and follows it."""
        if self.selected is not None:
            self.selected.remove_class("-selected")
        self.selected = block
        if block is not None:
            block.add_class("-selected")
            block.scroll_visible(animate=False)
        self.call_later(self.refresh_bar)
        self.post_message(self.Selected(block))

    async def refresh_bar(self) -> None:
        """Put the bar of buttons under the selected turn, and under no other."""
        await self.query(TurnBar).remove()
        block = self.selected
        # A turn that is still being written, or that went meanwhile, has no bar.
        if block is None or block.turn_id is None or not block.is_attached:
            return
        reply = block.shown_reply
        bar = TurnBar(
            reply_count=block.reply_count,
            is_kept=reply is None or reply.is_kept,
            is_last=block is self.blocks[-1],
            can_go_on=block is self.blocks[-1] and reply is not None and reply.is_kept and block.is_cut_off,
            has_code="```" in block.reply_text,
            has_fork=self.fork_at(block.turn_id) is not None,
        )
        await block.mount(bar)
        self.call_after_refresh(bar.scroll_visible, animate=False)

    def fork_at(self, turn_id: TurnId | None) -> Fork | None:
        """Return the first branch that parts from this chat after a turn."""
        return next((fork for fork in self._forks if fork.turn_id == turn_id), None)

    @property
    def nearest_fork(self) -> Fork | None:
        """The branch that parts at the selected turn, or else the last one of the chat."""
        at_turn = None if self.selected is None else self.fork_at(self.selected.turn_id)
        return at_turn or (self._forks[-1] if self._forks else None)

    async def select_turn(self, turn_id: TurnId) -> None:
        """Select a turn by its id, loading earlier turns as far as needed."""
        while True:
            found = next((block for block in self.blocks if block.turn_id == turn_id), None)
            if found is not None or not self._earlier:
                break
            await self.show_earlier()
        if found is not None:
            self.release_anchor()
            self.call_after_refresh(self.select, found)

    def move_selection(self, step: int) -> None:
        """Select the turn before (-1) or after (1) the one shown; after the last, follow the talk."""
        blocks = self.blocks
        if not blocks:
            return
        shown = self.shown
        position = (blocks.index(shown) if shown is not None else len(blocks)) + (step if self.selected else 0)
        if position >= len(blocks):
            self.select(None)
            self.to_end()
        elif position >= 0 and (step < 0 or self.selected is not None):
            self.select(blocks[position])

    def to_end(self) -> None:
        """Go to the end and follow it."""
        self.anchor()

    def on_turn_block_picked(self, event: TurnBlock.Picked) -> None:
        """Select what was clicked; a second click follows the talk again."""
        event.stop()
        self.select(None if event.block is self.selected else event.block)

    def watch_selected(self, old: TurnBlock | None) -> None:
        """Take the mark off a turn that is selected no more."""
        if old is not None:
            old.remove_class("-selected")

    async def _mount_turns(self, turns: Sequence[TurnView], *, before: TurnBlock | None) -> None:
        from tui.widgets.message import TurnBlock  # noqa: PLC0415 - see `blocks`

        if self._now is None:
            return
        blocks = [TurnBlock(turn.user.text, turn.user.created_at, self._now, turn_id=turn.turn_id) for turn in turns]
        if not blocks:
            return
        rows: list[Widget] = []
        for block in blocks:
            rows += [block, *(ForkLine(fork) for fork in self._forks if fork.turn_id == block.turn_id)]
        if before is None:
            await self.mount_all(rows)
        else:
            await self.mount_all(rows, before=before)
        for block, turn in zip(blocks, turns, strict=True):
            await block.show_turn(turn)

    def _update_button(self) -> None:
        button = self.query_one("#earlier", Button)
        button.display = bool(self._earlier)
        left = wording.count(len(self._earlier), "earlier turn")
        button.label = Content(f"Show {left}  {key_words(action('earlier_turns'))}")

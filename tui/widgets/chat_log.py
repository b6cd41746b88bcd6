"""The talk: the turns of the open chat, the latest at the end.

The one fact that a reader would get wrong: the log follows the end only while the reader is there (Textual's anchor).
Scrolling up releases it, scrolling back to the end takes it up again. Only some turns of a long chat are mounted, those
around the reader; the others are known by their ids.
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
from tui.widgets.fork_line import ForkLine, fork_at, lines_after, lines_at_start
from tui.widgets.turn_bar import TurnBar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from textual.app import ComposeResult
    from textual.await_remove import AwaitRemove
    from textual.widget import Widget

    from assistant.branches import Fork
    from assistant.views import ChatView, TurnView
    from memory.records import TurnId
    from tui.widgets.found_marks import Found
    from tui.widgets.message import TurnBlock

_CUT = "┄ what stands above is in the prompt no more; what matters of it comes back as memories ┄"
PAGE_TURNS = 4  # read and mounted at once: most of a screen, in less than 0.1 s; 500 would take seconds
_EARLIER, _LATER = "earlier_turns", "later_turns"
# A mounted line costs about 35 kB, so a talk of hours must not keep all of its turns there: neither many short ones nor a few
# long ones. 1,200 tokens of prose and lists have 150 lines between the two panes.
MOST_TURNS = 4 * PAGE_TURNS
MOST_LINES = 200
MOST_PAGED_LINES = 4 * MOST_LINES  # while the reader pages: taking turns away would hold up the next key
_LEAST_SCREENS = 2  # of turns that stay, however many they are
_NEAR_SCREENS = 1  # from what is in view: turns so near stay, however long they are


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

    class PageWanted(Message):
        """The reader went past what is mounted, up (-1) or down (1), or there is room above it."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._earlier: tuple[TurnId, ...] = ()
        self._later: tuple[TurnId, ...] = ()
        self._forks: tuple[Fork, ...] = ()
        self._now: datetime | None = None
        self._cut_at: TurnId | None = None

    def compose(self) -> ComposeResult:
        """Yield the buttons for the turns before and after those mounted, hidden while there are none."""
        for name in (_EARLIER, _LATER):
            edge = Button(
                "", id=name, classes="edge", compact=True, action=f"screen.{name}", tooltip=action(name).tooltip
            )
            edge.display = False
            yield edge

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
        """The kept turns, those not mounted among them, oldest first."""
        mounted = (block.turn_id for block in self.blocks)
        return (*self._earlier, *(one for one in mounted if one is not None), *self._later)

    @property
    def has_later(self) -> bool:
        """Whether the chat goes on after what is mounted."""
        return bool(self._later)

    @property
    def shown(self) -> TurnBlock | None:
        """The selected turn, or the last one."""
        blocks = self.blocks
        return self.selected or (blocks[-1] if blocks else None)

    async def show(self, view: ChatView | None, now: datetime, forks: Sequence[Fork] = ()) -> None:
        """Replace everything by these turns; where the chat ends with them, the end is there first and is followed."""
        self.selected = self._cut_at = None
        self._forks = tuple(forks)
        self._now = now
        await self.query_children("TurnBlock, .line").remove()
        self._earlier, self._later = ((), ()) if view is None else (view.earlier, view.later)
        await self._mount_turns(() if view is None else view.turns, above=False)
        self._update_edges()
        self.anchor(not self._later)
        # Where the end does not fill the screen, more is wanted behind its paint.
        self.call_after_refresh(self._ask_for_more)

    def _ask_for_more(self) -> None:
        if self._earlier and not self.max_scroll_y:
            self.post_message(self.PageWanted(-1))

    def next_page(self, step: int) -> tuple[TurnId, ...]:
        """Return the turns that come next before (-1) or after (1) those mounted; empty where there are none."""
        return self._earlier[-PAGE_TURNS:] if step < 0 else self._later[:PAGE_TURNS]

    async def show_page(
        self, ids: Sequence[TurnId], turns: Sequence[TurnView], step: int, *, may_shorten: bool = False
    ) -> None:
        """Mount turns before (-1) or after (1) those mounted, and stay where the reader is.

        Args:
            ids: Those of what `next_page` named that are mounted now; the others are named again.
            turns: Those of them that are still there.
            step: On which side.
            may_shorten: Whether turns at the other side may leave the screen; not while a reply is being written there.
        """
        is_at_end = self.is_vertical_scroll_end or not self.max_scroll_y
        is_following = self.is_anchored and is_at_end and step < 0
        if not is_following:
            self.release_anchor()
        height = self.virtual_size.height
        with self.app.batch_update():
            self._earlier = tuple(one for one in self._earlier if one not in ids)
            self._later = tuple(one for one in self._later if one not in ids)
            await self._mount_turns(turns, above=step < 0)
            await self._mark_cut()
            self._update_edges()
        if step < 0 and not is_following:
            self.call_after_refresh(self._stay, height)
        if may_shorten:
            # Behind the paint that the reader waits for.
            count = len(self.blocks)
            most = MOST_TURNS if count >= MOST_TURNS + PAGE_TURNS else count
            self.call_after_refresh(self._take_away, -step, most, MOST_PAGED_LINES)
        self.call_after_refresh(self._ask_for_more)

    def _stay(self, height: int, place: float | None = None) -> None:
        """Stay where the reader is after rows came or went above.

        Args:
            height: That of the talk before.
            place: Where the reader was before; None = where they are now. A talk that has become shorter moves them.
        """
        place = self.scroll_y if place is None else place
        # At once: what is asked next is how far turns are from what is in view.
        self.scroll_to(y=place + self.virtual_size.height - height, animate=False, immediate=True)

    async def _take_away(self, side: int, most: int, most_lines: int) -> None:
        """Take turns at the top (-1) or the bottom (1) off the screen, with the lines between them.

        Args:
            side: Where.
            most: How many stay; more where they would not fill some screens.
            most_lines: Fewer stay where they have so many lines and are far from what is in view.
        """
        height = self.virtual_size.height
        blocks = self.blocks
        for count in range(1, len(blocks)):
            lines, is_far = self._reach(blocks, count, side)
            is_enough = count >= most or (is_far and lines >= most_lines)
            if is_enough and lines >= _LEAST_SCREENS * self.size.height:
                break
        else:
            return
        kept, gone = (blocks[-count:], blocks[:-count]) if side < 0 else (blocks[:count], blocks[count:])
        ids = tuple(block.turn_id for block in gone if block.turn_id is not None)
        going = self._rows_beyond(kept[0 if side < 0 else -1], side)
        # What runs, or is selected, stays; what ran and was not kept has no id and is not found again.
        if any(block.is_being_written for block in gone) or self.selected in gone:
            return
        place, is_following = self.scroll_y, self.is_anchored and self.is_vertical_scroll_end
        with self.app.batch_update():
            self._earlier, self._later = (
                (self._earlier + ids, self._later) if side < 0 else (self._earlier, ids + self._later)
            )
            await self.remove_children(going)
            await self._mark_cut()
            self._update_edges()
        if side < 0 and not is_following:
            self.call_after_refresh(self._stay, height, place)

    def _reach(self, blocks: Sequence[TurnBlock], count: int, side: int) -> tuple[int, bool]:
        """Return how many lines would stay with so many turns, and whether what leaves is far from what is in view."""
        screen = self.size.height
        if side < 0:
            top = blocks[-count].virtual_region.y
            lines, beyond_view = self.virtual_size.height - top, self.scroll_y - top
        else:
            lines = blocks[count - 1].virtual_region.bottom
            beyond_view = lines - self.scroll_y - screen
        return lines, beyond_view >= _NEAR_SCREENS * screen

    def _rows_beyond(self, block: TurnBlock, side: int) -> list[Widget]:
        rows = list(self.children)
        place = rows.index(block)
        if side < 0:
            beyond = rows[:place]
        else:
            place += 1
            while isinstance(rows[place], ForkLine):
                place += 1
            beyond = rows[place:]
        return [row for row in beyond if not row.has_class("edge")]

    @property
    def can_scroll_up(self) -> bool:
        """Whether anything is mounted above where the talk scrolls to: a key that comes before it is there wants more."""
        return self.scroll_target_y > 0

    @property
    def can_scroll_down(self) -> bool:
        """Whether anything is mounted below where the talk scrolls to."""
        return self.scroll_target_y < self.max_scroll_y

    async def shorten(self) -> None:
        """Keep only the last turns mounted where a long talk has left too many and the reader is at its end."""
        if self.selected is None and self.is_vertical_scroll_end:
            count = len(self.blocks)
            await self._take_away(-1, 2 * PAGE_TURNS if count > MOST_TURNS else count, MOST_LINES)

    async def add_turn(self, text: str, now: datetime) -> TurnBlock:
        """Add a running turn at the end, and select the end."""
        from tui.widgets.message import TurnBlock  # noqa: PLC0415 - see `blocks`

        block = TurnBlock(text, now, now, is_being_written=True)
        await self.mount(block, before=f"#{_LATER}")
        self.select(None)
        self.anchor()
        return block

    def drop(self, block: TurnBlock) -> AwaitRemove:
        """Take a turn off the screen of which nothing is kept; selected no more, for there is nothing to act on."""
        if block is self.selected:
            self.select(None)
        return block.remove()

    async def add_line(self, text: str, *, classes: str = "") -> None:
        """Add one line that belongs to no turn."""
        await self.mount(Static(Content(wording.shorten(text, 400)), classes=f"line {classes}"), before=f"#{_LATER}")

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

    def select(self, block: TurnBlock | None, found: Found | None = None) -> None:
        """Select a turn, and go to what was found there; None selects the last one and follows it."""
        self.selected = block
        if block is not None:
            block.add_class("-selected")
            block.scroll_visible(animate=False)
        self.call_later(self.refresh_bar, is_new=True, found=found)
        self.post_message(self.Selected(block))

    async def refresh_bar(self, *, is_new: bool = False, found: Found | None = None) -> None:
        """Put the bar of buttons under the selected turn, and under no other."""
        await self.query(TurnBar).remove()
        block = self.selected
        # A turn that is still being written, or that went meanwhile, has no bar.
        if block is None or block.turn_id is None or not block.is_attached:
            return
        reply = block.shown_reply
        is_last = block is self.blocks[-1] and not self._later
        bar = TurnBar(
            reply_count=block.reply_count,
            is_kept=reply is None or reply.is_kept,
            is_last=is_last,
            can_go_on=is_last and reply is not None and reply.is_kept and block.is_cut_off,
            has_code="```" in block.reply_text,
            has_fork=self.fork_at(block.turn_id) is not None,
        )
        await block.mount(bar)
        self.call_after_refresh(bar.bring_in_sight, self, block if is_new else None, found)

    def fork_at(self, turn_id: TurnId | None) -> Fork | None:
        """Return the first branch that parts from this chat at a turn."""
        return fork_at(self._forks, turn_id, is_first=turn_id in self.turn_ids[:1])

    @property
    def nearest_fork(self) -> Fork | None:
        """The branch that parts at the selected turn, or else the last one of the chat."""
        at_turn = None if self.selected is None else self.fork_at(self.selected.turn_id)
        return at_turn or (self._forks[-1] if self._forks else None)

    def select_turn(self, turn_id: TurnId, found: Found | None = None) -> None:
        """Select a mounted turn by its id, and go to what was found there."""
        block = next((one for one in self.blocks if one.turn_id == turn_id), None)
        if block is not None:
            self.release_anchor()
            self.call_after_refresh(self.select, block, found)

    def is_edge(self, step: int) -> bool:
        """Tell whether the selection stands at the first (-1) or last (1) mounted turn and the chat goes on from there."""
        blocks = self.blocks
        return bool(blocks and self.next_page(step)) and self.selected is blocks[0 if step < 0 else -1]

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

    def action_page_up(self) -> None:
        """Scroll up; from the top on, ask for earlier turns."""
        if self.can_scroll_up:
            super().action_page_up()
        else:
            self.scroll_to(y=0, animate=False, immediate=True)
            self.post_message(self.PageWanted(-1))

    def action_page_down(self) -> None:
        """Scroll down; from the bottom on, ask for later turns."""
        if self.can_scroll_down:
            super().action_page_down()
        else:
            self.scroll_to(y=self.max_scroll_y, animate=False, immediate=True)
            self.post_message(self.PageWanted(1))

    async def _mount_turns(self, turns: Sequence[TurnView], *, above: bool) -> None:
        from tui.widgets.message import TurnBlock  # noqa: PLC0415 - see `blocks`

        if self._now is None:
            return
        mounted = self.blocks
        rows: list[Widget] = [] if self._earlier or (mounted and not above) else [*lines_at_start(self._forks)]
        blocks = []
        for turn in turns:
            block = TurnBlock(turn.user.text, turn.user.created_at, self._now, turn_id=turn.turn_id)
            blocks.append(block)
            rows += [block, *lines_after(self._forks, turn.turn_id)]
        await self.mount_all(rows, before=mounted[0] if above and mounted else f"#{_LATER}")
        for block, turn in zip(blocks, turns, strict=True):
            await block.show_turn(turn)

    def _update_edges(self) -> None:
        for name, ids, which in ((_EARLIER, self._earlier, "earlier"), (_LATER, self._later, "later")):
            edge = self.query_one(f"#{name}", Button)
            edge.display = bool(ids)
            edge.label = Content(f"Show {wording.count(len(ids), f'{which} turn')}  {key_words(action(name))}")

"""A rewrite that the user stops before its first word leaves the first draft, marked as stopped."""

import threading
from collections.abc import Iterator

import pytest
from fakes import FakeClock

from assistant.checked_reply import Outlet, ReplyRules, checked_reply
from assistant.events import Rewritten, Token
from assistant.model import Finished, FinishReason, GenerateRequest, GenerationEvent, PromptMessage, TextChunk
from assistant.reply import Draft
from assistant.scripted_model import ScriptedModel
from memory.records import MessageStatus, Role, Usage
from memory.rules.echo import EchoFinding
from memory.rules.topics import TopicMatcher

USAGE = Usage(10, 0, 0.1, 30.0, 3)


class WordlessSecondTime(ScriptedModel):
    """Answers once; its second answer ends before the first word, for the reason given."""

    def __init__(self, reason: FinishReason) -> None:
        super().__init__()
        self._endings = [FinishReason.EOS, reason]

    def generate(self, _request: GenerateRequest) -> Iterator[GenerationEvent]:
        reason = self._endings.pop(0)
        if self._endings:
            yield TextChunk("Tea again.")
        yield Finished(reason, USAGE, ())


@pytest.mark.parametrize(
    ("ending", "status"),
    [(FinishReason.CANCELLED, MessageStatus.STOPPED), (FinishReason.EOS, MessageStatus.COMPLETE)],
)
def test_first_draft_stands_marked_stopped_only_where_the_user_stopped(
    ending: FinishReason, status: MessageStatus
) -> None:
    draft = Draft()
    rules = ReplyRules(
        bans=TopicMatcher(()),
        allowed_keys=frozenset(),
        judge=lambda _: EchoFinding(is_repeat=True, avoid_terms=("tea",)),
        last_message=lambda _: "Something else.",
    )
    outlet = Outlet(threading.Event(), FakeClock(), lambda *_: None)
    request = GenerateRequest((PromptMessage(Role.USER, "What now?"),))
    told = list(checked_reply(WordlessSecondTime(ending), request, draft, rules, outlet))

    assert [type(event) for event in told[1:3]] == [Rewritten, Token]
    assert (draft.text, draft.status) == ("Tea again.", status)

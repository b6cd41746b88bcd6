"""What the worker does with a job, with a model of one id per character that replies by rote."""

import base64
from collections.abc import Callable, Collection, Sequence

from assistant.chat_template import CHATML, ChatTemplate
from assistant.model import FinishReason, Priority, PromptMessage, Sampling
from assistant.worker_jobs import WorkerJobs
from assistant.worker_mailbox import Mailbox, StopFlag
from assistant.worker_protocol import (
    CountPrompt,
    Counts,
    CountTexts,
    Done,
    Embed,
    Embedded,
    Failed,
    Generate,
    Load,
    Loaded,
    Reply,
    Started,
    Token,
    Warm,
)
from memory.records import Role

END = 3
MARK = "<|im_end|>"


class RoteVocabulary:
    """Ids are the bytes of UTF-8; `END` ends a reply."""

    bos_id = None
    marker_ids: frozenset[int] = frozenset()

    def tokenize(self, text: str, *, is_special: bool) -> list[int]:  # noqa: ARG002 - it has no special tokens
        return list(text.encode())

    def special_spellings(self) -> Collection[str]:
        return ()

    def piece(self, token_id: int) -> bytes:
        return bytes([token_id])

    def is_end(self, token_id: int) -> bool:
        return token_id == END


class RoteContext:
    """Holds ids; draws the reply byte by byte. `forgets`: can only drop everything, as models with a state do."""

    def __init__(self, model: "RoteModel", n_ctx: int) -> None:
        self.n_ctx = n_ctx
        self.sampling: Sampling | None = None
        self._model = model
        self.held_ids: list[int] = []
        self.n_evaluated = 0

    def keep(self, n_tokens: int) -> int:
        if n_tokens < len(self.held_ids):
            del self.held_ids[0 if self._model.forgets else n_tokens :]
        return len(self.held_ids)

    def evaluate(self, ids: Sequence[int]) -> bool:
        if self._model.stop_flag.is_set:
            return False
        self.held_ids += ids
        self.n_evaluated += len(ids)
        return True

    def sampler(self, sampling: Sampling) -> Callable[[], int]:
        self.sampling = sampling
        reply = iter([*self._model.reply.encode(), END])

        def draw() -> int:
            if self._model.stops_at_draw:
                self._model.stop_flag.set()
            token_id: int = next(reply)
            return token_id

        return draw


class RoteModel:
    """A model that says `reply`."""

    def __init__(self, reply: str = "ok", *, template: str | None = CHATML, forgets: bool = False) -> None:
        self.reply = reply
        self.template = template
        self.forgets = forgets
        self.stops_at_draw = False
        self.stop_flag = StopFlag()
        self.vocabulary = RoteVocabulary()
        self.contexts: list[RoteContext] = []

    def chat_template(self, source: str | None = None) -> ChatTemplate | None:
        source = source or self.template
        return ChatTemplate(source, bos="", eos="", strftime_now=str) if source else None

    def open_context(self, n_ctx: int) -> RoteContext:
        self.contexts.append(RoteContext(self, n_ctx))
        return self.contexts[-1]

    def open_embedder(self, n_ctx: int) -> "RoteEmbedder":
        return RoteEmbedder(self, n_ctx)


class RoteEmbedder:
    """The bytes of a text's beginning stand for its floats."""

    def __init__(self, model: RoteModel, n_ctx: int) -> None:
        self._model = model
        self._n_ctx = n_ctx

    def vector(self, text: str) -> bytes | None:
        return None if self._model.stop_flag.is_set else text.encode()[: self._n_ctx]


def started(model: RoteModel) -> tuple[WorkerJobs, list[Reply]]:
    """Return loaded jobs and the list that their replies go to."""
    mailbox = Mailbox()
    replies: list[Reply] = []

    def load(_job: Load, stop_flag: StopFlag) -> RoteModel:
        model.stop_flag = stop_flag
        return model

    jobs = WorkerJobs(mailbox, replies.append, load)
    jobs.do(Load(1, "rote.gguf", 300, 1))
    return jobs, replies


def generate(text: str, *, priority: Priority = Priority.TURN, max_tokens: int = 50) -> Generate:
    messages = (PromptMessage(Role.USER, text),)
    return Generate(2, messages, max_tokens, Sampling(), priority, is_continuation=False)


def text_of(replies: list[Reply]) -> str:
    return "".join(reply.text for reply in replies if isinstance(reply, Token))


def last_done(replies: list[Reply]) -> Done:
    assert isinstance(replies[-1], Done)
    return replies[-1]


def test_a_character_of_several_tokens_comes_whole() -> None:
    jobs, replies = started(RoteModel("é日"))
    jobs.do(generate("?"))
    assert [reply.text for reply in replies if isinstance(reply, Token)] == ["", "é", "", "", "日"]
    assert last_done(replies).reason is FinishReason.EOS


def test_a_second_prompt_keeps_the_shared_prefix_but_always_evaluates_something() -> None:
    model = RoteModel()
    jobs, replies = started(model)
    jobs.do(generate("same"))
    jobs.do(generate("same"))
    first, second = (reply for reply in replies if isinstance(reply, Started))
    assert (first.cached_tokens, second.cached_tokens) == (0, second.prompt_tokens - 1)


def test_a_model_that_cannot_drop_a_tail_evaluates_everything_again() -> None:
    jobs, replies = started(RoteModel(forgets=True))
    jobs.do(generate("same"))
    jobs.do(generate("same"))
    assert [reply.cached_tokens for reply in replies if isinstance(reply, Started)] == [0, 0]


def test_warming_what_is_held_already_drops_nothing() -> None:
    model = RoteModel()
    jobs, _replies = started(model)
    jobs.do(generate("same"))
    held = list(model.contexts[0].held_ids)
    n_evaluated = model.contexts[0].n_evaluated
    jobs.do(Warm(3, (PromptMessage(Role.USER, "same"),)))
    assert (model.contexts[0].held_ids, model.contexts[0].n_evaluated) == (held, n_evaluated)


def test_idle_generation_has_a_context_of_its_own() -> None:
    model = RoteModel()
    jobs, _replies = started(model)
    jobs.do(generate("turn"))
    held = list(model.contexts[0].held_ids)
    jobs.do(generate("dream", priority=Priority.IDLE))
    assert len(model.contexts) == 2
    assert model.contexts[1].sampling == Sampling()
    assert model.contexts[0].held_ids == held


def test_a_stopped_reply_ends_cancelled_with_what_was_drawn() -> None:
    model = RoteModel("a long reply")
    model.stops_at_draw = True
    jobs, replies = started(model)
    jobs.do(generate("?"))
    assert last_done(replies).reason is FinishReason.CANCELLED
    assert text_of(replies) == "a"


def test_without_a_template_the_reply_ends_at_the_spelled_mark() -> None:
    jobs, replies = started(RoteModel(f"fine <|imp{MARK}\nmore", template=None))
    assert isinstance(replies[0], Loaded)
    assert "ChatML" in replies[0].notices[0]
    jobs.do(generate("?"))
    assert text_of(replies) == "fine <|imp"
    assert last_done(replies).reason is FinishReason.EOS


def test_a_template_that_cannot_be_used_is_replaced_with_a_notice() -> None:
    _jobs, replies = started(RoteModel(template="{% for %}"))
    assert isinstance(replies[0], Loaded)
    assert "cannot be read" in replies[0].notices[0]


def test_a_prompt_that_is_too_long_is_answered_with_numbers_and_evaluates_nothing() -> None:
    model = RoteModel()
    mailbox = Mailbox()
    replies: list[Reply] = []
    jobs = WorkerJobs(mailbox, replies.append, lambda _job, _flag: model)
    jobs.do(Load(1, "rote.gguf", 300, 1))
    n_evaluated = model.contexts[0].n_evaluated
    jobs.answer(generate("x" * 400))
    assert isinstance(replies[-1], Failed)
    assert (replies[-1].error, replies[-1].available_tokens) == ("ContextTooLongError", 299)
    assert replies[-1].needed_tokens > 400
    assert model.contexts[0].n_evaluated == n_evaluated


def test_a_bug_is_answered_without_the_users_words() -> None:
    model = RoteModel("ok")
    jobs, replies = started(model)
    # A reply that runs out without an end: StopIteration, which nothing expects.
    model.vocabulary.is_end = lambda token_id: bool(token_id < 0)  # type: ignore[method-assign] # this one is broken
    jobs.answer(generate("secret"))
    assert replies[-1] == Failed(2, "ModelError", "The engine failed: StopIteration.")


def test_a_count_before_loading_is_refused_in_words() -> None:
    replies: list[Reply] = []
    jobs = WorkerJobs(Mailbox(), replies.append, lambda _job, _flag: RoteModel())
    jobs.answer(CountTexts(5, ("a",)))
    assert replies == [Failed(5, "ModelError", "No model is loaded yet.")]


def test_counts_are_of_contents_and_of_whole_prompts() -> None:
    jobs, replies = started(RoteModel())
    jobs.answer(CountTexts(5, ("ab", "", "é")))
    jobs.answer(CountPrompt(6, (PromptMessage(Role.USER, "ab"),)))
    whole = "<|im_start|>user\nab<|im_end|>\n<|im_start|>assistant\n"
    assert replies[1:] == [Counts(5, (2, 0, 2)), Counts(6, (len(whole),))]


def test_an_embedder_opens_no_chat_and_gives_one_vector_a_text() -> None:
    model, mailbox, replies = RoteModel(), Mailbox(), list[Reply]()
    jobs = WorkerJobs(mailbox, replies.append, lambda _job, _flag: model)
    jobs.answer(Load(1, "rote.gguf", 4, 1, is_embedder=True))
    jobs.answer(Embed(2, ("ab", "", "abcdef")))
    jobs.answer(generate("?"))
    assert model.contexts == []
    assert isinstance(replies[0], Loaded)
    assert isinstance(replies[1], Embedded)
    assert [base64.b64decode(one) for one in replies[1].vectors] == [b"ab", b"", b"abcd"]
    assert replies[2] == Failed(2, "ModelError", "No model is loaded yet.")


def test_embedding_that_is_stopped_says_so_and_what_is_not_loaded_is_told() -> None:
    model, mailbox, replies = RoteModel(), Mailbox(), list[Reply]()
    jobs = WorkerJobs(mailbox, replies.append, lambda _job, _flag: model)
    jobs.answer(Embed(1, ("ab",)))
    jobs.answer(Load(2, "rote.gguf", 4, 1, is_embedder=True))
    model.stop_flag.set()
    jobs.answer(Embed(3, ("ab",)))
    assert replies[0] == Failed(1, "ModelError", "No embedder is loaded yet.")
    assert replies[2] == Done(3, FinishReason.CANCELLED, 0.0, 0.0)

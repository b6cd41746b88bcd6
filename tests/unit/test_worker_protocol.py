"""Messages on the pipe."""

from hypothesis import given
from hypothesis import strategies as st

from assistant.model import FinishReason, Priority, PromptMessage, Sampling
from assistant.worker_protocol import (
    Cancel,
    CountPrompt,
    Counts,
    CountTexts,
    Done,
    Embed,
    Embedded,
    Evaluated,
    Failed,
    Generate,
    Load,
    Loaded,
    Started,
    Token,
    Warm,
    decode_command,
    decode_reply,
    encode,
)
from memory.records import Role

texts = st.text(st.characters())
ids = st.integers(0, 2**31 - 1)
messages = st.lists(
    st.builds(PromptMessage, st.sampled_from(Role), texts, st.lists(ids, max_size=3).map(tuple)), max_size=3
).map(tuple)
commands = st.one_of(
    st.builds(Load, ids, texts, ids, ids, st.booleans()),
    st.builds(
        Generate,
        ids,
        messages,
        ids,
        st.builds(Sampling, seed=st.none() | ids),
        st.sampled_from(Priority),
        st.booleans(),
    ),
    st.builds(Warm, ids, messages),
    st.builds(CountTexts, ids, st.lists(texts, max_size=3).map(tuple)),
    st.builds(CountPrompt, ids, messages),
    st.builds(Embed, ids, st.lists(texts, max_size=3).map(tuple)),
    st.builds(Cancel, ids),
)
speeds = st.floats(0, 1e6)
replies = st.one_of(
    st.builds(Loaded, ids, speeds, st.lists(texts, max_size=2).map(tuple)),
    st.builds(Started, ids, ids, ids, st.booleans()),
    st.builds(Evaluated, ids, ids),
    st.builds(Token, ids, ids, texts),
    st.builds(Done, ids, st.sampled_from(FinishReason), speeds, speeds),
    st.builds(Counts, ids, st.lists(ids, max_size=3).map(tuple)),
    st.builds(Embedded, ids, st.lists(texts, max_size=2).map(tuple)),
    st.builds(Failed, ids, texts, texts, texts, ids, ids),
)


@given(commands)
def test_a_command_survives_the_pipe(command: Generate) -> None:
    line = encode(command)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert decode_command(line) == command


@given(replies)
def test_a_reply_survives_the_pipe(reply: Token) -> None:
    assert decode_reply(encode(reply)) == reply


def test_a_lone_surrogate_in_a_text_survives_the_pipe() -> None:
    command = CountTexts(1, ("\ud83d",))
    assert decode_command(encode(command)) == command

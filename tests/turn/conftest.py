"""What the tests of whole turns share."""

import pytest
from plain_talk import Talk, talk_with

from assistant.session import Session


@pytest.fixture
def talk(session: Session) -> Talk:
    """Send lines to the line-by-line chat and return what it prints."""
    return talk_with(session)

"""A request taken apart."""

from __future__ import annotations

import pytest

from gameplan.agents.house.question import Question, pieces, take_apart


@pytest.mark.parametrize(
    ("request_", "question"),
    [
        ("where is `Retry` defined?", Question("where", ("Retry",), exact=True)),
        ("Where is the retry back-off decided?", Question("where", ("retry", "back-off", "decided"))),
        ("what is run_agent?", Question("explain", ("run_agent",), exact=True)),
        ("how does Session.dispatch() work", Question("explain", ("Session.dispatch",), exact=True)),
        ("find TODOs", Question("where", ("TODO", "FIXME"), exact=True)),
        ("how many python files are there?", Question("count", (), files=("*.py",))),
        ("list the markdown files", Question("list", (), files=("*.md",))),
        ("what does budget.py do?", Question("explain", (), files=("budget.py",))),
        ("where is Budget in src/budget.py?", Question("where", ("Budget",), files=("src/budget.py",))),
        ("what is in src/?", Question("explain", (), files=("src/",))),
        ("what is this project about?", Question("summary")),
        ("summarise", Question("summary")),
        ('which files mention "two words"', Question("where", ("two words",), exact=True)),
        ("it's what the dog's owner said", Question("explain", ("dog", "owner", "said"), joined=("ownersaid",))),
        (
            "where is the event bus, and who publishes?",
            Question("where", ("event", "bus", "publishes"), joined=("eventbus",)),
        ),
        ("", Question("summary")),
        ("???", Question("summary")),
    ],
)
def test_a_request_is_taken_apart(request_: str, question: Question) -> None:
    assert take_apart(request_) == question


def test_an_identifier_has_pieces() -> None:
    assert pieces("retryAfter_seconds") == ["retry", "after", "second"]
    assert pieces("the") == []

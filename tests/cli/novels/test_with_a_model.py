"""The same way with a model: a real server on loopback that speaks OpenAI's protocol plans, directs and tells."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

QUICK = ("--no-pictures", "--plays", "0")


@pytest.fixture
def calls() -> list[tuple[str, dict[str, Any]]]:
    """The calls by which a co-author writes our sample; the last makes the package, in spite of warnings."""
    from gameplan.novels.authoring import calls_of
    from gameplan.novels.samples import sample_package

    made = [(name, dict(arguments)) for name, arguments in calls_of(sample_package())]
    return [*made, made[-1]]


def test_a_model_writes_with_the_same_tools_and_is_shown_at_it(
    invoke: Callable[..., Any], server: Any, calls: list[Any], shelved: Callable[[str], Any]
) -> None:
    server.script = list(calls)
    said = invoke("novels", "write", "-p", "A valley is to be flooded.", "--model", server.url, *QUICK).output
    assert f"It is written by {server.url}." in said
    for expected in ("Premise    The Register of Sallow Weir", "Person     Ilse Marrow (ilse), protagonist", "Kept "):
        assert expected in said
    assert server.heard()[0] == "A valley is to be flooded."
    assert {each["function"]["name"] for each in server.asked[0]["tools"]} >= {"proposeStoryPremise", "finalizePackage"}
    assert shelved("the_register_of_sallow_weir").character("ilse").name == "Ilse Marrow"


def test_a_model_writes_in_a_language_that_the_house_does_not_know(
    invoke: Callable[..., Any], server: Any, calls: list[Any], shelved: Callable[[str], Any]
) -> None:
    premise = {**calls[0][1], "language": "fr"}
    server.script = [(calls[0][0], premise), *calls[1:]]
    words = ("-p", "Une vallée.", "--language", "fr", "--model", server.url)
    assert "Kept " in invoke("novels", "write", *words, *QUICK).output
    assert "fr" in json.dumps(server.asked[0]["messages"][0])
    assert shelved("the_register_of_sallow_weir").language == "fr"


def test_the_model_that_is_set_is_used_and_a_person_can_talk_with_it(
    invoke: Callable[..., Any], server: Any, calls: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEPLAN_PLANNER_MODEL", server.url)
    server.script = [calls[0], "Shall it end well?", calls[1], *calls[2:]]
    typed = ["say make it sadder", "no, badly", 'change ilse name "Ilse Voss"', "", "go"]
    said = invoke("novels", "write", "--ask", "-p", "A valley.", *QUICK, input="\n".join(typed) + "\n").output
    assert "Shall it end well?" in said and "Kept " in said
    heard = server.heard()
    assert "make it sadder" in heard and "no, badly" in heard
    seen = [json.dumps(each) for each in server.asked]
    assert any("The person has just changed: ilse (name)" in each for each in seen)


def test_a_model_that_talks_and_never_works_leaves_a_draft(invoke: Callable[..., Any], server: Any) -> None:
    said = invoke("novels", "write", "-p", "A valley.", "--model", server.url, *QUICK, code=1).output
    assert (
        f"It is not finished: {server.url} talked instead of calling a tool." in said
        and "novels write --resume" in said
    )


def test_offline_asks_no_model_also_if_one_is_set(
    invoke: Callable[..., Any], server: Any, premise: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEPLAN_MODEL", server.url)
    said = invoke("novels", "write", "--offline", "--ask", "-p", premise, *QUICK, input="q\n").output
    assert "the house author: a program" in said
    assert "told by the house storyteller" in invoke("novels", "play", "sample", "--offline", input="q\n").output
    assert not server.asked


def test_a_model_tells_and_what_it_tells_is_kept(invoke: Callable[..., Any], server: Any) -> None:
    frames = [
        {"kind": "narration", "text": "The chapel smells of river and of candle ends."},
        {"kind": "narration", "text": "A county registrar has come to count a valley that is to be empty."},
        {
            "kind": "choice",
            "text": "What now?",
            "choices": [
                {"id": "1", "text": "Look at the register", "effects": ["stay"]},
                {"id": "2", "text": "Off to the inn", "effects": ["go:inn"]},
            ],
        },
    ]
    told = "\n".join(json.dumps(each) for each in frames)
    server.script = [("plotState", {}), told, told, "nonsense", "nonsense", "nonsense", "nonsense", "nonsense"]
    said = invoke("novels", "play", "sample", "--seed", "4", "--model", server.url, input="q\n").output
    assert f"told by {server.url}" in said and "The chapel smells of river" in said
    asked = len(server.asked)
    again = invoke("novels", "play", "sample", "--resume", input="1\nq\n").output
    assert "The chapel smells of river" in again, "what was told is not told again"
    assert "Told by the house, because" in again, "play goes on where a model fails"
    assert "plotState" in json.dumps(server.asked[0]) and len(server.asked) > asked


def test_a_model_directs(invoke: Callable[..., Any], server: Any) -> None:
    server.script = [("direct", {"pick": "eleven_birthdays"})]
    said = invoke("novels", "play", "sample", "--seed", "4", "--director", server.url, input="1\nq\n").output
    assert server.asked and "What could come:" in json.dumps(server.asked[0])
    assert "You leave the story." in said


def test_a_director_that_fails_is_spoken_of_once_and_the_rules_decide(invoke: Callable[..., Any], server: Any) -> None:
    server.script = ["I would \x1b[31mrather not."] * 20
    said = invoke("novels", "play", "sample", "--seed", "4", "--director", server.url, input="1\n1\n1\nq\n").output
    assert said.count("(The rules decide, because ") == 1
    assert f"because {server.url} did not: it said nothing that could be used" in said.replace("\n", " ")
    assert "\x1b[31m" not in said and "You leave the story." in said


def test_a_director_that_cannot_be_reached_is_named_with_the_words_of_the_error(invoke: Callable[..., Any]) -> None:
    pytest.importorskip("pydantic_ai")
    said = invoke("novels", "play", "sample", "--director", "http://127.0.0.1:1/v1#m", input="1\nq\n").output
    assert "(The rules decide, because http://127.0.0.1:1/v1#m did not: it could not be asked" in said.replace(
        "\n", " "
    )
    assert "You leave the story." in said

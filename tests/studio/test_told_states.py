"""Games, drafts and plays on the record: how they stood at any event, and what who plays a game may not see yet."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from gameplan.cards.table.events import Acted, GameStarted
from gameplan.client import Client, StudioError
from gameplan.runtime import Session, SessionStarted, SqliteJournal

PREMISE = "A lighthouse keeper hears her drowned brother knock at night."


def gameplan(*arguments: str, typed: str = "") -> None:
    """A command of another program, which writes to the journal that the studio reads."""
    command = [sys.executable, "-m", "gameplan.cli", *arguments]
    subprocess.run(command, check=True, capture_output=True, timeout=120, input=typed, text=True)


def only(client: Client, kind: str) -> str:
    (card,) = client.sessions(kind=kind)
    return card.id


def test_a_game_is_shown_as_it_stood_at_each_event(client: Client) -> None:
    gameplan("cards", "play", "--watch", "--against", "random", "--seed", "5")
    game = only(client, "cards")
    events = client.events(game, limit=2_000)
    started = next(each.seq for each in events if each.type == "cards.game_started")
    assert "cards.table" not in client.state(game, started - 1).slices
    for seq in (started, started + 1, started + 30, len(events)):
        (table,) = client.state(game, seq).slices["cards.table"]
        zones = [zone["cards"] if isinstance(zone, dict) else zone for zone in table["zones"].values()]
        assert sum(map(len, zones)) == 120
        assert ("result" in table) == (seq == len(events))


def test_who_plays_a_game_is_not_told_what_is_hidden_in_it_until_it_is_over(client: Client) -> None:
    gameplan("cards", "play", "--against", "house:cards", "--seed", "7", typed="1\n\n\nq\n")
    game, agents = only(client, "cards"), only(client, "agent")
    for session in (game, agents):
        assert "private while the game goes on" in client.session(session).private
        for look in (client.events, client.state, client.turns, lambda name: next(iter(client.follow_session(name)))):
            with pytest.raises(StudioError) as refused:
                look(session)
            assert (refused.value.status, refused.value.code) == (403, "private")
        assert client.events(session, private=True)
        assert client.state(session, private=True).seq > 1
        assert next(iter(client.follow_session(session, private=True))).type == "session.started"
    assert client.turns(agents, private=True)
    gameplan("cards", "play", "--resume", "last", typed="concede\n")
    assert client.session(game).private == client.session(agents).private == ""
    assert client.turns(agents) and client.events(game)


def test_a_draft_and_a_play_are_shown_as_they_stood(client: Client) -> None:
    gameplan("novels", "write", "--offline", "--yes", "--premise", PREMISE, "--no-pictures")
    draft = only(client, "novel")
    events = client.events(draft, limit=2_000)
    at = {each.type: each.seq for each in reversed(events)}
    (opened,) = client.state(draft, at["draft.opened"]).slices["draft"]
    assert opened["package"]["title"] == "Untitled" and opened["next"]
    (proposed,) = client.state(draft, at["draft.premise_proposed"]).slices["draft"]
    assert proposed["package"]["title"] != "Untitled" and "acts" not in proposed["package"]
    (whole,) = client.state(draft).slices["draft"]
    assert whole["package"]["acts"] and whole["finalized"]
    novel = events[at["draft.package_finalized"] - 1].payload["package_id"]
    gameplan("novels", "play", novel, typed="1\n\n1\n\nq\n")
    play = only(client, "play")
    moments = [each.seq for each in client.events(play) if each.type in ("play.started", "play.advanced")]
    turns = [client.state(play, seq).slices["play"][0]["beat"]["turn"] for seq in moments]
    assert len(turns) > 1 and turns == sorted(set(turns))


def test_a_record_that_its_code_did_not_make_is_shown_all_the_same(client: Client, studio: Any) -> None:
    with Session(journal=SqliteJournal(studio.home / "gameplan.db"), session_id="cards-odd") as session:
        session.dispatch(SessionStarted("cards", "An odd game"))
        session.dispatch(GameStarted("odd", "1", ("Ada", "Ben"), ("a",), (0,), ("p1_deck",)))
        session.dispatch(Acted(0, "move", (), (("move", 7, 0, 0, 0, 0, False, 0),)))
        session.commit()
    assert "cards.table" in client.state("cards-odd", 2).slices
    state = client.state("cards-odd")
    assert state.seq == 3 and "cards.table" not in state.slices

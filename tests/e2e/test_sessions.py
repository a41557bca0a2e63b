"""The session viewer: the record, event by event, and how things stood at each."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gameplan.agents import Usage
from gameplan.agents.events import EndedBy, ModelReplied, TurnEnded, TurnStarted
from gameplan.cards import Game, Seat
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.events import PERSON, Seated
from gameplan.runtime import Session, SessionStarted, SqliteJournal
from gameplan.tools.planning import Plan, PlanStep


@pytest.fixture(scope="module")
def run(studio: Any) -> str:
    return str(studio.run(studio.plan()["id"])["id"])


def test_the_record_is_walked_event_by_event(
    studio: Any, run: str, page: Page, check_page: Callable[..., None]
) -> None:
    page.goto(f"{studio.address}/sessions")
    check_page(page, "sessions")
    page.locator(f'a[href$="/sessions/{run}"]').click()
    events = page.get_by_role("listbox", name="Events")
    expect(events.get_by_role("option", selected=True)).to_contain_text("approval")
    check_page(page, "session")
    events.focus()
    page.keyboard.press("Home")
    expect(events.get_by_role("option", selected=True)).to_contain_text("session.started")
    page.keyboard.press("ArrowDown")
    expect(page.locator("output")).to_have_text(re.compile("^2 of"))
    expect(page).to_have_url(re.compile(r"at=2"))
    page.get_by_role("slider", name="Event").press("ArrowRight")
    expect(page.locator("output")).to_have_text(re.compile("^3 of"))


def test_the_state_is_shown_as_it_was_at_each_event(studio: Any, run: str, page: Page) -> None:
    page.goto(f"{studio.address}/sessions/{run}")
    page.get_by_role("tab", name="How things stood").click()
    backup = page.locator(".stood li", has_text="backup")
    expect(backup).to_contain_text("done")
    page.get_by_role("listbox").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(backup).to_contain_text("ready")


def test_events_are_filtered_and_new_ones_come_by_themselves(studio: Any, run: str, page: Page) -> None:
    page.goto(f"{studio.address}/sessions/{run}")
    events = page.get_by_role("option")
    page.get_by_role("searchbox").fill("step_ended backup")
    expect(events).to_have_count(1)
    page.get_by_role("searchbox").fill("")
    expect(events.nth(2)).to_be_visible()
    item = studio.api("GET", f"/runs/{run}")["inbox"][0]
    studio.api("POST", f"/runs/{run}/intents", {"kind": "approve", "payload": {"step": item["step"]}})
    expect(page.get_by_role("option").last).to_contain_text("run.ended")


def test_what_agents_were_told_and_called_stands_in_a_tab(
    studio: Any, run: str, page: Page, check_page: Callable[..., None]
) -> None:
    page.goto(f"{studio.address}/sessions/{run}")
    page.get_by_role("tab", name="Agents").click()
    expect(page.get_by_text("No agent has acted here")).to_be_visible()
    check_page(page, "session-agents")


def test_what_each_step_of_an_agent_cost_and_how_its_plan_stood(
    studio: Any, page: Page, check_page: Callable[..., None]
) -> None:
    """As another program wrote it, beside the studio."""
    steps = (PlanStep("S001", "Ask the mate", None, "done"), PlanStep("S002", "Look on deck", "Aft.", "in_progress"))
    plan = Plan("Find the captain.", "active", steps)
    with Session(journal=SqliteJournal(studio.home / "gameplan.db"), session_id="agent-priced") as session:
        for told in (
            SessionStarted("agent", "Where is the captain?"),
            TurnStarted("turn-1", "mate", "test:priced", "You know the ship.", (), "Where is the captain?"),
            ModelReplied("turn-1", "mate", 1, "m1", "Let me see.", usage=Usage(1_200, 34), cost=Decimal("0.0125")),
            plan,
            ModelReplied("turn-1", "mate", 2, "m2", "On deck.", usage=Usage(2_400, 5), cost=Decimal("0.25")),
            TurnEnded("turn-1", "mate", EndedBy.FINISHED, steps=2, text="On deck."),
        ):
            session.dispatch(told)
        session.commit()

    page.goto(f"{studio.address}/sessions/agent-priced?tab=agents")
    turn = page.locator("section.card")
    expect(turn.locator(".turn-steps > li")).to_contain_text(
        [re.compile(r"input 1,200.*\$0\.01"), re.compile(r"\$0\.25")]
    )
    expect(turn).to_contain_text(re.compile(r"3,639 tokens · \$0\.26"))

    page.goto(f"{studio.address}/sessions/agent-priced?at=3")
    page.get_by_role("tab", name="How things stood").click()
    expect(page.get_by_text("Nothing is folded from these events alone.")).to_be_visible()
    page.get_by_role("button", name="Next event").click()
    panel = page.get_by_role("tabpanel").last
    expect(panel).to_contain_text("Find the captain.")
    expect(panel.locator(".stood li .badge")).to_have_text(["done", "in progress"])
    expect(panel.locator(".stood li").last).to_contain_text("Look on deck")
    expect(panel.locator(".stood li").last).to_contain_text("Aft.")
    check_page(page, "session-agents-plan")


def test_a_game_that_one_plays_is_private_until_it_is_over_and_shown_as_it_stood(
    studio: Any, page: Page, check_page: Callable[..., None]
) -> None:
    """As another program plays it, beside the studio."""
    plugin = Pokemon(CARDS.values())
    dealt = plugin.deal([DECKS["embers"].cards, DECKS["tides"].cards], ["embers", "tides"])
    with Session(journal=SqliteJournal(studio.home / "gameplan.db"), session_id="cards-private") as session:
        session.dispatch(SessionStarted("cards", "embers against tides"))
        session.dispatch(Seated((PERSON, "random")))
        game = Game.start(plugin, dealt, seed=4, seats=[Seat("Ada"), Seat("Ben")], session=session)
        while game.view(None).phase != "main":
            assert game.to_act is not None
            game.act(game.to_act, *game.options(game.to_act)[0])
        session.commit()

        page.goto(f"{studio.address}/sessions/cards-private")
        expect(page.get_by_text("You play this game")).to_be_visible()
        expect(page.get_by_text("it tells all that is hidden in it")).to_be_visible()
        expect(page.get_by_role("option")).to_have_count(0)
        check_page(page, "session-private")
        page.get_by_role("link", name="Show it all the same").click()
        last = page.get_by_role("option", selected=True)
        expect(last).to_contain_text("cards.acted")
        count = page.get_by_role("option").count()
        assert game.to_act is not None
        game.act(game.to_act, "concede")
        session.commit()
        expect(page.get_by_role("option")).to_have_count(count + 1)

    page.goto(f"{studio.address}/sessions/cards-private")
    page.get_by_role("tab", name="How things stood").click()
    panel = page.get_by_role("tabpanel").last
    expect(panel).to_contain_text("result")
    check_page(page, "session-game")
    page.get_by_role("button", name="Event before").click()
    expect(panel).not_to_contain_text("result")

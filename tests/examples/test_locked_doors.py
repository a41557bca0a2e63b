"""What the example shows of Gameplan holds in every house, not only in the one that it shows first."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from itertools import chain, combinations, pairwise

import pytest

import locked_doors
from doors.actions import player_tools
from doors.building import SIZES, build_house
from doors.executor import DoorsExecutor, doors_executor, next_reply
from doors.house import Door, DoorState, Forced, House, Left, Room, after, fold_house, house_in, possible_moves
from doors.planner import DoorsPlanner, write_plan
from doors.search import RISK, cost, way_out
from doors.sight import as_seen, tell_house
from doors.wanderer import DoorsWanderer
from gameplan.agents import (
    EndedBy,
    ModelRequest,
    PipelineResult,
    Reply,
    ToolMessage,
    TurnStarted,
    parse_plan,
    resolve_model,
)
from gameplan.runtime import RandomDrawn, Randomness, Session, SqliteJournal, select_latest
from gameplan.tools import ToolContext, ToolInvoked, invoke
from gameplan.tools.planning import Plan

SEEDS = range(1, 51)


@dataclass
class Game:
    """A game that was played, with its whole record."""

    built: House
    world: Session
    agents: Session
    result: PipelineResult

    @property
    def won(self) -> bool:
        return house_in(self.world).left

    @property
    def calls(self) -> tuple[ToolInvoked, ...]:
        return self.agents.events_of(ToolInvoked)

    @property
    def labels(self) -> list[str]:
        return [turn.agent for turn in self.agents.events_of(TurnStarted)]


async def play(house: House, seed: int = 1, mode="pipeline", planner=None, executor=None, world=None) -> Game:
    world, agents = world or Session(), Session()
    fold_house(world)
    world.dispatch(house)

    def view() -> House:
        return as_seen(house_in(world))

    planner = planner(view) if planner else DoorsPlanner(view)
    executor = executor or (DoorsExecutor() if mode == "pipeline" else DoorsWanderer(view))
    result = await locked_doors.play(world, agents, planner, executor, seed=seed, mode=mode)
    return Game(house, world, agents, result)


def small_house(*doors: Door, dark: tuple[str, ...] = (), **things: tuple[str, ...]) -> House:
    names = dict.fromkeys(["hall", *chain.from_iterable(door.rooms for door in doors)])
    rooms = tuple(Room(name, things.get(name, ()), dark=name in dark) for name in names)
    return House(rooms, doors, here="hall", front="hall", treasure="lantern", visited=("hall",))


def flips(seed: int, count: int = 12) -> list[bool]:
    """How the coins of a game with this seed fall: the first, the second, and so on."""
    dice = Randomness(Session(), seed)
    return [dice.flip() for _ in range(count)]


def seed_with(first: bool) -> int:
    return next(seed for seed in range(100) if flips(seed, 1) == [first])


# -- fifty games


@pytest.fixture(scope="module", params=list(SIZES))
def games(request) -> list[Game]:
    async def play_all() -> list[Game]:
        seeds = SEEDS if request.param != "large" else SEEDS[:15]
        return [await play(build_house(seed, request.param), seed) for seed in seeds]

    return asyncio.run(play_all())


def test_every_house_can_be_won_if_the_coins_fall_well():
    for size in SIZES:
        for seed in SEEDS[:20]:
            house = build_house(seed, size)
            assert can_be_won(house, [True] * 12)
            assert house == build_house(seed, size)


def test_a_game_is_won_or_ends_with_a_name(games):
    for seed, game in enumerate(games, 1):
        result = game.result
        assert game.won == (result.terminal_tool == "leave")
        if game.won:
            assert can_be_won(game.built, flips(seed))
        else:
            named = result.terminal_tool == "give_up" or result.ended_by in (EndedBy.REPLAN_LIMIT, EndedBy.BUDGET)
            assert named and (result.text or result.detail)
        if can_be_won(game.built, flips=[]):  # without any luck
            assert game.won


def test_a_game_is_given_up_only_when_nobody_could_win_it_any_more(games):
    given_up = [game for game in games if game.result.terminal_tool == "give_up"]
    assert given_up
    for game in given_up:
        assert not can_be_won(house_in(game.world), [True] * 12)  # whatever is hidden, however coins would fall
        assert Forced in {type(recorded.event) for recorded in game.world.events}  # it was bad luck


def test_each_refusal_and_each_coin_that_falls_tails_brings_a_new_plan(games):
    surprises = 0
    for game in games:
        for call, following in pairwise(game.calls):
            tails = call.tool == "force" and call.value is False
            if call.status == "refused" or tails:
                surprises += 1
                assert following.tool == "request_replan" and following.status == "ok"
                door = call.arguments.get("door") or call.arguments["room"]
                assert door in following.arguments["reason"]
                replanner = game.agents.events_of(TurnStarted)[_turn_index(game, call) + 1]
                assert replanner.agent.startswith("Replanner-")
                assert following.arguments["reason"] in replanner.request
        assert game.result.replans == sum(call.tool == "request_replan" for call in game.calls)
    assert surprises > 10


def test_at_a_boundary_the_planner_goes_on_and_that_is_no_replan(games):
    boundaries = 0
    for game in games:
        for call in game.calls:
            if call.tool == "hand_back":
                boundaries += 1
                following = game.agents.events_of(TurnStarted)[_turn_index(game, call) + 1]
                assert following.agent.startswith("Planner-") and call.arguments["learned"] in following.request
    assert boundaries > 5


def test_the_session_plan_follows_the_executor(games):
    for game in games:
        plan = select_latest(game.agents, Plan)
        assert plan is not None
        if game.won:
            assert plan.status == "completed" and all(step.status == "done" for step in plan.steps)


def test_replaying_the_record_of_the_house_gives_the_house(games):
    for game in games:
        again = Session.from_json(game.world.to_json())
        fold_house(again)
        Randomness(again)
        assert house_in(again) == house_in(game.world)
        assert again.snapshot() == game.world.snapshot()


async def test_a_house_read_from_its_journal_equals_the_live_one(tmp_path):
    with SqliteJournal(tmp_path / "doors.db") as journal:
        game = await play(build_house(94, "medium"), 94, world=Session(journal=journal, session_id="house"))
        replayed = Session.view(journal, "house")
        fold_house(replayed)
        assert game.won and house_in(replayed) == house_in(game.world)
        assert replayed.events == game.world.events


async def test_the_same_seed_gives_the_same_game():
    one, other = [await play(build_house(6, "medium"), 6) for _ in range(2)]
    assert [recorded.event for recorded in one.world.events] == [recorded.event for recorded in other.world.events]


async def test_the_wanderer_plays_in_the_same_house_within_the_same_budget():
    for seed in SEEDS[:20]:
        game = await play(build_house(seed, "small"), seed, mode="autonomous")
        assert game.labels == ["Agent"]
        assert game.won or game.result.terminal_tool == "give_up" or game.result.ended_by is EndedBy.BUDGET


# -- single houses


async def test_a_boundary_takes_two_planner_calls_and_no_wasted_step():
    house = small_house(Door("hatch", ("hall", "cellar")), dark=("cellar",), cellar=("lantern",))
    game = await play(house)
    assert game.labels == ["Planner", "Executor", "Planner-2", "Executor"]
    assert [call.tool for call in game.calls] == ["go", "hand_back", "take", "go", "leave"]
    assert game.result.plans[0].boundary == "what is in the cellar"
    assert (game.won, game.result.replans, game.result.steps) == (True, 0, 5)


async def test_a_coin_that_falls_tails_brings_another_way():
    house = small_house(
        Door("hatch", ("hall", "cellar"), DoorState.JAMMED),
        Door("oak door", ("hall", "kitchen")),
        *(Door(f"door {n}", (a, b)) for n, (a, b) in enumerate(pairwise(["kitchen", "pantry", "study", "cellar"]))),
        cellar=("lantern",),
    )
    lucky, unlucky = await play(house, seed_with(True)), await play(house, seed_with(False))
    assert lucky.won and lucky.labels == ["Planner", "Executor"]
    assert unlucky.won and unlucky.labels == ["Planner", "Executor", "Replanner-1", "Executor"]
    assert "The hatch is stuck; there is another way (steps: 10)." in unlucky.calls[1].arguments["reason"]
    assert unlucky.world.events_of(Forced) == (Forced("hatch", heads=False),)
    assert [drawn.outcome for drawn in unlucky.world.events_of(RandomDrawn)] == [(1,)]


async def test_a_game_that_no_way_is_left_in_is_given_up():
    house = small_house(Door("hatch", ("hall", "cellar"), DoorState.JAMMED), cellar=("lantern",))
    game = await play(house, seed_with(False))
    assert "no other way is left" in game.calls[1].arguments["reason"]
    assert (game.won, game.result.ended_by, game.result.terminal_tool) == (False, EndedBy.FINISHED, "give_up")


async def test_without_replans_left_the_executor_stops_and_says_why(monkeypatch):
    monkeypatch.setattr(locked_doors, "MAX_REPLANS", 0)
    house = small_house(Door("hatch", ("hall", "cellar"), DoorState.JAMMED), cellar=("lantern",))
    game = await play(house, seed_with(False))
    assert game.result.ended_by is EndedBy.REPLAN_LIMIT
    assert game.result.text == "I stop here. The hatch is stuck; no other way is left."


class LeavesAtOnce(DoorsPlanner):
    """A planner that is wrong once."""

    asked = 0

    async def reply(self, request: ModelRequest, on_delta=None) -> Reply:
        self.asked += 1
        return Reply("PLAN:\n1. leave") if self.asked == 1 else await super().reply(request, on_delta)


async def test_a_refused_leave_does_not_end_the_game():
    house = small_house(Door("oak door", ("hall", "study")), study=("lantern",))
    game = await play(house, planner=LeavesAtOnce)
    assert [(call.tool, call.status) for call in game.calls[:2]] == [("leave", "refused"), ("request_replan", "ok")]
    assert game.won and game.result.replans == 1


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("go", {"room": "cellar"}, "no_door"),
        ("go", {"room": "study"}, "locked"),
        ("go", {"room": "pantry"}, "jammed"),
        ("take", {"item": "lantern"}, "not_here"),
        ("unlock", {"door": "oak door"}, "no_key"),
        ("unlock", {"door": "hatch"}, "not_locked"),
        ("unlock", {"door": "low door"}, "not_here"),
        ("force", {"door": "oak door"}, "not_jammed"),
        ("leave", {}, "empty_handed"),
        ("go", {}, "invalid_arguments"),
    ],
)
async def test_what_the_rules_forbid_is_refused_and_changes_nothing(tool, arguments, code):
    house = small_house(
        Door("oak door", ("hall", "study"), DoorState.LOCKED, "brass key"),
        Door("hatch", ("hall", "pantry"), DoorState.JAMMED),
        Door("low door", ("study", "cellar")),
        study=("lantern",),
    )
    world = Session()
    fold_house(world)
    world.dispatch(house)
    tools = {each.name: each for each in player_tools(world, Randomness(world, 1))}
    outcome = await invoke(tools[tool], arguments, ToolContext(Session()))
    assert (outcome.status, outcome.code) == ("refused", code)
    assert house_in(world) == house and not world.events_of(RandomDrawn)


# -- who knows what


def test_two_houses_that_differ_in_what_is_unseen_look_the_same():
    doors = Door("oak door", ("hall", "study")), Door("low door", ("study", "cellar")), Door("hatch", ("hall", "attic"))
    one = small_house(*doors, dark=("cellar", "attic"), cellar=("lantern",))
    other = replace(
        one,
        rooms=tuple(replace(room, things=("lantern",) if room.name == "attic" else ()) for room in one.rooms),
        doors=(doors[0], replace(doors[1], state=DoorState.LOCKED, key="bone key"), doors[2]),
    )
    assert as_seen(one) == as_seen(other)
    assert write_plan(as_seen(one)) == write_plan(as_seen(other))
    assert tell_house(as_seen(one)) == tell_house(as_seen(other))


def test_what_is_hidden_is_in_no_text_made_for_a_player():
    for seed in SEEDS:
        house = build_house(seed, "medium")
        seen = as_seen(house)
        hidden = {t for room in house.rooms if room.dark for t in room.things or ()} - {"lantern"}
        hidden -= {door.key for door in house.doors_here()}  # the doors of the hall tell which key they need
        text = write_plan(seen) + tell_house(seen)
        assert not [thing for thing in hidden if thing in text]


async def test_the_executor_is_never_shown_the_house():
    def forbidden() -> House:
        raise AssertionError("the executor looked")

    executor = resolve_model("house:doors-executor", view=forbidden)
    game = await play(build_house(94, "medium"), 94, executor=executor)
    assert game.won and len(game.labels) == 8
    assert vars(doors_executor(forbidden)) == {}


async def test_the_executor_acts_on_the_text_of_the_plan_alone():
    tools = {tool.name: tool.definition for tool in player_tools(Session(), None)}
    plan = parse_plan("PLAN:\n1. Use `go`: room=\"kitchen\".\n2. take(item='bone key')\n3. sing\nCONTINGENCIES: None")
    results = [ToolMessage(str(n), str(n), "go", "ok", "Done.") for n in range(3)]
    said = [next_reply(plan, results[:done], tools) for done in range(3)]
    assert [(call.name, call.arguments) for reply in said[:2] for call in reply.calls] == [
        ("go", {"room": "kitchen"}),
        ("take", {"item": "bone key"}),
    ]
    assert said[2] == Reply("I stop here. sing: that names none of my tools.", model=DoorsExecutor.name)


# -- the planner against brute force


@pytest.mark.parametrize("size", ["small", "medium"])
def test_on_a_house_that_is_known_the_plan_is_the_cheapest_there_is(size):
    for seed in SEEDS[: 40 if size == "small" else 8]:
        house = build_house(seed, size)
        plan = parse_plan(write_plan(house))
        flips_in_plan = sum(step.title.startswith("force ") for step in plan.steps)
        assert len(plan.steps) + RISK * flips_in_plan == cost(way_out(house) or ()) == brute_force(house)
        assert plan.contingencies.count("TAILS -> request_replan") == flips_in_plan
        assert not plan.boundary


def brute_force(house: House) -> int:
    """The least cost of winning, with rules of its own: every state there could be, relaxed until nothing changes."""
    things = {thing: room.name for room in house.rooms for thing in room.things or ()}
    shut = {door.name: door for door in house.doors if door.state is not DoorState.OPEN}
    infinite = 10**6
    least = {
        (room.name, held, opened): infinite
        for room in house.rooms
        for held in _subsets(things)
        for opened in _subsets(shut)
    }
    least["hall", frozenset(), frozenset()] = 0
    changed = True
    while changed:
        changed = False
        for (here, held, opened), spent in list(least.items()):
            if spent == infinite:
                continue
            ahead = [((here, held | {thing}, opened), 1) for thing, room in things.items() if room == here]
            for door in house.doors:
                if here not in door.rooms:
                    continue
                if door.name not in shut or door.name in opened:
                    (beyond,) = set(door.rooms) - {here}
                    ahead.append(((beyond, held, opened), 1))
                elif door.state is DoorState.JAMMED:
                    ahead.append(((here, held, opened | {door.name}), 4))
                elif door.key in held:
                    ahead.append(((here, held, opened | {door.name}), 1))
            for state, price in ahead:
                if spent + price < least[state]:
                    least[state] = spent + price
                    changed = True
    return 1 + min(spent for (here, held, _), spent in least.items() if here == "hall" and "lantern" in held)


def _subsets(names) -> list[frozenset[str]]:
    return [frozenset(chosen) for size in range(len(names) + 1) for chosen in combinations(names, size)]


def can_be_won(house: House, flips: list[bool]) -> bool:
    """Whether someone who knew everything, how the coins will fall too, could win. No coins: without forcing."""
    frontier, known = [(house, 0)], set()
    while frontier:
        present, flipped = frontier.pop()
        state = (present.here, present.held, present.doors, flipped)
        if state in known:
            continue
        known.add(state)
        for move in possible_moves(present):
            if isinstance(move, Left):
                return True
            if isinstance(move, Forced):
                if flipped < len(flips):
                    frontier.append((after(present, Forced(move.door, flips[flipped])), flipped + 1))
            else:
                frontier.append((after(present, move), flipped))
    return False


def _turn_index(game: Game, call: ToolInvoked) -> int:
    return next(n for n, turn in enumerate(game.agents.events_of(TurnStarted)) if turn.turn == call.turn)

"""Any calls in any order: nothing breaks, nothing is lost, nothing hangs in the air, and undo gives back exactly."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from gameplan.novels.authoring import Draft, DraftSession, Finding, authoring_tools
from gameplan.novels.authoring.findings import loose_ends
from gameplan.novels.authoring.names import dangling, defined
from gameplan.novels.package import Asset, Character, Location, VNPackage
from gameplan.runtime import MemoryJournal, Session
from gameplan.tools import Outcome, ToolContext, ToolInvoked, ToolRefused, invoke

ACTS = st.sampled_from(["a1", "a2"])
PLACES = st.sampled_from(["dock", "yard", "tower"])
PEOPLE = st.sampled_from(["ann", "bob"])
FLAGS = st.sampled_from(["f1", "f2", "f3"])
SCENES = st.sampled_from(["s1", "s2", "s3", "s4"])
IDS = st.sampled_from(["a1", "dock", "yard", "ann", "bob", "f1", "f2", "s1", "s2", "e1", "end1", "new1", "new2"])
NUMBERS = st.integers(0, 7)
CONDITIONS = st.one_of(
    st.just(""),
    st.just("when it feels right"),
    FLAGS.map(lambda each: f'flag("{each}") and progress > 1'),
    PLACES.map(lambda each: f'visited("{each}") or location == "{each}"'),
    SCENES.map(lambda each: f'not done("{each}")'),
    PEOPLE.map(lambda each: f'met("{each}") and arc("{each}") >= crisis'),
    st.just('fired("e1")'),
)


def several(items: st.SearchStrategy[Any], most: int = 2) -> st.SearchStrategy[list[Any]]:
    return st.lists(items, max_size=most, unique=True)


def _scene(id_: str, **more: Any) -> dict[str, Any]:
    pacing = {"expectedFrames": 3, "focus": "standard"}
    return {"id": id_, "title": "x", "description": "x", "type": "discovery", "pacing": pacing, **more}


def known(package: VNPackage, type_: str, number: int) -> str:
    """One of the ids that there are, mostly."""
    kind = {"node": "location"}.get(type_, type_)
    ids = sorted({each.id for each in defined(package) if each.kind == kind})
    return ids[number % len(ids)] if ids else "new1"


def things(package: VNPackage) -> list[str]:
    """All that is there. A place is there once in each act that has it, however it may be named from elsewhere."""
    return [str(each) for each in defined(package).elements() if each.kind != "location" or each.act]


@st.composite
def scenes(draw: Any, **more: Any) -> dict[str, Any]:
    made = {
        **_scene(draw(SCENES)),
        "title": draw(st.sampled_from(["One", "Two"])),
        "prerequisites": draw(several(FLAGS)),
        "potentialFlags": draw(several(FLAGS)),
        "requiredCharacters": draw(several(PEOPLE, 1)),
        "condition": draw(CONDITIONS),
        "follows": draw(st.none() | SCENES),
        **more,
    }
    left_out = draw(several(st.sampled_from(["prerequisites", "potentialFlags", "condition", "follows"])))
    return {name: value for name, value in made.items() if name not in left_out}


class Pencil:
    """Draws, unless it is broken."""

    broken = False
    drawn = 0

    async def portraits(self, character: Character, art_style: str, *, seed: int | None = None) -> list[Asset]:
        return [self._drawn(character.id, "portrait")]

    async def place(self, location: Location, art_style: str, *, seed: int | None = None) -> list[Asset]:
        return [self._drawn(location.location, "background"), self._drawn(f"{location.location}_music", "music")]

    def _drawn(self, id_: str, kind: Any) -> Asset:
        if self.broken:
            raise RuntimeError("it broke")
        self.drawn += 1
        return Asset(id=id_, kind=kind, path=f"{self.drawn}", mime="image/png", alt="x")


def only_names(package: VNPackage) -> list[Finding]:
    """A proof that so small a novel can pass: all that is named is there."""
    return [each.model_copy(update={"severity": "error"}) for each in loose_ends(package)]


class Writing(RuleBasedStateMachine):
    """An author who does anything at any time."""

    @initialize(written=st.integers(0, 5))
    def begin(self, written: int) -> None:
        self.loop = asyncio.new_event_loop()
        self.journal = MemoryJournal()
        self.pencil = Pencil()
        session = Session(journal=self.journal, session_id="novel")
        self.desk = DraftSession.start(session, illustrator=self.pencil, prove=only_names)
        self.stood: list[Draft] = []
        if written:  # mostly there is something to change already
            self.premise("One", "f1", "One")
            self.person("ann", None, True)
            self.outline("a1", ["dock", "yard", "tower"], 'visited("yard")', "dock", None)
        if written > 1:
            self.web("a1", ["dock", "yard", "tower"], ["yard", "dock"], "One")
        if written > 2:
            self.encounters("a1", "dock", [_scene("s1", potentialFlags=["f1"]), _scene("s2", potentialFlags=["f2"])])
            self.encounters("a1", "yard", [_scene("s3", prerequisites=["f2"], follows="s1", givesProgression=1)])
        if written > 3:
            self.final("a1", "dock", "One")

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            self.desk.session.close()
            self.loop.close()

    def call(self, name: str, arguments: dict[str, Any]) -> Outcome:
        before = self.desk.draft
        by_name = {each.name: each for each in authoring_tools(self.desk)}
        context = ToolContext(self.desk.session, self.desk.session.ids.new("call"))
        outcome = self.loop.run_until_complete(invoke(by_name[name], arguments, context))
        assert outcome.status != "failed", outcome.text + outcome.detail
        now = self.desk.draft
        if outcome.status == "refused":
            assert now == before
        elif now != before:
            self.stood.append(before)
        if outcome.ok and name != "updateElement":
            assert_nothing_lost(before.package(), now.package())
        return outcome

    # -- the tools

    @rule(title=st.sampled_from(["One", "Two"]), flag=FLAGS, style=st.sampled_from(["One", "Two"]))
    def premise(self, title: str, flag: str, style: str) -> None:
        arguments = {
            "title": title,
            "artStyle": style,
            "globalContext": {"setting": title, "tone": "x", "overarchingTruths": []},
            "premise": title,
            "themes": [],
            "globalMaterials": [],
            "possibleEndings": [],
            "endings": [{"id": "end1", "title": title, "condition": f'flag("{flag}")'}],
        }
        before = self.desk.draft
        if not self.call("proposeStoryPremise", arguments).ok:
            assert before.premise is not None  # only what was there can be lost

    @rule(id_=PEOPLE, scene=st.none() | scenes(arcPhase="crisis", locations=["dock"]), role=st.booleans())
    def person(self, id_: str, scene: dict[str, Any] | None, role: bool) -> None:
        arguments = {
            "id": id_,
            "name": id_,
            "role": "protagonist" if role else "ally",
            "description": "x",
            "imagePrompt": "x",
        }
        if scene is not None:
            arguments["personalArc"] = {"want": "x", "need": "y", "arcEncounters": [scene]}  # type: ignore[assignment]
        self.call("proposeCharacter", arguments)

    @rule(id_=ACTS, places=several(PLACES, 3), condition=CONDITIONS, start=st.none() | PLACES, later=st.none() | ACTS)
    def outline(self, id_: str, places: list[str], condition: str, start: str | None, later: str | None) -> None:
        had = self.desk.draft.premise is not None
        event = {
            "id": f"e{id_[1]}",
            "title": "x",
            "triggerCondition": condition,
            "description": "x",
            "forcesClimax": False,
            "setFlags": ["f3"],
        }
        arguments: dict[str, Any] = {
            "id": id_,
            "title": id_,
            "objective": "x",
            "scenarioContext": "x",
            "narrativeGuidelines": "x",
            "intendedLocations": places,
            "inevitableEvents": [event],
        }
        if start:
            arguments["startLocation"] = start
        if later:
            arguments["next"] = [{"actId": later, "condition": condition}]
        outcome = self.call("draftActOutline", arguments)
        if not had:
            assert outcome.code == "PIPELINE_ORDER"

    @rule(
        act=ACTS,
        ids=st.lists(PLACES, min_size=1, max_size=3, unique=True),
        to=several(PLACES, 2),
        mood=st.sampled_from(["One", "Two"]),
    )
    def web(self, act: str, ids: list[str], to: list[str], mood: str) -> None:
        stage = self.desk.draft.act_stage(act)
        places = [
            {
                "id": each,
                "title": each,
                "location": each,
                "requiredCharacters": ["ann"],
                "ambientDetail": "x",
                "mood": mood,
                "connections": to,
            }
            for each in ids
        ]
        outcome = self.call("draftNodeWeb", {"actId": act, "locations": places})
        if ids and stage == "none":
            assert outcome.code == "PIPELINE_ORDER"
        if outcome.ok:
            assert {self.desk.draft.node_stage(act, each) for each in ids}.isdisjoint({"none", "intended"})

    @rule(act=ACTS, node=PLACES, encounters=st.lists(scenes(), min_size=1, max_size=2))
    def encounters(self, act: str, node: str, encounters: list[dict[str, Any]]) -> None:
        stage = self.desk.draft.node_stage(act, node)
        outcome = self.call("draftNodeEncounters", {"actId": act, "nodeId": node, "encounters": encounters})
        if stage == "intended":
            assert outcome.code == "PIPELINE_ORDER"
        if stage in ("none", "intended"):
            assert not outcome.ok
        if outcome.ok:
            assert self.desk.draft.node_stage(act, node) in ("populated", "finalized")

    @rule(act=ACTS, node=PLACES, prompt=st.sampled_from(["One", "Two"]))
    def final(self, act: str, node: str, prompt: str) -> None:
        stage = self.desk.draft.node_stage(act, node)
        music = [{"text": prompt, "weight": 1.0}]
        arguments = {"actId": act, "nodeId": node, "backgroundPrompt": prompt, "musicPrompts": music}
        outcome = self.call("finalizeNode", arguments)
        assert outcome.ok == (stage in ("populated", "finalized"))

    @rule(
        type_=st.sampled_from(["character", "act", "node", "encounter", "event", "ending", "flag", "lore"]),
        act=st.none() | ACTS,
        number=NUMBERS,
        to=IDS,
    )
    def rename(self, type_: str, act: str | None, number: int, to: str) -> None:
        before = self.desk.draft.package()
        id_ = known(before, type_, number)
        outcome = self.call("updateElement", {"type": type_, "actId": act, "id": id_, "changes": {"id": to}})
        now = self.desk.draft.package()
        if outcome.ok:
            assert len(dangling(now)) <= len(dangling(before))
            assert len(things(now)) == len(things(before))

    @rule(
        type_=st.sampled_from(["premise", "character", "act", "node", "encounter", "event", "ending", "flag"]),
        act=st.none() | ACTS,
        number=NUMBERS,
    )
    def delete(self, type_: str, act: str | None, number: int) -> None:
        before = self.desk.draft.package()
        id_ = known(before, type_, number)
        outcome = self.call("updateElement", {"type": type_, "actId": act, "id": id_, "changes": None})
        if outcome.ok:
            hung = {(use.target, use.where) for use in dangling(before)}
            assert {(use.target, use.where) for use in dangling(self.desk.draft.package())} <= hung
        if outcome.code == "REFERENCED" and type_ != "premise":
            assert outcome.needs

    @rule(
        type_=st.sampled_from(["premise", "character", "act", "node", "encounter", "event"]),
        number=NUMBERS,
        field=st.sampled_from(
            ["title", "name", "condition", "potentialFlags", "connections", "mood", "nonsense", "id"]
        ),
        value=st.sampled_from(["Two", "", None, [], ["f1"], ["dock"], 7, {"x": 1}]),
        again=st.booleans(),
    )
    def change(self, type_: str, number: int, field: str, value: Any, again: bool) -> None:
        id_ = known(self.desk.draft.package(), type_, number)
        arguments = {"type": type_, "id": id_, "changes": {field: value}, "regenerateImage": again}
        self.call("updateElement", arguments)

    @rule()
    def package(self) -> None:
        outcome = self.call("finalizePackage", {"title": "A title"})
        if outcome.ok:
            assert dangling(self.desk.draft.package()) == []

    # -- going back, going on

    @precondition(lambda self: self.stood)
    @rule()
    def undo(self) -> None:
        self.desk.undo()
        assert self.desk.draft == self.stood.pop()

    @precondition(lambda self: not self.stood)
    @rule()
    def undo_nothing(self) -> None:
        before = self.desk.draft
        try:
            self.desk.undo()
        except ToolRefused:
            assert self.desk.draft == before

    @rule()
    def break_or_mend_the_pencil(self) -> None:
        self.pencil.broken = not self.pencil.broken

    @rule()
    def open_again(self) -> None:
        before = self.desk.draft
        self.desk.session.close()
        self.desk = DraftSession(Session.open(self.journal, "novel"), illustrator=self.pencil, prove=only_names)
        assert self.desk.draft == before

    # -- what always holds

    @invariant()
    def ids_are_unambiguous(self) -> None:
        if hasattr(self, "desk"):
            package = self.desk.draft.package()
            assert max(defined(package).values(), default=1) == 1
            assert VNPackage.model_validate_json(package.model_dump_json()) == package

    @invariant()
    def every_way_leads_somewhere(self) -> None:
        if hasattr(self, "desk"):
            assert [use for use in dangling(self.desk.draft.package()) if use.target.act] == []

    @invariant()
    def stages_hold(self) -> None:
        if not hasattr(self, "desk"):
            return
        draft = self.desk.draft
        assert draft.premise is not None or not draft.acts
        for act, node in draft.finalized:
            place = draft.location(act, node)
            assert place is not None and place.encounters

    @invariant()
    def every_call_is_on_the_record(self) -> None:
        if hasattr(self, "desk"):
            assert all(each.status != "failed" for each in self.desk.session.events_of(ToolInvoked))


def assert_nothing_lost(before: VNPackage, now: VNPackage) -> None:
    """Drafting never takes anything away but places that were only intended."""
    kept = set(defined(now))
    for target in defined(before):
        if target.kind not in ("location", "flag"):
            assert target in kept
    for act in before.acts:
        after = now.act(act.id)
        assert after is not None
        assert {each.id for each in act.locations} <= {each.id for each in after.locations}


Writing.TestCase.settings = settings(
    max_examples=30, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
test_any_order_of_calls = Writing.TestCase

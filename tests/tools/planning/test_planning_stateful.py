"""The whole suite, extras on, in any order of calls, against a model of it that shares nothing with it."""

import asyncio

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from gameplan.runtime import MemoryJournal, Session, select_all, select_latest
from gameplan.tools import ToolContext, ToolInvoked, invoke
from gameplan.tools.planning import Plan, PlanExtras, completion_gate, planning_tools, register_reducers

EXTRAS = PlanExtras(skip=True, remove=True, reopen=True, require_evidence=True, drift_after=2)
TOOLS = {tool.name: tool for tool in planning_tools(EXTRAS)}

texts = st.sampled_from(["", "  ", "a", " padded ", "x" * 160, "x" * 161, "x" * 512, "x" * 513, "caf\u00e9", "b"])
titles = st.sampled_from(["a", "b", " c ", "x" * 160]) | texts
new_steps = st.lists(st.fixed_dictionaries({"title": titles}, optional={"details": texts}), max_size=3)
statuses = st.sampled_from(["pending", "in_progress", "blocked", "done"])
places = st.integers(0, 6)


class Refused(Exception):
    """The model's own way to say no."""


def fits(text, limit, empty=True):
    text = text.strip()
    if len(text) > limit or not text.isascii() or (not text and not empty):
        raise Refused
    return text


class Planning(RuleBasedStateMachine):
    """The model is a list of dictionaries; `number` is the last id that was given."""

    def __init__(self):
        super().__init__()
        self.journal = MemoryJournal()
        self.session = Session(journal=self.journal, session_id="s")
        self.calls = {}
        self.counter = 0
        self.objective, self.state, self.steps, self.gone, self.number = None, None, [], [], 0

    def teardown(self):
        self.session.close()

    # -- the two sides of a call

    def call(self, name, arguments, expect):
        """Call the tool and the model; both accept or both refuse."""
        self.counter += 1
        context = ToolContext(self.session, f"plan-{self.counter}")
        outcome = asyncio.run(invoke(TOOLS[f"planning_{name}"], arguments, context))
        try:
            expect()
            expected = "ok"
        except Refused:
            expected = "refused"
        assert outcome.status == expected, (name, arguments, outcome.text)
        if outcome.ok:
            for step in self.steps:
                assert f"{step['id']} [{step['status']}] {step['title']}" in outcome.text
            busy = sum(step["status"] == "in_progress" for step in self.steps)
            assert ("at once" in outcome.text) == (busy > 1 and self.state == "active")

    def need(self, *states):
        if self.state not in states:
            raise Refused

    def find(self, step_id):
        for step in self.steps:
            if step["id"] == step_id:
                return step
        raise Refused

    def make(self, new):
        made = []
        for step in new:
            title, details = fits(step["title"], 160, empty=False), fits(step.get("details", ""), 512)
            made.append({"title": title, "details": details or None})
        for step in made:
            self.number += 1
            step |= {"id": f"S{self.number:03d}", "status": "pending", "notes": [], "evidence": []}
        return made

    def settle(self):
        over = all(step["status"] in ("done", "skipped") for step in self.steps)
        self.state = "completed" if self.steps and over else "active"

    def step_id(self, place):
        """Mostly a step of the plan, at times a removed or an unknown one."""
        ids = [step["id"] for step in self.steps] + [gone[0] for gone in self.gone] + ["S999"]
        return ids[place % len(ids)]

    # -- what can be called

    @rule(objective=st.sampled_from(["o", " p ", "x" * 240, "x" * 241, ""]), new=new_steps)
    def setup(self, objective, new):
        def expect():
            aim = fits(objective, 240, empty=False)
            kept, self.number = self.number, 0
            try:
                steps = self.make(new)
            except Refused:
                self.number = kept
                raise
            self.objective, self.state, self.steps, self.gone = aim, "active", steps, []

        self.call("setup_plan", {"objective": objective, "initial_steps": new}, expect)

    @rule(new=new_steps)
    def add(self, new):
        def expect():
            self.need("active")
            if not new:
                raise Refused
            self.steps += self.make(new)

        self.call("add_step", {"steps": new}, expect)

    @rule(place=places, title=st.none() | titles, details=st.none() | texts)
    def update(self, place, title, details):
        step_id = self.step_id(place)

        def expect():
            self.need("active", "completed")
            step = self.find(step_id)
            if title is None and details is None:
                raise Refused
            changed = {} if title is None else {"title": fits(title, 160, empty=False)}
            changed |= {} if details is None else {"details": fits(details, 512) or None}
            step |= changed

        self.call("update_step", {"step_id": step_id, "title": title, "details": details}, expect)

    @rule(place=places, status=statuses, note=st.none() | texts, shown=st.lists(st.integers(0, 5), max_size=2))
    def mark(self, place, status, note, shown):
        step_id, evidence = self.step_id(place), [f"work-{number}" for number in shown]

        def expect():
            self.need("active", "completed")
            step = self.find(step_id)
            said = fits(note or "", 512)
            if any(self.calls.get(call_id) != "ok" for call_id in evidence):
                raise Refused
            if status == "done" and not evidence and not step["evidence"]:
                raise Refused
            if step["status"] in ("done", "skipped") and status != "done":
                step["evidence"] = []
            step["status"] = status
            step["notes"] += [said] if said else []
            step["evidence"] += [each for each in dict.fromkeys(evidence) if each not in step["evidence"]]
            self.settle()

        arguments = {"step_id": step_id, "status": status, "note": note, "evidence": evidence}
        self.call("mark_step", arguments, expect)

    @rule(place=places, reason=texts)
    def skip(self, place, reason):
        step_id = self.step_id(place)

        def expect():
            self.need("active")
            step, why = self.find(step_id), fits(reason, 512, empty=False)
            if step["status"] in ("done", "skipped"):
                raise Refused
            step["status"] = "skipped"
            step["notes"].append(f"skipped: {why}")
            self.settle()

        self.call("skip_step", {"step_id": step_id, "reason": reason}, expect)

    @rule(place=places, reason=texts)
    def remove(self, place, reason):
        step_id = self.step_id(place)

        def expect():
            self.need("active")
            step, why = self.find(step_id), fits(reason, 512, empty=False)
            self.steps = [each for each in self.steps if each is not step]
            self.gone.append((step_id, step["title"], why))
            self.settle()

        self.call("remove_step", {"step_id": step_id, "reason": reason}, expect)

    @rule(place=places, reason=texts)
    def reopen(self, place, reason):
        step_id = self.step_id(place)

        def expect():
            self.need("active", "completed")
            step, why = self.find(step_id), fits(reason, 512, empty=False)
            if step["status"] not in ("done", "skipped"):
                raise Refused
            step["status"], step["evidence"] = "pending", []
            step["notes"].append(f"reopened: {why}")
            self.settle()

        self.call("reopen_step", {"step_id": step_id, "reason": reason}, expect)

    @precondition(lambda self: self.counter % 5 == 0)
    @rule()
    def clear(self):
        def expect():
            self.need("active", "completed", "abandoned")
            self.state, self.steps, self.gone = "abandoned", [], []

        self.call("clear_plan", {}, expect)

    @rule()
    def read(self):
        self.call("read_plan", {}, lambda: self.need("active", "completed", "abandoned"))

    # -- what else happens

    @rule(number=st.integers(0, 5), status=st.sampled_from(["ok", "ok", "refused", "failed"]))
    def work(self, number, status):
        self.session.dispatch(ToolInvoked(f"work-{number}", "search", {}, status, ""))
        self.calls[f"work-{number}"] = status

    @rule()
    def reopen_session(self):
        self.session.close()
        self.session = Session.open(self.journal, "s")
        register_reducers(self.session)

    # -- what always holds

    @invariant()
    def the_plan_is_that_of_the_model(self):
        plan = select_latest(self.session, Plan)
        if self.state is None:
            assert plan is None
            return
        assert len(select_all(self.session, Plan)) == 1
        assert (plan.objective, plan.status) == (self.objective, self.state)
        shown = [
            {
                "id": step.step_id,
                "title": step.title,
                "details": step.details,
                "status": step.status,
                "notes": list(step.notes),
                "evidence": list(step.evidence),
            }
            for step in plan.steps
        ]
        assert shown == self.steps
        assert [(gone.step_id, gone.title, gone.reason) for gone in plan.removed] == self.gone

    @invariant()
    def an_agent_may_stop_exactly_when_nothing_is_open(self):
        assert (completion_gate(self.session) is None) == (self.state != "active")


TestPlanning = Planning.TestCase
TestPlanning.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)

"""Whether people's arcs are whole, and whether conditions, events and endings can come true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gameplan.novels.checks.findings import Finding, finding, names
from gameplan.novels.checks.possible import Facts, can_fail, can_hold
from gameplan.novels.checks.reach import Reach
from gameplan.novels.checks.story import Story
from gameplan.novels.conditions import Condition, read_condition
from gameplan.novels.package import ARC_PHASES, Act


def check_arcs(story: Story) -> Iterator[Finding]:
    for character in story.package.characters:
        arc = character.personal_arc
        if arc is None:
            continue
        where = f"characters[{character.id}].personalArc.arcEncounters"
        phases = {each.arc_phase for each in arc.arc_encounters}
        if not phases:
            what = f"{character.name} has a want and a need, and no scene of their own."
            yield finding("VN701", where, what, "Write a scene for each phase, or drop the arc.")
            continue
        missing = [phase for phase in ARC_PHASES if phase not in phases]
        if missing:
            what = f"The arc of {character.name} has no scene for {', '.join(missing)}."
            yield finding("VN702", where, what, f"Write {'them' if len(missing) > 1 else 'it'}.")


def check_events(story: Story, reach: Reach) -> Iterator[Finding]:
    for act in story.package.acts:
        if act.id in reach.acts:
            facts = reach.acts[act.id].facts
            yield from _events(story, act, facts)
            ways = [
                (f"acts[{act.id}].next[{number}]", read_condition(each.condition))
                for number, each in enumerate(act.next)
            ]
            yield from _first_that_holds(story, ways, facts)
    everything = _everything(reach)
    for lore, where in story.lore:
        condition = read_condition(lore.reveal_if)
        if _known(story, condition) and not can_hold(condition, everything):
            yield _never(f"{where}.revealIf", condition)


def _events(story: Story, act: Act, facts: Facts) -> Iterator[Finding]:
    for event in act.inevitable_events:
        where = f"acts[{act.id}].inevitableEvents[{event.id}]"
        trigger = read_condition(event.trigger_condition)
        if event.latest_turn is None and _known(story, trigger) and not can_hold(trigger, facts):
            yield _never(f"{where}.triggerCondition", trigger)
            continue
        branches = [
            (f"{where}.conditionalBranches[{number}]", read_condition(branch.condition))
            for number, branch in enumerate(event.conditional_branches)
        ]
        yield from _first_that_holds(story, branches, facts)


def _first_that_holds(story: Story, ways: list[tuple[str, Condition]], facts: Facts) -> Iterator[Finding]:
    closed_by = ""
    for where, condition in ways:
        if closed_by:
            what = f"It comes after {closed_by}, which always holds."
            yield finding("VN406", where, what, "Put the one that always holds last.")
        elif _known(story, condition) and not can_hold(condition, facts):
            yield _never(f"{where}.condition", condition)
        if not closed_by and not can_fail(condition, facts):
            closed_by = where


def check_endings(story: Story, reach: Reach) -> Iterator[Finding]:
    package = story.package
    if not package.endings:
        yield finding("VN800", "endings", "There are no endings.", "Write two or three, the last without a condition.")
        return
    if not any(not read_condition(each.condition).text for each in package.endings):
        repair = f'Let "{package.endings[-1].id}" have no condition, as the last.'
        yield finding("VN803", "endings", "Every ending has a condition.", repair)
    led_to = {id for reached in reach.acts.values() for id in reached.endings}
    at_the_end = list(_last(story, reach))
    closed_by = ""
    for ending in package.endings:
        condition = read_condition(ending.condition)
        where = f"endings[{ending.id}]"
        if ending.id not in led_to and closed_by:
            what = f'"{ending.title}" comes after "{closed_by}", which always holds, and no branch leads to it.'
            yield finding("VN802", where, what, "Put it before, or let a branch of an event lead to it.")
        elif ending.id not in led_to and _known(story, condition) and not _can_come(condition, at_the_end):
            what = f'"{ending.title}" can never come: {condition.text}'
            yield finding("VN802", f"{where}.condition", what, _wish(condition, at_the_end))
        if not closed_by and not any(can_fail(condition, facts) for facts in at_the_end):
            closed_by = ending.id


def _can_come(condition: Condition, at_the_end: list[Facts]) -> bool:
    return not at_the_end or any(can_hold(condition, facts) for facts in at_the_end)


def _last(story: Story, reach: Reach) -> Iterator[Facts]:
    """What can be at the end of each act after which the story can end: the last, and any that can be lost."""
    for id, reached in reach.acts.items():
        act = story.acts[id]
        if act.opposing_force is not None or not any(following in reach.acts for following in story.after(act)):
            yield reached.facts


def _wish(condition: Condition, at_the_end: list[Facts]) -> str:
    flags = {flag for facts in at_the_end for flag in facts.flags}
    unset = [name for kind, name in condition.asks if kind == "flag" and name not in flags]
    return f"Make {names(unset)} reachable." if unset else "Ask for something that a play can come to."


def _known(story: Story, condition: Condition) -> bool:
    """Whether everything it names exists; what does not is a finding of its own."""
    known: dict[str, Mapping[str, object]] = {
        "flag": story.setters,
        "visited": story.locations,
        "done": story.by_id,
        "fired": story.events,
    }
    return condition.hard is not None and all(kind not in known or name in known[kind] for kind, name in condition.asks)


def _never(where: str, condition: Condition) -> Finding:
    what = f"It can never hold: {condition.text}"
    return finding("VN405", where, what, "Ask for something that a play can come to.")


def _everything(reach: Reach) -> Facts:
    facts = Facts()
    for each in (reached.facts for reached in reach.acts.values()):
        facts.flags |= each.flags
        facts.locations |= each.locations
        facts.encounters |= each.encounters
        facts.events |= each.events
        facts.arcs |= each.arcs
        facts.progress = max(facts.progress, each.progress)
        facts.progress_pct = max(facts.progress_pct, each.progress_pct)
        facts.doom = max(facts.doom, each.doom)
        facts.doom_pct = max(facts.doom_pct, each.doom_pct)
    return facts

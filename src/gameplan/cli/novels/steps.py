"""The making of a novel as it is shown: a line or two for each thing that came into the draft, as it comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, get_args

from rich.text import Text

from gameplan.cli.clean import clean, one_line
from gameplan.cli.layout import Line, counted, print_line
from gameplan.novels.authoring.draft import Draft
from gameplan.novels.authoring.events import (
    ActOutlined,
    Change,
    CharacterProposed,
    DraftClosed,
    ElementChanged,
    ElementRemoved,
    ElementRenamed,
    EncountersDrafted,
    LocationsWired,
    NodeFinalized,
    PackageFinalized,
    PicturesMade,
    PremiseProposed,
)
from gameplan.novels.authoring.illustrating import NOBODY
from gameplan.novels.authoring.wording import said
from gameplan.novels.package import Act, Character
from gameplan.runtime.events import Json

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.novels.authoring import DraftSession

_LABEL = 11
_LONG, _SHORT = 240, 60
_KINDS = {
    "npc_interaction": "talk",
    "discovery": "discovery",
    "combat": "danger",
    "puzzle": "puzzle",
    "atmospheric": "mood",
}


class Shown:
    """Shows what happens to a draft. `last` is the newest step, until somebody has asked for it."""

    def __init__(self, desk: DraftSession, console: Console) -> None:
        self._desk = desk
        self._console = console
        self.last: Change | None = None
        self._changing = False
        self.before_it_is_kept: Callable[[], object] = lambda: None
        self._ends = [desk.session.bus.subscribe(type_, self._tell) for type_ in get_args(Change)]

    def close(self) -> None:
        for end in self._ends:
            end()

    def _tell(self, event: Change) -> None:
        along, self._changing = self._changing, isinstance(event, ElementChanged)
        if isinstance(event, ElementChanged) and event.with_last:
            return
        if isinstance(event, PicturesMade) and event.with_last and along:  # what is said of them has another name
            self._changing = True
            return
        if isinstance(event, PackageFinalized):
            self.before_it_is_kept()
        label, lines = told(event, self._desk.draft)
        for number, line in enumerate(lines):
            row(self._console, "" if number else label, line)
        if not isinstance(event, PicturesMade):
            self.last = event


def row(console: Console, label: str, text: str, style: str = "") -> None:
    """A line of the making: what it is on the left, what was made beside it."""
    body = Text(clean(text).replace("\n", " "), style)
    width = max(20, console.width - _LABEL - 1)
    for number, piece in enumerate(body.wrap(console, width) if console.is_terminal else [body]):
        print_line(console, Line(Text.assemble((("" if number else label).ljust(_LABEL), "bold cyan"), piece)))


def told(event: Change, draft: Draft) -> tuple[str, list[str]]:
    """An event as the word for it and the lines that tell of it."""
    match event:
        case PremiseProposed(premise=premise):
            endings = " · ".join(each.title for each in premise.endings) or " · ".join(premise.possible_endings)
            lines = [premise.title, one_line(premise.premise, _LONG)]
            return "Premise", [*lines, f"endings: {endings}"] if endings else lines
        case CharacterProposed(character=character):
            return "Person", list(_person(character))
        case ActOutlined(act=act):
            return "Act", list(_act(act))
        case LocationsWired(act_id=act_id):
            wired = draft.act(act_id)
            return "Map", [_map(wired)] if wired is not None else []
        case EncountersDrafted(node_id=node_id, encounters=encounters, act_id=act_id):
            kinds = Counter(_KINDS.get(each.type, each.type) for each in encounters)
            mix = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
            titles = " · ".join(each.title for each in encounters)
            return "Scenes", [f"{_title(draft, act_id, node_id)}: {mix}", titles]
        case NodeFinalized(act_id=act_id, node_id=node_id, background_prompt=prompt):
            title = _title(draft, act_id, node_id)
            return "Place", [f"{title}: {one_line(prompt.removeprefix(f'{title}, '), 140)}"]
        case PicturesMade(owner=owner, assets=assets):
            name = owner.id
            if owner.kind == "character":
                person = draft.character(owner.id)
                name = person.name if person is not None else owner.id
            elif owner.kind == "node":
                name = _title(draft, owner.act, owner.id)
            nobody = all(each.reason == NOBODY for each in assets)
            return "Pictures", [] if nobody else [f"{name}: {_pictures(event)}"]
        case ElementChanged(type=type_, id=id_, fields=fields):
            return "Changed", [
                f"{type_} {id_}: {', '.join(_now(event.element, each) for each in fields)}".replace("  ", " ")
            ]
        case ElementRenamed() | ElementRemoved():
            return "Changed", [said(event)]
        case PackageFinalized(title=title, version=version, package_id=package_id):
            return "Kept", [f"{title}: {package_id}, version {version}"]
        case DraftClosed():
            return "Closed", [event.reason]


def element_lines(draft: Draft, wanted: str) -> list[str] | None:
    """All there is to say of somebody or something in a draft, for whoever asks to see it."""
    person = draft.character(wanted)
    if person is not None:
        return list(_whole(person))
    act = draft.act(wanted)
    if act is not None:
        return [*_act(act), _map(act)] if act.locations else list(_act(act))
    for each in draft.acts:
        place = draft.location(each.id, wanted)
        if place is not None:
            scenes = [f"  {scene.id}: {scene.title}. {one_line(scene.description, 160)}" for scene in place.encounters]
            ways = ", ".join(place.connections) or "none"
            return [f"{place.title}: {place.ambient_detail}", f"mood: {place.mood}; ways to: {ways}", *scenes]
        for place in each.locations:
            for scene in place.encounters:
                if scene.id == wanted:
                    return [f"{scene.title} ({scene.type}, at {place.id})", scene.description, *scene.findings]
    if wanted == "premise" and draft.premise is not None:
        premise = draft.premise
        endings = [f"  {each.id}: {each.title} ({each.condition or 'in any other case'})" for each in premise.endings]
        return [premise.title, premise.premise, f"style: {premise.art_style}", *endings]
    return None


def _person(character: Character) -> Iterator[str]:
    yield f"{character.name} ({character.id}), {character.role}: {one_line(character.description, _LONG)}"
    if character.personal_arc is not None:
        yield f"wants: {character.personal_arc.want} · needs: {character.personal_arc.need}"


def _whole(character: Character) -> Iterator[str]:
    yield f"{character.name} ({character.id}), {character.role}"
    for name in ("description", "pronouns", "voice", "image_prompt"):
        if value := getattr(character, name):
            yield f"  {name}: {value}"
    if character.stats:
        yield "  stats: " + ", ".join(f"{stat} {value:+d}" for stat, value in character.stats.items())
    for secret in character.secrets:
        yield f"  secret: {secret}"
    arc = character.personal_arc
    if arc is not None:
        yield f"  want: {arc.want}"
        yield f"  need: {arc.need}"
        yield from (f"  {each.arc_phase}: {each.title}" for each in arc.arc_encounters)


def _act(act: Act) -> Iterator[str]:
    yield f"{act.title} ({act.id}): {one_line(act.objective, _LONG)}"
    counts = []
    if act.global_progression is not None:
        counts.append(f"to do: {act.global_progression.tracker_label}, {act.global_progression.required_value}")
    if act.opposing_force is not None:
        clock = act.opposing_force
        worse = f"{counted(len(clock.escalation_events), 'turn')} for the worse"
        counts.append(f"against it: {clock.tracker_label}, {clock.required_value}, {worse}")
    if counts:
        yield " · ".join(counts)


def _map(act: Act) -> str:
    return " · ".join(
        f"{each.title} ({each.id}) to {', '.join(each.connections) or 'nowhere'}" for each in act.locations
    )


def _pictures(event: PicturesMade) -> str:
    kinds = Counter(each.kind for each in event.assets if each.status == "final")
    words = [counted(kinds[kind], kind) for kind in ("portrait", "background") if kinds[kind]]
    words += ["music"] if kinds["music"] else []
    missing = next((each for each in event.assets if each.status != "final"), None)
    if missing is not None:
        words.append(f"not made: {missing.reason or missing.status}")
    return ", ".join(words)


def _now(element: dict[str, Json], field: str) -> str:
    """A field that was changed, with the words that it has now, if they are few."""
    value = element.get(field)
    return f'{field} "{one_line(value, _SHORT)}"' if isinstance(value, str) and value else field


def _title(draft: Draft, act_id: str, node_id: str) -> str:
    place = draft.location(act_id, node_id)
    return place.title if place is not None else node_id

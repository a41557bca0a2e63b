"""What happens and what can be done, in the words of people: zones by what they are called, options by kind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

from gameplan.cards.pokemon.board import ACTIVE, pokemon, retreat_cost
from gameplan.cards.pokemon.facts import TYPES, Card
from gameplan.cards.pokemon.options import label
from gameplan.cards.table.plugin import Option
from gameplan.cards.table.state import Table
from gameplan.cli.cards.board import energy, flowed, headed
from gameplan.cli.clean import clean

_OWNER = "your|opponent|p1|p2"
_PLACES = r"active|bench(?:_\d)?|hand|deck|prizes|discard|lost|staging"
_ZONE = re.compile(rf"\b(?P<whose>{_OWNER})_(?P<zone>{_PLACES})\b")
_NAMES = {"active": "Active", "bench": "Bench", "discard": "discard pile", "lost": "Lost Zone", "staging": "table"}
_UNDONE = "(undone) "
_NOT_SAID = re.compile(r" has to decide: |^You have to decide: |^Phase: ")
_SPOT = re.compile(r"\((?P<zone>active|bench_\d)\)")
_NOTED = re.compile(r"^[^:]+: (?:info|warn|block) \[(?P<rule>[^\]]+)\] (?P<said>.*)$", re.DOTALL)
# The kinds of options in the order in which a turn is usually played.
_KINDS = {
    "play_basic": "Bench",
    "evolve": "Evolve",
    "attach_energy": "Energy",
    "attach_tool": "Tool",
    "play_trainer": "Trainer",
    "declare_ability": "Ability",
    "declare_retreat": "Retreat",
    "declare_attack": "Attack",
    "end_turn": "Turn",
}
_HEAD = 10


@dataclass(frozen=True, slots=True)
class Offered:
    """An option as a person reads it: of which kind it is, and in words."""

    kind: str
    text: Text
    option: Option


def in_words(line: str, names: Sequence[str], viewer: int | None) -> str | None:
    """A line of the log as people say it: `your_bench_2` is `your Bench 2`. None for what need not be said."""
    if line.startswith(_UNDONE):
        said = in_words(line.removeprefix(_UNDONE), names, viewer)
        return None if said is None else f"(taken back) {said}"
    if _NOT_SAID.search(line):
        return None
    noted = _NOTED.match(line)
    if noted is not None:
        return in_words(f"  rule {noted['rule']}: {noted['said']}", names, viewer)
    said = _ZONE.sub(lambda found: f"{_whose(found['whose'], names, viewer)} {_place(found)}", line)
    for name in names:
        before, whose, after = ("", "", said) if line.startswith(f"{name} ") else said.partition(f"{name}'s ")
        said = before + whose + after.replace(f"{name}'s ", "their ")  # whose it is, is said once
    return clean(said)


def place_in_words(label: str) -> str:
    """A choice as people say it: `Lumisk (bench_2)` is `Lumisk (Bench 2)`."""
    return _SPOT.sub(lambda found: f"({_zone(found['zone'])})", label)


def log_style(said: str) -> str:
    """How a line of the log is shown."""
    if said.startswith("— "):
        return "bold"
    if said.startswith("  rule "):
        return "dim"
    return "red" if said.endswith("is knocked out.") else ""


def _zone(key: str) -> str:
    zone, _, place = key.partition("_")
    return _NAMES.get(zone, zone) + (f" {place}" if place else "")


def _place(found: re.Match[str]) -> str:
    """A zone that is spoken of; in brackets, where it only says which Pokémon is meant, it is short."""
    beside = found.string[: found.start()].endswith("(")
    return "Active Spot" if found["zone"] == "active" and not beside else _zone(found["zone"])


def _whose(key: str, names: Sequence[str], viewer: int | None) -> str:
    """Whose a zone is, by the first part of its name."""
    if key == "your":
        return "your"
    if key == "opponent":
        return f"{names[1 - viewer]}'s" if viewer is not None else key
    seat = int(key[1]) - 1
    return "your" if seat == viewer else f"{names[seat]}'s"


def offered(table: Table, seat: int, options: Iterable[Option]) -> list[Offered]:
    """Options in the order in which they are listed, the kinds together."""
    found = [Offered(_KINDS.get(option[0], "Other"), _text(table, seat, option), option) for option in options]
    order = [*_KINDS.values(), "Other"]
    return sorted(found, key=lambda each: order.index(each.kind))


def option_lines(found: Sequence[Offered], width: int) -> list[Text]:
    """Numbered options, a row for each kind."""
    rows: dict[str, list[Text]] = {}
    for number, each in enumerate(found, 1):
        rows.setdefault(each.kind, []).append(Text.assemble((f"{number} ", "bold cyan"), each.text))
    return [line for kind, parts in rows.items() for line in flowed(headed(kind, _HEAD), parts, width, "   ")]


def _text(table: Table, seat: int, option: Option) -> Text:
    action, *args = option
    match action:
        case "play_basic" | "play_trainer":
            card: Card = table.cards[args[0]]
            kind = f" ({card.kind})" if action == "play_trainer" else ""
            by_hand = "" if card.programmed else ", by hand"
            return Text(clean(card.name)).append(kind + by_hand, "dim")
        case "evolve":
            return Text(f"{_at(table, args[1])} → {clean(table.cards[args[0]].name)}")
        case "attach_energy" | "attach_tool":
            return Text(f"{clean(table.cards[args[0]].name)} → {_at(table, args[1])}")
        case "declare_ability":
            creature = pokemon(table, args[0])
            said = Text(f"{clean(creature.ability.name) if creature.ability else '?'} of {_at(table, args[0])}")
            return said if creature.programmed else said.append(" (by hand)", "dim")
        case "declare_retreat":
            cost = retreat_cost(table, ACTIVE[seat])
            return Text(f"{_at(table, args[0])} comes forward").append(f" (costs {cost} Energy)" if cost else "", "dim")
        case "declare_attack":
            attack = pokemon(table, ACTIVE[seat]).attacks[args[0]]
            damage = f" {attack.damage or ''}{attack.sign} damage" if attack.damage or attack.sign else ""
            said = Text(clean(attack.name)).append(" [").append_text(energy(attack.cost)).append("]")
            said.append(damage).append((", and an effect" if damage else " an effect") if attack.text else "", "dim")
            return said.append_text(_against(table, seat)) if damage else said
        case "end_turn":
            return Text("end it without an attack")
    return Text(clean(label(table, option)))


def _against(table: Table, seat: int) -> Text:
    """What weakness and resistance make of an attack's damage."""
    if not table.zones[ACTIVE[1 - seat]]:
        return Text()
    own, foe = pokemon(table, ACTIVE[seat]), pokemon(table, ACTIVE[1 - seat])
    said = Text()
    for change, word, style in ((foe.weakness, "weakness", "green"), (foe.resistance, "resistance", "yellow")):
        if change is not None and change.type == own.type:
            said.append(f", {word} {change.by}{change.value}", style)
    return said


def _at(table: Table, spot: int) -> str:
    zone = table.layout.zones[spot]
    place = "Active" if zone.kind.name == "active" else f"Bench {zone.place + 1}"
    return f"{clean(pokemon(table, spot).name)} ({place})"


def card_lines(card: Card) -> list[Text]:
    """All that is printed on a card."""
    if card.is_pokemon:
        about = f"{'Basic' if card.is_basic else f'Stage {card.stage}'} Pokémon, {TYPES[card.type]}, {card.hp} HP"
        about += "" if card.is_basic else f", evolves from {clean(card.evolves_from)}"
        about += f", gives up {card.prizes} Prizes" if card.prizes > 1 else ""
    elif card.is_energy:
        about = f"{'Special' if card.special else 'Basic'} Energy, gives {card.gives}"
    else:
        about = card.kind.capitalize()
    lines = [Text(clean(card.name), "bold").append(f"  {about}", "not bold")]
    if card.ability is not None:
        lines.append(
            Text(f"  Ability {clean(card.ability.name)}: ", "cyan").append(clean(card.ability.text), "default")
        )
    for attack in card.attacks:
        damage = f" {attack.damage or ''}{attack.sign}" if attack.damage or attack.sign else ""
        said = Text("  [").append_text(energy(attack.cost)).append(f"] {clean(attack.name)}{damage}")
        lines.append(said.append(f": {clean(attack.text)}" if attack.text else ""))
    if card.text:
        lines.append(Text(f"  {clean(card.text)}"))
    if card.is_pokemon:
        changes = (("weak to", card.weakness), ("resists", card.resistance))
        against = [f"{word} {change}" for word, change in changes if change is not None]
        said_last = ", ".join([*against, f"retreat {card.retreat}"])
        lines.append(Text(f"  {said_last}", "dim"))
    if not card.programmed:
        lines.append(Text("  No program carries its text out: whoever plays it does so by hand.", "yellow"))
    return lines

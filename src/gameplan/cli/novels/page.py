"""What a player reads in the terminal: frames, choices, dice, trackers, the journal, the map and the branches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from gameplan.cli.clean import clean
from gameplan.cli.layout import Line, columns, print_line
from gameplan.cli.novels.lines import say
from gameplan.cli.novels.words import PlayWords
from gameplan.novels.export.compiling_words import stat_word

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.novels.play import Journal, Play
    from gameplan.novels.play.events import Saved
    from gameplan.novels.play.journal import Tracker
    from gameplan.novels.play.timeline import Node
    from gameplan.novels.telling.frames import Choice, FrameRoll, VNFrame

_BAR = 12


def show_frame(console: Console, frame: VNFrame, words: PlayWords) -> None:
    """One frame, as the player may see it."""
    if frame.kind in ("title", "ending") and frame.text:
        console.print()
        print_line(console, Line(Text(clean(frame.text), "bold")))
        return
    if frame.roll is not None:
        say(console, dice(frame.roll, words), "cyan", 2)
    if not frame.text:
        return
    who = clean(frame.display_name or frame.speaker or "")
    text = Text(clean(frame.text), "italic" if frame.kind == "thought" else "")
    print_line(console, Line(Text.assemble((f"{who}: ", "bold")) + text if who else text))


def dice(roll: FrameRoll, words: PlayWords) -> str:
    """A roll, explained: two dice and a stat."""
    first, second = roll.dice
    stat = stat_word(roll.stat, words.language)
    tier = {"strong": words.strong, "weak": words.weak, "miss": words.miss}[roll.tier]
    return f"[{stat}: {words.dice} {first} + {second}, {stat} {roll.modifier:+} = {roll.total}. {tier}]"


def show_choices(console: Console, choices: Sequence[Choice]) -> None:
    for number, choice in enumerate(choices, 1):
        hint = f"  ({clean(choice.hint)})" if choice.hint else ""
        print_line(console, Line(Text.assemble((f"{number} ", "bold cyan"), clean(choice.text), (hint, "dim")), 2))


def tracker_lines(before: Journal | None, now: Journal, words: PlayWords) -> Iterator[str]:
    """The trackers that have moved."""
    for old, new in (
        (before.progress if before is not None else None, now.progress),
        (before.doom if before is not None else None, now.doom),
    ):
        if new is not None and (old is None or old != new):
            yield tracker(new, words)


def tracker(each: Tracker, words: PlayWords) -> str:
    """A tracker in words and as a bar."""
    if each.rough:
        return f"{each.label}: {words.quarters[max(0, min(len(words.quarters) - 1, each.value))]}"
    full = round(_BAR * min(each.value, each.needed) / (each.needed or 1))
    return f"{each.label}: {each.value} {words.of} {each.needed}  {'█' * full}{'·' * (_BAR - full)}"


def journal_lines(journal: Journal, words: PlayWords) -> Iterator[str]:
    """What the player knows: where things stand, what was found, who was met."""
    yield f"{journal.act}: {journal.objective}"
    yield from (f"  {tracker(each, words)}" for each in (journal.progress, journal.doom) if each is not None)
    yield from (f"  {words.found}: {each}" for each in journal.findings)
    if journal.items:
        yield f"  {words.carried}: {', '.join(journal.items)}"
    for each in journal.people:
        yield f"  {each.name}{_bond(each.bond, words)}"


def _bond(bond: int, words: PlayWords) -> str:
    if not bond:
        return ""
    return f": {(words.closer if bond > 0 else words.further).format(number=abs(bond))}"


def map_lines(game: Play, words: PlayWords) -> Iterator[str]:
    """Where the player is, the ways out, and where else they have been."""
    from gameplan.novels.telling import visible_to

    pack = visible_to("player", game.book.package, game.pack())
    yield words.here.format(place=pack.place.title)
    for exit_ in pack.exits:
        yield f"  {words.way.format(place=exit_.title)}{f' ({exit_.hint})' if exit_.hint else ''}"
    if not pack.exits:
        yield f"  {words.no_way}"
    places = game.book.chapters[game.state.act].places
    been = [places[each].title for each in game.state.places if each in places and each != game.state.location]
    if been:
        yield f"  {words.been.format(places=', '.join(been))}"


def save_lines(saves: Sequence[Saved], game: Play, words: PlayWords) -> list[str]:
    """The saves, with where each is."""
    rows = []
    for each in saves:
        place = game.book.chapters.get(str(each.facts.get("act", "")))
        known = place.places.get(str(each.facts.get("location", ""))) if place is not None else None
        where = known.title if known is not None else str(each.facts.get("location", ""))
        minutes = f"{each.seconds / 60:.0f} min"
        rows.append(
            (clean(each.label or each.id), words.turn.format(number=each.facts.get("turn", 0)), clean(where), minutes)
        )
    return columns(rows)


def branch_lines(nodes: Sequence[Node], words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The tree of a play, a line for each moment with its style: one that was left for another branch is set in."""
    depth: dict[int, int] = {}
    last_child: dict[int, int] = {}
    for node in nodes:
        if node.parent is None:
            depth[node.moment] = 0
        else:
            depth[node.moment] = depth[node.parent] + (1 if node.parent in last_child else 0)
            last_child[node.parent] = node.moment
    here = max((each.moment for each in nodes if each.current), default=0)
    for number, (node, said) in enumerate(zip(nodes, words, strict=True), 1):
        mark = "*" if node.moment == here else "|" if node.current else " "
        yield f"{number:>4} {mark} {'  ' * min(8, depth[node.moment])}{said}", "bold" if node.current else "dim"

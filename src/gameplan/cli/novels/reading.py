"""A person who plays: what is told is shown, what is typed is done, and all of it is on the record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gameplan.cli.novels.lines import Busy, read_line, say, say_keys
from gameplan.cli.novels.page import (
    branch_lines,
    journal_lines,
    map_lines,
    save_lines,
    show_choices,
    show_frame,
    tracker_lines,
)
from gameplan.cli.novels.words import play_words
from gameplan.cli.typed import Left
from gameplan.novels.play.beats import Choice as Move
from gameplan.novels.play.beats import IllegalChoice
from gameplan.novels.play.events import Told
from gameplan.novels.telling.frames import VNFrame
from gameplan.novels.telling.visible import visible_to

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.novels.play import DirectorModel, Journal, Play
    from gameplan.novels.play.timeline import Node
    from gameplan.novels.telling.frames import Choice
    from gameplan.novels.telling.storyteller import Storyteller

_LONGEST_NAME = 60


class Reader:
    """Plays a novel with what is typed."""

    def __init__(
        self, game: Play, teller: Storyteller, console: Console, *, director: DirectorModel | None = None, who: str = ""
    ) -> None:
        self._game = game
        self._teller = teller
        self._console = console
        self._director = director
        self._rules_decide = False  # and the person was told so
        self._who = who
        self._busy = Busy(console)
        self._words = play_words(game.book.package.language)
        self._known: Journal | None = None
        self._place = ""

    async def play(self) -> None:
        """Read and choose, until the story is over and left, or until the person leaves."""
        self._take_up()
        while True:
            frames = await self._frames()
            self._show(frames)
            if self._game.over:
                if not await self._after_the_end():
                    return
                continue
            await self._asked(frames[-1].choices)

    # -- telling

    async def _frames(self) -> tuple[VNFrame, ...]:
        """The frames of where the play stands, told before or told now; they are kept before they are shown."""
        game = self._game
        if not game.moment.frames:
            with self._busy.while_(f"{self._who} tells what happens"):
                told = await self._teller.tell(game.pack())
            if told.by != "model" and self._who and not self._who.startswith("house:"):
                say(self._console, f"(Told by the house, because {self._who} did not: {told.reason})", "dim")
            game.tell([json.loads(frame.to_json()) for frame in told.frames])
        await game.session.committed()
        return tuple(VNFrame.model_validate(each) for each in game.moment.frames)

    def _show(self, frames: tuple[VNFrame, ...]) -> None:
        package, journal = self._game.book.package, self._game.journal()
        new_place, self._place = self._place_now() != self._place, self._place_now()
        titles = [frame for frame in frames[:1] if frame.kind == "title"]
        for frame in titles:  # an act has its title above its first place
            show_frame(self._console, visible_to("player", package, frame), self._words)
        self._console.print()
        if new_place:
            say(self._console, self._place, "bold cyan")
        for frame in frames[len(titles) :]:
            show_frame(self._console, visible_to("player", package, frame), self._words)
        for line in tracker_lines(self._known, journal, self._words):
            say(self._console, line, "magenta", 2)
        self._known = journal
        self._console.print()
        show_choices(self._console, visible_to("player", package, frames[-1]).choices)

    def _place_now(self) -> str:
        state = self._game.state
        return self._game.book.chapters[state.act].places[state.location].title

    def _take_up(self) -> None:
        """Go on telling after what was told on this branch."""
        told = (each.event for each in self._game.session.standing if isinstance(each.event, Told))
        before = [each for each in told if each.moment != self._game.moment.number]
        frames = [VNFrame.model_validate(frame) for each in before for frame in each.frames]
        now = [VNFrame.model_validate(each) for each in self._game.moment.frames]
        self._teller.take_up([*frames, *now])

    # -- asking

    async def _asked(self, choices: tuple[Choice, ...]) -> None:
        """Have the person choose, go back, or leave; what else they ask for is answered on the way."""
        words, most = self._words, len(choices)
        hint = words.ask.format(most=most) if choices else words.ask_alone
        while True:
            line = read_line(self._console, hint)
            if line.isdecimal() and 1 <= int(line[:6]) <= len(choices):
                await self._choose(choices[int(line) - 1])
                return
            moved = await self._command(line)
            if moved:
                return
            if moved is None:
                told = words.none_of_them if line else words.type_
                say(self._console, told.format(line=line[:40], wanted=words.wanted.format(most=most)), "yellow")

    async def _choose(self, choice: Choice) -> None:
        move = Move.read(" ".join(choice.effects))
        if self._director is None:
            self._game.choose(move)
        else:
            with self._busy.while_("The Director considers what comes"):
                await self._game.choose_with(self._director, move)
            self._tell_who_directs(self._director)
        await self._game.session.committed()

    def _tell_who_directs(self, director: DirectorModel) -> None:
        """Say that the rules decide, the first time that a model does not."""
        if director.failure and not self._rules_decide:
            self._rules_decide = True
            say(self._console, f"(The rules decide, because {director.name} did not: {director.failure})", "dim")

    async def _after_the_end(self) -> bool:
        """The story has ended. True if the person went back into it."""
        ending = self._game.book.ending(self._game.state.ending)
        say(self._console, self._words.the_end.format(title=ending.title), "bold green")
        for line in self._endings():
            say(self._console, line, "dim")
        while True:
            try:
                line = read_line(self._console, self._words.after_the_end)
            except Left:
                return False
            moved = await self._command(line) if line and not line.isdecimal() and line != "q" else None
            if moved:
                return True
            if moved is None:
                return False

    def _endings(self) -> Iterator[str]:
        """The endings that this play has come to, on all its branches."""
        seen = list(dict.fromkeys(each.beat.ref for each in self._game.timeline() if each.beat.mode == "ending"))
        if len(seen) > 1:
            titles = ", ".join(self._game.book.ending(each).title for each in seen)
            yield self._words.endings.format(count=len(seen), titles=titles)

    async def _command(self, line: str) -> bool | None:
        """Do what is no choice. True: the play stands elsewhere now; None: it is not known."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        try:
            match word.lower():
                case "?" | "h" | "help":
                    say_keys(self._console, self._words.help)
                case "q" | "quit" | "exit":
                    raise Left
                case "b" | "back":
                    self._game.back(_number(rest, 1))
                    return await self._moved()
                case "s" | "save":
                    await self._save(rest)
                case "l" | "load":
                    self._game.load(self._save_of(rest))
                    return await self._moved()
                case "saves":
                    lines = save_lines(self._game.saves(), self._game, self._words)
                    for each in lines or [self._words.no_saves]:
                        say(self._console, each, indent=2)
                case "t" | "timeline":
                    return await self._timeline(rest)
                case "j" | "journal":
                    self._say_all(journal_lines(self._game.journal(), self._words))
                case "m" | "map":
                    self._say_all(map_lines(self._game, self._words))
                case _:
                    return None
        except IllegalChoice as error:
            first = word.lower() in ("b", "back") and len([n for n in self._game.timeline() if n.current]) == 1
            say(self._console, self._words.first if first else str(error), "yellow")
        return False

    async def _moved(self) -> bool:
        """The play was gone back, or elsewhere: what the teller has said is what was said on that branch."""
        await self._game.session.committed()
        self._take_up()
        self._known = None
        self.tell_changes()
        return True

    def tell_changes(self) -> None:
        """What does not fit any more, if the novel was changed since."""
        for note in self._game.moment.notes:
            say(self._console, note, "yellow")

    # -- saves and branches

    async def _save(self, name: str) -> None:
        name = name[:_LONGEST_NAME] or "quick"
        self._game.save(name, id=name.casefold())
        await self._game.session.committed()
        say(self._console, self._words.saved.format(name=name), "green")

    def _save_of(self, name: str) -> str:
        saves = self._game.saves()
        if not saves:
            raise IllegalChoice(self._words.no_saves)
        if not name:
            return saves[0].id
        found = next((each.id for each in saves if name.casefold() in (each.id, each.label.casefold())), None)
        if found is None:
            names = ", ".join(each.label or each.id for each in saves)
            raise IllegalChoice(self._words.no_save.format(name=name[:_LONGEST_NAME], names=names))
        return found

    async def _timeline(self, rest: str) -> bool:
        nodes = self._game.timeline()
        if rest:
            number = _number(rest, 0)
            if not 1 <= number <= len(nodes):
                raise IllegalChoice(f"Type t and a number from 1 to {len(nodes)}.")
            self._game.go_to(nodes[number - 1].moment)
            return await self._moved()
        for line, style in branch_lines(nodes, self._chosen(nodes)):
            say(self._console, line, style)
        say(self._console, self._words.branches, "dim")
        return False

    def _chosen(self, nodes: list[Node]) -> list[str]:
        """What was chosen at each moment, in the words that the player read."""
        offered: dict[int, list[VNFrame]] = {}
        for each in self._game.session.events_of(Told):
            offered[each.moment] = [VNFrame.model_validate(frame) for frame in each.frames]
        found = []
        for node in nodes:
            chapter = self._game.book.chapters.get(node.beat.act)
            place = chapter.places.get(node.beat.location) if chapter is not None else None
            where = place.title if place is not None else node.beat.location
            if node.choice is None:
                found.append(self._words.begins.format(place=where))
                continue
            frames = offered.get(node.parent or 0, [])
            choices = frames[-1].choices if frames else ()
            said = next((c.text for c in choices if Move.read(" ".join(c.effects)) == node.choice), node.choice.id)
            end = node.beat.mode == "ending" and self._words.the_end.format(
                title=self._game.book.ending(node.beat.ref).title
            )
            found.append(f"{said} ({where}){f'. {end}' if end else ''}")
        return found

    def _say_all(self, lines: Iterator[str]) -> None:
        for line in lines:
            say(self._console, line, indent=2)


def _number(text: str, otherwise: int) -> int:
    if not text:
        return otherwise
    if not text.isdecimal():
        raise IllegalChoice(f'"{text[:20]}" is no number.')
    return int(text[:6])

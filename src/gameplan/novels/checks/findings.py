"""What can be wrong with a novel: each kind has a code, a weight and a reason why it matters to a player."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a check found: what, where in the package, why it matters, and how to repair it.

    `where` is a path with ids in it: `acts[the_count].locations[inn].encounters[pay_packets].prerequisites`.
    """

    code: str
    severity: Severity
    where: str
    what: str
    why: str
    repair: str

    def __str__(self) -> str:
        return f"{self.code} {self.severity}, {self.where or 'the package'}: {self.what} {self.why} {self.repair}"


CODES: dict[str, tuple[Severity, str]] = {
    # the whole
    "VN010": ("error", "Scenes are told from the protagonist's side, and rolls are made with their stats."),
    "VN011": ("error", "Saves, conditions and connections refer to an id; they cannot mean two things."),
    "VN012": ("error", "There would be nothing to play."),
    "VN013": ("warning", "Only the first counts; the others would never be rolled for."),
    "VN014": ("error", "The premise is what every scene is held against."),
    # names
    "VN101": ("error", "Nobody can go there."),
    "VN102": ("error", "Nobody of that name can come, so what needs them never plays."),
    "VN103": ("warning", "The outline promised it and the map lacks it."),
    "VN104": ("error", "The story cannot go on there."),
    "VN105": ("error", "What follows something that does not exist never plays."),
    # the map
    "VN110": ("warning", "A player who goes there cannot turn back, and may not expect it."),
    "VN111": ("error", "Nothing that is there will ever be played."),
    "VN112": ("error", "Whoever goes in cannot leave, and cannot finish the act inside."),
    "VN113": ("error", "No play ever comes to it."),
    "VN120": ("warning", "A player who goes there finds nothing to do, and the clock goes on."),
    "VN121": ("warning", "When its scenes are used up the Director has nothing left to show there."),
    "VN122": ("warning", "Scene after scene of one kind tires; the Director cannot vary what is all the same."),
    # scenes
    "VN201": ("error", "It takes a turn and changes nothing."),
    "VN202": ("error", "No play can satisfy both, so it never plays."),
    "VN203": ("error", "It cannot be rolled."),
    "VN204": ("warning", "These flags are set by a failed roll alone, and there is no roll."),
    "VN205": ("error", "The scene waits for people who never come together."),
    "VN301": ("error", "Nothing sets the flag, so what needs it stays closed."),
    "VN302": ("warning", "Nothing sets the flag, so the exclusion never takes effect."),
    "VN303": ("info", "Nothing asks for the flag, so setting it has no consequence."),
    "VN311": ("error", "No order of play leads to it."),
    "VN312": ("error", "Each waits for another, so none of them ever plays."),
    "VN320": ("error", "One choice would make the act impossible to finish, without a word."),
    "VN321": ("warning", "A player who left that place for later can no longer finish the act."),
    # conditions
    "VN401": ("error", "The flag does not exist, so the answer is always no."),
    "VN402": ("error", "The place does not exist, so the answer is always no."),
    "VN403": ("error", "Prose can be answered by a model alone; without one it would never hold."),
    "VN404": ("error", "What it names does not exist, so the answer is always no."),
    "VN405": ("error", "It can never hold, whatever a player does."),
    "VN406": ("warning", "An earlier one always holds, and the first that holds counts."),
    # progression
    "VN500": ("error", "Nothing would ever bring the act to its end."),
    "VN501": ("error", "The act cannot be finished."),
    "VN502": ("warning", "A few failed rolls, and the act can no longer be finished."),
    "VN503": ("error", "There must be at least two ways: a player who fails there has lost without knowing it."),
    "VN504": ("warning", "There must be at least two ways: a player who does not go there cannot finish."),
    # the clock
    "VN601": ("error", "The clock ends before it, so it never happens."),
    "VN602": ("warning", "Thresholds count up; two at one place come as one blow."),
    "VN603": ("error", "A clock that stands still opposes nobody."),
    "VN604": ("warning", "The clock does not go back, so that part of the scene has no effect."),
    "VN610": ("warning", "When the clock is full the act just stops, without a scene of its own."),
    "VN620": ("warning", "Played many times, it is too easy, too hard, or leaves parts unseen."),
    # people
    "VN701": ("warning", "A want and a need that no scene shows stay on paper."),
    "VN702": ("warning", "Phases come in order; a gap makes the change look like a whim."),
    # endings
    "VN800": ("error", "A story that cannot end is only stopped."),
    "VN801": ("error", "The story would come to its end and find none."),
    "VN802": ("error", "Nobody will ever read it."),
    "VN803": ("warning", "A play in which none of the conditions holds would end without an ending."),
    # material
    "VN900": ("info", "The player sees placeholders until they are made."),
    "VN901": ("warning", "The player sees a placeholder there, beside pictures that are finished."),
    "VN902": ("warning", "Who cannot see the picture is told nothing."),
    "VN903": ("warning", "Somebody would speak without a face, beside others who have one."),
    "VN904": ("warning", "What is shown is not what was asked for."),
    "VN910": ("warning", "The player reads one language; the Storyteller copies what it is given."),
    "VN920": ("warning", "Both come to mind at once, and one may push the other out."),
    "VN921": ("warning", "Without keys, and not constant, it never comes to mind."),
    "VN922": ("error", "A key that cannot be read as a pattern matches nothing."),
}


def finding(code: str, where: str, what: str, repair: str, severity: Severity | None = None) -> Finding:
    """A finding of a kind; its weight and reason are those of its code, unless this one weighs differently."""
    usual, why = CODES[code]
    return Finding(code, severity or usual, where, what, why, repair)


def names(ids: Iterable[str]) -> str:
    """Ids for a sentence: `"a", "b" and "c"`."""
    quoted = [f'"{each}"' for each in ids]
    if len(quoted) < 2:
        return quoted[0] if quoted else "nothing"
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def nearest(name: str, known: Iterable[str]) -> str:
    """What was probably meant, as the end of a repair; or nothing."""
    close = get_close_matches(name, list(known), n=1)
    return f' Did you mean "{close[0]}"?' if close else ""

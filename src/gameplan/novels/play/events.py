"""What happens in a play, on the record."""

from __future__ import annotations

from dataclasses import dataclass, field

from gameplan.novels.play.beats import Beat, Choice, Proposal
from gameplan.runtime import event
from gameplan.runtime.events import Json


@event("play.asked")
@dataclass(frozen=True, slots=True)
class PlayAsked:
    """Which novel a person plays, as it is found again, who tells it, and who directs it, if that is not the rules."""

    novel: str
    package_id: str
    title: str
    model: str = "house:storyteller"
    director: str = ""


@event("play.started")
@dataclass(frozen=True, slots=True)
class PlayStarted:
    """A play begins: of which package, and with which seed. `state` is how it stands then."""

    package_id: str
    package_hash: str
    seed: str
    state: dict[str, Json]
    beat: Beat


@event("play.advanced")
@dataclass(frozen=True, slots=True)
class Advanced:
    """The player chose, and a beat came of it. `changes` are the fields of the state that are different by that.

    With what was chosen and what a model proposed the beat can be made again, and is the same.
    """

    choice: Choice
    proposal: Proposal | None
    changes: dict[str, Json]
    beat: Beat


@event("play.told")
@dataclass(frozen=True, slots=True)
class Told:
    """A beat was told: its frames, which are never made again. `moment` is the number of the event that made it."""

    moment: int
    frames: tuple[Json, ...]


@event("play.refitted")
@dataclass(frozen=True, slots=True)
class Refitted:
    """The package is another than the play was begun with: what had to change, and what the player is told of it."""

    package_hash: str
    changes: dict[str, Json]
    beat: Beat
    notes: tuple[str, ...] = ()


@event("play.saved")
@dataclass(frozen=True, slots=True)
class Saved:
    """A save: the moment, the frame, and what the player sees of it in a list."""

    id: str
    moment: int
    package_id: str
    package_hash: str
    label: str = ""
    frame: str = ""
    thumbnail: str = ""
    seconds: float = 0.0  # of play
    facts: dict[str, Json] = field(default_factory=dict)  # where it is: act, location, turn


@event("play.save_removed")
@dataclass(frozen=True, slots=True)
class SaveRemoved:
    """A save is no longer wanted; the moment stays on the record."""

    id: str

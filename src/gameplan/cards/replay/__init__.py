"""A game as one viewer saw it, in a file: written while it is played, read step by step, checked on the way.

A replay file holds what its viewer was shown, and hashes of that; the seed and all that stayed hidden are not in it.
The whole record of a game that is over (`Session.to_json`) can be replayed from any side: `lines_for` makes the file,
`chance_broken` holds the record to its seed.
"""

from gameplan.cards.replay.checking import chance_broken
from gameplan.cards.replay.reading import MOST_BYTES, BrokenReplay, Replay, Step, read_replay, view_at
from gameplan.cards.replay.writing import FORMAT, Marks, Printing, ReplayWriter, lines_for, table_marks

__all__ = [
    "FORMAT",
    "MOST_BYTES",
    "BrokenReplay",
    "Marks",
    "Printing",
    "Replay",
    "ReplayWriter",
    "Step",
    "chance_broken",
    "lines_for",
    "read_replay",
    "table_marks",
    "view_at",
]

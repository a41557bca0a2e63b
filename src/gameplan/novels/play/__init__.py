"""What happens in a novel, and why? The Director: rules that make beats of a package, and plays that keep them.

    book = Book(package)
    state, beat = begin(book)                                        # without a session: for simulations
    state, beat = advance(book, state, options(book, state)[0], Seeded("7"))

    play = Play.start(book, seed="7", session=session)               # with one: it survives a kill, goes back, branches
    play.choose("go:harbour")
    pack = play.pack()

A model may have a say in a beat (`DirectorModel`): it chooses among what the rules allow.
"""

from typing import TYPE_CHECKING

from gameplan._lazy import lazily

if TYPE_CHECKING:
    from gameplan.novels.play.advising import DirectorModel
    from gameplan.novels.play.beats import Beat, Choice, IllegalChoice, Proposal
    from gameplan.novels.play.book import Book
    from gameplan.novels.play.director import advance, begin
    from gameplan.novels.play.journal import Journal
    from gameplan.novels.play.luck import Luck, Seeded
    from gameplan.novels.play.offering import options
    from gameplan.novels.play.play import Moment, Play, Question
    from gameplan.novels.play.state import PlayState
else:
    __getattr__ = lazily(
        __name__,
        {
            "gameplan.novels.play.advising": ["DirectorModel"],
            "gameplan.novels.play.beats": ["Beat", "Choice", "IllegalChoice", "Proposal"],
            "gameplan.novels.play.book": ["Book"],
            "gameplan.novels.play.director": ["advance", "begin"],
            "gameplan.novels.play.journal": ["Journal"],
            "gameplan.novels.play.luck": ["Luck", "Seeded"],
            "gameplan.novels.play.offering": ["options"],
            "gameplan.novels.play.play": ["Moment", "Play", "Question"],
            "gameplan.novels.play.state": ["PlayState"],
        },
    )

__all__ = [
    "Beat",
    "Book",
    "Choice",
    "DirectorModel",
    "IllegalChoice",
    "Journal",
    "Luck",
    "Moment",
    "Play",
    "PlayState",
    "Proposal",
    "Question",
    "Seeded",
    "advance",
    "begin",
    "options",
]

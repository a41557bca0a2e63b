"""Taking something back: the other player consents as long as nothing was learnt that cannot be unlearnt."""

from __future__ import annotations

from gameplan.cards.table.game import Game, table_of
from gameplan.cards.table.plugin import IllegalAction


def take_back(game: Game, seat: int) -> str:
    """Take back a person's newest action, and what others did since. What is said to it; nothing may have changed."""
    done = game.actions
    own = next((i for i in range(len(done) - 1, -1, -1) if done[i].event.seat == seat), None)
    if own is None:
        return "You have done nothing yet that could be taken back."
    steps = len(done) - own
    try:
        game.undo(seat, steps)
    except IllegalAction:
        learnt = _learnt(game, seat, done[own].seq)
        if learnt:
            return f"The other player does not consent: {learnt}."
        game.undo(seat, steps, consent=True)
        return "Taken back; the other player consents."
    return "Taken back."


def _learnt(game: Game, seat: int, since: int) -> str:
    """What came to light since an event that the person could use if it were taken back; nothing, if nothing did."""
    table = table_of(game.plugin, [each for each in game.session.standing if each.seq < since])
    assert table is not None, "a game begins with its cards laid out"
    bit = 1 << seat
    for each in game.actions:
        for change in each.event.changes if each.seq >= since else ():
            if change[0] in ("coin", "die"):
                return "a coin was flipped" if change[0] == "coin" else "a die was rolled"
            before = [table.sight(card) & bit for card in range(len(table.cards))]
            table.apply(change)
            if any(table.sight(card) & bit and not known for card, known in enumerate(before)):
                return "you have seen cards since"
    return ""

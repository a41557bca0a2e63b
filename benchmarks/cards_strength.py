"""How strong the house players of the card table are: each level against one below it, and against a plain player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product

from gameplan.cards.match import Maker, MatchResult, Rate, Side, play_match
from gameplan.cards.players import Outlook, Player, Setting
from gameplan.cards.players.heuristic import best_by_priority
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.plugin import Pokemon
from tables import Column, Row, Table

GAMES = 48  # for each pair of decks; both sides play each deck, and each seed is played from both seats
SEED = "strength"
MOST_SECONDS = 1.0
METHOD = (
    "Every deck against every deck, mirrors too; both players have each of them equally often. Games come in pairs of "
    "one seed\nwith the seats changed. A draw is half a win. The interval is Wilson's, 95 %, and all of it has to be "
    "above what is promised;\nbeside it stands the rate that was wished for. Players count actions, not seconds: the "
    "games are the same each time, only\nthe CPU times differ. `attach_and_attack` is what players of such games are "
    "usually measured against: Basics down, evolve,\nattach, attack."
)


class _AttachAndAttack:
    """Puts Basics down, evolves, attaches and attacks: no Trainers, no abilities, no retreat."""

    name = "attach_and_attack"
    _order = ("play_basic", "evolve", "attach_energy", "declare_attack", "end_turn")

    def choose(self, outlook: Outlook) -> int:
        options, table = outlook.options, outlook.table
        for word in () if table.decision is not None else self._order:
            numbers = [number for number, option in enumerate(options) if option[0] == word]
            if numbers:
                return numbers[best_by_priority(table, outlook.seat, [options[number] for number in numbers])]
        return best_by_priority(table, outlook.seat, options)


def attach_and_attack(setting: Setting) -> Player:
    """A plain player: a yardstick, not a level."""
    return _AttachAndAttack()


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players, how often the first has to win, and how often it was wished to."""

    better: str | Maker
    worse: str | Maker
    promised: float = 0.5
    wished: float | None = None

    @property
    def name(self) -> str:
        one, other = (each if isinstance(each, str) else each.__name__ for each in (self.better, self.worse))
        return f"{one} v {other}"


LEVELS = (
    Pair("heuristic", "random", 0.65, 0.65),
    Pair("value", "heuristic", 0.5, 0.85),
    Pair("search", "value", 0.5, 0.70),
    Pair("reply", "search"),
    Pair("reply", "heuristic", 0.65),
)
PLAIN = (
    Pair(attach_and_attack, "random"),
    Pair("heuristic", attach_and_attack, 0.65),
    Pair("value", attach_and_attack, 0.85, 0.85),
)


def tables(*, quick: bool) -> list[Table]:
    games = 2 if quick else GAMES
    decks = [tuple(DECKS)[1:]] if quick else list(product(DECKS, DECKS))
    jobs = [(pair, one, other, games) for pair in (*LEVELS, *PLAIN) for one, other in decks]
    with ProcessPoolExecutor() as workers:
        played = list(workers.map(_played, jobs))
    levels, plain = (
        {pair: [result for job, result in zip(jobs, played, strict=True) if job[0] is pair] for pair in pairs}
        for pairs in (LEVELS, PLAIN)
    )
    return [
        _strength("Cards: house players, each level against one below", levels),
        _strength("Cards: house players against a plain one", plain),
        _manners({pair: results for pair, results in levels.items() if pair is not LEVELS[-1]}),
    ]


def _played(job: tuple[Pair, str, str, int]) -> MatchResult:
    pair, one, other, games = job
    pool = tuple(deck.cards for deck in DECKS.values())
    sides = (Side(pair.better, DECKS[one].cards, one), Side(pair.worse, DECKS[other].cards, other))
    return play_match(Pokemon(CARDS.values()), sides, games, f"{SEED}/{one}/{other}", pool=pool)


def _strength(title: str, by_pair: dict[Pair, list[MatchResult]]) -> Table:
    rows = []
    for pair, results in by_pair.items():
        games = sum(len(result.games) for result in results)
        rate = Rate(sum(result.rate(0).wins for result in results), games)
        low, high = rate.interval
        figures = {
            "games": games,
            "won %": 100 * rate.value,
            "from %": 100 * low,
            "to %": 100 * high,
            "wished %": None if pair.wished is None else 100 * pair.wished,
            "turns": sum(game.turns for result in results for game in result.games) / games,
            "actions": sum(game.actions for result in results for game in result.games) / games,
        }
        rows.append(Row(pair.name, figures, f"all above {pair.promised:.0%}", low > pair.promised))
    columns = [Column("games", "{:,.0f}"), *(Column(name) for name in list(rows[0].figures)[1:])]
    return Table(title, METHOD, columns, rows)


def _manners(by_pair: dict[Pair, list[MatchResult]]) -> Table:
    """What a level costs, and whether it ever broke or chose what there is not."""
    rows = []
    for pair, results in by_pair.items():
        decisions = _ordered(each for result in results for seat in result.reports(0) for each in seat.cpu)
        turns = _ordered(each for result in results for seat in result.reports(0) for each in seat.cpu_turns)
        faults = sum(len(result.faults(0)) for result in results)
        illegal = sum(result.illegal(0) for result in results)
        slowest = _at(turns, 0.95)
        figures = {
            "decisions": len(decisions),
            "decision ms": 1_000 * sum(decisions) / max(1, len(decisions)),
            "turn ms": 1_000 * _at(turns, 0.5),
            "turn p95 ms": 1_000 * slowest,
            "broke": faults,
            "illegal": illegal,
        }
        kept = not faults and not illegal and slowest < MOST_SECONDS
        rows.append(Row(pair.name.partition(" ")[0], figures, "none broke, none illegal, p95 < 1 s", kept))
    counted = ("decisions", "broke", "illegal")
    columns = [Column(name, "{:,.0f}" if name in counted else "{:,.2f}") for name in rows[0].figures]
    return Table("Cards: what a house player's thinking costs", METHOD, columns, rows)


def _ordered(values: Iterable[float]) -> list[float]:
    return sorted(values)


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0

"""How does this novel play? Played many times, by players of several kinds, without a model.

- `prove` is the whole `Proof` of a novel: the checks of `gameplan.novels.checks`, and then many plays.
- `simulate` plays a `Book` and gives a `SimulationReport`: who wins how often, in how many turns, how near to doom,
  how much of it is seen, and which endings come.
- `judge` compares the report with the `BANDS` and gives findings, as the checks do.
- `suggest` tries other clocks and says which would bring the novel into its bands.
- `POLICIES` are the kinds of players: explorer, beeline, random, dawdler, bouncer. `play_once` is one play.
"""

from gameplan.novels.simulation.bands import BANDS, judge, out_of_bands
from gameplan.novels.simulation.plays import Played, play_once
from gameplan.novels.simulation.policies import POLICIES, PolicyName
from gameplan.novels.simulation.proof import Proof, prove
from gameplan.novels.simulation.report import PLAYS, PolicyReport, SimulationReport, simulate
from gameplan.novels.simulation.sweep import ClockChange, Suggestion, suggest, with_clocks

__all__ = [
    "BANDS",
    "PLAYS",
    "POLICIES",
    "ClockChange",
    "Played",
    "PolicyName",
    "PolicyReport",
    "Proof",
    "SimulationReport",
    "Suggestion",
    "judge",
    "out_of_bands",
    "play_once",
    "prove",
    "simulate",
    "suggest",
    "with_clocks",
]

"""Workflows that scientists run, in their published shapes: how many of what, and what waits for what.

The shapes are those that Bharathi et al. (2008) and Juve et al. (2013) describe for Montage, CyberShake, Epigenomics,
LIGO Inspiral and SIPHT, and that of the 1000-genome workflow of the Pegasus team, here with some hundred steps each.
How long a step takes is drawn anew from a seed, around a mean for its kind; the proportions between the kinds are the
published ones, pressed together so that the shortest can still be timed: between 10 and 120 ms.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from shapes import Needs

SHORTEST, LONGEST = 0.010, 0.120


@dataclass
class Workflow:
    """Steps, what each needs, and how many seconds it takes."""

    name: str
    seed: int
    needs: Needs = field(default_factory=dict)
    durations: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def step(self, name: str, mean: float, *needs: str) -> str:
        """Add a step that takes about `mean` milliseconds."""
        seconds = self._random.lognormvariate(0, 0.35) * mean / 1000
        self.needs[name] = needs
        self.durations[name] = round(min(max(seconds, SHORTEST), LONGEST), 4)
        return name

    def steps(self, kind: str, count: int, mean: float, *needs: str) -> list[str]:
        return [self.step(f"{kind}_{number}", mean, *needs) for number in range(count)]

    @property
    def critical_path(self) -> float:
        """Seconds below which no run can come."""
        ends: dict[str, float] = {}
        for name, needs in self.needs.items():
            ends[name] = self.durations[name] + max((ends[need] for need in needs), default=0.0)
        return max(ends.values())

    @property
    def work(self) -> float:
        return sum(self.durations.values())


def montage(images: int = 30) -> Workflow:
    """A mosaic of the sky: project each image, fit each overlap, one model for all, correct each, add them up."""
    made = Workflow("Montage", 1)
    projected = made.steps("project", images, 50)
    overlaps = [(place, place + gap) for gap in (1, 2, 5) for place in range(images - gap)]
    fits = [
        made.step(f"diff_{number}", 35, projected[left], projected[right])
        for number, (left, right) in enumerate(overlaps)
    ]
    model = made.step("model", 90, made.step("concat", 80, *fits))
    corrected = [made.step(f"background_{number}", 40, model, each) for number, each in enumerate(projected)]
    added = made.step("add", 90, made.step("table", 50, *corrected))
    made.step("picture", 30, made.step("shrink", 60, added))
    return made


def cybershake(sites: int = 4, ruptures: int = 25) -> Workflow:
    """Earthquake hazards: an extract per site, many seismograms from each, a peak value of each, two archives."""
    made = Workflow("CyberShake", 2)
    seismograms = []
    for site in range(sites):
        extract = made.step(f"extract_{site}", 110)
        seismograms += made.steps(f"seismogram_{site}", ruptures, 70, extract)
    peaks = [made.step(f"peak_{number}", 15, each) for number, each in enumerate(seismograms)]
    made.step("zip_seismograms", 110, *seismograms)
    made.step("zip_peaks", 110, *peaks)
    return made


def epigenomics(lanes: int = 4, parts: int = 12) -> Workflow:
    """DNA methylation: each lane is split, its parts pass through four filters side by side, all is merged."""
    made = Workflow("Epigenomics", 3)
    merged = []
    for lane in range(lanes):
        split = made.step(f"split_{lane}", 60)
        mapped = []
        for part in range(parts):
            last = split
            for kind, mean in (("filter", 30), ("sanger", 20), ("bfq", 20), ("map", 100)):
                last = made.step(f"{kind}_{lane}_{part}", mean, last)
            mapped.append(last)
        merged.append(made.step(f"merge_{lane}", 50, *mapped))
    index = made.step("index", 60, made.step("merge", 80, *merged))
    made.step("pileup", 70, index)
    return made


def inspiral(groups: int = 5, each: int = 9) -> Workflow:
    """Gravitational waves: a template bank and a search for each stretch, coincidences by group, and all that again."""
    made = Workflow("LIGO Inspiral", 4)
    for group in range(groups):
        banks = made.steps(f"bank_{group}", each, 30)
        searches = [made.step(f"inspiral_{group}_{number}", 110, bank) for number, bank in enumerate(banks)]
        coincident = made.step(f"thinca_{group}", 15, *searches)
        triggers = made.steps(f"trigger_{group}", each, 15, coincident)
        again = [made.step(f"again_{group}_{number}", 100, bank) for number, bank in enumerate(triggers)]
        made.step(f"thinca2_{group}", 15, *again)
    return made


def sipht(genomes: int = 6, motifs: int = 18) -> Workflow:
    """Small RNAs in bacteria: many short searches beside a few long ones, and a long tail of comparisons."""
    made = Workflow("SIPHT", 5)
    for genome in range(genomes):
        patsers = made.steps(f"patser_{genome}", motifs, 12)
        concat = made.step(f"patsers_{genome}", 12, *patsers)
        finds = [made.step(f"{kind}_{genome}", mean) for kind, mean in (("transterm", 40), ("findterm", 90))]
        finds += [made.step(f"{kind}_{genome}", mean) for kind, mean in (("rnamotif", 35), ("blast", 110))]
        srna = made.step(f"srna_{genome}", 60, *finds)
        parsed = made.step(f"ffn_{genome}", 15, srna)
        later = [made.step(f"{kind}_{genome}", 50, srna) for kind in ("candidate", "qrna", "paralogues")]
        later.append(made.step(f"synteny_{genome}", 40, parsed))
        made.step(f"annotate_{genome}", 30, concat, srna, *later)
    return made


def genome_1000(chromosomes: int = 5, parts: int = 12, populations: int = 7) -> Workflow:
    """Mutations in 1,000 genomes: parts of each chromosome, merged and sifted, then two analyses per population."""
    made = Workflow("1000 Genomes", 6)
    people = made.steps("population", populations, 10)
    for chromosome in range(chromosomes):
        individuals = made.steps(f"individuals_{chromosome}", parts, 80)
        merged = made.step(f"merge_{chromosome}", 70, *individuals)
        sifted = made.step(f"sift_{chromosome}", 30)
        for number, each in enumerate(people):
            made.step(f"overlap_{chromosome}_{number}", 60, merged, sifted, each)
            made.step(f"frequency_{chromosome}_{number}", 100, merged, sifted, each)
    return made


def two_chains(steps: int = 6) -> Workflow:
    """Two chains side by side, slow and quick steps in turns, against each other: an engine with waves loses here."""
    made = Workflow("two chains", 7)
    for name, first in (("left", 0), ("right", 1)):
        last: tuple[str, ...] = ()
        for number in range(steps):
            step = f"{name}_{number}"
            made.needs[step], made.durations[step] = last, 0.120 if number % 2 == first else 0.010
            last = (step,)
    return made


PUBLISHED: tuple[Callable[[], Workflow], ...] = (montage, cybershake, epigenomics, inspiral, sipht, genome_1000)

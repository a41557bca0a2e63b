"""Stories to export, and inkjs to play them with."""

import fcntl
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gameplan.novels.export import Story, compile_story
from gameplan.novels.house import write
from gameplan.novels.package import VNPackage
from gameplan.novels.samples import sample_package

INKJS = "inkjs@2.4"
_BUILD = Path(__file__).parents[3] / "build" / "inkjs"
_HOSTILE = (
    r"-> END * x + y ~ z { a | b } # tag = [c] (d) // e /* f */ <> \ \n %s [name] {b}bold{/b} "
    r"<script>alert(1)</script> &amp; `${x}` ''' \"\"\" ${y} {{z}} TODO: x"
)


@pytest.fixture(scope="session")
def sample() -> VNPackage:
    return sample_package()


@pytest.fixture(scope="session")
def story(sample: VNPackage) -> Story:
    """The sample as a story."""
    return compile_story(sample)


@pytest.fixture(scope="session")
def novels(sample: VNPackage) -> tuple[VNPackage, ...]:
    """The sample, and two novels by the house author, one of them in German."""
    return (
        sample,
        write("A lighthouse keeper finds a door in the tide.", seed=7),
        write("Eine Hebamme hört unter dem Eis eine Glocke.", seed=3, language="de"),
    )


@pytest.fixture(scope="session")
def stories(story: Story, novels: tuple[VNPackage, ...]) -> tuple[Story, ...]:
    """The same, as stories."""
    return (story, *map(compile_story, novels[1:]))


@pytest.fixture(scope="session")
def hostile() -> VNPackage:
    """The first act of the sample, with every text turned into markup of other programs; ids stay as they are."""
    starts = ("TODO: ", "VAR x = 1 ", "INCLUDE a.ink ", "- ", "=== ", "* ", "-> ", "~ ", "", "$ ", "label x: ", "# ")
    count = 0

    def turned(value: object, key: str = "") -> object:
        nonlocal count
        if isinstance(value, dict):
            return {name: turned(each, name) for name, each in value.items()}
        if isinstance(value, list):
            return [turned(each, key) for each in value]
        if isinstance(value, str) and key in _WORDS and value:
            count += 1
            return f"{starts[count % len(starts)]}{value[:40]} {count} {_HOSTILE}"[:299]
        return value

    package = sample_package()
    short = package.model_copy(update={"acts": (package.acts[0].model_copy(update={"next": ()}),)})
    return VNPackage.model_validate(turned(short.model_dump(mode="json")))


_WORDS = {
    "title", "name", "description", "premise", "objective", "ambientDetail", "mood", "callbacks", "interactables",
    "findings", "effect", "foreshadow", "trackerLabel", "complications", "brief", "contentNotes", "content", "want",
}  # fmt: skip


@pytest.fixture(scope="session")
def inkjs() -> Path:
    """The folder of inkjs, fetched once; without npm or a network what needs it is skipped."""
    if shutil.which("node") is None:
        pytest.skip("Node.js is not there to run inkjs.")
    folder = _BUILD / "node_modules" / "inkjs"
    _BUILD.mkdir(parents=True, exist_ok=True)
    with (_BUILD / "lock").open("w") as lock:  # tests that run side by side fetch it once
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "package.json").exists():
            _fetch_inkjs()
    return folder


def _fetch_inkjs() -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not there to fetch inkjs.")
    options = ("--no-audit", "--no-fund", "--ignore-scripts", "--no-save", "--fetch-retries=0")
    command = [npm, "install", "--prefix", str(_BUILD), *options, INKJS]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip("npm did not fetch inkjs within two minutes.")
    if done.returncode:
        pytest.skip(f"npm could not fetch inkjs: {done.stderr.strip()[:200]}")


@pytest.fixture(scope="session")
def every_text() -> Callable[[Story], list[str]]:
    """Finds all that can be read in a story: passages, choices, notes, names and titles."""

    def find(value: object) -> list[str]:
        if isinstance(value, dict):
            return [text for each in value.values() for text in find(each)]
        if isinstance(value, list):
            return [text for each in value for text in find(each)]
        return [value] if isinstance(value, str) else []

    return lambda story: find(story.to_json())


@pytest.fixture(scope="session")
def mangled() -> Callable[[int], VNPackage]:
    """Makes the sample into a novel of any shape: no clock, no way out, acts in a circle, conditions in prose."""

    def make(seed: int) -> VNPackage:
        chance, data = Random(seed), sample_package().model_dump(mode="json")
        ids = [act["id"] for act in data["acts"]]
        for act in data["acts"]:
            if chance.random() < 0.5:
                act["opposingForce"] = None
            if chance.random() < 0.3:
                act["globalProgression"] = None
            act["next"] = [{"actId": chance.choice(ids), "condition": chance.choice(_CONDITIONS)}]
            act["inevitableEvents"] = chance.sample(act["inevitableEvents"], chance.randrange(3))
            for event in act["inevitableEvents"]:
                event["triggerCondition"] = chance.choice(_CONDITIONS)
                event["latestTurn"] = chance.choice((None, 3, 15))
            for place in act["locations"]:
                place["connections"] = chance.sample(place["connections"], chance.randrange(3))
                place["requiresFlag"] = chance.choice((None, None, "never_so"))
                place["encounters"] = chance.sample(place["encounters"], chance.randrange(4))
                for encounter in place["encounters"]:
                    encounter["condition"] = chance.choice(("", "", *_CONDITIONS))
        data["endings"] = chance.sample(data["endings"], chance.randrange(4))
        return VNPackage.model_validate(data)

    return make


_CONDITIONS = ("", "turn >= 5", "doom_pct >= 50", "progress_pct >= 100", "all is lost", 'location == "inn"')

"""Projects for the real Ren'Py: the sample, illustrated, and one of odd ids and hostile text."""

import dataclasses
import io
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from renpy_judge import Judge, display, judge

from gameplan.novels.export import Story, compile_story
from gameplan.novels.export.conditions import ALWAYS, compare
from gameplan.novels.export.renpy import write_renpy
from gameplan.novels.export.story import (
    SYSTEM_VARIABLES,
    Act,
    Aside,
    Effect,
    Ending,
    Next,
    Note,
    Option,
    Passage,
    Person,
    Place,
    Portrait,
    Roll,
    Scene,
    Seen,
    Variable,
    Way,
)
from gameplan.novels.samples import sample_package

__all__ = ["display", "judge"]  # fixtures


def write(project: Mapping[str, str | bytes], folder: Path) -> Path:
    for path, content in project.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


# -- projects


@pytest.fixture(scope="session")
def story() -> Story:
    """The sample as a story."""
    return compile_story(sample_package())


@pytest.fixture(scope="session")
def new_project(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Mapping[str, str | bytes]], Path]:
    """Writes a project into a new folder."""
    return lambda project: write(project, tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="session")
def assets() -> dict[str, bytes]:
    """Three faces, a backdrop and a sound, all of them small."""
    import numpy
    import soundfile
    from PIL import Image

    def face(colour: str) -> bytes:
        head = f'<ellipse cx="45" cy="45" rx="24" ry="30" fill="{colour}"/>'
        body = f'<path d="M5 120 C5 80 85 80 85 120 Z" fill="{colour}"/>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 120">{head}{body}</svg>'.encode()

    backdrop, sound = io.BytesIO(), io.BytesIO()
    Image.linear_gradient("L").resize((480, 270)).convert("RGB").save(backdrop, "WEBP")
    soundfile.write(sound, numpy.sin(numpy.arange(22_050) / 16) * 0.1, 44_100, format="OGG", subtype="VORBIS")
    return {
        "assets/portraits/ilse.svg": face("#8aa"),
        "assets/portraits/benna.svg": face("#a8a"),
        "assets/portraits/tobiah.svg": face("#aa8"),
        "assets/backgrounds/chapel.webp": backdrop.getvalue(),
        "assets/music/chapel.ogg": sound.getvalue(),
    }


@pytest.fixture(scope="session")
def illustrated(story: Story) -> Story:
    """The sample, with the pictures and the sound of `assets`."""

    def drawn(person: Person) -> Person:
        portrait = Portrait(
            "neutral", f"assets/portraits/{person.id}.svg", "A woman with a ladle." * (person.id == "benna")
        )
        return dataclasses.replace(person, portraits=(portrait,))

    def painted(place: Place) -> Place:
        files = {"backdrop": "assets/backgrounds/chapel.webp", "music": "assets/music/chapel.ogg"}
        return dataclasses.replace(place, **files) if place.id == "chapel" else place

    return dataclasses.replace(story, people=tuple(map(drawn, story.people)), places=tuple(map(painted, story.places)))


@pytest.fixture(scope="session")
def illustrated_project(illustrated: Story, assets: dict[str, bytes], new_project: Any) -> Path:
    found: Path = new_project(write_renpy(illustrated, assets))
    return found


@pytest.fixture(scope="session")
def illustrated_play(judge: Judge, display: str, illustrated_project: Path) -> dict[str, Any]:
    """One play of the sample: every menu is looked at, and it goes through a load and a rollback."""
    project = judge.home / "sample"
    shutil.copytree(illustrated_project, project)
    shots = ["main_menu", "say", "choice", "dice", "the_end"]
    report = judge.play(project, display, seed=7, shots=shots, look_at=6, save_at=4, load_at=8, roll_back_at=12)
    if keep := os.environ.get("GAMEPLAN_SCREENSHOTS"):
        Path(keep).mkdir(parents=True, exist_ok=True)
        for each in shots:
            shutil.copy(Path(report["folder"]) / f"{each}.png", Path(keep) / f"renpy-{each}.png")
    return report


@pytest.fixture(scope="session")
def odd_play(judge: Judge, display: str, odd: Story, new_project: Any) -> dict[str, Any]:
    return judge.play(new_project(write_renpy(odd, {})), display, seed=7, look_at=3)


@pytest.fixture(scope="session")
def odd(story: Story) -> Story:
    """A small story in which every text looks like a script, and every id like a word of Ren'Py or Python."""
    texts = (
        "[config.name] {b}bold{/b} {image=x} {w} %s %(x)s 100%",
        "$ import os",
        '"""quotes""" \'single\' `ticks` \\n \\" \\\\',
        "label start:",
        "[[doubled]] {{doubled}} [__name] {#comment}",
        "【東京｜とうきょう】 «Qui\u00a0?» <b>&amp;</b>",
        "# no comment",
        "[store.__class__!r:>9]",
        "menu: pass",
    )
    count = 0

    def hostile(start: str = "") -> str:
        nonlocal count
        count += 1
        return f"{start}{texts[count % len(texts)]} {count}".strip()

    def said(*whos: str) -> tuple[Passage, ...]:
        """The narrator, and whoever else."""
        kinds = ("narration", "title", "transition")
        found = [Passage(hostile(), kind) for kind in kinds]  # type: ignore[arg-type]
        for who in whos:
            found.append(Passage(hostile(), "dialogue", who, hostile(), "with"))
            found.append(Passage(hostile(), "thought", who, "", "neutral"))
        found.append(Passage(hostile(), "dialogue", "nobody", hostile()))
        return tuple(found)

    def scene(id: str, kind: Any, **more: Any) -> Scene:
        numbers = f"times_{id}", f"last_{id}"
        return Scene(id, kind, hostile(), *numbers, (said("class", "config"),), **more)

    rolled = (*said("config"), Passage(hostile(), "roll", condition=compare("tier", ">=", 1)))
    option = Option("x", hostile(), hostile(), effects=(Effect("class", "add", -2),), passages=said("class"))
    scenes = (
        scene("start", "opening", cast=(Seen("config", "with"),)),
        dataclasses.replace(
            scene("load", "encounter", condition=compare("times_load", "<", 2), gives=2, choices=(option, option)),
            roll=Roll("[wits] {b} %d", -1),
            texts=(rolled, said()),
            effects=(Effect("if", "set", 1), Effect("if", "add", 5, compare("if", ">", 0))),
        ),
        scene("quit", "ending"),
    )
    act = Act(
        "import", hostile(), "start", "stay",
        (Effect("needed", "set", 4), Effect("scale", "set", 4), Effect("doom_needed", "set", 3)),
        progress_label=hostile(), doom_label=hostile(), doom_shown="hint", longest=8, idle=1, every=2,
        asides=(Aside("return", compare("class", "<", 0), said(), (Effect("class", "set", 0),)),),
    )  # fmt: skip
    places = (
        Place("stay", "import", hostile(), "come_stay", "quiet_stay", ways=(Way("with", hostile()),)),
        Place(
            "with", "import", hostile(), "come_with", "quiet_with",
            backdrop_alt=hostile(), ways=(Way("stay", hostile()),), scenes=("load",),
            mood=hostile("mood "), arrivals=(said(), said("class")), quiet=(said(),),
        ),
    )  # fmt: skip
    own = ("class", "if", *(f"{kind}_{each.id}" for each in scenes for kind in ("times", "last")))
    counters = ("come_stay", "quiet_stay", "come_with", "quiet_with")
    words = dataclasses.replace(
        story.words, **{each.name: hostile(each.name) for each in dataclasses.fields(story.words)}
    )
    return Story(
        id="odd", title=hostile("odd "), language="en", words=words,
        variables=(*map(Variable, (*SYSTEM_VARIABLES, *counters, *own[1:])), Variable("class", 0, -3, 3)),
        people=(Person("class", hostile(), "#a8d0e6", True), Person("config", hostile(), "red; }")),
        places=places, acts=(act,), scenes=scenes,
        endings=(Ending("none", hostile(), "open", "quit"),), ends=(Next("none", ALWAYS),),
        findings=(Note("if", hostile()),), items=(Note("class", hostile()),),
        premise=hostile("line one\nline two\t"), content_notes=(hostile(),),
    )  # fmt: skip

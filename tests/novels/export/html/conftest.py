"""A small story of every part, folders of it on disk, and a real browser that opens them as files."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from gameplan.novels.export.conditions import Condition, both, compare
from gameplan.novels.export.html import write_html
from gameplan.novels.export.story import (
    SYSTEM_VARIABLES,
    Act,
    Aside,
    Bonus,
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
    Story,
    Variable,
    Way,
    Words,
)

expect.set_options(timeout=10_000)  # machines are busy

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="400"><circle cx="150" cy="150" r="90"/></svg>'


def _scene(
    id: str, *texts: str, kind: str = "encounter", times: int = 1, when: Condition | None = None, **more: Any
) -> Scene:
    told = more.pop("passages", None) or tuple(Passage(text) for text in texts)
    condition = both(compare(f"n_{id}", "<", times), *([when] if when is not None else []))
    return Scene(
        id=id, kind=kind, title=id.title(), times=f"n_{id}", last=f"l_{id}", texts=(told,), condition=condition, **more
    )  # type: ignore[arg-type]


def _words() -> Words:
    return Words(
        start="Begin",
        stay="Stay a while",
        wait="Wait",
        onward="Go on",
        where_to="Where to?",
        back="Back",
        known="Known",
        carried="Carried",
        nothing="Nothing",
        the_end="The end",
        again="Again",
        notes="Notes",
        roll="Roll",
        strong="Strong",
        weak="Weak",
        miss="Miss",
        save="Save",
        load="Load",
        history="History",
        settings="Settings",
        menu="Menu",
        quit="Quit",
    )


def little_story() -> Story:
    """Two acts, three places, dice, a clock, scenes with choices of their own, asides, two endings."""
    talk = (
        Passage("The lamp is lit. It has been lit for nobody."),
        Passage("You are late. That is all right. So is the sea.", "dialogue", "mara", "Mara", "happy"),
        Passage("I could still turn round.", "thought", "ida", "Ida"),
    )
    climb = (
        Passage("The stairs are wet."),
        Passage("You put your weight on the rail.", "roll"),
        Passage("It holds.", condition=compare("tier", ">=", 2)),
        Passage("It gives way, and something below has heard it.", condition=compare("tier", "==", 1)),
    )
    scenes = (
        _scene("open_one", "A lighthouse keeper finds a door in the tide.", kind="opening", times=9),
        _scene("open_two", "The door is open now.", kind="opening", times=9),
        _scene(
            "talk",
            passages=talk,
            cast=(Seen("mara", "happy"),),
            gives=1,
            weight=50,
            effects=(Effect("f_key", "set", 1),),
            choices=(
                Option(
                    "ask",
                    "Ask about the door",
                    "She may not answer",
                    effects=(Effect("f_asked", "set", 1),),
                    passages=(Passage("It was always there.", "dialogue", "mara", "Mara", "sad"),),
                ),
                Option("leave", "Say nothing"),
            ),
        ),
        _scene(
            "climb",
            passages=climb,
            roll=Roll("nerve", 1),
            gives=2,
            weight=20,
            bonuses=(Bonus(compare("f_asked", "==", 1), 40),),
            times=3,
        ),
        _scene(
            "shore",
            "Foam writes a line and takes it back.",
            gives=1,
            times=2,
            cast=(Seen("mara"), Seen("ole", "angry")),
        ),
        _scene(
            "flood",
            "The water is at the second step.",
            kind="escalation",
            when=compare("peak", ">=", 2),
            effects=(Effect("f_flood", "set", 1),),
        ),
        _scene("beyond", "Behind the door is the same shore, and no lighthouse.", gives=2),
        _scene("end_good", "You close the door behind you.", kind="ending", times=9),
        _scene("end_bad", "The tide comes in, as it does.", kind="ending", times=9),
    )
    places = (
        Place(
            "lamp",
            "one",
            "The Lamp Room",
            "c_lamp",
            "q_lamp",
            "assets/backgrounds/lamp.svg",
            "A lit lamp over the sea",
            ways=(Way("shore", "Down to the shore"), Way("cellar", "Into the cellar", compare("f_key", "==", 1))),
            scenes=("talk", "climb"),
            arrivals=((Passage("You come up again, out of breath.", "transition"),),),
            quiet=((Passage("The lamp turns."),),),
        ),
        Place(
            "shore",
            "one",
            "The Shore",
            "c_shore",
            "q_shore",
            ways=(Way("lamp", "Up to the lamp"),),
            scenes=("shore",),
            arrivals=((Passage("Shingle, and wind.", "transition"),),),
        ),
        Place("cellar", "one", "The Cellar", "c_cellar", "q_cellar", ways=(Way("lamp", "Up to the lamp"),)),
        Place("far", "two", "The Other Shore", "c_far", "q_far", scenes=("beyond",)),
    )
    acts = (
        Act(
            "one",
            "The Lamp",
            "open_one",
            "lamp",
            effects=(
                Effect("place", "set", 0),
                Effect("needed", "set", 4),
                Effect("scale", "set", 4),
                Effect("doom_needed", "set", 6),
                Effect("doom_scale", "set", 6),
            ),
            progress_label="The door",
            doom_label="The tide",
            travel=1,
            idle=1,
            miss=1,
            every=3,
            interrupts=("flood",),
            asides=(
                Aside(
                    "a_cold",
                    compare("f_flood", "==", 1),
                    (Passage("It is colder than it was."),),
                    (Effect("f_flood", "set", 2),),
                ),
            ),
            next=(Next("two", compare("progress", ">=", 4)),),
        ),
        Act(
            "two",
            "The Door",
            "open_two",
            "far",
            effects=(
                Effect("place", "set", 3),
                Effect("progress", "set", 0),
                Effect("needed", "set", 2),
                Effect("climax", "set", 0),
                Effect("doom", "set", 0),
                Effect("doom_needed", "set", 0),
                Effect("act_turn", "set", 0),
            ),
            progress_label="Through",
        ),
    )
    flags = ("f_key", "f_asked", "f_flood")
    counters = [f"{kind}_{each.id}" for each in places for kind in "cq"]
    played = [f"{kind}_{each.id}" for each in scenes for kind in "nl"]
    return Story(
        id="little",
        title="A Door in the Tide",
        language="en",
        words=_words(),
        variables=tuple(Variable(name) for name in (*SYSTEM_VARIABLES, *flags, *counters, *played)),
        people=(
            Person("ida", "Ida", "#c8d8f0", protagonist=True),
            Person(
                "mara", "Mara", "#f0b8a8", portraits=(Portrait("neutral", "assets/portraits/mara.svg", "Mara, calm"),)
            ),
            Person("ole", "Ole", "#b0e0b8"),
        ),
        places=places,
        acts=acts,
        scenes=scenes,
        endings=(Ending("good", "Through", "good", "end_good"), Ending("bad", "High Water", "bad", "end_bad")),
        ends=(Next("good", compare("f_asked", "==", 1)), Next("bad")),
        findings=(Note("f_asked", "The door was always there."),),
        items=(Note("f_key", "a key, cold"),),
        premise="A lighthouse keeper finds a door in the tide.",
        content_notes=("deep water", "an old grief"),
    )


@pytest.fixture
def little() -> Story:
    return little_story()


@pytest.fixture
def pictures() -> dict[str, bytes]:
    return {"assets/backgrounds/lamp.svg": PICTURE, "assets/portraits/mara.svg": PICTURE}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Of the file, not of the session: while it lives, no other event loop can run in this thread.
    assert CHROMIUM is not None, "these tests need a browser: make system"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


class Reader:
    """Somebody at the page, with nothing but a keyboard."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def open(self, seed: int | None = None) -> Reader:
        """Open the page as a file."""
        self.page.goto("about:blank")
        self.page.goto(self.address + (f"#seed={seed}" if seed is not None else ""))
        return self

    def begin(self, seed: int = 7) -> Reader:
        self.open(seed)
        self.press("[data-do=begin]")
        return self

    def press(self, what: str) -> None:
        """Go to a button and press it."""
        button = self.page.locator(what)
        button.focus()
        button.press("Enter")

    @property
    def text(self) -> str:
        return self.page.locator(".text").inner_text()

    @property
    def said(self) -> str:
        """What a screen reader is given."""
        return self.page.locator("#said").text_content() or ""

    def choices(self) -> list[str]:
        return self.page.locator(".choice").evaluate_all("list => list.map((each) => each.dataset.choice)")  # type: ignore[no-any-return]

    def read_on(self) -> list[tuple[str, str]]:
        """Read to the next choice, or to the end; the name and the text of every line."""
        told: list[tuple[str, str]] = []
        for _ in range(400):
            seen = self.page.evaluate(
                """() => { const box = document.querySelector('.box'); if (!box) return null; return {
                    name: box.querySelector('.plate').textContent, text: box.querySelector('.text').textContent,
                    asks: document.querySelectorAll('.choice').length > 0 }; }"""
            )
            if seen is None:
                return told
            told.append((seen["name"], seen["text"]))
            if seen["asks"]:
                return told
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"This goes on and on: {told[-1]}")

    def choose(self, id: str) -> None:
        """Choose by the keys: down to it, and Enter."""
        for _ in range(1 + self.choices().index(id)):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")

    def play(self, choices: list[str]) -> list[tuple[str, str]]:
        """Read on and choose, one choice after the other."""
        told = self.read_on()
        for each in choices:
            self.choose(each)
            told += self.read_on()
        return told


@pytest.fixture
def new_reader(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., Reader]]:
    """Makes readers of a story. An error on the console, or a request that is not for a file, fails the test."""
    made: list[BrowserContext] = []
    wrong: list[str] = []

    def make(story: Story, assets: Mapping[str, bytes] | None = None, **options: Any) -> Reader:
        folder = tmp_path / f"novel {len(made)}"
        for path, content in write_html(story, assets or {}).items():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **options}
        )
        context.set_default_timeout(10_000)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on("console", lambda line: line.type in ("error", "warning") and wrong.append(line.text))
        context.on("request", lambda request: request.url.startswith("file:") or wrong.append(request.url))
        context.on("requestfailed", lambda request: wrong.append(f"not found: {request.url}"))
        made.append(context)
        return Reader(context.new_page(), (folder / "index.html").as_uri())

    yield make
    for context in made:
        context.close()
    assert not wrong

"""The folder as it is written: whole, quiet, and never more than text of what a stranger wrote."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from gameplan.novels.export.html import write_html
from gameplan.novels.export.story import Passage, Person, Story

HOSTILE = "</script><img src=x onerror=\"document.title='owned'\"><b>&amp;\u2028${1}`'\\"


def test_the_folder_has_the_page_the_story_and_the_assets_that_are_named(
    little: Story, pictures: dict[str, bytes]
) -> None:
    files = write_html(little, {**pictures, "assets/music/not_named.ogg": b"OggS"})
    assert {path for path in files if path.startswith("assets/")} == set(pictures)
    assert {"index.html", "player.css", "player.js", "story.js"} <= set(files)
    scripts = re.findall(r'src="([^"]+)"', str(files["index.html"]))
    assert set(scripts) <= set(files)


def test_nothing_in_the_folder_refers_to_anything_outside_of_it(little: Story, pictures: dict[str, bytes]) -> None:
    for path, content in write_html(little, pictures).items():
        if isinstance(content, str):
            assert not re.search(
                r"https?:|//\w|\bimport\b|\bfetch\b|XMLHttp|eval\(|innerHTML|style=|@import|url\(", content
            ), path


def test_the_policy_allows_the_folder_and_nothing_else(little: Story) -> None:
    page = str(write_html(little, {})["index.html"])
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; ")
    assert "unsafe" not in policy[1] and "*" not in policy[1] and "http" not in policy[1]


def test_the_player_is_small(little: Story) -> None:
    files = write_html(little, {})
    assert sum(len(str(content).encode()) for path, content in files.items() if path != "story.js") <= 80_000


def test_the_same_story_is_written_the_same(little: Story, pictures: dict[str, bytes]) -> None:
    assert write_html(little, pictures) == write_html(little, dict(reversed(pictures.items())))


def test_the_story_in_the_script_is_only_data(little: Story) -> None:
    script = str(write_html(replace(little, title=HOSTILE, premise=HOSTILE), {})["story.js"])
    quoted = re.fullmatch(r'window\.NOVEL = JSON\.parse\(("(?:[^"\\]|\\.)*")\);\n', script)
    assert quoted is not None
    assert script.isascii() and "<" not in script and ">" not in script
    assert json.loads(json.loads(quoted[1]))["story"]["title"] == HOSTILE


def test_a_title_cannot_end_the_title_of_the_page(little: Story) -> None:
    title = '</title><img src=x onerror="alert(1)">$scripts'
    page = str(write_html(replace(little, title=title), {})["index.html"])
    assert "<img src=x" not in page and page.count("</title>") == 1
    assert "&lt;/title&gt;&lt;img src=x" in page and "$scripts" in page


@pytest.mark.parametrize("path", ["../secret.svg", "assets/portraits/../../x.svg", "/etc/passwd", "http://x/y.svg"])
def test_a_path_out_of_the_folder_is_refused(little: Story, path: str) -> None:
    places = (replace(little.places[0], backdrop=path), *little.places[1:])
    with pytest.raises(ValueError, match="path that cannot be written"):
        write_html(replace(little, places=places), {path: b""})


def _hostile(story: Story) -> Story:
    """The story with hostile text wherever an author can write."""

    def passages(texts: tuple[tuple[Passage, ...], ...]) -> tuple[tuple[Passage, ...], ...]:
        return tuple(tuple(replace(each, text=HOSTILE, name=each.name and HOSTILE) for each in text) for text in texts)

    return replace(
        story,
        title=HOSTILE,
        premise=HOSTILE,
        language="en\"><script>document.title='owned'</script>",
        content_notes=(HOSTILE,),
        people=tuple(
            replace(each, name=HOSTILE, colour="red;background:url(http://x)", portraits=()) for each in story.people
        ),
        places=tuple(
            replace(
                each,
                title=HOSTILE,
                backdrop="",
                ways=tuple(replace(way, text=HOSTILE) for way in each.ways),
                arrivals=passages(each.arrivals),
            )
            for each in story.places
        ),
        acts=tuple(replace(each, title=HOSTILE, progress_label=HOSTILE, doom_label=HOSTILE) for each in story.acts),
        scenes=tuple(
            replace(
                each,
                texts=passages(each.texts),
                roll=each.roll and replace(each.roll, stat=HOSTILE),
                choices=tuple(replace(option, text=HOSTILE, hint=HOSTILE) for option in each.choices),
            )
            for each in story.scenes
        ),
        endings=tuple(replace(each, title=HOSTILE) for each in story.endings),
        findings=tuple(replace(each, text=HOSTILE) for each in story.findings),
        items=tuple(replace(each, text=HOSTILE) for each in story.items),
        words=replace(story.words, stay=HOSTILE, wait=HOSTILE, onward=HOSTILE),
    )


def test_hostile_text_is_text_everywhere(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(_hostile(little)).open(seed=7)
    page = reader.page
    expect(page.get_by_role("heading", level=1)).to_have_text(HOSTILE.replace("\u2028", " "))
    reader.press("[data-do=begin]")
    for _ in range(60):
        reader.read_on()
        if not reader.choices():
            break
        reader.page.keyboard.press("1")
    for panel in ("history", "journal"):
        reader.press(f".page [data-do={panel}]")
        expect(page.locator("dialog")).to_contain_text("</script><img src=x onerror=")
        page.keyboard.press("Escape")
    assert page.title().startswith("</script><img")
    assert page.locator("img, b b, script:not([src])").count() == 0


def test_a_picture_with_a_script_is_only_a_picture(
    new_reader: Callable[..., Any], little: Story, pictures: dict[str, bytes]
) -> None:
    hostile = b"""<svg xmlns="http://www.w3.org/2000/svg" onload="document.title='owned'" width="9" height="9">
        <script>top.document.title = 'owned'</script><image href="http://127.0.0.1:9/x.png" width="9" height="9"/>
        </svg>"""
    reader = new_reader(little, dict.fromkeys(pictures, hostile)).begin()
    reader.choose("stay")
    portrait = reader.page.get_by_role("img", name="Mara, calm")
    expect(portrait).to_have_js_property("naturalWidth", 9)
    assert reader.page.title() == little.title


def test_ids_that_mean_something_to_a_script_are_only_names(new_reader: Callable[..., Any], little: Story) -> None:
    text = json.dumps(little.to_json())
    for old, new in (("f_key", "constructor"), ("f_asked", "valueof"), ("mara", "prototype"), ("cellar", "tostring")):
        text = text.replace(f'"{old}"', f'"{new}"')
    reader = new_reader(Story.from_json(json.loads(text))).begin()
    reader.play(["stay", "say:ask"])
    assert reader.choices() == ["stay", "go:shore", "go:tostring"]


def test_a_german_novel_has_german_words(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(replace(little, language="de-AT")).open(seed=7)
    expect(reader.page.locator("html")).to_have_attribute("lang", "de-AT")
    expect(reader.page.locator(".page")).to_contain_text("Was dich erwartet")
    reader.press("[data-do=begin]")
    expect(reader.page.locator(".choices h2")).to_have_text("Wege")
    reader.page.keyboard.press("j")
    expect(reader.page.get_by_role("dialog", name="Notizbuch")).to_contain_text("The tide: 0 von 6")


def test_every_word_of_the_page_is_there_in_both_languages(little: Story) -> None:
    words = str(write_html(little, {})["words.js"])
    english, german = (
        set(re.findall(r"\b(\w+): '", part)) for part in words.split("const english")[1].split("const german")
    )
    assert english == german
    others = "".join(str(content) for path, content in write_html(little, {}).items() if path.endswith(".js"))
    asked = set(re.findall(r"\b(?:word|button)\('(\w+)'", others))
    assert asked <= english


def test_what_has_no_picture_has_a_quiet_one_with_its_name(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little, {}).begin()
    reader.choose("stay")
    assert reader.page.locator("img").count() == 0
    expect(reader.page.get_by_role("img", name="A lit lamp over the sea")).to_be_visible()
    expect(reader.page.get_by_role("img", name="Mara")).to_be_attached()


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, {"width": 360, "height": 700}])
def test_axe_finds_nothing_and_nothing_is_too_wide(
    new_reader: Callable[..., Any], little: Story, pictures: dict[str, bytes], size: dict[str, int]
) -> None:
    reader = new_reader(little, pictures, viewport=size).open(seed=7)
    page, axe = reader.page, Axe()

    def check(name: str) -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], name
        if size["width"] < 640 and name not in ("choices", "dialogue"):
            return  # the same parts as in the wide page
        found = axe.run(page, options={"preload": False})  # the policy lets nobody fetch style sheets
        assert found.violations_count == 0, f"{name}:\n{found.generate_report()}"

    check("title")
    reader.press("[data-do=begin]")
    check("choices")
    reader.choose("stay")
    page.keyboard.press("ArrowRight")
    check("dialogue")
    page.keyboard.press("Escape")
    check("menu")
    for name in ("saves", "settings", "keys", "journal", "history"):
        reader.press(f"#panel-menu [data-do={name}]")
        expect(page.locator(f"#panel-{name}")).to_be_visible()
        check(name)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    for _ in range(60):
        page.keyboard.press("Escape") if page.locator("dialog").count() else None
        reader.read_on()
        if not reader.choices():
            break
        page.keyboard.press("1")
        if page.locator(".dice").count():
            check("dice")
    expect(page.get_by_role("heading", level=1)).to_have_text("Through")
    check("ending")


def test_a_person_without_a_proper_colour_gets_a_pale_one(little: Story) -> None:
    people = (Person("x", "X", "red"), *little.people[1:])
    script = str(write_html(replace(little, people=people), {})["story.js"])
    assert "#d8d8e0" in script and "red" not in re.findall(r"colour[^,]*", script)[0]

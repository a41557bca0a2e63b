"""The page, opened as a file and played in a real browser."""

from __future__ import annotations

import io
import wave
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from gameplan.novels.export.story import Story

WAY = ["stay", "say:ask", "stay", "stay"]


def test_a_story_is_played_to_its_end_by_the_keyboard_alone(
    new_reader: Callable[..., Any], little: Story, pictures: dict[str, bytes]
) -> None:
    reader = new_reader(little, pictures).open(seed=7)
    reader.page.keyboard.press("Enter")  # the focus is on "Begin"
    told = reader.read_on()
    for _ in range(60):
        if not reader.choices():
            break
        reader.page.keyboard.press("1")
        told += reader.read_on()
    expect(reader.page.get_by_role("heading", level=1)).to_have_text("Through")
    expect(reader.page.locator(".page")).to_contain_text("Endings seen: 1 of 2")
    assert ("Mara", "It was always there.") in told
    assert told[-1] == ("", "You close the door behind you.")


def test_after_going_back_the_same_choice_brings_the_same_again(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin()
    last = reader.play(WAY[:2])[-1][1]
    reader.choose("stay")
    first = reader.read_on()
    for _ in first:
        reader.page.keyboard.press("PageUp")
    expect(reader.page.locator(".text")).to_have_text(last)
    expect(reader.page.locator("[data-choice=stay]")).to_contain_text("chosen before")
    reader.choose("stay")
    assert reader.read_on() == first
    reader.page.keyboard.press("ArrowLeft")
    assert reader.text == first[-2][1]


def test_the_wheel_goes_back_and_on(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin()
    reader.choose("stay")
    box = reader.page.locator(".text")
    reader.page.mouse.move(600, 300)
    reader.page.mouse.wheel(0, 120)
    expect(box).to_have_text("You are late. That is all right. So is the sea.")
    for _ in range(200):  # one turn of the wheel is many events; only the first of them counts
        if reader.text == "The lamp is lit. It has been lit for nobody.":
            break
        reader.page.mouse.wheel(0, -120)
    expect(box).to_have_text("The lamp is lit. It has been lit for nobody.")


def test_a_click_first_completes_the_text_and_then_goes_on(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little, reduced_motion="no-preference").begin()
    expect(reader.page.locator(".choice")).to_have_count(2)
    reader.page.keyboard.press("1")
    reader.page.evaluate("window.requestAnimationFrame = () => 0")  # no more letters by themselves
    reader.page.keyboard.press("ArrowRight")
    expect(reader.page.locator(".box")).to_have_class("box narration whole")
    reader.page.keyboard.press("ArrowRight")
    expect(reader.page.locator(".plate")).to_have_text("Mara")
    expect(reader.page.locator(".rest")).to_have_text("You are late. That is all right. So is the sea.")
    reader.page.locator(".box").click()
    expect(reader.page.locator(".rest")).to_have_count(0)
    assert reader.text == "You are late. That is all right. So is the sea."
    reader.page.locator(".open").click()
    expect(reader.page.locator(".plate")).to_have_text("Ida")


def test_a_tap_goes_on(new_reader: Callable[..., Any], little: Story) -> None:
    phone = {"viewport": {"width": 360, "height": 700}, "has_touch": True, "is_mobile": True}
    reader = new_reader(little, **phone).open(seed=7)
    reader.page.locator("[data-do=begin]").tap()
    reader.page.locator("[data-choice=stay]").tap()
    reader.page.locator(".open").tap()
    expect(reader.page.locator(".plate")).to_have_text("Mara")
    reader.page.locator("[data-do=back]").tap()
    expect(reader.page.locator(".plate")).to_be_hidden()


@pytest.mark.parametrize(("shown", "told"), [("hint", ["0 of 4", "far off"]), ("hidden", ["0 of 4"])])
def test_the_clock_is_shown_as_the_author_wants_it(
    new_reader: Callable[..., Any], little: Story, shown: Any, told: list[str]
) -> None:
    acts = tuple(replace(each, doom_shown=shown) for each in little.acts)
    reader = new_reader(replace(little, acts=acts)).begin()
    expect(reader.page.locator(".tracker b")).to_have_text(told)


def test_a_screen_reader_is_told_whole_sentences_with_names_and_dice(
    new_reader: Callable[..., Any], little: Story, pictures: dict[str, bytes]
) -> None:
    reader = new_reader(little, pictures, reduced_motion="no-preference").begin()
    reader.page.keyboard.press("ArrowRight")
    expect(reader.page.locator(".choice")).to_have_count(2)
    reader.choose("stay")
    expect(reader.page.locator("#said")).to_have_text("The lamp is lit. It has been lit for nobody.")
    expect(reader.page.get_by_role("img", name="A lit lamp over the sea")).to_be_visible()
    expect(reader.page.get_by_role("img", name="Mara, calm")).to_be_attached()
    reader.page.keyboard.press("ArrowRight")
    reader.page.keyboard.press("ArrowRight")
    expect(reader.page.locator("#said")).to_have_text("Mara: You are late. That is all right. So is the sea.")
    for _ in range(40):
        if "nerve" in reader.said:
            break
        reader.page.keyboard.press("1" if reader.choices() else "ArrowRight")
    dice = reader.page.locator(".sum").inner_text()
    assert dice in reader.said
    first, second = (int(each) for each in dice.removeprefix("nerve: ").split(" plus ")[0].split(" and "))
    assert dice.endswith(f"plus 1 makes {first + second + 1}")
    assert reader.page.locator(".die i").count() == first + second
    expect(reader.page.locator(".rule")).to_contain_text("Two dice and your nerve")


def test_history_jumps_back_to_a_line(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin()
    reader.play(WAY[:3])
    reader.page.keyboard.press("l")
    panel = reader.page.get_by_role("dialog", name="History")
    expect(panel).to_contain_text("› Ask about the door")
    reader.press("#panel-history li:has-text('The lamp is lit') button")
    expect(panel).to_have_count(0)
    assert reader.text == "The lamp is lit. It has been lit for nobody."


def test_the_journal_says_what_is_known_and_how_it_stands(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin()
    reader.play(WAY[:2])
    reader.page.keyboard.press("j")
    panel = reader.page.get_by_role("dialog", name="Journal")
    for text in ("The Lamp Room", "The door: 1 of 4", "The tide: 0 of 6", "The door was always there.", "a key, cold"):
        expect(panel).to_contain_text(text)
    for text in ("Mara", "Down to the shore", "Into the cellar"):
        expect(panel).to_contain_text(text)
    reader.page.keyboard.press("Escape")
    expect(panel).to_have_count(0)


def test_auto_reads_on_by_itself_and_stops_at_a_choice(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little)
    reader.page.clock.install()
    reader.begin()
    reader.choose("stay")
    reader.page.keyboard.press("a")
    expect(reader.page.locator("[data-do=auto]")).to_have_attribute("aria-pressed", "true")
    reader.page.clock.run_for(60_000)
    expect(reader.page.locator(".choice")).to_have_count(2)
    assert reader.text == "I could still turn round."


def test_skip_goes_over_what_was_read_and_stops_at_what_was_not(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin()
    reader.play(WAY[:1])
    reader.begin()
    reader.choose("stay")
    reader.page.keyboard.press("s")
    expect(reader.page.locator("[data-choice='say:ask']")).to_be_visible()
    reader.choose("say:leave")
    reader.choose("go:shore")
    assert reader.text == "Shingle, and wind."
    reader.page.keyboard.press("s")
    expect(reader.page.locator("#note")).to_have_text("Nothing more that you have read.")


def test_music_loops_and_the_next_takes_over(new_reader: Callable[..., Any], little: Story) -> None:
    lamp, shore, *others = little.places
    paths = ("assets/music/lamp.wav", "assets/music/shore.wav")
    places = (replace(lamp, music=paths[0]), replace(shore, music=paths[1]), *others)
    reader = new_reader(replace(little, places=places), dict.fromkeys(paths, _silence())).begin()
    playing = reader.page.locator("audio")
    expect(playing).to_have_count(1)
    expect(playing).to_have_attribute("src", paths[0])
    reader.choose("go:shore")
    expect(playing).to_have_count(1)
    expect(playing).to_have_attribute("src", paths[1])
    assert playing.evaluate("audio => audio.loop && !audio.paused")
    reader.page.keyboard.press("Escape")
    reader.press("#panel-menu [data-do=settings]")
    reader.page.get_by_label("Volume of the music").press("Home")
    assert playing.evaluate("audio => audio.volume") == 0


def _silence() -> bytes:
    content = io.BytesIO()
    with wave.open(content, "wb") as sound:
        sound.setparams((1, 1, 8_000, 8_000, "NONE", ""))
        sound.writeframes(b"\x80" * 8_000)
    return content.getvalue()


FACES_BEHIND_WORDS = """() => {
    const written = [...document.querySelectorAll('.box, .choices')].map((each) => each.getBoundingClientRect());
    return [...document.querySelectorAll('.person:not(.leaves)')].filter((each) => {
        const person = each.getBoundingClientRect();
        const [left, right] = [person.left + person.width * 0.36, person.right - person.width * 0.36];
        const chin = person.top + person.height * 0.5;
        return person.top < 0 || written.some((it) => it.height && it.top < chin && it.left < right && it.right > left);
    }).length;
}"""


@pytest.mark.parametrize(
    "size",
    [(1280, 800), (1920, 1080), (1024, 768), (390, 844), (360, 640), (844, 390)],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_no_face_is_behind_the_text_or_the_choices(
    new_reader: Callable[..., Any], little: Story, pictures: dict[str, bytes], size: tuple[int, int]
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    reader = new_reader(little, pictures, viewport=viewport, reduced_motion="reduce").begin()
    page, with_people, chosen_before_people = reader.page, 0, 0
    for _ in range(60):
        people, choices = page.locator(".person").count(), page.locator("[data-choice]").count()
        with_people += people
        chosen_before_people += people * bool(choices)
        page.wait_for_function(f"!({FACES_BEHIND_WORDS})()")  # they step aside in the next frame
        if page.locator(".page").count():
            break
        page.keyboard.press("1" if choices else "ArrowRight")
    assert with_people > 2 and chosen_before_people > 0


def test_the_page_can_be_hidden_to_see_the_picture(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin()
    reader.page.keyboard.press("h")
    expect(reader.page.locator(".box")).to_be_hidden()
    reader.page.keyboard.press("Escape")
    expect(reader.page.locator(".box")).to_be_visible()


def test_settings_are_kept(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).open()
    reader.press("[data-do=settings]")
    reader.page.get_by_label("Strong contrast").press("Space")
    reader.page.get_by_label("Size of the text").press("End")
    reader.page.get_by_label("Single keys").press("Space")
    reader.begin()
    assert reader.page.evaluate("document.documentElement.classList.contains('contrast')")
    assert reader.page.evaluate("document.documentElement.style.getPropertyValue('--size')") == "1.6"
    reader.page.keyboard.press("j")
    reader.page.keyboard.press("1")
    expect(reader.page.get_by_role("dialog")).to_have_count(0)
    expect(reader.page.locator(".choice")).to_have_count(2)


def test_another_way_begins_again_with_other_luck(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin(seed=7)
    for _ in range(60):
        reader.read_on()
        if not reader.choices():
            break
        reader.page.keyboard.press("1")
    reader.press("[data-do=again]")
    assert reader.text == "A lighthouse keeper finds a door in the tide."
    assert '"seed":8' in reader.page.evaluate("localStorage.getItem('novel/little/save/auto')")

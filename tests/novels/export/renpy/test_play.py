"""The project that is played: by the real Ren'Py, to an ending, exactly as the story says."""

from pathlib import Path
from typing import Any

from gameplan.novels.export import Story, Telling

PICTURES = ("main_menu", "say", "choice", "dice", "the_end")


class Played:
    """A play of the reference run time, with the choices of the judge."""

    def __init__(self, story: Story, seed: int) -> None:
        telling = Telling(story, seed)
        self.said = [each.text for each in telling.passages]
        self.asked: list[list[str]] = []
        self.hints: list[list[str]] = []
        while not telling.over:
            choices = telling.choices
            self.asked.append([each.text for each in choices])
            self.hints.append([each.hint for each in choices])
            telling.step(choices[telling.values["turn"] * 5 % len(choices)].id)
            self.said += [each.text for each in telling.passages]
        self.values = telling.values
        self.ending = telling.ending


def told(report: dict[str, Any]) -> list[str]:
    """What was said in the game, without the lines that tell how dice fell."""
    return [text for _, text in report["said"] if text not in report["dice"]]


def _shown(hints: list[str]) -> list[str]:
    """Hints as they are seen: Ren'Py is given two of what it would read as markup."""
    return [each.replace("{{", "{").replace("[[", "[") for each in hints]


def test_a_play_comes_to_the_same_ending_in_the_same_words_through_a_load_and_a_rollback(
    illustrated: Story, illustrated_play: dict[str, Any]
) -> None:
    played, report = Played(illustrated, 7), illustrated_play
    assert report["loaded_at"] and report["rolled_back_at"]
    assert told(report) == played.said
    assert report["standing"] == played.values
    assert played.ending is not None
    assert played.ending.title in report["heard"]["the_end"]
    assert report["scenes"][-1] == played.ending.scene


def test_a_load_brings_back_how_the_story_stood(illustrated_play: dict[str, Any]) -> None:
    asked = illustrated_play["asked"]
    saved, again = asked[illustrated_play["saved_at"] - 1], asked[illustrated_play["loaded_at"]]
    assert again == saved
    assert asked[illustrated_play["loaded_at"] - 1] != saved


def test_a_rollback_brings_back_how_the_story_stood(illustrated_play: dict[str, Any]) -> None:
    asked = illustrated_play["asked"]
    at = illustrated_play["rolled_back_at"]
    back, left = asked[at], asked[at - 1]
    assert back["standing"]["turn"] < left["standing"]["turn"]
    assert back in asked[: at - 1]


def test_every_screen_can_be_looked_at_and_heard(illustrated_play: dict[str, Any]) -> None:
    heard = illustrated_play["heard"]
    assert set(illustrated_play["looked"]) == {"history", "journal", "save", "load", "preferences"}
    assert "The Register of Sallow Weir" in heard["main_menu"]
    assert "a failure" in heard["dice"]
    assert "You know" in heard["journal"]


def test_dice_cover_no_face(illustrated_play: dict[str, Any]) -> None:
    """A portrait is 960 pixels high and stands on the lower edge; the uppermost tenth of it is hair, or nothing."""
    x, y, width, height = illustrated_play["dice_box"]
    assert y >= 0 and y + height < 1080 - 960 * 9 / 10
    assert x >= 0 and x + width <= 1920


def test_no_choice_lies_over_a_face(illustrated_play: dict[str, Any]) -> None:
    """A portrait is 720 pixels wide; less than two fifths of it are head."""
    seen = [(left, people) for left, people in illustrated_play["choosing"] if people]
    assert seen
    for left, people in seen:
        assert all(140 < x * 1920 < left - 140 for x in people)


def test_pictures_of_the_game_show_something(illustrated_play: dict[str, Any]) -> None:
    folder = Path(illustrated_play["folder"])
    shown = [(folder / f"{each}.png").read_bytes() for each in PICTURES]
    assert len(set(shown)) == len(PICTURES)
    assert min(map(len, shown)) > 2_000


def test_hostile_text_is_shown_as_text_and_odd_ids_are_only_names(odd: Story, odd_play: dict[str, Any]) -> None:
    played, report = Played(odd, 7), odd_play
    assert told(report) == played.said
    assert [each["texts"] for each in report["asked"]] == played.asked
    assert [_shown(each["hints"]) for each in report["asked"]] == played.hints
    assert any(hint.startswith("mood") for hints in played.hints for hint in hints)
    assert report["standing"] == {
        f"{name}_X" if name in ("class", "if") else name: n for name, n in played.values.items()
    }
    assert odd.title in report["heard"]["main_menu"]
    assert odd.endings[0].title in report["heard"]["the_end"]
    assert odd.findings[0].text in report["heard"]["journal"]

"""What each role may see: a planted phrase in every secret field comes to nobody who must not know it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from gameplan.novels.package import VNPackage
from gameplan.novels.telling.direction import CastMember, DirectedRoll, DirectionPack, Exit
from gameplan.novels.telling.frames import Choice, VNFrame
from gameplan.novels.telling.renderer import render
from gameplan.novels.telling.said import Said, compact
from gameplan.novels.telling.storyteller import Storyteller
from gameplan.novels.telling.visible import Viewer, veil_of, visible_to

Pack = Callable[..., DirectionPack]


def _found(canaries: dict[str, str], text: str) -> list[str]:
    return [name for name, phrase in canaries.items() if compact(phrase) in compact(text)]


def test_the_director_and_the_author_see_everything(planted: VNPackage, canaries: dict[str, str]) -> None:
    roles: tuple[Viewer, ...] = ("director", "author")
    for role in roles:
        assert visible_to(role, planted) == planted
        assert set(_found(canaries, visible_to(role, planted).model_dump_json())) == set(canaries)


@pytest.mark.parametrize("role", ["storyteller", "player"])
@pytest.mark.parametrize("act", ["", "one"])
def test_nobody_else_sees_a_secret_of_the_package(
    role: Viewer, act: str, planted: VNPackage, canaries: dict[str, str]
) -> None:
    assert _found(canaries, visible_to(role, planted, act=act).model_dump_json()) == []


def test_the_storyteller_sees_the_style_of_the_act(planted: VNPackage) -> None:
    style = visible_to("storyteller", planted, act="one")
    assert style.global_context.setting == "Ness, a fishing village."
    assert style.acts[0].narrative_guidelines == "Short sentences. Weather before people."
    assert style.acts[0].opposing_force is None and style.acts[0].locations == () and style.characters == ()


def _leaky(pack: Pack, phrase: str) -> DirectionPack:
    """A pack into which a careless Director has put a secret, wherever it is not the scene itself that tells it."""
    first = pack()
    mara = first.cast[1].model_copy(
        update={"description": phrase, "voice": phrase, "wants": phrase, "must_not_reveal": (phrase, "the letter")}
    )
    return pack(
        goal=phrase,
        cast=(first.cast[0], mara),
        withhold=(phrase, "the letter"),
        lore=(phrase, "Nobody in Ness owns a clock."),
        continuity=(phrase, "Ida arrived by the morning boat."),
        callbacks=(phrase,),
        interactables=(phrase,),
        exits=(Exit(id="post", title="The Post Office", hint=phrase),),
        last_action=phrase,
        note=phrase,
        must_include=(phrase, "a brass tag with the number 9"),
        place=first.place.model_copy(update={"ambient_detail": phrase}),
    )


@pytest.mark.parametrize("secret", ["truth", "scenario", "secret", "need", "lore for the director"])
def test_a_secret_that_slipped_into_a_pack_is_left_out_of_it(
    secret: str, planted: VNPackage, canaries: dict[str, str], pack: Pack
) -> None:
    leaky = _leaky(pack, f"Hark: {canaries[secret]}.")
    seen = visible_to("storyteller", planted, leaky)
    assert _found(canaries, seen.to_json()) == []
    assert seen.withhold == ("the letter",) and seen.cast[1].must_not_reveal == ("the letter",)
    assert seen.lore == ("Nobody in Ness owns a clock.",)
    assert seen.continuity == ("Ida arrived by the morning boat.",)
    assert seen.must_include == ("a brass tag with the number 9",)
    assert seen.direction == leaky.direction


def test_what_the_player_is_after_is_seen_even_if_a_secret_speaks_of_the_same_thing(
    planted: VNPackage, pack: Pack
) -> None:
    goal = "Bring home the inspector's second logbook."
    act = planted.acts[0].model_copy(
        update={"objective": goal, "scenario_context": "The inspector's second logbook was burnt in March."}
    )
    told = planted.model_copy(update={"acts": (act,)})
    assert visible_to("storyteller", told, pack(goal=goal)).goal == goal
    leaky = "The inspector's second logbook was burnt."
    assert visible_to("storyteller", told, pack(goal=leaky)).goal == ""


def test_what_a_scene_reveals_is_seen(planted: VNPackage, canaries: dict[str, str], pack: Pack) -> None:
    mara = CastMember(id="mara", name="Mara Lind", may_reveal=(f"{canaries['secret']}.",))
    seen = visible_to("storyteller", planted, pack(cast=(mara,)))
    assert _found(canaries, seen.to_json()) == ["secret"]


def test_what_an_author_lets_be_found_is_seen(planted: VNPackage, canaries: dict[str, str], pack: Pack) -> None:
    finding = f"So it was: {canaries['secret']}."
    act = planted.acts[0]
    quay = act.locations[0]
    rope = quay.encounters[0].model_copy(update={"findings": (finding,)})
    quay = quay.model_copy(update={"encounters": (rope, *quay.encounters[1:])})
    told = planted.model_copy(update={"acts": (act.model_copy(update={"locations": (quay, *act.locations[1:])}),)})
    assert visible_to("storyteller", told, pack(must_include=(finding,))).must_include == (finding,)
    assert visible_to("storyteller", planted, pack(must_include=(finding,))).must_include == ()


def test_lore_whose_time_has_come_is_seen(planted: VNPackage, canaries: dict[str, str], pack: Pack) -> None:
    seen = visible_to("storyteller", planted, pack(lore=(f"They say {canaries['lore for later']}.",)))
    assert _found(canaries, seen.to_json()) == ["lore for later"]


def test_only_the_outcome_that_came_is_seen(planted: VNPackage, pack: Pack, roll: Callable[..., DirectedRoll]) -> None:
    seen = visible_to("storyteller", planted, pack(roll=roll("weak")))
    assert seen.roll is not None
    assert (seen.roll.on_strong, seen.roll.on_miss) == ("", "") and "burns" in seen.roll.on_weak


def test_a_player_is_shown_of_a_pack_where_to_go_and_how_the_dice_fell(
    planted: VNPackage, pack: Pack, roll: Callable[..., DirectedRoll]
) -> None:
    seen = visible_to("player", planted, pack(roll=roll("weak"), direction="What happens."))
    assert seen.direction == "" and seen.cast == () and seen.withhold == () and seen.allowed_effects == ()
    assert seen.roll is not None and seen.roll.total == 8 and seen.roll.outcome == ""
    assert [each.title for each in seen.exits] == ["The Post Office"]


def test_a_player_is_not_shown_what_a_choice_brings(planted: VNPackage) -> None:
    choice = Choice(id="1", text="Burn it", effects=("flag:letter_burned",), requires="has_fire")
    frame = VNFrame(text="?", choices=(choice,), encounter_id="mara_betrays_you", direction_id="b1")
    shown = visible_to("player", planted, frame).model_dump_json()
    assert "letter_burned" not in shown and "has_fire" not in shown and "betrays" not in shown and "Burn it" in shown


# -- through the real prompts


async def test_no_secret_is_in_anything_that_a_storyteller_is_sent(
    planted: VNPackage, canaries: dict[str, str], pack: Pack, teller: Any, lines: Any, good: list[dict[str, Any]]
) -> None:
    model = teller("nonsense", lines(good))
    storyteller = Storyteller(planted, model)
    await storyteller.tell(pack())
    for name in ("truth", "scenario", "secret", "need", "lore for the director"):
        model.lines = ["nonsense", lines(good)]
        await storyteller.tell(_leaky(pack, f"Hark: {canaries[name]}."))
    assert len(model.requests) == 18
    told = model.told()
    assert "plotState" in told and "Weather before people" in told and "all forty feet" in told
    assert _found(canaries, told) == []
    clock = planted.acts[0].opposing_force
    assert clock is not None and clock.required_value == 17
    assert not re.search(r"(?<![\w-])17(?![\w-])", told)  # a number by itself; an id may hold it


async def test_no_secret_that_a_storyteller_guesses_is_shown(
    planted: VNPackage, canaries: dict[str, str], pack: Pack, teller: Any, lines: Any, good: list[dict[str, Any]]
) -> None:
    shown: list[VNFrame] = []
    hidden = ("truth", "scenario", "secret", "need", "lore for the director", "lore for later")
    for name in hidden:
        for field in ("text", "displayName", "sfx", "backgroundAlt"):
            frames = [dict(each) for each in good]
            frames[1][field] = canaries[name].upper()
            told = await Storyteller(planted, teller(lines(frames))).tell(pack(), on_frame=shown.append)
            if field == "text":  # the others are not a model's to say
                assert told.by == "both" and "secret_told" in {each.code for each in told.findings}
    assert _found(canaries, "\n".join(word for frame in shown for word in frame.words())) == []


def test_the_renderer_tells_no_secret(
    planted: VNPackage, canaries: dict[str, str], pack: Pack, sampled: Callable[[VNPackage], list[DirectionPack]]
) -> None:
    said = Said()
    veil = veil_of(planted)
    for each in sampled(planted):
        if each.ref == "stove":
            continue  # which tells its own
        for frame in render(visible_to("storyteller", planted, each), said):
            assert not veil.covers(*frame.words())
            assert _found(canaries, " ".join(frame.words())) == []


def test_no_secret_of_the_sample_is_in_its_style(sample: VNPackage) -> None:
    veil = veil_of(sample)
    assert veil
    for act in sample.acts:
        style = visible_to("storyteller", sample, act=act.id)
        assert not veil.without([style.premise]).covers(style.model_dump_json(exclude={"premise"}))

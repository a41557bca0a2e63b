"""A corpus of faults, each planted in the sample: found by its code, and nothing else but what it brings with it."""

from collections.abc import Callable
from typing import Any

import pytest

from gameplan.novels.checks import CODES, Finding, check_package
from gameplan.novels.package import VNPackage

Json = dict[str, Any]
Plant = Callable[[Json], object]


class Faults:
    def __init__(self) -> None:
        self.all: list[tuple[str, str, Plant, frozenset[str]]] = []

    def of(self, code: str, *also: str) -> Callable[[Plant], Plant]:
        def keep(plant: Plant) -> Plant:
            self.all.append((code, plant.__name__, plant, frozenset(also)))
            return plant

        return keep


fault = Faults()


def act(package: Json, id: str = "the_count") -> Json:
    return next(each for each in package["acts"] if each["id"] == id)


def place(package: Json, id: str) -> Json:
    return next(each for act in package["acts"] for each in act["locations"] if each["id"] == id)


def scene(package: Json, id: str) -> Json:
    pools = [each["encounters"] for act in package["acts"] for each in act["locations"]]
    arcs = [each["personalArc"]["arcEncounters"] for each in package["characters"] if each.get("personalArc")]
    return next(each for pool in (*pools, *arcs) for each in pool if each["id"] == id)


def person(package: Json, id: str) -> Json:
    return next(each for each in package["characters"] if each["id"] == id)


def event(package: Json, id: str) -> Json:
    return next(each for act in package["acts"] for each in act["inevitableEvents"] if each["id"] == id)


def asset(id: str, kind: str, **more: Any) -> Json:
    mime = "audio/ogg" if kind == "music" else "image/png"
    alt = {} if kind == "music" else {"alt": f"A picture of {id}."}
    return {"id": id, "kind": kind, "path": f"assets/{id}", "mime": mime, **alt, **more}


def illustrated(package: Json) -> None:
    places = [each["id"] for act in package["acts"] for each in act["locations"]]
    package["assets"] = [
        *(asset(f"{id}_backdrop", "background") for id in places),
        *(asset(f"{id}_loop", "music") for id in places),
        *(asset(each["id"], "portrait") for each in package["characters"]),
    ]


# -- the whole


@fault.of("VN010")
def no_protagonist(p: Json) -> None:
    person(p, "ilse").update(role="ally", mobile=True)


@fault.of("VN011")
def two_encounters_of_one_id(p: Json) -> None:
    scene(p, "reeds")["id"] = "rain_on_slate"


@fault.of("VN011")
def two_endings_of_one_id(p: Json) -> None:
    p["endings"].insert(1, {**p["endings"][0], "title": "Another"})


@fault.of("VN012")
def an_act_without_places(p: Json) -> None:
    p["acts"].append({"id": "epilogue", "title": "Epilogue", "objective": "To look back."})


@fault.of("VN013")
def two_protagonists(p: Json) -> None:
    person(p, "wren")["role"] = "protagonist"


@fault.of("VN014")
def no_premise(p: Json) -> None:
    p["premise"] = " "


# -- names


@fault.of("VN101")
def a_way_to_nowhere(p: Json) -> None:
    place(p, "inn")["connections"].append("celar")


@fault.of("VN101")
def a_scene_of_a_character_at_an_unknown_place(p: Json) -> None:
    scene(p, "wren_signs")["locations"].append("attic")


@fault.of("VN101")
def a_way_into_another_act(p: Json) -> None:
    place(p, "inn")["connections"].append("crest")


@fault.of("VN102")
def somebody_unknown_is_needed(p: Json) -> None:
    scene(p, "pay_packets")["requiredCharacters"].append("bena")


@fault.of("VN103")
def a_place_that_was_intended_and_not_made(p: Json) -> None:
    act(p)["intendedLocations"].append("mill")


@fault.of("VN104")
def an_unknown_act_comes_next(p: Json) -> None:
    act(p, "the_water")["next"] = [{"actId": "the_sea", "condition": "doom > 3"}]


@fault.of("VN105")
def it_follows_what_does_not_exist(p: Json) -> None:
    scene(p, "rain_on_slate")["follows"] = "thunder"


# -- the map


@fault.of("VN110")
def a_way_without_a_way_back(p: Json) -> None:
    place(p, "quarry")["connections"].remove("inn")


@fault.of("VN111")
def a_place_nobody_leads_to(p: Json) -> None:
    act(p)["locations"].append({**place(p, "quarry"), "id": "mill", "connections": [], "encounters": []})
    scene(p, "wren_four_pence")["locations"].append("mill")


@fault.of("VN112")
def a_place_that_cannot_be_left(p: Json) -> None:
    place(p, "quarry")["connections"] = []


@fault.of("VN113")
def an_act_that_nothing_leads_to(p: Json) -> None:
    act(p)["next"] = [{"actId": "the_water", "condition": ""}]
    p["acts"].append({**act(p, "the_water"), "id": "the_sea", "locations": [], "inevitableEvents": []})
    p["acts"][1], p["acts"][2] = p["acts"][2], p["acts"][1]
    shore = {
        "id": "shore",
        "title": "The shore",
        "location": "shore",
        "connections": [],
        "requiredCharacters": ["wren"],
    }
    act(p, "the_sea").update(locations=[shore], startLocation="shore", intendedLocations=[], scenarioWorldInfo=[])
    act(p, "the_sea")["opposingForce"] = None
    act(p, "the_water")["next"] = [{"actId": "the_count", "condition": ""}]


@fault.of("VN120")
def a_place_with_nothing_to_play(p: Json) -> None:
    empty = {"id": "mill", "title": "The mill", "location": "mill", "connections": ["inn"], "requiredCharacters": []}
    act(p)["locations"].append(empty)
    place(p, "inn")["connections"].append("mill")


@fault.of("VN121")
def a_place_without_filler(p: Json) -> None:
    scene(p, "bell_rope")["repeatable"] = False


@fault.of("VN122")
def a_place_of_one_focus(p: Json) -> None:
    for each in place(p, "inn")["encounters"]:
        each["pacing"]["focus"] = "standard"


# -- scenes


@fault.of("VN201")
def a_scene_that_changes_nothing(p: Json) -> None:
    scene(p, "bell_rope")["type"] = "discovery"


@fault.of("VN202")
def it_requires_what_it_excludes(p: Json) -> None:
    scene(p, "hollow_cores")["excludeIfFlags"] = ["gauge_wrong"]


@fault.of("VN203")
def a_roll_on_an_unknown_stat(p: Json) -> None:
    scene(p, "vestry_box")["roll"] = "luck"


@fault.of("VN203")
def somebody_has_an_unknown_stat(p: Json) -> None:
    person(p, "wren")["stats"]["speed"] = 1


@fault.of("VN204")
def flags_of_a_miss_without_a_roll(p: Json) -> None:
    scene(p, "fresh_ink")["missFlags"] = ["saw_fresh_ink"]


@fault.of("VN205")
def a_scene_of_people_who_never_come_together(p: Json) -> None:
    p["characters"].append({"id": "son", "name": "The son", "role": "npc", "description": "A son."})
    scene(p, "stroud_the_letter").update(locations=[], requiredCharacters=["son"])


@fault.of("VN301")
def a_flag_that_nothing_sets_is_required(p: Json) -> None:
    scene(p, "roll_call")["prerequisites"].append("lanes_woken")


@fault.of("VN301")
def a_place_opens_with_a_flag_that_nothing_sets(p: Json) -> None:
    place(p, "gallery")["requiresFlag"] = "galery_key"
    for id in ("key_in_the_turf", "wren_the_bag"):
        scene(p, id).update(potentialFlags=["wren_stays"], guaranteedFlags=[], missFlags=[])


@fault.of("VN302")
def a_flag_that_nothing_sets_excludes(p: Json) -> None:
    scene(p, "reeds")["excludeIfFlags"] = ["frozen"]


@fault.of("VN303")
def a_flag_that_nobody_asks_for(p: Json) -> None:
    scene(p, "reeds")["potentialFlags"] = ["heard_the_reeds"]


@fault.of("VN311")
def it_needs_a_flag_from_a_scene_that_is_out_of_reach(p: Json) -> None:
    scene(p, "reeds").update(potentialFlags=["heard"], condition='bond("wren") > 5')
    scene(p, "bell_rope")["prerequisites"] = ["heard"]


@fault.of("VN311")
def a_scene_whose_condition_can_never_hold(p: Json) -> None:
    scene(p, "reeds")["condition"] = "doom > 500"


@fault.of("VN312")
def two_scenes_wait_for_each_other(p: Json) -> None:
    scene(p, "reeds").update(potentialFlags=["heard"], prerequisites=["rung"])
    scene(p, "bell_rope").update(potentialFlags=["rung"], prerequisites=["heard"])


@fault.of("VN312", "VN111")
def the_key_is_behind_its_own_door(p: Json) -> None:
    for id in ("key_in_the_turf", "wren_the_bag"):
        scene(p, id).update(potentialFlags=["wren_stays"], guaranteedFlags=[], missFlags=[])
    scene(p, "valve_wheel")["potentialFlags"] = ["valve_open", "gallery_key"]


@fault.of("VN320")
def a_flag_that_locks_the_act(p: Json) -> None:
    for each in ("eleven_birthdays", "vestry_box", "time_hut", "eleven_on_a_truck", "hollow_cores", "night_crossing"):
        scene(p, each)["excludeIfFlags"] = ["stroud_warned"]
    for each in ("pay_packets", "guard_and_dog", "table_for_twelve", "benna_ink_on_her_thumb"):
        scene(p, each)["excludeIfFlags"] = ["stroud_warned"]


@fault.of("VN321")
def an_escalation_that_locks_the_act(p: Json) -> None:
    act(p)["opposingForce"]["escalationEvents"][0]["lockLocations"] = ["inn", "landing", "quarry"]


# -- conditions


@fault.of("VN401")
def a_condition_asks_for_an_unknown_flag(p: Json) -> None:
    event(p, "the_siren")["conditionalBranches"][0]["condition"] = 'flag("carow_warned") or flag("carrow_warned")'


@fault.of("VN402")
def a_condition_asks_for_an_unknown_place(p: Json) -> None:
    event(p, "the_siren")["conditionalBranches"][1]["condition"] = 'visited("harbour") or flag("seen_on_the_crest")'


@fault.of("VN403")
def an_event_in_prose_without_a_latest_turn(p: Json) -> None:
    event(p, "the_siren")["triggerCondition"] = "when everybody has fallen silent"


@fault.of("VN404")
def a_condition_asks_for_an_unknown_item(p: Json) -> None:
    scene(p, "reeds")["condition"] = 'has("a silver bell") or turn > 2'


@fault.of("VN404")
def a_condition_asks_for_the_arc_of_somebody_without_one(p: Json) -> None:
    p["characters"].append({"id": "dog", "name": "The dog", "role": "npc", "description": "A dog."})
    scene(p, "reeds")["condition"] = 'arc("dog") >= crisis or turn > 2'


@fault.of("VN405")
def an_event_that_can_never_happen(p: Json) -> None:
    event(p, "the_siren")["triggerCondition"] = "doom_pct > 100"


@fault.of("VN406")
def a_branch_after_one_that_always_holds(p: Json) -> None:
    event(p, "the_siren")["conditionalBranches"].append({"condition": "turn > 3", "effect": "It stops."})


# -- trackers


@fault.of("VN500")
def an_act_that_nothing_ends(p: Json) -> None:
    act(p).update(globalProgression=None, opposingForce=None, inevitableEvents=[], next=[])
    for each in ("men_from_the_board", "guard_and_dog", "stroud_gloves"):
        scene(p, each)["missFlags"] = []
    for each in ("time_hut", "vestry_box", "eleven_on_a_truck", "eleven_birthdays"):
        scene(p, each).update(potentialFlags=[], guaranteedFlags=[])
    scene(p, "men_from_the_board")["potentialFlags"] = ["board_men_gone"]


@fault.of("VN501")
def more_is_asked_for_than_there_is(p: Json) -> None:
    act(p)["globalProgression"]["requiredValue"] = 100
    act(p)["next"][0]["condition"] = 'progress >= 11 or flag("left_late")'


@fault.of("VN502")
def hardly_more_than_is_asked_for(p: Json) -> None:
    for each in act(p)["locations"]:
        for own in each["encounters"]:
            own["givesProgression"] = min(1, own["givesProgression"])
    scene(p, "benna_ink_on_her_thumb")["givesProgression"] = 0
    scene(p, "wren_two_fingers")["givesProgression"] = 0


@fault.of("VN503")
def one_encounter_without_which_it_cannot_be_done(p: Json) -> None:
    act(p)["globalProgression"]["requiredValue"] = 40
    scene(p, "fresh_ink")["givesProgression"] = 40


@fault.of("VN504")
def one_place_without_which_it_cannot_be_done(p: Json) -> None:
    act(p)["globalProgression"]["requiredValue"] = 60
    for each in ("table_for_twelve", "pay_packets", "men_from_the_board"):
        scene(p, each)["givesProgression"] = 25


@fault.of("VN601")
def a_threshold_beyond_the_clock(p: Json) -> None:
    act(p)["opposingForce"]["escalationEvents"][1]["threshold"] = 50


@fault.of("VN602")
def thresholds_out_of_order(p: Json) -> None:
    act(p)["opposingForce"]["escalationEvents"].reverse()


@fault.of("VN603", "VN405")
def a_clock_that_never_ticks(p: Json) -> None:
    act(p)["opposingForce"]["ticks"] = {"miss": 0, "weak": 0, "idle": 0, "travel": 0, "everyBeats": 0}


@fault.of("VN604")
def a_scene_turns_back_a_clock_that_does_not_go_back(p: Json) -> None:
    act(p, "the_water")["opposingForce"]["reversible"] = False


@fault.of("VN610")
def a_clock_without_a_climax(p: Json) -> None:
    event(p, "end_of_the_week")["forcesClimax"] = False


# -- people and endings


@fault.of("VN701")
def an_arc_without_scenes(p: Json) -> None:
    person(p, "ilse")["personalArc"]["arcEncounters"] = []
    scene(p, "roll_call")["potentialFlags"] = []


@fault.of("VN702")
def an_arc_with_a_gap(p: Json) -> None:
    arc = person(p, "benna")["personalArc"]
    arc["arcEncounters"] = [each for each in arc["arcEncounters"] if each["arcPhase"] != "crisis"]


@fault.of("VN800")
def no_endings(p: Json) -> None:
    p["endings"] = []
    for act in p["acts"]:
        for each in act["inevitableEvents"]:
            for branch in each["conditionalBranches"]:
                branch["ending"] = None


@fault.of("VN801")
def an_unknown_ending(p: Json) -> None:
    event(p, "block_seven_goes")["conditionalBranches"][0]["ending"] = "highground"


@fault.of("VN802")
def an_ending_that_can_never_come(p: Json) -> None:
    p["endings"][0]["condition"] += " and doom > 200"


@fault.of("VN802")
def an_ending_after_one_that_always_holds(p: Json) -> None:
    p["endings"].append({"id": "epilogue", "title": "Epilogue", "condition": 'flag("valve_open")'})


@fault.of("VN803")
def no_ending_without_a_condition(p: Json) -> None:
    p["endings"][2]["condition"] = "doom_pct >= 100"


# -- material


@fault.of("VN901")
def a_place_without_a_backdrop(p: Json) -> None:
    illustrated(p)
    p["assets"] = [each for each in p["assets"] if each["id"] != "inn_backdrop"]


@fault.of("VN902")
def a_picture_without_alternative_text(p: Json) -> None:
    illustrated(p)
    p["assets"][0]["alt"] = ""


@fault.of("VN903")
def somebody_without_a_portrait(p: Json) -> None:
    illustrated(p)
    p["assets"] = [each for each in p["assets"] if each["id"] != "wren"]


@fault.of("VN904")
def a_picture_that_could_not_be_made(p: Json) -> None:
    illustrated(p)
    p["assets"][0].update(status="failed", reason="the provider refused")


@fault.of("VN910")
def a_scene_in_another_language(p: Json) -> None:
    scene(p, "reeds")["description"] = (
        "Im Schilf steht etwas auf, geht drei Schritte und legt sich wieder hin. Der Nebel schließt sich über ihm."
    )


@fault.of("VN920")
def two_entries_of_lore_with_one_key(p: Json) -> None:
    p["globalWorldInfo"].append({"id": "lore_more", "keys": ["THE BOARD"], "content": "The Board has a motto."})


@fault.of("VN921")
def lore_without_keys(p: Json) -> None:
    p["globalWorldInfo"].append({"id": "lore_more", "content": "Nobody will ever hear of it."})


@fault.of("VN922")
def lore_with_a_broken_pattern(p: Json) -> None:
    p["globalWorldInfo"].append({"id": "lore_more", "keys": ["/(unclosed/"], "content": "Nobody will ever hear of it."})


def key(each: Finding) -> tuple[str, str]:
    return each.code, each.what


@pytest.mark.parametrize(("code", "name", "plant", "also"), fault.all, ids=[each[1] for each in fault.all])
def test_a_planted_fault_is_found_by_its_code_and_nothing_else(
    sample: VNPackage, code: str, name: str, plant: Plant, also: frozenset[str]
) -> None:
    package = sample.model_dump(mode="json", by_alias=True)
    plant(package)
    before = set(map(key, check_package(sample)))
    new = [each for each in check_package(VNPackage.model_validate(package)) if key(each) not in before]
    found = {each.code for each in new if each.severity != "info" or each.code == code}
    assert code in found, f"{name} was not found: {list(map(str, new))}"
    assert found == {code, *also}, [str(each) for each in new]


def test_every_code_has_a_planted_fault() -> None:
    assert set(CODES) - {each[0] for each in fault.all} == {"VN620", "VN900"}  # by simulation; and the sample itself


def test_every_finding_says_what_where_why_and_how_to_repair_it(sample: VNPackage) -> None:
    for _, _, plant, _ in fault.all:
        package = sample.model_dump(mode="json", by_alias=True)
        plant(package)
        for each in check_package(VNPackage.model_validate(package)):
            for text in (each.what, each.why, each.repair):
                assert text[0].isupper() or text[0] in '"0123456789', text
                assert text.endswith((".", "?", "…")) or ":" in text, text
            assert each.where

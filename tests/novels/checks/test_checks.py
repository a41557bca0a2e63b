import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.novels.checks import check_package
from gameplan.novels.checks.languages import language_of
from gameplan.novels.checks.maps import components
from gameplan.novels.checks.possible import Facts, can_fail, can_hold
from gameplan.novels.conditions import read_condition
from gameplan.novels.package import Act, Encounter, Location, VNPackage


def test_the_sample_has_no_errors_and_no_warnings(sample: VNPackage) -> None:
    assert [str(each) for each in check_package(sample) if each.severity != "info"] == []


def test_an_empty_package_is_told_what_it_lacks() -> None:
    found = {each.code for each in check_package(VNPackage(title="Nothing"))}
    assert found == {"VN010", "VN012", "VN014", "VN800"}


def test_errors_come_first_and_checks_give_the_same_each_time(sample: VNPackage) -> None:
    broken = sample.model_copy(update={"endings": (), "characters": sample.characters[1:]})
    found = check_package(broken)
    weights = ["error", "warning", "info"]
    assert [weights.index(each.severity) for each in found] == sorted(weights.index(each.severity) for each in found)
    assert check_package(broken) == found


def test_a_cycle_is_printed_with_who_needs_what_from_whom() -> None:
    ring = [("a", "x", "y"), ("b", "y", "z"), ("c", "z", "x")]
    scenes = tuple(
        Encounter(id=id, title=id, description="", prerequisites=(needs,), potential_flags=(sets,))
        for id, sets, needs in ring
    )
    hall = Location(id="hall", title="Hall", location="hall", encounters=scenes)
    package = VNPackage(title="Ring", acts=(Act(id="one", title="One", objective="", locations=(hall,)),))
    [cycle] = [each for each in check_package(package) if each.code == "VN312"]
    for step in ('"a" needs "y" from "b"', '"b" needs "z" from "c"', '"c" needs "x" from "a"'):
        assert step in cycle.what


def test_a_repair_names_what_was_probably_meant(sample: VNPackage) -> None:
    endings = (sample.endings[0].model_copy(update={"condition": 'flag("eleven_name")'}), *sample.endings[1:])
    [found] = [each for each in check_package(sample.model_copy(update={"endings": endings})) if each.code == "VN401"]
    assert found.where == "endings[the_eleven_named].condition"
    assert 'Did you mean "eleven_named"?' in found.repair


@pytest.mark.parametrize(
    ("text", "holds", "fails"),
    [
        ("", True, False),
        ('flag("known")', True, True),
        ('flag("unknown")', False, True),
        ('not flag("unknown")', True, False),
        ('flag("unknown") or progress >= 5', True, True),
        ('flag("known") and progress > 5', False, True),
        ("progress_pct >= 0", True, False),
        ("doom - 2 > 8", False, True),
        ('arc("mara") >= crisis', False, True),
        ('arc("mara") >= development', True, True),
        ('location == "inn"', True, True),
        ('location == "moon"', False, True),
        ("turn > 1000", True, True),
        ("when the moon is full", True, True),
    ],
)
def test_what_can_hold_and_what_can_fail(text: str, holds: bool, fails: bool) -> None:
    facts = Facts(flags={"known"}, locations={"inn"}, arcs={"mara": 2}, progress=5, progress_pct=100, doom=10)
    condition = read_condition(text)
    assert (can_hold(condition, facts), can_fail(condition, facts)) == (holds, fails)


@given(st.dictionaries(st.sampled_from("abcdef"), st.lists(st.sampled_from("abcdef"), max_size=4), max_size=6))
def test_components_are_the_groups_that_reach_each_other(ways: dict[str, list[str]]) -> None:
    def reached(start: str) -> set[str]:
        seen, ahead = {start}, [start]
        while ahead:
            for other in ways[ahead.pop()]:
                if other in ways and other not in seen:
                    seen.add(other)
                    ahead.append(other)
        return seen

    groups = [frozenset(group) for group in components(ways)]
    assert sorted(id for group in groups for id in group) == sorted(ways)
    for group in groups:
        for one in group:
            assert group == {other for other in reached(one) if one in reached(other)}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The wind comes up the dry side of the wall with leaves in it, and they hang at the rail.", "en"),
        ("Der Wind kommt an der trockenen Seite der Mauer herauf, und die Blätter hängen noch im Geländer.", "de"),
        ("Le vent monte le long du mur, et les feuilles restent un moment dans les grilles avec elle.", "fr"),
        ("風が壁の乾いた側を上ってくる。", "ja"),
        ("Ilse Marrow.", None),
    ],
)
def test_a_language_is_told_by_its_smallest_words(text: str, language: str | None) -> None:
    assert language_of(text) == language


def test_a_scene_that_is_excluded_by_its_own_flag_locks_nothing(sample: VNPackage) -> None:
    package = sample.model_dump(mode="json", by_alias=True)
    package["acts"][0]["globalProgression"]["requiredValue"] = 17
    for place in package["acts"][0]["locations"]:
        for each in place["encounters"]:
            each["potentialFlags"].append(f"did_{each['id']}")
            each["excludeIfFlags"].append(f"did_{each['id']}")
    found = {each.code for each in check_package(VNPackage.model_validate(package))}
    assert "VN320" not in found


def test_placeholders_are_one_remark_and_not_one_each(sample: VNPackage) -> None:
    pictures = [
        {"id": each.id, "kind": "portrait", "path": "", "mime": "", "status": "placeholder", "alt": each.name}
        for each in sample.characters
    ]
    package = VNPackage.model_validate({**sample.model_dump(mode="json", by_alias=True), "assets": pictures})
    [remark] = [each for each in check_package(package) if each.code in ("VN900", "VN904")]
    assert remark.severity == "info"
    assert "5 of 5" in remark.what

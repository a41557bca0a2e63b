"""All the checks of a package, the heaviest findings first."""

from __future__ import annotations

from gameplan.novels.checks.endings import check_arcs, check_endings, check_events
from gameplan.novels.checks.findings import Finding
from gameplan.novels.checks.maps import check_maps
from gameplan.novels.checks.material import check_assets, check_language, check_lore
from gameplan.novels.checks.naming import check_names
from gameplan.novels.checks.reach import Reach
from gameplan.novels.checks.scenes import check_scenes
from gameplan.novels.checks.story import Story
from gameplan.novels.checks.trackers import check_trackers
from gameplan.novels.package import VNPackage

_ORDER = {"error": 0, "warning": 1, "info": 2}


def check_package(package: VNPackage) -> tuple[Finding, ...]:
    """Everything that can be found wrong with a package without playing it: errors first, then by code."""
    story = Story(package)
    reach = Reach(story)
    found = (
        *check_names(story),
        *check_maps(story, reach),
        *check_scenes(story, reach),
        *check_trackers(story, reach),
        *check_arcs(story),
        *check_events(story, reach),
        *check_endings(story, reach),
        *check_assets(story),
        *check_language(story),
        *check_lore(story),
    )
    return tuple(sorted(dict.fromkeys(found), key=lambda each: (_ORDER[each.severity], each.code, each.where)))

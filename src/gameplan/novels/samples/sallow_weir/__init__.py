"""The Register of Sallow Weir: a registrar, a valley to be flooded, and eleven men who were never entered as dead."""

from __future__ import annotations

from functools import cache

from gameplan.novels.package import Ending, GlobalContext, VNPackage
from gameplan.novels.samples.sallow_weir.lore import WORLD_INFO
from gameplan.novels.samples.sallow_weir.people import CHARACTERS
from gameplan.novels.samples.sallow_weir.the_count import THE_COUNT
from gameplan.novels.samples.sallow_weir.the_water import THE_WATER

ENDINGS = (
    Ending(
        id="the_eleven_named",
        title="The Eleven, Named",
        condition='progress_pct >= 100 and flag("eleven_named") and flag("wall_proved")',
        brief="The valley stands empty and the gates stand open. On the meadow you enter eleven deaths in the "
        "register, forty years late, each with a cause, and sign below them with your own name. By noon the Board has "
        "sent someone to fetch the book. By noon there are three copies.",
        tone="good",
    ),
    Ending(
        id="high_ground",
        title="High Ground",
        condition='progress_pct >= 100 or flag("lane_cleared")',
        brief="Everyone who breathes is on the hill when the water takes the lane. You count them twice and the number "
        "holds. Below, the chapel goes under with its bell still hung, and with it the page you did not bring.",
        tone="bittersweet",
    ),
    Ending(
        id="quiet_water",
        title="Quiet Water",
        brief="The form is in order. It says that no one remained. In spring they will let the first boats out on the "
        "reservoir, and the guide will say how still it is, and you will be asked to confirm the depth.",
        tone="bad",
    ),
)


@cache
def sample_package() -> VNPackage:
    """The sample: two acts, eight places, five people, three endings."""
    return VNPackage(
        package_id="sallow_weir",
        title="The Register of Sallow Weir",
        art_style="ink and grey watercolour, lamplight, wet stone",
        language="en",
        premise="A county registrar has come to certify that a valley is empty before it is flooded. Someone has been "
        "making entries in its register every night, for eleven men who do not live there and never died.",
        themes=("being counted", "what a signature is worth", "the patience of water"),
        global_materials=("the register with its fresh ink", "a table laid for twelve", "the number seven in chalk"),
        global_context=GlobalContext(
            setting="Sallow, a valley on the river Ane, in the last autumn before the new dam is closed. Eleven "
            "houses, a chapel, an inn, a chain ferry. Below the dam lies the town of Carrow.",
            tone="quiet, exact, with dry humour; dread that comes up like water, not like thunder",
            overarching_truths=(
                "On the ninth of November forty years ago the formwork of block seven gave way and eleven labourers "
                "went into the wet concrete. The Board let it set.",
                "The hollows they left never filled. At full level block seven will shear, and Carrow with it.",
            ),
        ),
        global_world_info=WORLD_INFO,
        possible_endings=tuple(each.title for each in ENDINGS),
        endings=ENDINGS,
        content_notes=("drowning, not shown", "an old accident at work", "no harm to animals"),
        characters=CHARACTERS,
        acts=(THE_COUNT, THE_WATER),
    )

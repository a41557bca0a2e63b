"""What comes to mind in Sallow when it is spoken of."""

from gameplan.novels.package import WorldInfo

WORLD_INFO = (
    WorldInfo(
        id="lore_sallow",
        keys=("Sallow", "valley"),
        content="Sallow has eleven houses and has had eleven for as long as anyone can remember. When one fell down in "
        "the wet year they built it again before they mended the road.",
        constant=True,
        order=10,
    ),
    WorldInfo(
        id="lore_board",
        keys=("Water Board", "the Board"),
        content="The Ane Water Board pays on time, answers letters within the week, and has never been known to write "
        "down anything it could say on the stairs.",
        order=40,
    ),
    WorldInfo(
        id="lore_register",
        keys=("register", "entry", "ink"),
        content="A register is closed by a line in red across the page and the registrar's name. Until then anybody "
        "who is entered as living is living, and must be asked before his house is flooded.",
        order=50,
    ),
    WorldInfo(
        id="lore_ane",
        keys=("Ane", "river", "ferry"),
        content="The Ane runs brown after rain and green after snow. The chain of the ferry is older than the road to "
        "it.",
        order=30,
    ),
    WorldInfo(
        id="lore_carrow",
        keys=("Carrow", "downstream"),
        content="Carrow lies nine miles below the dam: four thousand people, two bridges, a market on Thursdays. "
        "Nobody there has asked what the wall is made of.",
        order=60,
    ),
)

COUNT_INFO = (
    WorldInfo(
        id="lore_blue_ink",
        keys=("blue ink", "handwriting"),
        content="Blue ink is made in Sallow from sloes and iron, at one stove. Who has it on the thumb has it for a "
        "week.",
        reveal_if='flag("saw_the_writer") or flag("benna_trusts")',
        order=60,
    ),
    WorldInfo(
        id="lore_barred_seven",
        keys=("sevens", "barred seven"),
        content="Only those who kept time at the works put a bar through the seven, so that it was never paid as a "
        "one.",
        reveal_if='flag("tobiah_wavers")',
        order=65,
    ),
    WorldInfo(
        id="lore_november",
        keys=("ninth of November", "that November"),
        content="It froze early that year. The pour at the wall could not wait, and went on by lamplight for three "
        "nights.",
        reveal_if='flag("knows_november")',
        order=70,
    ),
    WorldInfo(
        id="lore_what_lies_there",
        keys=("block seven",),
        content="Nobody who speaks of block seven in this act knows all of it. Let each of them stop one sentence "
        "early.",
        audience="director",
        order=90,
    ),
)

WATER_INFO = (
    WorldInfo(
        id="lore_siren",
        keys=("siren", "alarm"),
        content="The siren on the crest was tested once, on a Sunday. The Board had letters about it and has tested "
        "it in silence since.",
        order=70,
    ),
    WorldInfo(
        id="lore_block_seven",
        keys=("block seven", "seventh block"),
        secondary_keys=("wall", "crack", "seep"),
        content="Concrete that has set round a hollow rings like a jar. All the others sound like a door.",
        reveal_if='flag("wall_proved") or flag("wall_doubted") or flag("wall_weeps")',
        order=80,
    ),
)

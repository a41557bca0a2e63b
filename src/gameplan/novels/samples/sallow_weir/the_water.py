"""Act two: the water. One night to open doors, and the wall."""

from gameplan.novels.package import (
    Act,
    Branch,
    Encounter,
    Escalation,
    InevitableEvent,
    Location,
    MusicPrompt,
    OpposingForce,
    Progression,
    Ticks,
)
from gameplan.novels.samples.sallow_weir.lore import WATER_INFO
from gameplan.novels.samples.sallow_weir.people import PLAIN, TALK, TENSE

CREST = Location(
    id="crest",
    title="The crest of the dam",
    location="crest",
    required_characters=("stroud",),
    ambient_detail="A road as wide as a cart, with a rail on both sides: on the left a lake that was not there last "
    "week, on the right three hundred feet of air. Lamps hum on their poles.",
    mood="exposed, electric, night",
    callbacks=("the telephone that rings", "the hum of the lamps"),
    connections=("meadow", "gallery", "lane"),
    background_prompt="crest road of a huge dam at night, lamps on poles, black lake on one side, abyss on the other",
    music_prompts=(MusicPrompt(text="electric hum, slow strings"), MusicPrompt(text="wind", weight=0.5)),
    encounters=(
        Encounter(
            id="man_at_the_rail",
            title="The man at the rail",
            description="Stroud stands where the wall is highest and drops a pebble on the dry side, and counts. He "
            "has done it every evening for six years. Tonight, he says without turning round, it took longer.",
            type="npc_interaction",
            pacing=TALK,
            required_characters=("stroud",),
            gives_progression=1,
            potential_flags=("wall_doubted",),
            findings=("The wall has moved.",),
            tension=0.4,
        ),
        Encounter(
            id="block_seven_sweats",
            title="Block seven sweats",
            description="The joints of the wall are numbered in white. Six is dry and eight is dry. You lay your palm "
            "on seven and take it away wet, and warm, and it smells of old lime.",
            pacing=PLAIN,
            roll="wits",
            gives_progression=2,
            potential_flags=("wall_proved",),
            findings=("Water comes through the seventh block, and brings lime with it.",),
            interactables=("chalk", "the numbered joint"),
            priority="high",
            tension=0.6,
        ),
        Encounter(
            id="floodlights",
            title="Floodlights",
            description="The lamps go on all at once and the night is gone. Somebody calls your name through a "
            "trumpet, politely, with your title. It is sixty paces to the stair.",
            type="combat",
            pacing=TENSE,
            roll="nerve",
            gives_progression=1,
            miss_flags=("seen_on_the_crest",),
            tension=0.85,
        ),
        Encounter(
            id="wind_on_the_crest",
            title="Wind on the crest",
            description="The wind comes up the dry side of the wall with leaves in it, from trees a long way down. "
            "They hang at the rail for a moment before they choose.",
            type="atmospheric",
            pacing=TALK,
            repeatable=True,
            priority="low",
            tension=0.3,
        ),
    ),
)

GALLERY = Location(
    id="gallery",
    title="The gallery in the wall",
    location="gallery",
    ambient_detail="A tunnel as tall as a man runs the length of the dam, inside it. Every ten paces hangs a bulb in "
    "a cage, and under each bulb is a puddle, and in each puddle a ring.",
    mood="close, dripping, underground",
    callbacks=("the dripping", "the cold under seven"),
    connections=("crest", "meadow"),
    requires_flag="gallery_key",
    background_prompt="narrow inspection tunnel inside a dam, caged bulbs, puddles, chalk numbers on concrete",
    music_prompts=(MusicPrompt(text="deep drips with long echo, sub bass"),),
    encounters=(
        Encounter(
            id="chalk_numbers",
            title="Chalk numbers",
            description="Somebody has measured the crack under seven each month and chalked the width beside the "
            "date. The same hand, the same bar through the sevens, for forty years. The last date is tomorrow's.",
            type="puzzle",
            pacing=PLAIN,
            roll="wits",
            gives_progression=2,
            potential_flags=("wall_proved",),
            findings=("The crack has been measured every month since that November.",),
            tension=0.6,
        ),
        Encounter(
            id="valve_wheel",
            title="The valve wheel",
            description="The wheel of the bottom outlet is taller than you are and has been painted shut. Behind it "
            "waits the weight of the valley. You hang your coat on the cage of the lamp and take hold.",
            type="combat",
            pacing=TENSE,
            roll="hands",
            gives_progression=2,
            doom_delta=-2,
            potential_flags=("valve_open",),
            interactables=("the valve wheel",),
            tension=0.9,
        ),
        Encounter(
            id="eleven_marks",
            title="Eleven marks",
            description="Where the wall is hollow somebody has scratched the inside of the tunnel, at the height of a "
            "woman kneeling: eleven short lines, and under each a date in spring, or summer, or fall. They are "
            "birthdays. You have seen them before, in ink.",
            pacing=TALK,
            prerequisites=("wall_proved",),
            gives_progression=1,
            guaranteed_flags=("eleven_named",),
            findings=("This is where they are.",),
            tension=0.5,
        ),
        Encounter(
            id="sound_of_the_wall",
            title="The sound of the wall",
            description="With your ear to it the wall is not silent. It sounds like a hall full of people who have "
            "been asked to be quiet.",
            type="atmospheric",
            pacing=TALK,
            repeatable=True,
            priority="low",
            tension=0.35,
        ),
    ),
)

LANE = Location(
    id="lane",
    title="The lower lane",
    location="lane",
    required_characters=("benna", "wren"),
    ambient_detail="The lane has become a canal with doorsteps. A bench goes by, and a drawer, and after a while the "
    "other drawer.",
    mood="urgent, lamplit, rising",
    callbacks=("the floating drawers", "the lamps in the upstairs windows"),
    connections=("meadow", "crest"),
    background_prompt="flooded village lane at night, water at the door sills, lamps in upper windows, drifting "
    "furniture",
    music_prompts=(MusicPrompt(text="urgent low pulse, lapping water"),),
    encounters=(
        Encounter(
            id="knocking",
            title="Knocking",
            description="The form says that these houses are empty. You knock. At the fourth door a light goes on; at "
            "the fifth, three. Sallow has come home to be flooded in its own beds.",
            type="npc_interaction",
            pacing=TALK,
            roll="heart",
            gives_progression=2,
            guaranteed_flags=("lane_woken",),
            findings=("The valley was never empty.",),
            priority="high",
            tension=0.5,
        ),
        Encounter(
            id="piano_on_the_stairs",
            title="The piano on the stairs",
            description="Two brothers have got a piano as far as the landing and cannot agree which of them is below "
            "it. The water has reached the pedals and plays one note. They would listen to a third opinion.",
            type="npc_interaction",
            pacing=TALK,
            gives_progression=1,
            tension=0.4,
        ),
        Encounter(
            id="dog_on_the_roof",
            title="The dog on the wash-house",
            description="The old dog from the works is on the wash-house roof and has decided to stay. Between you "
            "and it is a clothes line, a current and its opinion of you. It belonged to somebody. It still does.",
            type="combat",
            pacing=TENSE,
            roll="hands",
            gives_progression=2,
            tension=0.75,
        ),
        Encounter(
            id="lantern_chain",
            title="The lantern chain",
            description="They stand in the water an arm's length apart, from the last door to the first dry stone, "
            "and pass along lamps, and then hens, and then grandmothers. You are between the baker and somebody whose "
            "name you have only ever written.",
            type="npc_interaction",
            pacing=TENSE,
            prerequisites=("lane_woken",),
            roll="heart",
            gives_progression=2,
            potential_flags=("lane_cleared",),
            tension=0.7,
        ),
        Encounter(
            id="water_in_the_road",
            title="Water in the road",
            description="A lamp has been left in an upper window for nobody. Its light lies down on the water and "
            "stretches, and comes to your feet.",
            type="atmospheric",
            pacing=PLAIN,
            repeatable=True,
            priority="low",
            tension=0.3,
        ),
    ),
)

MEADOW = Location(
    id="meadow",
    title="The high meadow",
    location="meadow",
    required_characters=("tobiah", "benna"),
    ambient_detail="Doors have been carried up the hill to burn and to lie on. Between the fires stand beds, clocks "
    "and a cow. From here you can see both things at once: the lake, and Carrow.",
    mood="smoky, awake, tender",
    callbacks=("the burning doors", "the lights of Carrow"),
    connections=("crest", "lane", "gallery"),
    background_prompt="hill meadow at night with bonfires of old doors, families, furniture in the grass, town lights "
    "far off",
    music_prompts=(MusicPrompt(text="quiet hummed choir, fire"),),
    encounters=(
        Encounter(
            id="roll_call",
            title="Roll call in the grass",
            description="You do what you were sent for: you count. You go from fire to fire with the form on a "
            "breadboard and ask each of them the same question, and for the first time somebody asks it back.",
            type="npc_interaction",
            pacing=TALK,
            prerequisites=("lane_woken",),
            roll="heart",
            gives_progression=2,
            potential_flags=("did_not_sign",),
            findings=("Forty-three living. The form says none.",),
            tension=0.4,
        ),
        Encounter(
            id="telephone_to_carrow",
            title="The Board's telephone",
            description="In the surveyors' tent a field telephone lies in its case. The exchange at Carrow wants to "
            "know who is calling and on what authority. You have a title, a stamp, and about one minute.",
            type="puzzle",
            pacing=PLAIN,
            roll="wits",
            gives_progression=2,
            potential_flags=("carrow_warned",),
            interactables=("the field telephone",),
            tension=0.6,
        ),
        Encounter(
            id="key_in_the_turf",
            title="A key in the turf",
            description="The sluice keeper's family has always buried the second key under the third post, and always "
            "told somebody. This year it is you. It comes out of the ground as warm as a tooth.",
            pacing=PLAIN,
            gives_progression=1,
            guaranteed_flags=("gallery_key",),
            interactables=("the gallery key",),
            tension=0.3,
        ),
        Encounter(
            id="what_the_women_knew",
            title="What the women knew",
            description="There are six of them round one fire, and they have said it to nobody, because everybody "
            "knew. They say it now to your pen, by turns, each one name and stopping, so that none of them has told "
            "it all.",
            type="npc_interaction",
            pacing=TALK,
            prerequisites=("lane_woken",),
            required_characters=("benna",),
            roll="heart",
            gives_progression=1,
            potential_flags=("eleven_named",),
            findings=("Eleven names, in eleven voices.",),
            tension=0.5,
        ),
        Encounter(
            id="doors_burning",
            title="Doors, burning",
            description="A door burns from the hinges inward. Its number stays longest, and then there is a house "
            "less.",
            type="atmospheric",
            pacing=TALK,
            repeatable=True,
            priority="low",
            tension=0.2,
        ),
    ),
)

THE_WATER = Act(
    id="the_water",
    title="The Water",
    objective="Bring the valley to high ground before the wall gives way, and put on paper what the wall is made of.",
    scenario_context="Block seven will shear when the lake is full. The bottom outlet would lower it. Stroud can give "
    "the order, if he is made to believe what he knows.",
    narrative_guidelines="Shorter sentences than before. Water is always somewhere in the frame. Let people be funny.",
    intended_locations=("crest", "gallery", "lane", "meadow"),
    start_location="meadow",
    locations=(CREST, GALLERY, LANE, MEADOW),
    inevitable_events=(
        InevitableEvent(
            id="the_siren",
            title="The siren",
            trigger_condition="doom_pct >= 50",
            description="The siren on the crest begins, stops as if it had been told off, and begins again.",
            foreshadow="Someone is oiling the crank of the siren and testing it, very slowly, without a sound.",
            conditional_branches=(
                Branch(
                    condition='flag("carrow_warned")',
                    effect="Far off, lights go on in Carrow, street after street, and begin to move uphill.",
                ),
                Branch(
                    condition='flag("seen_on_the_crest")',
                    effect="It is meant for you. Lamps come along the crest, in step.",
                ),
                Branch(
                    condition="",
                    effect="In Carrow a dog barks, and somebody closes a window.",
                ),
            ),
        ),
        InevitableEvent(
            id="block_seven_goes",
            title="Block seven",
            trigger_condition="doom_pct >= 100",
            description="It is not loud at first. It is the sound of a drawer being pulled out of a very large desk.",
            forces_climax=True,
            conditional_branches=(
                Branch(
                    condition='flag("lane_cleared") and (flag("carrow_warned") or flag("valve_open"))',
                    effect="The wall opens where it was hollow. The lane is empty; the hill is not. You hear them "
                    "counting, all of them, aloud.",
                    ending="high_ground",
                ),
                Branch(
                    condition="",
                    effect="The lights in the lane go out from the bottom upward, in order, like a column being added.",
                    ending="quiet_water",
                ),
            ),
        ),
    ),
    scenario_world_info=WATER_INFO,
    global_progression=Progression(required_value=15, tracker_label="Doors answered"),
    opposing_force=OpposingForce(
        tracker_label="Level at the crest",
        required_value=13,
        escalation_events=(
            Escalation(
                threshold=5,
                description="The lane is a foot deep, and somebody's kitchen clock goes by, ticking.",
            ),
            Escalation(
                threshold=9,
                description="A line runs down the dry side of the wall, thin as a hair, and it shines.",
                set_flags=("wall_weeps",),
            ),
        ),
        ticks=Ticks(miss=1, weak=0, idle=1, travel=1, every_beats=4),
        reversible=True,
    ),
    complications=(
        "A child is missing from the count, and then there is one too many.",
        "The rope you need is holding something else.",
        "Somebody has gone back for a photograph.",
    ),
)

"""Act one: the count. A form to be signed, and a book that does not agree with it."""

from gameplan.novels.package import (
    Act,
    Branch,
    Encounter,
    Escalation,
    InevitableEvent,
    Location,
    MusicPrompt,
    NextAct,
    OpposingForce,
    Progression,
    Ticks,
)
from gameplan.novels.samples.sallow_weir.lore import COUNT_INFO
from gameplan.novels.samples.sallow_weir.people import PLAIN, TALK, TENSE

CHAPEL = Location(
    id="chapel",
    title="The chapel of Sallow",
    location="chapel",
    required_characters=("tobiah",),
    ambient_detail="The pews have been sold and their shadows have stayed on the floor. On the lectern, chained, lies "
    "the register; beside it an inkwell that ought to be dry.",
    mood="hushed, candlelit, cold",
    callbacks=("the chained book", "the shadows of the pews"),
    connections=("inn", "landing"),
    background_prompt="small stone chapel without pews, a lectern with a chained book, one candle, rain on the windows",
    music_prompts=(MusicPrompt(text="slow organ pad, rain"), MusicPrompt(text="distant single bell", weight=0.4)),
    encounters=(
        Encounter(
            id="fresh_ink",
            title="Fresh ink",
            description="The last page of the register should have ended in spring. There is an entry of this "
            "morning. You put a finger to it and the finger comes away blue.",
            pacing=PLAIN,
            gives_progression=1,
            guaranteed_flags=("saw_fresh_ink",),
            findings=("Somebody writes in the register at night.",),
            interactables=("the inkwell", "the chained register"),
            priority="high",
            tension=0.35,
        ),
        Encounter(
            id="eleven_birthdays",
            title="Eleven birthdays",
            description="Each of the new entries is a birthday, and nothing else: no child, no parent, only a man's "
            "name and that he is a year older. You make a table of them on the back of your form. Eleven men, and "
            "none was ever entered as buried.",
            type="puzzle",
            pacing=PLAIN,
            prerequisites=("saw_fresh_ink",),
            roll="wits",
            gives_progression=2,
            potential_flags=("eleven_counted",),
            findings=("Eleven men of Sallow are living, by law, and nobody has seen them for forty years.",),
            tension=0.5,
        ),
        Encounter(
            id="vestry_box",
            title="The vestry box",
            description="Under the surplices there is a tin box that has been soldered shut and cut open again, more "
            "than once. Inside are baptism slips. Someone has taken them out, to look at, until the folds wore "
            "through.",
            pacing=PLAIN,
            roll="hands",
            gives_progression=2,
            potential_flags=("has_slips",),
            findings=("The slips of eleven sons of Sallow, kept apart from the rest.",),
            interactables=("the tin box",),
            tension=0.4,
        ),
        Encounter(
            id="bell_rope",
            title="The bell rope",
            description="The bell rope sways a hand's breadth, though the door is shut. Up in the dark the bell "
            "thinks about it, and does not.",
            type="atmospheric",
            pacing=TALK,
            repeatable=True,
            priority="low",
            tension=0.2,
        ),
    ),
)

INN = Location(
    id="inn",
    title="The Weir Inn",
    location="inn",
    required_characters=("benna", "stroud"),
    ambient_detail="A long table, scrubbed white. Someone has drawn the future water line on the wall outside in "
    "chalk; it runs above the upstairs windows, very straight.",
    mood="warm, wary, smoky",
    callbacks=("the table laid for twelve", "the chalk line above the windows"),
    connections=("chapel", "landing", "quarry"),
    background_prompt="old inn room, long scrubbed table laid for twelve, hearth fire, small windows at dusk",
    music_prompts=(MusicPrompt(text="soft fiddle drone, crackling fire"),),
    encounters=(
        Encounter(
            id="table_for_twelve",
            title="A table laid for twelve",
            description="The long table is laid as for a feast: twelve plates, twelve cups, and one cup full. Habit, "
            "says the woman with the ladle. You count the chairs. Only one of them has a worn seat.",
            type="npc_interaction",
            pacing=TALK,
            required_characters=("benna",),
            gives_progression=1,
            guaranteed_flags=("benna_talks",),
            findings=("Benna lays eleven places for men who do not come.",),
            tension=0.3,
        ),
        Encounter(
            id="pay_packets",
            title="Forty years of pay packets",
            description="In the flour bin there are brown envelopes in bundles, one for each month. The Board has "
            "paid the wages of eleven men since before you could read. None of the envelopes has been opened.",
            pacing=TALK,
            prerequisites=("benna_talks",),
            required_characters=("benna",),
            roll="heart",
            gives_progression=2,
            potential_flags=("knows_november",),
            findings=("The first packet is dated the tenth of November.",),
            interactables=("a bundle of pay packets",),
            tension=0.5,
        ),
        Encounter(
            id="men_from_the_board",
            title="The men from the Board",
            description="Two men in wet coats have come to help with the furniture. They have brought no cart. One of "
            "them stands in the door, and the other asks which room is yours.",
            type="combat",
            pacing=TENSE,
            roll="nerve",
            gives_progression=1,
            potential_flags=("board_men_gone",),
            miss_flags=("stroud_warned",),
            findings=("The Board wants your table of names more than your signature.",),
            tension=0.8,
        ),
        Encounter(
            id="rain_on_slate",
            title="Rain on slate",
            description="Rain walks over the roof from one end to the other and stops above your head. Somewhere a "
            "pan has been put out to catch it, and counts.",
            type="atmospheric",
            pacing=TALK,
            repeatable=True,
            priority="low",
            tension=0.2,
        ),
    ),
)

LANDING = Location(
    id="landing",
    title="The ferry landing",
    location="landing",
    required_characters=("wren",),
    ambient_detail="The chain goes into the water here and comes out over there, and no ferry in between. A white "
    "gauge stands in the reeds with its feet wet.",
    mood="open, grey, restless",
    callbacks=("the gauge in the reeds", "the ferry chain"),
    connections=("chapel", "inn", "quarry"),
    background_prompt="river landing in fog, iron ferry chain, a white water gauge among reeds, grey light",
    music_prompts=(MusicPrompt(text="low river noise, slow harp"), MusicPrompt(text="creaking chain", weight=0.3)),
    encounters=(
        Encounter(
            id="tally_post",
            title="The tally post",
            description="The ferryman cut a notch for everyone he took over to the works, and a stroke through it "
            "when he brought them home. You run your thumb down the years. At one November there are eleven notches "
            "that your thumb goes into.",
            pacing=PLAIN,
            gives_progression=1,
            guaranteed_flags=("knows_november",),
            findings=("Eleven men went over on a ninth of November and were not brought back.",),
            interactables=("the tally post",),
            tension=0.4,
        ),
        Encounter(
            id="lying_gauge",
            title="The gauge that lies",
            description="The gauge says one thing and the wet on the stone another. You measure with your umbrella, "
            "which is after all thirty-four inches. Someone has been very patient with a saw and a pot of white paint.",
            type="puzzle",
            pacing=PLAIN,
            roll="wits",
            gives_progression=1,
            potential_flags=("gauge_wrong",),
            findings=("The river is higher than the Board has been told.",),
            tension=0.5,
        ),
        Encounter(
            id="night_crossing",
            title="Night crossing",
            description="After midnight a light goes over the river where there is no boat. Somebody is crossing hand "
            "over hand on the chain, with a lamp in the teeth, and a book under the arm. The chain is there for you "
            "too.",
            type="combat",
            pacing=TENSE,
            prerequisites=("saw_fresh_ink",),
            roll="nerve",
            gives_progression=2,
            potential_flags=("saw_the_writer", "benna_talks"),
            findings=("Whoever writes in the register comes from the inn.",),
            tension=0.85,
        ),
        Encounter(
            id="reeds",
            title="In the reeds",
            description="Something in the reeds gets up, walks three steps and lies down. The fog closes over the "
            "place with good manners.",
            type="atmospheric",
            pacing=PLAIN,
            repeatable=True,
            priority="low",
            tension=0.25,
        ),
    ),
)

QUARRY = Location(
    id="quarry",
    title="The old works",
    location="quarry",
    required_characters=("stroud", "wren"),
    ambient_detail="Rails run out of the grass and into a shed without a roof. Above it stands the wall, all of it, "
    "like weather that has made up its mind.",
    mood="bare, windy, watched",
    callbacks=("the wall", "the numbers in chalk"),
    connections=("inn", "landing"),
    background_prompt="abandoned quarry works below a huge concrete dam wall, rusted rails, evening wind",
    music_prompts=(MusicPrompt(text="metallic drones, wind"),),
    encounters=(
        Encounter(
            id="time_hut",
            title="The time hut",
            description="The hut where they clocked the shifts has a stove, a nail for each man and a loose board. "
            "You lift it with a coal shovel. The shift book is in oilcloth, and the page you want has been pasted to "
            "the next.",
            pacing=PLAIN,
            prerequisites=("knows_november",),
            roll="hands",
            gives_progression=2,
            potential_flags=("has_shift_book",),
            findings=("The shift book of that November, with a page pasted down.",),
            interactables=("the shift book",),
            tension=0.55,
        ),
        Encounter(
            id="eleven_on_a_truck",
            title="Eleven on a truck",
            description="Behind the stove pipe hangs a photograph, brown as tea: eleven men on a tip truck, "
            "squinting, one with his arm round a girl who holds a ladle like a sceptre. On the back there are only "
            "numbers, and the date of a Tuesday.",
            gives_progression=2,
            pacing=PLAIN,
            guaranteed_flags=("has_photograph",),
            findings=("A photograph of the eleven, taken the day before.",),
            interactables=("the photograph",),
            tension=0.4,
        ),
        Encounter(
            id="hollow_cores",
            title="Hollow cores",
            description="Cores drilled from the wall lie racked like loaves, each with its number. You knock on them "
            "with your knuckle, and they answer like doors. The seventh rack answers like a jug.",
            type="puzzle",
            pacing=PLAIN,
            prerequisites=("gauge_wrong",),
            roll="wits",
            gives_progression=2,
            potential_flags=("wall_doubted",),
            findings=("The stone of the seventh block is not whole.",),
            interactables=("a core with the number seven",),
            tension=0.6,
        ),
        Encounter(
            id="guard_and_dog",
            title="The guard and his dog",
            description="The guard is new and the dog is not. The guard tells you that nobody is allowed here; the "
            "dog leads you round the hut and sits down where the boards are loose. You have to talk to one of them.",
            type="npc_interaction",
            pacing=TENSE,
            exclude_if_flags=("board_men_gone",),
            roll="nerve",
            gives_progression=1,
            potential_flags=("knows_november",),
            miss_flags=("stroud_warned",),
            findings=("The dog belonged to one of the eleven. Or its mother did.",),
            tension=0.7,
        ),
        Encounter(
            id="wind_in_the_shed",
            title="Wind in the shed",
            description="Wind goes through the shed and tries each nail on the wall in turn. There are more nails "
            "than there are names for them.",
            type="atmospheric",
            pacing=TALK,
            repeatable=True,
            priority="low",
            tension=0.3,
        ),
    ),
)

THE_COUNT = Act(
    id="the_count",
    title="The Count",
    objective="Find out who the eleven men in the register are before you are made to certify that nobody is left.",
    scenario_context="The entries are Benna's. The shift book shows who was on the wall; Tobiah struck the names. The "
    "Board pays so that nobody asks, and Stroud needs the form by the end of the week.",
    narrative_guidelines="Second person, present tense. Objects first, people after. Nobody explains more than they "
    "must.",
    intended_locations=("chapel", "inn", "landing", "quarry"),
    start_location="chapel",
    locations=(CHAPEL, INN, LANDING, QUARRY),
    inevitable_events=(
        InevitableEvent(
            id="board_inspection",
            title="The Board takes an interest",
            trigger_condition="progress_pct >= 45",
            description="A motor car comes down the valley with its lamps on in daylight. The Board would like to see "
            "how the registrar is getting on.",
            latest_turn=14,
            foreshadow="Somebody has been over the road with a rake. They are expecting a car.",
            conditional_branches=(
                Branch(
                    condition='flag("board_men_gone")',
                    effect="It stops at the inn, hears what happened to the last two, and turns round with care.",
                ),
                Branch(
                    condition='flag("stroud_warned")',
                    effect="They know what to look for. They turn out your case on the long table, fold everything "
                    "again better than you had, and thank you.",
                    set_flags=("searched",),
                ),
                Branch(
                    condition="",
                    effect="They take tea. They praise the county's stationery. When they have gone the room smells of "
                    "petrol, and Benna washes the cups twice.",
                ),
            ),
        ),
        InevitableEvent(
            id="end_of_the_week",
            title="The end of the week",
            trigger_condition="doom_pct >= 100",
            description="The water is at the mark. The coach stands before the inn with its door open, and Stroud "
            "holds the form, and the pen, and an umbrella over both.",
            forces_climax=True,
            conditional_branches=(
                Branch(
                    condition='flag("searched") and not (flag("has_shift_book") or flag("wall_doubted"))',
                    effect="You reach for what you found, and it is not in your case. It was folded in with the "
                    "shirts on the day of the car. Someone has left you the envelope. You sign.",
                    ending="quiet_water",
                ),
                Branch(
                    condition='flag("has_shift_book") or flag("wall_doubted") or flag("has_photograph") '
                    'or (flag("eleven_counted") and flag("has_slips"))',
                    effect="You put what you found on the wet roof of the coach, where everyone can see it. Nobody "
                    "says anything. Then Wren takes the horses by the head and turns them uphill.",
                    set_flags=("left_late",),
                ),
                Branch(
                    condition="",
                    effect="You have a table of birthdays and a wet sleeve. It is not evidence. You sign.",
                    ending="quiet_water",
                ),
            ),
        ),
    ),
    scenario_world_info=COUNT_INFO,
    global_progression=Progression(required_value=11, tracker_label="Names accounted for"),
    opposing_force=OpposingForce(
        tracker_label="Water at the mark",
        required_value=7,
        escalation_events=(
            Escalation(
                threshold=3,
                description="The lowest step of the landing is gone. Nobody saw it go; it was there at breakfast.",
            ),
            Escalation(
                threshold=5,
                description="Water stands in the chapel yard, and the older stones look at themselves in it.",
            ),
        ),
        ticks=Ticks(miss=1, weak=0, idle=1, travel=0, every_beats=3),
    ),
    complications=(
        "The lamp oil is running out, and the shop has been closed by decree.",
        "A letter arrives that was posted in Sallow this morning.",
        "The ferry chain is slack: somebody is on it.",
    ),
    next=(NextAct(act_id="the_water", condition='progress_pct >= 100 or flag("left_late")'),),
)

"""The people of Sallow Weir, and the scenes of their own stories."""

from gameplan.novels.package import ArcEncounter, Character, Pacing, PersonalArc

TALK = Pacing(expected_frames=6, focus="dialogue_and_worldbuilding")
PLAIN = Pacing(expected_frames=5)
TENSE = Pacing(expected_frames=5, focus="tension_and_action")

ILSE = Character(
    id="ilse",
    name="Ilse Marrow",
    role="protagonist",
    description="County registrar, thirty-four, eight years without a correction. She likes forms because they ask "
    "everybody the same questions. A post in the city archive is hers when she comes back with this one signed.",
    image_prompt="woman of thirty-four, dark hair pinned up, grey coat, ink on one cuff, steady look",
    pronouns="she/her",
    voice="Exact. Corrects herself before others can.",
    stats={"nerve": 0, "wits": 2, "heart": 1, "hands": 0},
    personal_arc=PersonalArc(
        want="To sign the form, take the morning coach and have the post in the archive.",
        need="To put her name under something that is true.",
        arc_encounters=(
            ArcEncounter(
                id="ilse_the_form",
                title="Form 11",
                description="You spread the certificate on your knees. It has one question and two boxes, and the "
                "clerk at the county has already ticked the second for you in pencil, to save time. It would rub out.",
                type="atmospheric",
                pacing=PLAIN,
                arc_phase="introduction",
                locations=("chapel", "inn"),
                tension=0.2,
            ),
            ArcEncounter(
                id="ilse_letter_from_archive",
                title="A letter, forwarded",
                description="The post has followed you here. The archive is delighted; they would only ask that "
                "matters in Sallow be concluded by the end of the week. The word concluded has been underlined with a "
                "ruler.",
                type="discovery",
                pacing=PLAIN,
                arc_phase="development",
                locations=("inn", "landing"),
                gives_progression=1,
                tension=0.4,
            ),
            ArcEncounter(
                id="ilse_pen_in_hand",
                title="The pen, uncapped",
                description="A man from the Board holds a lamp so that you can see the line. It is courteous of him. "
                "Your name is ten letters long, and you notice that you have never looked at it as a thing you do.",
                type="npc_interaction",
                pacing=TENSE,
                arc_phase="crisis",
                locations=("crest", "meadow"),
                roll="nerve",
                gives_progression=1,
                potential_flags=("did_not_sign",),
                tension=0.8,
            ),
            ArcEncounter(
                id="ilse_a_true_line",
                title="A line in red",
                description="You rule the line yourself, by the light of somebody's door burning in a barrel. Above "
                "it you leave room. It is the first time you have left room in a book on purpose.",
                type="discovery",
                pacing=PLAIN,
                arc_phase="resolution",
                locations=("meadow",),
                prerequisites=("did_not_sign",),
                gives_progression=1,
                tension=0.6,
            ),
        ),
    ),
)

TOBIAH = Character(
    id="tobiah",
    name="Tobiah Quill",
    role="ally",
    description="Parish clerk, seventy-three, custodian of the chapel. He has one good suit, knows where each page is "
    "without looking, and is afraid of exactly one of them.",
    image_prompt="old man of seventy-three, thin, white beard, round glasses, black suit gone green at the seams",
    pronouns="he/him",
    voice="Formal, with long pauses in the wrong places.",
    secrets=("He kept time for the night shift and crossed the eleven off the sheet before dawn.",),
    mobile=True,
    personal_arc=PersonalArc(
        want="To be left in charge of the book until the end.",
        need="To say aloud what he struck out.",
        arc_encounters=(
            ArcEncounter(
                id="tobiah_keeper_of_the_key",
                title="The keeper of the key",
                description="Tobiah unlocks the book for you and does not step back. He turns the pages himself, with "
                "a bone knife, two at a time in one place. He hopes you take sugar.",
                type="npc_interaction",
                pacing=TALK,
                arc_phase="introduction",
                locations=("chapel",),
                guaranteed_flags=("met_tobiah",),
                tension=0.2,
            ),
            ArcEncounter(
                id="tobiah_hand_like_that",
                title="A hand like that",
                description="You ask whose sevens have that little bar across them. Tobiah writes one with a wet "
                "finger on the nearest board, to show that it could be anybody's. Then he looks at what he has "
                "written, and wipes it off with his sleeve.",
                type="npc_interaction",
                pacing=TALK,
                arc_phase="development",
                prerequisites=("met_tobiah",),
                roll="heart",
                gives_progression=1,
                potential_flags=("tobiah_wavers",),
                tension=0.5,
            ),
            ArcEncounter(
                id="tobiah_struck_out",
                title="What was struck out",
                description="He has walked up in his good suit and no hat. He tells it in order, as one reads a "
                "lesson, hour by hour from six in the evening; and at the hour when he ought to stop, he goes on.",
                type="npc_interaction",
                pacing=TALK,
                arc_phase="crisis",
                locations=("crest", "lane", "meadow"),
                gives_progression=1,
                potential_flags=("tobiah_confessed",),
                tension=0.7,
            ),
            ArcEncounter(
                id="tobiah_reads",
                title="Tobiah reads the lesson",
                description="He asks for the book, and for once he lets another hold the lamp. He reads eleven names "
                "and the trade of each. His voice gives out at the ninth, and Benna, who knows the list, gives it "
                "back to him.",
                type="npc_interaction",
                pacing=TALK,
                arc_phase="resolution",
                locations=("meadow", "crest"),
                prerequisites=("tobiah_confessed",),
                gives_progression=1,
                potential_flags=("eleven_named",),
                tension=0.6,
            ),
        ),
    ),
)

BENNA = Character(
    id="benna",
    name="Benna Hale",
    role="npc",
    description="Keeps the inn, sixty-six, broad, unhurried. She has been told eleven times to leave and has each time "
    "asked the man whether he had eaten.",
    image_prompt="woman of sixty-six, broad, grey braid, rolled sleeves, apron, amused eyes",
    pronouns="she/her",
    voice="Warm and short. Answers questions with food.",
    secrets=("It is she who makes the entries at night, one birthday at a time, so that the men stay on the roll.",),
    personal_arc=PersonalArc(
        want="To stay at her own table.",
        need="To let the twelfth chair be empty.",
        arc_encounters=(
            ArcEncounter(
                id="benna_have_you_eaten",
                title="Have you eaten?",
                description="The inn is officially closed and smells of onions. Benna puts a plate before you and asks "
                "what you are here to count. She does not sit until you have said it: people.",
                type="npc_interaction",
                pacing=TALK,
                arc_phase="introduction",
                locations=("inn",),
                guaranteed_flags=("benna_talks",),
                priority="high",
                tension=0.2,
            ),
            ArcEncounter(
                id="benna_ink_on_her_thumb",
                title="Ink on her thumb",
                description="She reaches for your cup and you both see the stain at once. Flour, she says. It is "
                "blue. You could write that down; she waits, with the pot in her hand, to see what kind of person you "
                "are.",
                type="npc_interaction",
                pacing=TALK,
                arc_phase="development",
                locations=("inn", "meadow"),
                prerequisites=("benna_talks", "saw_fresh_ink"),
                roll="heart",
                gives_progression=2,
                potential_flags=("benna_trusts",),
                tension=0.5,
            ),
            ArcEncounter(
                id="benna_the_chair",
                title="She will not bring the chair",
                description="Water is over the sill of the inn. Benna stands in it with one hand on the back of a "
                "chair nobody has used since before you were born. If I carry it out, she says, then I have carried "
                "it out.",
                type="npc_interaction",
                pacing=TENSE,
                arc_phase="crisis",
                locations=("lane",),
                roll="heart",
                gives_progression=2,
                priority="high",
                tension=0.8,
            ),
            ArcEncounter(
                id="benna_twelve_plates",
                title="Eleven plates",
                description="On whatever stone is dry she feeds everyone from one pot. When the plates are counted "
                "out there is one too many in her hand, and she looks at it for a while, and then she gives it to you.",
                type="npc_interaction",
                pacing=TALK,
                arc_phase="resolution",
                locations=("meadow", "lane"),
                gives_progression=1,
                priority="high",
                tension=0.5,
            ),
        ),
    ),
)

WREN = Character(
    id="wren",
    name="Wren Adair",
    role="ally",
    description="Nineteen, daughter of the sluice keeper, reads the gauges for the Board at four pence a day. She has "
    "a packed bag under a hedge and has not decided which way it is facing.",
    image_prompt="young woman of nineteen, cropped red hair, oilskin, freckles, a coil of rope on the shoulder",
    pronouns="she/her",
    voice="Fast, sidelong, swears by arithmetic.",
    stats={"hands": 2, "nerve": 1},
    secrets=("She has been sending the Board false readings since August, two fingers low each week.",),
    mobile=True,
    personal_arc=PersonalArc(
        want="To be gone before the water comes.",
        need="To be believed once, by somebody with a stamp.",
        arc_encounters=(
            ArcEncounter(
                id="wren_four_pence",
                title="Four pence a day",
                description="A girl on the ferry chain asks whether you are the one with the stamp. She wants to see "
                "it. She presses it into the mud of the landing, looks at the eagle, and says it is smaller than she "
                "thought.",
                type="npc_interaction",
                pacing=TALK,
                arc_phase="introduction",
                locations=("landing",),
                guaranteed_flags=("met_wren",),
                tension=0.3,
            ),
            ArcEncounter(
                id="wren_two_fingers",
                title="Two fingers",
                description="Wren holds two fingers sideways against a post and asks what you would call that. You "
                "say an error. She says it is a Tuesday; and a Tuesday; and a Tuesday. She is trying to tell you "
                "something in numbers.",
                type="puzzle",
                pacing=TALK,
                arc_phase="development",
                prerequisites=("met_wren",),
                roll="wits",
                gives_progression=1,
                potential_flags=("gauge_wrong",),
                tension=0.5,
            ),
            ArcEncounter(
                id="wren_the_bag",
                title="The bag under the hedge",
                description="She has the bag on her back and the gallery key in her fist. The road out is dry for "
                "another hour. Say it, she tells you. Say that you'd have believed me.",
                type="npc_interaction",
                pacing=TENSE,
                arc_phase="crisis",
                locations=("lane", "meadow", "crest"),
                roll="heart",
                gives_progression=1,
                potential_flags=("gallery_key", "wren_stays"),
                miss_flags=("gallery_key",),
                tension=0.7,
            ),
            ArcEncounter(
                id="wren_signs",
                title="Witness",
                description="An entry needs a witness, and it needs to be someone of age. Wren writes her name "
                "slowly, as if it might be checked. Then she turns the stamp over to see which way up the eagle goes.",
                type="npc_interaction",
                pacing=TALK,
                arc_phase="resolution",
                prerequisites=("wren_stays",),
                locations=("meadow", "gallery"),
                gives_progression=1,
                tension=0.4,
            ),
        ),
    ),
)

STROUD = Character(
    id="stroud",
    name="Halvard Stroud",
    role="antagonist",
    description="Chief engineer of the Board, fifty-eight, courteous, tired, always in the same grey gloves. He has "
    "built four dams that stand and inherited one.",
    image_prompt="man of fifty-eight, grey moustache, grey gloves, long coat, tired and courteous",
    pronouns="he/him",
    voice="Gentle and complete sentences. Never raises his voice near the wall.",
    secrets=("The first wall was his father's, and he has read the letter that his father left with it.",),
    personal_arc=PersonalArc(
        want="To close the gates on the day that was announced.",
        need="To stop finishing his father's work.",
        arc_encounters=(
            ArcEncounter(
                id="stroud_a_courtesy",
                title="A courtesy",
                description="The chief engineer offers you his own car to the coach, and his own umbrella to the car. "
                "He has brought a pen. While you look for a reason he stands with his back to the wall, like a man "
                "beside a bed.",
                type="npc_interaction",
                pacing=TALK,
                arc_phase="introduction",
                locations=("inn", "quarry"),
                guaranteed_flags=("met_stroud",),
                priority="high",
                tension=0.4,
            ),
            ArcEncounter(
                id="stroud_gloves",
                title="The grey gloves",
                description="He takes a glove off to shake your hand, and lays the hand on the stone instead, flat, "
                "as if for a pulse. He asks you what people are saying. It is not the question of someone who does "
                "not know.",
                type="npc_interaction",
                pacing=TALK,
                arc_phase="development",
                locations=("quarry", "crest"),
                prerequisites=("met_stroud",),
                roll="wits",
                gives_progression=1,
                potential_flags=("wall_doubted",),
                miss_flags=("stroud_warned",),
                tension=0.6,
            ),
            ArcEncounter(
                id="stroud_the_order",
                title="The order to close",
                description="The telephone on the crest rings and rings. Stroud looks at it and at you. Behind him "
                "the wall makes a sound that you would take, in a house, for somebody on the stairs.",
                type="npc_interaction",
                pacing=TENSE,
                arc_phase="crisis",
                locations=("crest",),
                roll="nerve",
                gives_progression=2,
                potential_flags=("stroud_listens",),
                priority="high",
                tension=0.9,
            ),
            ArcEncounter(
                id="stroud_the_letter",
                title="His father's letter",
                description="He gives you an envelope that has been opened very often and asks you to enter it. As "
                "what? you say. He thinks about it with care. As received, he says.",
                type="npc_interaction",
                pacing=TALK,
                arc_phase="resolution",
                locations=("crest", "meadow"),
                prerequisites=("stroud_listens",),
                gives_progression=1,
                potential_flags=("wall_proved", "eleven_named"),
                priority="high",
                tension=0.6,
            ),
        ),
    ),
)

CHARACTERS = (ILSE, TOBIAH, BENNA, WREN, STROUD)

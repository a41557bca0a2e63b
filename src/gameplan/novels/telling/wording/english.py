"""The renderer's English: second person, plain, nothing that depends on a time or a kind of world."""

import re

from gameplan.novels.telling.wording.patterns import Pattern, Wording

_WHEN = (
    "for a while", "then", "a moment later", "at first", "after that", "a breath later", "in between", "by now",
    "all this time", "just then", "little by little", "before you can think about it",
)  # fmt: skip
_SUBJECT = (
    "the silence", "a change in the air", "your own shadow", "the echo of your last step", "a sound like paper",
    "the light", "some far-off noise", "the feeling of being early", "a small draught", "what nobody has said",
    "the smell of the place", "a thought you had put away", "the hour", "the distance behind you",
)  # fmt: skip
_DOES = (
    "takes its time", "asks nothing of you", "is closer than it was", "is easier to notice than to name",
    "makes everything else seem further off", "stays a little too long", "has changed, though you could not say how",
    "is gone when you attend to it", "seems to wait with you", "settles on {place}", "has the last word",
    "belongs to {place} more than you do",
)  # fmt: skip
_STANDS = (
    "it is your move", "nothing is settled yet", "there is a little time left", "nobody is going to decide it for you",
    "you could still turn back", "the moment holds", "it could go either way", "someone has to begin",
    "that is how things stand", "so far nobody has stopped you",
)  # fmt: skip
_LEFT = (
    "nobody at {place} is in a hurry", "there are worse places to make up your mind", "the quiet is on nobody's side",
    "you have both hands free", "whatever you do will be remembered", "it will not get easier by waiting",
    "you know more than you did an hour ago", "for once no one is looking", "that is all anyone can tell you",
    "you would rather choose than be chosen for", "the next word is yours",
)  # fmt: skip

ENGLISH = Wording(
    arrives=Pattern(
        ("{way} {place}; {first}.", "{place}{then}; {first}."),
        {
            "way": (
                "The way leads to", "It is not far to", "You come to", "You reach", "A few minutes bring you to",
                "Your feet have already decided on", "At the end of the way lies", "And so you stand before",
            ),
            "then": (
                " at last", ", then", ", sooner than you thought", ", as you were told", ", and nobody to greet you",
            ),
            "first": (
                "you stop to get your bearings", "the first thing is the quiet", "you had pictured it otherwise",
                "nothing here was arranged for you", "you take it in from left to right", "it has not waited for you",
                "you notice that you have slowed down", "somebody was here not long ago",
                "you give it a moment before you go on", "whatever you came for, it does not show itself at once",
            ),
        },
    ),
    quiet=Pattern(("{when} {subject} {does}.",), {"when": _WHEN, "subject": _SUBJECT, "does": _DOES}),
    enters=Pattern(
        ("{name} {is_here}.",),
        {
            "is_here": (
                "is here too, and keeps out of it", "listens from a little way off", "has seen you first, and nods",
                "makes room for you and says nothing", "is busy with something, or wishes to look it",
                "has both hands full and no wish to talk", "looks like someone who has not slept",
                "stays near the way out", "looks up, decides against it, and looks down again",
                "has come along without being asked", "stands by and leaves the talking to others",
                "is there as well, as one is at other people's quarrels", "waits for a better moment",
            ),
        },
    ),
    bonds={
        "warm": Pattern(
            ("{name} {does}, {how}.",),
            {
                "does": ("stands close to you", "looks at you", "waits for you", "makes room beside you", "listens"),
                "how": (
                    "as one does with a friend", "without being asked", "and it helps", "and means it",
                    "longer than is needed", "and for once there is no hurry", "and does not count the cost",
                ),
            },
        ),
        "even": Pattern(
            ("{name} {does}, {how}.",),
            {
                "does": ("looks at you", "waits", "watches your hands", "keeps a step away", "listens"),
                "how": (
                    "and has not made up a mind about you", "as if to see what you will do", "and gives nothing away",
                    "with the patience of a stranger", "and leaves the next word to you", "and weighs what was said",
                    "neither for you nor against you",
                ),
            },
        ),
        "cold": Pattern(
            ("{name} {does}, {how}.",),
            {
                "does": ("looks past you", "keeps a distance", "lets you stand", "answers slowly", "turns half away"),
                "how": (
                    "and wants you to notice", "and has not forgotten", "as if you had come to collect",
                    "and counts the steps to the way out", "with great politeness", "and that is an answer too",
                    "like somebody who was told about you",
                ),
            },
        ),
    },
    lines={
        "warm": Pattern(
            (
                "I'm glad it's you.", "Whatever you do, I'd rather know about it.", "You can ask me. You know that.",
                "I'll stay a little longer, if you will.", "I wouldn't tell this to just anyone.",
                "Be careful. I mean it.", "You look tired. So do I, I suppose.", "If it goes wrong, come to me.",
                "There is nobody I would rather have met today.", "Go on. I'm right behind you.",
            )
        ),
        "even": Pattern(
            (
                "That depends on who is asking.", "I have said more than I meant to.",
                "You'll do as you like, I expect.",
                "I don't know yet what to make of you.", "Ask me something I can answer.", "It isn't mine to tell.",
                "You are not the first to want to know.", "I'd look twice, if I were you.", "Well. There it is.",
                "People come and people go. You came.",
            )
        ),
        "cold": Pattern(
            (
                "I think we are done here.", "You have taken enough of my time.", "I know what you want.",
                "Don't expect any help from me.", "You always need something.", "Say it, and then leave.",
                "I should have kept my door shut.", "I have nothing for you.", "Not today, and not to you.",
                "You may go now. You may go any time.",
            )
        ),
    },
    rolls={
        "strong": Pattern(
            ("{first}{then}.",),
            {
                "first": (
                    "It goes well", "It works", "For once everything fits", "You had it right", "Your hand is steady",
                    "You find the moment", "It is easier than you feared", "You do not hesitate",
                ),
                "then": (
                    ", better than you had hoped", ": nobody could have done it more quietly",
                    ", and it costs you nothing",
                    ": you know it before it is over", ": the rest follows by itself", ", and it stays done",
                    ", even the silence afterwards is on your side", ": what you came for is yours",
                ),
            },
        ),
        "weak": Pattern(
            ("{first}{then}.",),
            {
                "first": (
                    "It goes well enough", "It works, nearly", "You get through", "You manage it", "It holds, for now",
                    "You get half of what you wanted", "Luck meets you in the middle", "It comes out even",
                ),
                "then": (
                    ", but not for nothing", ", but it has been noticed", ", and something is left behind",
                    ", and you will hear of it again", ", though it took longer than it should",
                    ", and you know the price",
                    ", but you would not care to do it twice", ", with one thing out of place",
                ),
            },
        ),
        "miss": Pattern(
            ("{first}{then}.",),
            {
                "first": (
                    "It goes wrong", "It does not work", "You are too late by a breath", "Your hand slips",
                    "You misjudge it", "You say the wrong thing", "Nothing comes of it", "It was the wrong moment",
                ),
                "then": (
                    ", and you are not the only one who sees it", ", and that cannot be taken back",
                    ", and time has passed",
                    ", and somebody will ask about it", ", and it is quieter afterwards than before",
                    ", and all you have from it is the knowledge", ", and you feel how thin the ground is here",
                    ", and what you wanted has moved further off",
                ),
            },
        ),
    },
    confesses=Pattern(
        ("{name} {says}.",),
        {
            "says": (
                "says it at last", "does not look at you while it comes out", "begins twice, and then it is said",
                "tells you, as one puts down something heavy", "has stopped pretending",
                "speaks so low that you have to lean in", "answers a question you had given up asking",
            ),
        },
    ),
    notes=Pattern(
        ("{first}: {thing}.",),
        {
            "first": (
                "One thing stays with you", "You make a note of it", "This you will keep", "And there it is",
                "You would have missed it", "Worth remembering", "What you have in the end", "It is hard to overlook",
            ),
        },
    ),
    recalls=Pattern(
        (
            "For a moment you see {thing} before you again.", "You catch yourself thinking of {thing}.",
            "Something about it puts you in mind of {thing}.",
            "You had nearly forgotten {thing}, and now you have not.",
            "Somewhere behind all this, you notice, you are still turning over {thing}.",
            "It would make more sense, you think, together with {thing}.",
            "You could draw {thing} from memory by now, and do not know why you should.",
        )
    ),
    wants=Pattern(
        (
            "What {name} wants is not hard to guess: {wish}.", "{name} wants one thing, and it shows: {wish}.",
            "There is something that {name} would give a good deal for: {wish}.",
            "You think you know by now what {name} is after: {wish}.",
            "If one asked {name} outright, the answer would be: {wish}.",
        )
    ),
    asks=Pattern(("{stands}, and {left}.",), {"stands": _STANDS, "left": _LEFT}),
    presses=Pattern(
        ("{stands}, and {left}.",),
        {
            "stands": (
                "There is no more time for this", "It has begun", "Everyone looks at you", "It will not wait for you",
                "Nobody else is going to move", "Now it is serious", "There is no way round it any more",
            ),
            "left": (
                "you have about one breath", "what you do first will be what you did", "it is too late to be careful",
                "you will not be asked twice", "something has to be let go of", "your hands are quicker than you are",
                "the others have stopped where they are",
            ),
        },
    ),
    closes={
        "good": Pattern(
            (
                "That is how it ends, and it is a good end.", "You go home by daylight.",
                "It was worth it. You would say so to anyone.", "What you leave behind will hold.",
            )
        ),
        "bittersweet": Pattern(
            (
                "It is an end. You would not have chosen all of it.", "You keep what could be kept.",
                "Some of it was saved, and you know which part was not.", "You count again, and it is not everyone.",
            )
        ),
        "bad": Pattern(
            (
                "That is how it ends. Nobody will ask you how.", "It closes over, and is smooth.",
                "You had the time. You will think about that.", "There was another way, once.",
            )
        ),
        "open": Pattern(
            (
                "Here the story lets you go.", "What comes after is not written yet.",
                "It ends here; it is not over.", "You do not look round, for now.",
            )
        ),
    },
    stays=("Look round {place}", "Search {place} once more", "Take another look at {place}"),
    hears=("Stay with {name} for a while", "Keep {name} company", "Stay where {name} can see you"),
    onward=("Go through with it", "See it through", "Take a breath, then go on", "Face what is coming"),
    looks=("Look closely at {thing}", "See to {thing}", "Find out about {thing}"),
    sees=("Look closely: {thing}", "See to this: {thing}", "Find out more: {thing}"),
    waits=("Wait and see", "Let some time pass", "Do nothing for now"),
    goes=("Go on to {place}", "Make for {place}", "Leave for {place}"),
    takes=("Take this along: {thing}", "Keep this: {thing}"),
    warms=("Stand by {name}", "Give {name} time", "Be frank with {name}", "Take the side of {name}"),
    cools=("Press {name} harder", "Keep {name} at a distance", "Hold something back from {name}", "Contradict {name}"),
    remembered="{name} will remember it.",
    titles=frozenset(
        {
            "Captain", "Doctor", "Dr", "Dr.", "Father", "Lady", "Lord", "Miss", "Mr", "Mr.", "Mrs", "Mrs.", "Ms",
            "Ms.", "Old", "Professor", "Saint", "Sir", "Sister", "The", "Uncle", "Aunt", "Brother", "Mother",
            "Master", "Sergeant", "Inspector",
        }
    ),
    wish="To ",
    article="The ",
    articles=re.compile(r"(?:the|an?|some|your|his|her|their|its|one|two|three|half) ", re.IGNORECASE),
    definite=re.compile(r"^(?:an?|some) ", re.IGNORECASE),
    you=re.compile(r"\b(?:you|your)\b", re.IGNORECASE),
    player=re.compile(r"\b[Tt]he player(?:\scharacter)?\b"),
    instruction=re.compile(
        r"^(?:(?:Describe|Narrate|Foreshadow|Emphasi[sz]e|Portray|Convey|Remember that|Make sure|Hint (?:at|that))\b"
        r"|(?:Let|Have|Give|Show|Keep|Make|Allow|Ask|Offer|Use|Play|Reveal|Do not|Don't|Never|Avoid|End)\b"
        r".*\b(?:players?|scene|reader|tone|dialogue|frames?|storyteller|narration|each of them)\b)"
    ),
)  # fmt: skip

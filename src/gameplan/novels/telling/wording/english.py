"""The renderer's English: second person, plain, nothing that depends on a time or a kind of world."""

import re

from gameplan.novels.telling.wording.patterns import Pattern, Wording

_QUIET = (
    "nothing happens that anyone would write down", "you count your breaths, and get as far as eleven",
    "somebody laughs, a good way off", "you go over what you know, and it is not enough yet",
    "you find that you have been holding your breath", "a draught comes from somewhere, and goes",
    "you think of what you ought to have said", "you try to remember who spoke last",
    "nothing at {place} asks anything of you", "the quiet lasts exactly as long as you let it",
    "you look at your hands, and they are steady", "a sound comes from far off and is not repeated",
    "there is time to notice what {place} smells of", "you stand where you can see who comes",
    "you let a question go by that you will want back later", "you learn {place} by heart, without meaning to",
    "two people greet each other, and neither of them is you", "you put one small thing in order",
    "it gets later, as it does everywhere", "something is set down, carefully, out of sight",
    "you rest, as far as one can with both eyes open", "a step comes nearer, and thinks better of it",
    "you are early, or everyone else is late", "you turn your collar up, though it is not cold",
    "the light has moved by a hand's breadth", "you say the names over to yourself, in order",
    "a door closes softly, the way one closes it on a sleeper", "you would give something for a second opinion",
    "you walk round {place} once, the long way", "nobody comes, and nobody is missed",
    "you notice that you have stopped listening for it", "you wait until it would be rude to wait any longer",
    "somewhere a kettle is taken off just in time", "you decide something, and then decide it again",
    "you have the feeling of being early for something", "a thought comes back that you had put away",
    "you look at {place} as if you had to describe it to someone", "your shadow is where you left it",
    "it is so still that you hear cloth move", "you make room for somebody who does not come",
    "you pick a thread off your sleeve and keep it", "the hour goes by without looking at you",
    "somebody passes and is too polite to ask", "you catch yourself humming, and stop",
    "you straighten something that was straight", "a chair creaks, though nobody has moved",
    "you read the nearest notice twice and could not repeat it", "someone calls a name that you do not know",
    "you are hungry, and decide that it is something else", "dust turns in the light and comes to no decision",
    "you think of a better question, too late by an hour", "the talk stops, and begins again further off",
    "you have been standing on one leg, like a bird", "nothing is out of place, and that is what strikes you",
)  # fmt: skip
_STANDS = (
    "it is your move", "nothing is settled yet", "there is a little time left", "nobody is going to decide it for you",
    "you could still turn back", "it could go either way", "someone has to begin", "that is how things stand",
    "so far nobody has stopped you", "nobody has asked you to hurry",
)  # fmt: skip
_LEFT = (
    "there are worse places to make up your mind", "whatever you do will be remembered",
    "it will not get easier by waiting", "you know more than you did an hour ago", "for once no one is looking",
    "you would rather choose than be chosen for", "the next word is yours", "you can hear yourself think",
    "nothing is said against it", "you have thought about it for long enough",
)  # fmt: skip

ENGLISH = Wording(
    arrives=Pattern(
        ("{way} {place}; {first}.", "{place}{then}; {first}."),
        {
            "way": (
                "The way leads to", "It is not far to", "You come to", "You reach", "A few minutes bring you to",
                "Your feet have already decided on", "The way ends at", "And so you come to",
            ),
            "then": (
                " at last", ", then", ", sooner than you thought", ", as you were told", ", and nobody to greet you",
            ),
            "first": (
                "you stop to get your bearings", "you had pictured something else",
                "nothing here was arranged for you", "you take it in from left to right",
                "nobody has waited for you", "you notice that you have slowed down",
                "you are looked at, or think so", "you give it a moment before you go on",
                "whatever you came for, it does not show itself at once", "you remember why you came",
            ),
        },
    ),
    quiet=Pattern(tuple(f"{each}." for each in _QUIET)),
    enters=Pattern(
        ("{name} {is_here}.",),
        {
            "is_here": (
                "is here too, and keeps out of it", "listens from a little way off", "has seen you first, and nods",
                "makes room for you and says nothing", "is busy with something, or wishes to look it",
                "has both hands full and no wish to talk", "looks like someone who has not slept",
                "stays near the way out", "looks up, decides against it, and looks down again",
                "has come along without being asked", "stands by and leaves the talking to others",
                "is there as well, and in nobody's way", "waits for a better moment",
            ),
        },
    ),
    bonds={
        "warm": Pattern(
            (
                "{name} stands close to you, as one does with a friend.", "{name} takes your part before you can.",
                "{name} looks at you, longer than is needed.", "{name} waits for you, and it helps.",
                "{name} hears you out, and for once there is no hurry.", "{name} gives you a nod, and means it.",
                "{name} smiles first, and looks away second.", "{name} falls into step with you.",
                "{name} finishes a sentence that you had begun.", "{name} is on your side, and lets it be seen.",
            )
        ),
        "even": Pattern(
            (
                "{name} looks at you as if to see what you will do.", "{name} waits, and gives nothing away.",
                "{name} watches your hands while you talk.", "{name} keeps a step away, out of politeness or habit.",
                "{name} listens with the patience of a stranger.", "{name} leaves the next word to you.",
                "{name} weighs what was said, and does not say what it comes to.",
                "{name} is neither for you nor against you, so far.",
                "{name} answers what you asked, and nothing beside it.", "{name} has not made up a mind about you yet.",
            )
        ),
        "cold": Pattern(
            (
                "{name} looks past you, and wants you to notice.", "{name} keeps a distance, and has not forgotten.",
                "{name} lets you stand, as if you had come to collect.", "{name} answers slowly and politely.",
                "{name} turns half away, and that is an answer too.", "{name} counts the steps to the way out.",
                "{name} looks at you like somebody who was told about you.", "{name} waits for you to be gone.",
                "{name} says your name as one reads it from a list.", "{name} does not ask you to sit down.",
            )
        ),
    },
    lines={
        "warm": Pattern(
            (
                "I'm glad it's you.", "Whatever you do, I'd rather know about it.", "You can ask me. You know that.",
                "I'll stay a little longer, if you will.", "You are easier to talk to than most.",
                "Be careful. I mean it.", "You look tired. So do I, I suppose.", "If it goes wrong, come to me.",
                "It is good that you came today.", "Go on. I'm right behind you.",
            )
        ),
        "even": Pattern(
            (
                "That depends on who is asking.", "I say no more than I have to.",
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
                    "It goes well", "It works", "It comes off", "It goes as you meant it to", "For once it is easy",
                    "This time it goes your way", "It goes right at the first attempt", "It is done without a hitch",
                ),
                "then": (
                    ", better than you had hoped", ", and it costs you nothing", ", and it stays done",
                    ": you know it before it is over", ": the rest follows by itself", ": what you came for is yours",
                    ", and you are the only one who is surprised", ", and nobody can take it back",
                ),
            },
        ),
        "weak": Pattern(
            ("{first}{then}.",),
            {
                "first": (
                    "It goes well enough", "It works, nearly", "You get through", "You manage it", "It holds, for now",
                    "You get half of what you wanted", "It just comes off", "It is done, somehow",
                ),
                "then": (
                    ", but not for nothing", ", but it has been noticed", ", and somebody will want something for it",
                    ", and you will hear of it again", ", though it takes longer than it should", ", at a price",
                    ", but you would not care to do it twice", ", with one thing out of place",
                ),
            },
        ),
        "miss": Pattern(
            ("{first}{then}.",),
            {
                "first": (
                    "It goes wrong after all", "It does not hold", "You were too late by a breath all the same",
                    "In the end you have misjudged it", "In the end nothing comes of it",
                    "It was the wrong moment all the same", "It slips away from you after all", "It does not last",
                ),
                "then": (
                    ", and you are not the only one who sees it", ", and that cannot be taken back",
                    ", and the time for it is gone", ", and somebody will ask about it",
                    ", and it is quieter afterwards than before", ", and you have nothing to show for it",
                    ", and you feel how thin the ground is here", ", and what you wanted has moved further off",
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
                "has carried it long enough", "looks round first, and then says it", "tells you, and is lighter for it",
                "says it to the wall, so that you can hear",
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
            "Something about it puts you in mind of {thing}.", "Without meaning to, you think back to {thing}.",
            "You had nearly forgotten {thing}; not any more.", "You are reminded of {thing}, not for the first time.",
            "You could draw {thing} with your eyes shut.", "It comes to you that you have not asked about {thing}.",
            "Your thoughts go back to {thing}.", "Again you have {thing} before your eyes.",
            "You wonder what was the matter with {thing}.", "Not for the last time you ask yourself about {thing}.",
        )
    ),
    wants=Pattern(
        (
            "What {name} wants is not hard to guess: {wish}.", "{name} wants one thing, and it shows: {wish}.",
            "There is something that {name} would give a good deal for: {wish}.",
            "You think you know by now what {name} is after: {wish}.",
            "If one asked {name} outright, the answer would be: {wish}.",
            "Whatever {name} may say, it comes down to this: {wish}.",
            "{name} has never made a secret of it: {wish}.", "For {name} it is simple: {wish}.",
        )
    ),
    asks=Pattern(("{stands}, and {left}.",), {"stands": _STANDS, "left": _LEFT}),
    presses=Pattern(
        ("{stands}, and {left}.",),
        {
            "stands": (
                "There is no more time for this", "It has begun", "Everyone looks at you", "It will not wait for you",
                "Nobody else is going to do it", "Now it is serious", "There is no way round it any more",
            ),
            "left": (
                "you have about one breath", "it is too late to be careful", "you will not be asked twice",
                "something has to be let go of", "you must do one thing or the other",
                "what you do first cannot be undone", "there is nobody to ask",
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
    onward=(
        "See it through at {place}", "Take a last look at {place}, and go on",
        "Stay at {place}, whatever comes", "Let it find you at {place}",
    ),
    after=("See what comes of it: {title}", "Take it with you, and go on: {title}"),
    looks=("Look closely at {thing}", "Ask about {thing}", "Find out about {thing}"),
    sees=("Look closely: {thing}", "Ask about this: {thing}", "Find out more: {thing}"),
    waits=("Wait at {place}", "Let some time pass at {place}", "Do nothing for now, and watch {place}"),
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

# The Director: which scene comes next, how the dice fall, and how the trackers move.
#
# Everything that changes in a play is a number in `story` (variables.rpy), so it is saved, loaded and rolled back by
# Ren'Py itself. What never changes (when a scene can come, what it is worth) is told to the Director in the files of
# the acts, with `plot.scene(...)`, `plot.place(...)` and `plot.act(...)`, next to the labels.

default stage.regular = False   # the scene is one that the Director chose, not one that interrupts
default stage.next = ""
default stage.going = ""
default stage.aside = ""
default stage.playing = False
default stage.dice = (1, 1)
default stage.stat = ""
default stage.modifier = 0
default stage.total = 0
default stage.line = ""

# A whole number makes every play fall alike; None is a new one each time.
define plot.seed = None

init -10 python in plot:
    _constant = True

    import store.story as story
    import store.stage as stage

    acts, places, scenes, endings, ends, findings, items = [], [], {}, [], [], [], []
    tiers = ["", "", "", ""]
    longest = 1000

    class Scene(object):
        pass

    class Place(object):
        pass

    class Act(object):
        pass

    class Ending(object):
        pass

    def always():
        return True

    def never():
        return False

    def scene(id, times, last, when=always, urgent=never, weight=0, bonuses=(), focus=0, roll=None, branches=(),
            gives=0, doom=0, counts=True):
        """A scene: its label is `scene_` and its id.

        `when` it can come; of those that can, the one with the highest `weight` plus `bonuses` (points, when) does,
        and an `urgent` one goes before. `times` and `last` name what counts it. `gives` is its progress, `doom` what it
        does to the clock; an opening, an event or an ending does not count in that way.
        """
        one = scenes[id] = Scene()
        one.id, one.label, one.times, one.last = id, "scene_" + id, times, last
        one.when, one.urgent, one.weight, one.bonuses = when, urgent, weight, bonuses
        one.focus, one.roll, one.branches, one.gives, one.doom, one.counts = focus, roll, branches, gives, doom, counts

    def place(number, id, title, mood, backdrop, music, scenes, ways):
        """A place, with the ids of the scenes that can come there, and its ways: (id of a place, when it is open).

        Its labels are `place_`, `arrive_` and `quiet_`.
        """
        one = Place()
        one.id, one.title, one.mood, one.backdrop, one.music = id, title, mood, backdrop, music
        one.scenes, one.ways = scenes, ways
        places.append((number, one))
        places.sort(key=lambda each: each[0])

    def act(number, id, title, progress="", doom="", shown="full", reversible=False, travel=0, idle=0, miss=0, weak=0,
            every=0, patience=10, longest=100, interrupts=(), asides=(), next=()):
        """An act. Its label is `act_` and its id. `next` is what can follow: (id of an act, when)."""
        one = Act()
        one.id, one.title, one.progress, one.doom = id, title, progress, doom
        one.shown, one.reversible = shown, reversible
        one.travel, one.idle, one.miss, one.weak, one.every = travel, idle, miss, weak, every
        one.patience, one.longest, one.interrupts, one.asides, one.next = patience, longest, interrupts, asides, next
        acts.append((number, one))
        acts.sort(key=lambda each: each[0])

    def ending(number, id, title, tone, scene):
        """How the story can end, with the id of the scene that tells it."""
        one = Ending()
        one.id, one.title, one.tone, one.scene = id, title, tone, scene
        endings.append((number, one))
        endings.sort(key=lambda each: each[0])

    # -- how it stands

    def this_act():
        return acts[story.act][1]

    def here():
        return places[story.place][1]

    def this_ending():
        return endings[story.ended - 1][1] if story.ended else None

    def progress_full():
        return story.needed > 0 and story.progress >= story.needed

    def doom_full():
        return story.doom_needed > 0 and story.doom >= story.doom_needed

    def only_onward():
        return story.climax == 1 or progress_full() or doom_full()

    def noted(notes):
        return [text for name, text in notes if getattr(story, name)]

    def trackers():
        """What is counted, as far as the player may see it: label, value, of how much, colour, and whether as numbers."""
        now, look, found = this_act(), renpy.store.look, []
        if now.progress and story.needed:
            found.append((now.progress, min(story.progress, story.needed), story.needed, look.accent, True))
        if now.doom and story.doom_needed and now.shown == "full":
            found.append((now.doom, story.doom, story.doom_needed, look.alarm, True))
        elif now.doom and story.doom_needed and now.shown == "hint":
            found.append((now.doom, story.doom * 4 // story.doom_needed, 4, look.alarm, False))
        return found

    def share(title, notes):
        return "%s: %d %s %d" % (title, len(noted(notes)), renpy.store.words.ui_of, len(notes))

    def possible():
        return [scenes[each] for each in here().scenes if scenes[each].when()]

    def something_here():
        """Whether a scene can come here in the next turn."""
        return next_turn(lambda: bool(possible()))

    def hint(to):
        """What can be expected where a way leads, if it is one that leads to something new in the next turn."""
        return next_turn(lambda: place_of(to).mood if to in leading() else "")

    def next_turn(look):
        story.turn, story.act_turn = story.turn + 1, story.act_turn + 1
        found = look()
        story.turn, story.act_turn = story.turn - 1, story.act_turn - 1
        return found

    def place_of(id):
        return next(each for _, each in places if each.id == id)

    def open_ways(one):
        return [to for to, when in one.ways if when()]

    def leading():
        """Ways to a place with something new; if there are none, the first of the shortest to one further off."""
        steps = [(far(to), to) for to in open_ways(here())]
        nearest = min([each for each, _ in steps if each is not None], default=None)
        found = [to for each, to in steps if each == nearest and nearest is not None]
        return found[:1] if nearest else found

    def far(id):
        """How many ways it is from a place to something new, without coming through here; None if there is none."""
        seen, edge, steps = set([here().id, id]), [id], 0
        while edge:
            if any(is_new(place_of(each)) for each in edge):
                return steps
            edge = set(to for each in edge for to in open_ways(place_of(each))) - seen
            seen, steps = seen | edge, steps + 1
        return None

    def is_new(one):
        return any(not getattr(story, scenes[each].times) and scenes[each].when() for each in one.scenes)

    # -- chance

    def draw():
        story.random = story.random * 48271 % 2147483647
        return story.random

    def die():
        return 1 + draw() % 6

    # -- what happens

    def within(value, lowest, highest):
        return min(highest, max(lowest, value))

    def begin():
        chance = seed if seed is not None else renpy.random.randint(0, 2147483645)
        story.random = 1 + chance % 2147483646
        for number in range(3):
            draw()
        stage.playing = True

    def enter(number):
        story.act = number

    def play(id):
        """A scene begins: it is counted, the dice fall, and its place is shown."""
        one = scenes[id]
        setattr(story, one.times, getattr(story, one.times) + 1)
        setattr(story, one.last, story.turn)
        story.tier = 0
        if one.roll:
            stage.stat, stage.modifier = one.roll
            stage.dice = (die(), die())
            stage.total = sum(stage.dice) + stage.modifier
            story.tier = 3 if stage.total >= 10 else 2 if stage.total >= 7 else 1
        held = [number for number, when in enumerate(one.branches, 1) if when()]
        story.branch = held[0] if held else 0
        show_place()

    def settle(id):
        """A scene is over: what it gave, and what it cost."""
        one, now = scenes[id], this_act()
        if one.counts:
            missed = story.tier == 1
            story.idle = story.moves = 0
            story.focus = one.focus
            if story.needed > 0:
                story.progress += one.gives // 2 if missed else one.gives
            tick(one.doom + (now.miss if missed else 0) + (now.weak if story.tier == 2 else 0))
        if stage.regular:
            pace()

    def aside():
        """The label of the first remark that fits."""
        for label, when in this_act().asides if stage.regular else ():
            if when():
                return label
        return ""

    def tick(by):
        if by < 0 and not this_act().reversible:
            return
        story.doom = within(story.doom + by, 0, story.doom_needed)
        if progress_full() and doom_full():
            story.doom -= 1
        story.peak = max(story.peak, story.doom)

    def pace():
        story.paced += 1
        every = this_act().every
        if every and story.paced % every == 0:
            tick(1)

    def give_up():
        story.climax = 1
        if story.needed > 0 and not progress_full() and not doom_full():
            story.stalled = 1

    def count_turn():
        story.turn += 1
        story.act_turn += 1
        stage.regular = False

    def decide(going):
        """The label of what comes now; nothing, if nothing is told."""
        now = this_act()
        if story.turn > longest or story.act_turn > now.longest:
            give_up()
        if story.climax == 1:
            return "director_end_act"
        for each in now.interrupts:
            if scenes[each].when():
                return scenes[each].label
        if progress_full():
            return "director_end_act"
        found = possible() if going != "wait" else []
        if found:
            stage.regular = True
            return best(found).label
        if going.startswith("arrive_"):
            story.moves += 1
            if story.moves <= 3:
                pace()
                return ""
        story.idle += 1
        if story.doom_needed > 0:
            tick(now.idle or (1 if story.idle > 2 else 0))
        elif story.idle > now.patience:
            give_up()
        pace()
        return "quiet_" + here().id

    def best(found):
        found = [each for each in found if each.urgent()] or found
        return min(found, key=lambda each: (-score(each), getattr(story, each.last)))

    def score(one):
        return one.weight + sum(points for points, when in one.bonuses if when())

    def after_act():
        """The label of the act that follows, or of the scene that tells the ending."""
        for to, when in this_act().next:
            if when():
                return "act_" + to
        for to, when in ends:
            if when():
                break
        story.ended = [each.id for _, each in endings].index(to) + 1
        return scenes[this_ending().scene].label

    # -- what is seen and heard

    def show_place():
        renpy.scene()
        renpy.show(here().backdrop)
        if here().music:
            renpy.music.play(here().music, fadeout=1.5, fadein=1.5, if_changed=True)
        else:
            renpy.music.stop(fadeout=1.5)

    def dice_line():
        """How the dice fell, in words: for the text, the history and the voice."""
        sign = "−" if stage.modifier < 0 else "+"
        stat, (first, second) = stage.stat[:1].upper() + stage.stat[1:], stage.dice
        fallen = "%s: %d + %d %s %d = %d" % (stat, first, second, sign, abs(stage.modifier), stage.total)
        return "%s: %s." % (fallen, tiers[story.tier])

# -- the course of a play

label start:
    $ plot.begin()
    call expression "act_" + plot.acts[0][1].id from director_first_act
    while not story.ended:
        call director_choices from director_asked
        $ stage.going = _return
        call director_beat from director_beaten
    jump director_the_end

label director_choices:
    if plot.only_onward():
        jump director_onward
    jump expression "place_" + plot.here().id

label director_beat:
    $ plot.count_turn()
    if stage.going.startswith("arrive_"):
        call expression stage.going from director_arrived
    $ stage.next = plot.decide(stage.going)
    if stage.next:
        call expression stage.next from director_told
    return

label director_end_act:
    jump expression plot.after_act()

label director_after(id):
    $ plot.settle(id)
    $ stage.aside = plot.aside()
    if stage.aside:
        call expression stage.aside from director_remarked
    return

label director_dice:
    $ stage.line = plot.dice_line()
    show screen dice
    with dissolve
    voice_roll "[stage.line!q]"
    hide screen dice
    with dissolve
    return

label director_the_end:
    window hide
    call screen the_end
    return

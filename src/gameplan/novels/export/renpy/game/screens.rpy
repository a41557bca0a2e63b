# What is on the screen while the story is told.

define -5 look.font = "DejaVuSans.ttf"
define -5 look.ink = "#11151cec"
define -5 look.line = "#ffffff2e"
define -5 look.paper = "#f4f1e8"
define -5 look.faint = "#c9c5b8"
define -5 look.accent = "#e9c27c"
define -5 look.alarm = "#f0937f"

init -4 python:
    gui.init(1920, 1080)

style default:
    font look.font
    size 32
    color look.paper
    language "unicode"

style button:
    padding (24, 12)
    background None
    hover_background "#ffffff1f"
    selected_background "#ffffff14"
    activate_sound None

style button_text:
    color look.paper
    hover_color look.accent
    selected_color look.accent
    insensitive_color "#8b8b86"

style frame:
    background look.ink
    padding (36, 30)

style bar:
    ysize 14
    left_bar look.accent
    right_bar "#ffffff38"
    thumb None
    hover_left_bar "#ffe2ae"

style slider:
    ysize 26
    xsize 560
    left_bar look.accent
    right_bar "#ffffff38"
    thumb Solid(look.paper, xsize=14)
    hover_thumb Solid("#ffffff", xsize=18)

style vscrollbar:
    xsize 12
    base_bar "#ffffff1a"
    thumb "#ffffff66"
    hover_thumb look.accent
    unscrollable "hide"

# -- what is said

screen say(who, what):
    style_prefix "say"

    window:
        id "window"
        vbox:
            if who is not None:
                text who id "who"
            else:
                null height 46
            text what id "what"

    if not renpy.variant("small"):
        add SideImage() xpos 70 yalign 1.0 yoffset -34

# It grows with what is said, and the quick menu has its own room below.
style say_window:
    xfill True
    yalign 1.0
    yminimum 340
    padding (350, 88, 350, 68)
    background Frame("images/shade.png")

style say_vbox:
    spacing 4

style say_label:
    size 32
    bold True
    outlines [(2, "#000000b0", 0, 1)]

style say_dialogue:
    xsize 1220
    size 34
    line_spacing 8
    outlines [(2, "#000000b0", 0, 1)]

# A title on a card of its own.
screen say_title(who, what):
    style_prefix "title"

    add "#0b0e13f0"
    window:
        id "window"
        text what id "what"

style title_window:
    background None
    xfill True
    yfill True

style title_text:
    align (0.5, 0.45)
    xmaximum 1300
    text_align 0.5
    size 64
    line_spacing 10

# -- what can be chosen

screen choice(items, heading=""):
    style_prefix "choice"

    add Transform("images/shade.png", xysize=(1920, 340)) yalign 1.0
    vbox:
        if heading:
            text heading style "choice_heading"
        for each in items:
            button:
                action each.action
                alt ". ".join([each.caption] + ([each.kwargs["hint"]] if each.kwargs.get("hint") else []))
                vbox:
                    style "choice_inside"
                    text each.caption style "choice_button_text"
                    if each.kwargs.get("hint"):
                        text each.kwargs["hint"] style "choice_hint"

style choice_vbox:
    align (1.0, 1.0)
    offset (-70, -90)
    spacing 16

style choice_heading:
    color look.paper
    outlines [(2, "#000000b0", 0, 1)]
    size 30
    xalign 0.5

style choice_button:
    xsize 800
    padding (40, 18)
    background "#1b222ef2"
    hover_background "#35404fff"
    selected_background "#1b222ef2"

style choice_inside:
    xalign 0.5
    spacing 4

style choice_button_text is button_text:
    xalign 0.5
    text_align 0.5
    size 34

style choice_hint:
    xalign 0.5
    text_align 0.5
    size 25
    color look.faint

# -- where we are, and how far

screen trackers():
    zorder 50
    if stage.playing and not story.ended:
        frame:
            style "tracker_frame"
            hbox:
                xfill True
                vbox:
                    text plot.this_act().title size 22 color look.faint
                    text plot.here().title size 28
                hbox:
                    xalign 1.0
                    spacing 48
                    for label, value, needed, colour, numbers in plot.trackers():
                        use tracker(label, value, needed, colour, numbers)

screen tracker(label, value, needed, colour, numbers):
    vbox:
        spacing 6
        text (label + "  %d / %d" % (value, needed) if numbers else label) size 24
        bar:
            value StaticValue(value, needed)
            xsize 300
            ysize 12
            left_bar Solid(colour)
            right_bar Solid("#ffffff38")

style tracker_frame:
    xfill True
    padding (48, 16)
    background "#11151cb8"

# -- dice

# A bar below the trackers: faces begin further down, wherever somebody stands.
screen dice():
    zorder 40
    frame:
        xalign 0.5
        ypos 92
        padding (44, 12)
        hbox:
            spacing 44
            text "[stage.stat!qc]" size 34 yalign 0.5 color look.accent
            hbox:
                yalign 0.5
                spacing 22
                for each in stage.dice:
                    use die(each)
                if stage.modifier:
                    text ("−" if stage.modifier < 0 else "+") + str(abs(stage.modifier)) size 48 yalign 0.5
                text "= [stage.total]" size 48 yalign 0.5 bold True
            vbox:
                yalign 0.5
                spacing 2
                for number, range_, word in ((3, "10+", words.strong), (2, "7–9", words.weak), (1, "2–6", words.miss)):
                    hbox:
                        spacing 14
                        text ("▶" if story.tier == number else "") size 23 min_width 28 color look.accent
                        text range_ size 23 min_width 66 color (look.accent if story.tier == number else look.faint)
                        text word size 23 color (look.paper if story.tier == number else look.faint)

screen die(pips):
    fixed:
        xysize (80, 80)
        yalign 0.5
        add Solid("#f4f1e8")
        for x, y in plot.pips[pips]:
            text "●" size 22 color "#1b1f27" pos (x, y) anchor (0.5, 0.54) alt ""

init -10 python in plot:
    _a, _b, _c = 0.24, 0.5, 0.76
    pips = {
        1: [(_b, _b)],
        2: [(_a, _a), (_c, _c)],
        3: [(_a, _a), (_b, _b), (_c, _c)],
        4: [(_a, _a), (_a, _c), (_c, _a), (_c, _c)],
        5: [(_a, _a), (_a, _c), (_b, _b), (_c, _a), (_c, _c)],
        6: [(_a, _a), (_a, _b), (_a, _c), (_c, _a), (_c, _b), (_c, _c)],
    }

# -- the row at the bottom

screen quick_menu():
    zorder 100
    if stage.playing and quick_menu and not story.ended:
        hbox:
            style_prefix "quick"
            textbutton words.back action Rollback()
            textbutton words.history action ShowMenu("history")
            textbutton words.ui_journal action ShowMenu("journal")
            textbutton words.ui_skip action Skip() alternate Skip(fast=True, confirm=True)
            textbutton words.ui_auto action Preference("auto-forward", "toggle")
            textbutton words.save action ShowMenu("save")
            textbutton words.load action ShowMenu("load")
            textbutton words.settings action ShowMenu("preferences")
            textbutton words.ui_hide action HideInterface()

default quick_menu = True

style quick_hbox:
    align (0.5, 1.0)
    yoffset -6
    spacing 6

style quick_button:
    padding (14, 6)

style quick_button_text is button_text:
    size 22
    color look.faint
    hover_color look.accent
    selected_color look.accent
    insensitive_color "#77777a"

init python:
    config.overlay_screens.append("trackers")
    config.overlay_screens.append("quick_menu")

# -- small messages

screen notify(message):
    zorder 200
    frame:
        at notice
        align (0.5, 0.1)
        padding (30, 14)
        text message size 28
    timer 3.25 action Hide("notify")

transform notice:
    on show:
        alpha 0.0
        linear .25 alpha 1.0
    on hide:
        linear .4 alpha 0.0

screen skip_indicator():
    zorder 150
    frame:
        align (0.0, 0.13)
        padding (24, 10)
        text "▸▸ " + words.ui_skip size 24

# -- the end

screen the_end():
    add "bg title"
    add "#0b0e13d0"
    vbox:
        align (0.5, 0.45)
        spacing 30
        text words.the_end size 36 xalign 0.5 color look.faint
        text plot.this_ending().title size 70 xalign 0.5 text_align 0.5 xmaximum 1400 color look.accent
        text "%s: %d" % (words.ui_turns, story.turn) size 28 xalign 0.5 color look.faint
        if plot.findings:
            text plot.share(words.known, plot.findings) size 28 xalign 0.5 color look.faint
        null height 30
        textbutton words.again action Start() xalign 0.5
        textbutton words.ui_main_menu action Return() xalign 0.5

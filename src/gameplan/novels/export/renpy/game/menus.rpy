# The menus around the story.

screen main_menu():
    tag menu
    add "bg title"
    add "#0b0e1340"
    if plot.hero:
        add plot.hero xpos 1340 xanchor 0.5 yalign 1.0
    add Solid("#0b0e13d0", xsize=760)

    vbox:
        pos (110, 170)
        xsize 600
        spacing 26
        text words.title size 64 bold True line_spacing 4
        if words.premise:
            text words.premise size 26 color look.faint line_spacing 6

    vbox:
        style_prefix "main_menu"
        pos (90, 990)
        yanchor 1.0
        textbutton words.start action Start()
        textbutton words.load action ShowMenu("load")
        textbutton words.settings action ShowMenu("preferences")
        if renpy.variant("pc"):
            textbutton words.quit action Quit(confirm=False)

    if words.content_notes:
        frame:
            align (0.98, 0.97)
            xmaximum 900
            vbox:
                spacing 8
                text words.notes size 26 color look.accent
                for each in words.content_notes:
                    text "· " + each size 24

style main_menu_button:
    xsize 420
    padding (20, 12)

style main_menu_button_text is button_text:
    size 38

# -- the frame of every menu

screen game_menu(title):
    add "bg title"
    add "#0b0e13dd"

    vbox:
        style_prefix "side_menu"
        pos (60, 160)
        xsize 340
        if main_menu:
            textbutton words.start action Start()
        else:
            textbutton words.history action ShowMenu("history")
            textbutton words.ui_journal action ShowMenu("journal")
            textbutton words.save action ShowMenu("save")
        textbutton words.load action ShowMenu("load")
        textbutton words.settings action ShowMenu("preferences")
        if not main_menu:
            textbutton words.ui_main_menu action MainMenu()
        if renpy.variant("pc"):
            textbutton words.quit action Quit(confirm=not main_menu)
        null height 40
        textbutton words.back action Return()

    text title pos (460, 70) size 52 color look.accent

    frame:
        pos (440, 160)
        xysize (1400, 860)
        background "#11151c99"
        transclude

    key "game_menu" action Return()

style side_menu_button:
    xsize 340

style side_menu_button_text is button_text:
    size 30

# -- save and load

screen save():
    tag menu
    use slots(words.save)

screen load():
    tag menu
    use slots(words.load)

screen slots(title):
    use game_menu(title):
        vbox:
            spacing 20
            hbox:
                spacing 10
                textbutton "‹" action FilePagePrevious() alt words.back
                for each in range(1, 6):
                    textbutton "[each]" action FilePage(each) alt words.ui_page + " %d" % each
                textbutton "›" action FilePageNext() alt words.ui_page + " +"
            grid 3 2:
                spacing 24
                for slot in range(1, 7):
                    button:
                        style "slot_button"
                        action FileAction(slot)
                        alt "[slot]. " + FileTime(slot, format=_("{#file_time}%Y-%m-%d %H:%M"), empty=words.ui_empty)
                        vbox:
                            spacing 10
                            add FileScreenshot(slot) xalign 0.5
                            text FileTime(slot, format=_("{#file_time}%Y-%m-%d %H:%M"), empty=words.ui_empty) size 24 xalign 0.5
                        key "save_delete" action FileDelete(slot)

define config.thumbnail_width = 384
define config.thumbnail_height = 216

style slot_button:
    xysize (424, 320)
    padding (20, 20)
    background "#ffffff12"
    hover_background "#ffffff2b"

# -- what was said

screen history():
    tag menu
    predict False
    use game_menu(words.history):
        viewport:
            scrollbars "vertical"
            mousewheel True
            draggable True
            pagekeys True
            yinitial 1.0
            vbox:
                spacing 20
                xsize 1280
                for each in _history_list:
                    vbox:
                        if each.who:
                            text each.who size 26 bold True color each.who_args.get("color", look.faint) substitute False
                        text each.what size 30 substitute False
                if not _history_list:
                    text words.nothing color look.faint

# -- what is known, and what is in hand

screen journal():
    tag menu
    use game_menu(words.ui_journal):
        viewport:
            scrollbars "vertical"
            mousewheel True
            draggable True
            pagekeys True
            vbox:
                spacing 16
                xsize 1280
                use notes(words.known, plot.noted(plot.findings))
                null height 20
                use notes(words.carried, plot.noted(plot.items))

screen notes(title, texts):
    text title size 34 color look.accent
    for each in texts:
        text "· " + each size 30
    if not texts:
        text words.nothing size 30 color look.faint

# -- settings

screen preferences():
    tag menu
    use game_menu(words.settings):
        viewport:
            scrollbars "vertical"
            mousewheel True
            pagekeys True
            vbox:
                spacing 20
                xsize 1280
                if renpy.variant("pc"):
                    text words.ui_display style "setting"
                    hbox:
                        textbutton words.ui_window action Preference("display", "window")
                        textbutton words.ui_fullscreen action Preference("display", "fullscreen")
                text words.ui_text_speed style "setting"
                bar value Preference("text speed") style "slider" alt words.ui_text_speed
                text words.ui_auto_speed style "setting"
                bar value Preference("auto-forward time") style "slider" alt words.ui_auto_speed
                text words.ui_music style "setting"
                bar value Preference("music volume") style "slider" alt words.ui_music
                text words.ui_skip style "setting"
                hbox:
                    textbutton words.ui_skip_unread action Preference("skip", "toggle")
                    textbutton words.ui_skip_on action Preference("after choices", "toggle")
                hbox:
                    textbutton words.ui_voice action Preference("self voicing", "toggle")
                    textbutton words.ui_access action Show("_accessibility")

style setting:
    size 28
    color look.faint

# -- are you sure?

screen confirm(message, yes_action, no_action):
    modal True
    zorder 200
    add "#0b0e13c0"
    frame:
        align (0.5, 0.45)
        padding (70, 50)
        vbox:
            spacing 40
            text message xalign 0.5 text_align 0.5 xmaximum 900
            hbox:
                xalign 0.5
                spacing 80
                textbutton words.ui_yes action yes_action
                textbutton words.ui_no action no_action
    key "game_menu" action no_action

"""What a project says of itself: its title, its people, its words and its numbers."""

from __future__ import annotations

import re
from dataclasses import fields
from zlib import crc32

from gameplan.novels.export.renpy.escaping import attribute, code, colour, comment, literal, plain, quoted, safe_id
from gameplan.novels.export.story import Note, Story

_ENGLISH = {
    "journal": "Journal",
    "skip": "Skip",
    "auto": "Auto",
    "hide": "Hide",
    "main_menu": "Main menu",
    "display": "Display",
    "window": "Window",
    "fullscreen": "Full screen",
    "text_speed": "Text speed",
    "auto_speed": "Auto speed",
    "music": "Music",
    "skip_unread": "Skip unread text",
    "skip_on": "Go on skipping after choices",
    "voice": "Read aloud",
    "access": "Text size and contrast",
    "empty": "Empty",
    "page": "Page",
    "yes": "Yes",
    "no": "No",
    "sure": "Are you sure?",
    "lose": "What is not saved will be lost. Go on?",
    "overwrite": "Save over this one?",
    "delete": "Delete this one?",
    "leave": "Quit?",
    "turns": "Turns",
    "of": "of",
}
_GERMAN = {
    "journal": "Notizen",
    "skip": "Überspringen",
    "auto": "Auto",
    "hide": "Ausblenden",
    "main_menu": "Hauptmenü",
    "display": "Anzeige",
    "window": "Fenster",
    "fullscreen": "Vollbild",
    "text_speed": "Texttempo",
    "auto_speed": "Auto-Tempo",
    "music": "Musik",
    "skip_unread": "Ungelesenes überspringen",
    "skip_on": "Nach Entscheidungen weiter überspringen",
    "voice": "Vorlesen",
    "access": "Schriftgröße und Kontrast",
    "empty": "Leer",
    "page": "Seite",
    "yes": "Ja",
    "no": "Nein",
    "sure": "Bist du sicher?",
    "lose": "Was nicht gespeichert ist, geht verloren. Weiter?",
    "overwrite": "Diesen Stand überschreiben?",
    "delete": "Diesen Stand löschen?",
    "leave": "Beenden?",
    "turns": "Züge",
    "of": "von",
}


def options(story: Story) -> str:
    """options.rpy: title, size, sound, where saves are kept."""
    title = plain(story.title)
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40] or "novel"
    return f"""# What this project is called, and how it behaves.

define config.name = {code(title)}
define config.version = "1.0"
define config.save_directory = {code(f"{slug}-{crc32(f'{story.id}/{title}'.encode()):08x}")}

define config.has_sound = False
define config.has_voice = False
define config.history_length = 250
define config.old_substitutions = False   # a percent sign is a percent sign
define config.enter_transition = dissolve
define config.exit_transition = dissolve
define config.intra_transition = dissolve
define config.after_load_transition = dissolve
define config.end_game_transition = dissolve
define config.window = "auto"
define config.window_show_transition = Dissolve(.2)
define config.window_hide_transition = Dissolve(.2)
default preferences.text_cps = 60
default preferences.afm_time = 15
default preferences.music_volume = 0.7

init python:
    try:
        config.lenticular_bracket_ruby = False   # a bracket is a bracket
    except Exception:
        pass   # Ren'Py 8.0 does not know of it, and raises a plain Exception
    build.name = {code(slug)}
    build.classify("**~", None)
    build.classify("**.bak", None)
    build.classify("**/.**", None)
"""


def script(story: Story) -> str:
    """script.rpy: the people, and where to go on reading."""
    lines = [
        f"# {comment(story.title)}",
        "#",
        "# The people are here. Scenes are in the files of the acts, one label each, in plain Ren'Py: change what is",
        "# said as you like. Next to each label stands what the Director has to know: when the scene can come, and",
        "# what it is worth. The play begins at `label start` in director.rpy.",
        "",
    ]
    for person in story.people:
        id = safe_id(person.id)
        look = f"color={code(colour(person.colour))}, image={code('p_' + id)}"
        lines.append(f"define p_{id} = Character({literal(person.name)}, {look})")
        lines.append(f"define t_{id} = Character(kind=p_{id}, what_italic=True)")
    lines += [
        "",
        "define narrator = Character(None)",
        "define voice_thought = Character(None, what_italic=True)",
        'define voice_roll = Character(None, what_color="#f4dcae")',
        "define voice_title = Character(",
        '    None, screen="say_title", what_style="title_text", window_style="title_window")',
        "define voice_ending = Character(kind=voice_title, what_size=44)",
        "",
        "# There is one way to go on: the act is about to end.",
        "label director_onward:",
        "    menu:",
        f"        {quoted(story.words.onward)}:",
        '            return "stay"',
    ]
    return "\n".join(lines) + "\n"


def variables(story: Story) -> str:
    """variables.rpy: all that changes in a play, and what the player can come to know and to have."""
    lines = ["# All that changes in a play: whole numbers, saved and rolled back by Ren'Py.", ""]
    lines += [f"default story.{attribute(each.name)} = {int(each.initial)}" for each in story.variables]
    lines += ["", "# What the player knows or has, as long as its number is not 0.", "", "init python in plot:"]
    lines += [f"    findings.extend([{''.join(map(_note, story.findings))}])"]
    lines += [f"    items.extend([{''.join(map(_note, story.items))}])"]
    return "\n".join(lines) + "\n"


def _note(note: Note) -> str:
    return f"\n        ({code(attribute(note.variable))}, {literal(note.text)}),"


def words(story: Story) -> str:
    """words.rpy: the words of the interface, and the texts of the title page."""
    own = _GERMAN if story.language.lower().split("-")[0] in ("de", "gsw") else _ENGLISH
    lines = ["# The words of the interface.", ""]
    lines += [f"define words.{each.name} = {literal(getattr(story.words, each.name))}" for each in fields(story.words)]
    lines += [f"define words.ui_{name} = {literal(text)}" for name, text in own.items()]
    notes = ", ".join(map(literal, story.content_notes))
    tiers = ", ".join(map(code, ("", story.words.miss, story.words.weak, story.words.strong)))
    lines += [
        "",
        f"define words.title = {literal(story.title)}",
        f"define words.premise = {literal(story.premise)}",
        f"define words.content_notes = [{notes}]",
        f"define plot.tiers = [{tiers}]",
        "",
        "init python:",
        "    layout.ARE_YOU_SURE = words.ui_sure",
        "    layout.LOADING = layout.MAIN_MENU = words.ui_lose",
        "    layout.OVERWRITE_SAVE, layout.DELETE_SAVE = words.ui_overwrite, words.ui_delete",
        "    layout.QUIT = words.ui_leave",
    ]
    return "\n".join(lines) + "\n"


def readme(story: Story) -> str:
    """README.md: what is where."""
    return f"""# {plain(story.title).translate(_MARKDOWN)}

A Ren'Py project. Put this folder among your projects and open it with Ren'Py 8 (the launcher, or `renpy` and the path
of this folder). `lint` in the launcher checks it.

- `game/script.rpy`: the people. `game/images.rpy`: pictures by name; what has none is drawn.
- `game/act_….rpy`, `game/endings.rpy`: places and scenes, one label each, with what the Director knows of them.
- `game/director.rpy`: which scene comes next, dice and trackers. `plot.seed` makes every play fall alike.
- `game/variables.rpy`: all that changes in a play. `game/words.rpy`: the words of the interface.
- `game/screens.rpy`, `game/menus.rpy`, `game/options.rpy`: how it looks and behaves.

The font is Ren'Py's own DejaVu Sans. For Chinese, Japanese or Korean put a font into `game/` and name it in
`define look.font` in `game/screens.rpy`.
"""


_MARKDOWN = {ord(each): f"\\{each}" for each in "\\`*_[]<>#&!|"}

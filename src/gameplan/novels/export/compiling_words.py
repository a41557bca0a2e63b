"""The words of a run time, by language, and text made fit to be written anywhere."""

from __future__ import annotations

import unicodedata

from gameplan.novels.export.story import Words

NAMELESS = "?"  # what has a title or a name, and an empty one
ENGLISH = Words(
    start="Begin",
    stay="Go on here",
    wait="Wait and see",
    onward="Go on",
    where_to="Where to?",
    back="Back",
    known="You know",
    carried="You have",
    nothing="Nothing yet",
    the_end="The end",
    again="Begin again",
    notes="What to expect",
    roll="Roll",
    strong="a strong success",
    weak="a success at a price",
    miss="a failure",
    save="Save",
    load="Load",
    history="What was said",
    settings="Settings",
    menu="Menu",
    quit="Quit",
)
GERMAN = Words(
    start="Beginnen",
    stay="Hier weitermachen",
    wait="Abwarten",
    onward="Weiter",
    where_to="Wohin?",
    back="Zurück",
    known="Du weißt",
    carried="Du hast bei dir",
    nothing="Noch nichts",
    the_end="Ende",
    again="Von vorn beginnen",
    notes="Worauf man gefasst sein sollte",
    roll="Wurf",
    strong="ein voller Erfolg",
    weak="ein Erfolg mit einem Preis",
    miss="ein Fehlschlag",
    save="Speichern",
    load="Laden",
    history="Was gesagt wurde",
    settings="Einstellungen",
    menu="Menü",
    quit="Beenden",
)

_STATS = {"nerve": "Mut", "wits": "Verstand", "heart": "Herz", "hands": "Geschick"}  # as the page has them


def words_of(language: str) -> Words:
    """The words for a language (BCP 47): German for German, English for every other."""
    return GERMAN if _is_german(language) else ENGLISH


def stat_word(stat: str, language: str) -> str:
    """What a stat is called where dice fall: those of the house in the language of the novel, others as they are."""
    own = _STATS.get(stat, stat) if _is_german(language) else stat
    return own.replace("_", " ")


def this_place(language: str) -> str:
    """What a place is called in a scene that can come at several."""
    return "dieser Ort" if _is_german(language) else "this place"


def clean(text: str) -> str:
    """A text on one line, without characters that only steer a terminal, a printer or the direction of writing."""
    return " ".join("".join(each for each in text if each.isspace() or not _steers(each)).split())


def _steers(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs") or character in _DIRECTIONS


_DIRECTIONS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _is_german(language: str) -> bool:
    return language.lower().split("-")[0] in ("de", "gsw")

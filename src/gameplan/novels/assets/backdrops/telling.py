"""What a backdrop shows, in one sentence: for those who do not see it."""

from __future__ import annotations

from typing import Literal

from gameplan.novels.assets.backdrops.views import View, view_of

NAMES: dict[str, tuple[str, str]] = {
    "street": ("A street between old houses", "Eine Straße zwischen alten Häusern"),
    "arcade": ("A glass-roofed arcade of shops", "Eine Ladenpassage unter Glas"),
    "neon": ("A city of towers and bright signs", "Eine Stadt voller Türme und Leuchtschriften"),
    "harbour": ("A harbour", "Ein Hafen"),
    "sea": ("A beach by the sea", "Ein Strand am Meer"),
    "lighthouse": ("A lighthouse on a cliff", "Ein Leuchtturm auf einer Klippe"),
    "forest": ("A forest", "Ein Wald"),
    "pinewood": ("A forest of firs", "Ein Nadelwald"),
    "birchwood": ("A light wood of white trunks", "Ein lichter Wald aus hellen Stämmen"),
    "mountains": ("A mountain pass", "Ein Gebirgspass"),
    "meadow": ("A meadow between hills", "Eine Wiese zwischen Hügeln"),
    "river": ("A river with a bridge", "Ein Fluss mit einer Brücke"),
    "village": ("A village with a church", "Ein Dorf mit einer Kirche"),
    "lake": ("A still lake", "Ein stiller See"),
    "market": ("A market square", "Ein Marktplatz"),
    "roofs": ("The roofs of a town", "Die Dächer einer Stadt"),
    "ruins": ("Ruins with broken columns", "Ruinen mit zerbrochenen Säulen"),
    "desert": ("A desert of dunes", "Eine Wüste aus Dünen"),
    "garden": ("A walled garden", "Ein ummauerter Garten"),
    "greenhouse": ("A greenhouse", "Ein Gewächshaus"),
    "deck": ("The deck of a ship", "Das Deck eines Schiffes"),
    "hold": ("The hold of a ship, with crates", "Der Laderaum eines Schiffes, mit Kisten"),
    "station": ("A railway station", "Ein Bahnhof"),
    "dam": ("A high dam", "Eine hohe Staumauer"),
    "saltpans": ("Salt pans by the sea", "Salzgärten am Meer"),
    "room": ("A room with a window and a table", "Ein Zimmer mit Fenster und Tisch"),
    "hall": ("A great hall with columns", "Ein großer Saal mit Säulen"),
    "stair": ("A stone stair in a tower", "Eine steinerne Treppe in einem Turm"),
    "corridor": ("A long corridor", "Ein langer Gang"),
    "library": ("A room full of shelves and books", "Ein Raum voller Regale und Bücher"),
    "tavern": ("A tavern", "Eine Wirtsstube"),
    "kitchen": ("A kitchen with a hearth", "Eine Küche mit einem Herdfeuer"),
    "cellar": ("An underground vault", "Ein unterirdisches Gewölbe"),
    "workshop": ("A workshop", "Eine Werkstatt"),
    "stable": ("A stable", "Ein Stall"),
    "chapel": ("A chapel with candles", "Eine Kapelle mit Kerzen"),
    "theatre": ("A theatre with a curtain", "Ein Theater mit Vorhang"),
    "ward": ("A ward with rows of beds", "Ein Krankensaal mit Bettreihen"),
    "space": (
        "A room on a space station, with a window to the stars",
        "Ein Raum einer Raumstation, mit Blick auf die Sterne",
    ),
    "bedroom": ("A bedroom with a made bed", "Ein Schlafzimmer mit gemachtem Bett"),
    "dining": ("A dining room with a long table", "Ein Esszimmer mit langem Tisch"),
    "bathroom": ("A bathroom with a tub", "Ein Badezimmer mit Wanne"),
    "classroom": ("A classroom with a blackboard", "Ein Klassenzimmer mit Tafel"),
    "office": ("An office with desks and screens", "Ein Büro mit Schreibtischen und Bildschirmen"),
    "laboratory": ("A laboratory full of flasks", "Ein Labor voller Glasgefäße"),
    "cell": ("A prison cell behind bars", "Eine Gefängniszelle hinter Gittern"),
    "compartment": ("The compartment of a train", "Das Abteil eines Zuges"),
    "graveyard": ("A graveyard with crooked stones", "Ein Friedhof mit schiefen Steinen"),
    "suburb": ("A street of houses with gardens", "Eine Straße mit Häusern und Gärten"),
    "jungle": ("A jungle of great leaves and vines", "Ein Dschungel aus großen Blättern und Lianen"),
    "pondgarden": ("A garden with a red bridge over a pond", "Ein Garten mit roter Brücke über einem Teich"),
    "cave": ("A cave with still water", "Eine Höhle mit stillem Wasser"),
    "metro": ("An underground station", "Eine U-Bahn-Station"),
    "landscape": ("A wide landscape", "Eine weite Landschaft"),
}
NO_SKY = ("space", "cellar", "hold", "theatre", "cave", "metro")
TIMES = {
    "dawn": ("at dawn", "im Morgengrauen"),
    "day": ("by day", "bei Tag"),
    "dusk": ("at dusk", "in der Dämmerung"),
    "night": ("at night", "bei Nacht"),
}
WEATHERS = {
    "rain": ("in the rain", "im Regen"),
    "storm": ("in a storm", "im Sturm"),
    "snow": ("in the snow", "im Schnee"),
    "fog": ("in fog", "im Nebel"),
    "overcast": ("under a grey sky", "unter grauem Himmel"),
    "clear": ("", ""),
}


def alt_of(prompt: str, *, mood: str = "", language: Literal["en", "de"] = "en") -> str:
    """One sentence that says what `paint_backdrop` paints for these words."""
    return describe(view_of(prompt, mood=mood), language)


def describe(view: View, language: Literal["en", "de"] = "en") -> str:
    """A sentence such as "A harbour at dusk in the rain." """
    which = 1 if language == "de" else 0
    name = NAMES[view.kind][which]
    when = "" if view.kind in NO_SKY else TIMES[view.time][which]
    weather = "" if view.indoors else WEATHERS[view.weather][which]
    return " ".join(part for part in (name, when, weather) if part) + "."

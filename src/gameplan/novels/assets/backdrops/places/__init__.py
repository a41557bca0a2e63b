"""The painters: one for each kind of place."""

from __future__ import annotations

from collections.abc import Callable

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.places.arches import hall, stair
from gameplan.novels.assets.backdrops.places.cellars import cellar
from gameplan.novels.assets.backdrops.places.confined import cell, compartment
from gameplan.novels.assets.backdrops.places.decks import deck, saltpans
from gameplan.novels.assets.backdrops.places.deep import cave, metro
from gameplan.novels.assets.backdrops.places.desks import classroom, laboratory, office
from gameplan.novels.assets.backdrops.places.gardens import garden, greenhouse
from gameplan.novels.assets.backdrops.places.harbours import harbour
from gameplan.novels.assets.backdrops.places.holds import hold
from gameplan.novels.assets.backdrops.places.homes import bathroom, bedroom, dining
from gameplan.novels.assets.backdrops.places.iron import arcade, station
from gameplan.novels.assets.backdrops.places.kitchens import kitchen, tavern
from gameplan.novels.assets.backdrops.places.neon import neon
from gameplan.novels.assets.backdrops.places.openair import graveyard, jungle, pondgarden, suburb
from gameplan.novels.assets.backdrops.places.orbits import space
from gameplan.novels.assets.backdrops.places.plains import desert, landscape
from gameplan.novels.assets.backdrops.places.rooms import corridor, library, room
from gameplan.novels.assets.backdrops.places.ruins import ruins
from gameplan.novels.assets.backdrops.places.shores import lighthouse, sea
from gameplan.novels.assets.backdrops.places.stages import chapel, theatre
from gameplan.novels.assets.backdrops.places.streets import market, street
from gameplan.novels.assets.backdrops.places.towns import dam, roofs, village
from gameplan.novels.assets.backdrops.places.wards import ward
from gameplan.novels.assets.backdrops.places.waters import lake, river
from gameplan.novels.assets.backdrops.places.wild import birchwood, forest, meadow, mountains, pinewood
from gameplan.novels.assets.backdrops.places.works import stable, workshop

PAINTERS: dict[str, Callable[[Canvas], None]] = {
    painter.__name__: painter
    for painter in (
        harbour,
        sea,
        lighthouse,
        deck,
        hold,
        saltpans,
        forest,
        pinewood,
        birchwood,
        mountains,
        meadow,
        river,
        lake,
        desert,
        landscape,
        street,
        neon,
        village,
        market,
        roofs,
        dam,
        garden,
        greenhouse,
        ruins,
        room,
        library,
        tavern,
        kitchen,
        ward,
        workshop,
        stable,
        corridor,
        hall,
        chapel,
        theatre,
        stair,
        station,
        arcade,
        cellar,
        space,
        bedroom,
        dining,
        bathroom,
        classroom,
        office,
        laboratory,
        cell,
        compartment,
        graveyard,
        suburb,
        jungle,
        pondgarden,
        cave,
        metro,
    )
}

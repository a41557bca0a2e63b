"""What does a place look like? A layered painting from its words, with no model and no network."""

from gameplan.novels.assets.backdrops.painting import paint_backdrop
from gameplan.novels.assets.backdrops.telling import alt_of
from gameplan.novels.assets.backdrops.views import KINDS, View, kind_of, view_of

__all__ = ["KINDS", "View", "alt_of", "kind_of", "paint_backdrop", "view_of"]

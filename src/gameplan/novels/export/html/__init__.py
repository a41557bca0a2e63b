"""How is a novel played in a browser, with no server? As a folder that somebody opens by its `index.html`.

`write_html` makes the folder of a story and its assets: our own player, the story as data, pictures and music. Nothing
in it asks the network for anything.
"""

from gameplan.novels.export.html.writing import write_html

__all__ = ["write_html"]

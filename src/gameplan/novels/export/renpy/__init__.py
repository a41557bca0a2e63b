"""How does a novel become a Ren'Py project?

`write_renpy` makes all of its files: real `say` statements and menus with one label for each scene, the Director's
rules beside them, and screens of its own. The project needs nothing but Ren'Py.
"""

from gameplan.novels.export.renpy.writing import write_renpy

__all__ = ["write_renpy"]

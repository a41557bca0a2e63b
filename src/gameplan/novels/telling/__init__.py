"""How is a beat of a novel told? The Director's pack becomes frames: by a model, through a gate, or by templates.

- **What is told.** `DirectionPack` is all that a Storyteller learns of a beat; `VNFrame` is what the player sees of it.
- **Who may see what.** `visible_to` is the one function through which everything goes that leaves the Director; `Veil`
  finds a secret in a text, however it is written.
- **Who tells.** `Storyteller` is an agent with the one tool `plotState`; its frames pass the `FrameGate`. Where it
  fails, `render` tells the beat by templates. `house:storyteller` does the same as a model, with no key.
- **What was told.** `Said` remembers every sentence of a play, so that none is said twice; `BeatTold` is the record.
"""

from typing import TYPE_CHECKING

from gameplan._lazy import lazily

if TYPE_CHECKING:
    from gameplan.novels.telling.direction import DirectionPack
    from gameplan.novels.telling.events import BeatTold
    from gameplan.novels.telling.frames import VNFrame
    from gameplan.novels.telling.gate import FrameGate, Gated, GateFinding
    from gameplan.novels.telling.renderer import render
    from gameplan.novels.telling.said import Said
    from gameplan.novels.telling.storyteller import Storyteller, Told
    from gameplan.novels.telling.veil import Veil
    from gameplan.novels.telling.visible import Viewer, visible_to
else:
    __getattr__ = lazily(
        __name__,
        {
            "gameplan.novels.telling.direction": ["DirectionPack"],
            "gameplan.novels.telling.events": ["BeatTold"],
            "gameplan.novels.telling.frames": ["VNFrame"],
            "gameplan.novels.telling.gate": ["FrameGate", "GateFinding", "Gated"],
            "gameplan.novels.telling.renderer": ["render"],
            "gameplan.novels.telling.said": ["Said"],
            "gameplan.novels.telling.storyteller": ["Storyteller", "Told"],
            "gameplan.novels.telling.veil": ["Veil"],
            "gameplan.novels.telling.visible": ["Viewer", "visible_to"],
        },
    )

__all__ = [
    "BeatTold",
    "DirectionPack",
    "FrameGate",
    "GateFinding",
    "Gated",
    "Said",
    "Storyteller",
    "Told",
    "VNFrame",
    "Veil",
    "Viewer",
    "render",
    "visible_to",
]

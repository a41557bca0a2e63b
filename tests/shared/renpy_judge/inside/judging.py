"""A player that needs nobody: it runs inside the game, chooses by the turn, and writes down how it went.

It is a plain module, so that a load or a rollback does not take back what it has seen.
"""

import json
import os
import time
from pathlib import Path

import renpy

store = renpy.store
MENUS = ("history", "journal", "save", "load", "preferences")
SCREENS = ("the_end", *MENUS, "main_menu", "dice", "choice", "say_title", "say")
SETTLED = 0.4  # seconds after which a picture of a screen is worth taking


class Judge:
    """`orders` say where to write, which seed to play, and at which menus to look around, save, load and roll back."""

    def __init__(self):
        self.orders = json.loads(os.environ["JUDGE_ORDERS"])
        self.folder = Path(self.orders["folder"])
        self.seed = self.orders["seed"]
        self.dice = []
        self.dice_box = None  # where they were drawn
        self.choosing = []  # of each menu that was looked at: where the choices are, and where people stand
        self.asked = []  # at each menu: what could be chosen, and how the story stood
        self.shots = []
        self.todo = list(MENUS)
        self.looked = []
        self.heard = {}  # what each screen says to somebody who has it read aloud
        self.loaded_at = self.rolled_back_at = None
        self.now, self.since = None, 0.0

    def __reduce__(self):
        raise TypeError("The judge is no part of a save.")

    # -- the report

    def standing(self):
        return {name: value for name, value in vars(store.story).items() if type(value) is int}

    def write(self, **more):
        report = {
            "scenes": list(store.judge_scenes),
            "said": [[each.who, each.what.replace("{{", "{")] for each in store._history_list],
            "dice": self.dice,
            "dice_box": self.dice_box,
            "choosing": self.choosing,
            "folder": self.orders["folder"],
            "saved_at": self.orders.get("save_at"),
            "asked": self.asked,
            "standing": self.standing(),
            "shots": self.shots,
            "looked": self.looked,
            "heard": self.heard,
            "loaded_at": self.loaded_at,
            "rolled_back_at": self.rolled_back_at,
        }
        (self.folder / "report.json").write_text(json.dumps({**report, **more}))

    def on_exception(self, short, full, file):
        self.write(error=full)
        os._exit(3)

    def shoot(self, name):
        if name in self.orders.get("shots", ()) and name not in self.shots:
            renpy.exports.screenshot(str(self.folder / f"{name}.png"))
            self.shots.append(name)

    def see_choices(self):
        screen = renpy.exports.get_screen("choice").child
        left = min(x for x, _ in screen.offsets[1:])
        shown = renpy.exports.scene_lists().layers["master"]
        people = [each.displayable.state.xpos for each in shown if (each.tag or "").startswith("p_")]
        self.choosing.append([left, people])

    # -- hooks

    def dice_line(self, line):
        self.dice.append(line())
        if "dice" not in self.heard:
            renpy.config.skipping = None
        return self.dice[-1]

    def on_label(self, name, abnormal):
        if name.startswith("scene_"):
            store.judge_scenes.append(name[len("scene_") :])

    def menu(self, items, **rest):
        choices = [each for each in items if each[1] is not None]
        texts = [renpy.substitutions.substitute(each[0])[0].replace("{{", "{") for each in choices]
        hints = [getattr(each[1], "kwargs", {}).get("hint", "") for each in choices]
        self.asked.append({"texts": texts, "hints": hints, "standing": self.standing()})
        if len(self.asked) == self.orders.get("save_at"):
            renpy.exports.save("judge")
        if len(self.asked) == self.orders.get("load_at"):
            self.loaded_at = len(self.asked)
            renpy.exports.load("judge")
        if len(self.asked) == self.orders.get("roll_back_at"):
            self.rolled_back_at = len(self.asked)
            renpy.exports.rollback(force=True, checkpoints=3)
        chosen = choices[store.story.turn * 5 % len(choices)][1]
        looking = self.todo and len(self.asked) >= self.orders["look_at"]
        slow = looking or ("choice" in self.orders.get("shots", ()) and "choice" not in self.shots)
        renpy.ui.pausebehavior(2.0 if slow else 0.001, getattr(chosen, "value", chosen))
        return renpy.exports.display_menu(items, **rest)

    def tick(self):
        now = next((name for name in SCREENS if renpy.exports.get_screen(name)), None)
        if now is None:
            return None
        if now != self.now:
            self.now, self.since = now, time.monotonic()
        wanted = now in self.orders.get("shots", ()) and now not in self.shots
        if wanted and time.monotonic() < self.since + SETTLED:
            return None
        self.shoot(now)
        if now == "choice" and time.monotonic() >= self.since + SETTLED:
            self.see_choices()
        if now not in self.heard:
            self.heard[now] = renpy.exports.get_screen(now)._tts_all()
            if now == "dice":
                drawn = renpy.exports.get_screen(now).child
                (x, y), (width, height) = drawn.offsets[0], drawn.children[0].window_size
                self.dice_box = [x, y, width, height]
        if now == "the_end":
            self.write()
            os._exit(0)
        if now == "main_menu":
            renpy.game.preferences.transitions = renpy.game.preferences.text_cps = 0
            return renpy.exports.run(store.Start())
        if now in MENUS:
            self.looked.append(now)
            return renpy.exports.run(store.Return())
        if now == "choice" and self.todo and len(self.asked) >= self.orders["look_at"]:
            return renpy.exports.run(store.ShowMenu(self.todo.pop(0)))
        if now == "say_title" and "say" in self.orders.get("shots", ()) and "say" not in self.shots:
            return True  # to the next line, and not further
        if not renpy.config.skipping:
            renpy.game.preferences.skip_unseen = True
            renpy.game.preferences.skip_after_choices = True
            renpy.config.skipping = "fast"
            renpy.exports.restart_interaction()
        return None

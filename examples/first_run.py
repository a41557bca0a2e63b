"""A plan from its file to its undo, with no key and no network: what `make story` shows.

It makes a small project in a folder of its own, and lets the command `gameplan` do everything else, just as you would
type it. At a terminal you are asked before anything is overwritten; elsewhere the question is shown, and this program
answers yes.

    python examples/first_run.py
    python examples/first_run.py --folder /tmp/ferry     # a folder that is not there yet
"""

from __future__ import annotations

import argparse
import difflib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import gameplan.studio

PLAN = Path(__file__).parent / "ferry" / "plan.yaml"
PROJECT = Path(gameplan.studio.__path__[0]) / "ferry" / "project"
WAITING = 4
COLOURS = {"bold": "1", "dim": "2", "red": "31", "green": "32", "cyan": "36"}


def main() -> int:
    """Show it; the exit code is that of the run."""
    parser = argparse.ArgumentParser(description="A plan, from its file to its undo.")
    parser.add_argument("--folder", type=Path, help="where to put the sample project; it must not be there yet")
    folder = parser.parse_args().folder
    if folder is not None and folder.exists():
        parser.error(f"{folder} is there already: choose another folder")
    folder = folder or Path(tempfile.mkdtemp(prefix="gameplan-")) / "ferry"
    shutil.copytree(PROJECT, folder, ignore=shutil.ignore_patterns("__pycache__"))
    plan = shutil.copy(PLAN, folder.parent / f"{folder.name}-release.yaml")
    before = texts(folder)

    title("A request")
    say('  "Release Ferry 1.5.0, with a backup, release notes, the open TODOs and the tides as JSON."')
    say(f"  A small project is in {folder}:", "dim")
    say(f"  {', '.join(before)}", "dim")

    title("Its plan: a file that you can read, change and check")
    if type_gameplan("check", str(plan), "--workspace", str(folder)) != 0:
        return 1

    title("The run: each step begins the moment that it can, and one asks you first")
    ended = type_gameplan("run", str(plan), "--workspace", str(folder))
    if ended == WAITING and not sys.stdin.isatty():
        say("\nThere is no terminal to ask you at, so this program says yes for you:", "cyan")
        type_gameplan("approve", "last", "bump", quiet=True)
        ended = type_gameplan("resume", "last")
    if ended not in (0, WAITING):
        return ended

    title("What it changed")
    show_changes(before, texts(folder))
    title("Next")
    tell_next(folder, Path(plan), waits=ended == WAITING)
    return 0


def tell_next(folder: Path, plan: Path, *, waits: bool) -> None:
    """What to try now."""
    command = shown_command()
    rows = [("gameplan resume last", "go on with it")] if waits else []
    rows += [
        ("gameplan undo last", "every file as it was before, byte for byte"),
        ("gameplan show last --graph", "what waited for what"),
        (f"gameplan review {shlex.quote(str(plan))} -w {shlex.quote(str(folder))}", "change the plan, step by step"),
        ("gameplan studio", "the same in a browser, for the folder that you are in"),
        ("gameplan templates", "plans for your own folders"),
        ('gameplan agent "what is this folder about?"', "ask about a folder"),
        ("python examples/locked_doors.py", "a planner and an executor in a house of locked doors"),
    ]
    for typed, about in rows:
        say(f"  {about}", "dim")
        python = typed.replace("python", shown(sys.executable), 1) if typed.startswith("python ") else typed
        say(f"    {python.replace('gameplan', command, 1) if typed.startswith('gameplan') else python}", "cyan")


def type_gameplan(*arguments: str, quiet: bool = False) -> int:
    """Run the command as a person would, on this terminal."""
    typed = shlex.join(["gameplan", *arguments])
    say(f"$ {typed}", "cyan")
    sys.stdout.flush()
    output = subprocess.DEVNULL if quiet else None
    return subprocess.run([sys.executable, "-m", "gameplan.cli", *arguments], stdout=output, check=False).returncode


def shown_command() -> str:
    """How the command is typed here."""
    return "gameplan" if shutil.which("gameplan") else shown(str(Path(sys.executable).with_name("gameplan")))


def shown(path: str) -> str:
    """A path as it is typed from here."""
    relative = os.path.relpath(path)
    return relative if not relative.startswith("..") else path


def texts(folder: Path) -> dict[str, str]:
    """Every text file of the folder, by its path."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    names = {path: path.relative_to(folder) for path in files}
    return {
        str(name): "(an archive)\n" if path.suffix == ".zip" else path.read_text("utf-8")
        for path, name in names.items()
        if name.parts[0] != ".gameplan"
    }


def show_changes(before: dict[str, str], after: dict[str, str]) -> None:
    """Each change, as a diff; of a new file its first lines."""
    for name, text in after.items():
        if name not in before:
            lines = text.splitlines()
            say(f"  new: {name}", "bold")
            for line in lines[:6]:
                say(f"    + {line}", "green")
            if len(lines) > 6:
                say(f"    … {len(lines)} lines", "dim")
        elif text != before[name]:
            say(f"  changed: {name}", "bold")
            for line in difflib.unified_diff(before[name].splitlines(), text.splitlines(), lineterm="", n=0):
                if line[:1] in "+-" and not line.startswith(("+++", "---")):
                    say(f"    {line[:1]} {line[1:]}", "green" if line[0] == "+" else "red")


def title(text: str) -> None:
    say(f"\n{text}", "bold")


def say(text: str, style: str = "") -> None:
    """A line; in colour where somebody sees it."""
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and style
    print(f"\x1b[{COLOURS[style]}m{text}\x1b[0m" if colour else text)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\nStopped.")
        sys.exit(130)

"""The sample: a small project to try the studio out on, with a plan under review. Nothing of the person's is touched.

It lies in Gameplan's own folder and stays there, so that a person finds it again as it was left. Once its plan has
been run to the end, the next start makes a fresh copy beside it.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from gameplan.plans.files import load_plan
from gameplan.runtime import SqliteJournal
from gameplan.studio.aside import aside
from gameplan.studio.house import Studio
from gameplan.studio.lists import OVER, Lists
from gameplan.studio.readings import Readings

FERRY = Path(__file__).parent / "ferry"
_MOST = 500


def sample_workspace(home: Path) -> Path:
    """The folder of the sample: the one that was used last, or a fresh copy."""
    shelf = home / "sample"
    shelf.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder, number = shelf / "ferry", 1
    while folder.exists():
        following = shelf / f"ferry-{number + 1}"
        if not following.exists() and not _used_up(home, folder):
            return folder
        folder, number = following, number + 1
    shutil.copytree(FERRY / "project", folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


async def sample_page(studio: Studio) -> str:
    """The page to begin with: the sample's plan, or its run if there is one that has not ended."""
    note = _note(studio.folder)
    plan_id = _noted(note)
    for run in await aside(studio.lists.runs, limit=_MOST):
        if plan_id and run.plan == plan_id and run.status not in OVER:
            return f"/runs/{run.id}"
    if plan_id not in {each.id for each in await aside(studio.lists.plans, limit=_MOST)}:
        plan = load_plan((FERRY / "sailing.yaml").read_text("utf-8"))
        plan_id = await studio.plans.new(plan, "sample")
        note.write_text(plan_id, "utf-8")
    return f"/plans/{plan_id}"


def _used_up(home: Path, folder: Path) -> bool:
    """True if the project is another than it was, and nothing is left to go on with."""
    plan_id = _noted(_note(folder))
    if not plan_id or _files(folder) == _files(FERRY / "project"):
        return False
    with SqliteJournal(home / "gameplan.db") as journal:
        runs = Lists(journal, Readings(journal), lambda _: ()).runs(limit=_MOST)
    return all(run.status in OVER for run in runs if run.plan == plan_id)


def _note(folder: Path) -> Path:
    """Where the name of the sample's plan is kept."""
    return folder.with_name(f"{folder.name}.plan")


def _noted(note: Path) -> str:
    return note.read_text("utf-8").strip() if note.is_file() else ""


def _files(folder: Path) -> dict[Path, bytes]:
    kept = (".gameplan", "__pycache__")
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path: (folder / path).read_bytes() for path in found if not set(path.parts) & set(kept)}

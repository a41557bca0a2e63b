"""The files of an ink export."""

from __future__ import annotations

from gameplan.novels.export.ink.writing import ink_of
from gameplan.novels.export.story import Story


def write_ink(story: Story) -> dict[str, str | bytes]:
    """The files of a story in ink, by path: the script. Pictures and music are named in its tags, by their paths."""
    return {"story.ink": ink_of(story)}

"""What may be done with files? A folder that tools work in, race-safe against everything that leads out of it."""

from gameplan.tools.workspace.beneath import Resolver
from gameplan.tools.workspace.folder import Folder, Opened
from gameplan.tools.workspace.listing import ListDirectory, Listed, Listing
from gameplan.tools.workspace.reading import FileContent, ReadFile
from gameplan.tools.workspace.searching import Found, Match, SearchFiles
from gameplan.tools.workspace.workspace import Workspace

__all__ = [
    "FileContent",
    "Folder",
    "Found",
    "ListDirectory",
    "Listed",
    "Listing",
    "Match",
    "Opened",
    "ReadFile",
    "Resolver",
    "SearchFiles",
    "Workspace",
]

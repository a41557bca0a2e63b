"""What may be done with files? A folder that tools work in, race-safe against everything that leads out of it.

Reading: `Workspace.reading_tools`. Writing: `Workspace.writing_tools`, whose every change is on the record before it
happens (`FilesChanging`); `file_changes` and `compare`, which tell what they came to; and `undo`, which takes them
back.
"""

from gameplan.tools.workspace.aftermath import Interrupted, interrupted
from gameplan.tools.workspace.beneath import Resolver
from gameplan.tools.workspace.changes import Change, FilesChanged, FilesChanging
from gameplan.tools.workspace.comparing import Comparison, compare
from gameplan.tools.workspace.editing import AppendFile, EditFile, WriteFile, Written
from gameplan.tools.workspace.file_changes import FileChange, file_changes
from gameplan.tools.workspace.folder import Folder, Opened
from gameplan.tools.workspace.listing import ListDirectory, Listed, Listing
from gameplan.tools.workspace.moving import CopyFile, Deleted, DeleteFile, Made, MakeDirectory, Moved, MoveFile
from gameplan.tools.workspace.reading import FileContent, ReadFile
from gameplan.tools.workspace.restoring import Conflict
from gameplan.tools.workspace.searching import Found, Match, SearchFiles
from gameplan.tools.workspace.states import State
from gameplan.tools.workspace.targets import Endangers
from gameplan.tools.workspace.undo import UndoReport, undo
from gameplan.tools.workspace.unzipping import UnpackArchive, Unpacked
from gameplan.tools.workspace.workspace import Workspace
from gameplan.tools.workspace.writer import NotDone, as_approved
from gameplan.tools.workspace.zipping import Archived, ArchiveFiles

__all__ = [
    "AppendFile",
    "ArchiveFiles",
    "Archived",
    "Change",
    "Comparison",
    "Conflict",
    "CopyFile",
    "DeleteFile",
    "Deleted",
    "EditFile",
    "Endangers",
    "FileChange",
    "FileContent",
    "FilesChanged",
    "FilesChanging",
    "Folder",
    "Found",
    "Interrupted",
    "ListDirectory",
    "Listed",
    "Listing",
    "Made",
    "MakeDirectory",
    "Match",
    "MoveFile",
    "Moved",
    "NotDone",
    "Opened",
    "ReadFile",
    "Resolver",
    "SearchFiles",
    "State",
    "UndoReport",
    "UnpackArchive",
    "Unpacked",
    "Workspace",
    "WriteFile",
    "Written",
    "as_approved",
    "compare",
    "file_changes",
    "interrupted",
    "undo",
]

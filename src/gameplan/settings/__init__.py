"""What has the person set, and where are things? Settings, models, folders, and the tools that are allowed here.

The command line and the studio read the same: `load_settings` for a workspace, `choose` for the models, `tools_of` for
what a plan may do, `places` for the journal and the templates. What cannot work is a `UserError`, in words.
"""

from gameplan.settings.choice import PROVIDERS, Choice, Provider, choose, providers_installed
from gameplan.settings.errors import UserError
from gameplan.settings.places import config_folder, database, home, templates_folder, workspace_folder
from gameplan.settings.tools import THINKING, problems_with, thinking_model, tools_by_step, tools_of
from gameplan.settings.values import Settings, load_settings, own_settings

__all__ = [
    "PROVIDERS",
    "THINKING",
    "Choice",
    "Provider",
    "Settings",
    "UserError",
    "choose",
    "config_folder",
    "database",
    "home",
    "load_settings",
    "own_settings",
    "problems_with",
    "providers_installed",
    "templates_folder",
    "thinking_model",
    "tools_by_step",
    "tools_of",
    "workspace_folder",
]

"""Where things are: the journal with everything that was run, and the person's own settings."""

from gameplan.settings.places import config_folder, database, home, open_journal, templates_folder, workspace_folder

__all__ = ["config_folder", "database", "home", "open_journal", "templates_folder", "workspace_folder"]

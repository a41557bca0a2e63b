"""Settings: the command line over the environment, over the workspace's `gameplan.toml`, over the person's own."""

from gameplan.settings.values import FILE, Settings, load_settings, own_settings

__all__ = ["FILE", "Settings", "load_settings", "own_settings"]

"""A story as an ink script, which inkle's tools and their ports compile and play."""

from gameplan.novels.export.ink.files import write_ink

__all__ = ["write_ink"]

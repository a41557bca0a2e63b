"""Novels that come with the house: to try, to test with, and to learn the form from."""

from gameplan.novels.samples.sallow_weir import sample_package

__all__ = ["sample_package"]

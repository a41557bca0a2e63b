"""The texts of the house author, by language: what it knows to tell, before it knows of what."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from random import Random
from typing import Any, TypeVar

LANGUAGES = ("en", "de")
_T = TypeVar("_T")


@lru_cache(maxsize=32)
def texts(language: str, name: str) -> dict[str, Any]:
    """A table of texts: threads, frames, scenes, places, people, names."""
    file = files("gameplan.novels.house") / "texts" / language / f"{name}.toml"
    return tomllib.loads(file.read_text("utf-8"))


def in_language(tag: str) -> str:
    """The language of the house author that a tag asks for; English where it knows no other."""
    main = tag.lower().partition("-")[0]
    return main if main in LANGUAGES else "en"


def shuffled(rng: Random, items: list[_T]) -> list[_T]:
    """The items in another order; the list stays as it is."""
    return rng.sample(items, len(items))

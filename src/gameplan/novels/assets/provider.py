"""Who makes a picture or a piece of music: what is asked of them, what comes back, and what can go wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

AssetKind: TypeAlias = Literal["portrait", "background", "music"]
PORTRAIT_SIZE = (900, 1200)
BACKDROP_SIZE = (1920, 1080)
LOOP_SECONDS = 24.0

Code: TypeAlias = Literal[
    "no_key",  # there is no key to ask with
    "key",  # the key was not accepted
    "refused",  # the provider does not want to make this
    "busy",  # too many requests, or the credit is used up
    "timeout",  # no answer in time
    "unavailable",  # it cannot be reached, or is broken
    "unusable",  # what came back is no picture and no sound
    "missing",  # a library is not installed
    "unable",  # it does not make this at all
]


class AssetError(Exception):
    """Why a picture or a sound was not made, in words for a person. It never holds a key."""

    def __init__(self, reason: str, *, code: Code, retry_after: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code
        self.retry_after = retry_after  # seconds, if the provider said so


@dataclass(frozen=True, slots=True)
class Made:
    """A picture or a sound as it is kept: checked, and in a format that every player reads."""

    content: bytes
    mime: str
    width: int = 0
    height: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ImageOrder:
    """A picture that is wanted. `subject` is whose it is; `reference` is the portrait it has to be like.

    Portraits are cut out: what is around the person is transparent.
    """

    kind: Literal["portrait", "background"]
    prompt: str
    subject: str = ""
    expression: str = "neutral"
    art_style: str = ""
    mood: str = ""
    seed: int = 0
    size: tuple[int, int] = PORTRAIT_SIZE
    reference: Made | None = None


@dataclass(frozen=True, slots=True)
class MusicOrder:
    """Music that is wanted: what it is made of, each with its weight; below zero it is to be left out."""

    prompts: tuple[tuple[str, float], ...]
    mood: str = ""
    seconds: float = LOOP_SECONDS
    seed: int = 0


class AssetProvider(Protocol):
    """Makes pictures and music, or says in an `AssetError` why not."""

    def maker(self, kind: AssetKind) -> str:
        """Who makes such a thing, with the model: `openai:gpt-image-2.5-sunburst`. Empty: this one does not."""
        ...

    async def image(self, order: ImageOrder) -> Made: ...

    async def music(self, order: MusicOrder) -> Made: ...

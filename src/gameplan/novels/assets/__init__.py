"""Who draws the people and paints the places, and what do they sound like? The house itself, or a provider.

- **Makers**: `provider_for("house" | "openai" | "google")`; each is an `AssetProvider`.
- **Kept**: an `AssetStore` keeps what was made; the same order is never made twice.
- **Made**: a `Workshop` makes the assets of people and places; `illustrated` those of a whole package, and
  `volume_with` puts their files beside it, for a shelf.
- **Found**: `portrait_of`, `backdrop_of` and `music_of` tell which one is to be shown.
"""

from typing import TYPE_CHECKING

from gameplan._lazy import lazily

if TYPE_CHECKING:
    from gameplan.novels.assets.choosing import PROVIDERS, provider_for
    from gameplan.novels.assets.completing import illustrated, volume_with
    from gameplan.novels.assets.google import GoogleAssets
    from gameplan.novels.assets.house_provider import HouseProvider
    from gameplan.novels.assets.openai_images import OpenAIImages
    from gameplan.novels.assets.owned import backdrop_of, music_of, portrait_of
    from gameplan.novels.assets.provider import AssetError, AssetProvider, ImageOrder, Made, MusicOrder
    from gameplan.novels.assets.store import AssetStore
    from gameplan.novels.assets.workshop import Workshop

__getattr__ = lazily(
    __name__,
    {
        "gameplan.novels.assets.choosing": (
            "PROVIDERS",
            "provider_for",
        ),
        "gameplan.novels.assets.google": ("GoogleAssets",),
        "gameplan.novels.assets.house_provider": ("HouseProvider",),
        "gameplan.novels.assets.completing": (
            "illustrated",
            "volume_with",
        ),
        "gameplan.novels.assets.openai_images": ("OpenAIImages",),
        "gameplan.novels.assets.owned": (
            "backdrop_of",
            "music_of",
            "portrait_of",
        ),
        "gameplan.novels.assets.provider": (
            "AssetError",
            "AssetProvider",
            "ImageOrder",
            "Made",
            "MusicOrder",
        ),
        "gameplan.novels.assets.store": ("AssetStore",),
        "gameplan.novels.assets.workshop": ("Workshop",),
    },
)

__all__ = [
    "PROVIDERS",
    "AssetError",
    "AssetProvider",
    "AssetStore",
    "GoogleAssets",
    "HouseProvider",
    "ImageOrder",
    "Made",
    "MusicOrder",
    "OpenAIImages",
    "Workshop",
    "backdrop_of",
    "illustrated",
    "music_of",
    "portrait_of",
    "provider_for",
    "volume_with",
]

"""Who makes the pictures and the music: the house, unless somebody else is asked for."""

from __future__ import annotations

from gameplan.novels.assets.google import IMAGE_MODEL, MUSIC_MODEL, GoogleAssets
from gameplan.novels.assets.house_provider import HouseProvider
from gameplan.novels.assets.openai_images import OpenAIImages
from gameplan.novels.assets.provider import AssetProvider

PROVIDERS = ("house", "openai", "google")


def provider_for(name: str = "house") -> AssetProvider:
    """The provider of this name: `house`, `openai` or `google`; a model may follow, as in `openai:gpt-image-2`.

    For Google a music model may follow as well: `google:gemini-3-pro-image+lyria-3.5`.
    """
    who, _, model = name.strip().partition(":")
    match who:
        case "house" if not model:
            return HouseProvider()
        case "openai":
            return OpenAIImages(model) if model else OpenAIImages()
        case "google":
            image, _, music = model.partition("+")
            return GoogleAssets(image or IMAGE_MODEL, music_model=music or MUSIC_MODEL)
    raise ValueError(f'There is no provider of pictures "{name[:60]}". There are: {", ".join(PROVIDERS)}.')

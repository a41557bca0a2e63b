"""The words of the template renderer, by language."""

from gameplan.novels.telling.wording.english import ENGLISH
from gameplan.novels.telling.wording.german import GERMAN
from gameplan.novels.telling.wording.patterns import Pattern, Wording

__all__ = ["ENGLISH", "GERMAN", "Pattern", "Wording", "wording_of"]


def wording_of(language: str) -> Wording:
    """The words for a language (BCP 47): German for German, English for every other."""
    return GERMAN if language.lower().split("-")[0] in ("de", "gsw") else ENGLISH

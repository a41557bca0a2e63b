"""Which language a text is in, told by its script and its smallest words. Unsure is `None`."""

from __future__ import annotations

import re

_SMALL_WORDS = {
    "en": "the and of to is it that was for with you his her they this not but from are at be on as have had what",
    "de": "der die das und ist nicht ein eine einen dem den des mit sich auf für von zu im sie er es wie auch noch",
    "fr": "le la les et est une des du que qui dans pour pas sur avec elle ne au ce vous nous sont mais",
    "es": "el los las y una que en del por con para no se su como más pero al ella está lo le",
    "it": "il gli e di che una per non con sono della nel alla si come più ma dei lo questo è",
    "nl": "de het een en van is niet dat op te met voor zijn aan er maar ook bij naar uit nog hij",
    "pt": "o os as e de que um uma não com para se por mais como mas ao ele das dos é na no",
}
_WORDS = {language: frozenset(words.split()) for language, words in _SMALL_WORDS.items()}
_OF: dict[str, list[str]] = {}
for _language, _words in _WORDS.items():
    for _word in _words:
        _OF.setdefault(_word, []).append(_language)
_SCRIPTS = (
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
)
_LETTERS = re.compile(r"[^\W\d_]+")
LEAST_WORDS = 8
LEAST_SMALL = 3


def main_language(tag: str) -> str:
    """The language of a tag: `de` for `de-CH`."""
    return tag.replace("_", "-").split("-")[0].casefold()


def language_of(text: str) -> str | None:
    """The language of a text, if it is long enough and clearly one."""
    if not text.isascii():
        letters = sum(map(str.isalpha, text))
        for language, script in _SCRIPTS:
            if letters and len(script.findall(text)) > 0.2 * letters:
                return language
    words = _LETTERS.findall(text.casefold())
    if len(words) < LEAST_WORDS:
        return None
    counts = dict.fromkeys(_WORDS, 0)
    for word in words:
        for language in _OF.get(word, ()):
            counts[language] += 1
    best, second = sorted(counts, key=lambda each: -counts[each])[:2]
    clear = counts[best] >= LEAST_SMALL and counts[best] >= 2 * counts[second]
    return best if clear else None

"""The veil over what nobody may be told yet: it finds a secret in a text, however it is spaced, accented or cut up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gameplan.novels.telling.said import compact

_WINDOW = 20  # letters in a row that are a secret's own: about four words
_DENSE_WINDOW = 8  # in scripts where a letter is a syllable or a word
_SHORTEST = 8  # a secret of fewer letters is no more than a word: it would be found everywhere


class Veil:
    """Knows the texts that are hidden, and finds pieces of them. What is `open` elsewhere does not count as hidden."""

    def __init__(self, secrets: Iterable[str] = (), *, open: Iterable[str] = ()) -> None:
        self._whole: set[str] = set()
        self._pieces: dict[int, set[str]] = {_WINDOW: set(), _DENSE_WINDOW: set()}
        self._secrets = tuple(secrets)
        for secret in self._secrets:
            key = compact(secret)
            size = _size(key)
            if len(key) >= size:
                self._pieces[size].update(_windows(key, size))
            elif len(key) >= (4 if size == _DENSE_WINDOW else _SHORTEST):
                self._whole.add(key)
        self._lift(open)

    def without(self, texts: Iterable[str]) -> Veil:
        """The veil, but for what these texts say: they may be told."""
        lifted = Veil()
        lifted._secrets = self._secrets
        lifted._whole = set(self._whole)
        lifted._pieces = {size: set(pieces) for size, pieces in self._pieces.items()}
        lifted._lift(texts)
        return lifted

    def covers(self, *texts: str) -> bool:
        """Whether something hidden is in these texts: in one of them, or in all of them read on end."""
        key = "".join(map(compact, texts))
        if any(whole in key for whole in self._whole):
            return True
        return any(
            window in pieces for size, pieces in self._pieces.items() if pieces for window in _windows(key, size)
        )

    def __bool__(self) -> bool:
        return bool(self._whole) or any(self._pieces.values())

    def _lift(self, texts: Iterable[str]) -> None:
        for text in texts:
            key = compact(text)
            self._whole = {whole for whole in self._whole if whole not in key}
            for size, pieces in self._pieces.items():
                if pieces:
                    pieces.difference_update(_windows(key, size))


def _windows(key: str, size: int) -> Iterator[str]:
    return (key[at : at + size] for at in range(len(key) - size + 1))


def _size(key: str) -> int:
    """How many letters in a row are telling: fewer where most of them are from a dense script."""
    dense = sum("\u3040" <= each <= "\u9fff" or "\uac00" <= each <= "\ud7af" for each in key)
    return _DENSE_WINDOW if dense * 2 > len(key) else _WINDOW

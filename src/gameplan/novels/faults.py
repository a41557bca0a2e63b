"""What is wrong with a value of a package, in the words of who wrote it: JSON has lists and objects, no tuples."""

from __future__ import annotations

from typing import Final

_LIST, _OBJECT = "it has to be a list", "it has to be an object"
_WORDS: Final = {
    "tuple_type": _LIST,
    "list_type": _LIST,
    "dict_type": _OBJECT,
    "model_type": _OBJECT,
    "model_attributes_type": _OBJECT,
    "extra_forbidden": "there is no such field",
    "missing": "it is missing",
}


def in_words(kind: str, message: str) -> str:
    """The fault of this kind; what has no words of ours keeps its message."""
    return _WORDS.get(kind, message)

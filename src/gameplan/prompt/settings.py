"""Typed settings: values that sections look up by their type."""

from collections.abc import Iterable, Iterator
from typing import TypeVar, cast

from gameplan.prompt.errors import PromptError

T = TypeVar("T")


class Settings:
    """A handful of values, at most one of each type, looked up by that type."""

    __slots__ = ("_by_type",)

    def __init__(self, values: Iterable[object] = ()) -> None:
        by_type: dict[type, object] = {}
        for value in values:
            if type(value) in by_type:
                raise PromptError(
                    f"Two settings of the type {type(value).__name__}: {by_type[type(value)]!r} and {value!r}. "
                    "Settings are looked up by type; keep one."
                )
            by_type[type(value)] = value
        self._by_type = by_type

    def get(self, setting_type: type[T]) -> T | None:
        """The setting of exactly this type, or None."""
        return cast(T | None, self._by_type.get(setting_type))

    def over(self, others: "Settings") -> "Settings":
        """These settings, and those of `others` of whose type there is none here."""
        return Settings({**others._by_type, **self._by_type}.values())

    def __iter__(self) -> Iterator[object]:
        return iter(self._by_type.values())

    def __repr__(self) -> str:
        return f"Settings({list(self)!r})"

"""The functions of the language. Each says what it takes and gives; that is checked before it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from gameplan.expressions import library
from gameplan.expressions.limits import Work
from gameplan.expressions.paths import IDENTIFIER
from gameplan.expressions.tokens import KEYWORDS
from gameplan.expressions.values import ANY, Json, Kinds, kinds


@dataclass(frozen=True)
class Takes:
    """What an argument may be; `items` is what the items of a list may be."""

    kinds: Kinds
    items: Kinds = ANY


Apply: TypeAlias = Callable[[Sequence[Any], Work], Json]


@dataclass(frozen=True)
class Function:
    """A function that expressions can call.

    `usage` shows a call and `about` says what it gives. `optional` arguments at the end may be left out; with
    `repeats` the last one may come again and again. It gives one of the kinds, or `"item"`: an item of its list.
    `apply` gets arguments that are as declared, and must give JSON; it says what is wrong by an `ExpressionError`.
    The data is in the `Work` that it gets, for a host's function that asks about more than its arguments.
    """

    name: str
    usage: str
    about: str
    takes: tuple[Takes, ...]
    gives: Kinds | Literal["item"]
    apply: Apply
    optional: int = 0
    repeats: bool = False

    def __post_init__(self) -> None:
        if not IDENTIFIER.fullmatch(self.name) or self.name in KEYWORDS:
            raise ValueError(f'"{self.name}" cannot be the name of a function.')
        if self.repeats and not self.takes:
            raise ValueError(f'"{self.name}" has no argument that could repeat.')

    def accepts(self, count: int) -> bool:
        """Whether it can be called with this many arguments."""
        return len(self.takes) - self.optional <= count and (self.repeats or count <= len(self.takes))

    def argument(self, index: int) -> Takes:
        """What the argument at this index may be."""
        return self.takes[min(index, len(self.takes) - 1)]


_TEXT: Final = Takes(kinds("text"))
_NUMBER: Final = Takes(kinds("number"))
_LIST: Final = Takes(kinds("list"))
_OBJECT: Final = Takes(kinds("object"))
_BOOLEANS: Final = Takes(kinds("list"), items=kinds("boolean"))
_COMPARABLE: Final = Takes(kinds("list", "number", "text"), items=kinds("number", "text"))

_BOOLEAN: Final = kinds("boolean")
_A_TEXT: Final = kinds("text")
_A_NUMBER: Final = kinds("number")
_A_LIST: Final = kinds("list")

_EVERY: Final = (
    Function(
        "len",
        "len(x)",
        "How many characters a text has, items a list, or fields an object.",
        (Takes(kinds("text", "list", "object")),),
        _A_NUMBER,
        library.length,
    ),
    Function(
        "count",
        "count(list, x)",
        "How many items of the list equal `x`.",
        (_LIST, Takes(ANY)),
        _A_NUMBER,
        library.count,
    ),
    Function(
        "min",
        "min(list) or min(a, b, …)",
        "The least of numbers, or the first of texts.",
        (_COMPARABLE,),
        "item",
        library.least,
        repeats=True,
    ),
    Function(
        "max",
        "max(list) or max(a, b, …)",
        "The greatest of numbers, or the last of texts.",
        (_COMPARABLE,),
        "item",
        library.greatest,
        repeats=True,
    ),
    Function(
        "sum",
        "sum(list)",
        "The numbers of the list added up; 0 for an empty one.",
        (Takes(kinds("list"), items=kinds("number")),),
        _A_NUMBER,
        library.total,
    ),
    Function(
        "any", "any(list)", "Whether one of the list's booleans is true.", (_BOOLEANS,), _BOOLEAN, library.one_true
    ),
    Function(
        "all", "all(list)", "Whether all of the list's booleans are true.", (_BOOLEANS,), _BOOLEAN, library.all_true
    ),
    Function("lower", "lower(text)", "The text in small letters.", (_TEXT,), _A_TEXT, library.lower),
    Function("upper", "upper(text)", "The text in capitals.", (_TEXT,), _A_TEXT, library.upper),
    Function("trim", "trim(text)", "The text without spaces and line ends around it.", (_TEXT,), _A_TEXT, library.trim),
    Function(
        "starts_with",
        "starts_with(text, part)",
        "Whether the text begins with the part.",
        (_TEXT, _TEXT),
        _BOOLEAN,
        library.starts_with,
    ),
    Function(
        "ends_with",
        "ends_with(text, part)",
        "Whether the text ends with the part.",
        (_TEXT, _TEXT),
        _BOOLEAN,
        library.ends_with,
    ),
    Function(
        "contains",
        "contains(whole, x)",
        "The same as `x in whole`.",
        (Takes(kinds("text", "list", "object")), Takes(ANY)),
        _BOOLEAN,
        library.contains,
    ),
    Function(
        "empty",
        "empty(x)",
        "Whether a text, a list or an object has nothing in it; null is empty too.",
        (Takes(kinds("text", "list", "object", "null")),),
        _BOOLEAN,
        library.empty,
    ),
    Function("first", "first(list)", "The first item.", (_LIST,), "item", library.first),
    Function("last", "last(list)", "The last item.", (_LIST,), "item", library.last),
    Function(
        "keys", "keys(object)", "The names of the object's fields, in their order.", (_OBJECT,), _A_LIST, library.keys
    ),
    Function("values", "values(object)", "The values of the object's fields.", (_OBJECT,), _A_LIST, library.values),
    Function(
        "round",
        "round(number) or round(number, places)",
        "The nearest whole number, or the nearest with so many places; a half goes away from zero.",
        (_NUMBER, _NUMBER),
        _A_NUMBER,
        library.rounded,
        optional=1,
    ),
    Function("abs", "abs(number)", "The number without its sign.", (_NUMBER,), _A_NUMBER, library.magnitude),
    Function(
        "text",
        "text(x)",
        "A number or a boolean as it is written; a text stays as it is.",
        (Takes(kinds("text", "number", "boolean")),),
        _A_TEXT,
        library.as_text,
    ),
    Function(
        "number",
        "number(x)",
        'The number that a text such as `"-1.5"` says; a number stays as it is.',
        (Takes(kinds("text", "number")),),
        _A_NUMBER,
        library.as_number,
    ),
)

FUNCTIONS: Final[Mapping[str, Function]] = MappingProxyType({function.name: function for function in _EVERY})

# Names from elsewhere, and what does the same here.
OTHER_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "length": "len",
        "size": "len",
        "strip": "trim",
        "startswith": "starts_with",
        "startsWith": "starts_with",
        "endswith": "ends_with",
        "endsWith": "ends_with",
        "includes": "contains",
        "has": "contains",
        "str": "text",
        "string": "text",
        "int": "number",
        "float": "number",
        "defined": "exists",
        "is_empty": "empty",
        "isEmpty": "empty",
        "toLowerCase": "lower",
        "toUpperCase": "upper",
    }
)


def with_more(more: Sequence[Function]) -> Mapping[str, Function]:
    """The functions of the language and a host's own. None may take the name of another."""
    if not more:
        return FUNCTIONS
    every = dict(FUNCTIONS)
    for function in more:
        if function.name in every or function.name == "exists":
            raise ValueError(f'There is a function "{function.name}" already.')
        every[function.name] = function
    return every

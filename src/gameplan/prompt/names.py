"""The names that a mode has, and what each of them is: the ground on which the lint stands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gameplan.prompt.book import PromptBook
from gameplan.prompt.modes import choose
from gameplan.prompt.tool_like import ToolLike

# Keywords of JSON Schema whose value maps names to schemas, and those whose value is data, not a schema.
_MAPS_OF_SCHEMAS = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_DATA = frozenset({"default", "examples", "example"})


@dataclass(frozen=True)
class Names:
    """Names and what they are, such as `{"peek": "a tool"}`.

    `proper` names (tools, sections, vocabulary) can be recognised in prose; those of `arguments` and of their
    values are often ordinary words.
    """

    proper: Mapping[str, str]
    arguments: Mapping[str, str]

    def what(self, name: str) -> str | None:
        """What a name is, or None if it is none of these."""
        return self.proper.get(name) or self.arguments.get(name)

    def __contains__(self, name: str) -> bool:
        return self.what(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter({**self.proper, **self.arguments})


def names_held(book: PromptBook, mode: str) -> Names:
    """What a mode has: its sections, its tools with their arguments, and its vocabulary."""
    return _names_of_mode(book, mode, book.tools(mode))


def names_sayable(book: PromptBook, mode: str) -> Names:
    """What a mode's text may name: what it has, and the tools of the mode that it plans for."""
    executor = book.mode(mode).plans_for
    return _names_of_mode(book, mode, book.tools(mode) + (book.tools(executor) if executor is not None else ()))


def names_of_book(book: PromptBook) -> Names:
    """Every name of the book, in a mode or not."""
    return _names(book, tuple(book.all_tools.values()), tuple(book.sections), book.vocabulary())


def owners(book: PromptBook, name: str) -> str:
    """Which modes have a name: `of mode "main"`."""
    modes = [f'"{mode}"' for mode in book.modes if name in names_held(book, mode)]
    return f"of mode{'s' * (len(modes) > 1)} {', '.join(modes)}" if modes else "of no mode"


def names_in_schema(schema: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The arguments of a JSON schema and the values of its enums, at any depth, each with its kind."""
    for keyword, value in schema.items():
        if keyword in _DATA:
            continue
        if keyword == "enum" and isinstance(value, list | tuple):
            yield from ((each, "a value") for each in value if isinstance(each, str))
        elif keyword == "const" and isinstance(value, str):
            yield value, "a value"
        elif keyword in _MAPS_OF_SCHEMAS and isinstance(value, Mapping):
            if keyword == "properties":
                yield from ((name, "an argument") for name in value)
            for inner in value.values():
                yield from _names_inside(inner)
        else:
            yield from _names_inside(value)


def _names_inside(value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        yield from names_in_schema(value)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _names_inside(each)


def _names_of_mode(book: PromptBook, mode_name: str, tools: Sequence[ToolLike]) -> Names:
    mode = book.mode(mode_name)
    return _names(book, tools, mode.sections, choose(mode.names, book.vocabulary()))


def _names(book: PromptBook, tools: Sequence[ToolLike], sections: Sequence[str], words: Sequence[str]) -> Names:
    proper = {tool.name: "a tool" for tool in tools}
    proper |= {f"@{name}": "a section" for name in sections}
    for kind, words_of_kind in book.names.items():
        article = "an" if kind[:1].lower() in "aeiou" else "a"
        for word in words_of_kind:
            if word in words:
                proper.setdefault(word, f"{article} {kind}")
    arguments: dict[str, str] = {}
    for tool in tools:
        for name, kind in names_in_schema(tool.parameters):
            arguments.setdefault(name, f'{kind} of the tool "{tool.name}"')
    return Names(proper, arguments)

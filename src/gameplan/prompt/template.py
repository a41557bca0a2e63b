"""Text with `${name}` placeholders.

`$$` is a dollar sign. `$name` without braces is refused, because it is nearly always a placeholder that
would silently reach the model; any other dollar sign (`$5`) is itself.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from gameplan.prompt.errors import PromptError, instead

_DOLLAR = re.compile(
    r"""\$(?: (?P<dollar>\$)
            | \{ (?P<name>[^\W\d]\w*) \}
            | (?P<malformed>\{[^}\n]*\}?)
            | (?P<bare>[^\W\d]\w*) )""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Placeholder:
    """A `${name}` in a template, and the line it is on."""

    name: str
    line: int

    def __str__(self) -> str:
        return f"${{{self.name}}}"


@dataclass(frozen=True)
class Template:
    """A text taken apart at its placeholders; `where` is what errors call it."""

    where: str
    parts: tuple[str | Placeholder, ...]

    @classmethod
    def parse(cls, text: str, *, where: str, line: int = 1) -> "Template":
        """Take a text apart; `line` is the line of its file on which it begins."""
        parts: list[str | Placeholder] = []
        problems: list[str] = []
        end = 0
        for match in _DOLLAR.finditer(text):
            parts.append(text[end : match.start()])
            end = match.end()
            at = line + text.count("\n", 0, match.start())
            if match["dollar"]:
                parts.append("$")
            elif match["name"]:
                parts.append(Placeholder(match["name"], at))
            else:
                meant = f'"${{{match["bare"]}}}"' if match["bare"] else '"${name}"'
                problems.append(
                    f'{where}, line {at}: "{match[0]}" is not a placeholder. '
                    f'Write {meant}, or "${match[0]}" for a dollar sign.'
                )
        if problems:
            raise PromptError(*problems)
        return cls(where, (*parts, text[end:]))

    @property
    def placeholders(self) -> tuple[Placeholder, ...]:
        return tuple(part for part in self.parts if isinstance(part, Placeholder))

    def unknown(self, known: Collection[str], owner: str) -> tuple[str, ...]:
        """A problem for each placeholder that is not one of the known names of `owner`."""
        return tuple(
            f'{self.where}, line {each.line}: {owner} has no "{each.name}" for the placeholder "{each}"; '
            f"{instead(each.name, known)}"
            for each in self.placeholders
            if each.name not in known
        )

    def fill(self, values: Mapping[str, object]) -> str:
        """The text with each placeholder's value in its place, as text: a value is never expanded again."""
        return "".join(part if isinstance(part, str) else str(values[part.name]) for part in self.parts)

"""A section of a prompt, and what it is given when it is rendered."""

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, TypeVar

from gameplan.prompt.errors import PromptError
from gameplan.prompt.settings import Settings
from gameplan.prompt.tool_like import ToolLike

T = TypeVar("T")


@dataclass(frozen=True)
class RenderContext:
    """What a section may look at while it is rendered: its own params, and the settings."""

    given: object = None
    settings: Settings = field(default_factory=Settings)

    def params(self, params_type: type[T]) -> T:
        """The section's params, which are of the type that the section names as its `params_type`."""
        if not isinstance(self.given, params_type):
            raise PromptError(
                f"A section asked for the params {params_type.__name__}, but was given "
                f"{type(self.given).__name__}; set its params_type to {params_type.__name__}."
            )
        return self.given

    def setting(self, setting_type: type[T]) -> T | None:
        """The setting of this type: the session's, else the prompt's, else None."""
        return self.settings.get(setting_type)


class Section:
    """A titled part of a prompt, with the tools that it speaks of; on its own, a heading over its children.

    `enabled` is asked at each render, with the section's params if it takes an argument. A section that is
    not enabled is not there: neither its text, nor its tools, nor its children.
    """

    params_type: ClassVar[type | None] = None
    """The dataclass that `Prompt.render` must be given for this section, if it needs one."""

    def __init__(
        self,
        *,
        title: str,
        key: str | None = None,
        tools: Sequence[ToolLike] = (),
        children: "Sequence[Section]" = (),
        enabled: Callable[..., bool] | None = None,
    ) -> None:
        if not title.strip() or "\n" in title:
            raise PromptError(f"A section's title is one line of text, not {title!r}.")
        if "${" in title:
            raise PromptError(f'Section "{title}": placeholders are for the text, not for the title.')
        self.title: Final = title
        self.key: Final = slug(title) if key is None else key
        if not self.key:
            raise PromptError(f'Section "{title}": no key can be made from the title; give it a key.')
        self.tools: Final = tuple(tools)
        self.children: Final = tuple(children)
        self.enabled: Final = enabled
        self._takes_params: Final = self._enabled_takes_params()
        refuse_repeated_keys(f'Section "{title}"', self.children)

    def body(self, context: RenderContext) -> str:
        """The text under the heading."""
        return ""

    def bind(self, session: object) -> None:
        """Make ready for a session, such as by registering reducers; called once by `Prompt.bind`."""

    def is_enabled(self, context: RenderContext) -> bool:
        """Whether the section is in the prompt this time."""
        if self.enabled is None:
            return True
        return self.enabled(context.given) if self._takes_params else self.enabled()

    def _enabled_takes_params(self) -> bool:
        if self.enabled is None:
            return False
        signature = inspect.signature(self.enabled)
        if self.params_type is not None and _accepts(signature, "params"):
            return True
        if _accepts(signature):
            return False
        takes = "its params or nothing" if self.params_type else "nothing, because the section has no params"
        raise PromptError(f'Section "{self.title}": enabled{signature} must take {takes}.')


def slug(title: str) -> str:
    """A title as a key: `Peeking and Searching` is `peeking-and-searching`."""
    return "-".join(re.findall(r"\w+", title.lower())).replace("_", "-")


def refuse_repeated_keys(where: str, sections: Sequence[Section]) -> None:
    """Sections of one level are told apart by their keys."""
    titles: dict[str, str] = {}
    for section in sections:
        if section.key in titles:
            raise PromptError(
                f'{where}: the sections "{titles[section.key]}" and "{section.title}" have the same key '
                f'"{section.key}". Give one of them another key.'
            )
        titles[section.key] = section.title


def _accepts(signature: inspect.Signature, *arguments: object) -> bool:
    try:
        signature.bind(*arguments)
    except TypeError:
        return False
    return True

"""A section written as a markdown template."""

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Final, Generic

from gameplan.prompt.errors import PromptError
from gameplan.prompt.section import RenderContext, Section
from gameplan.prompt.template import Template
from gameplan.prompt.tool_like import ToolLike, bullets

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # the default spares `MarkdownSection[None]`; never imported at run time

    ParamsT = TypeVar("ParamsT", default=None)
else:
    from typing import TypeVar

    ParamsT = TypeVar("ParamsT")


class MarkdownSection(Section, Generic[ParamsT]):
    """A section from a template: `MarkdownSection[Params](title=..., template="Focus on ${objective}.")`.

    Placeholders are the fields of `Params`, a dataclass, and are checked when the section is made; without
    `[Params]` there are none. The template is dedented. With `list_tools` the body ends with one line per tool.
    """

    def __init__(
        self,
        *,
        title: str,
        template: str,
        tools: Sequence[ToolLike] = (),
        children: Sequence[Section] = (),
        enabled: Callable[[ParamsT], bool] | Callable[[], bool] | None = None,
        key: str | None = None,
        list_tools: bool = False,
    ) -> None:
        super().__init__(title=title, key=key, tools=tools, children=children, enabled=enabled)
        self.list_tools: Final = list_tools
        self.template: Final = Template.parse(dedent(template).strip(), where=f'Section "{title}"')
        owner = "the section, made without [Params]," if self.params_type is None else self.params_type.__name__
        if problems := self.template.unknown(self._fields(), owner):
            raise PromptError(*problems)

    def body(self, context: RenderContext) -> str:
        """The template with the params' fields in place, and the tools if they are to be listed."""
        text = self.template.fill({name: getattr(context.given, name) for name in self._fields()})
        return f"{text}\n\n{bullets(self.tools)}" if self.list_tools and self.tools else text

    def _fields(self) -> tuple[str, ...]:
        params_type: Any = self.params_type
        return () if params_type is None else tuple(field.name for field in fields(params_type))

    if not TYPE_CHECKING:
        # A type checker sees an ordinary generic class. At run time `MarkdownSection[Params]` is a real
        # subclass, made once, because the placeholders are checked in `__init__`, where a plain generic
        # alias has already forgotten its argument.
        def __class_getitem__(cls, params_type):
            if isinstance(params_type, TypeVar):
                return super().__class_getitem__(params_type)
            return _parametrised(cls, params_type)


_made: dict[tuple[type, type], type] = {}


def _parametrised(section_type: type[Section], params_type: Any) -> type:
    if section_type.params_type is not None:
        raise PromptError(f"{section_type.__name__} already has its params: {section_type.params_type.__name__}.")
    if not (isinstance(params_type, type) and is_dataclass(params_type)):
        raise PromptError(f"{section_type.__name__}[...] takes a dataclass of params, not {params_type!r}.")
    if (section_type, params_type) not in _made:
        name = f"{section_type.__name__}[{params_type.__name__}]"
        namespace = {"params_type": params_type, "__module__": section_type.__module__, "__qualname__": name}
        _made[section_type, params_type] = type(name, (section_type,), namespace)
    return _made[section_type, params_type]

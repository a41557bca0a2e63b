"""What is an agent told?

A prompt is made of sections, and the tools an agent may call come out of the same sections that speak of
them, so that text and tools cannot drift apart.

- **A prompt in code.** `Prompt` renders `Section`s to numbered markdown. `MarkdownSection[Params]` fills
  `${name}` from a dataclass and knows at construction that every placeholder is a field of it. A section of
  your own subclasses `Section`; in `body` it gets a `RenderContext` with its params and the `Settings`.
- **A prompt in a file.** `load_sections` reads `## @NAME` blocks as `SectionText`s. A `Mode` says which
  blocks and which tools an agent has in one phase (`Everything`, `Only`, `Except`), and a `PromptBook` turns
  a mode into a prompt.
- **The lint.** `lint` finds, and `check` refuses, every name in a mode's text that the mode does not have.
- **Everything that is wrong** is a `PromptError`: what, where, what to do.

A tool is known here only as a `ToolLike`: a name, a description and the schema of its arguments.
"""

from typing import TYPE_CHECKING

from gameplan._lazy import lazily
from gameplan.prompt.errors import PromptError
from gameplan.prompt.markdown import MarkdownSection
from gameplan.prompt.prompt import Prompt, RenderedPrompt
from gameplan.prompt.section import RenderContext, Section
from gameplan.prompt.settings import Settings
from gameplan.prompt.tool_like import ToolLike, bullet, bullet_with_arguments

if TYPE_CHECKING:
    from gameplan.prompt.book import PromptBook
    from gameplan.prompt.linting import LintProblem, check, lint
    from gameplan.prompt.modes import Choice, Everything, Except, Mode, Only
    from gameplan.prompt.section_files import SectionText, load_sections
else:
    __getattr__ = lazily(
        __name__,
        {
            "gameplan.prompt.book": ["PromptBook"],
            "gameplan.prompt.linting": ["LintProblem", "check", "lint"],
            "gameplan.prompt.modes": ["Choice", "Everything", "Except", "Mode", "Only"],
            "gameplan.prompt.section_files": ["SectionText", "load_sections"],
        },
    )

__all__ = [
    "Choice",
    "Everything",
    "Except",
    "LintProblem",
    "MarkdownSection",
    "Mode",
    "Only",
    "Prompt",
    "PromptBook",
    "PromptError",
    "RenderContext",
    "RenderedPrompt",
    "Section",
    "SectionText",
    "Settings",
    "ToolLike",
    "bullet",
    "bullet_with_arguments",
    "check",
    "lint",
    "load_sections",
]

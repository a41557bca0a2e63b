"""How a tool says no."""

from __future__ import annotations

from collections.abc import Sequence

from gameplan.tools.clean import clean_text


class ToolError(Exception):
    """Something is wrong with a tool's declaration."""


class ToolRefused(Exception):
    """Raise this in a tool when a rule says no and nothing has changed.

    `code` names the rule for programs, the message says it to the model, and `needs` lists what would make it work.
    """

    def __init__(self, message: str, *, code: str = "refused", needs: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = str(message)
        self.code = clean_text(code)
        self.needs = (clean_text(needs),) if isinstance(needs, str) else tuple(map(clean_text, needs))


class ToolValidationError(ToolRefused):
    """Raise this in a tool when its arguments are invalid."""

    def __init__(self, message: str, *, code: str = "invalid_arguments", needs: Sequence[str] = ()) -> None:
        super().__init__(message, code=code, needs=needs)


class Transient(Exception):
    """Raise this in a tool when it could not do its work now, and trying again later may help."""


class Waits(BaseException):
    """A call cannot go on before a person has answered. It is no outcome: the call is made again when they have.

    It passes through whatever catches `Exception`, as a cancellation does.
    """

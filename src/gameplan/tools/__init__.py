"""What may be done? Tools, declared once; their outcomes, effects and memory; the gate before them."""

from gameplan.tools.context import CallOver, ToolContext, ToolLogged
from gameplan.tools.effects import CONTROL, DATA, Argument, Destroys, Effect, Executes, Reads, Sends, Writes
from gameplan.tools.errors import ToolError, ToolRefused, ToolValidationError
from gameplan.tools.gate import Denied, Gate, ProposedCall
from gameplan.tools.invoke import invoke
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Done, Outcome, Status, ToolInvoked, message_in
from gameplan.tools.tool import NoArguments, Tool, ToolDefinition, tool

__all__ = [
    "CONTROL",
    "DATA",
    "Argument",
    "CallOver",
    "Denied",
    "Destroys",
    "Done",
    "Effect",
    "Executes",
    "Gate",
    "Memory",
    "NoArguments",
    "Outcome",
    "ProposedCall",
    "Reads",
    "Sends",
    "Status",
    "Tool",
    "ToolContext",
    "ToolDefinition",
    "ToolError",
    "ToolInvoked",
    "ToolLogged",
    "ToolRefused",
    "ToolValidationError",
    "Writes",
    "invoke",
    "message_in",
    "tool",
]

"""What may be done? Tools, declared once; their outcomes, effects and memory; the gate before them."""

from gameplan.tools.context import CallOver, ToolContext, ToolLogged, ToolProgress
from gameplan.tools.effects import CONTROL, DATA, Argument, Destroys, Effect, Executes, Reads, Sends, Writes
from gameplan.tools.errors import ToolError, ToolRefused, ToolValidationError, Transient, Waits
from gameplan.tools.gate import Denied, Gate, ProposedCall
from gameplan.tools.invoke import invoke, perform
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Aftermath, Done, Outcome, Status, ToolInvoked, message_in
from gameplan.tools.tool import NoArguments, Tool, ToolDefinition, tool

__all__ = [
    "CONTROL",
    "DATA",
    "Aftermath",
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
    "ToolProgress",
    "ToolRefused",
    "ToolValidationError",
    "Transient",
    "Waits",
    "Writes",
    "invoke",
    "message_in",
    "perform",
    "tool",
]

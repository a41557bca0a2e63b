"""What is to be done, in which order? Plans that can be read, checked, changed, run and resumed.

A plan is data: steps that call tools, with references to each other's results. `validate` tells every problem before
anything runs. The `Engine` carries it out in a session, so that a run can be followed, approved step by step, paused,
cancelled, changed while it runs, and resumed after its process was killed.
"""

from gameplan.plans.approvals import Answer, Answered, Answerer, Approve, Approver, Change, Deny, Later, Policy
from gameplan.plans.asking import Question, ask
from gameplan.plans.diff import diff_plans
from gameplan.plans.drafting import Draft, draft_plan
from gameplan.plans.edits import EditRefused, edited
from gameplan.plans.engine import Engine, PlanInvalid, RunOver
from gameplan.plans.events import (
    ApprovalAsked,
    ApprovalDenied,
    ApprovalGiven,
    ArgumentsChanged,
    Doubt,
    PlanChanged,
    PolicySet,
    QuestionAnswered,
    QuestionAsked,
    RecoveryProposed,
    RunEnded,
    RunPaused,
    RunResumed,
    RunStarted,
    StepBegan,
    StepEnded,
    StepRetried,
)
from gameplan.plans.files import dump_plan, load_plan
from gameplan.plans.graph import Graph, critical_path, dependencies, graph_of
from gameplan.plans.model import ForEach, Input, Plan, PlanError, Retry, Step, StepStatus, plan_from_wire
from gameplan.plans.person import NotAsked
from gameplan.plans.published import plan_schema
from gameplan.plans.recovery import Failure, ModelRecovery, Recoverer, Recovery
from gameplan.plans.references import BadReference, Reference, references_in, resolved
from gameplan.plans.results import StepResult, run_to_wire
from gameplan.plans.retrying import NotToBeRetried
from gameplan.plans.state import ExecutionSummary, RunState, StepState, run_state, statuses, summary_of
from gameplan.plans.thinking import thinking_tools
from gameplan.plans.validation import Problem, validate

__all__ = [
    "Answer",
    "Answered",
    "Answerer",
    "ApprovalAsked",
    "ApprovalDenied",
    "ApprovalGiven",
    "Approve",
    "Approver",
    "ArgumentsChanged",
    "BadReference",
    "Change",
    "Deny",
    "Doubt",
    "Draft",
    "EditRefused",
    "Engine",
    "ExecutionSummary",
    "Failure",
    "ForEach",
    "Graph",
    "Input",
    "Later",
    "ModelRecovery",
    "NotAsked",
    "NotToBeRetried",
    "Plan",
    "PlanChanged",
    "PlanError",
    "PlanInvalid",
    "Policy",
    "PolicySet",
    "Problem",
    "Question",
    "QuestionAnswered",
    "QuestionAsked",
    "Recoverer",
    "Recovery",
    "RecoveryProposed",
    "Reference",
    "Retry",
    "RunEnded",
    "RunOver",
    "RunPaused",
    "RunResumed",
    "RunStarted",
    "RunState",
    "Step",
    "StepBegan",
    "StepEnded",
    "StepResult",
    "StepRetried",
    "StepState",
    "StepStatus",
    "ask",
    "critical_path",
    "dependencies",
    "diff_plans",
    "draft_plan",
    "dump_plan",
    "edited",
    "graph_of",
    "load_plan",
    "plan_from_wire",
    "plan_schema",
    "references_in",
    "resolved",
    "run_state",
    "run_to_wire",
    "statuses",
    "summary_of",
    "thinking_tools",
    "validate",
]

"""Every way in which the API says no: one example of each, by its code."""

from __future__ import annotations

from http import HTTPStatus

from gameplan.runtime.events import Json
from gameplan.studio.shapes.problems import ProblemDetail, ProblemView, RepairView


def _no(
    status: int, code: str, detail: str, *, problems: list[ProblemView] | None = None, current: Json = None
) -> ProblemDetail:
    title = HTTPStatus(status).phrase
    return ProblemDetail(title=title, status=status, code=code, detail=detail, problems=problems, current=current)


_MISSPELT = ProblemView(
    code="unknown_tool",
    step="backup",
    place=["tool"],
    message='There is no tool "copy_fil".',
    repair=RepairView(
        text='Did you mean "copy_file"?', edits=[{"edit": "useTool", "step": "backup", "tool": "copy_file"}]
    ),
)
_UNFIT = ProblemView(code="missing", place=["body", "name"], message="Field required")
_INPUT = ProblemView(code="bad_input", place=["inputs", "versoin"], message="versoin: it is no input.")
_REFUSED: Json = {"id": 4, "kind": "approve", "payload": {"step": "edit"}, "by": "person", "at": 1_763_290_000_090_000}

REFUSALS: dict[str, ProblemDetail] = {
    each.code: each
    for each in (
        _no(400, "not_json", "The body is not UTF-8 text."),
        _no(400, "bad_event_id", "Last-Event-ID is the number of an event."),
        _no(401, "not_signed_in", "Sign in first, with the address that the studio printed."),
        _no(401, "wrong_token", "This does not open the studio. A printed address is good for one sign-in."),
        _no(403, "foreign_origin", "Another page may not ask this."),
        _no(403, "not_the_key", "Only a program that has the key of this studio lets others in."),
        _no(403, "private", "Session cards-7 is private while the game goes on: it tells all that is hidden in it."),
        _no(404, "not_found", "Not Found"),
        _no(404, "no_such_plan", 'There is no plan "plan-7".'),
        _no(404, "no_such_run", 'There is no run "run-7".'),
        _no(404, "no_such_session", 'There is no session "run-7".'),
        _no(404, "no_such_step", 'There is no step "edti".'),
        _no(404, "no_such_template", 'There is no template "backup".'),
        _no(404, "no_such_version", 'There is no version "7".'),
        _no(404, "no_such_image", 'There is no "charts/tides.png" in the workspace.'),
        _no(409, "another_workspace", "This run works in another folder: start a studio there."),
        _no(409, "busy", "This plan is being edited in another studio."),
        _no(409, "closed", "This plan is closed. Make a new one of it."),
        _no(409, "damaged", "The record of run-7 is damaged after event 12; what comes before can be read."),
        _no(409, "drafting", "The model is drafting this plan: wait until it is done, or stop it."),
        _no(409, "edit_refused", 'Step "backup" cannot be removed: "edit" uses it.'),
        _no(409, "going_on", "The run is going on: somebody carries it out."),
        _no(409, "no_plan_yet", "There is no plan yet: the model is drafting it, or could not."),
        _no(409, "no_repair", "This problem has no repair that can be made by itself."),
        _no(409, "no_such_problem", "The plan has 1 problems: there is no number 3."),
        _no(409, "not_begun", "The run has not begun: its process ended before it could."),
        _no(409, "nothing_to_redo", "There is nothing to redo."),
        _no(409, "nothing_to_undo", "There is nothing to undo."),
        _no(
            409,
            "refused",
            "Step edit has changed since that question: look at it again.",
            current={**_REFUSED, "verdict": "refused", "reason": "It has changed since that question."},
        ),
        _no(409, "run_over", "Nothing can be said to the run any more: it was cancelled."),
        _no(409, "template_exists", 'There is a template "tidy-up" already.'),
        _no(
            409,
            "undo_conflicts",
            "Refused, nothing changed. These are not as the run left them:\n- ferry.py: it has been changed since",
            current={"conflicts": [{"path": "ferry.py", "reason": "it has been changed since (22 bytes now)"}]},
        ),
        _no(409, "undo_refused", "Another program changes the workspace at this moment; try again."),
        _no(
            412,
            "changed_meanwhile",
            "Somebody has changed the plan since you read it. Nothing was done; look at what changed and try again.",
            current={
                "etag": '"4"',
                "version": 3,
                "changes": ['~ step "edit"', '    args.new: "crossings = 4" -> "crossings = 5"'],
            },
        ),
        _no(413, "too_large", "A body may have 1,000,000 bytes."),
        _no(415, "json_wanted", "Send JSON, and say so: Content-Type: application/json."),
        _no(415, "not_an_image", "This is not shown: it is no PNG, JPEG, GIF or WebP picture."),
        _no(421, "wrong_host", "This studio is not called by that name."),
        _no(422, "bad_approval", '"everything" cannot be approved in advance: write, destroy, send, execute, or all.'),
        _no(422, "bad_edit", "setArgument needs: step, place, value."),
        _no(422, "bad_inputs", "The inputs do not fit: versoin: it is no input.", problems=[_INPUT]),
        _no(422, "bad_intent", "The kind of an intent is a word."),
        _no(422, "bad_model", 'There is no provider "antropic".'),
        _no(422, "bad_request", "What was sent does not fit.", problems=[_UNFIT]),
        _no(422, "looks_like_a_key", "This looks like a key. Keys are read from the environment alone."),
        _no(422, "no_model", "A plan from words needs a language model, and none is set."),
        _no(422, "no_request", "Say what is to be done."),
        _no(422, "not_a_plan", "This is no YAML: line 1 has a list that is not closed."),
        _no(422, "plan_has_problems", "The plan has problems: nothing was run.", problems=[_MISSPELT]),
        _no(422, "say_one", "Give one of: request, template, plan, text."),
        _no(422, "settings", "gameplan.toml cannot be read: line 3 has no value."),
        _no(422, "unknown_step", 'There is no step "edti" in this plan.'),
        _no(428, "if_match_needed", 'Say which version you read: If-Match: "17", as in its ETag.'),
        _no(429, "inbox_full", "Too much is waiting to be taken up by this run."),
        _no(429, "too_many_tries", "Too many wrong tries: wait a minute."),
        _no(500, "broken", "The studio made a mistake. What happened is in its log."),
        _no(503, "journal", "The journal cannot be read at this moment: the disk is full."),
    )
}
ALWAYS = ("foreign_origin", "wrong_host", "journal", "broken")
"""What may be answered to anything; it stands in the document once."""

MEANING: dict[int, str] = {
    400: "What was sent cannot be read.",
    401: "Not signed in.",
    403: "Whoever asks may not.",
    404: "There is no such thing.",
    409: "It does not fit how things stand; `detail` says why.",
    412: "Somebody has changed it since you read it; `current` says how it stands and what changed.",
    413: "The body is too large.",
    415: "It is not of the kind that is wanted.",
    422: "It can be read, and is no good; `problems` says why, where it is a plan or does not fit.",
    428: "Say which version you read: If-Match.",
    429: "Too much at once.",
}

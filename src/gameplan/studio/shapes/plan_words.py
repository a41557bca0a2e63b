"""What the fields of a plan say, for those who read the API's document."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "Plan": {
        "steps": "In the order in which people read them. What runs when follows from what each step needs.",
        "id": "Given by the studio.",
        "taskId": "For programs that number their tasks; the studio does nothing with it.",
        "version": "Grows with each change.",
        "request": "What is to be done, in words: its title.",
        "inputs": "What the plan must be told, by name: `$input.name` in the arguments.",
        "output": "With references: what a step that carries this plan out gives.",
        "estimatedDuration": "Seconds, for all of it.",
        "createdAt": "A time in ISO 8601.",
    },
    "Step": {
        "id": "A letter or `_`, then letters, digits, `_` and `-`. Not `input`, not `item`.",
        "tool": "The name of a tool: `GET /api/tools`. `plan` carries out a plan of its own.",
        "description": "What the step does, in words.",
        "args": (
            "The tool's arguments. `$step.field[0].name` is a value of another step's result, `${…}` stands inside "
            "text, `$input.name` is what the plan was told, `$item` the item of `forEach`, `$$` a dollar."
        ),
        "dependsOn": "Ids of steps that come first, besides those whose results it uses.",
        "when": "A condition on earlier results, such as `$read.size > 100`; if it does not hold, the step is skipped.",
        "forEach": "Do it once for each item; the result is the list of results.",
        "approval": "True: ask a person first, whatever the step does. Otherwise its effects decide.",
        "critical": "If it fails, nothing more begins.",
        "retry": "For tools that may be repeated.",
        "timeout": "Seconds.",
        "estimatedDuration": "Seconds, as expected.",
        "order": "Its number, from 1. Leave it out: the order of the list holds.",
        "plan": "For the tool `plan`: the plan, or a template's name. `args` are its inputs.",
    },
    "ForEach": {
        "items": "A reference to a list, such as `$find.files`, or a list.",
        "max": "More items than this are a failure.",
        "parallel": "How many at once.",
    },
    "Retry": {
        "attempts": "How often it is tried at most.",
        "wait": "Seconds before the second time; then twice as long, and so on.",
    },
    "Input": {
        "type": "What a value of it must be.",
        "description": "What it is for.",
        "default": "What is taken if nothing is told.",
        "required": "False: the plan runs without it.",
    },
}

"""A prompt: numbered text, the tools of what is enabled, params and settings by type."""

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

import pytest

from gameplan.prompt import MarkdownSection, Prompt, PromptError, RenderContext, Section, Settings


class Strategy(Enum):
    REACT = auto()
    REFLECT = auto()


@dataclass
class BehaviourParams:
    objective: str


@dataclass
class OtherParams:
    limit: int


@dataclass(frozen=True)
class ATool:
    name: str
    description: str = "Does it."
    parameters: Mapping[str, object] = field(default_factory=dict)


class PlanningLike(Section):
    """A section as the planning tools define theirs."""

    def __init__(self, *, tools: tuple[ATool, ...] = (), default: Strategy = Strategy.REACT) -> None:
        super().__init__(title="Planning", tools=tools)
        self.default = default
        self.bound: list[object] = []

    def body(self, context: RenderContext) -> str:
        return f"Strategy: {(context.setting(Strategy) or self.default).name}."

    def bind(self, session: object) -> None:
        self.bound.append(session)


def a_prompt(*sections: Section, settings: tuple[object, ...] = (), tools: tuple[ATool, ...] = ()) -> Prompt:
    return Prompt(ns="agents", key="test", name="test", sections=sections, settings=settings, tools=tools)


def never() -> bool:
    return False


def test_the_usage_sketch_renders() -> None:
    setup, read = ATool("planning_setup_plan"), ATool("planning_read_plan")
    prompt = Prompt(
        ns="agents/background",
        key="session-plan",
        name="session-plan",
        sections=[
            MarkdownSection[BehaviourParams](title="Behaviour", template="Stay focused on ${objective}."),
            PlanningLike(tools=(setup, read)),
        ],
    )
    rendered = prompt.render(BehaviourParams(objective="triage open bug reports"))
    assert rendered.text == (
        "## 1. Behaviour\n\nStay focused on triage open bug reports.\n\n## 2. Planning\n\nStrategy: REACT."
    )
    assert rendered.tools == (setup, read)


def test_headings_are_numbered_by_level_and_disabled_sections_leave_no_gap() -> None:
    prompt = a_prompt(
        MarkdownSection(title="Role", template="You play."),
        MarkdownSection(title="Hidden", template="Never seen.", enabled=never, children=[Section(title="Inner")]),
        Section(
            title="Rules",
            children=[
                MarkdownSection(title="Old", template="Gone.", enabled=never),
                MarkdownSection(title="Energy", template="One each turn."),
                Section(title="Damage", children=[MarkdownSection(title="Weakness", template="Double.")]),
            ],
        ),
    )
    assert prompt.render().text == (
        """\
## 1. Role

You play.

## 2. Rules

### 2.1. Energy

One each turn.

### 2.2. Damage

#### 2.2.1. Weakness

Double."""
    )


def test_the_tools_are_those_of_enabled_sections_in_order_and_once() -> None:
    first, second, third, hidden = ATool("first"), ATool("second"), ATool("third"), ATool("hidden")
    prompt = a_prompt(
        Section(title="A", tools=[second, first], children=[Section(title="B", tools=[third, second])]),
        Section(title="C", tools=[hidden], enabled=never, children=[Section(title="D", tools=[hidden])]),
        tools=(first,),
    )
    assert prompt.render().tools == (first, second, third)


def test_two_different_tools_of_one_name_are_refused_even_if_one_is_disabled() -> None:
    with pytest.raises(PromptError) as refusal:
        a_prompt(
            Section(title="A", tools=[ATool("peek", "One.")]),
            Section(title="B", children=[Section(title="C", tools=[ATool("peek", "Two.")], enabled=never)]),
        )
    assert str(refusal.value) == (
        'Prompt "test": section "A" and section "C" each have a different tool named "peek". '
        "Rename one, or give both the same tool."
    )


def test_sections_of_one_level_have_different_keys() -> None:
    with pytest.raises(PromptError, match='Prompt "test": the sections "A" and "a" have the same key "a"'):
        a_prompt(Section(title="A"), Section(title="a"))


def test_missing_params_name_the_section_and_the_type() -> None:
    child = MarkdownSection[BehaviourParams](title="Inner", template="${objective}")
    with pytest.raises(PromptError) as refusal:
        a_prompt(Section(title="Outer", children=[child])).render()
    assert str(refusal.value) == (
        'Prompt "test": section "Inner" needs the params BehaviourParams; pass them to render().'
    )


def test_unexpected_params_are_refused() -> None:
    prompt = a_prompt(MarkdownSection[BehaviourParams](title="A", template="${objective}"))
    with pytest.raises(PromptError, match="no section takes the params OtherParams; expected: BehaviourParams"):
        prompt.render(BehaviourParams("x"), OtherParams(1))


def test_two_params_of_one_type_are_refused() -> None:
    prompt = a_prompt(MarkdownSection[BehaviourParams](title="A", template="${objective}"))
    with pytest.raises(PromptError, match="two params of the type BehaviourParams"):
        prompt.render(BehaviourParams("x"), BehaviourParams("y"))


def test_one_value_serves_every_section_of_its_type_in_any_order() -> None:
    prompt = a_prompt(
        MarkdownSection[BehaviourParams](title="A", template="${objective}"),
        MarkdownSection[OtherParams](title="B", template="${limit}"),
        MarkdownSection[BehaviourParams](title="C", template="${objective}!"),
    )
    assert prompt.render(OtherParams(1), BehaviourParams("x")).text == "## 1. A\n\nx\n\n## 2. B\n\n1\n\n## 3. C\n\nx!"


def test_a_setting_of_the_session_wins_over_the_prompts() -> None:
    prompt = a_prompt(PlanningLike(), settings=(Strategy.REACT,))
    assert "REACT" in prompt.render().text
    assert "REFLECT" in prompt.render(session_settings=[Strategy.REFLECT]).text


def test_a_setting_of_the_prompt_wins_over_the_sections_default() -> None:
    assert "REFLECT" in a_prompt(PlanningLike(), settings=(Strategy.REFLECT,)).render().text
    assert "REFLECT" in a_prompt(PlanningLike(default=Strategy.REFLECT)).render().text


def test_settings_of_other_types_stay_side_by_side() -> None:
    both = Settings([Strategy.REACT]).over(Settings([Strategy.REFLECT, 3]))
    assert (both.get(Strategy), both.get(int), both.get(str)) == (Strategy.REACT, 3, None)


def test_two_settings_of_one_type_are_refused() -> None:
    with pytest.raises(PromptError, match=r"Two settings of the type Strategy: .*REACT.* and .*REFLECT"):
        a_prompt(settings=(Strategy.REACT, Strategy.REFLECT))


def test_binding_reaches_every_section_disabled_ones_and_children_too() -> None:
    outer, inner = PlanningLike(), PlanningLike()
    prompt = a_prompt(outer, Section(title="Hidden", enabled=never, children=[inner]))
    session = object()
    prompt.bind(session)
    assert outer.bound == inner.bound == [session]


def test_the_room_imports_the_standard_library_alone() -> None:
    program = (
        "import sys; before = set(sys.modules); import gameplan.prompt; "
        "new = {name.split('.')[0] for name in set(sys.modules) - before}; "
        "rooms = {name for name in sys.modules if name.startswith('gameplan.')}; "
        "print(sorted(new - sys.stdlib_module_names - {'gameplan'}), "
        "sorted(name for name in rooms if not name.startswith(('gameplan.prompt', 'gameplan._lazy'))))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[] []"


def test_headings_can_go_without_numbers_for_text_that_follows_another_prompt() -> None:
    prompt = Prompt(
        ns="n",
        key="k",
        name="p",
        sections=[Section(title="Above", children=[Section(title="Below")]), Section(title="Next")],
    )
    assert prompt.render(numbered=False).text == "## Above\n\n### Below\n\n## Next"

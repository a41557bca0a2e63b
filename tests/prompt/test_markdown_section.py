"""A section from a template: its placeholders, its params, its tools."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.prompt import MarkdownSection, PromptError, RenderContext, bullet


@dataclass
class BehaviourParams:
    objective: str
    limit: int = 3


@dataclass
class TextParams:
    left: str
    right: str


@dataclass(frozen=True)
class ATool:
    name: str
    description: str = ""
    parameters: Mapping[str, object] = field(default_factory=dict)


def test_a_placeholder_is_a_field_of_the_params() -> None:
    section = MarkdownSection[BehaviourParams](title="Behaviour", template="Do ${objective}, ${limit} times.")
    assert section.body(RenderContext(BehaviourParams("triage", 2))) == "Do triage, 2 times."


def test_a_placeholder_that_is_no_field_is_refused_at_construction() -> None:
    with pytest.raises(PromptError) as refusal:
        MarkdownSection[BehaviourParams](title="Behaviour", template="Stay.\nDo ${objectiv}.")
    assert str(refusal.value) == (
        'Section "Behaviour", line 2: BehaviourParams has no "objectiv" for the placeholder "${objectiv}"; '
        'did you mean "objective"? There are: limit, objective.'
    )


def test_every_unknown_placeholder_is_reported_at_once() -> None:
    with pytest.raises(PromptError) as refusal:
        MarkdownSection[BehaviourParams](title="Behaviour", template="${one} ${objective} ${two}")
    assert len(refusal.value.problems) == 2


def test_a_section_without_params_takes_no_placeholders() -> None:
    with pytest.raises(PromptError, match=r'Section "Plain", line 1: the section, made without \[Params\],'):
        MarkdownSection(title="Plain", template="Do ${objective}.")


@pytest.mark.parametrize("malformed", ["${}", "${ objective }", "${a b}", "${objective", "${3}", "${a.b}"])
def test_a_malformed_placeholder_is_refused(malformed: str) -> None:
    with pytest.raises(PromptError, match=r'Section "Behaviour", line 1: .* is not a placeholder'):
        MarkdownSection[BehaviourParams](title="Behaviour", template=f"Do {malformed}")


def test_a_placeholder_without_braces_is_refused_and_both_ways_out_are_named() -> None:
    with pytest.raises(PromptError) as refusal:
        MarkdownSection[BehaviourParams](title="Behaviour", template="Do $objective.")
    assert str(refusal.value) == (
        'Section "Behaviour", line 1: "$objective" is not a placeholder. '
        'Write "${objective}", or "$$objective" for a dollar sign.'
    )


@pytest.mark.parametrize(
    ("template", "text"),
    [("$$", "$"), ("$${objective}", "${objective}"), ("$$$$", "$$"), ("It costs $5.", "It costs $5."), ("A $", "A $")],
)
def test_two_dollars_are_one_and_a_price_is_itself(template: str, text: str) -> None:
    assert MarkdownSection(title="Money", template=template).body(RenderContext()) == text


texts = st.text(alphabet=st.sampled_from("${}leftright \n")) | st.sampled_from(["${left}", "${right}", "$$", "${nope}"])


@given(left=texts, right=texts)
def test_a_value_is_inserted_as_text_and_never_expanded_again(left: str, right: str) -> None:
    section = MarkdownSection[TextParams](title="Text", template="<${left}|${right}|${left}>")
    assert section.body(RenderContext(TextParams(left, right))) == f"<{left}|{right}|{left}>"


def test_a_template_is_dedented() -> None:
    section = MarkdownSection(
        title="Indented",
        template="""
            First.
              - second
        """,
    )
    assert section.body(RenderContext()) == "First.\n  - second"


def test_the_same_params_make_the_same_class_once() -> None:
    assert MarkdownSection[BehaviourParams] is MarkdownSection[BehaviourParams]
    assert MarkdownSection[BehaviourParams] is not MarkdownSection[TextParams]  # type: ignore[comparison-overlap]
    assert MarkdownSection[BehaviourParams].__name__ == "MarkdownSection[BehaviourParams]"
    assert isinstance(MarkdownSection[BehaviourParams](title="A", template=""), MarkdownSection)


def test_a_subclass_can_be_parametrised_too() -> None:
    class Shouting(MarkdownSection[BehaviourParams]):
        def body(self, context: RenderContext) -> str:
            return super().body(context).upper()

    assert Shouting(title="Loud", template="do ${objective}").body(RenderContext(BehaviourParams("it"))) == "DO IT"


def test_params_that_are_no_dataclass_are_refused() -> None:
    with pytest.raises(PromptError, match="takes a dataclass of params, not <class 'int'>"):
        MarkdownSection[int]
    with pytest.raises(PromptError, match="takes a dataclass of params"):
        MarkdownSection[BehaviourParams("an instance")]  # type: ignore[misc]


def test_params_are_given_once() -> None:
    with pytest.raises(PromptError, match="already has its params: BehaviourParams"):
        MarkdownSection[BehaviourParams][TextParams]


def test_listed_tools_end_the_body() -> None:
    tools = (ATool("peek", "Look at cards."), ATool("shuffle", "Shuffle a zone."))
    section = MarkdownSection(title="Tools", template="You have:", tools=tools, list_tools=True)
    assert section.body(RenderContext()) == "You have:\n\n- `peek`: Look at cards.\n- `shuffle`: Shuffle a zone."
    silent = MarkdownSection(title="Tools", template="You have:", tools=tools)
    assert silent.body(RenderContext()) == "You have:"


@pytest.mark.parametrize(
    ("description", "line"),
    [
        ("Look at cards. Then decide.", "- `peek`: Look at cards."),
        ("Look at the\ntop cards. More.", "- `peek`: Look at the top cards."),
        ("Look at cards\n\nAnother paragraph.", "- `peek`: Look at cards"),
        ("Look at a zone, e.g. Prizes, now. More.", "- `peek`: Look at a zone, e.g. Prizes, now."),
        ("Version 1.5 of it. More.", "- `peek`: Version 1.5 of it."),
        ("", "- `peek`"),
    ],
)
def test_a_bullet_is_the_name_and_the_first_sentence(description: str, line: str) -> None:
    assert bullet(ATool("peek", description)) == line

"""What every section has: a title, a key, a switch, and a context to render in."""

from dataclasses import dataclass

import pytest

from gameplan.prompt import MarkdownSection, Prompt, PromptError, RenderContext, Section


@dataclass
class Params:
    loud: bool


class Typed(Section):
    params_type = Params

    def body(self, context: RenderContext) -> str:
        return "LOUD" if context.params(Params).loud else "quiet"


def text_of(section: Section, *params: object) -> str:
    return Prompt(ns="t", key="t", name="t", sections=[section]).render(*params).text


@pytest.mark.parametrize(
    ("title", "key"),
    [("Behaviour", "behaviour"), ("Peeking and Searching!", "peeking-and-searching"), ("Größe_1", "größe-1")],
)
def test_a_key_is_made_from_the_title(title: str, key: str) -> None:
    assert Section(title=title).key == key


def test_a_key_can_be_given() -> None:
    assert Section(title="Behaviour", key="b").key == "b"


@pytest.mark.parametrize("title", ["", "  ", "two\nlines"])
def test_a_title_is_one_line_of_text(title: str) -> None:
    with pytest.raises(PromptError, match="title is one line"):
        Section(title=title, key="key")


def test_a_title_without_letters_needs_a_key() -> None:
    with pytest.raises(PromptError, match="give it a key"):
        Section(title="!!!")
    assert Section(title="!!!", key="wow").key == "wow"


def test_a_title_has_no_placeholders() -> None:
    with pytest.raises(PromptError, match="not for the title"):
        Section(title="About ${player}")


def test_children_of_one_level_have_different_keys() -> None:
    with pytest.raises(PromptError, match='Section "Top": the sections "A b" and "A-B" have the same key "a-b"'):
        Section(title="Top", children=[Section(title="A b"), Section(title="A-B")])
    Section(title="Same", children=[Section(title="Same")])


def test_a_section_reads_its_params_by_type() -> None:
    assert text_of(Typed(title="Voice"), Params(loud=True)) == "## 1. Voice\n\nLOUD"


def test_asking_for_params_that_the_section_did_not_declare_is_refused() -> None:
    with pytest.raises(PromptError, match="asked for the params Params, but was given NoneType; set its params_type"):
        RenderContext().params(Params)


def test_enabled_is_asked_with_the_params() -> None:
    section = MarkdownSection[Params](title="Voice", template="Shout.", enabled=lambda params: params.loud)
    assert text_of(section, Params(loud=True)) == "## 1. Voice\n\nShout."
    assert text_of(section, Params(loud=False)) == ""


def test_enabled_may_take_nothing_and_is_asked_at_each_render() -> None:
    switch = [True]
    section = MarkdownSection[Params](title="Voice", template="Shout.", enabled=lambda: switch[0])
    prompt = Prompt(ns="t", key="t", name="t", sections=[section])
    assert prompt.render(Params(loud=False)).text
    switch[0] = False
    assert not prompt.render(Params(loud=True)).text


def test_enabled_cannot_take_params_where_there_are_none() -> None:
    with pytest.raises(PromptError, match=r'Section "Voice": enabled\(params\) must take nothing, because'):
        Section(title="Voice", enabled=lambda params: True)


def test_enabled_takes_at_most_the_params() -> None:
    with pytest.raises(PromptError, match=r"enabled\(one, two\) must take its params or nothing"):
        Typed(title="Voice", enabled=lambda one, two: True)

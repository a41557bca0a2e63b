"""The review of a plan in a browser: read, change, break, repair, share, start."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, expect

FERRY = {
    "request": "Raise the number of crossings, and keep a copy.",
    "steps": [
        {"id": "look", "tool": "list_directory", "description": "See what is there"},
        {
            "id": "backup",
            "tool": "copy_file",
            "description": "Keep a copy",
            "args": {"source": "ferry.py", "destination": "ferry.py.bak"},
        },
        {
            "id": "raise",
            "tool": "edit_file",
            "description": "Raise the crossings",
            "args": {"path": "ferry.py", "old": "crossings = 3", "new": "crossings = 4"},
            "dependsOn": ["backup"],
        },
        {"id": "after", "tool": "read_file", "description": "Read it again", "args": {"path": "$raise.path"}},
    ],
}


@pytest.fixture
def review(studio: Any, page: Page) -> Callable[..., str]:
    """Opens the review of a plan, and gives the plan's id."""

    def open_review(plan: dict[str, Any] = FERRY, **query: str) -> str:
        made = studio.api("POST", "/plans", {"plan": plan})
        page.goto(f"{studio.address}/plans/{made['id']}" + "".join(f"?{key}={value}" for key, value in query.items()))
        expect(page.locator("step-list [role=option]").first).to_be_visible()
        return str(made["id"])

    return open_review


def order(page: Page) -> list[str]:
    """The steps as the list shows them from top to bottom."""
    return page.evaluate(  # type: ignore[no-any-return]
        """() => [...document.querySelectorAll('step-list [role=option]')]
            .sort((a, b) => a.getAttribute('aria-posinset') - b.getAttribute('aria-posinset'))
            .map((row) => row.dataset.step)"""
    )


def expect_order(page: Page, *names: str) -> None:
    page.wait_for_function(
        """(names) => {
            const rows = [...document.querySelectorAll('step-list [role=option]')]
            rows.sort((a, b) => a.getAttribute('aria-posinset') - b.getAttribute('aria-posinset'))
            return rows.map((row) => row.dataset.step).join() === names
        }""",
        arg=",".join(names),
    )


def row(page: Page, name: str) -> Any:
    return page.locator(f'step-list [data-step="{name}"]')


def test_a_plan_is_shown_with_its_effects_as_a_diff_and_what_asks(
    review: Callable[..., str], page: Page, check_page: Callable[..., None]
) -> None:
    review()

    row(page, "raise").click()

    step = page.locator("step-inspector")
    expect(step.locator("gp-diff")).to_contain_text("+crossings = 4")
    expect(step).to_contain_text("Asks first")
    expect(row(page, "raise")).to_contain_text("asks first")
    expect(page.locator('plan-graph [data-step="raise"]')).to_have_class(re.compile("is-selected"))
    check_page(page, "review")


def test_no_remark_is_offered_where_no_model_reads_it(review: Callable[..., str], page: Page) -> None:
    review()
    row(page, "raise").click()
    expect(page.get_by_role("button", name="Add after")).to_be_visible()
    expect(page.get_by_role("button", name="Regenerate")).to_have_count(0)


def test_a_step_is_moved_with_the_keyboard_and_an_illegal_place_is_refused_with_its_reason(
    review: Callable[..., str], page: Page
) -> None:
    review()
    row(page, "look").click()
    page.locator("step-list").focus()

    page.keyboard.press("Alt+ArrowDown")
    expect_order(page, "backup", "look", "raise", "after")

    page.keyboard.press("ArrowUp")
    page.keyboard.press("Alt+ArrowDown")
    expect_order(page, "look", "backup", "raise", "after")
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator(".toast")).to_contain_text("“backup” cannot come after “raise”: it waits for “backup”.")
    assert order(page) == ["look", "backup", "raise", "after"]


def drag(page: Page, name: str, below: str) -> None:
    """Take a row with the mouse and hold it below another."""
    start, end = row(page, name).bounding_box(), row(page, below).bounding_box()
    page.mouse.move(start["x"] + 120, start["y"] + 32)
    page.mouse.down()
    page.mouse.move(start["x"] + 120, start["y"] + 48)
    page.mouse.move(end["x"] + 120, end["y"] + end["height"] - 4, steps=4)


def test_a_step_is_dragged_and_an_illegal_drop_is_refused(review: Callable[..., str], page: Page) -> None:
    review()

    drag(page, "look", "raise")
    page.mouse.up()
    expect_order(page, "backup", "raise", "look", "after")

    drag(page, "backup", "raise")
    expect(page.locator("step-list .drop")).to_contain_text("cannot come after “raise”")
    page.mouse.up()
    expect(page.locator(".toast").last).to_contain_text("cannot come after “raise”")
    assert order(page) == ["backup", "raise", "look", "after"]

    drag(page, "look", "after")
    expect(page.locator("step-list")).to_have_class(re.compile("is-dragging"))
    page.keyboard.press("Escape")  # given up
    expect(page.locator("step-list")).not_to_have_class(re.compile("is-dragging"))
    page.mouse.up()
    assert order(page) == ["backup", "raise", "look", "after"]


def test_what_would_be_refused_as_things_stand_is_said_in_the_list_and_at_the_step(
    review: Callable[..., str], page: Page
) -> None:
    review(step="raise")
    old = page.locator('step-inspector [data-key="old"]')
    said = page.locator("step-inspector .note.bad")
    expect(row(page, "raise")).to_contain_text("asks first")
    expect(said).to_have_count(0)

    old.fill("crossings = 70")
    old.press("Tab")

    expect(said).to_contain_text('As things stand it would be refused: The text does not occur in "ferry.py".')
    expect(row(page, "raise")).to_contain_text("would be refused")
    page.locator("step-list").focus()
    page.keyboard.press("Control+z")
    expect(row(page, "raise")).not_to_contain_text("would be refused")
    expect(said).to_have_count(0)


def test_a_setting_that_is_wrong_says_so_at_its_field(review: Callable[..., str], page: Page) -> None:
    review(step="after")
    page.get_by_text("Conditions, repetition, approval, limits").click()
    wrong = {
        "Only when": ("$raise.", "Expected the name of a field"),
        "For each of": ("hello", "must be a list, or a reference to one"),
        "Try at most": ("0", "It must be from 1 to 100"),
        "Time limit": ("-1", "It must be from 0.001"),
    }
    for label, (text, said) in wrong.items():
        field = page.locator("step-inspector").get_by_label(label)
        field.fill(text)
        field.press("Tab")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(re.compile(re.escape(said)))
    takes = page.locator("step-inspector").get_by_label("Takes about")
    expect(takes).not_to_have_attribute("aria-invalid", "true")
    takes.fill("a minute")
    takes.press("Tab")
    expect(takes).to_have_attribute("aria-invalid", "true")
    expect(takes).to_have_accessible_description("This is not a number.")
    takes.fill("60")
    takes.press("Tab")
    expect(row(page, "after")).to_contain_text("1 min")


def test_an_argument_is_edited_in_the_form_and_undone_with_the_keyboard(
    studio: Any, review: Callable[..., str], page: Page
) -> None:
    plan = review(step="raise")
    field = page.locator('step-inspector [data-key="new"]')

    field.fill("crossings = 5")
    field.press("Tab")
    expect(page.locator("step-inspector gp-diff")).to_contain_text("+crossings = 5")
    assert studio.api("GET", f"/plans/{plan}")["plan"]["steps"][2]["args"]["new"] == "crossings = 5"

    page.locator("step-list").focus()
    page.keyboard.press("Control+z")
    expect(field).to_have_value("crossings = 4")
    page.keyboard.press("Control+Shift+z")
    expect(field).to_have_value("crossings = 5")


def test_a_result_of_an_earlier_step_is_picked_from_a_list(review: Callable[..., str], page: Page) -> None:
    review(step="after")

    page.get_by_label("Use a result of an earlier step in path").click()
    page.get_by_label("Search what can be referred to").fill("$backup.dest")
    page.keyboard.press("Enter")

    expect(page.locator('step-inspector [data-key="path"]')).to_have_value("$backup.destination")
    expect(page.locator("step-inspector")).to_contain_text("backup result")


def test_what_is_broken_is_shown_where_it_is_and_repaired_with_one_click(
    review: Callable[..., str], page: Page, check_page: Callable[..., None]
) -> None:
    review(step="after")
    field = page.locator('step-inspector [data-key="path"]')

    field.fill("$rais.path")
    field.press("Tab")
    expect(page.locator(".page-head")).to_contain_text("1 problem")
    expect(page.locator('step-inspector [data-place="path"]')).to_contain_text("rais")
    expect(row(page, "after")).to_contain_text('path: There is no step "rais".')
    expect(row(page, "after")).to_have_class(re.compile("has-problem"))
    check_page(page, "review-problem")

    page.locator('step-inspector [data-key^="repair"]').click()
    expect(page.locator(".page-head")).to_contain_text("ready to run")
    expect(field).to_have_value("$raise.path")


def test_steps_are_left_out_deleted_and_added(
    review: Callable[..., str], page: Page, check_page: Callable[..., None]
) -> None:
    review()
    row(page, "look").click()
    page.locator("step-list").focus()

    page.keyboard.press("Space")
    expect(row(page, "look")).to_contain_text("left out")
    page.keyboard.press("Space")
    expect(row(page, "look")).not_to_contain_text("left out")
    page.keyboard.press("Delete")
    expect_order(page, "backup", "raise", "after")

    row(page, "backup").click()
    page.locator("step-list").focus()
    page.keyboard.press("Delete")
    expect_order(page, "raise", "after")

    row(page, "after").click()
    page.get_by_role("button", name="Add a step").click()
    search = page.get_by_label("Search the tools")
    search.fill("edit")  # a tool of that name comes before those that only speak of it
    expect(page.locator("dialog li").first).to_contain_text("edit_file")
    search.fill("write_file")
    page.keyboard.press("Enter")
    page.get_by_label("What the step does").last.fill("Leave a note")
    page.locator("dialog [data-key=path]").fill("note.txt")
    page.locator("dialog [data-key=content]").fill("Raised.\n")
    check_page(page, "review-add")
    page.get_by_role("button", name="Add the step").click()
    expect_order(page, "raise", "after", "write")
    expect(row(page, "write")).to_contain_text("Leave a note")


def test_two_people_edit_one_plan_and_nobody_overwrites_the_other_unknowingly(
    studio: Any, review: Callable[..., str], page: Page, new_context: Callable[..., Any], screenshots: Any
) -> None:
    plan = review(step="raise")
    other = new_context(studio).new_page()
    other.goto(f"{studio.address}/plans/{plan}?step=raise")
    mine = page.locator('step-inspector [data-key="new"]')
    mine.fill("crossings = 8")

    theirs = other.locator('step-inspector [data-key="description"]')
    theirs.fill("Raise them a lot")
    theirs.press("Tab")
    expect(row(page, "raise")).to_contain_text("Raise them a lot")
    mine.press("Tab")

    note = page.locator(".conflict")
    expect(note).to_contain_text("Somebody else has changed this plan")
    expect(note).to_contain_text("Raise them a lot")
    page.screenshot(path=screenshots / "review-conflict.png")
    page.get_by_role("button", name="Make mine on top").click()

    expect(note).to_have_count(0)
    expect(other.locator('step-inspector [data-key="new"]')).to_have_value("crossings = 8")
    steps = studio.api("GET", f"/plans/{plan}")["plan"]["steps"]
    assert (steps[2]["args"]["new"], steps[2]["description"]) == ("crossings = 8", "Raise them a lot")

    mine.fill("crossings = 9")
    theirs.fill("Raise them no more")
    theirs.press("Tab")
    expect(row(page, "raise")).to_contain_text("Raise them no more")
    mine.press("Tab")
    page.get_by_role("button", name="Keep theirs").click()
    expect(note).to_have_count(0)
    expect(mine).to_have_value("crossings = 8")


def test_versions_text_and_template(studio: Any, review: Callable[..., str], page: Page) -> None:
    review(step="look")
    page.locator('step-inspector [data-key="description"]').fill("Look around")
    page.keyboard.press("Tab")
    expect(page.locator(".page-head")).to_contain_text("version 2")

    page.get_by_role("button", name="Versions").click()
    expect(page.locator("dialog .diff .add")).to_contain_text("Look around")
    page.keyboard.press("Escape")

    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="As text").click()
    text = page.get_by_label("The plan as YAML")
    text.fill(text.input_value().replace("Look around", "Look twice"))
    page.locator("dialog").get_by_role("button", name="Save").click()
    expect(row(page, "look")).to_contain_text("Look twice")

    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Save as a template").click()
    page.get_by_label("Its name").fill("raise-crossings")
    page.locator("dialog").get_by_role("button", name="Save").click()
    expect(page.locator(".toast").last).to_contain_text("raise-crossings")
    assert any(each["name"] == "raise-crossings" for each in studio.api("GET", "/templates"))


def test_a_plan_inside_a_step_is_shown_and_edited(studio: Any, review: Callable[..., str], page: Page) -> None:
    inner = {
        "inputs": {"name": {"type": "string"}},
        "steps": [
            {"id": "text", "tool": "read_file", "args": {"path": "$input.name"}},
            {"id": "again", "tool": "write_file", "args": {"path": "ferry.py", "content": "$text.content"}},
        ],
        "output": "$text.content",
    }
    plan = review({"steps": [{"id": "each", "tool": "plan", "plan": inner, "args": {"name": "ferry.py"}}]})

    would = page.locator("step-inspector .would")  # of the step around it: what its steps would
    expect(would).to_contain_text("writes ferry.py")
    expect(would).to_contain_text("in “each/again”, it overwrites or removes something")
    expect(page.locator('plan-graph [data-step="each"]')).to_have_class(re.compile("is-asks"))

    row(page, "each/text").click()
    words = page.locator('step-inspector [data-key="description"]')
    words.fill("Read one")
    words.press("Tab")

    expect(row(page, "each/text")).to_contain_text("Read one")
    step = studio.api("GET", f"/plans/{plan}")["plan"]["steps"][0]["plan"]["steps"][0]
    assert step["description"] == "Read one"


def test_text_that_looks_like_a_diff_is_shown_as_text(studio: Any, review: Callable[..., str], page: Page) -> None:
    (studio.workspace / "query.sql").write_text("select 1;\n-- ferry.py\nselect 2;\n")
    edit = {"path": "query.sql", "old": "-- ferry.py", "new": "++ ferry.py (9 lines added, 9 lines taken away)"}
    review({"request": "Edit it.", "steps": [{"id": "edit", "tool": "edit_file", "args": edit}]})
    diff = page.locator("step-inspector gp-diff")
    expect(diff.locator(".file")).to_have_text("query.sql +1 −1")
    expect(diff.locator(".cut-line")).to_have_text("--- ferry.py")
    expect(diff.locator(".add")).to_have_text("+++ ferry.py (9 lines added, 9 lines taken away)")
    numbers = "(lines) => lines.map((line) => line.dataset.at)"
    assert diff.locator("[data-at]").evaluate_all(numbers) == ["1", "2", "2", "3"]


def test_nothing_in_a_plan_is_ever_read_as_html(review: Callable[..., str], page: Page) -> None:
    evil = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    step = {"id": "a", "tool": "write_file", "description": evil, "args": {"path": "a.txt", "content": evil}}
    review({"request": evil, "steps": [step]})

    expect(page.locator("step-inspector gp-diff")).to_contain_text("onerror")
    assert page.locator("img, main script").count() == 0
    assert "owned" not in page.title() or evil[:10] in page.title()


def test_a_plan_is_told_what_it_must_know_and_started(studio: Any, page: Page, check_page: Callable[..., None]) -> None:
    plan = {
        "request": "Write a greeting",
        "inputs": {"name": {"description": "Who is greeted."}},
        "steps": [
            {"id": "greet", "tool": "write_file", "args": {"path": "hello.txt", "content": "Hello ${input.name}"}}
        ],
    }
    made = studio.api("POST", "/plans", {"plan": plan})
    page.goto(f"{studio.address}/plans/{made['id']}")

    page.get_by_role("button", name="Start …").click()
    page.locator("dialog [data-key=name]").fill("harbour")
    check_page(page, "review-start")
    page.locator("dialog").get_by_role("button", name="Start", exact=True).click()

    page.wait_for_url("**/runs/**")
    expect(page.locator(".run-end")).to_contain_text("It is done")
    assert (studio.workspace / "hello.txt").read_text() == "Hello harbour"


def test_a_plan_that_somebody_has_changed_meanwhile_is_not_started(
    studio: Any, review: Callable[..., str], page: Page
) -> None:
    plan = review()
    page.get_by_role("button", name="Start …").click()
    start = page.locator("dialog").get_by_role("button", name="Start", exact=True)
    expect(start).to_be_visible()
    other = {"edit": "setArgument", "step": "raise", "place": ["new"], "value": "crossings = 99"}
    studio.api("POST", f"/plans/{plan}/edits", {"edits": [other]}, If_Match="*")
    start.click()
    told = page.locator("dialog .toast")  # in the dialog, where it can be read and put away
    expect(told).to_contain_text("Somebody has changed the plan")
    told.get_by_role("button", name="Dismiss").click()
    expect(told).to_have_count(0)
    assert studio.api("GET", f"/plans/{plan}")["runs"] == []


def test_what_is_approved_in_advance_says_what_that_is_and_does_not_ask(
    studio: Any, review: Callable[..., str], page: Page
) -> None:
    plan = review()
    page.get_by_role("button", name="Start …").click()
    dialog = page.locator("dialog")
    expect(dialog).to_contain_text("raise: it overwrites or removes something")
    change = dialog.locator("label", has_text="Change or delete what is there")
    expect(change).to_contain_text("raise: overwrites ferry.py")
    change.click()
    dialog.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/runs/**")
    expect(page.locator(".run-end")).to_contain_text("4 of 4 completed")
    (run,) = studio.api("GET", f"/plans/{plan}")["runs"]
    assert "crossings = 4" in (studio.workspace / "ferry.py").read_text()
    studio.api("POST", f"/runs/{run}/undo", {})


def test_two_clicks_open_one_dialog_and_begin_one_run(studio: Any, review: Callable[..., str], page: Page) -> None:
    plan = review()
    page.get_by_role("button", name="Start …").dblclick()
    start = page.locator("dialog").get_by_role("button", name="Start", exact=True)
    expect(start).to_have_count(1)
    start.dblclick()
    page.wait_for_url("**/runs/**")
    expect(page.locator("dialog")).to_have_count(0)
    (run,) = studio.api("GET", f"/plans/{plan}")["runs"]
    studio.api("POST", f"/runs/{run}/intents", {"kind": "cancel"})


def test_a_plan_that_somebody_discards_says_so_and_another_is_made_of_it(
    studio: Any, review: Callable[..., str], page: Page, check_page: Callable[..., None]
) -> None:
    plan = review()
    studio.api("DELETE", f"/plans/{plan}", If_Match="*")
    expect(page.locator(".page-head")).to_contain_text("discarded")
    expect(page.get_by_role("button", name="Start …")).to_be_disabled()
    check_page(page, "review-discarded")
    page.get_by_role("button", name="Make a new one of it").click()
    expect(page.locator(".page-head")).to_contain_text("ready to run")
    assert plan not in page.url
    expect_order(page, "look", "backup", "raise", "after")


def test_the_graph_fits_a_window_that_becomes_small(review: Callable[..., str], page: Page) -> None:
    review(step="after")
    chosen = page.locator('plan-graph [data-step="after"]')
    expect(chosen).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(
        """() => {
            const box = document.querySelector('plan-graph').getBoundingClientRect()
            const node = document.querySelector('plan-graph [data-step="after"]')?.getBoundingClientRect()
            return node && node.left >= box.left && node.right <= box.right
        }"""
    )


def test_a_click_right_after_typing_is_not_lost(studio: Any, review: Callable[..., str], page: Page) -> None:
    """Leaving a field sends the edit, and the page is drawn anew: but not under a button that is pressed."""
    plan = review(step="raise")
    field = page.locator('step-inspector [data-key="new"]')

    def press(button: Any) -> None:
        button.hover()
        with page.expect_request("**/edits"):
            page.mouse.down()
        page.mouse.up()

    field.fill("crossings = 5")
    press(page.locator("step-inspector").get_by_role("button", name="Leave out"))
    expect(row(page, "raise")).to_contain_text("left out")
    page.locator("step-inspector").get_by_role("button", name="Put back in").click()
    expect(row(page, "raise")).not_to_contain_text("left out")

    field.fill("crossings = 6")
    press(page.get_by_role("button", name="Start …"))
    page.locator("dialog").get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/runs/**")
    expect(page.locator('[data-asks="raise"]')).to_contain_text("+crossings = 6")
    studio.api("POST", f"/runs/{page.url.rpartition('/')[2]}/intents", {"kind": "cancel"})
    assert len(studio.api("GET", f"/plans/{plan}")["runs"]) == 1

"""Settings: models, which keys are present and never what they are, what is approved in advance."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

SECRET = "sk-canary-8b1f2c"


@pytest.fixture(scope="module")
def studio(new_studio: Callable[..., Any]) -> Any:
    return new_studio(environment={"ANTHROPIC_API_KEY": SECRET})


def test_with_a_model_home_takes_words(page: Page, check_page: Callable[..., None]) -> None:
    expect(page.get_by_role("textbox", name="What is to be done?")).to_be_visible()
    check_page(page, "home-with-a-model")


def test_settings_are_saved_and_keys_are_never_shown(studio: Any, page: Page, check_page: Callable[..., None]) -> None:
    page.goto(f"{studio.address}/settings")
    key = page.locator(".keys li", has_text="ANTHROPIC_API_KEY")
    expect(key).to_contain_text("present")
    expect(page.locator(".keys li", has_text="OPENAI_API_KEY")).to_contain_text("not set")
    expect(page.locator("dl.facts")).to_contain_text(str(studio.workspace))
    assert SECRET not in page.content()
    check_page(page, "settings")
    page.get_by_role("checkbox", name=re.compile("^Write")).check()
    page.get_by_role("button", name="Save approvals").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_role("button", name="Dismiss").click()
    page.get_by_label("Executor").fill("house:scout")
    page.get_by_role("button", name="Save models").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("checkbox", name=re.compile("^Write"))).to_be_checked()
    expect(page.get_by_role("checkbox", name=re.compile("^Destroy"))).not_to_be_checked()
    expect(page.get_by_label("Executor")).to_have_value("house:scout")
    settings = studio.api("GET", "/settings")
    assert settings["approvals"]["yes"] == ["write"]
    assert SECRET not in str(settings) and SECRET not in studio.log.read_text()


def test_a_model_that_cannot_be_is_refused_with_a_reason(studio: Any, page: Page) -> None:
    page.goto(f"{studio.address}/settings")
    page.get_by_label("Planner").fill("nonsense")
    page.get_by_role("button", name="Save models").click()
    expect(page.locator(".toast.bad")).to_be_visible()

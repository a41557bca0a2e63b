"""The frame around every page: signing in, finding one's way by mouse and keyboard, themes, a lost connection."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, Page, expect

LARGEST_COLD_LOAD = 60_000


def test_the_address_that_is_printed_signs_in_once_and_stays_in_no_history(
    browser: Browser, studio: Any, check_page: Callable[..., None]
) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{studio.address}/#token={studio.token}")
        expect(page.get_by_role("heading", level=1)).to_have_text("What is to be done?")
        assert "token" not in page.url
        page.get_by_role("link", name="Runs").click()
        page.go_back()
        assert "token" not in page.url
        cookie = context.cookies()[0]
        assert cookie["httpOnly"] and cookie["sameSite"] == "Strict"
    with browser.new_context() as stranger:
        page = stranger.new_page()
        page.goto(f"{studio.address}/#token={studio.token}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Sign in to Gameplan")
        expect(page.get_by_text("has been used already")).to_be_visible()
        page.get_by_label("Token").fill("a wrong one")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("alert")).to_contain_text("Each one works once")
        check_page(page, "sign-in")


def test_who_opens_a_used_address_is_led_to_its_page_all_the_same(browser: Browser, studio: Any, page: Page) -> None:
    """It is still in the terminal, and is clicked on again."""
    again = f"{studio.address}/templates?q=backup#token=used-already"
    page.goto("about:blank")
    page.goto(again)
    expect(page).to_have_url(f"{studio.address}/templates?q=backup")  # who is signed in needs no token
    expect(page.get_by_role("button", name="Backup and edit")).to_be_visible()
    with browser.new_context() as stranger:
        page = stranger.new_page()
        page.goto(again)
        expect(page.get_by_text("has been used already")).to_be_visible()
        page.get_by_label("Token").fill(studio.key)
        page.get_by_role("button", name="Sign in").click()
        expect(page).to_have_url(f"{studio.address}/templates?q=backup")


def test_who_is_not_signed_in_is_sent_to_sign_in_and_then_to_where_he_wanted(browser: Browser, studio: Any) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{studio.address}/templates?q=backup")
        expect(page).to_have_url(re.compile("/sign-in"))
        page.get_by_label("Token").fill(f"{studio.address}/#token={studio.key}")
        page.get_by_role("button", name="Sign in").click()
        expect(page).to_have_url(f"{studio.address}/templates?q=backup")
        expect(page.get_by_role("button", name="Backup and edit")).to_be_visible()


def test_signing_in_leads_to_no_other_site(browser: Browser, studio: Any) -> None:
    """Whatever a link to the sign-in page asks for: who reads it as a browser does finds other hosts in it."""
    asked: list[str] = []
    with browser.new_context() as context:
        context.on("request", lambda request: asked.append(request.url))
        page = context.new_page()
        for token in (studio.key, ""):  # signing in, and signed in already
            for other in ("//evil.example/", "/\\evil.example/", "/\t/evil.example/", "https://evil.example/", "//"):
                page.goto(f"{studio.address}/sign-in?next={quote(other)}")
                if token:
                    page.get_by_label("Token").fill(token)
                    page.get_by_role("button", name="Sign in").click()
                expect(page.get_by_role("heading", level=1)).to_have_text("What is to be done?")
                assert page.url == f"{studio.address}/"
                if token:
                    context.clear_cookies()
            context.add_cookies([{"name": n, "value": v, "url": studio.address} for n, v in studio.cookies.items()])
    assert all(url.startswith((studio.address, "data:", "blob:")) for url in asked)


def test_a_password_opens_the_studio_in_a_browser(
    browser: Browser, new_studio: Callable[..., Any], check_page: Callable[..., None]
) -> None:
    studio = new_studio(environment={"GAMEPLAN_STUDIO_PASSWORD": "correct horse"})
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{studio.address}/runs")
        page.get_by_label("Password").fill("battery staple")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_have_text("That is not the password.")
        expect(page.get_by_text("oken")).to_have_count(0)  # there is none to look for
        check_page(page, "sign-in-password")
        page.get_by_label("Password").fill("correct horse")
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{studio.address}/runs")
        expect(page.get_by_role("heading", level=1, name="Runs")).to_be_visible()


def test_the_studio_can_be_walked_with_the_keyboard_alone(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.type("gr")
    expect(page.get_by_role("heading", level=1, name="Runs")).to_be_focused()
    expect(page.get_by_role("link", name="Runs", exact=True)).to_have_attribute("aria-current", "page")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("gp")
    expect(page).to_have_url(re.compile(r"/runs\?q=gp"))  # letters in a field are letters
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    expect(page.get_by_role("dialog", name="Inbox")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.type("gt")
    expect(page.get_by_role("heading", level=1, name="Templates")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(":focus")).to_have_class(re.compile("template"))


def test_what_is_open_closes_with_its_page(studio: Any, page: Page) -> None:
    page.get_by_role("link", name="Templates", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Templates")).to_be_visible()
    page.keyboard.press("i")
    expect(page.get_by_role("dialog", name="Inbox")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("What is to be done?")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_keys_can_be_turned_off(page: Page) -> None:
    page.keyboard.press("?")
    page.get_by_label("Use these keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.type("gr")
    expect(page.get_by_role("heading", level=1)).to_have_text("What is to be done?")


def test_the_theme_that_was_chosen_stays_chosen(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    before = page.evaluate(background)
    page.get_by_role("button", name="Dark theme").click()
    expect(page.get_by_role("button", name="Light theme")).to_be_visible()
    assert page.evaluate(background) != before
    page.reload()
    expect(page.get_by_role("button", name="Light theme")).to_be_visible()
    assert page.evaluate(background) != before


def test_on_a_small_screen_the_navigation_is_a_drawer(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_role("link", name="Plans")).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Plans").click()
    expect(page.get_by_role("heading", level=1, name="Plans")).to_be_visible()
    expect(page.get_by_role("link", name="Runs")).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Menu")).to_be_focused()


def test_an_address_that_leads_nowhere_says_so(studio: Any, page: Page, check_page: Callable[..., None]) -> None:
    page.goto(f"{studio.address}/no/such/page")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
    check_page(page, "not-found")
    page.goto(f"{studio.address}/sessions/none")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here")


def test_the_reference_of_the_api_works_offline(studio: Any, page: Page, check_page: Callable[..., None]) -> None:
    page.goto(f"{studio.address}/docs")
    expect(page.get_by_role("heading", level=1, name="API")).to_be_visible()
    page.get_by_role("searchbox").fill("post intents")
    expect(page.locator(".operation:visible").first).to_contain_text("/intents")
    page.locator(".operation:visible summary").first.click()
    check_page(page, "api", full=False)


def test_when_the_studio_is_killed_the_page_says_so_and_comes_back(studio: Any, page: Page) -> None:
    page.goto(f"{studio.address}/runs")
    expect(page.get_by_role("heading", level=1, name="Runs")).to_be_visible()
    studio.stop(signal.SIGKILL)
    banner = page.get_by_text("The studio does not answer. Trying again")
    expect(banner).to_be_visible()
    studio.start()
    expect(banner).to_be_hidden()


def test_everything_works_below_a_path(new_studio: Callable[..., Any], new_context: Callable[..., Any]) -> None:
    studio = new_studio("--prefix", "/tools/plans")
    assert studio.address.endswith("/tools/plans")
    page = new_context(studio).new_page()
    page.goto(f"{studio.address}/")
    page.get_by_role("link", name="Templates").first.click()
    expect(page).to_have_url(f"{studio.address}/templates")
    page.get_by_role("button", name="Backup and edit").click()
    expect(page.get_by_role("dialog", name="Backup and edit")).to_be_visible()
    page.reload()
    expect(page.get_by_role("dialog", name="Backup and edit")).to_be_visible()


def over_the_wire(studio: Any, path: str) -> int:
    """How many bytes an answer has, with its headers."""
    takes = "Accept-Encoding: gzip, br"  # as the browser says of this machine
    asks = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\n{takes}\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", studio.port), timeout=60) as line:
        line.sendall(asks.encode())
        return sum(len(chunk) for chunk in iter(lambda: line.recv(65_536), b""))


def test_a_cold_load_is_small(studio: Any, new_context: Callable[..., Any]) -> None:
    review = f"/plans/{studio.plan('release-version', version='2.0.0')['id']}"
    worker = over_the_wire(studio, "/assets/stream-worker.js")  # which is not loaded by the page, but counts
    for path in ("/", "/runs", "/templates", "/sessions", "/settings", review):
        context = new_context(studio)
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Network.enable")
        sizes: list[float] = []
        network.on("Network.loadingFinished", lambda event, sizes=sizes: sizes.append(event["encodedDataLength"]))
        page.goto(f"{studio.address}{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if path == review:
            expect(page.locator("step-list [role=option]").first).to_be_visible()
            expect(page.locator("step-inspector .form .field").first).to_be_visible()
            expect(page.locator("step-inspector .would")).to_contain_text("It changes nothing")  # what is foreseen
        whole = worker + sum(sizes)
        print(f"{path}: {whole:,.0f} bytes in {len(sizes) + 1} answers")
        assert 5_000 < whole <= LARGEST_COLD_LOAD, f"{path}: {whole} bytes in {len(sizes) + 1} answers"
        context.close()


def test_everything_that_a_page_begins_with_is_asked_for_at_once(studio: Any, page: Page) -> None:
    """The shell names what the page imports: no script is found only when another has been read."""
    review = f"/plans/{studio.plan('release-version', version='2.0.0')['id']}"  # whose first step has no diff to show
    for path in ("/", review, "/runs", "/sessions", "/settings", "/docs"):
        page.goto(f"{studio.address}{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        named = page.evaluate("[...document.head.querySelectorAll('[href], [src]')].map((it) => it.href || it.src)")
        asked = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
        scripts = {address for address in asked if "/assets/" in address and "stream-worker" not in address}
        assert scripts == {address for address in named if address.startswith("http")}, "and nothing in vain"

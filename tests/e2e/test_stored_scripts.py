"""Whatever is stored is shown as text: no script in it runs, and nothing in it hides what a person is asked about."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, expect

EVIL = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>![x](http://leak.example/x.png)'
LEAK = "http://leak.example/leak.png"  # what a page shows it does not fetch
LINK = "javascript:window.hacked=1"
PLAN = {
    "request": f"Evil {EVIL}",
    "inputs": {"what": {"type": "string", "description": EVIL, "default": EVIL}},
    "steps": [
        {"id": "write", "tool": "write_file", "description": EVIL, "args": {"path": "evil.html", "content": EVIL}},
        {"id": "read", "tool": "read_file", "args": {"path": "evil.html"}, "dependsOn": ["write"]},
        {
            "id": "who",
            "tool": "ask",
            "description": LINK,
            "args": {"question": EVIL, "type": "choice", "choices": [EVIL, LINK]},
        },
        {"id": "where", "tool": "ask", "args": {"question": LEAK, "default": EVIL}},
        {
            "id": "again",
            "tool": "write_file",
            "args": {"path": "evil.html", "content": f"{EVIL}\n{EVIL}"},
            "dependsOn": ["read"],
        },
        {"id": "gone", "tool": "delete_file", "args": {"path": "$read.content"}, "dependsOn": ["again"]},
    ],
}


def test_a_stored_script_is_text_on_every_page(studio: Any, page: Page) -> None:
    (studio.workspace / "<img src=x onerror=hacked=1>").write_text(EVIL)
    plan = studio.api("POST", "/plans", {"plan": PLAN})["id"]
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    studio.api("POST", "/templates", {"name": "evil", "plan": plan})
    describe = {"edit": "describe", "step": "read", "description": f"{EVIL} again"}
    studio.api("POST", f"/plans/{plan}/edits", {"edits": [describe], "why": EVIL}, If_Match="*")
    run = studio.run(plan)["id"]
    expect(page.get_by_role("article").first).to_be_visible()
    said = studio.run(plan)["id"]  # what a person says to it is evil, too
    page.goto(f"{studio.address}/runs/{said}?step=again")
    expect(page.locator('[data-asks="again"]')).to_be_visible()
    for kind, payload in (
        ("answer", {"step": "who", "value": EVIL}),
        ("answer", {"step": "where", "value": LEAK}),
        ("deny", {"step": "again", "reason": EVIL}),
    ):
        studio.api("POST", f"/runs/{said}/intents", {"kind": kind, "payload": payload})
    expect(page.locator("run-step")).to_contain_text(f"denied: {EVIL}")
    left = studio.run(plan)["id"]
    for kind, payload in (("skip", {"step": "who", "reason": EVIL}), ("cancel", {"reason": EVIL})):
        studio.api("POST", f"/runs/{left}/intents", {"kind": kind, "payload": payload})
    paths = ["/", "/plans", f"/plans/{plan}", "/runs", f"/runs/{run}", "/templates?use=evil", "/sessions"]
    for path in [
        *paths,
        f"/sessions/{run}",
        f"/sessions/{run}?at=2",
        f"/sessions/{plan}",
        f"/sessions/{said}",
        f"/runs/{left}",
        f"/sessions/{left}",
        *(f"/plans/{plan}?step={step['id']}" for step in PLAN["steps"]),
        *(f"/runs/{each}?step={step['id']}" for each in (run, said, left) for step in PLAN["steps"]),
        f"/runs?q={EVIL}",
        f"/{EVIL}",
    ]:
        page.goto(f"{studio.address}{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator(".skeleton")).to_have_count(0)
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
        if path == f"/plans/{plan}":
            page.get_by_role("button", name="Versions").click()
            expect(page.locator("dialog .versions")).to_contain_text(EVIL)
        found = page.evaluate(
            """() => ({hacked: window.hacked ?? null, images: document.querySelectorAll('img[src="x"]').length,
                scripts: [...document.scripts].filter((each) => !each.src).length,
                links: [...document.links].filter((each) => each.protocol === 'javascript:').length,
                handlers: document.querySelectorAll('[onerror], [onclick], [onload]').length})"""
        )
        assert found == {"hacked": None, "images": 0, "scripts": 0, "links": 0, "handlers": 0}, (
            f"{path}: {json.dumps(found)}"
        )
    assert all(url.startswith((studio.address, "data:", "blob:")) for url in asked)
    page.goto(f"{studio.address}/")
    expect(page.get_by_text("<script>window.hacked=1</script>").first).to_be_visible()


HIDING = "crossings = 3 # \u202e4 = sgnissorc\u2069\u200b\u00ad\x1b[8m rm -rf\x1b[0m\r\U000e0041\ufeff\u2028end"
FAR = f"harmless{' ' * 3_000}rm -rf"
HIDES = {
    "request": f"Hides {HIDING}",
    "steps": [
        {"id": "what", "tool": "ask", "args": {"question": HIDING, "type": "choice", "choices": [HIDING, "no"]}},
        {
            "id": "edit",
            "tool": "edit_file",
            "description": HIDING,
            "args": {"path": "ferry.py", "old": "crossings = 3", "new": f"{HIDING}\n{FAR}"},
        },
    ],
}
UNSEEN = """() => {
    const found = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode())
        if (/(?![\\n\\t\\u200c\\u200d])[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]/u.test(texts.currentNode.data))
            found.push(texts.currentNode.data)
    return found
}"""


def test_what_cannot_be_seen_or_turns_the_letters_around_is_shown_by_its_code(
    studio: Any, page: Page, screenshots: Any
) -> None:
    plan = studio.api("POST", "/plans", {"plan": HIDES})["id"]
    run = studio.run(plan)["id"]
    paths = [f"/plans/{plan}", f"/plans/{plan}?step=edit", f"/runs/{run}", f"/runs/{run}?step=edit", f"/sessions/{run}"]
    for path in ["/", "/plans", "/runs", "/sessions", *paths]:
        page.goto(f"{studio.address}{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator(".skeleton")).to_have_count(0)
        expect(page.get_by_text("\\u202e4 = sgnissorc\\u2069").first).to_be_visible()
        assert page.evaluate(UNSEEN) == [], path

    page.goto(f"{studio.address}/plans/{plan}?step=edit")
    expect(page.locator("plan-graph .node-card").first).to_be_visible()
    assert page.evaluate(UNSEEN) == []
    field = page.locator("step-inspector .field", has=page.locator('[data-key="new"]'))
    expect(field).to_contain_text("\\u202e")  # a field has the text as it is, and says what is in it
    page.goto(f"{studio.address}/runs/{run}?step=edit")
    card = page.locator('[data-asks="edit"]')
    line = card.locator(".add", has_text="harmless")
    expect(line).to_be_visible()
    box = card.locator(".pane").first.evaluate("(pane) => [pane.scrollWidth, pane.clientWidth]")
    assert box[0] <= box[1], "nothing that is approved stands beside what is seen"
    page.screenshot(path=screenshots / "run-hiding.png")
    page.keyboard.press("i")
    expect(page.locator("dialog .add").first).to_be_visible()
    assert page.evaluate(UNSEEN) == []
    studio.api("POST", f"/runs/{run}/intents", {"kind": "cancel", "payload": {}})

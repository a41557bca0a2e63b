"""The house: what goes on in it, what waits, its tools, templates and settings, and the pictures of its workspace."""

from __future__ import annotations

from collections.abc import Iterator

from gameplan.client.asking import Asking, part
from gameplan.client.streams import Told, told_by
from gameplan.runtime.events import Json
from gameplan.studio.shapes import Home, Inbox, InboxItem, SettingsView, TemplateCard, TemplateView, ToolView


class House(Asking):
    """What there is."""

    def home(self) -> Home:
        """What is running, what waits, what was done."""
        return self._get(Home, "home")

    def inbox(self) -> list[InboxItem]:
        """What waits for a person."""
        return self._get(Inbox, "inbox").items

    def tools(self) -> list[ToolView]:
        """The tools that a step may call."""
        return self._list(ToolView, "tools")

    def templates(self, q: str = "") -> list[TemplateCard]:
        """The templates."""
        return self._list(TemplateCard, "templates", q=q)

    def template(self, name: str) -> TemplateView:
        """One template, with its plan."""
        return self._get(TemplateView, f"templates/{part(name)}")

    def save_template(self, name: str, plan: str, *, replace: bool = False) -> TemplateView:
        """Save a plan as a template."""
        return self._post(TemplateView, "templates", {"name": name, "plan": plan, "replace": replace})

    def settings(self) -> SettingsView:
        """What is set."""
        return self._get(SettingsView, "settings")

    def change_settings(self, changes: dict[str, Json], seen: SettingsView | None = None) -> SettingsView:
        """Set something: `{"models": {"planner": …}}`, `{"approvals": {"yes": […]}}`.

        With the settings as you have `seen` them: `StudioError` with status 412 if somebody was quicker.
        """
        headers = {} if seen is None else {"If-Match": seen.etag}
        return SettingsView.model_validate(self._call("PUT", "settings", changes, headers=headers).json())

    def image(self, path: str) -> tuple[str, bytes]:
        """A picture that lies in the workspace: what it is (`image/png`, …), and its bytes."""
        reply = self._call("GET", "workspace/image", query={"path": path})
        return reply.headers["content-type"], reply.content

    def follow_house(self) -> Iterator[Told]:
        """Which sessions change, as they do."""
        with told_by(self._http, "stream") as telling:
            yield from telling

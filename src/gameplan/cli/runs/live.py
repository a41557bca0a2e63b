"""A run at one moment, as rows that fit a terminal: bars, what running steps say, the longest chain, what is left."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from gameplan.cli.clean import one_line
from gameplan.cli.layout import counted, time_told
from gameplan.cli.runs.end import spent_told
from gameplan.cli.runs.story import MARKS, text_of
from gameplan.cli.runs.tree import Node, nodes_of
from gameplan.plans import Graph, Plan, RunStarted, RunState, StepBegan, StepEnded, critical_path, graph_of
from gameplan.runtime import Recorded
from gameplan.tools import ToolLogged, ToolProgress

_BAR = 16
_NARROW = 60
_TELLING = ("running", "waiting", "failed")


@dataclass(slots=True)
class Moment:
    """What is known of a run while it goes on, besides its state: what passes and is not recorded."""

    state: RunState | None = None
    began: dict[str, int] = field(default_factory=dict)
    totals: dict[str, int] = field(default_factory=dict)
    percent: dict[str, float] = field(default_factory=dict)
    last_line: dict[str, str] = field(default_factory=dict)
    _lock: threading.RLock = field(default_factory=threading.RLock)  # it is drawn in a thread of its own
    _run: str = ""
    _graph: tuple[Plan, Graph, frozenset[str]] | None = None

    def take(self, recorded: Recorded[Any]) -> None:
        """Fold one event in."""
        with self._lock:
            self._take(recorded)

    def _take(self, recorded: Recorded[Any]) -> None:
        match recorded.event:
            case RunStarted(plan=plan, inputs=inputs, workspace=workspace, estimates=estimates) if self.state is None:
                self.state = RunState(plan, inputs, workspace, estimates, began_at=recorded.at)
                return
            case StepBegan(step=step, key=key, args=args):
                self._run = key.removesuffix(f"/{step}")
                self.began[step] = recorded.at
                if isinstance(args, dict) and isinstance(args.get("items"), int):
                    self.totals[step] = args["items"]
            case StepEnded(step=step):
                self.percent.pop(step, None)
                self.last_line.pop(step, None)
            case _:
                pass
        if self.state is not None:
            self.state.take(recorded.event, recorded.at)

    def notice(self, notice: object) -> None:
        """What a running step says of itself."""
        with self._lock:
            self._notice(notice)

    def _notice(self, notice: object) -> None:
        match notice:
            case ToolProgress(call_id=call, percent=percent, note=note):
                name = self.step_of(call)
                self.percent[name] = percent
                if note:
                    self.last_line[name] = note
            case ToolLogged(call_id=call, line=line):
                self.last_line[self.step_of(call)] = line
            case _:
                pass

    def step_of(self, call_id: str) -> str:
        """The step that made a call."""
        return call_id.removeprefix(f"{self._run}/")

    def rows(self, width: int, height: int, now: int | None = None) -> list[Text]:
        """The run as it stands, in no more rows than fit."""
        with self._lock:
            return self._rows(width, height, time.time_ns() // 1_000 if now is None else now)

    def _rows(self, width: int, height: int, now: int) -> list[Text]:
        if self.state is None:
            return []
        nodes = nodes_of(self.state)
        graph, chain = self._longest(self.state)
        every = [each for node in nodes for each in node.walk() if each[1] == 0 or not node.over]
        room = max(3, height - 2)
        shown, over, later = _fitted(every, room)
        lines = [Text(f" ✓ {over:,} that are over", "dim")] if over else []
        spare = room - len(shown)
        for node, depth in shown:
            lines.append(self._row(node, depth, width, now, chain))
            said = self.last_line.get(node.name, "") if node.status == "running" else ""
            if said and spare > 0:
                spare -= 1
                lines.append(_cut(Text("    ").append_text(text_of(one_line(said, 200), "dim")), width))
        if later:
            lines.append(Text(f" · {later:,} more to come", "dim"))
        return [*lines[: max(1, height - 1)], self._footer(nodes, graph, width, now, chain)]

    def _row(self, node: Node, depth: int, width: int, now: int, chain: frozenset[str]) -> Text:
        status = node.status
        mark, style = MARKS[status]
        on_chain = Text("┃", "magenta") if depth == 0 and node.name in chain else Text(" ")
        left = Text.assemble(on_chain, "  " * depth, (f"{mark} ", style), text_of(node.label))
        left.append_text(self._beside(node, status, width))
        right = self._right(node, status, width, now)
        _cut(left, max(4, width - right.cell_len - 1))
        if right:
            left.append(" " * max(1, width - left.cell_len - right.cell_len - 1))
        return left.append_text(right)

    def _beside(self, node: Node, status: str, width: int) -> Text:
        said = node.said
        if said and status not in ("completed", "running"):
            return text_of(f"  {one_line(said, 200)}", MARKS[node.status][1])
        return text_of(f"  {one_line(node.about, 200)}" if width >= _NARROW else "", "dim")

    def _right(self, node: Node, status: str, width: int, now: int) -> Text:
        parts = Text()
        total = max(self.totals.get(node.name, 0), len(node.items))
        if total and not node.over:
            parts.append_text(_bar(node.items_done / total, width)).append(f" {node.items_done} of {total} ")
        elif node.name in self.percent and status == "running":
            percent = self.percent[node.name]
            parts.append_text(_bar(percent / 100, width)).append(f" {percent:.0f} % ")
        if node.over:
            if node.stands.duration_ms >= 1:
                parts.append(time_told(node.stands.duration_ms), "dim")
        elif status == "running" and node.name in self.began:
            passed = max(0, now - self.began[node.name]) / 1_000
            whole = node.estimate * 1_000 if node.estimate else 0.0
            about = f" of about {time_told(whole)}" if whole >= 1_000 and passed < whole and width >= _NARROW else ""
            if (passed >= 1_000 or about) and (width >= _NARROW or not parts):
                parts.append(f"{time_told(passed)}{about}", "cyan")
        elif node.estimate and node.estimate >= 1 and status in ("pending", "ready"):
            parts.append(f"about {time_told(node.estimate * 1_000)}", "dim")
        parts.rstrip()
        return parts

    def _footer(self, nodes: Sequence[Node], graph: Graph, width: int, now: int, chain: frozenset[str]) -> Text:
        state = self.state
        assert state is not None
        over = sum(node.over for node in nodes)
        passed = max(0, now - state.began_at) / 1_000
        parts = [f"{over:,} of {counted(len(nodes), 'step')}", time_told(passed // 1_000 * 1_000 or passed)]
        left = self._left(nodes, graph, now)
        if left is not None and over < len(nodes):
            parts.append(f"about {time_told(max(left, 0) * 1_000)} left")
        if state.tokens:
            parts.append(spent_told(state))
        if state.paused:
            parts.append("paused")
        if chain and width >= _NARROW:
            parts.append("┃ the longest chain")
        return _cut(Text(" · ".join(parts), "bold"), width)

    def _left(self, nodes: Sequence[Node], graph: Graph, now: int) -> float | None:
        """The seconds that are left by the estimates, if there is one for each step that is still to be done."""
        left = 0.0
        for node in nodes:
            if node.over:
                continue
            if node.estimate is None or node.name not in graph.remaining:
                return None
            passed = (now - self.began[node.name]) / 1e6 if node.name in self.began else 0.0
            left = max(left, graph.remaining[node.name] - min(passed, node.estimate))
        return left if left >= 1 else None

    def _longest(self, state: RunState) -> tuple[Graph, frozenset[str]]:
        """The graph of the plan as it now is, and the longest chain in it; none, where everything is on it."""
        if self._graph is None or self._graph[0] is not state.plan:
            steps = state.plan.steps
            durations = {
                each.id: state.estimates[each.tool]
                for each in steps
                if each.estimated_duration is None and each.tool in state.estimates
            }
            chain = frozenset(critical_path(state.plan, durations))
            told = chain if 1 < len(chain) < len(steps) else frozenset()
            self._graph = (state.plan, graph_of(state.plan, durations), told)
        return self._graph[1], self._graph[2]


def _fitted(rows: list[tuple[Node, int]], room: int) -> tuple[list[tuple[Node, int]], int, int]:
    """The rows that fit: what has something to tell, then what comes next; and how many are over, or come later."""
    if len(rows) <= room:
        return rows, 0, 0
    room -= 2
    status = [node.status for node, _ in rows]
    telling = [number for number, each in enumerate(status) if each in _TELLING][:room]
    coming = [number for number, each in enumerate(status) if each in ("pending", "ready")]
    kept = {*telling, *coming[: max(0, room - len(telling))]}
    left_out = [(node, depth) for number, (node, depth) in enumerate(rows) if number not in kept]
    over = sum(node.over for node, depth in left_out if depth == 0)
    return [rows[number] for number in sorted(kept)], over, sum(not node.over for node, depth in left_out if depth == 0)


def _bar(part: float, width: int) -> Text:
    size = _BAR if width >= _NARROW else 6
    full = min(size, max(0, round(part * size)))
    return Text.assemble(("━" * full, "green"), ("─" * (size - full), "dim"))


def _cut(text: Text, width: int) -> Text:
    text.truncate(max(1, width), overflow="ellipsis")
    text.no_wrap = True
    return text

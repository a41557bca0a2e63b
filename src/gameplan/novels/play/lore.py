"""Lore that comes to mind: which entries are told with a beat, by what was spoken of in the last ones.

The rules are those that lorebooks have elsewhere. An entry comes when one of its keys is in the last `scan_depth`
messages and its secondary keys agree, or always if it is `constant`. Then it is `sticky` for so many messages, and
after that in `cooldown` for so many; it is told not before there are `delay` messages. Speaking of it again meanwhile
extends nothing. What an entry says may bring another to mind. Of a group one is told. Constant entries come first, then
those of a higher order, until the budget is spent; in the text those of a higher order stand nearer to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gameplan.novels.conditions import Condition, read_condition
from gameplan.novels.package import WorldInfo
from gameplan.novels.play.keys import Matcher, folded, matcher

Audience: TypeAlias = Literal["director", "storyteller"]
Since: TypeAlias = Mapping[str, int]  # at which message an entry came to mind
BUDGET = 4_000  # letters
STEPS = 3  # of one entry that brings another to mind
DEEPEST = 100
_LONGEST_MESSAGE = 4_000


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """An entry made ready to be looked for."""

    info: WorldInfo
    keys: tuple[Matcher, ...]
    secondary: tuple[Matcher, ...]
    reveal_if: Condition
    groups: tuple[str, ...]

    def is_named(self, text: str) -> bool:
        """Whether a text speaks of it."""
        if not any(key(text) for key in self.keys):
            return False
        if not self.secondary:
            return True
        found = [key(text) for key in self.secondary]
        match self.info.logic:
            case "and_any":
                return any(found)
            case "and_all":
                return all(found)
            case "not_any":
                return not any(found)
            case "not_all":
                return not all(found)

    def is_sticky(self, since: Since, count: int) -> bool:
        at = since.get(self.info.id)
        return at is not None and at < count <= at + self.info.sticky

    def is_cooling(self, since: Since, count: int) -> bool:
        at = since.get(self.info.id)
        return at is not None and at + self.info.sticky < count <= at + self.info.sticky + self.info.cooldown


@dataclass(frozen=True, slots=True)
class Memory:
    """What was said last, how many messages there were, and since when which lore is in mind.

    `active` is what came to mind with the last message, in the order in which it is told.
    """

    messages: tuple[str, ...] = ()
    count: int = 0
    since: Since = field(default_factory=dict)
    active: tuple[str, ...] = ()


class Lore:
    """The lore of a package, made ready to come to mind."""

    def __init__(self, infos: Iterable[WorldInfo], *, budget: int = BUDGET) -> None:
        self.entries: Mapping[str, Entry] = {info.id: _entry(info) for info in infos}
        self.budget = budget

    def told(self, memory: Memory, audience: Audience) -> tuple[str, ...]:
        """The texts that are in mind, as far as they are for somebody."""
        infos = (self.entries[each].info for each in memory.active if each in self.entries)
        return tuple(info.content for info in infos if info.audience in (audience, "both"))

    def after(
        self,
        memory: Memory,
        message: str,
        *,
        holds: Callable[[Condition], bool],
        chance: Callable[[str], float],
        among: Callable[[str], bool] = lambda id: True,
    ) -> Memory:
        """What is in mind after one more message.

        `holds` answers `reveal_if`; `chance` gives a number from 0 to 1 for a name; `among` leaves out entries that
        do not belong to what is played now.
        """
        messages = (*memory.messages[-DEEPEST + 1 :], folded(message[:_LONGEST_MESSAGE]))
        count = memory.count + 1
        entries = [
            each
            for id, each in self.entries.items()
            if among(id) and count >= each.info.delay and (not each.reveal_if.text or holds(each.reveal_if))
        ]
        scan = _Scan(messages, memory.since, count, chance, self.budget)
        scan.over(entries)
        return Memory(messages, count, scan.timers(self.entries), scan.in_order())


class _Scan:
    """One look through the lore."""

    def __init__(
        self, messages: Sequence[str], since: Since, count: int, chance: Callable[[str], float], budget: int
    ) -> None:
        self.messages = messages
        self.since = since
        self.count = count
        self.chance = chance
        self.left = budget
        self.found: dict[str, Entry] = {}
        self.refused: set[str] = set()  # they had their chance
        self.taken: set[str] = set()  # groups of which one is told
        self.said: dict[int, str] = {}

    def over(self, entries: Sequence[Entry]) -> None:
        """First what is said, then what that brings to mind."""
        fresh = self._admit([each for each in entries if self._comes(each, "")])
        for _ in range(STEPS):
            text = folded("\n".join(each.info.content for each in fresh if each.info.recursive))
            if not text:
                return
            fresh = self._admit([each for each in entries if self._comes(each, text)])

    def _comes(self, entry: Entry, recalled: str) -> bool:
        info = entry.info
        if info.id in self.found or info.id in self.refused:
            return False
        if entry.is_sticky(self.since, self.count):
            return True
        if entry.is_cooling(self.since, self.count):
            return False
        if info.constant:
            return True
        return entry.is_named("\n".join(filter(None, (self._last(info.scan_depth), recalled))))

    def _last(self, depth: int) -> str:
        if depth not in self.said:
            self.said[depth] = "\n".join(self.messages[-depth:]) if depth else ""
        return self.said[depth]

    def _admit(self, entries: Sequence[Entry]) -> list[Entry]:
        """Those of the entries that pass: chance, one of each group, the budget."""
        willing = []
        for each in entries:
            sticky = each.is_sticky(self.since, self.count)
            if sticky or each.info.probability >= 1 or self.chance(each.info.id) < each.info.probability:
                willing.append(each)
            else:
                self.refused.add(each.info.id)
        willing.sort(key=lambda each: (not each.info.constant, -each.info.order, each.info.id))
        admitted = []
        for each in self._one_of_each_group(willing):
            if self.left <= 0 or len(each.info.content) > self.left:
                self.left = 0
                break
            self.left -= len(each.info.content)
            self.found[each.info.id] = each
            admitted.append(each)
        return admitted

    def _one_of_each_group(self, entries: Sequence[Entry]) -> list[Entry]:
        kept = []
        sticky = [each for each in entries if each.is_sticky(self.since, self.count)]
        winners: dict[str, Entry] = {}
        for group in dict.fromkeys(name for each in entries for name in each.groups):
            of_it = [each for each in sticky if group in each.groups] or [e for e in entries if group in e.groups]
            winners[group] = of_it[int(self.chance(f"group/{group}") * len(of_it))]
        for each in entries:
            if any(group in self.taken or winners[group] is not each for group in each.groups):
                self.refused.add(each.info.id)
                continue
            self.taken.update(each.groups)
            kept.append(each)
        return kept

    def timers(self, entries: Mapping[str, Entry]) -> dict[str, int]:
        """Since when which entry is in mind, or was: only where it still matters."""
        kept = {}
        for id, entry in entries.items():
            if entry.is_sticky(self.since, self.count) or entry.is_cooling(self.since, self.count):
                kept[id] = self.since[id]
            elif id in self.found and (entry.info.sticky or entry.info.cooldown):
                kept[id] = self.count
        return kept

    def in_order(self) -> tuple[str, ...]:
        return tuple(sorted(self.found, key=lambda id: (self.found[id].info.order, id)))


def _entry(info: WorldInfo) -> Entry:
    def ready(keys: Iterable[str]) -> tuple[Matcher, ...]:
        return tuple(matcher(key, info.whole_words, info.case_sensitive) for key in keys if key.strip())

    groups = tuple(filter(None, (each.strip() for each in info.group.split(","))))
    return Entry(info, ready(info.keys), ready(info.secondary_keys), read_condition(info.reveal_if), groups)

"""SillyTavern's world files: the same entries as in a `character_book`, under other names.

The change from one to the other is of names alone, both ways; what only a world has is kept under `world_entry`.
"""

from __future__ import annotations

from typing import Any, Final

from gameplan.novels.exchange.texts import as_dict

Wire = dict[str, Any]

_NAMES: Final = {
    "uid": "id",
    "key": "keys",
    "keysecondary": "secondary_keys",
    "comment": "comment",
    "content": "content",
    "constant": "constant",
    "selective": "selective",
    "order": "insertion_order",
}
_IN_EXTENSIONS: Final = {
    "addMemo": "add_memo",
    "automationId": "automation_id",
    "caseSensitive": "case_sensitive",
    "characterFilter": "character_filter",
    "cooldown": "cooldown",
    "delay": "delay",
    "delayUntilRecursion": "delay_until_recursion",
    "depth": "depth",
    "displayIndex": "display_index",
    "excludeRecursion": "exclude_recursion",
    "group": "group",
    "groupOverride": "group_override",
    "groupWeight": "group_weight",
    "ignoreBudget": "ignore_budget",
    "matchCharacterDepthPrompt": "match_character_depth_prompt",
    "matchCharacterDescription": "match_character_description",
    "matchCharacterPersonality": "match_character_personality",
    "matchCreatorNotes": "match_creator_notes",
    "matchPersonaDescription": "match_persona_description",
    "matchScenario": "match_scenario",
    "matchWholeWords": "match_whole_words",
    "outletName": "outlet_name",
    "position": "position",
    "preventRecursion": "prevent_recursion",
    "probability": "probability",
    "role": "role",
    "scanDepth": "scan_depth",
    "selectiveLogic": "selectiveLogic",
    "sticky": "sticky",
    "triggers": "triggers",
    "useGroupScoring": "use_group_scoring",
    "useProbability": "useProbability",
    "vectorized": "vectorized",
}
_KEPT: Final = "world_entry"
_BOOK: Final = "book_entry"


def book_entry(world: Wire) -> Wire:
    """An entry of a world as one of a book."""
    extensions: Wire = {}
    rest: Wire = {}
    entry: Wire = {"selective": True}
    own = world.get("extensions")
    for name, value in own.items() if isinstance(own, dict) else ():
        (extensions if name not in (_KEPT, *_IN_EXTENSIONS.values()) else rest.setdefault("extensions", {}))[name] = (
            value
        )
    for name, value in world.items():
        if name in _NAMES:
            entry[_NAMES[name]] = value
        elif name in _IN_EXTENSIONS:
            extensions[_IN_EXTENSIONS[name]] = value
        elif name == "disable":
            entry["enabled"] = not value
        elif name != "extensions" or not isinstance(own, dict):
            rest[name] = value
    entry.setdefault("enabled", True)
    of_a_book = extensions.pop(_BOOK, None)
    if isinstance(of_a_book, dict):
        entry = {**of_a_book, **entry}
    if rest:
        extensions[_KEPT] = rest
    return {**entry, "extensions": extensions}


def world_entry(book: Wire) -> Wire:
    """An entry of a book as one of a world."""
    extensions = dict(as_dict(book.get("extensions")))
    rest = extensions.pop(_KEPT, None)
    names = {theirs: ours for ours, theirs in _NAMES.items()}
    in_extensions = {theirs: ours for ours, theirs in _IN_EXTENSIONS.items()}
    world: Wire = {}
    left: Wire = {}
    for name, value in book.items():
        if name in names:
            world[names[name]] = value
        elif name == "enabled":
            world["disable"] = not value
        elif name != "extensions":
            left[name] = value
    for name in [name for name in extensions if name in in_extensions]:
        world[in_extensions[name]] = extensions.pop(name)
    if book.get("case_sensitive") is True and world.get("caseSensitive") is None:
        world["caseSensitive"] = True
    left.pop("case_sensitive", None)
    left.pop("use_regex", None)
    if left:
        extensions[_BOOK] = left
    if isinstance(rest, dict):
        own = rest.get("extensions")
        extensions |= own if isinstance(own, dict) else {}
        world |= {name: value for name, value in rest.items() if name != "extensions"}
    return {**world, "extensions": extensions} if extensions else world

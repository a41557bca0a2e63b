"""What happened to a draft, in a few words: for whoever takes it back, and for whoever looks on."""

from __future__ import annotations

from typing import assert_never

from gameplan.novels.authoring.events import (
    ActOutlined,
    Change,
    CharacterProposed,
    DraftClosed,
    ElementChanged,
    ElementRemoved,
    ElementRenamed,
    EncountersDrafted,
    LocationsWired,
    NodeFinalized,
    PackageFinalized,
    PicturesMade,
    PremiseProposed,
)


def said(event: Change) -> str:
    """An event of a draft as a sentence without its full stop."""
    match event:
        case PremiseProposed(premise=premise):
            return f'the premise of "{premise.title}" was proposed'
        case CharacterProposed(character=character):
            return f"{character.name} was proposed"
        case ActOutlined(act=act):
            return f'act "{act.id}" was outlined'
        case LocationsWired(act_id=act_id, locations=locations):
            return f'{", ".join(each.id for each in locations)} of act "{act_id}" were wired'
        case EncountersDrafted(node_id=node_id, encounters=encounters):
            return f'{len(encounters)} encounters of "{node_id}" were drafted'
        case NodeFinalized(node_id=node_id):
            return f'"{node_id}" was finalized'
        case PicturesMade(owner=owner):
            return f'"{owner.id}" was drawn'
        case ElementRenamed(type=type_, id=id_, to=to):
            return f'the {type_} "{id_}" was renamed to "{to}"'
        case ElementChanged(type="premise"):
            return "the premise was changed"
        case ElementChanged(type=type_, id=id_):
            return f'the {type_} "{id_}" was changed'
        case ElementRemoved(type=type_, id=id_):
            return f'the {type_} "{id_}" was deleted'
        case PackageFinalized(title=title, version=version):
            return f'"{title}" was made, version {version}'
        case DraftClosed(reason=reason):
            return f"the draft was closed: {reason}"
        case _:
            assert_never(event)

"""A package and all that belongs to it, as a set of files and back.

Folders and `.vnpkg` files both hold exactly these files; here is what may be among them, and what they must say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pydantic import ValidationError

from gameplan.novels.faults import in_words
from gameplan.novels.package import SCHEMA_VERSION, Asset, VNPackage
from gameplan.novels.shelf.errors import PackageError
from gameplan.novels.shelf.hashing import content_hash, sha256
from gameplan.tools.clean import NotJson, clean_json
from gameplan.tools.workspace.paths import shown

PACKAGE: Final = "package.json"
MANIFEST: Final = "manifest.json"
REPORTS: Final = ("validation.json", "simulation.json")
FOLDERS: Final = {"portrait": "portraits", "background": "backgrounds", "music": "music"}
MAX_JSON: Final = 32_000_000
_ASSET: Final = re.compile(r"assets/(portraits|backgrounds|music)/[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")
_ID: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")
_MOST_TOLD: Final = 5


@dataclass(frozen=True, slots=True)
class Volume:
    """A package, its pictures and sounds by path, and what was found out about it."""

    package: VNPackage
    assets: Mapping[str, bytes] = field(default_factory=dict)
    validation: Mapping[str, Any] | None = None
    simulation: Mapping[str, Any] | None = None

    @property
    def content_hash(self) -> str:
        return content_hash(self.package, hashes(self.assets))


def hashes(assets: Mapping[str, bytes]) -> dict[str, str]:
    return {path: sha256(content) for path, content in sorted(assets.items())}


def belongs(path: str) -> bool:
    """Whether a file of this path has a place in a package."""
    named = path in (PACKAGE, MANIFEST, *REPORTS)
    return named or (_ASSET.fullmatch(path) is not None and not path.endswith("."))


def is_id(text: str) -> bool:
    """Whether a package may have this id: it is the name of its folder."""
    return _ID.fullmatch(text) is not None


def settled(volume: Volume) -> Volume:
    """The volume as it is saved: each asset with the hash of its file; one that has no file says so.

    A picture that is missing never keeps a novel from being saved.
    """
    for path in volume.assets:
        if not belongs(path) or not path.startswith("assets/"):
            places = ", ".join(f"assets/{folder}/" for folder in FOLDERS.values())
            raise PackageError(f'"{shown(path)}" cannot be kept: pictures and sounds go to {places}.', code="unsafe")
    known = hashes(volume.assets)
    assets = tuple(_settled(asset, known) for asset in volume.package.assets)
    return replace(volume, package=volume.package.model_copy(update={"assets": assets}))


def _settled(asset: Asset, known: Mapping[str, str]) -> Asset:
    if asset.path in known:
        return asset.model_copy(update={"sha256": known[asset.path]})
    if asset.status in ("placeholder", "failed"):
        return asset.model_copy(update={"sha256": ""})
    return asset.model_copy(update={"sha256": "", "status": "failed", "reason": "Its file was missing at a save."})


def files_of(volume: Volume) -> dict[str, bytes]:
    """The files of a volume, by path. The same volume always makes the same bytes."""
    try:
        return _files(volume)
    except (ValueError, TypeError, RecursionError) as error:
        raise PackageError(f"The package cannot be written as JSON: {shown(str(error))}.", code="invalid") from None


def _files(volume: Volume) -> dict[str, bytes]:
    assets = hashes(volume.assets)
    manifest = {
        "contentHash": content_hash(volume.package, assets),
        "schemaVersion": volume.package.schema_version,
        "files": assets,
    }
    files = {PACKAGE: _written(volume.package.model_dump(mode="json")), MANIFEST: _written(manifest)}
    for name, report in zip(REPORTS, (volume.validation, volume.simulation), strict=True):
        if report is not None:
            files[name] = _written(dict(report))
    return files | {path: bytes(content) for path, content in sorted(volume.assets.items())}


def _written(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode()


def volume_of(files: Mapping[str, bytes], where: str) -> Volume:
    """The volume that these files are. `where` is what an error calls them.

    Without a manifest (a folder that was written by hand) there is no hash to hold it against.
    """
    if PACKAGE not in files:
        raise PackageError(f"{where} is not a package: there is no {PACKAGE} in it.", code="unusable")
    for path in files:
        if not belongs(path):
            raise PackageError(f'{where}: "{shown(path)}" does not belong into a package.', code="unsafe")
    package = package_of(read_json(files[PACKAGE], f"{PACKAGE} of {where}"), where)
    assets = {path: content for path, content in sorted(files.items()) if path.startswith("assets/")}
    reports = [_report(files, name, where) for name in REPORTS]
    volume = Volume(package, assets, *reports)
    if MANIFEST in files:
        _check(volume, read_json(files[MANIFEST], f"{MANIFEST} of {where}"), where)
    else:
        _check_assets(package, hashes(assets), where)
    return volume


def _report(files: Mapping[str, bytes], name: str, where: str) -> Mapping[str, Any] | None:
    if name not in files:
        return None
    report = read_json(files[name], f"{name} of {where}")
    if not isinstance(report, dict):
        raise PackageError(f"{name} of {where} is not an object.", code="unusable")
    return report


def read_json(content: bytes, what: str) -> Any:
    """JSON of somebody else, without the values that only look like it."""
    if len(content) > MAX_JSON:
        raise PackageError(f"{what} is larger than {MAX_JSON:,} bytes.", code="too_large")
    try:
        value = json.loads(content.decode("utf-8-sig"))
        return clean_json(value, largest=MAX_JSON)
    except (NotJson, ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else shown(str(error))
        raise PackageError(f"{what} cannot be read: {why}.", code="unusable") from None


def package_of(said: Any, where: str) -> VNPackage:
    """The package that a JSON value is; every fault with its place."""
    if not isinstance(said, dict):
        raise PackageError(f"{where}: {PACKAGE} is not an object.", code="invalid")
    version = said.get("schemaVersion", SCHEMA_VERSION)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise PackageError(f"{where}: schemaVersion is not a number of a version.", code="invalid")
    if version > SCHEMA_VERSION:
        raise PackageError(
            f"{where} was made by a newer Gameplan: its schema is {version}, this one reads {SCHEMA_VERSION}. "
            "Update Gameplan to open it; nothing was changed.",
            code="newer",
        )
    try:
        package = VNPackage.model_validate(said)
    except ValidationError as error:
        raise PackageError(f"{where} is not a valid package. {_told(error)}", code="invalid") from None
    if package.package_id and not is_id(package.package_id):
        raise PackageError(f'{where}: "{shown(package.package_id)}" cannot be the id of a package.', code="unsafe")
    for asset in package.assets:
        folder = f"assets/{FOLDERS[asset.kind]}/"
        if not belongs(asset.path) or not asset.path.startswith(folder):
            why = f'the path of asset "{asset.id}" is "{shown(asset.path)}", and does not lead to {folder}'
            raise PackageError(f"{where}: {why}.", code="unsafe")
    return package


def _told(error: ValidationError) -> str:
    faults = error.errors(include_url=False, include_context=False)
    told = [_fault(fault["loc"], fault["type"], fault["msg"]) for fault in faults[:_MOST_TOLD]]
    if len(faults) > _MOST_TOLD:
        told.append(f"And {len(faults) - _MOST_TOLD} more.")
    return " ".join(told)


def _fault(place: tuple[int | str, ...], kind: str, message: str) -> str:
    *above, last = place or ("package",)
    if kind == "extra_forbidden":
        inside = _place(above) or "the package"
        return f'{inside} has a field that is not known here: "{shown(str(last))}". Move it into "extensions".'
    return f"{_place(place) or 'the package'}: {shown(in_words(kind, message))}."


def _place(parts: list[int | str] | tuple[int | str, ...]) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{shown(part)}" for part in parts)
    return text.removeprefix(".")


def _check(volume: Volume, manifest: Any, where: str) -> None:
    files = manifest.get("files") if isinstance(manifest, dict) else None
    if not isinstance(files, dict) or not isinstance(manifest.get("contentHash"), str):
        raise PackageError(f"{where}: {MANIFEST} does not say what was saved.", code="unusable")
    here = hashes(volume.assets)
    for path in sorted({*files, *here}):
        if files.get(path) != here.get(path):
            what = "is missing" if path not in here else "was added" if path not in files else "was changed"
            raise _changed(f'"{shown(path)}" {what}', where)
    if volume.content_hash != manifest["contentHash"]:
        raise _changed(f"{PACKAGE} was changed", where)
    _check_assets(volume.package, here, where)


def _check_assets(package: VNPackage, here: Mapping[str, str], where: str) -> None:
    for asset in package.assets:
        if asset.sha256 and asset.path not in here:
            raise _changed(f'"{asset.path}" is missing', where)
        if asset.sha256 and asset.sha256 != here[asset.path]:
            raise _changed(f'"{asset.path}" is not the file that asset "{asset.id}" speaks of', where)


def _changed(what: str, where: str) -> PackageError:
    return PackageError(
        f"{where} is not what was saved: {what}. If that was meant, delete {MANIFEST} and save it as a new version.",
        code="changed",
    )

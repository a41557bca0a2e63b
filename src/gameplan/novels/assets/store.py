"""What was made is kept, by what it is: asking again for the same thing makes no request and no drawing.

    store/content/3f/3fa9…   a picture or a sound, named by its own hash
    store/keys/81/81c0…      what was asked for, and which content that brought

Content is written first and its key after it, each whole or not at all. So a kill leaves no key without its content,
and two processes can use one store.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from gameplan.novels.assets.provider import ImageOrder, Made, MusicOrder
from gameplan.runtime.files import replace_file

_HASH: Final = 64


def key_of(maker: str, order: ImageOrder | MusicOrder) -> str:
    """The key of an order with this maker: another one if anything in it differs that could be seen or heard."""
    said: dict[str, Any] = asdict(order)
    if isinstance(order, ImageOrder) and order.reference is not None:
        said["reference"] = sha256(order.reference.content)
    text = json.dumps([type(order).__name__, maker, said], sort_keys=True, ensure_ascii=False)
    return sha256(text.encode(errors="surrogatepass"))


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class AssetStore:
    """Pictures and sounds in a folder. It grows until it is cleared."""

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)

    def get(self, key: str) -> Made | None:
        """What was made for this key, if it is there and whole. What is broken is taken away."""
        path = self._path("keys", key)
        try:
            said = json.loads(path.read_bytes())
            content = self.content(said["content"])
            if content is not None:
                return Made(content, said["mime"], said["width"], said["height"], said["seconds"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            pass
        _remove(path)
        return None

    def put(self, key: str, made: Made) -> None:
        """Keep what was made; nothing of it is seen before all of it is there."""
        said = {
            "content": self.keep(made.content),
            "mime": made.mime,
            "width": made.width,
            "height": made.height,
            "seconds": made.seconds,
        }
        _write(self._path("keys", key), json.dumps(said).encode())

    def keep(self, content: bytes) -> str:
        """Keep these bytes, and return their hash."""
        hash = sha256(content)
        if self.content(hash) is None:
            _write(self._path("content", hash), content)
        return hash

    def content(self, hash: str) -> bytes | None:
        """The bytes of this hash, if they are there and are what they were."""
        try:
            path = self._path("content", hash)
            content = path.read_bytes()
        except (OSError, ValueError):
            return None
        if sha256(content) == hash:
            return content
        _remove(path)
        return None

    def __contains__(self, hash: str) -> bool:
        return self.content(hash) is not None

    def size(self) -> int:
        """How many bytes are kept."""
        return sum(_size(each) for each in self.folder.rglob("*"))

    def clear(self) -> None:
        """Throw all of it away. What is asked for again is made again."""
        for name in ("keys", "content"):
            shutil.rmtree(self.folder / name, ignore_errors=True)

    def _path(self, name: str, hash: str) -> Path:
        if len(hash) != _HASH or not set(hash) <= set("0123456789abcdef"):
            raise ValueError("That is not a hash.")
        return self.folder / name / hash[:2] / hash


def _write(path: Path, content: bytes) -> None:
    for _ in range(2):  # the folder may be cleared at this very moment
        with contextlib.suppress(FileNotFoundError):
            path.parent.mkdir(parents=True, exist_ok=True)
            return replace_file(path, content)
    raise FileNotFoundError(f"The folder of {path.name} is taken away while it is written.")


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size if path.is_file() else 0
    except OSError:
        return 0

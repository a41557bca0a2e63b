"""What was made is kept by what it is, whole or not at all."""

import json
import multiprocessing
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gameplan.novels.assets import AssetStore, ImageOrder, Made, MusicOrder
from gameplan.novels.assets.store import key_of, sha256

MARA = ImageOrder("portrait", "red hair", "mara", art_style="ink", seed=1)
MADE = Made(b"<svg/>", "image/svg+xml", 900, 1200)
KEY = key_of("house:1", MARA)


@pytest.fixture
def store(tmp_path):
    return AssetStore(tmp_path / "store")


def content_file(store: AssetStore, made: Made = MADE) -> Path:
    hash = sha256(made.content)
    return store.folder / "content" / hash[:2] / hash


def test_what_is_kept_comes_back_as_it_was(store):
    assert store.get(KEY) is None
    loop = Made(b"OggS", "audio/ogg", seconds=24.0)
    other = key_of("house:1", MusicOrder((("rain", 1.0),)))
    store.put(KEY, MADE)
    store.put(other, loop)
    again = AssetStore(store.folder)
    assert again.get(KEY) == MADE and again.get(other) == loop
    assert again.content(sha256(b"<svg/>")) == b"<svg/>" and sha256(b"OggS") in again


@pytest.mark.parametrize(
    "other",
    [
        {"kind": "background"},
        {"prompt": "black hair"},
        {"subject": "mira"},
        {"expression": "happy"},
        {"art_style": "oil"},
        {"mood": "heavy"},
        {"seed": 2},
        {"size": (90, 120)},
        {"reference": Made(b"one", "image/webp")},
    ],
)
def test_whatever_could_be_seen_is_in_the_key(other):
    assert key_of("house:1", replace(MARA, **other)) != KEY
    assert key_of("house:1", MARA) == KEY != key_of("house:2", MARA)
    one, two = (replace(MARA, reference=Made(content, "image/webp")) for content in (b"one", b"two"))
    assert key_of("x", one) != key_of("x", two)


def test_the_same_content_is_kept_once(store):
    store.put(KEY, MADE)
    size = store.size()
    store.put(key_of("house:1", replace(MARA, seed=9)), MADE)
    assert len(list((store.folder / "content").rglob("*/*"))) == 1
    assert size < store.size() < 2 * size + 64


@pytest.mark.parametrize("damage", ["flipped", "cut", "gone", "key_cut", "key_nonsense", "key_other"])
def test_a_broken_entry_is_noticed_and_can_be_made_again(store, damage):
    store.put(KEY, MADE)
    content, key = content_file(store), store.folder / "keys" / KEY[:2] / KEY
    match damage:
        case "flipped":
            content.write_bytes(b"<svg!>")
        case "cut":
            content.write_bytes(b"")
        case "gone":
            content.unlink()
        case "key_cut":
            key.write_bytes(key.read_bytes()[:20])
        case "key_nonsense":
            key.write_text(json.dumps({"content": "../../../etc/passwd", "mime": "x"}))
        case "key_other":
            key.write_text("[]")
    assert store.get(KEY) is None
    assert not key.exists()
    store.put(KEY, MADE)
    assert store.get(KEY) == MADE


def test_a_key_that_is_no_hash_leads_nowhere(store):
    for key in ("../../outside", "", "A" * 64, "0" * 63 + "/"):
        with pytest.raises(ValueError, match="not a hash"):
            store.get(key)
        assert store.content(key) is None and key not in store


def test_clear_throws_all_of_it_away(store):
    store.put(KEY, MADE)
    assert store.size() > 0
    store.clear()
    assert store.size() == 0 and store.get(KEY) is None
    store.put(KEY, MADE)
    assert store.get(KEY) == MADE


def _killed_before(folder: str, name: str) -> None:
    """Put something, and be killed when the file of this kind is about to get its name."""
    real = Path.replace

    def replace_(self: Path, target: Path) -> Path:
        if f"/{name}/" in str(target):
            os.kill(os.getpid(), signal.SIGKILL)
        return real(self, target)

    Path.replace = replace_  # type: ignore[method-assign]
    AssetStore(folder).put(KEY, MADE)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize("name", ["content", "keys"])
def test_a_kill_in_the_middle_leaves_no_broken_entry(store, name):
    process = multiprocessing.get_context("spawn").Process(target=_killed_before, args=(str(store.folder), name))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL
    assert store.get(KEY) is None
    assert content_file(store).exists() == (name == "keys")  # content comes first, and hurts nobody alone
    store.put(KEY, MADE)
    assert store.get(KEY) == MADE


def _many(folder: str, who: int) -> None:
    store = AssetStore(folder)
    for number in range(60):
        key = key_of("x", replace(MARA, seed=number))
        store.put(key, Made(f"{who} {number}".encode() * 500, "image/webp"))
        found = store.get(key)
        assert found is not None and found.content in {f"{each} {number}".encode() * 500 for each in (0, 1)}


def test_two_processes_can_use_one_store(store):
    context = multiprocessing.get_context("spawn")
    both = [context.Process(target=_many, args=(str(store.folder), who)) for who in (0, 1)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert [each.exitcode for each in both] == [0, 0]
    for number in range(60):
        assert store.get(key_of("x", replace(MARA, seed=number))) is not None
    assert not list(store.folder.rglob(".*"))  # nothing half written is left


def test_a_full_or_closed_folder_is_an_error_and_leaves_nothing(store, tmp_path):
    (tmp_path / "store").write_text("a file is in the way")
    with pytest.raises(OSError):
        store.put(KEY, MADE)
    assert store.get(KEY) is None

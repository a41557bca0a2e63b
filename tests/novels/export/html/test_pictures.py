"""The picture of a novel for the README: `make pictures` (GAMEPLAN_PICTURES=docs/images) takes it anew."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from gameplan.novels.assets import AssetStore, Workshop, illustrated, volume_with
from gameplan.novels.export import compile_story
from gameplan.novels.samples import sample_package

FOLDER = os.environ.get("GAMEPLAN_PICTURES")


@pytest.mark.skipif(FOLDER is None, reason="`make pictures` takes it: it draws the whole sample")
def test_a_page_of_the_sample_for_the_readme(new_reader: Callable[..., Any], tmp_path: Path) -> None:
    shop = Workshop(None, AssetStore(tmp_path / "assets"))
    with ThreadPoolExecutor() as aside:  # the browser has this thread's loop
        novel = aside.submit(asyncio.run, illustrated(sample_package(), shop)).result()
    volume = volume_with(novel, shop.store)
    options = {"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce"}
    reader = new_reader(compile_story(volume.package), volume.assets, **options).begin(seed=7)
    page = reader.page
    reader.read_on()
    page.locator("[data-choice]", has_text="Inn").first.click()
    for _ in range(40):
        if page.locator(".person").count() > 1 and page.locator(".person.speaks").count():
            break
        page.keyboard.press("Enter")
        page.wait_for_timeout(150)
    page.wait_for_timeout(800)
    shot = tmp_path / "page.png"
    page.screenshot(path=shot, animations="disabled")
    Image.open(shot).save(Path(str(FOLDER)) / "novel-page.webp", quality=82, method=6)

"""A drawing becomes a picture, unless it could harm."""

from pathlib import Path

import pytest

from gameplan.novels.assets.raster import png_of

SVG = 'xmlns="http://www.w3.org/2000/svg"'
BOX = 'viewBox="0 0 9 12"'


@pytest.mark.parametrize(
    "svg",
    [
        f"<svg {SVG} {BOX}><circle r='4'/></svg>",
        f"<?xml version='1.0'?>\n<svg {SVG} width='9px' height='12'><circle r='4'/></svg>",
    ],
)
def test_a_drawing_becomes_a_picture(svg: str) -> None:
    assert png_of(svg, 90).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "svg",
    [
        f'<svg {SVG} viewBox="0 0 1 100000000"/>',
        f'<svg {SVG} viewBox="0 0 1 9000"><g/></svg>',
        f'<svg {SVG} {BOX} a=">" width="1" height="90000"><g/></svg>',
        f'<!-- <svg {BOX}> --><svg {SVG} viewBox="0 0 1 90000"><g/></svg>',
        f'<svg {SVG} {BOX} style="height: 90000px"><g/></svg>',
        f'<svg {SVG} width="100%" height="1e9"><g/></svg>',
        f'<svg {SVG} width="0" height="0"><g/></svg>',
        f"<svg {SVG}><g/></svg>",
        f"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg {SVG} {BOX}><g/></svg>",
        f"<svg {SVG} {BOX}><broken",
    ],
)
def test_a_drawing_of_no_sane_size_is_left_out(svg: str) -> None:
    with pytest.raises(ValueError, match=r"[Tt]he drawing"):
        png_of(svg, 90)


def test_a_drawing_does_not_bring_files_of_this_machine_along(tmp_path: Path) -> None:
    own = tmp_path / "own.png"
    own.write_bytes(png_of(f"<svg {SVG} {BOX}><circle r='4'/></svg>", 9))
    for element in ("image", "IMAGE", "svg:image", "feImage"):
        inside = f'<{element} width="9" height="12" href="{own}"/>'
        svg = f'<svg {SVG} xmlns:svg="http://www.w3.org/2000/svg" {BOX}>{inside}</svg>'
        with pytest.raises(ValueError, match="no pictures"):
            png_of(svg, 9)

"""Bytes of a stranger that are said to be a picture or a sound: looked at, and written anew.

What they are is read from themselves, never from what is said about them. Nothing but pixels and samples comes through.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from gameplan.novels.assets.provider import AssetError, ImageOrder, Made, MusicOrder

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST_PICTURE = 40_000_000  # bytes
LARGEST_SOUND = 100_000_000
MOST_PIXELS = 40_000_000
LONGEST_SOUND = 600.0  # seconds
LONGEST_LOOP = 120.0
_FADE = 3.0
_LOUDNESS = 0.1  # about -20 dB, as loud as what is composed here
_PEAK = 0.9
_QUIET = 1e-3
_BLOCK = 65_536
_ALIKE = 30  # of 255: so far two colours may be apart and be the same background
_VIVID = 120
_PICTURES = {"image/png": "PNG", "image/webp": "WEBP", "image/jpeg": "JPEG"}
_SOUNDS = ("audio/ogg", "audio/mpeg", "audio/wav")


def type_of(content: bytes) -> str:
    """What the bytes are by their own first words; empty, if nothing that is known here."""
    head = content[:12]
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if head.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if head[:4] == b"RIFF" and head[8:12] in (b"WEBP", b"WAVE"):
        return "image/webp" if head[8:12] == b"WEBP" else "audio/wav"
    if head.startswith(b"OggS"):
        return "audio/ogg"
    if head.startswith(b"ID3") or (len(head) > 1 and head[0] == 0xFF and head[1] & 0xE6 == 0xE2):
        return "audio/mpeg"
    return ""


def picture_of(content: bytes, order: ImageOrder) -> Made:
    """The picture in the bytes, in the size that was wanted; a portrait stands on nothing."""
    kind = type_of(content)
    if kind not in _PICTURES:
        raise _unusable("What came back is not a picture")
    if len(content) > LARGEST_PICTURE:
        raise _unusable(f"The picture is larger than {LARGEST_PICTURE // 1_000_000} MB")
    image = _decoded(content, _PICTURES[kind])
    image = _standing(image, order.size) if order.kind == "portrait" else _filling(image, order.size)
    out = BytesIO()
    image.save(out, "WEBP", quality=90, method=4)
    return Made(out.getvalue(), "image/webp", image.width, image.height)


def _decoded(content: bytes, format: str) -> Image:
    from PIL import Image, ImageOps

    try:
        image = Image.open(BytesIO(content), formats=[format])
        if image.width * image.height > MOST_PIXELS or min(image.size) < 1:
            raise _unusable(f"The picture has {image.width} × {image.height} pixels, which is too many")
        image.load()
        turned = ImageOps.exif_transpose(image)
        alpha = turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info
        return turned.convert("RGBA" if alpha else "RGB")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _unusable("The picture has too many pixels") from None
    except (OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError):
        raise _unusable("The picture is broken") from None


def _filling(image: Image, size: tuple[int, int]) -> Image:
    from PIL import Image, ImageOps

    if image.mode == "RGBA":
        ground = Image.new("RGBA", image.size, (0, 0, 0, 255))
        ground.alpha_composite(image)
        image = ground
    return ImageOps.fit(image.convert("RGB"), size, Image.Resampling.LANCZOS)


def _standing(image: Image, size: tuple[int, int]) -> Image:
    """The person alone, on the ground of a frame of this size."""
    from PIL import Image, ImageOps

    if image.mode != "RGBA" or image.getchannel("A").getextrema()[0] == 255:
        image = _cut_out(image)
    image = ImageOps.contain(image, size, Image.Resampling.LANCZOS)
    frame = Image.new("RGBA", size, (0, 0, 0, 0))
    frame.alpha_composite(image, ((size[0] - image.width) // 2, size[1] - image.height))
    return frame


def _cut_out(image: Image) -> Image:
    """The picture without its background, where that is of one colour and reaches the upper corners."""
    import numpy
    from PIL import Image, ImageFilter

    pixels = numpy.asarray(image.convert("RGB"), dtype=numpy.float32)
    top = numpy.concatenate([pixels[: max(1, image.height // 50)].reshape(-1, 3), pixels[: image.height // 2, 0]])
    ground = numpy.median(top, axis=0)
    if (numpy.abs(top - ground).max(axis=1) < _ALIKE).mean() < 0.9:
        return image.convert("RGBA")  # there is a scene behind: it stays
    distance = numpy.abs(pixels - ground).max(axis=2)
    alike = distance < _ALIKE
    outside = alike & _reached(alike)
    is_vivid = ground.max() - ground.min() > _VIVID
    if is_vivid:  # no person is of this colour: it goes between arm and body, too
        outside |= alike
    reach = 190 if is_vivid else 90  # from there on nothing of the ground is in a pixel
    near = numpy.asarray(Image.fromarray(outside).convert("L").filter(ImageFilter.MaxFilter(7))) > 0
    alpha = numpy.where(outside, 0.0, numpy.where(near, numpy.clip((distance - _ALIKE / 2) / reach, 0, 1), 1.0))
    share = numpy.maximum(alpha, 0.05)[:, :, None]
    pixels = numpy.clip((pixels - (1 - share) * ground) / share, 0, 255)  # at the edge the two are mixed
    return Image.fromarray(numpy.dstack([pixels, alpha * 255]).round().astype(numpy.uint8), "RGBA")


def _reached(alike: Any) -> Any:
    """What hangs together with an upper corner. A line of a few pixels keeps it out."""
    import numpy
    from PIL import Image, ImageDraw, ImageFilter

    height, width = alike.shape
    whole = Image.fromarray(alike).convert("L").filter(ImageFilter.MinFilter(5))
    small = whole.resize((max(1, width // 4), max(1, height // 4)), Image.Resampling.NEAREST)
    for corner in ((0, 0), (small.width - 1, 0)):
        if small.getpixel(corner) == 255:
            ImageDraw.floodfill(small, corner, 128)
    found = small.point(lambda value: 255 if value == 128 else 0).resize((width, height), Image.Resampling.NEAREST)
    return numpy.asarray(found.filter(ImageFilter.MaxFilter(9))) > 0


def loop_of(content: bytes, order: MusicOrder) -> Made:
    """The sound in the bytes as a loop: its end runs over into its beginning."""
    import numpy
    import soundfile  # type: ignore[import-untyped]

    if type_of(content) not in _SOUNDS:
        raise _unusable("What came back is not a sound")
    if len(content) > LARGEST_SOUND:
        raise _unusable(f"The sound is larger than {LARGEST_SOUND // 1_000_000} MB")
    try:
        with soundfile.SoundFile(BytesIO(content)) as file:
            rate, length = file.samplerate, file.frames
            if not 8_000 <= rate <= 192_000 or file.channels > 8 or length > LONGEST_SOUND * rate:
                raise _unusable("The sound is longer or finer than can be used")
            samples = file.read(int((LONGEST_LOOP + _FADE) * rate), dtype="float32", always_2d=True)
    except (soundfile.SoundFileError, OSError, ValueError, RuntimeError):
        raise _unusable("The sound is broken") from None
    samples = numpy.nan_to_num(samples[:, :2], nan=0.0, posinf=0.0, neginf=0.0)
    looped = _looped(samples, rate)
    out = BytesIO()
    with soundfile.SoundFile(out, "w", rate, looped.shape[1], format="OGG", subtype="VORBIS") as file:
        for start in range(0, len(looped), _BLOCK):
            file.write(looped[start : start + _BLOCK])
    return Made(out.getvalue(), "audio/ogg", seconds=round(len(looped) / rate, 3))


def _looped(samples: Any, rate: int) -> Any:
    import numpy

    loud = numpy.flatnonzero(numpy.abs(samples).max(axis=1) > _QUIET)
    if not len(loud) or loud[-1] - loud[0] < rate:
        raise _unusable("The sound is silent, or shorter than a second")
    samples = samples[loud[0] : loud[-1] + 1]
    fade = min(int(_FADE * rate), len(samples) // 4)
    turn = numpy.linspace(0, numpy.pi / 2, fade, dtype=numpy.float32)[:, None]
    looped = samples[:-fade].copy()
    looped[:fade] = looped[:fade] * numpy.sin(turn) + samples[-fade:] * numpy.cos(turn)
    level, peak = float(numpy.sqrt(numpy.mean(looped**2))), float(numpy.abs(looped).max())
    return looped * min(_LOUDNESS / level, _PEAK / peak)


def _unusable(what: str) -> AssetError:
    return AssetError(f"{what}.", code="unusable")

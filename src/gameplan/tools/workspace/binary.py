"""Is this text? If not, what is it?"""

from __future__ import annotations

SNIFFED = 8_192

_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (b"\x7fELF", "a program or library (ELF)"),
    (b"\xcf\xfa\xed\xfe", "a program or library (Mach-O)"),
    (b"MZ\x90\x00", "a program or library (Windows)"),
    (b"\x00asm", "a WebAssembly module"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"OggS", "an Ogg sound or film"),
    (b"ID3", "an MP3 sound"),
    (b"fLaC", "a FLAC sound"),
    (b"\x00\x01\x00\x00\x00", "a font"),
    (b"wOF2", "a font"),
    (b"\xff\xfe\x00\x00", "text in UTF-32"),
    (b"\xff\xfe", "text in UTF-16"),
    (b"\xfe\xff", "text in UTF-16"),
)
_RIFF = {b"WEBP": "a WebP picture", b"WAVE": "a WAV sound", b"AVI ": "an AVI film"}


def what_binary(beginning: bytes) -> str:
    """What a file that begins like this is, if it is not text; else an empty string."""
    if beginning[:4] == b"RIFF" and beginning[8:12] in _RIFF:
        return _RIFF[beginning[8:12]]
    if beginning[4:8] == b"ftyp":
        return "a film or picture (MPEG-4 family)"
    for signature, what in _SIGNATURES:
        if beginning.startswith(signature) and (len(signature) > 3 or not _reads_as_text(beginning)):
            return what
    return "a binary file: it contains zero bytes" if b"\0" in beginning[:SNIFFED] else ""


def _reads_as_text(beginning: bytes) -> bool:
    """A short signature alone proves nothing: a text may well begin with "BZh"."""
    try:
        beginning[:512].decode("ascii")
    except UnicodeDecodeError:
        return False
    return b"\0" not in beginning

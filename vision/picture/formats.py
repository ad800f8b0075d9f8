"""The picture formats that are read: the one list that everything that takes photos goes by.

The content of a file decides: a file that is named or uploaded is read whatever it is called. The extensions
only tell which files of a folder are photos, and which a file chooser shows first.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class PictureFormat:
    """A picture format.

    Attributes:
        name: as people call it.
        plugin: the name of Pillow's decoder.
        extensions: how names of such files may end, in lower case.
        starts: bytes with which such a file begins, each after the bytes that may be anything.
    """

    name: str
    plugin: str
    extensions: tuple[str, ...]
    starts: tuple[tuple[int, bytes], ...] = ()

    def begins(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes is of this format."""
        return any(head[at : at + len(start)] == start for at, start in self.starts)


_HEIF_BRANDS: Final = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
_AVIF_BRANDS: Final = (b"avif", b"avis")
_BRAND: Final = 4
"""Where a file of the ISO container family (HEIF, AVIF, films) names its kind: ``ftyp`` and a brand."""

JPEG: Final = PictureFormat(
    "JPEG", "JPEG", (".jpg", ".jpeg", ".jpe", ".jfif", ".mpo"), ((0, b"\xff\xd8\xff"),)
)
HEIF: Final = PictureFormat(
    "HEIC", "HEIF", (".heic", ".heif", ".hif"), tuple((_BRAND, b"ftyp" + brand) for brand in _HEIF_BRANDS)
)
FORMATS: Final = (
    JPEG,
    PictureFormat("PNG", "PNG", (".png",), ((0, b"\x89PNG\r\n\x1a\n"),)),
    PictureFormat("WebP", "WEBP", (".webp",), ((8, b"WEBP"),)),
    HEIF,
    PictureFormat("AVIF", "AVIF", (".avif",), tuple((_BRAND, b"ftyp" + brand) for brand in _AVIF_BRANDS)),
    # A camera's raw file begins as a TIFF does, and a text may begin as a BMP: they are known by name alone.
    PictureFormat("TIFF", "TIFF", (".tif", ".tiff")),
    PictureFormat("BMP", "BMP", (".bmp",)),
    PictureFormat("GIF", "GIF", (".gif",), ((0, b"GIF87a"), (0, b"GIF89a"))),
)
"""Every format that is read. The list excludes those of Pillow's that run a program (EPS)."""
EXTENSIONS: Final = tuple(extension for each in FORMATS for extension in each.extensions)
"""How the names of photos end, in lower case."""
ACCEPT: Final = ",".join(("image/*", *EXTENSIONS))
"""What a browser's file chooser offers: the value of ``accept`` of an HTML file field."""
HEAD: Final = 32
"""Bytes of a file's beginning that tell its format."""


def names() -> str:
    """The formats in words.

    >>> names()
    'JPEG, PNG, WebP, HEIC, AVIF, TIFF, BMP and GIF'
    """
    first, last = [each.name for each in FORMATS[:-1]], FORMATS[-1].name
    return f"{', '.join(first)} and {last}"


def has_extension(name: str) -> bool:
    """Whether a file's name ends as a photo's does.

    >>> has_extension("IMG_0001.JFIF"), has_extension("notes.txt")
    (True, False)
    """
    return name.lower().endswith(EXTENSIONS)


def is_picture(path: Path) -> bool:
    """Whether a file is a photo by its name or, if that does not tell, by its first bytes.

    A file that cannot be opened is one by its name alone; reading it then says why.
    """
    if has_extension(path.name):
        return True
    try:
        if not path.is_file():  # a named pipe would be waited for
            return False
        with path.open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        return False
    return any(each.begins(head) for each in FORMATS)

"""Which photos of an export show what photos show that models are measured on, or learnt from.

Fingerprints are enough to tell (`vision.imports.scenes`), so that those photos need not be there: a file of
them holds for each photo 256 comparisons of neighbouring greys, and no picture.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.imports.documents import json_of
from yakulens.vision.imports.foreign import ExportError
from yakulens.vision.imports.pictures import PICTURES
from yakulens.vision.imports.scenes import NEAR, fingerprint
from yakulens.vision.picture.photo import PhotoError, load

Use = Literal["measured", "trained"]
USES: Final[tuple[Use, ...]] = ("measured", "trained")
"""What photos are used for: models are measured on them, or were trained on them."""
_BITS: Final = 256


class Known(NamedTuple):
    """A photo that is used for something.

    Attributes:
        where: its file, or the set that it is of.
        use: for what.
        print: its fingerprint.
    """

    where: str
    use: Use
    print: NDArray[np.bool_]


def of_folder(folder: Path, use: Use = "measured") -> list[Known]:
    """The photos in a folder and those below it that can be read.

    Raises:
        ExportError: there is no such folder.
    """
    if not folder.is_dir():
        raise ExportError(folder, "no such folder of photos")
    found = []
    for file in sorted(each for each in folder.rglob("*") if each.suffix.lower() in PICTURES):
        try:
            found.append(Known(str(file), use, fingerprint(load(file).pixels)))
        except PhotoError:
            continue
    return found


def of_file(file: Path) -> list[Known]:
    """The photos whose fingerprints a file holds, as `written` made it.

    Raises:
        ExportError: it is none.
    """
    said = json_of(file)
    try:
        return [
            Known(name, use, row)
            for use in USES
            for name, packed in said[use].items()
            for row in np.unpackbits(np.frombuffer(base64.b64decode(packed), np.uint8))
            .reshape(-1, _BITS)
            .astype(np.bool_)
        ]
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        what = "no fingerprints that can be used; make them anew with yakulens data fingerprints"
        raise ExportError(file, what) from error


def written(folders: Mapping[Path, Use]) -> str:
    """The fingerprints of folders of photos as a file holds them: each under its folder's name."""
    sets: dict[str, dict[str, str]] = {use: {} for use in USES}
    for folder, use in folders.items():
        rows = np.array([each.print for each in of_folder(folder, use)], np.bool_).reshape(-1, _BITS)
        packed = base64.b64encode(np.packbits(rows).tobytes()).decode()
        sets[use]["/".join(folder.resolve().parts[-2:])] = packed
    return json.dumps(sets, indent=1) + "\n"


def overlap(
    prints: Sequence[NDArray[np.bool_]], paths: Sequence[Path], known: Iterable[Known]
) -> dict[str, list[list[str]]]:
    """For each use the export's photo and what it is much like, for each of its photos that is like any.

    >>> mine = np.arange(256) % 2 == 0
    >>> overlap([mine], [Path("a.jpg")], [Known("hands", "measured", mine), Known("b", "trained", ~mine)])
    {'measured': [['a.jpg', 'hands']], 'trained': []}
    """
    stacked = np.array(prints, np.bool_).reshape(-1, _BITS)
    told: dict[str, dict[tuple[str, str], Any]] = {use: {} for use in USES}
    for each in known:
        alike = ((stacked != each.print).sum(axis=1) <= NEAR) & stacked.any(axis=1)
        told[each.use].update(
            dict.fromkeys((paths[k].name, each.where) for k in np.flatnonzero(alike).tolist())
        )
    return {use: [list(pair) for pair in pairs] for use, pairs in told.items()}

"""The labels of a folder: ``hands.jsonl`` and/or ``labels.jsonl``, one JSON object per line.

- a hand: ``{"file", "read": {"concealed", "win", "melds": [{"kind", "tiles", "rotated", "backs"}]}}``;
- boxes: ``{"file", "boxes": [[x1, y1, x2, y2, name], ...], "all_tiles_boxed": true | false | null}``; a box
  named ``tile`` has no label and does not count;
- a cut-out face: ``{"file", "name"}``.

Each may also have ``source`` and ``set`` (the tile set), which group the report.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.scorer.contract.form import quoted
from yakulens.scorer.errors import InputError
from yakulens.scorer.tile import parse
from yakulens.scorer.vocabulary import MELD_KINDS, From
from yakulens.vision.labels import LABELS, TILE

HANDS: Final = "hands.jsonl"
LABELLED: Final = "labels.jsonl"
_BOX_LENGTH: Final = 5
_FARTHEST: Final = 1e6
"""Upper limit of a coordinate in pixels; no photo has a side as long."""


class TruthError(InputError):
    """The folder's labels cannot be used; the message is one line."""


@dataclass(frozen=True, slots=True)
class LabelledMeld:
    """A labelled meld: its faces from left to right, and the positions of ``rotated`` ones among them."""

    kind: str
    tiles: tuple[str, ...]
    rotated: tuple[int, ...]

    @property
    def origin(self) -> From | None:
        """The player whose discard was claimed, told by the rotated tile; None if no tile is rotated.

        >>> [LabelledMeld("open_kan", ("7z",) * 4, (k,)).origin for k in (0, 1, 3)]
        ['left', 'across', 'right']
        >>> LabelledMeld("added_kan", ("7z",) * 4, (2, 3)).origin
        'right'
        """
        if self.kind == "chi":
            return "left"
        if not self.rotated:
            return None
        # The added tile lies on the rotated one and takes no extra place.
        last = len(self.tiles) - (2 if self.kind == "added_kan" else 1)
        if self.rotated[0] in {0, last}:
            return "left" if self.rotated[0] == 0 else "right"
        return "across"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A labelled photo: its file, source and tile set; source and tile set may be empty."""

    file: str
    source: str
    tile_set: str

    @property
    def about(self) -> tuple[str, str, str]:
        """File, source and tile set, the first fields of an outcome too."""
        return self.file, self.source, self.tile_set


@dataclass(frozen=True, slots=True)
class LabelledHand(Labelled):
    """A photo with a labelled hand; ``win`` is None if no tile lies apart."""

    concealed: tuple[str, ...]
    win: str | None
    melds: tuple[LabelledMeld, ...]

    @property
    def tiles(self) -> tuple[str, ...]:
        """All tiles of the hand: concealed ones, the winning tile, then melds."""
        win = () if self.win is None else (self.win,)
        return (*self.concealed, *win, *(tile for meld in self.melds for tile in meld.tiles))


@dataclass(frozen=True, slots=True)
class LabelledBox:
    """A labelled tile: its axis-aligned box in pixels and its face."""

    x1: float
    y1: float
    x2: float
    y2: float
    name: str


@dataclass(frozen=True, slots=True)
class LabelledBoxes(Labelled):
    """A photo with boxed tiles; ``complete`` if every visible tile has a box."""

    boxes: tuple[LabelledBox, ...]
    complete: bool

    def corners(self) -> NDArray[np.float64]:
        """``(N, 4)`` rows x1, y1, x2, y2."""
        return np.array([(box.x1, box.y1, box.x2, box.y2) for box in self.boxes], np.float64).reshape(-1, 4)


@dataclass(frozen=True, slots=True)
class LabelledFace(Labelled):
    """A picture that is one cut-out face."""

    name: str


Truth: TypeAlias = LabelledHand | LabelledBoxes | LabelledFace


def load_truths(folder: Path) -> tuple[Truth, ...]:
    """Every label in the folder.

    Raises:
        TruthError: the folder does not exist or has no labels, or a line cannot be used.
    """
    if not folder.is_dir():
        raise TruthError(folder, "no such folder")
    truths = [_truth(entry, where) for name in (HANDS, LABELLED) for entry, where in _lines(folder / name)]
    if not truths:
        raise TruthError(folder, f"no labels; a {HANDS} or {LABELLED} with a line for each photo is needed")
    return tuple(truths)


def _lines(path: Path) -> Iterator[tuple[dict[str, Any], str]]:
    """Each line's object, with its place for messages."""
    if not path.is_file():
        return
    try:
        # Windows editors put a byte order mark before the text.
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise TruthError(path, f"cannot be read ({reason})") from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise TruthError(where, f"no JSON ({error})") from error
        if not isinstance(entry, dict) or not isinstance(entry.get("file"), str):
            raise TruthError(where, "an object with a 'file' is needed")
        yield entry, where


def _truth(entry: dict[str, Any], where: str) -> Truth:
    about = (entry["file"], str(entry.get("source") or ""), str(entry.get("set") or ""))
    try:
        if "read" in entry:
            read = entry["read"]
            return LabelledHand(
                *about,
                concealed=_labels(read["concealed"]),
                win=None if read.get("win") is None else _label(read["win"]),
                melds=tuple(_meld(meld) for meld in read.get("melds", ())),
            )
        if "boxes" in entry:
            labelled = [box for box in entry["boxes"] if box[-1:] != [TILE]]
            all_boxed = entry.get("all_tiles_boxed")
            if not isinstance(all_boxed, bool | None):
                message = f"all_tiles_boxed: {quoted(all_boxed)} is not true, false or null"
                raise TruthError(message)
            complete = all_boxed is True and len(labelled) == len(entry["boxes"])
            return LabelledBoxes(*about, tuple(map(_box, labelled)), complete=complete)
        return LabelledFace(*about, name=_label(entry["name"]))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        reason = (
            f"{error} is missing"
            if isinstance(error, KeyError)
            else str(error)
            if isinstance(error, InputError)
            else "a value is of the wrong kind"
        )
        message = f"neither a hand ('read'), boxes ('boxes') nor a face ('name'): {reason}"
        raise TruthError(where, message) from error


def _label(name: object) -> str:
    if name not in LABELS:
        message = f"{name!r} is not a tile"
        raise TruthError(message)
    return str(name)


def _labels(tiles: object) -> tuple[str, ...]:
    """Tiles given as a list, or in compact form as in 406m11z."""
    listed = parse(tiles) if isinstance(tiles, str) else tiles
    if not isinstance(listed, list | tuple):
        message = f"{listed!r} is not a list of tiles"
        raise TruthError(message)
    return tuple(_label(tile) for tile in listed)


def _meld(meld: dict[str, Any]) -> LabelledMeld:
    kind, tiles = meld["kind"], _labels(meld["tiles"])
    if kind not in MELD_KINDS:
        message = f"{kind!r} is not a kind of meld: {', '.join(MELD_KINDS)}"
        raise TruthError(message)
    rotated = tuple(sorted(int(i) for i in meld.get("rotated", ())))
    if not all(0 <= place < len(tiles) for place in rotated):
        message = f"rotated {list(rotated)} are not all positions from 0 to {len(tiles) - 1}"
        raise TruthError(message)
    return LabelledMeld(kind, tiles, rotated)


def _box(box: list[Any]) -> LabelledBox:
    if len(box) != _BOX_LENGTH:
        message = f"a box is [x1, y1, x2, y2, name], found {box!r}"
        raise TruthError(message)
    x1, y1, x2, y2 = (float(value) for value in box[:4])
    if not all(abs(value) <= _FARTHEST for value in (x1, y1, x2, y2)):
        message = f"a corner lies on no photo: {box!r}"
        raise TruthError(message)
    return LabelledBox(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2), _label(box[4]))

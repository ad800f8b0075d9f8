"""The inputs of several actions of `yakulens train`: tile designs, labelled photos, output folders."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from yakulens.app.cli.frame import note, refuse, whole
from yakulens.datasets.imports.pictures import size_of
from yakulens.datasets.render.system_fonts import font_folders
from yakulens.datasets.truth import LABELLED
from yakulens.models.train.finder_samples import usable_for_finding
from yakulens.models.train.real_photos import RealPhoto, real_photos
from yakulens.scorer.contract.text import counted
from yakulens.vision.labels import FACES, PLAIN

if TYPE_CHECKING:
    from yakulens.models.train.layout_seen import SeenBank

_FEW_TILES: Final = 300
"""Fewer labelled tiles change a network little: the crops of a batch are mostly rendered."""
_FEW_OF_A_FACE: Final = 3
_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "--photos": {"metavar": "DIR", "help": "labelled photos with boxes (labels.jsonl)"},
    "--art": {"metavar": "DIR", "help": "folder with a folder of tile pictures per design, a PNG per label"},
    "--fonts": {
        "metavar": "DIR", "action": "append", "help": "fonts to draw designs from (default: this machine's)"
    },
    "--designs": {
        "type": whole(1), "default": 240, "metavar": "N", "help": "designs to draw from fonts (default 240)"
    },
    "--seen": {
        "metavar": "FILE", "help": "file of `yakulens train seen`: scenes are read as by a real model"
    },
    "--seed": {
        "type": whole(0), "default": 0, "metavar": "N", "help": "random seed (default 0)"
    },
}  # fmt: skip
DESIGNS: Final = ("--art", "--fonts", "--designs")
"""The options for the designs of rendered tiles."""


def add(parser: argparse.ArgumentParser, *options: str, out: str = "") -> None:
    """Add some of the options that several actions have, and `--out`, whose help text names ``out``."""
    if out:
        parser.add_argument("--out", metavar="DIR", required=True, help=f"folder for {out}")
    for option in options:
        parser.add_argument(option, **_OPTIONS[option])


def bank_of(file: str | None) -> SeenBank | None:
    """The bank in the file that `--seen` names; None if it was not given.

    Raises:
        UsageError: the file is not such a bank.
    """
    if file is None:
        return None
    from yakulens.models.train.layout_seen import SeenBank, SeenTiles  # noqa: PLC0415 - renders

    try:
        return SeenBank(SeenTiles.load(Path(file)))
    except (OSError, ValueError) as error:
        refuse(f"{file}: not a file of `yakulens train seen` ({error})")


def devices(text: str) -> tuple[str, ...]:
    """The devices that `--device` names: ``cpu``, or the numbers of GPUs, such as ``0,1``."""
    names = tuple(text.split(","))
    if names != ("cpu",) and not all(name.isascii() and name.isdecimal() for name in names):
        message = f"{text!r} is not a device: give cpu, 0 or 0,1"
        raise argparse.ArgumentTypeError(message)
    return names


def photos_of(folder: str | None) -> list[RealPhoto]:
    """The photos of a folder; empty if it was not given.

    Raises:
        UsageError: a labelled picture is missing or cannot be read, or there is none.
        LabelsError: the labels cannot be used.
    """
    photos = real_photos(Path(folder)) if folder else []
    for photo in photos:
        if not photo.path.is_file():
            refuse(f"{photo.path}: no such picture, but {LABELLED} names it")
        if size_of(photo.path) is None:
            refuse(f"{photo.path}: cannot be read as a picture")
    if folder and not photos:
        refuse(f"{Path(folder) / LABELLED}: names no photos")
    return photos


def check_enough(network: str, photos: Sequence[RealPhoto]) -> None:
    """Refuse photos that a network can learn nothing from; warn where there are few, with the numbers.

    Raises:
        UsageError: there are photos, but no tile of them can be learnt from.
    """
    if not photos or network not in {"finder", "reader"}:
        return
    if network == "finder":
        usable = usable_for_finding(photos)
        tiles = sum(len(photo.boxes) for photo in usable)
        lacking = "no photo with boxes of whole tiles whose corners are known (see --quads)"
    else:
        usable = [photo for photo in photos if len(photo.named())]
        faces = Counter(photo.labels[k] for photo in usable for k in photo.named())
        tiles = faces.total()
        lacking = "no box names a tile whose corners are known (see --quads)"
        if tiles and (few := [face for face in FACES if faces[face] < _FEW_OF_A_FACE]):
            note(f"fewer than {_FEW_OF_A_FACE} boxes, so learnt from rendered tiles alone: {' '.join(few)}")
    if not tiles:
        refuse(f"--photos: {lacking}, so the {network} can learn nothing from them")
    if tiles < _FEW_TILES:
        what = f"{counted(len(usable), 'photo')} with {counted(tiles, 'tile')}"
        note(f"{what} are few to train on; `yakulens learn` teaches a tile set from a few photos in seconds")


def fonts_of(args: argparse.Namespace) -> tuple[Path, ...]:
    """The folders that `--fonts` names, by default those of this machine's fonts.

    Raises:
        UsageError: a folder does not exist.
    """
    if not args.fonts:
        return font_folders()
    folders = tuple(Path(name) for name in args.fonts)
    for folder in folders:
        if not folder.is_dir():
            refuse(f"{folder}: no such folder; --fonts needs a folder of fonts")
    return folders


def art_of(args: argparse.Namespace) -> tuple[Path, ...]:
    """The folders of tile pictures in the folder that `--art` names; empty if it was not given.

    Raises:
        UsageError: there is no such folder, none within it, or one of them lacks a plain face.
    """
    if not args.art:
        return ()
    art = Path(args.art)
    folders = sorted(path for path in art.iterdir() if path.is_dir()) if art.is_dir() else []
    if not folders:
        refuse(f"{art}: not a folder that contains folders of tile pictures")
    for folder in folders:
        missing = next((face for face in PLAIN if not (folder / f"{face}.png").is_file()), None)
        if missing:
            refuse(f"{folder}: {missing}.png is missing; a design needs the 34 plain faces")
    return tuple(folders)


def folder_of(name: str) -> Path:
    """The output folder, created if it does not exist."""
    folder = Path(name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder

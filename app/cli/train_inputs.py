"""The inputs of several actions of `yakulens train`: tile designs, labelled photos, output folders."""

from __future__ import annotations

from argparse import ArgumentTypeError
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from yakulens.app.cli.frame import note, refuse
from yakulens.app.cli.numbers import whole
from yakulens.vision.evaluate.truth import LABELLED
from yakulens.vision.imports.pictures import size_of
from yakulens.vision.labels import PLAIN
from yakulens.vision.train.design_cache import build_designs
from yakulens.vision.train.real_photos import RealPhoto, real_photos

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from yakulens.vision.synth.designs import TileDesigns
    from yakulens.vision.train.layout_seen import SeenBank

_CPU = "cpu"
_FONTS = "/usr/share/fonts"
_OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "--photos": {"metavar": "DIR", "help": "labelled photos with boxes (labels.jsonl)"},
    "--art": {"metavar": "DIR", "help": "folder of folders of tile pictures, PNG by label"},
    "--fonts": {
        "metavar": "DIR", "action": "append", "help": f"fonts to draw designs from (default {_FONTS})"
    },
    "--designs": {
        "type": whole(1), "default": 240, "metavar": "N", "help": "designs to draw from fonts (default 240)"
    },
    "--seen": {
        "metavar": "FILE", "help": "what `yakulens train seen` kept: scenes are read as a model reads"
    },
    "--seed": {
        "type": whole(0), "default": 0, "metavar": "N", "help": "seed of the random numbers (default 0)"
    },
}  # fmt: skip
DESIGNS: Final = ("--art", "--fonts", "--designs")
"""The options for the designs of rendered tiles."""


@dataclass(frozen=True, slots=True)
class DesignSources:
    """Where the designs of rendered tiles come from.

    Attributes:
        fonts: folders that are searched for fonts.
        art: folders of tile pictures, one a design.
        photos: labelled photos, whose faces are cut out.
        designs: how many designs are drawn from the fonts.
    """

    fonts: tuple[Path, ...]
    art: tuple[Path, ...] = ()
    photos: tuple[RealPhoto, ...] = ()
    designs: int = 240

    def build(self, cache: Path, seed: int) -> TileDesigns:
        """Draw the designs, or take them from the folder `cache` where they were drawn before."""
        return build_designs(self.fonts, self.art, self.photos, count=self.designs, cache=cache, seed=seed)


def add(parser: argparse.ArgumentParser, *options: str, out: str = "") -> None:
    """Add some of the options that several actions have, and `--out`, whose help text names ``out``."""
    if out:
        parser.add_argument("--out", metavar="DIR", required=True, help=f"folder for {out}")
    for option in options:
        parser.add_argument(option, **_OPTIONS[option])


def bank_of(file: str | None) -> SeenBank | None:
    """The bank in the file that `--seen` names; None where it was not given.

    Raises:
        UsageError: it is no such file.
    """
    if file is None:
        return None
    from yakulens.vision.train.layout_seen import SeenBank, SeenTiles  # noqa: PLC0415 - renders

    try:
        return SeenBank(SeenTiles.load(Path(file)))
    except (OSError, ValueError) as error:
        refuse(f"{file}: not what `yakulens train seen` keeps ({error})")


def devices(text: str) -> tuple[str, ...]:
    """The devices that `--device` names: ``cpu``, or the numbers of GPUs.

    >>> devices("0,1"), devices("cpu")
    (('0', '1'), ('cpu',))
    """
    names = tuple(text.split(","))
    if names != (_CPU,) and not all(name.isascii() and name.isdecimal() for name in names):
        message = f"{text!r} is no device: cpu, 0, or 0,1"
        raise ArgumentTypeError(message)
    return names


def photos_of(folder: str | None) -> list[RealPhoto]:
    """The photos of a folder; empty where it was not given.

    Raises:
        UsageError: a labelled picture is missing or cannot be read, or there is none.
        LabelsError: the labels cannot be used.
    """
    photos = real_photos(Path(folder)) if folder else []
    for photo in photos:
        if not photo.path.is_file():
            refuse(f"{photo.path}: no such picture, though {LABELLED} names it")
        if size_of(photo.path) is None:
            refuse(f"{photo.path}: cannot be read as a picture")
    if folder and not photos:
        refuse(f"{Path(folder) / LABELLED}: names no photo")
    return photos


def check_apart(learnt: Sequence[RealPhoto], held_out: Sequence[RealPhoto]) -> None:
    """Refuse photos that are both learnt from and held out; warn of tile sets that are.

    Raises:
        UsageError: a photo is in both.
    """
    files = {photo.path.resolve() for photo in learnt}
    for photo in held_out:
        if photo.path.resolve() in files:
            refuse(f"{photo.path}: is to be learnt from and held out; figures on it would say nothing")
    shared = sorted({photo.tile_set for photo in learnt} & {photo.tile_set for photo in held_out})
    if shared:
        names = ", ".join(name or "not named" for name in shared)
        note(f"sets that are learnt from and held out ({names}): figures on them say nothing of other sets")


def fonts_of(args: argparse.Namespace) -> tuple[Path, ...]:
    """The folders that `--fonts` names, by default that of the system's fonts.

    Raises:
        UsageError: a folder does not exist.
    """
    folders = tuple(Path(name) for name in args.fonts or (_FONTS,))
    for folder in folders:
        if not folder.is_dir():
            refuse(f"{folder}: no such folder of fonts")
    return folders


def art_of(args: argparse.Namespace) -> tuple[Path, ...]:
    """The folders of tile pictures in the folder that `--art` names; empty where it was not given.

    Raises:
        UsageError: there is no such folder, none within it, or one of them lacks a plain face.
    """
    if not args.art:
        return ()
    art = Path(args.art)
    folders = sorted(path for path in art.iterdir() if path.is_dir()) if art.is_dir() else []
    if not folders:
        refuse(f"{art}: no folder that holds folders of tile pictures")
    for folder in folders:
        missing = next((face for face in PLAIN if not (folder / f"{face}.png").is_file()), None)
        if missing:
            refuse(f"{folder}: {missing}.png is missing; a design needs the 34 plain faces")
    return tuple(folders)


def folder_of(name: str) -> Path:
    """The output folder, created where it does not exist."""
    folder = Path(name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder

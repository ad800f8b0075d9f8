"""`yakulens data`: labelled photos of others, made into ours."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from yakulens.app.cli import data_report
from yakulens.app.cli.class_names import add_map, meant_by, template
from yakulens.app.cli.frame import add_actions, add_command, emit, note, refuse, tell
from yakulens.app.cli.patience import within
from yakulens.vision.evaluate.truth import LABELLED
from yakulens.vision.imports.foreign import Export, ExportError
from yakulens.vision.imports.formats import FORMS, read_export
from yakulens.vision.imports.labelled import LabelledPhoto, held_back, in_scenes, labelled, write
from yakulens.vision.imports.likely import Likely, Read, likely
from yakulens.vision.imports.mirror import is_mirrored
from yakulens.vision.imports.overlap import Known, Use, of_file, of_folder, overlap, written
from yakulens.vision.imports.pictures import size_of
from yakulens.vision.imports.scenes import fingerprint, scenes
from yakulens.vision.labels import LABELS, NO_TILE
from yakulens.vision.picture.photo import PhotoError, load
from yakulens.vision.picture.pyramid import Pyramid

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from yakulens.app.cli.frame import Subparsers
    from yakulens.vision.recognise import Recogniser

EXAMPLE = """
yakulens data import mahjong.v3-yolov8 --dry-run
yakulens data import mahjong.v3-yolov8 --write-map names.txt
yakulens data import mahjong.v3-yolov8 --out photos --map names.txt --map logo=none
"""
_PRINTS = """
yakulens data fingerprints photos-i-measure-on --out mine.json
"""
_IMPORT = f"""{EXAMPLE}
yakulens data import club --out photos --set-from '^([^/]+)/' --hold-out green
"""

_OURS = Path(__file__).resolve().parents[2] / "datasets"
SAMPLES = _OURS / "samples"
"""Our own photos: figures on them say nothing where a model was trained on them."""
FINGERPRINTS = _OURS / "fingerprints.json"
"""Of the photos of others that our models were measured on and trained on."""
_PATIENCE = 2.0
"""Seconds that a person's regular expression may take on one path."""


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(subparsers, "data", EXAMPLE, run)
    ours = f"labelled photos as other tools export them ({FORMS}) as ours"
    known = "what photos are known again by, without the photos (import --against)"
    actions = add_actions(
        parser,
        {"import": (ours, _IMPORT, _import), "fingerprints": (known, _PRINTS, _fingerprints)},
    )
    each = actions["import"]
    each.add_argument("folder", metavar="DIR", help="the unpacked export, labels and pictures")
    each.add_argument(
        "--out", metavar="DIR", help="new folder: train and val, each with photos and labels.jsonl"
    )
    add_map(each)
    which = each.add_mutually_exclusive_group()
    which.add_argument("--set", metavar="NAME", help="the physical tile set that all photos show")
    which.add_argument(
        "--set-from",
        metavar="REGEX",
        help="the set is what the first group matches in a photo's path, below DIR",
    )
    each.add_argument(
        "--hold-out",
        metavar="SET",
        action="append",
        default=[],
        help="a set to measure on (default: the smallest, a fifth of the photos; without sets whole scenes)",
    )
    each.add_argument("--source", metavar="TEXT", help="where the photos come from (default: DIR's name)")
    each.add_argument("--all-boxed", action="store_true", help="every tile in view has a box")
    each.add_argument("--skip-bad", action="store_true", help="leave out rows that say no box")
    each.add_argument("--dry-run", action="store_true", help="print names, counts and faults, write nothing")
    each.add_argument(
        "--write-map", metavar="FILE", help="only write the class names with their tiles, for --map FILE"
    )
    each.add_argument(
        "--against",
        metavar="DIR|FILE",
        action="append",
        default=[],
        help="photos that you measure on, or their fingerprints: those that the export has too are told",
    )
    each.add_argument("--keep-mirrored", action="store_true", help="do not look for mirrored photos")
    each.add_argument("--model", metavar="NAME", help="the model that looks for them")
    each.add_argument("--json", action="store_true", help="the report as JSON")
    each = actions["fingerprints"]
    each.add_argument("folders", metavar="DIR", nargs="+", help="photos that you measure on")
    each.add_argument(
        "--trained", metavar="DIR", action="append", default=[], help="photos that a model was trained on"
    )
    each.add_argument("--out", metavar="FILE", required=True, help="new file")


def run(args: argparse.Namespace) -> int:  # noqa: ARG001 - every command's `run` is given them
    """Say what there is to choose from: an action is needed."""
    refuse("data what? import: labelled photos of others as ours; fingerprints: to know photos again")


def _import(args: argparse.Namespace) -> int:
    folder = Path(args.folder)
    out = _out(args)
    set_of = _set_of(args)
    export = read_export(folder)
    _check_rows(export, left_out=args.dry_run or args.write_map or args.skip_bad)
    meant, seems = _named(args, export)
    if args.write_map:
        drawn = Counter(box.name for photo in export.photos for box in photo.boxes)
        _write_new("--write-map", Path(args.write_map), template(meant, drawn, seems))
        emit(f"{args.write_map}: answer what has a ?, then --map {args.write_map}")
        return 0
    known = {name: tile for name, tile in meant.items() if tile}
    tiles = {name: known.get(name, NO_TILE) for name in export.names}
    photos = [
        replace(labelled(photo, size_of(photo.path) or (0, 0), tiles), tile_set=set_of(photo.path))
        for photo in export.photos
    ]
    _check_held_out(args.hold_out, photos)
    looked = _looked_at(photos, None if args.keep_mirrored else _recogniser(args.model))
    export = export.without({photo.photo.path for photo in photos} - looked.keys())
    photos = [photo for photo in photos if photo.photo.path in looked]
    prints = [looked[photo.photo.path].print for photo in photos]
    mirrored = [looked[photo.photo.path].mirrored for photo in photos]
    photos = in_scenes(photos, scenes(prints, [photo.photo.path for photo in photos]))
    kept = [photo for photo, turned in zip(photos, mirrored, strict=True) if not turned]
    apart = held_back(kept, args.hold_out)
    parts = {
        name: [photo for photo, held in zip(kept, apart, strict=True) if held == (name == "val")]
        for name in ("train", "val")
    }
    alike = overlap(prints, [photo.photo.path for photo in photos], _known(args.against))
    report = data_report.of(export, meant, photos, mirrored, parts) | {
        "ours": alike["measured"],
        "trained": alike["trained"],
        "likely": {name: each._asdict() for name, each in seems.items()},
    }
    if out is not None:
        for name, part in parts.items():
            if part:
                write(part, out / name, source=args.source or folder.name, complete=args.all_boxed or None)
    _tell(report, args, out, parts)
    return 0


class _Look(NamedTuple):
    """What a photo's pixels say.

    Attributes:
        print: its fingerprint.
        mirrored: whether it shows tiles mirrored; False where nobody looked.
    """

    print: NDArray[np.bool_]
    mirrored: bool


def _looked_at(photos: Sequence[LabelledPhoto], recogniser: Recogniser | None) -> dict[Path, _Look]:
    """What each photo's pixels say, by its path; those that are cut off or damaged are not among them.

    Raises:
        ExportError: all of them are.
    """
    looked = {}
    for number, photo in enumerate(photos, start=1):
        try:
            pixels = load(photo.photo.path).pixels
        except PhotoError:
            continue
        mirrored = recogniser is not None and _is_mirrored(photo, pixels, recogniser)
        looked[photo.photo.path] = _Look(fingerprint(pixels), mirrored)
        if number % 100 == 0:
            note(f"{number} of {len(photos)} photos looked at")
    if not looked:
        raise ExportError(photos[0].photo.path, "cut off or damaged, as every picture of the export")
    return looked


def _tell(
    report: Mapping[str, Any],
    args: argparse.Namespace,
    out: Path | None,
    parts: Mapping[str, Sequence[LabelledPhoto]],
) -> None:
    """Print the report, and what was written."""
    wrote = [f"{out / name / LABELLED}: {len(part)} photos" for name, part in parts.items() if out and part]
    tell(report, [*data_report.lines(report), *wrote], as_json=args.json)


def _check_rows(export: Export, *, left_out: bool) -> None:
    """See that every file can be read and every row says a box, unless others are to be left out."""
    if (export.broken or export.bad) and not left_out:
        files = f"{len(export.broken)} files cannot be read and " if export.broken else ""
        refuse(
            f"{[*export.broken, *export.bad][0]}; {files}{len(export.bad)} of {export.rows} rows say no box: "
            "--skip-bad leaves them out, --dry-run counts them by kind"
        )


def _named(args: argparse.Namespace, export: Export) -> tuple[dict[str, str], dict[str, Likely]]:
    """The tile of each class, empty where that is open, and what the open ones seem to show."""
    used = {box.name for photo in export.photos for box in photo.boxes}
    looking = args.dry_run or args.write_map
    meant = meant_by(export.names, args.map, export.form, () if looking else used, faceless=True)
    unnamed = [name for name in export.names if name in used and not meant[name]]
    return meant, likely(export.photos, unnamed, _reading(args.model))


def _known(against: Sequence[str]) -> list[Known]:
    """The photos that ours are, as far as they are installed, and those of the folders and files named."""
    known = of_file(FINGERPRINTS) if FINGERPRINTS.is_file() else []
    for folder in [*([SAMPLES] if SAMPLES.is_dir() else []), *map(Path, against)]:
        known += of_file(folder) if folder.is_file() else of_folder(folder)
    return known


def _fingerprints(args: argparse.Namespace) -> int:
    uses: dict[Path, Use] = dict.fromkeys(map(Path, args.folders), "measured")
    _write_new("--out", Path(args.out), written(uses | dict.fromkeys(map(Path, args.trained), "trained")))
    emit(f"{args.out}: with --against {args.out} their photos are known again")
    return 0


def _write_new(option: str, file: Path, text: str) -> None:
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        refuse(f"{option} {file}: cannot be written ({error.strerror}); name a new file")


def _reading(model: str | None) -> Read:
    """Reads boxes of photos by a model, which is loaded for the first of them."""

    def read(path: Path, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        try:
            pyramid = load(path).pyramid
        except PhotoError:  # it is told with the missing ones
            return np.zeros((len(quads), len(LABELS)), np.float32)
        return _recogniser(model).reader.read_once(pyramid, quads).faces

    return read


def _out(args: argparse.Namespace) -> Path | None:
    if args.dry_run or args.write_map:
        return None
    if not args.out:
        refuse("where to? --out DIR names a new folder; --dry-run only looks")
    out = Path(args.out)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        refuse(f"--out {out}: is there already; name a new folder")
    return out


def _set_of(args: argparse.Namespace) -> Any:  # noqa: ANN401 - a function of a path
    if not args.set_from:
        return lambda _: args.set or ""
    try:
        pattern = re.compile(args.set_from)
    except re.error as error:
        refuse(f"--set-from {args.set_from}: no regular expression ({error})")

    def found(path: Path) -> str:
        below = path.relative_to(args.folder).as_posix()
        try:
            with within(_PATIENCE):
                match = pattern.search(below)
        except TimeoutError:
            refuse(f"--set-from {args.set_from}: takes more than {_PATIENCE:g} seconds on {below}")
        if match is None:
            refuse(f"--set-from {args.set_from}: nothing in {below} matches, so that its set is not known")
        return str(match.group(1) if pattern.groups else match.group())

    return found


def _check_held_out(wanted: Sequence[str], photos: Sequence[LabelledPhoto]) -> None:
    sets = sorted({photo.tile_set for photo in photos})
    for name in wanted:
        if name not in sets or not name:
            known = ", ".join(filter(None, sets)) or "none (--set-from tells them from the photos' paths)"
            refuse(f"--hold-out {name}: no photo of that set; the sets are {known}")
    if wanted and set(sets) <= set(wanted):
        refuse("--hold-out names every set, so that nothing is left to train on")


@cache
def _recogniser(model: str | None) -> Recogniser:
    from yakulens.vision.recognise import Recogniser  # noqa: PLC0415 - it loads the engine

    return Recogniser.load(model)


def _is_mirrored(photo: LabelledPhoto, pixels: NDArray[np.uint8], recogniser: Recogniser) -> bool:
    def read(shown: NDArray[np.uint8], quads: NDArray[np.float32]) -> NDArray[np.float32]:
        return recogniser.reader.read_once(Pyramid(shown), quads).faces

    return is_mirrored(pixels, photo.boxes, photo.labels, read)

"""From an export to photos in our form: what `yakulens data import` and `yakulens train EXPORT` share."""

import argparse
import re
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from yakulens.app.cli import data_report, import_reading
from yakulens.app.cli.class_names import add_map, tiles_of_classes
from yakulens.app.cli.frame import add_options, note, refuse
from yakulens.datasets.imports.box_numbers import BOX_FORMATS
from yakulens.datasets.imports.by_reading import Likely, likely
from yakulens.datasets.imports.fingerprints import KnownPhoto, of_file, of_folder, overlap, scenes
from yakulens.datasets.imports.foreign import Export
from yakulens.datasets.imports.formats import read_export
from yakulens.datasets.imports.labelled import (
    LabelledPhoto,
    held_out,
    held_out_of_each_set,
    labelled,
    of_own_split,
    write_all,
)
from yakulens.datasets.imports.pictures import size_of
from yakulens.datasets.truth import LABELLED
from yakulens.scorer.contract.text import counted
from yakulens.scorer.whole_file import left_of
from yakulens.vision.labels import NO_TILE, TILE

_DATASETS: Final = Path(__file__).resolve().parents[2] / "datasets"
SAMPLES: Final = _DATASETS / "samples"
"""Our own photos, on which models are measured."""
FINGERPRINTS: Final = _DATASETS / "fingerprints.json"
"""Fingerprints of other people's photos that our models were measured on or trained on."""
_MAX_SECONDS: Final = 2.0
"""Time that the user's regular expression may take on one path."""


class Classes(NamedTuple):
    """An export and what its classes mean.

    Attributes:
        export: as its files say.
        tiles: the tile of each class; empty where unknown.
        looks: the tile that each class's boxes look like, where the model sees one.
    """

    export: Export
    tiles: dict[str, str]
    looks: dict[str, Likely]


class Taken(NamedTuple):
    """The usable photos of an export.

    Attributes:
        parts: those to train on (``train``) and those held out (``val``).
        report: as JSON (see `data_report.of`).
        lacking: why there is nothing to import; empty if there is something.
    """

    parts: dict[str, list[LabelledPhoto]]
    report: dict[str, Any]
    lacking: str


def add_import_options(parser: argparse.ArgumentParser) -> None:
    """Add the export and the options that say how it is taken."""
    add_options(parser, {"folder DIR": "the unpacked export, with labels and pictures"})
    add_map(parser)
    options = {
        "--set NAME": "the physical tile set that all photos show",
        "--set-from REGEX": "the set is what the first group matches in a photo's path below DIR",
    }
    add_options(parser.add_mutually_exclusive_group(), options)
    options = {
        "--hold-out SET...": "a set to evaluate on (default: the smallest sets, about a fifth of the photos; "
        "without sets, whole scenes)",
        "--keep-split": "hold out what the export itself holds out (its parts for validation and tests)",
        "--source TEXT": "where the photos come from (default: DIR's name)",
        "--all-boxed": "declare that every visible tile has a box",
        "--skip-bad": "leave out unreadable label files and rows without a valid box",
        "--against DIR|FILE...": "photos that you evaluate on, or their fingerprints; the report lists those "
        "that the export contains",
        "--field NAME": "the field of a FiftyOne data set that has the boxes",
        "--keep-mirrored": "do not look for mirrored photos",
        "--model NAME": "the model that looks for mirrored photos and proposes tiles for classes",
    }
    add_options(parser, options)
    meaning = "what the four numbers of a table's boxes are, where nothing tells: " + ", ".join(
        f"{name} ({text})" for name, text in BOX_FORMATS.items()
    )
    parser.add_argument("--box-format", choices=tuple(BOX_FORMATS), default="", help=meaning)


def read_classes(args: argparse.Namespace, *, is_look: bool) -> Classes:
    """Read the export and the meaning of its classes.

    Args:
        args: the options of `add_import_options`.
        is_look: whether nothing is taken, so that bad rows and unknown classes are no hindrance.

    Raises:
        UsageError: a row or a class has no meaning, and the options do not say what becomes of it.
        ExportError: the export cannot be read.
    """
    if args.hold_out and args.keep_split:
        refuse("--hold-out and --keep-split: choose one")
    export = read_export(Path(args.folder), box_format=args.box_format, field=args.field or "")
    if (export.unreadable or export.bad) and not (is_look or args.skip_bad):
        _refuse_rows(export)
    used = {box.name for photo in export.photos for box in photo.boxes}
    tiles = tiles_of_classes(export.classes, args.map, export.format_name, () if is_look else used)
    asked = [name for name in export.classes if name in used and tiles[name] not in (TILE, NO_TILE)]
    return Classes(export, tiles, likely(export.photos, asked, partial(import_reading.faces, args.model)))


def take(args: argparse.Namespace, classes: Classes, *, is_written: bool, within_sets: bool = False) -> Taken:
    """Choose and split the photos of an export.

    Args:
        args: the options of `add_import_options`.
        classes: what `read_classes` read.
        is_written: whether they will be written, so that a guess must have been answered.
        within_sets: whether some scenes of each set are held out, instead of whole sets.

    Raises:
        UsageError: an option does not fit the export, or a guess has no answer.
    """
    export, tiles, looks = classes
    set_of = _set_of(args)
    if export.guesses and is_written:
        look = "look at it with `yakulens data import --preview FILE.jpg`"
        refuse(f"{export.guesses[0]}: a guess; {look}, then add the option")
    labels = {name: tile or NO_TILE for name, tile in tiles.items()}
    photos = [
        replace(
            labelled(photo, size_of(photo.path) or (0, 0), labels),
            tile_set=set_of(photo.path),
            is_face=export.faces,
        )
        for photo in export.photos
    ]
    _check_held_out(args.hold_out, photos)
    photos, prints = import_reading.examined(photos, args.model, mirrored=not args.keep_mirrored)
    paths = [photo.photo.path for photo in photos]
    export = export.without({photo.path for photo in export.photos}.difference(paths))
    photos = [
        replace(
            photo,
            scene=number,
            unboxed=not photo.photo.rows and import_reading.shows_tiles(args.model, photo.photo.path),
        )
        for photo, number in zip(photos, scenes(prints, paths), strict=True)
    ]
    parts = _parts(args, export, photos, within_sets=within_sets)
    overlaps = overlap(prints, paths, _known_photos(args.against))
    report = data_report.of(export, tiles, photos, parts) | {
        "ours": overlaps["measured"],
        "trained": overlaps["trained"],
        "likely": {name: look._asdict() for name, look in looks.items() if look.tile != tiles[name]},
        "own_split": args.keep_split,
    }
    return Taken(parts, report, data_report.lacking(report, export, is_written=is_written))


def sets_of(args: argparse.Namespace, export: Export) -> frozenset[str]:
    """The names of the tile sets that an export shows, as the options tell them; empty names too."""
    set_of = _set_of(args)
    return frozenset(set_of(photo.path) for photo in export.photos)


def write_parts(parts: Mapping[str, list[LabelledPhoto]], out: Path, args: argparse.Namespace) -> list[str]:
    """Write the parts into a new folder, all or nothing; a line about each."""
    if (left := left_of(out)).exists():
        note(f"{left}: an import that was interrupted left this; it is removed")
    source = args.source or Path(args.folder).name
    write_all(parts, out, source=source, complete=args.all_boxed or None)
    return [f"{out / name / LABELLED}: {counted(len(part), 'photo')}" for name, part in parts.items() if part]


def _parts(
    args: argparse.Namespace, export: Export, photos: Sequence[LabelledPhoto], *, within_sets: bool
) -> dict[str, list[LabelledPhoto]]:
    """The usable photos to train on and those held out."""
    usable = [
        photo
        for photo in photos
        if not photo.mirrored and not photo.unboxed and not (export.faces and not set(photo.labels) - {TILE})
    ]
    if args.keep_split:
        own = of_own_split(usable)
        if not any(own):
            refuse(f"--keep-split: {args.folder} has no part for validation or tests of its own")
    elif within_sets:
        own = held_out_of_each_set(usable)
    else:
        own = held_out(usable, args.hold_out)
    parts: dict[str, list[LabelledPhoto]] = {"train": [], "val": []}
    for photo, is_held_out in zip(usable, own, strict=True):
        parts["val" if is_held_out else "train"].append(photo)
    return parts


def _refuse_rows(export: Export) -> NoReturn:
    """Refuse unreadable label files and bad rows."""
    first = next(iter((*export.unreadable, *export.bad)))
    files = f"{counted(len(export.unreadable), 'file')} cannot be read and " if export.unreadable else ""
    refuse(
        f"{first}; {files}{len(export.bad)} of {export.rows} rows have no valid box: "
        "--skip-bad leaves them out, `yakulens data import --dry-run` counts them by kind"
    )


def _known_photos(against: Sequence[str]) -> list[KnownPhoto]:
    """The photos of our installed data sets, and those that `--against` names."""
    known = of_file(FINGERPRINTS) if FINGERPRINTS.is_file() else []
    for folder in [*([SAMPLES] if SAMPLES.is_dir() else []), *map(Path, against)]:
        known += of_file(folder) if folder.is_file() else of_folder(folder)
    return known


def _set_of(args: argparse.Namespace) -> Callable[[Path], str]:
    """A function from a photo's path to the name of its tile set; empty if no option names it."""
    if not args.set_from:
        return lambda _: args.set or ""
    try:
        pattern = re.compile(args.set_from)
    except re.error as error:
        refuse(f"--set-from {args.set_from}: not a regular expression ({error})")

    def set_of(path: Path) -> str:
        below = path.relative_to(args.folder).as_posix()
        try:
            with _within(_MAX_SECONDS):
                match = pattern.search(below)
        except TimeoutError:
            refuse(f"--set-from {args.set_from}: takes more than {_MAX_SECONDS:g} seconds on {below}")
        if match is None:
            refuse(f"--set-from {args.set_from}: does not match {below}, so its set is unknown")
        return str(match.group(1) if pattern.groups else match.group())

    return set_of


def _check_held_out(names: Sequence[str], photos: Sequence[LabelledPhoto]) -> None:
    sets = sorted({photo.tile_set for photo in photos})
    for name in names:
        if name not in sets or not name:
            known = ", ".join(filter(None, sets)) or "none (--set-from takes them from the photos' paths)"
            refuse(f"--hold-out {name}: no photo of that set; the sets are {known}")
    if names and set(sets) <= set(names):
        refuse("--hold-out names every set, so nothing is left to train on; hold out fewer")


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Limit the time of a block: the system's alarm raises a TimeoutError, even within a regular expression.

    On Windows, and in threads other than the main one, there is no limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(*_: object) -> NoReturn:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

"""`yakulens data`: labelled photos from other tools in our form, and fingerprints of photos."""

import argparse
import re
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NoReturn

from yakulens.app.cli import data_report, import_pictures, import_reading
from yakulens.app.cli.class_names import add_map, template, tiles_of_classes
from yakulens.app.cli.frame import Parser, add_actions, add_options, emit, emit_lines, note, refuse, tell
from yakulens.datasets.imports.boxes_csv import BOX_FORMATS
from yakulens.datasets.imports.by_reading import Likely, likely
from yakulens.datasets.imports.fingerprints import (
    KnownPhoto,
    Use,
    of_file,
    of_folder,
    overlap,
    scenes,
    to_json,
)
from yakulens.datasets.imports.foreign import Export
from yakulens.datasets.imports.formats import FORMAT_NAMES, read_export
from yakulens.datasets.imports.labelled import (
    LabelledPhoto,
    beside,
    held_out,
    labelled,
    of_own_split,
    write_all,
)
from yakulens.datasets.imports.pictures import size_of
from yakulens.datasets.truth import LABELLED
from yakulens.scorer.contract.text import counted
from yakulens.vision.labels import NO_TILE, TILE

EXAMPLE = """
yakulens data import mahjong.v3-yolov8 --dry-run
yakulens data import mahjong.v3-yolov8 --write-map names.txt
yakulens data import mahjong.v3-yolov8 --out photos --map names.txt --map logo=none
"""
_PRINTS_EXAMPLE = "yakulens data fingerprints photos-i-measure-on --out mine.json"
_IMPORT_EXAMPLE = f"""{EXAMPLE}yakulens data import club --out photos --set-from '^([^/]+)/' --hold-out green
"""

_DATASETS = Path(__file__).resolve().parents[2] / "datasets"
SAMPLES = _DATASETS / "samples"
"""Our own photos, on which models are measured."""
FINGERPRINTS = _DATASETS / "fingerprints.json"
"""Fingerprints of other people's photos that our models were measured on or trained on."""
_MAX_SECONDS = 2.0
"""Time that the user's regular expression may take on one path."""


def arguments(parser: Parser) -> None:
    """Add the actions and their options."""
    ours = f"convert labelled photos that other tools exported ({FORMAT_NAMES}) to our form"
    prints = "write fingerprints of photos, by which `import --against` recognises them"
    actions = {
        "import": (ours, _IMPORT_EXAMPLE, _import),
        "fingerprints": (prints, _PRINTS_EXAMPLE, _fingerprints),
    }
    importing, fingerprints = add_actions(parser, actions).values()
    _add_import_options(importing)
    fingerprints.add_argument("folders", metavar="DIR", nargs="+", help="photos that you evaluate on")
    add_options(fingerprints, {"--trained DIR...": "photos that a model was trained on"})
    fingerprints.add_argument("--out", metavar="FILE", required=True, help="the new file")


def run(_: argparse.Namespace) -> int:
    """Ask for an action."""
    refuse("name an action: import (photos from other tools) or fingerprints (to recognise photos)")


def _add_import_options(parser: argparse.ArgumentParser) -> None:
    options = {
        "folder DIR": "the unpacked export, with labels and pictures",
        "--out DIR": "new folder for train and val, each with photos and labels.jsonl",
    }
    add_options(parser, options)
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
        "--dry-run": "print class names, counts and faults; write nothing",
        "--preview FILE": "draw one photo with its boxes as they would be taken into this JPEG or PNG file; "
        "write nothing else",
        "--sheet FILE": "also draw the boxes on which label and model disagree, some of each class, and some "
        "photos",
        "--write-map FILE": "write only the class names with their tiles, for --map FILE",
        "--against DIR|FILE...": "photos that you evaluate on, or their fingerprints; the report lists those "
        "that the export contains",
        "--field NAME": "the field of a FiftyOne data set that has the boxes",
        "--keep-mirrored": "do not look for mirrored photos",
        "--model NAME": "the model that looks for mirrored photos and proposes tiles for classes",
        "--json": "print the report as JSON",
    }
    add_options(parser, options)
    meaning = "what the four numbers of a table's boxes are, where its header does not tell: " + ", ".join(
        f"{name} ({text})" for name, text in BOX_FORMATS.items()
    )
    parser.add_argument("--box-format", choices=tuple(BOX_FORMATS), default="", help=meaning)


def _import(args: argparse.Namespace) -> int:
    folder = Path(args.folder)
    out = _out(args)
    set_of = _set_of(args)
    export = read_export(folder, box_format=args.box_format, field=args.field or "")
    _check_rows(export, left_out=args.dry_run or args.write_map or args.skip_bad or args.preview)
    tiles, looks = _class_tiles(args, export)
    if args.write_map:
        return _write_map(Path(args.write_map), export, tiles, looks)
    if args.preview:
        return _preview(Path(args.preview), export, tiles)
    if export.guesses and out is not None:
        refuse(f"{export.guesses[0]}: a guess; look at it with --preview FILE.jpg, then add the option")
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
    parts = _parts(args, export, photos)
    overlaps = overlap(prints, paths, _known_photos(args.against))
    report = data_report.of(export, tiles, photos, parts) | {
        "ours": overlaps["measured"],
        "trained": overlaps["trained"],
        "likely": {name: look._asdict() for name, look in looks.items() if look.tile != tiles[name]},
        "own_split": args.keep_split,
    }
    files = [_sheet(Path(args.sheet), args.model, export, tiles)] if args.sheet else []
    lacking = data_report.lacking(report, export, is_written=out is not None)
    files += [] if out is None or lacking else _written(parts, out, args)
    tell(report, [*data_report.lines(report), *files], as_json=args.json)
    if lacking:
        note(f"yakulens data: {folder}: {lacking}")
    return int(bool(lacking))


def _write_map(file: Path, export: Export, tiles: Mapping[str, str], looks: Mapping[str, Likely]) -> int:
    boxes = Counter(box.name for photo in export.photos for box in photo.boxes)
    _write_new("--write-map", file, template(tiles, boxes, looks))
    guessed = sum(1 for name, tile in tiles.items() if not tile and name in looks)
    by_reading = f"look at the {counted(guessed, 'tile')} said to be guessed, " if guessed else ""
    emit(f"{file}: {by_reading}replace each ? by a tile, then add --map {file}")
    return 0


def _preview(file: Path, export: Export, tiles: Mapping[str, str]) -> int:
    """Draw one photo as it would be taken, and say what is guessed of it; 1 if the export has no box."""
    photo = import_pictures.example_of(import_pictures.by_class(export))
    if not photo.labels:
        note(f"yakulens data: {export.format_name} without a single box, so there is nothing to show")
        return 1
    import_pictures.write("--preview", file, import_pictures.preview(photo, tiles))
    boxes = counted(len(photo.labels), "box", "boxes")
    emit(f"{file}: {photo.photo.path.name} with {boxes} as it would be taken")
    emit_lines(f"guessed: {guess}" for guess in export.guesses)
    return 0


def _sheet(file: Path, model: str | None, export: Export, tiles: Mapping[str, str]) -> str:
    photos = import_pictures.by_class(export)
    crops = import_pictures.crops_of(photos, tiles, partial(import_reading.faces, model))
    import_pictures.write("--sheet", file, import_pictures.sheet(photos, crops, tiles))
    differing = sum(1 for crop in crops if crop.doubt > 0)
    return (
        f"{file}: {counted(len(crops), 'box', 'boxes')}, of which the model reads {differing} as another tile"
    )


def _parts(
    args: argparse.Namespace, export: Export, photos: Sequence[LabelledPhoto]
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
    else:
        own = held_out(usable, args.hold_out)
    parts: dict[str, list[LabelledPhoto]] = {"train": [], "val": []}
    for photo, is_held_out in zip(usable, own, strict=True):
        parts["val" if is_held_out else "train"].append(photo)
    return parts


def _written(parts: Mapping[str, list[LabelledPhoto]], out: Path, args: argparse.Namespace) -> list[str]:
    """Write the parts into the new folder; a line about each."""
    if (left := beside(out)).exists():
        note(f"{left}: an import that was interrupted left this; it is removed")
    source = args.source or Path(args.folder).name
    write_all(parts, out, source=source, complete=args.all_boxed or None)
    return [f"{out / name / LABELLED}: {counted(len(part), 'photo')}" for name, part in parts.items() if part]


def _check_rows(export: Export, *, left_out: bool) -> None:
    """Refuse unreadable label files and bad rows, unless they are left out."""
    if (export.unreadable or export.bad) and not left_out:
        first = next(iter((*export.unreadable, *export.bad)))
        files = f"{counted(len(export.unreadable), 'file')} cannot be read and " if export.unreadable else ""
        refuse(
            f"{first}; {files}{len(export.bad)} of {export.rows} rows have no valid box: "
            "--skip-bad leaves them out, --dry-run counts them by kind"
        )


def _class_tiles(args: argparse.Namespace, export: Export) -> tuple[dict[str, str], dict[str, Likely]]:
    """The tile of each class, empty where unknown, and the tile that each class's boxes look like."""
    used = {box.name for photo in export.photos for box in photo.boxes}
    needed = () if args.dry_run or args.write_map or args.preview else used
    tiles = tiles_of_classes(export.classes, args.map, export.format_name, needed)
    asked = [name for name in export.classes if name in used and tiles[name] not in (TILE, NO_TILE)]
    return tiles, likely(export.photos, asked, partial(import_reading.faces, args.model))


def _known_photos(against: Sequence[str]) -> list[KnownPhoto]:
    """The photos of our installed data sets, and those that `--against` names."""
    known = of_file(FINGERPRINTS) if FINGERPRINTS.is_file() else []
    for folder in [*([SAMPLES] if SAMPLES.is_dir() else []), *map(Path, against)]:
        known += of_file(folder) if folder.is_file() else of_folder(folder)
    return known


def _fingerprints(args: argparse.Namespace) -> int:
    uses: dict[Path, Use] = dict.fromkeys(map(Path, args.folders), "measured")
    _write_new("--out", Path(args.out), to_json(uses | dict.fromkeys(map(Path, args.trained), "trained")))
    emit(f"{args.out}: --against {args.out} recognises these photos")
    return 0


def _write_new(option: str, file: Path, text: str) -> None:
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        refuse(f"{option} {file}: cannot be written ({error.strerror}); choose a new file")


def _out(args: argparse.Namespace) -> Path | None:
    for option in ("preview", "sheet"):
        if file := getattr(args, option):
            import_pictures.check_file(f"--{option}", Path(file))
    if args.hold_out and args.keep_split:
        refuse("--hold-out and --keep-split: choose one")
    if args.dry_run or args.write_map or args.preview:
        return None
    if not args.out:
        refuse("no output folder: add --out DIR with a new folder, or --dry-run to write nothing")
    out = Path(args.out)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        refuse(f"--out {out}: already exists; choose a new folder")
    return out


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

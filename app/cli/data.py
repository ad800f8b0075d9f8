"""`yakulens data`: labelled photos from other tools in our form, and fingerprints of photos."""

import argparse
import re
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from yakulens.app.cli import data_report
from yakulens.app.cli.class_names import add_map, template, tiles_of_classes
from yakulens.app.cli.frame import Parser, add_actions, add_options, emit, note, refuse, tell
from yakulens.datasets.imports.by_reading import Likely, is_mirrored, likely
from yakulens.datasets.imports.fingerprints import (
    Known,
    Use,
    fingerprint,
    of_file,
    of_folder,
    overlap,
    scenes,
    to_json,
)
from yakulens.datasets.imports.foreign import Export, ExportError
from yakulens.datasets.imports.formats import FORMAT_NAMES, read_export
from yakulens.datasets.imports.labelled import LabelledPhoto, beside, held_out, labelled, write_all
from yakulens.datasets.imports.pictures import size_of
from yakulens.datasets.truth import LABELLED
from yakulens.scorer.contract.text import counted
from yakulens.vision.labels import LABELS, NO_TILE
from yakulens.vision.picture.photo import PhotoError, load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser

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
_recogniser: Final = cache(Recogniser.load)


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
        "--source TEXT": "where the photos come from (default: DIR's name)",
        "--all-boxed": "declare that every visible tile has a box",
        "--skip-bad": "leave out unreadable label files and rows without a valid box",
        "--dry-run": "print class names, counts and faults; write nothing",
        "--write-map FILE": "write only the class names with their tiles, for --map FILE",
        "--against DIR|FILE...": "photos that you evaluate on, or their fingerprints; the report lists those "
        "that the export contains",
        "--keep-mirrored": "do not look for mirrored photos",
        "--model NAME": "the model that looks for mirrored photos and proposes tiles for classes",
        "--json": "print the report as JSON",
    }
    add_options(parser, options)


def _import(args: argparse.Namespace) -> int:
    folder = Path(args.folder)
    out = _out(args)
    set_of = _set_of(args)
    export = read_export(folder)
    _check_rows(export, left_out=args.dry_run or args.write_map or args.skip_bad)
    tiles, proposals = _class_tiles(args, export)
    if args.write_map:
        boxes = Counter(box.name for photo in export.photos for box in photo.boxes)
        _write_new("--write-map", Path(args.write_map), template(tiles, boxes, proposals))
        emit(f"{args.write_map}: replace each ? by a tile, then add --map {args.write_map}")
        return 0
    labels = {name: tile or NO_TILE for name, tile in tiles.items()}
    photos = [
        replace(labelled(photo, size_of(photo.path) or (0, 0), labels), tile_set=set_of(photo.path))
        for photo in export.photos
    ]
    _check_held_out(args.hold_out, photos)
    photos, prints = _examined(photos, None if args.keep_mirrored else _recogniser(args.model))
    paths = [photo.photo.path for photo in photos]
    export = export.without({photo.path for photo in export.photos}.difference(paths))
    photos = [
        replace(photo, scene=number) for photo, number in zip(photos, scenes(prints, paths), strict=True)
    ]
    usable = [photo for photo in photos if not photo.mirrored]
    parts: dict[str, list[LabelledPhoto]] = {"train": [], "val": []}
    for photo, is_held_out in zip(usable, held_out(usable, args.hold_out), strict=True):
        parts["val" if is_held_out else "train"].append(photo)
    overlaps = overlap(prints, paths, _known_photos(args.against))
    report = data_report.of(export, tiles, photos, parts) | {
        "ours": overlaps["measured"],
        "trained": overlaps["trained"],
        "likely": {name: proposal._asdict() for name, proposal in proposals.items()},
    }
    files = [] if out is None else _written(parts, out, args)
    tell(report, [*data_report.lines(report), *files], as_json=args.json)
    return 0


def _written(parts: Mapping[str, list[LabelledPhoto]], out: Path, args: argparse.Namespace) -> list[str]:
    """Write the parts into the new folder; a line about each."""
    if (left := beside(out)).exists():
        note(f"{left}: an import that was interrupted left this; it is removed")
    source = args.source or Path(args.folder).name
    write_all(parts, out, source=source, complete=args.all_boxed or None)
    return [f"{out / name / LABELLED}: {counted(len(part), 'photo')}" for name, part in parts.items() if part]


def _examined(
    photos: Sequence[LabelledPhoto], recogniser: Recogniser | None
) -> tuple[list[LabelledPhoto], list[NDArray[np.bool_]]]:
    """The undamaged photos with their fingerprints; a recogniser, if given, looks for mirrored ones.

    Raises:
        ExportError: all photos are damaged.
    """
    sound, prints = [], []
    for number, photo in enumerate(photos, start=1):
        try:
            pixels = load(photo.photo.path).pixels
        except PhotoError:
            continue
        mirrored = recogniser is not None and is_mirrored(
            pixels,
            photo.boxes,
            photo.labels,
            lambda shown, quads: recogniser.reader.read_once(Pyramid(shown), quads).faces,
        )
        sound.append(replace(photo, mirrored=mirrored))
        prints.append(fingerprint(pixels))
        if number % 100 == 0:
            note(f"checked {number} of {len(photos)} photos")
    if not sound:
        raise ExportError(photos[0].photo.path, "truncated or damaged, as is every picture of the export")
    return sound, prints


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
    """The tile of each class, empty where unknown, and proposals for the unknown classes."""
    used = {box.name for photo in export.photos for box in photo.boxes}
    needed = () if args.dry_run or args.write_map else used
    tiles = tiles_of_classes(export.classes, args.map, export.format_name, needed)
    unknown = [name for name in export.classes if name in used and not tiles[name]]
    return tiles, likely(export.photos, unknown, lambda path, quads: _faces(args.model, path, quads))


def _known_photos(against: Sequence[str]) -> list[Known]:
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


def _faces(model: str | None, path: Path, quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a model reads in boxes of a photo; zeros if the photo is damaged. It is loaded on first use."""
    try:
        pyramid = load(path).pyramid
    except PhotoError:  # the report lists it as missing
        return np.zeros((len(quads), len(LABELS)), np.float32)
    return _recogniser(model).reader.read_once(pyramid, quads).faces


def _out(args: argparse.Namespace) -> Path | None:
    if args.dry_run or args.write_map:
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

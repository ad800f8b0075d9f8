"""`yakulens data`: labelled photos from other tools in our form, and fingerprints of photos."""

import argparse
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from yakulens.app.cli import data_report, import_pictures, import_reading
from yakulens.app.cli.class_names import template
from yakulens.app.cli.data_import import add_import_options, read_classes, take, write_parts
from yakulens.app.cli.frame import (
    Parser,
    add_actions,
    add_options,
    emit,
    emit_lines,
    emit_next,
    note,
    refuse,
    tell,
)
from yakulens.datasets.imports.by_reading import Likely
from yakulens.datasets.imports.fingerprints import Use, to_json
from yakulens.datasets.imports.foreign import Export
from yakulens.datasets.imports.formats import FORMAT_NAMES
from yakulens.scorer.contract.text import counted
from yakulens.scorer.whole_file import has_room, write_whole

EXAMPLE = """
yakulens data import mahjong.v3-yolov8 --dry-run
yakulens data import mahjong.v3-yolov8 --write-map names.txt
yakulens data import mahjong.v3-yolov8 --out photos --map names.txt --map logo=none
"""
_PRINTS_EXAMPLE = "yakulens data fingerprints photos-i-measure-on --out mine.json"
_IMPORT_EXAMPLE = f"""{EXAMPLE}yakulens data import club --out photos --set-from '^([^/]+)/' --hold-out green
"""


def arguments(parser: Parser) -> None:
    """Add the actions and their options."""
    ours = f"convert labelled photos that other tools exported ({FORMAT_NAMES}) to our form"
    prints = "write fingerprints of photos, by which `import --against` recognises them"
    actions = {
        "import": (ours, _IMPORT_EXAMPLE, _import),
        "fingerprints": (prints, _PRINTS_EXAMPLE, _fingerprints),
    }
    importing, fingerprints = add_actions(parser, actions).values()
    add_import_options(importing)
    options = {
        "--out DIR": "new folder for train and val, each with photos and labels.jsonl",
        "--dry-run": "print class names, counts and faults; write nothing",
        "--preview FILE": "draw one photo with its boxes as they would be taken into this JPEG or PNG file; "
        "write nothing else",
        "--sheet FILE": "also draw the boxes on which label and model disagree, some of each class, and some "
        "photos",
        "--write-map FILE": "write only the class names with their tiles, for --map FILE",
        "--json": "print the report as JSON",
    }
    add_options(importing, options)
    fingerprints.add_argument("folders", metavar="DIR", nargs="+", help="photos that you evaluate on")
    add_options(fingerprints, {"--trained DIR...": "photos that a model was trained on"})
    fingerprints.add_argument("--out", metavar="FILE", required=True, help="the new file")


def run(_: argparse.Namespace) -> int:
    """Ask for an action."""
    refuse("name an action: import (photos from other tools) or fingerprints (to recognise photos)")


def _import(args: argparse.Namespace) -> int:
    out = _out(args)
    classes = read_classes(args, is_look=bool(args.dry_run or args.write_map or args.preview))
    if args.write_map:
        return _write_map(Path(args.write_map), *classes)
    if args.preview:
        return _preview(Path(args.preview), classes.export, classes.tiles)
    taken = take(args, classes, is_written=out is not None)
    files = [_sheet(Path(args.sheet), args.model, classes.export, classes.tiles)] if args.sheet else []
    files += [] if out is None or taken.lacking else write_parts(taken.parts, out, args)
    tell(taken.report, [*data_report.lines(taken.report), *files], as_json=args.json)
    if out is not None and taken.parts["val"] and not taken.lacking and not args.json:
        emit_next("evaluate", out / "val", "--failures", "--sheet", "worst.jpg")
    if taken.lacking:
        note(f"yakulens data: {args.folder}: {taken.lacking}")
    return int(bool(taken.lacking))


def _write_map(file: Path, export: Export, tiles: Mapping[str, str], looks: Mapping[str, Likely]) -> int:
    boxes = Counter(box.name for photo in export.photos for box in photo.boxes)
    _write_new("--write-map", file, template(tiles, boxes, looks))
    unknown = [name for name, tile in tiles.items() if not tile]
    guessed = sum(1 for name in unknown if name in looks)
    other = sum(1 for name, look in looks.items() if look.tile != tiles[name]) - guessed
    steps = [
        (guessed, f"look at the {counted(guessed, 'tile')} said to be guessed"),
        (other, f"look at the {counted(other, 'class', 'classes')} whose boxes look like another tile"),
        (len(unknown) > guessed, "replace each ? by a tile"),
        (True, f"then add --map {file}"),
    ]
    emit(f"{file}: {', '.join(step for is_needed, step in steps if is_needed)}")
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


def _fingerprints(args: argparse.Namespace) -> int:
    uses: dict[Path, Use] = dict.fromkeys(map(Path, args.folders), "measured")
    _write_new("--out", Path(args.out), to_json(uses | dict.fromkeys(map(Path, args.trained), "trained")))
    emit(f"{args.out}: --against {args.out} recognises these photos")
    return 0


def _write_new(option: str, file: Path, text: str) -> None:
    if file.exists():
        refuse(f"{option} {file}: already exists; choose a new file")
    try:
        write_whole(file, text.encode())
    except OSError as error:
        refuse(f"{option} {file}: cannot be written ({error.strerror}); choose a new file")


def _out(args: argparse.Namespace) -> Path | None:
    for option in ("preview", "sheet"):
        if file := getattr(args, option):
            import_pictures.check_file(f"--{option}", Path(file))
    if args.dry_run or args.write_map or args.preview:
        return None
    if not args.out:
        refuse("no output folder: add --out DIR with a new folder, or --dry-run to write nothing")
    out = Path(args.out)
    if not has_room(out):
        refuse(f"--out {out}: already exists; choose a new folder")
    return out

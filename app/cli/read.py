"""`yakulens read`: read photos and print the readings as JSON."""

import argparse
import math
import os
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from yakulens.app.archive import readings, sources
from yakulens.app.archive.progress import counting
from yakulens.app.cli.frame import Parser, UsageError, add_options, between, emit_json, note, refuse
from yakulens.app.cli.jsonlines import answer_each, open_lines, whole_lines
from yakulens.app.cli.long_run import add_archive, is_long_run, output, work
from yakulens.app.cli.model_options import add_reader, asker, choice_for_workers, chosen_reader
from yakulens.app.words.questions import in_english
from yakulens.scorer.whole_file import write_whole
from yakulens.vision import overlay
from yakulens.vision.picture import photo
from yakulens.vision.progressive import read_photo, read_within
from yakulens.vision.recognise import Recogniser
from yakulens.vision.together.reading import read_together

EXAMPLE = """
yakulens read hand.jpg
yakulens read photos --jsonl --overlay drawn
yakulens read table.jpg --within 500
yakulens read --together hand-1.jpg hand-2.jpg
ls photos/*.jpg | yakulens read --jsonl
yakulens read archive --out readings.jsonl --workers 8
"""


def arguments(parser: Parser) -> None:
    """Add the options."""
    photos = "a JPEG, PNG, WebP, HEIC or other photo, or a folder: all photos in it and its subfolders"
    parser.add_argument("photos", nargs="*", metavar="PHOTO", help=photos)
    jsonl = "print one JSON object per line; without a PHOTO, read paths from standard input, one per line"
    add_options(parser, {"--jsonl": jsonl})
    together = "the photos show one hand from several places: read them as one"
    add_options(parser, {"--together": together})
    within = "stop reading each photo after this time in milliseconds, and print the best reading so far"
    parser.add_argument("--within", type=between(0, math.inf), metavar="MS", help=within)
    add_options(
        parser, {"--overlay DIR": "draw each reading on its photo, and save the drawings in this folder"}
    )
    add_reader(parser)
    add_archive(
        parser,
        "write the readings to FILE.jsonl or FILE.parquet; photos already in it are not read again. "
        "Without a PHOTO, read paths from standard input",
    )


def run(args: argparse.Namespace) -> int:
    """Read every photo; without `--jsonl` the exit code is 2 if a photo could not be read."""
    is_long = is_long_run(args)
    if args.photos and next(sources.photos(args.photos), None) is None:
        refuse(f"{', '.join(args.photos)}: no photos found (JPEG, PNG, WebP, HEIC and others)")
    if is_long:
        return _archive(args)
    if not args.photos and (args.together or not args.jsonl):
        refuse("name at least one photo (with --jsonl, paths may come from standard input)")
    args.photos = list(sources.photos(args.photos))
    folder = None if args.overlay is None else _folder(Path(args.overlay), args.photos)
    recogniser = chosen_reader(args)
    if args.together:
        return _together(args, recogniser, folder)
    read = _reader(recogniser, folder, args.within)
    if args.jsonl:
        with open_lines(None) as lines:
            answer_each(args.photos or lines, lambda path: _answer(path, read))
        return 0
    code = 0
    for path in args.photos:
        try:
            answer, trouble = read(path)
            emit_json(answer, indent=2)
        except photo.PhotoError as error:
            trouble = str(error)
        if trouble:
            note(f"yakulens read: {trouble}")
            code = 2
    return code


def _together(args: argparse.Namespace, recogniser: Recogniser, folder: Path | None) -> int:
    """Read all photos as one, and draw the reading on the one that most of its tiles lie on."""
    if args.within is not None:
        refuse("--within and --together: choose one")
    try:
        done = read_together([photo.load(path) for path in args.photos], recogniser)
    except photo.PhotoError as error:
        refuse(str(error))
    emit_json(done.to_json(in_english), indent=None if args.jsonl else 2)
    if folder is None:
        return 0
    target = folder / _free_name(Path(done.photo.name).stem, set())
    drawing = overlay.encode(overlay.draw(done.photo.pixels, done.reading, done.on_photo))
    try:
        write_whole(target, drawing)
    except OSError as error:
        refuse(f"{target}: cannot be written ({error.strerror})")
    return 0


def _archive(args: argparse.Namespace) -> int:
    """Read any number of photos with many workers into a file."""
    for option in ("overlay", "within", "together"):
        if getattr(args, option):
            refuse(f"--{option} and --out: choose one")
    reader = choice_for_workers(args)
    with output(args, "reading") as so_far, open_lines(None) if not args.photos else nullcontext(()) as lines:
        for path in args.photos:
            if not os.path.lexists(path):
                refuse(f"{path or 'the empty path'}: no such file")
        before = sum(1 for _ in readings.files(so_far, reader))
        total = counting(partial(sources.photos, args.photos)) if args.photos else lambda: None
        names = sources.photos(args.photos) if args.photos else filter(None, whole_lines(lines))
        todo = sources.outstanding(names, readings.files(so_far, reader))
        job = readings.ReadPhotos(reader)
        work(args, job, todo, so_far, "photo", total, before)
    return 0


def _reader(
    recogniser: Recogniser, folder: Path | None, within: float | None
) -> Callable[[str], tuple[dict[str, Any], str]]:
    """A function that reads one photo, within the given milliseconds if any, and draws it into a folder.

    It returns the answer, and the reason why the drawing could not be written, or else an empty text. No two
    drawings have the same name.
    """
    names: set[str] = set()
    ask = asker(recogniser)

    def read(path: str) -> tuple[dict[str, Any], str]:
        loaded = photo.load(path)
        final = read_photo(loaded, recogniser) if within is None else read_within(loaded, recogniser, within)
        result = ask(final)
        if folder is None:
            return result.to_json(in_english), ""
        _refuse_inside(path, folder)
        target = folder / _free_name(Path(path).stem, names)
        drawing = overlay.encode(overlay.draw(loaded.pixels, result.reading))
        try:
            write_whole(target, drawing)
        except OSError as error:
            return result.to_json(in_english), f"{target}: cannot be written ({error.strerror})"
        return result.to_json(in_english), ""

    return read


def _answer(path: str, read: Callable[[str], tuple[dict[str, Any], str]]) -> dict[str, Any]:
    try:
        answer, trouble = read(path)
    except photo.PhotoError as error:
        return readings.unread(path, "unreadable_photo", str(error))
    except UsageError as error:
        return readings.unread(path, "bad_input", str(error))
    if trouble:
        note(f"yakulens read: {trouble}")
    return answer


def _refuse_inside(path: str, folder: Path) -> None:
    """Refuse a photo in the folder of the drawings: a drawing might overwrite it."""
    try:
        is_inside = Path(path).resolve(strict=True).parent == folder.resolve()
    except (OSError, ValueError):
        return  # loading the photo fails with the reason
    if is_inside:
        refuse(
            f"--overlay {folder}: {path} is in this folder, where a drawing could replace it; choose another"
        )


def _free_name(stem: str, names: set[str]) -> str:
    name, number = f"{stem}.jpg", 2
    while name in names:
        name, number = f"{stem}-{number}.jpg", number + 1
    names.add(name)
    return name


def _folder(path: Path, photos: Sequence[str]) -> Path:
    """The folder of the drawings, which none of the photos is in."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        refuse(f"--overlay {path}: cannot be created ({error.strerror})")
    for photo_path in photos:
        _refuse_inside(photo_path, path)
    return path

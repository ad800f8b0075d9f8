"""`yakulens evaluate`: measure how well a model reads labelled photos."""

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from yakulens.app.archive import outcomes as archive
from yakulens.app.archive.reader_choice import ReaderChoice
from yakulens.app.cli.frame import Parser, add_options, note, refuse, tell
from yakulens.app.cli.long_run import add_archive, is_long_run, output, work
from yakulens.app.cli.model_options import add_reader, choice_for_workers, chosen_reader
from yakulens.datasets.truth import HANDS, LabelledHand, Truth, load_truths
from yakulens.models.evaluate import ablation, altered, marks, sheet, stability
from yakulens.models.evaluate.compare import Outcome, compare_hand
from yakulens.models.evaluate.rates import Rate
from yakulens.models.evaluate.report import summarise, to_json, to_text
from yakulens.models.evaluate.run import evaluated
from yakulens.scorer.whole_file import write_whole
from yakulens.vision import overlay
from yakulens.vision.picture import photo
from yakulens.vision.picture.photo import Photo
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.progressive import read_photo
from yakulens.vision.reading import Reading
from yakulens.vision.recognise import Recogniser

Answer: TypeAlias = tuple[Mapping[str, Any], list[str]]
"""An answer as JSON and as lines for a person."""
Mode: TypeAlias = Callable[[Sequence[Truth], Path, Recogniser], Answer]

EXAMPLE = """
yakulens evaluate photos/hands
yakulens evaluate photos/hands --model mine.toml --failures --sheet worst.jpg
yakulens evaluate archive --workers 8 --out outcomes.jsonl
"""


def arguments(parser: Parser) -> None:
    """Add the options."""
    add_options(parser, {"folder DIR": "photos with hands.jsonl, labels.jsonl or both"})
    add_reader(parser)
    options = {
        "--json": "print metrics, groups and failures as JSON",
        "--failures": "also list every failure",
        "--sheet FILE": "draw the 30 worst photos into this JPEG or PNG file, what is wrong marked by colour",
    }
    add_options(parser, options)
    modes = {f"--{mode}": f"instead: read each photo {text}" for mode, (text, _) in _MODES.items()}
    add_options(parser.add_mutually_exclusive_group(), modes)
    out = "also write each photo's outcome to FILE.jsonl; photos already in it are not read again"
    add_archive(parser, out)


def run(args: argparse.Namespace) -> int:
    """Evaluate and print."""
    folder = Path(args.folder)
    if args.sheet is not None:
        _check_sheet(Path(args.sheet), folder)
    mode = next((evaluate for name, (_, evaluate) in _MODES.items() if getattr(args, name)), None)
    if is_long_run(args) and (mode is not None or args.sheet is not None):
        refuse("--out cannot be combined with --turned, --altered, --ablate or --sheet")
    if mode is not None and (args.sheet is not None or args.failures):
        refuse("--turned, --altered and --ablate cannot be combined with --sheet or --failures")
    truths = load_truths(folder)
    if args.out is not None:
        return _archive(args, truths, choice_for_workers(args))
    recogniser = chosen_reader(args)
    if mode is not None:
        tell(*mode(truths, folder, recogniser), as_json=args.json)
        return 0
    results = list(evaluated(truths, folder, recogniser))
    outcomes = [outcome for outcome, _ in results]
    _tell(args, outcomes, recogniser.name, [ms for _, ms in results if ms])
    if args.sheet is not None:
        _draw_sheet(Path(args.sheet), outcomes, truths, folder, recogniser)
    return 0


def _tell(
    args: argparse.Namespace, outcomes: list[Outcome], model: str, ms: Sequence[Mapping[str, float]]
) -> None:
    report = summarise(outcomes, model=model, folder=args.folder, ms=ms)
    failures = (
        f"{failure.file}: {failure.kind}: {failure.detail}" for failure in report.failures if args.failures
    )
    tell(to_json(report), [to_text(report), *failures], as_json=args.json)


def _archive(args: argparse.Namespace, truths: Iterable[Truth], reader: ReaderChoice) -> int:
    """Evaluate any number of photos with many workers; the report has no times: workers share cores."""
    labelled = list(archive.by_photo(truths))
    job = archive.ComparePhotos(args.folder, reader)
    with output(args, "outcome") as so_far:
        before = archive.outcomes_by_photo(so_far, reader, labelled)
        todo = [labels for labels in labelled if labels[0].file not in before]
        work(args, job, todo, so_far, "photo", lambda: len(labelled), len(labelled) - len(todo))
        outcomes = archive.outcomes_by_photo(so_far, reader, labelled)
    _tell(args, [outcome for labels in labelled for outcome in outcomes[labels[0].file]], reader.name, ())
    return 0


def _ablated(truths: Sequence[Truth], folder: Path, recogniser: Recogniser) -> Answer:
    """Read every photo with all stages and without each; the answer gives the differences."""
    readers = {
        name: partial(evaluated, truths, folder, recogniser.limited_to(stages))
        for name, stages in ablation.variants().items()
    }
    variants = ablation.ablate(readers)
    return {"variants": [asdict(variant) for variant in variants]}, [ablation.to_table(variants)]


def _turned(truths: Sequence[Truth], folder: Path, recogniser: Recogniser) -> Answer:
    """Read every photo of a hand from all sides; the answer says how often the hand stays the same."""
    differing = {
        hand.file: stability.differing_turns(loaded.pixels, partial(_read, recogniser, loaded))
        for hand, loaded in _hands(truths, folder)
    }
    by_photo, by_reading = stability.turned_rates(differing.values())
    changed = {file: turns for file, turns in differing.items() if turns}
    answer = {
        "turns": list(stability.TURNS),
        "photos": {"hits": by_photo.hits, "of": by_photo.total},
        "readings": {"hits": by_reading.hits, "of": by_reading.total},
        "changed": changed,
    }
    lines = [
        f"turned by {', '.join(map(str, stability.TURNS))} degrees",
        f"  photos that give the same hand from all sides: {_share(by_photo)}",
        f"  turned photos that give the same hand: {_share(by_reading)}",
        *(f"  {file}: a different hand at {', '.join(map(str, turns))}" for file, turns in changed.items()),
    ]
    return answer, lines


def _share(rate: Rate) -> str:
    low, high = rate.interval() or (0.0, 1.0)
    return f"{rate.hits} of {rate.total} [{low:.2%}, {high:.2%}]"


def _altered(truths: Sequence[Truth], folder: Path, recogniser: Recogniser) -> Answer:
    """Read altered copies of every photo of a hand; the answer says by kind how often they are read right."""
    results = [
        result
        for hand, loaded in _hands(truths, folder)
        for result in altered.read_copies(
            hand.file,
            loaded.pixels,
            partial(_read, recogniser, loaded),
            partial(compare_hand, truth=hand),
        )
    ]
    table = altered.counts(results)
    verdicts = Counter(result.verdict for result in results)
    total = {"of": len(results), **{name: verdicts[name] for name in ("exact", "asked", "silent")}}
    lines = ["kind      degree    exact    asked   silent"]
    lines += [
        f"{kind:<9} {degree:<7} {row['exact']:>3} of {row['of']:<3} {row['asked']:>5} {row['silent']:>8}"
        for kind, degrees in table.items()
        for degree, row in degrees.items()
    ]
    lines.append(f"of all {total['of']} copies {total['exact']} exact, {total['asked']} asked")
    lines.append(f"wrong without a question: {_share(Rate(total['silent'], total['of']))}")
    silent = [result for result in results if result.verdict == "silent"]
    lines += [f"  {result.file}: {result.kind}, {result.degree}" for result in silent]
    return {"kinds": table, "total": total, "silent": [asdict(result) for result in silent]}, lines


def _read(recogniser: Recogniser, loaded: Photo, pixels: NDArray[np.uint8]) -> Reading:
    """The reading of a photo with other pixels."""
    return read_photo(replace(loaded, pyramid=Pyramid(pixels)), recogniser).reading


def _hands(truths: Iterable[Truth], folder: Path) -> Iterator[tuple[LabelledHand, Photo]]:
    """Every photo with a labelled hand, once, sorted by name; refuses labels without any."""
    labelled = {truth.file: truth for truth in truths if isinstance(truth, LabelledHand)}
    if not labelled:
        refuse(f"{folder}: no photo has a whole hand as its label ({HANDS}); --turned and --altered need one")
    for file, hand in sorted(labelled.items()):
        yield hand, photo.load(folder / file)


def _check_sheet(path: Path, folder: Path) -> None:
    """Refuse a sheet that cannot be written, or that would replace a labelled photo or label."""
    if path.suffix.lower() not in {".jpg", ".jpeg", ".png"}:
        refuse(f"--sheet {path}: the file must be FILE.jpg or FILE.png")
    if not path.absolute().parent.is_dir():
        refuse(f"--sheet {path}: its folder does not exist")
    if path.exists() and path.resolve().is_relative_to(folder.resolve()):
        refuse(f"--sheet {path}: already exists among the labelled photos; choose another file name")


def _draw_sheet(
    path: Path, outcomes: list[Outcome], truths: Sequence[Truth], folder: Path, recogniser: Recogniser
) -> None:
    """Draw the worst photos, each with what is wrong of its reading."""

    def picture(outcome: Outcome) -> NDArray[np.uint8]:
        loaded = photo.load(folder / outcome.file)
        if outcome.top3 is not None:
            return loaded.pixels
        of_photo = [truth for truth in truths if truth.file == outcome.file]
        return marks.marked(loaded.pixels, read_photo(loaded, recogniser).reading, of_photo)

    readable = [
        outcome for outcome in outcomes if all(failure.kind != "unreadable" for failure in outcome.failures)
    ]
    worst = sheet.worst(readable)
    if not worst:
        note(f"--sheet {path}: not written, because no photo that can be read has a failure")
        return
    image = sheet.contact_sheet(worst, picture, f"{folder}, read by {recogniser.name}", marks.LEGEND)
    try:
        write_whole(path, overlay.encode(image, "png" if path.suffix.lower() == ".png" else "jpeg"))
    except OSError as error:
        refuse(f"--sheet {path}: cannot be written ({error.strerror})")


_MODES: Final[dict[str, tuple[str, Mode]]] = {
    "turned": ("of a hand also turned by 20 to 340 degrees, and count equal hands", _turned),
    "altered": ("of a hand also blurred, tilted, dark and so on, and count right readings by kind", _altered),
    "ablate": ("also without each optional stage, and print its gain and cost", _ablated),
}
"""The alternatives to the usual report, by option: the end of the help text, and the function."""

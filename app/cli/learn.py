"""`yakulens learn`: learn a tile set from a few photos of it."""

import argparse
import time
from collections import Counter
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from yakulens.app.cli.frame import Parser, add_options, note, refuse, tell
from yakulens.app.store import sets
from yakulens.datasets.truth import HANDS, LABELLED
from yakulens.models.evaluate.sheet import captioned
from yakulens.models.teach.adaptation import AdaptationResult, adapt, shows_reds
from yakulens.models.teach.examples import PICTURE_WIDTH, PhotoTiles, labelled, picture
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.file import checked_name
from yakulens.models.teach.layout_photos import label_photos
from yakulens.models.teach.order import ORDER, OrderedExamples, parse_order, to_learn
from yakulens.scorer.contract.text import counted
from yakulens.scorer.whole_file import write_whole
from yakulens.vision import overlay
from yakulens.vision.coroutines import run as finish
from yakulens.vision.labels import LABELS, RED_FIVES
from yakulens.vision.naming.tile_set import HeldOut
from yakulens.vision.picture.formats import is_picture
from yakulens.vision.picture.photo import load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser

EXAMPLE = """
yakulens learn "Club green" one.jpg two.jpg
yakulens learn "Club green" one.jpg --order "123456789m, 123456789p, 123456789s, 1234567z"
yakulens learn "Club green" labelled-photos/ --report what-it-gave
"""


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "Learn a tile set. Lay out its tiles in rows, upright, with a little space between the rows: 1-9 "
        "characters, 1-9 circles, 1-9 bamboo, East South West North White Green Red, then, if the set has "
        "them, the red fives, a flower and a face-down tile. Photograph them from above, in as many photos "
        "as you like. With two rounds of photos, Yakulens can measure the gain. Instead, you can name a "
        "folder of labelled photos or faces."
    )
    add_options(parser, {"name NAME": "a name for the set; other commands use the set with --set NAME"})
    parser.add_argument(
        "photos",
        nargs="+",
        metavar="PHOTO|DIR",
        help="photos in the order of the tiles, or a labelled folder",
    )
    add_options(
        parser,
        {"--order ROWS": "the order of the tiles: rows with commas between them, such as 123m, 1z2z back"},
    )
    red_fives = (
        "whether the set has red fives (default: yes if the photos show one); if not, every five is plain"
    )
    parser.add_argument("--red-fives", choices=("yes", "no"), help=red_fives)
    options = {
        "--insist": "keep the set even if nothing is gained, some face is read worse, or rows look misplaced",
        "--report DIR": "write pictures of the remaining mistakes to this folder",
        "--model NAME": "a model's name, or the path of its card",
        "--json": "print JSON",
    }
    add_options(parser, options)


def run(args: argparse.Namespace) -> int:
    """Learn a set, measure it, and keep it if it reads better than before."""
    name = checked_name(args.name)
    order = ORDER if args.order is None else parse_order(args.order)
    recogniser = Recogniser.load(args.model)
    extractor = FeatureExtractor.of(recogniser.card)
    start = time.perf_counter()
    tiles, ordered = _tiles([Path(path) for path in args.photos], recogniser, order)
    made_at = datetime.now(UTC).isoformat(timespec="seconds")
    extractor = extractor.of_set(reds=_has_reds(tiles, args.red_fives))
    firm_score = recogniser.card.finder.firm_score
    result = finish(adapt(name, tiles, extractor, firm_score, made_at))
    seconds = time.perf_counter() - start
    # What is gained on misplaced tiles is measured against wrong names.
    misplaced = () if ordered is None else ordered.misplaced
    adopted = (result.gains and not misplaced) or args.insist
    file = sets.keep(result.tile_set) if adopted else None
    if args.report is not None:
        _report(Path(args.report), tiles, result)
    kept = {"file": None if file is None else str(file), "adopted": adopted}
    answer = _answer(result, tiles, ordered, seconds) | kept
    tell(answer, _lines(answer), as_json=args.json)
    return 0


def _has_reds(tiles: Sequence[PhotoTiles], red_fives: str | None) -> bool:
    """Whether the set has red fives: as typed, or else as its tiles show."""
    has_example = shows_reds(tiles)
    if red_fives == "no" and has_example:
        refuse("--red-fives no: the photos show a red five; leave it out, or give the order with --order")
    return has_example if red_fives is None else red_fives == "yes"


def _tiles(
    paths: Sequence[Path], recogniser: Recogniser, order: tuple[tuple[str, ...], ...]
) -> tuple[tuple[PhotoTiles, ...], OrderedExamples[Pyramid] | None]:
    """The tiles of labelled folders, or those of layout photos by their order."""
    folders = [
        path for path in paths if path.is_dir() and any((path / name).is_file() for name in (HANDS, LABELLED))
    ]
    if folders:
        if len(folders) < len(paths):
            refuse("name either labelled folders or photos of tiles laid out in order, not both")
        tiles = tuple(part for folder in folders for part in labelled(folder, recogniser))
        ordered = None
    else:
        files = [
            file
            for path in paths
            for file in (sorted(path.iterdir()) if path.is_dir() else [path])
            if file == path or is_picture(file)
        ]
        ordered = label_photos([load(file) for file in files], recogniser, order)
        tiles = to_learn(ordered)
    if not tiles:
        refuse(f"{paths[0]}: no tiles to learn from")
    return tiles, ordered


def _answer(
    result: AdaptationResult,
    tiles: Sequence[PhotoTiles],
    ordered: OrderedExamples[Pyramid] | None,
    seconds: float,
) -> dict[str, Any]:
    """The contract's answer, with additional keys for people."""
    transform = result.tile_set.color_transform
    counts = Counter(LABELS[face] for part in tiles for face in part.faces.tolist())
    doubts = () if ordered is None else ordered.doubts
    missing = [face for face in LABELS if not counts[face]] if ordered is None else list(ordered.missing)
    return {
        "set": result.tile_set.name,
        "photos": len(tiles),
        "examples": {face: counts[face] for face in LABELS if counts[face]},
        "missing": missing,
        "doubts": [
            {
                "photo": tiles[doubt.photo].name,
                "place": doubt.tile + 1,
                "laid": doubt.laid,
                "looks": doubt.looks,
            }
            for doubt in doubts
        ],
        "misplaced": [row._asdict() for row in (() if ordered is None else ordered.misplaced)],
        "held_out": _summed([result.tile_set.held_out]),
        "by_face": {
            face: {"before": rate.before, "after": rate.after, "of": rate.of}
            for face, rate in result.by_face.items()
        },
        "mistakes": [
            {
                "photo": tiles[mistake.photo].name,
                "face": LABELS[tiles[mistake.photo].faces[mistake.tile]],
                "read": mistake.read,
                "score": round(mistake.score, 3),
            }
            for mistake in result.mistakes
        ],
        "copies": _summed(result.copied.values()),
        "gains": result.gains,
        "unchanged": list(result.tile_set.unchanged),
        "worse": list(result.worse),
        "red_fives": result.tile_set.layer.reds,
        "shown": [name for name in ("negative", "mirrored", "grey") if getattr(transform, name)],
        "refined": result.refined,
        "seconds": round(seconds, 1),
    }


def _summed(results: Collection[HeldOut]) -> dict[str, float | int | None]:
    """The shares of tiles read right before and after, and the number of tiles."""
    total = sum(result.of for result in results)
    right = {"before": sum(rate.before for rate in results), "after": sum(rate.after for rate in results)}
    shares = {when: round(count / total, 4) if total else None for when, count in right.items()}
    return {**shares, "of": total}


def _lines(answer: dict[str, Any]) -> list[str]:
    """The answer in words."""
    tiles = counted(sum(answer["examples"].values()), "tile")
    faces, photos = counted(len(answer["examples"]), "face"), counted(answer["photos"], "photo")
    lines = [f"{answer['set']}: {tiles} of {faces} on {photos}"]
    if answer["shown"]:
        lines.append(f"  its photos are converted before reading: {', '.join(answer['shown'])}")
    lines += [
        f"  check {doubt['photo']}: tile {doubt['place']} lies where {doubt['laid']} belongs "
        f"but looks like {doubt['looks']}"
        for doubt in answer["doubts"]
    ]
    unread = [face for face in answer["missing"] if answer["red_fives"] or face not in RED_FIVES]
    if unread:
        lines.append(f"  no example of {' '.join(unread)}: read as without a learnt set")
    if not answer["red_fives"]:
        lines.append(
            "  no red five was shown: every five is read as a plain one (--red-fives yes if it has some)"
        )
    lines += _measured(answer)
    if answer["unchanged"]:
        faces = " ".join(answer["unchanged"])
        lines.append(f"  read as before, since held-out tiles were read better so: {faces}")
    if answer["adopted"]:
        name = answer["set"]
        lines.append(f"  saved to {answer['file']} after {answer['seconds']} s")
        lines.append(f'  next, read one hand with it: yakulens read HAND.jpg --set "{name}"')
    else:
        lines.append(f"  not kept: {_why_not(answer)} (--insist keeps it anyway)")
    return lines


def _why_not(answer: dict[str, Any]) -> str:
    """The reason why a set is not kept, as the end of a sentence."""
    if answer["misplaced"]:
        rows = "; ".join(
            "row {row} of {photo} looks like {looks[0]} to {looks[1]}, not {laid[0]} to {laid[1]}".format(
                **row
            )
            for row in answer["misplaced"]
        )
        return f"the photos or rows seem to be in another order: {rows}"
    if answer["worse"]:
        return f"{' '.join(answer['worse'])} are read worse than without it"
    if any((answer[key]["after"] or 0) < (answer[key]["before"] or 0) for key in ("held_out", "copies")):
        return "more tiles are misread than without it"
    return "it gains nothing, the tiles are read as well without it"


def _measured(answer: dict[str, Any]) -> list[str]:
    """The gain on held-out photos, the faces with mistakes before or after, and each remaining mistake."""
    held_out, copies = answer["held_out"], answer["copies"]
    lines = []
    if copies["of"]:
        reason = "nearly every face was shown only once, so too few tiles could be held out"
        lines.append(f"  {reason}; on altered copies of these tiles: {_gain(copies)}")
    if held_out["of"]:
        lines.append(f"  held-out tiles: {_gain(held_out)}")
    faces = [
        f"    {face:<5} {rate['before']:>3} -> {rate['after']:>3} of {rate['of']}"
        for face, rate in answer["by_face"].items()
        if {rate["before"], rate["after"]} != {rate["of"]}
    ]
    wrong = [
        "    still misread: {face} as {read} ({score:.2f}) in {photo}".format(**mistake)
        for mistake in answer["mistakes"]
    ]
    return [*lines, *faces, *wrong]


def _gain(measured: dict[str, Any]) -> str:
    return f"{measured['before']:.1%} right before, {measured['after']:.1%} after, of {measured['of']}"


def _report(folder: Path, tiles: Sequence[PhotoTiles], result: AdaptationResult) -> None:
    """Write one sheet with a picture of each remaining mistake."""
    pictures = []
    for mistake in result.mistakes:
        part = tiles[mistake.photo]
        caption = f"{LABELS[part.faces[mistake.tile]]} as {mistake.read} {mistake.score:.2f}"
        pictures.append((picture(part, mistake.tile), [caption]))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if pictures:
            sheet = captioned(pictures, columns=8, wide=PICTURE_WIDTH)
            write_whole(folder / "mistakes.jpg", overlay.encode(sheet))
    except OSError as error:
        note(f"yakulens learn: --report {folder}: cannot be written ({error.strerror})")

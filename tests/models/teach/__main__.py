"""How well odd tile sets are read after a few examples of each face: the table, printed.

``python -m tests.models.teach`` reads ``../shared/photos``: copies of ``boxes/val`` (inverted, hues
exchanged, mirrored), ten rendered sets of kinds that nothing was trained on, cut-out faces, the usual sets.
Examples are drawn by photo; what is measured are photos of which none was drawn; a figure is the mean of some
draws. Faces are read as doubtful tiles are: as they were found, and upside down.

With ``--keep DIR`` what is seen of each set and each draw's figures are written there as they come, and a
run that was broken off goes on where it was; ``--sheet`` then draws what was read wrong for sure.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from tests.models.teach.cases import Case, cases
from tests.models.teach.measure import EXAMPLES, Fault, Score, Views, measured
from yakulens.models.evaluate.sheet import captioned
from yakulens.models.teach.examples import PICTURE_WIDTH, picture
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.vision.labels import LABELS
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PHOTOS: Final = Path(__file__).resolve().parents[4] / "shared" / "photos"
_COLUMNS: Final = ["network", "shown so", *(f"{what} {n}" for n in EXAMPLES for what in ("layer", "learnt"))]

_ASIDE: Final = ["shown so", *(f"learnt {n}" for n in EXAMPLES)]


def main() -> None:
    """Measure what was not yet, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--part", choices=["rendered", "photographed", "all"], default="all")
    parser.add_argument("--only", nargs="*", metavar="SET", help="sets with these names alone, in this order")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="write here as it goes, and go on from there"
    )
    parser.add_argument("--sheet", type=Path, metavar="DIR", help="draw what is read wrong for sure here")
    args = parser.parse_args()
    recogniser = Recogniser.load()
    extractor = FeatureExtractor.of(recogniser.card)
    chosen = list(cases(recogniser, args.photos, args.part))
    if args.only is not None:
        chosen = sorted(
            (case for case in chosen if case.name in args.only), key=lambda c: args.only.index(c.name)
        )
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for seed in range(args.draws):
            for case in chosen:
                _measure(case, extractor, seed, folder)
        kept = _kept(folder)
        if args.sheet:
            args.sheet.mkdir(parents=True, exist_ok=True)
            for case in chosen:
                _draw(case, kept, args.sheet / f"{case.name}.png")
    _print(chosen, kept, args.draws)


def _kept(folder: Path) -> dict[tuple[str, int], Mapping[str, Any]]:
    """What was measured of each set and draw."""
    path = folder / "scores.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {(line["set"], line["seed"]): line for line in map(json.loads, lines)}


def _measure(case: Case, extractor: FeatureExtractor, seed: int, folder: Path) -> None:
    """One draw of one set, added to what is kept unless it is there."""
    if (case.name, seed) in _kept(folder):
        return
    path = folder / f"{case.name}.npz"
    if path.exists():
        views = Views.load(path)
    else:
        views = Views.of(case.tiles(), extractor)
        views.save(path)
    scores, faults = measured(views, extractor, seed, rendered=case.kind == "rendered")
    line = {"set": case.name, "kind": case.kind, "seed": seed, "scores": scores, "faults": faults}
    with (folder / "scores.jsonl").open("a", encoding="utf-8") as out:
        out.write(json.dumps(line) + "\n")
    _line(f"{case.name} draw {seed}", scores)


def _draw(case: Case, kept: Mapping[tuple[str, int], Mapping[str, Any]], path: Path) -> None:
    """A sheet of the tiles that are read wrong for sure, each with how often after which examples."""
    faults = [
        Fault(*fault) for (name, _), line in kept.items() if name == case.name for fault in line["faults"]
    ]
    if not faults:
        return
    tiles = case.tiles()
    pictures = []
    for photo, tile, column, read in dict.fromkeys(fault[:4] for fault in sorted(faults)):
        scores = [fault.score for fault in faults if fault[:4] == (photo, tile, column, read)]
        part = tiles[photo]
        name = f"{LABELS[part.faces[tile]]}>{read} {np.mean(scores):.2f} x{len(scores)} {column}"
        pictures.append((picture(part, tile), [name]))
    cv2.imwrite(str(path), captioned(pictures, columns=8, wide=PICTURE_WIDTH)[..., ::-1])


def _print(chosen: Sequence[Case], kept: Mapping[tuple[str, int], Mapping[str, Any]], draws: int) -> None:
    """The table: each set, then each kind."""
    print("right, per cent (read wrong with 0.9 and more); examples of each face")  # noqa: T201
    print(f"{'set':26}", *(f"{column:>13}" for column in _COLUMNS), "      gain at 1, 2, 5   s")  # noqa: T201
    sets: dict[str, dict[str, Score]] = {}
    kinds: dict[str, list[dict[str, Score]]] = {}
    for case in chosen:
        each = [kept[case.name, seed]["scores"] for seed in range(draws)]
        found = _mean([{column: Score(*score) for column, score in scores.items()} for scores in each])
        for kind in (case.kind, "usual" if case.kind == "usual" else "odd"):
            if found not in kinds.setdefault(kind, []):
                kinds[kind].append(found)
        sets[case.name] = found
        _line(case.name, found)
    for kind, several in kinds.items():
        _line(f"mean of {len(several)} {kind}", _mean(several))
    print("of those, red and plain fives; which edge is the top, where a face shows it")  # noqa: T201
    for name, found in {**sets, **{f"mean of {kind}": _mean(each) for kind, each in kinds.items()}}.items():
        for what in ("fives", "tops"):
            cells = [(each, found[f"{what} {each}"].right) for each in _ASIDE if f"{what} {each}" in found]
            if cells:
                told = (f"{each} {100 * share:6.2f}" for each, share in cells)
                print(f"{name:26} {what:6}", *told, sep="  ")  # noqa: T201


def _mean(several: Sequence[Mapping[str, Score]]) -> dict[str, Score]:
    return {
        key: Score(*np.mean([one[key] for one in several if key in one], axis=0).tolist())
        for key in dict.fromkeys(key for one in several for key in one)
    }


def _line(name: str, found: Mapping[str, Score]) -> None:
    cells = [
        f"{100 * found[c].right:6.2f} ({100 * found[c].wrong:4.2f})" if c in found else " " * 13
        for c in _COLUMNS
    ]
    gains = " ".join(
        f"{100 * found[f'gain {count}'].right:+6.2f}" for count in EXAMPLES if f"gain {count}" in found
    )
    seconds = max((one.seconds for one in found.values()), default=0.0)
    print(f"{name:26}", *cells, gains, f"{seconds:5.1f}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

"""Measure how well the layout reads detections: ``python -m tests.benchmarks.layout --help``.

``photos FOLDER...`` reads labelled photos, whose recognition is cached in ``--kept``;
``arranged 252 --first 80000`` reads arranged scenes with noise, ``scenes 100 --tables`` scenes as training
draws them, and ``draws 60`` exhaustive draws with the same noise. Only totals are printed unless ``--which``
lists failures: a range stays a blind test only while nobody looks at its failures.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from tests.benchmarks.layout import arranged, photos, tables
from tests.benchmarks.layout.draws import report, run
from tests.benchmarks.layout.shown import Shot, Way
from tests.vision.layout.oracle import Oracle
from yakulens.models.train.layout_seen import SeenBank, SeenTiles
from yakulens.models.train.layout_truth import truth_of
from yakulens.vision.inference import InferenceSession
from yakulens.vision.layout.network import LayoutNetwork
from yakulens.vision.layout.read import layout_by
from yakulens.vision.models import choose


def network_of(model: str | None) -> LayoutNetwork:
    """The layout network of a model (name or card), or of a network's file; None means the default model."""
    card = choose(model)
    assert card.layout is not None, f"{card.name} has no layout network"
    return LayoutNetwork(InferenceSession(card.network(card.layout), card.layout.file, 1), card.layout)


def way_of(network: LayoutNetwork | Oracle) -> Way:
    """The way to read detections with a network."""
    return lambda tiles, every: layout_by(network.opinion, tiles, every).reading


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--model", help="whose layout network: a name, card or file (default: the one in use)"
    )
    parser.add_argument("--kept", type=Path, default=Path("runs"), help="where recognitions are kept")
    parser.add_argument("--which", action="store_true", help="name what is read wrong")
    kinds = parser.add_subparsers(dest="what", required=True)
    seen = kinds.add_parser("photos")
    seen.add_argument("folders", type=Path, nargs="+")
    seen.add_argument("--retaken", action="store_true", help="each photo also taken again, eight times")
    scenes = kinds.add_parser("arranged")
    scenes.add_argument("count", type=int)
    scenes.add_argument("--first", type=int, default=80000, help="first seed")
    scenes.add_argument("--only", default="", help="kinds whose name holds this")
    scenes.add_argument("--truth", action="store_true", help="with a network that knows what each tile is")
    drawn = kinds.add_parser("scenes")
    drawn.add_argument("count", type=int)
    drawn.add_argument("--first", type=int, default=80000, help="first seed")
    drawn.add_argument("--tables", action="store_true", help="whole tables; else single hands")
    drawn.add_argument("--seen", type=Path, help="what `yakulens train seen` kept: read as a model reads")
    draws = kinds.add_parser("draws")
    draws.add_argument("count", type=int)
    draws.add_argument("--first", type=int, default=80000, help="first seed")
    args = parser.parse_args()
    name, way = args.model or choose().name, way_of(network_of(args.model))
    if args.what == "photos":
        for folder in args.folders:
            _photos(name, way, folder, args)
    else:
        {"arranged": _arranged, "scenes": _scenes, "draws": _draws}[args.what](name, way, args)


def _photos(name: str, way: Way, folder: Path, args: argparse.Namespace) -> None:
    taken = photos.photos(folder, args.kept, retaken=args.retaken)
    found, ms = photos.outcomes(taken, lambda seen: way(seen.detections, seen.unfiltered))
    print(f"{name}, {folder.name}: {photos.totals(found, ms)}", flush=True)  # noqa: T201 - a report
    if args.which:
        print(photos.wrong(found), flush=True)  # noqa: T201


def _arranged(name: str, way: Way, args: argparse.Namespace) -> None:
    shots = list(arranged.shots(args.count, args.first, args.only))
    results = [arranged.judged(shot, _knowing(shot) if args.truth else way) for shot in shots]
    name = "the truth" if args.truth else name
    print(f"{name}, arranged from {args.first}: {arranged.totals(results)}", flush=True)  # noqa: T201
    if args.which:
        for shot, one in zip(shots, results, strict=True):
            if one.wrong or one.silent:
                silent = ", in silence" if one.silent else ""
                words = " ".join(one.wrong) or "right"
                print(f"  {shot.kind} {shot.seed}: {words}, {one.missed} missed{silent}")  # noqa: T201


def _knowing(shot: Shot) -> Way:
    """The decoder with a network that knows the truth: the upper bound for any network."""
    return way_of(Oracle(shot.detections, truth_of(shot.scene, shot.side)[shot.found]))


def _scenes(name: str, way: Way, args: argparse.Namespace) -> None:
    results = []
    bank = SeenBank(SeenTiles.load(args.seen)) if args.seen else None
    for seed in range(args.first, args.first + args.count):
        scene = tables.scene_of(seed, table=args.tables, bank=bank)
        start = time.thread_time()
        reading = way(scene.detections, None)
        results.append(tables.judged(scene, reading, (time.thread_time() - start) * 1000))
        if args.which and results[-1].wrong:
            print(f"  {seed}: {' '.join(results[-1].wrong)}, {results[-1].asked} asked")  # noqa: T201
    what = "tables" if args.tables else "hands"
    print(f"{name}, {what} from {args.first}: {arranged.totals(results)}", flush=True)  # noqa: T201


def _draws(name: str, way: Way, args: argparse.Namespace) -> None:
    results = [run(shot, shot.seed, way) for shot in arranged.shots(args.count, args.first, draws=True)]
    print(f"{name}, draws from {args.first}:\n{report(results)}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

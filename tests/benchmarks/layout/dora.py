"""Measure what the page offers as dora indicators, beside those that a photo shows.

``python -m tests.benchmarks.layout.dora 25 --first 530000 --pixels DIR --fonts /usr/share/fonts`` renders
scenes with a dead wall into DIR, or takes those that are there, and reads them; ``--photos FOLDER...`` reads
labelled photos, whose lines name their ``indicators``. Nothing is taken for an indicator unasked: the page
offers tiles of the photo, and with none it opens its keys. So a photo is

- right where it offers each indicator with its face, and nothing else;
- asked about where it offers fewer, or asks what a tile shows;
- too much where it also offers a tile that is none, which nobody who looks at the wall would tap;
- silent where it offers one under another face, or a back.

An indicator that is half hidden is neither awaited nor held against what is offered. Scenes in which one
stands upside down before the owner of the hand are counted apart. ``--which`` names all photos that are not
right.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.benchmarks.layout.pixels import Gallery
from tests.vision.ideal import kind_number
from yakulens.app.hand.session import desk_of
from yakulens.datasets.render.arrange import arrange
from yakulens.datasets.truth import HANDS
from yakulens.vision.desk import Desk
from yakulens.vision.desk.questions import about_faces, offered_indicators
from yakulens.vision.labels import BACK
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import read_photo
from yakulens.vision.reading import Reading
from yakulens.vision.recognise import Recogniser

KINDS = ("dead wall", "dead wall, discards", "dead wall, ura", "whole table")
_HALF = 0.5
SEEN = {
    "wiki-double_riichi_real.jpg": ["6s"],
    "wiki-paarenchan_tenpai.jpg": ["1p"],
    "wiki-real_tenhou.jpg": ["?"],
    "wiki-renhou_senechal.jpg": ["4s"],
    "wiki-wrc_first_yakuman.jpg": ["2s"],
    "haitaks__17-19-23.jpg": ["4s"],
    "haitaks__17-19-50.jpg": ["6m"],
    "haitaks__17-19-58.jpg": ["9s"],
}
"""Indicators, by eye, of photos whose labels name none; the question mark is a face that no eye reads."""
_LEAST_SEEN = 0.1
"""A tile of which less is in view is nothing that a person would look for."""
_TURNED = 135
"""Degrees from which a tile stands upside down before the owner."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What one photo shows, and what is offered of it.

    Attributes:
        name: which photo.
        awaited: the faces of the indicators in plain view.
        offered: the face of each tile that is offered, whether it is asked what it shows, and the face that
            it does show as an indicator, empty where it is none.
        turned: whether an indicator in plain view stands upside down.
    """

    name: str
    awaited: tuple[str, ...]
    offered: tuple[tuple[str, bool, str], ...]
    turned: bool = False

    @property
    def outcome(self) -> str:
        """Right, asked about, too much or silent."""
        if any(not asks and face != true and true for face, asks, true in self.offered):
            return "silent"
        if any(not true for _, _, true in self.offered):
            return "silent" if any(face == BACK for face, _, _ in self.offered) else "too much"
        found = Counter(face for face, _, true in self.offered if face == true)
        return "asked about" if Counter(self.awaited) - found else "right"

    def __str__(self) -> str:
        """What is offered, beside what is awaited."""
        said = ", ".join(
            f"{face}{'?' if asks else ''} (is {true or 'none'})" for face, asks, true in self.offered
        )
        return f"{self.name}\t{self.outcome}\tshows {' '.join(self.awaited) or '-'}\toffers {said or '-'}"


def offers(desk: Desk) -> list[tuple[int, str, bool]]:
    """The tiles that the page offers as indicators: uid, face, and whether it asks what each shows."""
    asked = {uid for each in desk.questions if about_faces(each) for uid in each.tiles}
    return [(uid, desk.face(uid), uid in asked) for uid in offered_indicators(desk)]


def of_scene(kind: str, seed: int, gallery: Gallery) -> Shown:
    """What a rendered scene shows, and what is offered of it."""
    shown = gallery.show(kind, seed)
    reading: Reading = gallery.way(kind, seed)(shown.detections, shown.unfiltered)
    owners = shown.owners(reading)
    ids = [tile.id for tile in reading.tiles]
    scene = shown.scene
    faces = {one: scene.placements[one].face for one in scene.indicators if shown.visible[one] > _LEAST_SEEN}
    offered = [
        (face, asks, faces.get(owners[ids.index(uid)], "")) for uid, face, asks in offers(desk_of(reading))
    ]
    awaited = [one for one in faces if shown.visible[one] >= _HALF]
    turns = [abs((scene.placements[one].angle + 180) % 360 - 180) for one in awaited]
    seen = tuple(faces[one] for one in awaited)
    return Shown(f"{kind} {seed}", seen, tuple(offered), max(turns, default=0.0) > _TURNED)


def of_folder(folder: Path, recogniser: Recogniser) -> Iterator[Shown]:
    """The same of labelled photos; tiles of one face are not told apart."""
    for line in map(json.loads, (folder / HANDS).read_text(encoding="utf-8").splitlines()):
        awaited = tuple(line.get("indicators", SEEN.get(line["file"], ())))
        desk = desk_of(read_photo(load(folder / line["file"]), recogniser).reading)
        left, offered = [*awaited], []
        for _, face, asks in sorted(offers(desk), key=lambda each: each[1] not in awaited):
            true = face if face in left else next(iter(left), "")
            if true:
                left.remove(true)
            offered.append((face, asks, true))
        yield Shown(f"{folder.name}/{line['file']}", awaited, tuple(offered))


def main() -> None:
    """Print the totals."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=0, help="scenes of each kind")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument(
        "--pixels", metavar="DIR", type=Path, default=Path("runs"), help="where they are kept"
    )
    parser.add_argument(
        "--fonts", metavar="DIR", action="append", default=[], help="designs drawn from these"
    )
    parser.add_argument("--photos", metavar="FOLDER", type=Path, nargs="+", default=[], help="labelled ones")
    parser.add_argument("--model", help="name or card of the model (default: the bundled one)")
    parser.add_argument("--which", action="store_true", help="name what is not right")
    args = parser.parse_args()
    total: Counter[str] = Counter()

    def add(about: str, shown: Shown) -> None:
        total[f"{about}{', upside down' if shown.turned else ''}: {shown.outcome}"] += 1
        if args.which and (shown.outcome != "right" or shown.offered):
            print(shown, flush=True)  # noqa: T201 - a report

    if args.count:
        gallery = Gallery(args.pixels, args.fonts, args.model)
        for seed in range(args.first, args.first + args.count):
            for kind in KINDS:
                if arrange(np.random.default_rng([seed, kind_number(kind)]), kind).indicators:
                    add("rendered", of_scene(kind, seed, gallery))
    if args.photos:
        recogniser = Recogniser.load(threads=1)
        for folder in args.photos:
            for shown in of_folder(folder, recogniser):
                add(folder.name, shown)
    print("\n".join(f"{what:<35} {n}" for what, n in sorted(total.items())))  # noqa: T201 - a report


if __name__ == "__main__":
    main()

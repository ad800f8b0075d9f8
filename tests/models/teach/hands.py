"""A set learnt from layout photos by the command line, then hands read in it: exact before and after.

``python -m tests.models.teach.hands`` renders, for odd and strange sets that nothing was trained on, two
layout photos of all faces, teaches the set (``yakulens learn``), and reads ten hands in it as on any set and
with ``--set``; and, to say what the photos themselves allow, the same hands in a usual set. A hand is silent
if it is wrong without a question. The last odd set is dark green with a blank White.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import cv2
import numpy as np

from tests.models.teach.__main__ import PHOTOS
from tests.models.teach.designs import all_faces, artwork, dark_inks, laid_out, odd_sets
from tests.models.teach.strange import strange_sets
from yakulens.app import cli
from yakulens.app import store as stores
from yakulens.datasets.render.arrange import arrange
from yakulens.datasets.render.bodies import Body
from yakulens.datasets.render.colours import Paint
from yakulens.datasets.render.photograph import photograph
from yakulens.vision.labels import INDEX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.models.teach.designs import OddSet
    from yakulens.datasets.render.photograph import Shot

KINDS: Final = ("win gap", "melds right", "win among", "melds corner")
_ASPECT: Final = 1.35, 0.02
"""Tiles of the layout are so long; those of the hands as long as nearly."""


def hand(tiles: OddSet, number: int) -> Shot:
    """A hand laid in a set; one number lays the same hand in any set."""
    rng = np.random.default_rng([number, 11])
    scene = arrange(rng, KINDS[number % len(KINDS)])
    while abs(scene.aspect - _ASPECT[0]) > _ASPECT[1]:
        scene = arrange(rng, KINDS[number % len(KINDS)])
    elevation = float(rng.uniform(45, 80))
    return photograph(
        scene, tiles.faces, rng, elevation=elevation, azimuth=0.0, body=tiles.body, tiles=tiles.number
    )


def write(folder: Path, tiles: OddSet, count: int) -> list[str]:
    """Two layout photos, whose paths are given, and a labelled folder ``hands``."""
    paths = []
    for number in range(2):
        path = folder / f"layout-{number}.jpg"
        cv2.imwrite(str(path), laid_out(all_faces(), tiles, 500 + number).image[..., ::-1])
        paths.append(str(path))
    (folder / "hands").mkdir()
    lines = []
    for number in range(count):
        shot = hand(tiles, number)
        cv2.imwrite(str(folder / "hands" / f"{number}.jpg"), shot.image[..., ::-1])
        lines.append(json.dumps({"file": f"{number}.jpg", "set": tiles.name, "read": shot.read()}))
    (folder / "hands" / "hands.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return paths


def every_set() -> tuple[OddSet, ...]:
    """Twelve odd sets, six strange ones, and a usual one."""
    odd = odd_sets([artwork(), *dark_inks(PHOTOS / "art")])
    blank = odd[1].faces.copy()
    blank[INDEX["5z"]] = 0
    body = Body(Paint((16, 52, 34), (16, 52, 34), (225, 220, 205)), light=True, single=(240, 238, 230))
    green = replace(odd[1], name="dark green, blank White", faces=blank, body=body, number=50)
    usual = replace(odd[0], name="a usual set", body=None, number=99)
    return (*odd, green, *strange_sets(), usual)


class RefusedError(Exception):
    """A command said on standard error why it does nothing."""


def said(words: Sequence[str]) -> dict[str, Any]:
    """What a command answers.

    Raises:
        RefusedError: it refuses.
    """
    out = StringIO()
    with redirect_stdout(out):
        code = cli.main([*words, "--json"])
    if code:
        raise RefusedError
    answer: dict[str, Any] = json.loads(out.getvalue())
    return answer


def learnt_and_read(tiles: OddSet, folder: Path, count: int) -> dict[str, Any]:
    """What learning said (``learn``), and the reports on the hands ``before`` and ``after``."""
    paths = write(folder, tiles, count)
    with patch.object(stores, "place", lambda: folder / "data" / stores.FILE):
        learn = said(["learn", "odd", *paths])
        if not learn["adopted"]:
            said(["learn", "odd", *paths, "--insist"])
        hands = str(folder / "hands")
        return {
            "learn": learn,
            "before": said(["evaluate", hands]),
            "after": said(["evaluate", hands, "--set", "odd"]),
        }


def line(name: str, answer: dict[str, Any]) -> str:
    """A set's line of the table."""
    learn = answer["learn"]
    held = learn["held_out"]
    fell = [face for face, rate in learn["by_face"].items() if rate["after"] < rate["before"]]
    kept = "kept" if learn["adopted"] else "not kept" + (", misplaced" if learn["misplaced"] else "")
    rose = f"held back {held['before']} -> {held['after']}, fell {len(fell)}"
    cells = [f"{name:38} {kept:20} {rose}, doubts {len(learn['doubts'])}"]
    for what in ("before", "after"):
        metrics, kinds = answer[what]["metrics"], answer[what]["failures_by_kind"]
        rates = [f"{metrics[key]['value']:.3f}" for key in ("tile_recall", "face_accuracy")]
        exact = f"{metrics['exact_hand']['hits']} of {metrics['exact_hand']['of']}"
        silent = kinds.get("silent_wrong_hand", 0)
        cells.append(f"{what}: found {rates[0]}, named {rates[1]}, exact {exact}, silent {silent}")
    return " | ".join(cells)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=10)
    parser.add_argument("--sets", type=int, nargs="*", help="numbers of sets, 0-18 (default: all)")
    parser.add_argument("--keep", type=Path, help="write the photos here")
    args = parser.parse_args()
    every = every_set()
    for number in range(len(every)) if args.sets is None else args.sets:
        odd = every[number]
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) if args.keep is None else args.keep / odd.name.replace(" ", "-")
            folder.mkdir(parents=True, exist_ok=True)
            try:
                answer = learnt_and_read(odd, folder, args.hands)
            except RefusedError:
                print(f"{odd.name:38} cannot be taught", flush=True)  # noqa: T201
                continue
        print(line(odd.name, answer), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

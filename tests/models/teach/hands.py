"""A set learnt from layout photos by the command line, then hands read in it: exact before and after.

``python -m tests.models.teach.hands`` renders, for a few odd sets that nothing was trained on, two layout
photos of all faces, teaches the set (``yakulens learn``), and reads twenty hands in it as on any set and with
``--set``; and, to say what the photos themselves allow, the same hands in a usual set.
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
from yakulens.app import cli
from yakulens.app import store as stores
from yakulens.datasets.render.arrange import arrange
from yakulens.datasets.render.photograph import photograph

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
        learn = said(["learn", "odd", *paths, "--insist"])
        hands = str(folder / "hands")
        return {
            "learn": learn,
            "before": said(["evaluate", hands]),
            "after": said(["evaluate", hands, "--set", "odd"]),
        }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--sets", type=int, nargs="*", default=[1, 4, 10], help="numbers of odd sets, 0-10")
    parser.add_argument("--keep", type=Path, help="write the photos here")
    args = parser.parse_args()
    every = odd_sets([artwork(), *dark_inks(PHOTOS / "art")])
    usual = replace(every[0], name="a usual set", body=None, number=99)
    for odd in (*(every[number] for number in args.sets), usual):
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) if args.keep is None else args.keep / odd.name.replace(" ", "-")
            folder.mkdir(parents=True, exist_ok=True)
            try:
                answer = learnt_and_read(odd, folder, args.hands)
            except RefusedError:
                print(f"{odd.name:38} cannot be taught")  # noqa: T201
                continue
        held = answer["learn"]["held_out"]
        print(f"{odd.name:38} held back {held['before']} -> {held['after']}", end="", flush=True)  # noqa: T201
        for what in ("before", "after"):
            metrics = answer[what]["metrics"]
            rates = [f"{metrics[key]['value']:.3f}" for key in ("tile_recall", "face_accuracy", "exact_hand")]
            print(f"  {what}: found, named, exact {' '.join(rates)}", end="", flush=True)  # noqa: T201
        print(flush=True)  # noqa: T201


if __name__ == "__main__":
    main()

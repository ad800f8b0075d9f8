"""Photos in bulk: whether several workers read as fast as they are many, and what larger batches would save.

``python -m tests.benchmarks.photos DIR`` reads photos with one worker and with several, in turn. The cost of
a photo is the processor time of a long list less that of a short one, so that no start counts. Then the
reader names crops in batches of several sizes, in one thread as a worker does. Ratios of one run are
comparable, whatever else the machine does.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.inference import InferenceSession
from yakulens.vision.models import choose

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROUNDS: Final = 3
_BATCHES: Final = (14, 28, 56, 112)
"""Numbers of crops: those of a hand, and of two, four and eight hands."""


def main() -> None:
    """Measure both, and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="photos, 36 or more")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    photos = sorted(str(path) for path in args.folder.rglob("*.jpg"))[:36]
    cost = {1: list[float](), args.workers: list[float]()}
    for _ in range(_ROUNDS):
        for workers, taken in cost.items():
            rest = photos[len(photos) // 3 :]
            taken.append((_read(photos, workers) - _read(photos[: -len(rest)], workers)) / len(rest))
    one, many = (statistics.median(cost[workers]) for workers in (1, args.workers))
    _say(f"{len(photos)} photos: {one:.3f} core-seconds each with one worker, {many:.3f} with {args.workers}")
    _say(f"{args.workers} cores read {args.workers * one / many:.2f} times as many as one")
    first, *larger = _naming()
    for batch, seconds in zip(_BATCHES[1:], larger, strict=True):
        _say(
            f"the reader names a crop among {batch} in {seconds / first:.2f} of its time among {_BATCHES[0]}"
        )


def _read(photos: Sequence[str], workers: int) -> float:
    """The core-seconds of reading these photos, the command's start included."""
    with tempfile.TemporaryDirectory(prefix="yakulens-photos-") as folder:
        command = ["read", *photos, "--out", f"{folder}/out.jsonl", "--workers", str(workers)]
        start = _time_of_children()
        subprocess.run([sys.executable, "-m", "yakulens", *command], check=True, capture_output=True)
        return _time_of_children() - start


def _time_of_children() -> float:
    now = os.times()
    return now.children_user + now.children_system


def _naming() -> list[float]:
    """Core-seconds for a crop in batches of each size."""
    card = choose(None)
    session = InferenceSession(card.network(card.reader), card.reader.file, threads=1)
    (name,) = session.inputs
    taken: dict[int, list[float]] = {batch: [] for batch in _BATCHES}
    for _ in range(12):
        for batch, seconds in taken.items():
            crops = np.random.default_rng(batch).random((batch, 3, 96, 80), np.float32)
            start = time.process_time()
            session.run({name: crops})
            seconds.append((time.process_time() - start) / batch)
    return [statistics.median(seconds) for seconds in taken.values()]


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

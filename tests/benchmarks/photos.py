"""Photos in bulk: whether several workers read as fast as they are many, and what larger batches would save.

``python -m tests.benchmarks.photos DIR`` reads photos with one worker and with several, in turn. The cost of
a photo is the processor time of a long list less that of a short one, so that no start counts. With
``--cluster`` the two workers of a Dask cluster read them too (that nothing is lost where one is killed:
``python -m tests.app.archive.killed --cluster --folder DIR``). Then the
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
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from tests.app.archive.killed import cluster
from tests.processes import processor_seconds
from yakulens.vision.inference import InferenceSession
from yakulens.vision.models import choose

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_BATCHES: Final = (14, 28, 56, 112)
"""Numbers of crops: those of a hand, and of two, four and eight hands."""


def main() -> None:
    """Measure both, and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path, help="of photos")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--photos", type=int, default=36, help="that are read, the first third to begin with")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cluster", action="store_true", help="on a Dask cluster of two workers as well")
    args = parser.parse_args()
    photos = sorted(str(path) for path in args.folder.rglob("*.jpg"))[: args.photos]
    ways: dict[str, Callable[[Sequence[str]], float]] = {
        "one worker": partial(_read, workers=1),
        f"{args.workers} workers": partial(_read, workers=args.workers),
    }
    cores = {"one worker": 1, f"{args.workers} workers": args.workers}
    with ExitStack() as stack:
        if args.cluster:
            ways["a cluster's two workers"] = partial(_read_there, *stack.enter_context(cluster()))
            cores["a cluster's two workers"] = 2
            ways["a cluster's two workers"](photos)  # they load the model once, whatever they read
        cost = {way: list[float]() for way in ways}
        for _ in range(args.rounds):
            for way, read in ways.items():
                rest = photos[len(photos) // 3 :]
                cost[way].append((read(photos) - read(photos[: -len(rest)])) / len(rest))
    one, *_ = costs = {way: statistics.median(taken) for way, taken in cost.items()}.values()
    for way, many in zip(ways, costs, strict=True):
        factor = cores[way] * one / many
        _say(
            f"{way}: {many:.3f} core-seconds for each of {len(photos)} photos, {factor:.2f} times one's rate"
        )
    first, *larger = _naming()
    for batch, seconds in zip(_BATCHES[1:], larger, strict=True):
        _say(
            f"the reader names a crop among {batch} in {seconds / first:.2f} of its time among {_BATCHES[0]}"
        )


def _read(photos: Sequence[str], workers: int) -> float:
    """The core-seconds of reading these photos, the command's start included."""
    return _run(photos, "--workers", str(workers))


def _read_there(address: str, keepers: Sequence[subprocess.Popen[bytes]], photos: Sequence[str]) -> float:
    """The core-seconds of the workers that these keepers watch over, and of the command itself."""
    before = sum(processor_seconds(keeper.pid) for keeper in keepers)
    own = _run(photos, "--cluster", address)
    return own + sum(processor_seconds(keeper.pid) for keeper in keepers) - before


def _run(photos: Sequence[str], *options: str) -> float:
    """The core-seconds of a command and its own workers."""
    with tempfile.TemporaryDirectory(prefix="yakulens-photos-") as folder:
        command = ["read", *photos, "--out", f"{folder}/out.jsonl", *options]
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

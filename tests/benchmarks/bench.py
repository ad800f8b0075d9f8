"""Measure how long a photo takes and how many hands are scored per second; `make bench` prints it.

Times are in milliseconds and in units. A unit is the time of 4.6 products of two 1024 x 1024 float32 matrices
in the same run, measured anew before each photo: about one run of the finder at 480 x 640. Unlike
milliseconds, units can be compared between machines and between busy and idle hours.

``python -m tests.benchmarks.bench --tables 100`` reads 100 rendered whole tables, which are cached in
``build/bench``.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tests.benchmarks.layout.pixels import Gallery
from tests.oracle import benchmark, shanten
from yakulens.vision.finding.decode import Rectangles
from yakulens.vision.finding.detector import Detector
from yakulens.vision.finding.windows import Window
from yakulens.vision.picture.photo import load
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

ROOT: Final = Path(__file__).resolve().parents[2]
PRODUCTS: Final = 4.6
"""Number of matrix products in a unit."""
SIDE: Final = 1024
REPEATED: Final = 5
"""Number of products timed before each photo."""
STAGES: Final = ("first", "decode", "detect", "ort", "layout")
"""Names of a reading's stages: ``first`` is from the file to the first reading, ``ort`` the engine's share of
``detect``."""
_REST: Final = 0.2
"""Seconds until the threads of the matrix products stop spinning and sleep."""
PIXELS: Final = 12_000_000
"""Size to which every photo is scaled: that of a phone's photo."""
KINDS: Final = ("whole table", "table from the seat", "table, melds apart")
FIRST: Final = 300_000
"""First seed of the rendered tables."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The times of one photo.

    Attributes:
        ms: of each of ``STAGES``, milliseconds.
        unit: length of a unit just before, milliseconds.
        windows: number of windows that the finder saw; one for a photo only seen as a whole.
    """

    ms: dict[str, float]
    unit: float
    windows: int

    @property
    def total(self) -> float:
        """From the file to the reading, milliseconds."""
        return self.ms["decode"] + self.ms["detect"] + self.ms["layout"]


class CountingDetector:
    """A finder that counts its windows."""

    def __init__(self, detector: Detector) -> None:
        """Start counting at 0."""
        self._detector = detector
        self.windows = 0

    def detect(self, photo: Pyramid, window: Window) -> Rectangles:
        """Detect in a window, and count it."""
        self.windows += 1
        return self._detector.detect(photo, window)


def unit_ms() -> float:
    """The current length of a unit, milliseconds."""
    rng = np.random.default_rng(0)
    one, other = (rng.random((SIDE, SIDE), np.float32) for _ in range(2))
    start = time.perf_counter()
    for _ in range(REPEATED):
        one @ other
    return (time.perf_counter() - start) * 1000 * PRODUCTS / REPEATED


def measure(photos: Iterable[Path], recogniser: Recogniser) -> Iterator[Timing]:
    """Read each photo once, after timing a unit."""
    for path in photos:
        unit = unit_ms()
        time.sleep(_REST)
        counting = CountingDetector(recogniser.detector)
        watched = recogniser.limited_to(recogniser.stages)
        watched.detector = counting  # type: ignore[assignment] - all that reading asks of a finder
        ms = read_photo(load(path), watched).ms
        yield Timing(ms, unit, counting.windows)


def report(name: str, timings: Sequence[Timing]) -> list[str]:
    """The lines about one set of photos."""
    lines = [f"{name}: {len(timings)} photos, a unit takes {np.median([t.unit for t in timings]):.0f} ms"]
    for stage in ("reading", *STAGES):
        ms = np.array([t.total if stage == "reading" else t.ms[stage] for t in timings])
        units = ms / [t.unit for t in timings]
        shares = "   ".join(
            f"{word} {np.percentile(ms, k):5.0f} ms {np.percentile(units, k):5.1f} units"
            for word, k in (("median", 50), ("95 %", 95), ("worst", 100))
        )
        lines.append(f"  {stage:<9} {shares}")
    again = np.mean([t.windows > 1 for t in timings])
    windows = np.mean([t.windows for t in timings])
    speed = 1000 * len(timings) / sum(t.total for t in timings)
    more = f"searched more than once {again:.0%}, windows {windows:.1f} a photo"
    return [*lines, f"  {more}, {speed:.1f} photos a second"]


def rendered_tables(count: int, folder: Path, fonts: list[str]) -> list[Path]:
    """Photos of whole tables at the size of a phone's photo, rendered unless they exist."""
    gallery = Gallery(folder, fonts, None)
    kinds = (KINDS[n % len(KINDS)] for n in range(count))
    return [enlarged(gallery.photo(kind, FIRST + n), folder) for n, kind in enumerate(kinds)]


def real_photos(folder: Path, kept: Path) -> list[Path]:
    """The photos of a labelled folder at the size of a phone's photo."""
    kept.mkdir(parents=True, exist_ok=True)
    files = sorted(p for p in folder.glob("*") if p.suffix != ".jsonl") if folder.is_dir() else []
    return [enlarged(file, kept) for file in files]


def enlarged(photo: Path, folder: Path) -> Path:
    """The photo at the size of a phone's photo, made in a folder unless it exists."""
    large = folder / f"{photo.stem}-large.jpg"
    if not large.exists() or large.stat().st_mtime < photo.stat().st_mtime:
        pixels = load(photo).pixels[..., ::-1]
        scale = (PIXELS / (pixels.shape[0] * pixels.shape[1])) ** 0.5
        larger = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        cv2.imwrite(str(large), larger, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return large


def peak_mb() -> float:
    """Peak memory of this process, megabytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "--shared", type=Path, default=ROOT.parent / "shared", help="the folder of photos/ and records/"
    )
    parser.add_argument("--tables", type=int, default=20, help="how many whole tables are rendered")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "bench", help="where they are kept")
    parser.add_argument("--fonts", action="append", default=[], help="designs drawn from these")
    parser.add_argument("--model", help="name or card of the model (default: the bundled one)")
    args = parser.parse_args()
    # Photos are made in another process, so that the memory of this one is that of reading.
    with ProcessPoolExecutor(1, get_context("spawn")) as apart:
        tables = apart.submit(rendered_tables, args.tables, args.folder, args.fonts).result()
        folders = {name: args.shared / "photos" / name for name in ("hands", "tables")}
        photos = {
            f"{name}, enlarged": apart.submit(real_photos, folder, args.folder / name).result()
            for name, folder in folders.items()
        }
    recogniser = Recogniser.load(args.model)
    for name, files in {**photos, "rendered whole tables": tables}.items():
        timings = list(measure(files, recogniser))
        _say(report(name, timings) if timings else [f"{name}: no photos"])
    _say([f"memory of the process: {peak_mb():.0f} MB at most"])
    if (args.shared / "records").is_dir():
        benchmark.measure(args.shared, rounds=5)
    else:
        _say([f"scorer: no records in {args.shared / 'records'}"])
    shanten.measure(20_000)


def _say(lines: Sequence[str]) -> None:
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

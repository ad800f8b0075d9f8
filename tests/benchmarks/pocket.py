"""Count the photos on which browser and Python agree: ``python -m tests.benchmarks.pocket FOLDER...``.

Both use the same networks. Photos with different readings are listed with both hands. ``--rendered N`` reads
N rendered hands too, ``--large`` one photo of 100 megapixels at the end. The page's memory is weighed in a
browser that keeps nothing for whoever drives it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from functools import cache, partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import cv2
import numpy as np

from tests import unwatched
from tests.models.teach import hands
from tests.pocket.reading import hand
from yakulens.app.pocket import build
from yakulens.app.pocket.npm import ROOT
from yakulens.app.pocket.serve import Files
from yakulens.app.words.questions import in_english
from yakulens.vision.models import choose
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.models.teach.designs import OddSet
    from tests.unwatched import ChromiumTab
    from yakulens.vision.model_card import ModelCard

_LATER_VISITS = 5
"""Visits after the second one: the browser makes code of its own of what it has run more than once."""
_HELD_AFTER = (1, 12, 22, 61, 100)
"""After how many photos the page's memory is measured: an evening has about twelve disputed hands."""
_SETTLES_S = 10.0
_FIRST_RENDERED = 7000
_LARGE = 100e6
_SAMPLE = ROOT / "datasets" / "samples" / "seven-pairs.jpg"
KINDS = {".jpg", ".jpeg", ".png", ".webp"}


def python(recogniser: Recogniser, photo: Path) -> tuple[dict[str, Any], float]:
    """Python's Reading of a photo, and its milliseconds."""
    start = time.perf_counter()
    reading = read_photo(load(photo), recogniser).reading
    return reading.to_json(in_english), (time.perf_counter() - start) * 1000


def farthest(ours: dict[str, Any], theirs: dict[str, Any]) -> tuple[float, int, int]:
    """For tiles at one place: the largest corner distance in pixels, their number, and how many agree."""
    worst, met, same = 0.0, 0, 0
    for tile in ours["tiles"]:
        quad = np.array(tile["quad"])
        near = min(
            theirs["tiles"],
            key=lambda other: float(np.abs(np.mean(other["quad"], 0) - quad.mean(0)).max()),
            default=None,
        )
        size = float(np.linalg.norm(quad[1] - quad[0]))
        if near is None or np.abs(np.mean(near["quad"], 0) - quad.mean(0)).max() > size / 2:
            continue
        turns = [np.roll(np.array(near["quad"]), turn, axis=0) for turn in range(4)]
        off = min(float(np.linalg.norm(quad - turn, axis=1).max()) for turn in turns)
        worst, met, same = max(worst, off), met + 1, same + (near["face"] == tile["face"])
    return worst, met, same


def memory() -> tuple[int, int]:
    """The memory of this process's browser pages, bytes, and how much of it is a cache of the browser.

    Shared memory is counted by share. It holds the decoded pictures of photos that the page no longer shows,
    which the browser may drop: it keeps at most 512 MB of them, on Android 128, and none for more than five
    minutes (``discardable_shared_memory_manager.cc`` of Chromium, and its client).
    """
    ours, held, cached = {os.getpid()}, 0, 0
    for folder in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        try:
            stat, words = (folder / "stat").read_text(), (folder / "cmdline").read_bytes()
            if int(stat.rpartition(")")[2].split()[1]) not in ours:
                continue
            ours.add(int(folder.name))
            if b"--type=renderer" in words:
                rollup = (folder / "smaps_rollup").read_text()
                held += 1024 * int(rollup.partition("Pss:")[2].split()[0])
                cached += 1024 * int(rollup.partition("Pss_Shmem:")[2].split()[0])
        except OSError:  # the process has ended
            continue
    return held, cached


def holds(after: str) -> str:
    """A line that says what the page holds."""
    held, cached = (size / 1e6 for size in memory())
    return f"the page holds {held:.0f} MB {after}, {cached:.0f} of them pictures in the browser's cache\n"


def weighed(page: ChromiumTab) -> str:
    """What the page holds in the end, of that its two engines, and what stays where memory is short."""
    engines, held = page.evaluate("[window.yakulens.heap, window.yakulens.held]"), holds("after all of them")
    page.send("HeapProfiler.collectGarbage")
    page.send("Memory.simulatePressureNotification", level="critical")
    time.sleep(_SETTLES_S)
    python_, networks = (size / 1e6 for size in engines)
    return (
        f"{held}Python has {python_:.0f} of it and the networks {networks:.0f}\n"
        f"{holds('when the browser is told that memory is short')}"
    )


class Counting(Files):
    """Serves the page and counts the bytes of the files that it sends."""

    sent: ClassVar[list[int]] = []

    def copyfile(self, source: Any, outputfile: Any) -> None:  # noqa: ANN401 - as the standard library has it
        """Send a file."""
        self.sent.append(os.fstat(source.fileno()).st_size)
        shutil.copyfileobj(source, outputfile)


def arrived(page: ChromiumTab) -> float:
    """Wait until the page has all that it needs without a network; the megabytes sent since the last call."""
    page.wait_for("document.body.dataset.offline", 300)
    sent, Counting.sent = sum(Counting.sent) / 1e6, []
    return sent


def read(page: ChromiumTab, photo: Path) -> dict[str, Any]:
    """What the page reads of a photo: ``reading`` as the contract has it, ``ms``."""
    before = page.evaluate("document.body.dataset.read ?? ''")
    page.give("#library", photo.resolve())
    page.wait_for(f"(document.body.dataset.read ?? '') !== {before!r}", 300)
    found: dict[str, Any] = page.evaluate(
        "(({ reading, ms, failed }) => ({ reading, ms, failed }))(window.yakulens)"
    )
    assert found.get("failed") is None, f"{photo}: {found['failed']}"
    return found


def chosen(folders: list[Path], rendered: int, megapixels: float | None, drawn: Path) -> Iterator[Path]:
    """The photos of the folders, enlarged if so wanted, then rendered hands in the usual artwork.

    What is made here is written to ``drawn``.
    """
    for photo in sorted(path for folder in folders for path in folder.iterdir()):
        if photo.suffix.lower() in KINDS:
            yield enlarged(photo, 1e6 * megapixels, drawn) if megapixels else photo
    for number in range(_FIRST_RENDERED, _FIRST_RENDERED + rendered):
        path = drawn / f"{number}.jpg"
        cv2.imwrite(str(path), hands.hand(_usual(), number).image[..., ::-1])
        yield path


@cache
def _usual() -> OddSet:
    return hands.every_set()[-1]


def enlarged(photo: Path, pixels: float, folder: Path) -> Path:
    """A photo as one of so many pixels."""
    image = cv2.imread(str(photo))
    assert image is not None, photo
    factor = (pixels / (image.shape[0] * image.shape[1])) ** 0.5
    path = folder / f"{photo.stem}-enlarged.jpg"
    cv2.imwrite(str(path), cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC))
    return path


@contextmanager
def visited(card: ModelCard) -> Iterator[tuple[ChromiumTab, str]]:
    """A browser without a page, and where the page is served."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as profile:
        build.build(Path(folder), card)
        serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=folder))
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        program = unwatched.installed()
        assert program is not None, "no chromium is installed"
        with unwatched.started(program, Path(profile)) as page:
            yield page, f"http://127.0.0.1:{serving.server_port}/"
        serving.shutdown()


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--model")
    parser.add_argument("--rendered", type=int, default=0, help="so many rendered hands too (default: none)")
    parser.add_argument("--megapixels", type=float, help="enlarge the folders' photos to so many first")
    parser.add_argument("--large", action="store_true", help="a photo of 100 megapixels at the end")
    args = parser.parse_args()
    card = choose(args.model)
    recogniser, same, parts, corners = Recogniser(card, threads=1), 0, [], []
    with tempfile.TemporaryDirectory() as drawn, visited(card) as (page, address):
        page.open(address)
        page.wait_for("document.body.dataset.ready")
        stands, ready = (page.evaluate(f"document.body.dataset.{name}") for name in ("stands", "ready"))
        sys.stdout.write(f"the page stands after {stands} ms, its engines are ready after {ready}\n")
        sys.stdout.write(f"the first visit downloads {arrived(page):.2f} MB\n")
        for photo in chosen(args.folders, args.rendered, args.megapixels, Path(drawn)):
            ours, took = python(recogniser, photo)
            found = read(page, photo)
            theirs = found["reading"]
            parts.append((took, found["ms"]["first"], found["ms"]["all"]))
            corners.append(farthest(ours, theirs))
            if len(parts) in _HELD_AFTER:
                sys.stdout.write(holds(f"after {len(parts)} photos"))
            if hand(ours) == hand(theirs):
                same += 1
            else:
                sys.stdout.write(f"{photo.name}\n  python  {hand(ours)}\n  browser {hand(theirs)}\n")
            sys.stdout.flush()
        if args.large:
            read(page, enlarged(_SAMPLE, _LARGE, Path(drawn)))
            sys.stdout.write(holds("after one of 100 megapixels"))
        held = weighed(page)
        page.open(address)
        page.wait_for("document.body.dataset.ready")
        later = [page.evaluate("document.body.dataset.ready")]
        sys.stdout.write(f"the second visit downloads {arrived(page):.2f} MB\n")
        for _ in range(_LATER_VISITS):
            page.open(address)
            page.wait_for("document.body.dataset.ready")
            later.append(page.evaluate("document.body.dataset.ready"))
            arrived(page)
    names = ("python", "first reading", "last reading")
    columns = dict(zip(names, zip(*parts, strict=True), strict=True))
    times = [
        f"{name} {statistics.median(column):.0f}, 95 % {np.percentile(column, 95):.0f}"
        for name, column in columns.items()
    ]
    met, alike = sum(row[1] for row in corners), sum(row[2] for row in corners)
    within = sum(row[0] <= 1 for row in corners)
    sys.stdout.write(f"same hand on {same} of {len(parts)} photos ({100 * same / len(parts):.1f} %)\n")
    sys.stdout.write(f"of {met} tiles that both found {alike} show the same face\n")
    sys.stdout.write(f"all corners lie within a pixel on {within} photos\n")
    sys.stdout.write(f"{held}at the second visit and later the page is ready in {', '.join(later)} ms\n")
    sys.stdout.write(f"median milliseconds: {'; '.join(times)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

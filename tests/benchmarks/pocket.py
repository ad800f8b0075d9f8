"""Count the photos on which browser and Python agree: ``python -m tests.benchmarks.pocket FOLDER...``.

Both use the same networks. Photos with different readings are listed with both hands.
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
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from playwright.sync_api import sync_playwright

from tests.chromium import FLAGS, installed
from tests.pocket.conftest import opened
from tests.pocket.reading import hand, read_in_browser
from yakulens.app.pocket import build
from yakulens.app.pocket.serve import Files
from yakulens.app.words.questions import in_english
from yakulens.vision.models import choose
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from playwright.sync_api import Page

_HELD_AFTER = (1, 12, 22, 61, 100)
"""After how many photos the page's memory is measured: an evening has about twelve disputed hands."""
_SETTLES_S = 10.0
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


def memory() -> int:
    """The memory of this process's browser pages, bytes, with shared memory counted by share."""
    ours, held = {os.getpid()}, 0
    for folder in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        try:
            stat, words = (folder / "stat").read_text(), (folder / "cmdline").read_bytes()
            if int(stat.rpartition(")")[2].split()[1]) not in ours:
                continue
            ours.add(int(folder.name))
            if b"--type=renderer" in words:
                rollup = (folder / "smaps_rollup").read_text()
                held += 1024 * int(rollup.partition("Pss:")[2].split()[0])
        except OSError:  # the process has ended
            continue
    return held


def weighed(page: Page) -> str:
    """What the page holds in the end, of that its two engines, and what stays where memory is short."""
    held, session = memory(), page.context.new_cdp_session(page)
    engines = page.evaluate("[window.yakulens.heap, window.yakulens.held]")
    session.send("HeapProfiler.collectGarbage")
    session.send("Memory.simulatePressureNotification", {"level": "critical"})
    time.sleep(_SETTLES_S)
    python_, networks, stays = (size / 1e6 for size in (*engines, memory()))
    return (
        f"the page holds {held / 1e6:.0f} MB after all of them, Python {python_:.0f} of it and the networks "
        f"{networks:.0f}; where the browser is told that memory is short, {stays:.0f} stay\n"
    )


class Counting(Files):
    """Serves the page and counts the bytes of the files that it sends."""

    sent: ClassVar[list[int]] = []

    def copyfile(self, source: Any, outputfile: Any) -> None:  # noqa: ANN401 - as the standard library has it
        """Send a file."""
        self.sent.append(os.fstat(source.fileno()).st_size)
        shutil.copyfileobj(source, outputfile)


def arrived(page: Page) -> float:
    """Wait until the page has all that it needs without a network; the megabytes sent since the last call."""
    page.wait_for_selector("body[data-offline]", state="attached", timeout=300_000)
    sent, Counting.sent = sum(Counting.sent) / 1e6, []
    return sent


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--model")
    args = parser.parse_args()
    card = choose(args.model)
    photos = sorted(
        path for folder in args.folders for path in folder.iterdir() if path.suffix.lower() in KINDS
    )
    recogniser, same, parts, corners = Recogniser(card, threads=1), 0, [], []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        build.build(Path(folder), card)
        serving = ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=folder))
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        flags = [flag for flag in FLAGS if not flag.startswith("--js-flags")]
        browser = playwright.chromium.launch(executable_path=installed(), args=flags)
        page = opened(browser, f"http://127.0.0.1:{serving.server_port}/")
        stands, ready = (page.evaluate(f"document.body.dataset.{name}") for name in ("stands", "ready"))
        sys.stdout.write(f"the page stands after {stands} ms, its engines are ready after {ready}\n")
        sys.stdout.write(f"the first visit downloads {arrived(page):.2f} MB\n")
        for photo in photos:
            ours, took = python(recogniser, photo)
            found = read_in_browser(page, photo)
            theirs = found["reading"]
            parts.append((took, found["ms"]["first"], found["ms"]["all"]))
            corners.append(farthest(ours, theirs))
            if len(parts) in _HELD_AFTER:
                sys.stdout.write(f"the page holds {memory() / 1e6:.0f} MB after {len(parts)} photos\n")
            if hand(ours) == hand(theirs):
                same += 1
            else:
                sys.stdout.write(f"{photo.name}\n  python  {hand(ours)}\n  browser {hand(theirs)}\n")
            sys.stdout.flush()
        held = weighed(page)
        again = page.context.new_page()
        again.goto(page.url)
        again.wait_for_selector("body[data-ready]", state="attached", timeout=60_000)
        warm = again.evaluate("document.body.dataset.ready")
        sys.stdout.write(f"the second visit downloads {arrived(again):.2f} MB\n")
        browser.close()
        serving.shutdown()
    names = ("python", "first reading", "last reading")
    columns = dict(zip(names, zip(*parts, strict=True), strict=True))
    times = [
        f"{name} {statistics.median(column):.0f}, 95 % {np.percentile(column, 95):.0f}"
        for name, column in columns.items()
    ]
    met, alike = sum(row[1] for row in corners), sum(row[2] for row in corners)
    within = sum(row[0] <= 1 for row in corners)
    sys.stdout.write(f"same hand on {same} of {len(photos)} photos ({100 * same / len(photos):.1f} %)\n")
    sys.stdout.write(f"of {met} tiles that both found {alike} show the same face\n")
    sys.stdout.write(f"all corners lie within a pixel on {within} photos\n")
    sys.stdout.write(f"{held}another page is ready in {warm} ms\n")
    sys.stdout.write(f"median milliseconds: {'; '.join(times)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

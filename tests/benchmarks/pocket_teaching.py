"""Time how long the page in a browser learns a tile set: ``python -m tests.benchmarks.pocket_teaching``.

Two photos of all faces, as large as a phone takes them, are read and learnt from in each browser that is
installed; a tile that the page asks about is answered as it lies. ``yakulens learn`` does the same before.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest.mock import patch

import cv2

from tests import firefox, unwatched, webkit
from tests.models.teach.designs import all_faces, artwork, laid_out, odd_sets
from tests.models.teach.hands import said
from yakulens.app import store as stores
from yakulens.app.pocket import build
from yakulens.app.pocket.serve import server

if TYPE_CHECKING:
    from types import ModuleType

SIZE: Final = 3024, 4032
NAME: Final = "Odd jade"
BROWSERS: Final = {each.NAME: each for each in (unwatched, firefox, webkit)}
_NAMED: Final = """(() => {
  const field = document.getElementById("set-name");
  field.value = %s;
  field.dispatchEvent(new Event("input"));
  return field.value;
})()"""
_KEY: Final = "document.querySelector('#teach [data-key^=settle-], #teach [data-key^=keep-]')?.dataset.key"
_STANDS: Final = f"""(document.querySelector('#teach progress') ? ''
  : document.querySelector('#teach-problem')?.textContent || {_KEY})"""


def write(folder: Path, number: int) -> list[Path]:
    """Two layout photos of an odd set."""
    tiles, paths = odd_sets([artwork()])[number], []
    for at in range(2):
        paths.append(folder / f"rows-{at}.jpg")
        cv2.imwrite(str(paths[-1]), laid_out(all_faces(), tiles, 500 + at, SIZE).image[..., ::-1])
    return paths


def taught(browsers: ModuleType, address: str, photos: list[Path]) -> str:
    """How long a browser reads the photos and learns from them, and how often it asks."""
    program = browsers.installed()
    if program is None:
        return "is not installed"
    with tempfile.TemporaryDirectory() as profile, browsers.started(program, Path(profile)) as page:
        page.open(address)
        page.wait_for("document.body.dataset.offline")
        page.tap("#to-sets")
        page.wait_for("document.getElementById('teach-go')")
        page.evaluate(_NAMED % json.dumps(NAME))
        for at, photo in enumerate(photos, 1):
            page.give("#rows-library", photo)
            page.wait_for(f"document.querySelectorAll('.pk-shots li').length === {at}")
        begun, times, key = time.perf_counter(), list[float](), ""
        page.tap("#teach-go")
        page.wait_for("document.querySelector('#teach progress')")
        while not key.startswith("keep-"):
            page.wait_for(_STANDS, 1200)
            times.append(time.perf_counter() - begun)
            key = page.evaluate(_STANDS)
            if not key.startswith(("settle-", "keep-")):
                return key
            if key.startswith("settle-"):
                page.evaluate("Boolean(window.asked = document.querySelector('#teach [data-key^=settle-]'))")
                page.tap(f'#teach [data-key="{key}"]')
                begun = time.perf_counter()
                page.wait_for("!window.asked.isConnected")
        return f"{sum(times):.0f} s of work, {len(times) - 1} doubts"


def main() -> int:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("browsers", nargs="*", metavar="BROWSER", help=", ".join(BROWSERS))
    parser.add_argument("--set", type=int, default=4, help="which odd set (default: 4)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        photos = write(folder, args.set)
        with patch.object(stores, "place", lambda: folder / "data" / stores.FILE):
            begun = time.perf_counter()
            learn = said(["learn", "odd", *map(str, photos), "--insist"])
            took = time.perf_counter() - begun
        sys.stdout.write(f"yakulens learn: {took:.0f} s, {len(learn['doubts'])} doubts\n")
        build.build(folder / "pocket")
        serving: ThreadingHTTPServer = server(folder / "pocket", 0)
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        for name in args.browsers or BROWSERS:
            told = taught(BROWSERS[name], f"http://127.0.0.1:{serving.server_port}/", photos)
            sys.stdout.write(f"{name}: {told}\n")
            sys.stdout.flush()
        serving.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Five hundred pages that draw at once, and one visitor who taps: ``python -m tests.served.pages``.

The pages come from one address, each as a visitor of its own, and ask to be drawn again as soon as they were.
They are processes of their own: else the taps would wait for the interpreter of those who crowd.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tests.benchmarks.bench import unit_ms
from tests.served import guest
from tests.served.crowd import PAUSE, UNITS, told
from tests.served.server import Server

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.synchronize import Event, Semaphore

CROWD = "127.0.0.2"
"""The address that the pages come from; the visitor who taps comes from 127.0.0.1."""
TAPS = 12
PATIENCE = 600.0
"""Seconds that an answer may take here: what is measured is how long it takes."""


def draw_on_and_on(port: int, pages: int, over: Event, here: Semaphore, says: Connection) -> None:
    """Have so many pages drawn again and again until it is over; then tell how many draws there were.

    Each says that it is here once it was drawn for the first time.
    """
    guest.PATIENCE = PATIENCE

    def draw(_: int) -> int:
        drawn = 0
        try:
            with guest.Guest(port, "table", source=CROWD) as page:
                here.release()
                drawn += 1
                while not over.is_set():
                    page.look()
                    drawn += 1
        except guest.LostError:
            pass
        return drawn

    with ThreadPoolExecutor(pages) as all_of_them:
        says.send(list(all_of_them.map(draw, range(pages))))


def taps_of(page: guest.Guest, count: int) -> list[float]:
    """The seconds of so many taps, one after another."""
    taken = []
    for _ in range(count):
        taken.append(page.tap("language-"))
        time.sleep(PAUSE)
    return taken


def main() -> int:
    """Measure taps alone and beside the pages, and tell both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--arrival", type=float, default=300.0, help="seconds that all pages have to come")
    args = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4 * args.pages)), hard))
    apart = get_context("spawn")
    over, here, (hears, says) = apart.Event(), apart.Semaphore(0), apart.Pipe(duplex=False)
    guest.PATIENCE = PATIENCE
    with tempfile.TemporaryDirectory() as home, Server(Path(home)) as server:
        with guest.Guest(server.port, "table") as page:
            unit = float(np.median([unit_ms() for _ in range(UNITS)]))
            load = os.getloadavg()[0]
            alone = taps_of(page, TAPS)
            crowd = apart.Process(target=draw_on_and_on, args=(server.port, args.pages, over, here, says))
            crowd.start()
            arriving, came = [], 0
            end = time.monotonic() + args.arrival
            while came < args.pages and time.monotonic() < end:
                arriving += taps_of(page, 1)
                while here.acquire(block=False):
                    came += 1
            beside = taps_of(page, TAPS)
        over.set()
        drawn = hears.recv()
        crowd.join()
    say = sys.stdout.write
    say(f"{args.pages} pages; {os.cpu_count()} cores; load before: {load:.1f}\n\n")
    say("| taps | | median (units) | 95 % | worst | a unit |\n|---|---|---|---|---|---|\n")
    say(told("alone", alone, unit) + told("while the pages come", arriving, unit))
    say(told("beside the pages", beside, unit) + "\n")
    say(f"pages drawn at least once  {sum(count > 0 for count in drawn)} of {len(drawn)}\n")
    say(f"draws meanwhile            {sum(drawn):,}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

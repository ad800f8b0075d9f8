"""Fifty phones at one server: ``python -m tests.served.crowd --uploads 1000``.

Forty upload photos as fast as they are read; ten only tap. How long a tap takes is measured with nobody else
there and then in the crowd, each beside a unit (see ``tests.bench``); likewise memory and waits.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread

import numpy as np

from tests.bench import unit_ms
from tests.served.guest import Guest
from tests.served.server import ROOT, Server

SAMPLES = sorted((ROOT / "datasets" / "samples").glob("*.jpg"))
POLL = 0.5
"""Seconds between two looks of somebody who waits for a reading; the page itself asks so often."""
PAUSE = 1.0
"""Seconds between two taps of one person."""
CROWDED = "Many photos are waiting"


@dataclass
class Counts:
    """What the crowd has met so far.

    Attributes:
        left: photos still to be given.
        waits: seconds from a photo to its hand.
        places: how many photos were told to come before.
        refused: how often somebody was asked to come back later.
        taps: seconds of each tap of those who only tap.
        memory: of the server in MB, by photos read.
        lock: for all of these.
    """

    left: int
    waits: list[float] = field(default_factory=list)
    places: int = 0
    refused: int = 0
    taps: list[float] = field(default_factory=list)
    memory: dict[int, int] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def take(self) -> int | None:
        """The number of the next photo to give; None where there is none."""
        with self.lock:
            self.left -= 1
            return self.left if self.left >= 0 else None


def upload(server: Server, counts: Counts) -> None:
    """Give one photo after another, each once the last one's hand is there."""
    with Guest(server.port) as guest:
        while (number := counts.take()) is not None:
            photo = SAMPLES[number % len(SAMPLES)]
            start = time.monotonic()
            guest.give("upload-", photo.name, photo.read_bytes())
            while not guest.offers("new"):
                if CROWDED in guest.texts:
                    counts.refused += 1
                    time.sleep(PAUSE)
                    guest.give("upload-", photo.name, photo.read_bytes())
                    continue
                counts.places += "photos before yours" in guest.texts
                time.sleep(POLL)
                guest.look()
            with counts.lock:
                counts.waits.append(time.monotonic() - start)
                done = len(counts.waits)
            if done % 100 == 0 or done == 1:
                counts.memory[done] = megabytes(server.process.pid)
            guest.tap("new")


def tapping(server: Server, taps: list[float], over: Event) -> None:
    """Tap now and then, on another page."""
    with Guest(server.port, "table") as guest:
        while not over.is_set():
            taps.append(guest.tap("language-"))
            over.wait(PAUSE)


def megabytes(pid: int) -> int:
    """What a process holds in memory."""
    said = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(next(line.split()[1] for line in said.splitlines() if line.startswith("VmRSS"))) // 1000


def told(name: str, taps: list[float], unit: float) -> str:
    """A row about taps."""
    ms = np.array(taps) * 1000
    cells = (
        f"{np.percentile(ms, share):.0f} ms ({np.percentile(ms, share) / unit:.1f})"
        for share in (50, 95, 100)
    )
    return f"| {name} | {len(taps):,} | {' | '.join(cells)} | {unit:.0f} ms |\n"


def main() -> int:
    """Have the crowd come, and tell how it went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--uploads", type=int, default=1000)
    parser.add_argument("--uploaders", type=int, default=40)
    parser.add_argument("--tappers", type=int, default=10)
    args = parser.parse_args()
    counts, over = Counts(args.uploads), Event()
    with tempfile.TemporaryDirectory() as home, Server(Path(home)) as server:
        upload(server, Counts(1))  # the model is loaded
        alone, quiet = [], Event()
        unit = unit_ms()
        one = Thread(target=tapping, args=(server, alone, quiet))
        one.start()
        time.sleep(20 * PAUSE)
        quiet.set()
        one.join()
        load = os.getloadavg()[0]
        start = time.monotonic()
        tappers = [Thread(target=tapping, args=(server, counts.taps, over)) for _ in range(args.tappers)]
        uploaders = [Thread(target=upload, args=(server, counts)) for _ in range(args.uploaders)]
        for each in (*tappers, *uploaders):
            each.start()
        for each in uploaders:
            each.join()
        over.set()
        for each in tappers:
            each.join()
        took = time.monotonic() - start
    say = sys.stdout.write
    say(f"{args.uploaders} upload, {args.tappers} tap; {os.cpu_count()} cores; load before: {load:.1f}\n\n")
    say("| taps | | median (units) | 95 % | worst | a unit |\n|---|---|---|---|---|---|\n")
    say(told("alone", alone, unit) + told("in the crowd", counts.taps, unit) + "\n")
    waits = np.array(counts.waits)
    say(f"photos read            {len(waits):,} in {took:.0f} s\n")
    say(f"from photo to hand     median {np.median(waits):.1f} s, 95 % {np.percentile(waits, 95):.1f} s\n")
    say(f"looks that told a place in the line   {counts.places:,}\n")
    say(f"asked to come back     {counts.refused:,} times\n")
    held = ", ".join(f"{mb} MB after {number}" for number, mb in sorted(counts.memory.items()))
    say(f"memory of the server   {held}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

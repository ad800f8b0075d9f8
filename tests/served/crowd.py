"""Fifty phones at one server: ``python -m tests.served.crowd --uploads 1000``.

Forty upload photos of a phone's size as fast as they are read; ten only tap. How long a tap takes is measured
with nobody else there and then in the crowd, each beside a unit (see ``tests.benchmarks.bench``); likewise
memory and waits. Those who tap are a process of their own: theirs would else be the time that the interpreter
of the forty takes to send photos and to read pages, which no phone shares with another.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING

import numpy as np

from tests.benchmarks.bench import enlarged, unit_ms
from tests.processes import megabytes, processor_seconds, withheld_seconds
from tests.served.guest import Guest, LostError
from tests.served.server import ROOT, Server

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.synchronize import Event

SAMPLES = sorted((ROOT / "datasets" / "samples").glob("*.jpg"))
UNITS = 9
"""So often the unit is timed: the machine may be slower for a moment."""
PAUSE = 1.0
"""Seconds between two taps of one person."""
CROWDED = "Many photos are waiting"
BEFORE = "photos ahead of yours"


@dataclass
class Crowd:
    """People at one server, and what they have met so far.

    Attributes:
        server: that they are at.
        photos: that they give, over and over.
        left: photos still to be given.
        waits: seconds from a photo to its hand.
        places: how often a look told that other photos come before.
        refused: how often somebody was asked to come back later.
        taps: seconds of each tap of those who only tap.
        memory: of the server and its reader in MB, by photos read.
        lost: how many people the server no longer answered.
        every: after so many photos the memory is looked at.
        lock: for all of these.
    """

    server: Server
    photos: list[Path]
    left: int
    waits: list[float] = field(default_factory=list)
    places: int = 0
    refused: int = 0
    taps: list[float] = field(default_factory=list)
    memory: dict[int, int] = field(default_factory=dict)
    lost: int = 0
    every: int = 100
    lock: Lock = field(default_factory=Lock)

    def take(self) -> Path | None:
        """The next photo to give; None where there is none."""
        with self.lock:
            self.left -= 1
            return self.photos[self.left % len(self.photos)] if self.left >= 0 else None

    def read(self, seconds: float) -> None:
        """A photo was read after so many seconds."""
        with self.lock:
            self.waits.append(seconds)
            done = len(self.waits)
        if done == 1 or done % self.every == 0:
            self.memory[done] = megabytes(self.server.process.pid)
            sys.stderr.write(f"{done} photos read\n")

    def lose(self) -> None:
        """Somebody was no longer answered."""
        with self.lock:
            self.lost += 1

    def come(self, uploaders: int, tappers: int, seconds: float = 0) -> None:
        """Come: some upload until all photos are given, others tap until then and so many seconds more."""
        apart = get_context("spawn")
        over, (hears, says) = apart.Event(), apart.Pipe(duplex=False)
        tapping = apart.Process(target=tap_together, args=(self.server.port, tappers, over, says))
        uploading = [Thread(target=upload, args=(self,)) for _ in range(uploaders)]
        for each in (tapping, *uploading):
            each.start()
        for each in uploading:
            each.join()
        time.sleep(seconds)
        over.set()
        taps, lost = hears.recv()
        tapping.join()
        self.taps += taps
        self.lost += lost


def upload(crowd: Crowd) -> None:
    """Give one photo after another, each once the last one's hand is there."""
    try:
        with Guest(crowd.server.port) as guest:
            while (photo := crowd.take()) is not None:
                start = time.monotonic()
                give(guest, crowd, photo)
                crowd.read(time.monotonic() - start)
                guest.tap("new")
    except LostError:
        crowd.lose()


def give(guest: Guest, crowd: Crowd, photo: Path) -> None:
    """Give a photo and look, as often as the page asks for it, until its hand is there."""
    guest.give("upload-", photo.name, photo.read_bytes())
    while not guest.offers("new"):
        if CROWDED in guest.texts:
            crowd.refused += 1
            time.sleep(PAUSE)
            guest.give("upload-", photo.name, photo.read_bytes())
            continue
        crowd.places += BEFORE in guest.texts
        if not guest.wait():
            guest.look()


def tap_together(port: int, people: int, over: Event, says: Connection) -> None:
    """So many people tap until it is over; how long each tap took is sent then, and how many were lost."""
    with ThreadPoolExecutor(people or 1) as all_of_them:
        taps = list(all_of_them.map(lambda _: tap(port, over), range(people)))
    says.send(([each for own in taps for each in own or []], taps.count(None)))


def tap(port: int, over: Event) -> list[float] | None:
    """The seconds of each tap of one person, now and then, on another page; None where they were lost."""
    taken = []
    try:
        with Guest(port, "table") as guest:
            while not over.is_set():
                taken.append(guest.tap("language-"))
                over.wait(PAUSE)
    except LostError:
        return None
    return taken


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
    parser.add_argument("--photos", type=Path, metavar="DIR", help="other photos than the samples")
    args = parser.parse_args()
    given = SAMPLES if args.photos is None else sorted(args.photos.glob("*.jpg"))
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as home,
        Server(Path(home)) as server,
    ):
        photos = [enlarged(photo, Path(folder)) for photo in given]
        first = Crowd(server, photos, 1)
        first.come(uploaders=1, tappers=0)  # the model is loaded
        unit = float(np.median([unit_ms() for _ in range(UNITS)]))
        alone = Crowd(server, [], 0)
        alone.come(uploaders=0, tappers=1, seconds=20 * PAUSE)
        load, withheld = os.getloadavg()[0], withheld_seconds()
        had, start = processor_seconds(server.process.pid), time.monotonic()
        crowd = Crowd(server, photos, args.uploads, every=max(1, args.uploads // 10))
        crowd.come(args.uploaders, args.tappers)
        took, withheld = time.monotonic() - start, withheld_seconds() - withheld
        had = processor_seconds(server.process.pid) - had
    say = sys.stdout.write
    say(f"{args.uploaders} upload, {args.tappers} tap; {os.cpu_count()} cores; load before: {load:.1f}\n\n")
    say("| taps | | median (units) | 95 % | worst | a unit |\n|---|---|---|---|---|---|\n")
    say(told("alone", alone.taps, unit) + told("in the crowd", crowd.taps, unit) + "\n")
    waits = np.array(crowd.waits or [np.nan])
    say(f"photos read            {len(crowd.waits):,} of {args.uploads:,} in {took:.0f} s\n")
    say(f"processor time         {had / max(1, len(crowd.waits)):.2f} s a photo, with all that was drawn\n")
    share = withheld / took / (os.cpu_count() or 1)
    say(f"withheld by the host   {share:.1%} of the processors' time\n")
    say(f"from photo to hand     median {np.median(waits):.1f} s, 95 % {np.percentile(waits, 95):.1f} s\n")
    say(f"looks that told a place in the line   {crowd.places:,}\n")
    say(f"asked to come back     {crowd.refused:,} times\n")
    say(f"no longer answered     {crowd.lost} people\n")
    held = ", ".join(f"{mb} MB after {number}" for number, mb in sorted(crowd.memory.items()))
    say(f"memory of the server   {held}\n")
    return int(crowd.lost > 0 or len(crowd.waits) < args.uploads)


if __name__ == "__main__":
    sys.exit(main())

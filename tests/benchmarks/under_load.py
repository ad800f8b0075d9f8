"""Measure how long a photo takes, and taps beside it, while other programs keep the processor busy.

``python -m tests.benchmarks.under_load PHOTO --busy 4`` starts as many processes that only count, then reads
the photo as the page does, in a process of its own, once for each ``--nice``: how much lower the priority of
what reads is, without and with pauses for taps. Meanwhile somebody in a hurry taps: four events of a hand's
session, each with the view that follows. Times of one run are comparable; between runs other work on the
machine may change.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Final

from yakulens.app.hand import events
from yakulens.app.hand.session import HandSession
from yakulens.app.readers import priority
from yakulens.app.readers.jobs import PhotoJob, PhotoQueue, PhotoStatus
from yakulens.app.readers.own_process import OwnProcessReader
from yakulens.app.readers.photo_reader import FoundReading, OpenedPhoto, ReadRequest
from yakulens.app.readers.photos import ShownPhoto
from yakulens.app.server.taps import PAUSE_S, Taps
from yakulens.vision.cores import cores
from yakulens.vision.desk import typed

BETWEEN_TAPS_S: Final = 0.5
_SPIN: Final = "while True: pass"


@dataclass(frozen=True, slots=True)
class Times:
    """What one reading took.

    Attributes:
        first: seconds to the first reading.
        last: seconds to the last reading.
        taps: milliseconds of each tap meanwhile.
    """

    first: float
    last: float
    taps: tuple[float, ...]


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keep the processor busy with this many processes."""
    running = [subprocess.Popen([sys.executable, "-c", _SPIN]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


def read(reader: OwnProcessReader, data: bytes, name: str, taps: Taps) -> Times:
    """Read a photo while somebody taps."""
    job = PhotoJob(_statuses(reader, ReadRequest(data, name)))
    start, over, tapped = time.perf_counter(), Event(), list[float]()
    tapping = Thread(target=_tap, args=(over, taps, tapped))
    tapping.start()
    PhotoQueue(cores(), taps).add(job, "somebody")
    first = 0.0
    while not job.is_done:
        job.wait(0.01)
        if not first and job.status.reading is not None:
            first = time.perf_counter() - start
    last = time.perf_counter() - start
    over.set()
    tapping.join()
    return Times(first or last, last, tuple(tapped))


def _statuses(reader: OwnProcessReader, request: ReadRequest) -> Iterator[PhotoStatus | None]:
    photo = ShownPhoto(request.name, b"", 1, 1)
    for event in reader.steps(request):
        if isinstance(event, OpenedPhoto):
            yield PhotoStatus("finding", photo)
        elif isinstance(event, FoundReading):
            shown = ShownPhoto(request.name, b"", 1, 1, reading=event.reading)
            yield PhotoStatus(event.pending_stage, shown)
        else:
            yield None


def _tap(over: Event, taps: Taps, tapped: list[float]) -> None:
    """Tap until it is over; each tap asks another question of a hand."""
    session = HandSession().next_hand(typed.hand("345678m44p67s +5s [234p]"))
    while not over.wait(BETWEEN_TAPS_S):
        start, tap = time.perf_counter(), object()
        taps.begin(tap)
        for seat in ("south", "west", "north", "east"):
            answered, _ = session.hear(events.SetFact("seat", seat))
            answered.view("en", photo=None)
        taps.end(tap)
        tapped.append((time.perf_counter() - start) * 1000)


def _line(nice: int, pause_s: float, times: list[Times]) -> str:
    tapped = sorted(ms for each in times for ms in each.taps) or [0.0]
    first, last = (statistics.median(getattr(each, name) for each in times) for name in ("first", "last"))
    slow = tapped[int(0.95 * (len(tapped) - 1))]
    return (
        f"nice {nice:<2} pause {pause_s * 1000:>3.0f} ms   first reading {first:6.2f} s   last {last:6.2f} s"
        f"   taps {len(tapped)}: median {statistics.median(tapped):5.0f} ms, 95 % {slow:5.0f} ms"
    )


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("photo", type=Path)
    parser.add_argument("--busy", type=int, default=4, help="processes that keep the processor busy")
    parser.add_argument("--nice", type=int, nargs="+", default=[10, 2, 0])
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    data = args.photo.read_bytes()
    ways = [(nice, pause_s) for nice in args.nice for pause_s in (0.0, PAUSE_S)]
    readers: dict[int, OwnProcessReader] = {}
    for nice in args.nice:
        priority.NICE = nice  # type: ignore[misc]  # it is measured
        readers[nice] = OwnProcessReader()
        read(readers[nice], data, args.photo.name, Taps())  # loads the model
    times: dict[tuple[int, float], list[Times]] = {way: [] for way in ways}
    with busy(args.busy):
        for _ in range(args.rounds):
            for nice, pause_s in ways:
                priority.NICE = nice  # type: ignore[misc]  # it is measured
                times[nice, pause_s].append(read(readers[nice], data, args.photo.name, Taps(pause_s)))
    sys.stdout.write("\n".join(_line(nice, pause_s, times[nice, pause_s]) for nice, pause_s in ways) + "\n")


if __name__ == "__main__":
    main()

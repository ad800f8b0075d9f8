"""Six visitors with files that cost seconds, beside others: ``python -m tests.served.costly``.

Each of the six uploads an AVIF of 16 megapixels of noise, all at once; then somebody uploads an ordinary
photo, while others tap. How long that photo and the taps take is told beside what they take alone, over some
rounds of new visitors.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import numpy as np
from PIL import Image

from tests.benchmarks.bench import enlarged, unit_ms
from tests.served.crowd import PAUSE, SAMPLES, UNITS, Crowd, give, told
from tests.served.guest import Guest
from tests.served.server import Server

SIDE = 3990
"""Pixels of a side of the costly pictures."""
SETTLED = 20.0
"""Seconds after a round until the next one: what was left of it has ended by then."""


def costly(number: int) -> bytes:
    """An AVIF that takes seconds to decode, another one for each number."""
    pixels = np.random.default_rng(number).integers(0, 256, (SIDE, SIDE, 3), np.uint8)
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "AVIF", quality=85, speed=10)
    return file.getvalue()


def upload(guests: list[Guest], files: list[bytes]) -> None:
    """Each guest uploads a costly file, all at once."""
    with ThreadPoolExecutor(len(guests) or 1) as all_of_them:
        sent = [
            all_of_them.submit(guest.give, "upload-", f"{number}.avif", file)
            for number, (guest, file) in enumerate(zip(guests, files, strict=True))
        ]
        for each in sent:
            each.result()


def read_beside(server: Server, photos: list[Path], files: list[bytes], rounds: int) -> Crowd:
    """What ordinary photos and taps take beside visitors who upload these files."""
    crowd = Crowd(server, photos, 0)
    for number in range(rounds):
        with ExitStack() as stack:
            guests = [stack.enter_context(Guest(server.port)) for _ in files]
            ordinary = stack.enter_context(Guest(server.port))
            with ThreadPoolExecutor(1) as tapping:
                taps = tapping.submit(crowd.come, 0, 2, 10 * PAUSE)
                upload(guests, files)
                start = time.monotonic()
                give(ordinary, crowd, photos[number % len(photos)])
                crowd.read(time.monotonic() - start)
                taps.result()
        time.sleep(SETTLED if files else PAUSE)
    return crowd


def main() -> int:
    """Measure alone and beside them, and tell both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visitors", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    files = [costly(number) for number in range(args.visitors)]
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as home,
        Server(Path(home)) as server,
    ):
        photos = [enlarged(photo, Path(folder)) for photo in SAMPLES]
        read_beside(server, photos, [], 1)  # the model is loaded
        unit = float(np.median([unit_ms() for _ in range(UNITS)]))
        load = os.getloadavg()[0]
        alone = read_beside(server, photos, [], args.rounds)
        beside = read_beside(server, photos, files, args.rounds)
    say = sys.stdout.write
    say(
        f"{args.visitors} files of {len(files[0]) / 1e6:.1f} MB; {os.cpu_count()} cores; "
        f"load before: {load:.1f}\n\n"
    )
    say("| | | median (units) | 95 % | worst | a unit |\n|---|---|---|---|---|---|\n")
    for name, crowd in (("alone", alone), ("beside them", beside)):
        say(told(f"taps {name}", crowd.taps, unit) + told(f"a photo {name}", crowd.waits, unit))
    return int(beside.lost > 0)


if __name__ == "__main__":
    sys.exit(main())

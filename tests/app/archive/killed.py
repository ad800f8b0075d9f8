"""A long run of which a worker is killed: ``python -m tests.app.archive.killed --photos 5000``.

Rendered photos of hands with melds, or those of ``--folder``, are read by one process, by two of which one is
killed midway, and with ``--cluster`` by a Dask cluster of two workers of which one is killed midway; all must
give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.processes import children
from tests.served.server import ROOT, free_port
from yakulens.app.archive.sources import photos

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LOOK = ("--size", "480x360", "--kind", "melds right")
"""Of the photos: read in a fifth of a second each, as what is tried is not the reading."""
RENDERERS = 2
PATIENCE = 60.0
"""Seconds that a cluster may take to start."""


def yakulens(*words: str) -> subprocess.Popen[bytes]:
    """Start a command."""
    return subprocess.Popen(
        [sys.executable, "-m", "yakulens", *words],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def rendered(folder: Path, number: int) -> None:
    """Render so many photos, with two processes."""
    shares = [number // RENDERERS, number - number // RENDERERS]
    running = [
        yakulens("synth", str(folder / f"{n}"), "--count", str(share), "--seed", str(n * number), *LOOK)
        for n, share in enumerate(shares)
        if share
    ]
    for each in running:
        if each.wait():
            message = "the photos could not be rendered"
            raise RuntimeError(message)


def is_worker(pid: int) -> bool:
    """Whether a process is one that Python's multiprocessing started to work."""
    words = Path(f"/proc/{pid}/cmdline").read_bytes()
    return b"spawn_main" in words


def read(folder: Path, out: Path, number: int, midway: Callable[[int], int | None], *options: str) -> None:
    """Read the photos; halfway, kill the process that ``midway`` names of those at work.

    Args:
        folder: of the photos.
        out: where the readings go.
        number: of the photos.
        midway: the process to kill, by the number of the process that runs the command; None for none.
        options: of the command.
    """
    run = yakulens("read", str(folder), "--out", str(out), *options)
    while run.poll() is None:
        if out.exists() and out.read_bytes().count(b"\n") >= number // 2:
            victim = midway(run.pid)
            if victim is not None:
                os.kill(victim, signal.SIGKILL)
                sys.stderr.write(f"worker {victim} killed\n")
            break
        time.sleep(0.2)
    if run.wait():
        message = f"yakulens read ended with {run.returncode}"
        raise RuntimeError(message)


def a_worker(pid: int) -> int | None:
    """One of a command's workers."""
    return next(filter(is_worker, children(pid)))


@contextmanager
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler's address and its two workers' keepers, each of which starts its worker anew."""
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    worker = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        address,
        "--nthreads",
        "1",
        "--no-dashboard",
    ]
    with ExitStack() as stack:
        words = [[*dask, "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"], worker, worker]
        started = []
        for each in words:
            one = subprocess.Popen(each, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            started.append(one)
            stack.callback(one.wait)
            stack.callback(one.terminate)
        yield address, started[1:]


def main() -> int:
    """Do all, and tell whether the bytes are the same; 1 where they are not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=int, default=5000)
    parser.add_argument(
        "--folder", type=Path, help="of the photos (default: as many as --photos are rendered)"
    )
    parser.add_argument("--cluster", action="store_true", help="on a Dask cluster as well")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        folder, one, two = Path(home, "photos"), Path(home, "one.jsonl"), Path(home, "two.jsonl")
        if args.folder:
            folder, args.photos = args.folder, len([*photos([str(args.folder)])])
        else:
            rendered(folder, args.photos)
        read(folder, one, args.photos, lambda _: None, "--workers", "1")
        read(folder, two, args.photos, a_worker, "--workers", "2")
        outputs = {"two workers, one killed midway": two}
        if args.cluster:
            outputs["a cluster's two workers, one killed midway"] = many = Path(home, "many.jsonl")
            with cluster() as (address, keepers):
                read(folder, many, args.photos, lambda _: a_worker(keepers[0].pid), "--cluster", address)
        same = {name: path.read_bytes() == one.read_bytes() for name, path in outputs.items()}
        answers = [json.loads(line) for line in one.read_bytes().splitlines()]
    answered, unread = len(answers), sum("reading" not in answer for answer in answers)
    sys.stdout.write(f"photos answered by one process: {answered} of {args.photos}, {unread} unreadable\n")
    for name, equal in same.items():
        sys.stdout.write(f"{name}: {'the same bytes' if equal else 'OTHER BYTES'}\n")
    return int(answered != args.photos or not all(same.values()))


if __name__ == "__main__":
    sys.exit(main())

"""A million hands scored, killed and resumed: ``python -m tests.app.archive.killed_scores --hands 1000000``.

Random hands of all rule sets, one line in a thousand spoilt, are scored by two workers in one go. That run's
speed and memory are told. Then the same command is killed after a quarter with its workers, killed after six
tenths alone, and resumed; with ``--cluster`` a Dask cluster of two workers, of which one is killed midway,
scores them too. All must give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.app.archive.killed import a_worker, cluster, yakulens
from tests.oracle.hands import chance, random_win
from tests.processes import children, peak_megabytes
from yakulens.scorer import load_rules
from yakulens.scorer.contract.hand_json import hand_to_json
from yakulens.scorer.rules.offered import BUILT_IN

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

SEED = 55
_SPOILT = 1000
_GLANCE = 0.2


def write_hands(file: Path, number: int) -> None:
    """Write so many lines, of all rule sets in turn."""
    random, every = chance(SEED), [load_rules(name) for name in BUILT_IN]
    with file.open("w", encoding="utf-8") as out:
        for at in range(number):
            rules = every[at % len(every)]
            won = random_win(random, rules)
            line = json.dumps({"id": at, "rules": rules.name, **hand_to_json(won.hand, won.situation)})
            out.write(f"{line[: at % 100] if at % _SPOILT == 0 else line}\n")


def lines_of(out: Path) -> int:
    """The lines of a file."""
    with out.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def until(run: subprocess.Popen[bytes], out: Path, lines: int) -> None:
    """Wait until a run has written so many lines."""
    while run.poll() is None and not out.exists():
        time.sleep(_GLANCE)
    with out.open("rb") as file:
        while run.poll() is None and lines > 0:
            lines -= file.read().count(b"\n")  # only what is new
            time.sleep(_GLANCE)


def scored(hands: Path, out: Path, *options: str) -> subprocess.Popen[bytes]:
    """Start the command."""
    return yakulens("archive", "score", str(hands), "--out", str(out), *(options or ("--workers", "2")))


def in_one_go(hands: Path, out: Path, number: int) -> None:
    """Score all, and tell how fast and with how much memory."""
    begun, before = time.monotonic(), os.times()
    run, peaks = scored(hands, out), [0]
    while run.poll() is None:
        peaks += [peak_megabytes(pid) for pid in (run.pid, *children(run.pid))]
        time.sleep(_GLANCE)
    after = os.times()
    core = after.children_user + after.children_system - before.children_user - before.children_system
    say(f"{number:,} hands: {core:.0f} core-seconds, {number / core:,.0f} hands for each, in ")
    say(f"{time.monotonic() - begun:.0f} s; no process took more than {max(peaks)} MB\n")


def killed_twice(hands: Path, out: Path, number: int) -> None:
    """Kill a run and its workers, then a run alone, and resume it."""
    for share, with_workers in ((0.25, True), (0.6, False)):
        run = scored(hands, out)
        until(run, out, int(share * number))
        victims = [*(children(run.pid) if with_workers else ()), run.pid]
        for pid in victims:
            os.kill(pid, signal.SIGKILL)
        run.wait()
        say(f"killed after {lines_of(out):,} lines\n")
    finished(scored(hands, out))


def on_a_cluster(hands: Path, out: Path, number: int) -> None:
    """Score all on a cluster, and kill one of its two workers midway."""
    with cluster() as (address, keepers):
        run = scored(hands, out, "--cluster", address)
        until(run, out, number // 2)
        victim = a_worker(keepers[0].pid)
        if victim is not None:
            os.kill(victim, signal.SIGKILL)
            say(f"worker {victim} killed after {lines_of(out):,} lines\n")
        finished(run)


def finished(run: subprocess.Popen[bytes]) -> None:
    """Wait for the end of a run that should do well."""
    if run.wait():
        message = f"the run ended with {run.returncode}"
        raise RuntimeError(message)


def say(text: str) -> None:
    """Print at once."""
    sys.stdout.write(text)
    sys.stdout.flush()


def main() -> int:
    """Do all, and tell whether the bytes are the same; 1 where they are not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--cluster", action="store_true", help="on a Dask cluster as well")
    args = parser.parse_args()
    others: dict[str, Callable[[Path, Path, int], None]] = {"killed twice and resumed": killed_twice}
    if args.cluster:
        others["a cluster's two workers, one killed midway"] = on_a_cluster
    well = True
    with tempfile.TemporaryDirectory(prefix="yakulens-hands-") as home:
        hands, whole, other = Path(home, "hands.jsonl"), Path(home, "whole.jsonl"), Path(home, "other.jsonl")
        write_hands(hands, args.hands)
        in_one_go(hands, whole, args.hands)
        well = lines_of(whole) == args.hands
        for name, score in others.items():
            score(hands, other, args.hands)
            same = other.read_bytes() == whole.read_bytes()
            say(f"{name}: {'the same bytes' if same else 'OTHER BYTES'}\n")
            other.unlink()
            well &= same
    return int(not well)


if __name__ == "__main__":
    sys.exit(main())

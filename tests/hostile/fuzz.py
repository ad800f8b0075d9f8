"""Look for input that breaks something: ``make fuzz MINUTES=10``, or ``python -m tests.hostile.fuzz``.

Hypothesis rather than atheris: what comes in here is made up of parts (a hand, a rule file, a zip of arrays)
that must mostly be right for the rest to be reached, which a fuzzer of plain bytes seldom finds; what it
finds is made small; it needs no compiler and runs on every Python that we run on. What atheris would add,
coverage of compiled code, ends at the wheels of OpenCV and Pillow, which are not built for it.

What is found is written into ``build/fuzz`` and named. It becomes a case by being copied into
``tests/hostile/cases/TARGET/``, which the suite goes through.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Final

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.hostile import answered, lines, networks, photos, rule_files, stored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ROOT: Final = Path(__file__).resolve().parents[2]
FOUND: Final = ROOT / "build" / "fuzz"
CASES: Final = Path(__file__).parent / "cases"
BATCH: Final = 50
"""Examples of one target before it is the next one's turn."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that is given input.

    Attributes:
        make: lays an input into an empty folder, as a file or several.
        judge: whether what lies in the folder was taken; raises where it was neither taken nor refused.
    """

    make: Callable[[Random, Path], object]
    judge: Callable[[Path], bool]


def _file(folder: Path) -> Path:
    (only,) = folder.iterdir()
    return only


def _line(folder: Path) -> bool:
    number, text = _file(folder).read_text(encoding="utf-8", errors="surrogatepass").split("\n", 1)
    return answered.line(lines.SOUND[int(number)][0], text)


def _lay_line(rng: Random, folder: Path, numbers: Sequence[int]) -> None:
    number, text = lines.line(rng, numbers)
    (folder / "line").write_text(f"{number}\n{text}", encoding="utf-8", errors="surrogatepass")


def _of_lines(*numbers: int) -> Target:
    return Target(lambda rng, folder: _lay_line(rng, folder, numbers), _line)


def _of_bytes(make: Callable[[Random], bytes], judge: Callable[[bytes], bool]) -> Target:
    return Target(
        lambda rng, folder: (folder / "file").write_bytes(make(rng)),
        lambda folder: judge(_file(folder).read_bytes()),
    )


TARGETS: Final = {
    "photos": _of_bytes(photos.photo, answered.photo),
    "hand": _of_lines(0, 1),
    "settle": _of_lines(2, 3),
    "final": _of_lines(4),
    "waits": _of_lines(5),
    "need": _of_lines(6),
    "rules": _of_bytes(rule_files.rule_file, answered.rules),
    "sets": _of_bytes(stored.set_file, answered.set_file),
    "networks": _of_bytes(networks.network, answered.network),
    "imports": Target(stored.export, answered.export),
    "database": Target(
        lambda rng, folder: stored.database(rng, folder / "a.sqlite3"),
        lambda folder: answered.database(folder / "a.sqlite3"),
    ),
}


@dataclass
class Tally:
    """What came of a target's inputs.

    Attributes:
        taken: inputs that gave a result.
        refused: those that were refused.
        broke: the folders of those that broke something, each with what was said.
    """

    taken: int = 0
    refused: int = 0
    broke: dict[str, str] = field(default_factory=dict)


def look_into(target: Target, tally: Tally, number: int) -> tuple[Path, str] | None:
    """Give a target a batch of inputs; the simplest one that breaks it, and what is said then."""
    kept = Path(tempfile.mkdtemp(prefix="yakulens-fuzz-"))

    @seed(number)
    @settings(
        max_examples=BATCH,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(st.randoms(use_true_random=False))
    def batch(rng: Random) -> None:
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir()
        target.make(rng, kept)
        with tempfile.TemporaryDirectory(prefix="yakulens-fuzz-") as judged:
            # What is judged may be written to: a database is brought up to date, and emptied.
            shutil.copytree(kept, judged, dirs_exist_ok=True)
            if target.judge(Path(judged)):
                tally.taken += 1
            else:
                tally.refused += 1

    try:
        batch()
    except Exception as error:  # noqa: BLE001 - whatever breaks is what is looked for
        return kept, _what_broke(error)
    shutil.rmtree(kept, ignore_errors=True)
    return None


def _what_broke(error: Exception) -> str:
    """A line with the error and where it was raised."""
    (*_, where) = traceback.extract_tb(error.__traceback__)
    said = "".join(traceback.format_exception_only(error)).strip().splitlines()[0]
    return f"{said[:200]} ({Path(where.filename).name}, line {where.lineno}, in {where.name})"


def _place(said: str) -> str:
    """Where it broke, of what `_what_broke` says; what it said of the input differs each time."""
    return said[said.rindex("(") :]


def keep(name: str, found: Path, said: str, tally: Tally) -> None:
    """Move what broke a target to where it is looked at; one of each kind."""
    if _place(said) in map(_place, tally.broke.values()):
        shutil.rmtree(found, ignore_errors=True)
        return
    total = hashlib.sha256(b"".join(sorted(path.read_bytes() for path in found.rglob("*") if path.is_file())))
    place = FOUND / name / total.hexdigest()[:10]
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(found, place)
    shutil.rmtree(found)
    tally.broke[str(place)] = said


def rounds(names: Sequence[str], end: float, first: int) -> Iterator[tuple[str, int]]:
    """Targets in turn, each with a new seed, until the time is up."""
    number = first
    while True:
        for name in names:
            if time.monotonic() >= end:
                return
            yield name, number
        number += 1


def main() -> int:
    """Look for so many minutes; 1 where something broke."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, help="the same inputs again; otherwise others each time")
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], help="by default all in turn")
    args = parser.parse_args()
    first = SystemRandom().randrange(10**9) if args.seed is None else args.seed
    _say(f"seed {first}")
    tallies = {name: Tally() for name in args.targets or TARGETS}
    spent = Counter[str]()
    for name, number in rounds(list(tallies), time.monotonic() + 60 * args.minutes, first):
        start = time.process_time()
        found = look_into(TARGETS[name], tallies[name], number)
        spent[name] += time.process_time() - start
        if found is not None:
            keep(name, *found, tallies[name])
    for name, tally in tallies.items():
        _say(
            f"{name:9} {tally.taken + tally.refused:8,} inputs   {tally.taken:7,} taken"
            f"   {tally.refused:7,} refused   {len(tally.broke):2} broke   {spent[name]:5.0f} s"
        )
        for place, said in tally.broke.items():
            _say(f"    {said}\n    {Path(place).relative_to(ROOT)}")
    return int(any(tally.broke for tally in tallies.values()))


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

"""Long runs of `read`, `score` or `evaluate`: the options `--out`, `--workers` and `--cluster`."""

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from yakulens.app.archive.job import Crew, CrewError, Job, Task
from yakulens.app.archive.output import Lines, OutputError
from yakulens.app.archive.progress import ArchiveProgress
from yakulens.app.cli.frame import note, option, refuse

LINES: Final = ".jsonl"
TABLE: Final = ".parquet"
_INVALID: Final = (b'"outcome": "invalid", "problems"', b'"outcome":"invalid"')
"""Parts of the line of every answer without a reading or score, with blanks and in brief."""


def add_archive(parser: argparse.ArgumentParser, out: str) -> None:
    """Add the options; ``out`` is the help text of `--out`."""
    group = parser.add_argument_group("archives", "(docs/archives.md)")
    group.add_argument("--out", metavar="FILE", help=out)
    workers = "with --out: number of processes (default: one per core)"
    group.add_argument("--workers", type=int, metavar="N", help=workers)
    option(group, "--cluster ADDRESS", "with --out: use the workers of this Dask scheduler (tcp://HOST:8786)")


def is_long_run(args: argparse.Namespace) -> bool:
    """Whether the options ask for a long run.

    Raises:
        UsageError: they contradict each other.
    """
    if args.out is None and (args.workers is not None or args.cluster is not None):
        option = "--workers" if args.cluster is None else "--cluster"
        refuse(f"{option} needs --out FILE")
    if args.workers is not None and args.cluster is not None:
        refuse("--workers and --cluster: choose one; a cluster has its own workers")
    if args.workers is not None and args.workers < 1:
        refuse(f"--workers {args.workers}: at least one is needed")
    return args.out is not None


@contextmanager
def output(args: argparse.Namespace, kind: str) -> Iterator[Lines]:
    """Open the file that `--out` names, to append to it; after a run without error, write the Parquet file.

    All answers are of one kind: ``reading``, ``score`` or ``outcome``. Those of an earlier run come first.

    Raises:
        OutputError, OSError: the file cannot be used or written.
    """
    path, option = Path(args.out), f"--out {args.out}"
    suffixes = (LINES, TABLE) if kind in {"reading", "score"} else (LINES,)
    if path.suffix not in suffixes:
        raise OutputError(option, f"the file must be {' or '.join(f'FILE{suffix}' for suffix in suffixes)}")
    if not path.absolute().parent.is_dir():
        raise OutputError(option, "its folder does not exist")
    try:
        if path.suffix == LINES:
            with Lines(path, kind) as lines:
                yield lines
            return
        try:
            from yakulens.app.archive import parquet  # noqa: PLC0415 - an extra, a third of a second to import
        except ModuleNotFoundError as error:
            raise OutputError(option, "Parquet needs PyArrow: pip install 'yakulens[parquet]'") from error
        part = path.with_name(f"{path.name}.part")
        parquet.settle(path, part)
        with Lines(part, kind, partial(parquet.answers, path) if path.exists() else tuple) as lines:
            yield lines
            parquet.finish(path, part, parquet.READING if kind == "reading" else parquet.SCORE)
    except KeyboardInterrupt:
        note(f"stopped; the same command resumes from {args.out}")
        raise


def crew(args: argparse.Namespace, job: Job[Task, bytes]) -> Crew[Task, bytes]:
    """The workers that the options name."""
    if args.cluster is None:
        from yakulens.app.archive.processes import Processes  # noqa: PLC0415 - only long runs have workers
        from yakulens.vision.cores import cores  # noqa: PLC0415 - as the processes

        return Processes(job, args.workers or cores())
    try:
        from yakulens.app.archive.cluster import Cluster  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        message = "--cluster needs Dask: pip install 'yakulens[cluster]'"
        raise CrewError(message) from error
    return Cluster(job, args.cluster)


def work(  # noqa: PLR0913, PLR0917 - all parts of a run
    args: argparse.Namespace,
    job: Job[Task, bytes],
    tasks: Iterable[Task],
    so_far: Lines,
    unit: str,
    total: Callable[[], int | None],
    before: int,
) -> None:
    """Do the tasks, append their results (whole JSON lines), and report the progress and the end."""
    progress = ArchiveProgress(unit, total, before)
    results: Any = crew(args, job).results(tasks)
    try:
        for lines in results:
            so_far.append(lines)
            progress.step(lines.count(b"\n"), sum(map(lines.count, _INVALID)))
    finally:
        results.close()  # stops the workers at once, also after Ctrl+C
    progress.end(args.out)

"""The options of a long run of `read`, `score` or `evaluate`: `--out`, `--workers`, `--cluster`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from yakulens.app.archive.job import Crew, CrewError, Job, Task
from yakulens.app.archive.processes import Processes
from yakulens.app.archive.progress import Progress
from yakulens.app.archive.run import Output, opened, work_through
from yakulens.app.cli.frame import note, refuse
from yakulens.vision.cores import cores


def add_archive(parser: argparse.ArgumentParser, out: str) -> None:
    """Add the options.

    Args:
        parser: of the command.
        out: the help text of `--out`.
    """
    group = parser.add_argument_group("archives", "(docs/archives.md)")
    group.add_argument("--out", metavar="FILE", help=out)
    workers = "with --out: so many processes, one core each (default: as many as there are cores)"
    group.add_argument("--workers", type=int, metavar="N", help=workers)
    cluster = "with --out: on the workers of this Dask scheduler (tcp://HOST:8786)"
    group.add_argument("--cluster", metavar="ADDRESS", help=cluster)


def is_long_run(args: argparse.Namespace) -> bool:
    """Whether the options ask for a long run.

    Raises:
        UsageError: they contradict each other.
    """
    if args.out is None and (args.workers is not None or args.cluster is not None):
        option = "--workers" if args.cluster is None else "--cluster"
        refuse(f"{option} goes with --out FILE")
    if args.workers is not None and args.cluster is not None:
        refuse("--workers and --cluster: choose one; a cluster has its own workers")
    if args.workers is not None and args.workers < 1:
        refuse(f"--workers {args.workers}: at least one is needed")
    return args.out is not None


@contextmanager
def output(args: argparse.Namespace, kind: str) -> Iterator[Output]:
    """Open the file that `--out` names, to be continued.

    Raises:
        UsageError: it cannot be used.
    """
    try:
        with opened(args.out, kind) as so_far:
            yield so_far
    except KeyboardInterrupt:
        note(f"stopped; the same command goes on from what is in {args.out}")
        raise


def crew(args: argparse.Namespace) -> Crew:
    """The workers that the options name."""
    if args.cluster is None:
        return Processes(args.workers or cores())
    try:
        from yakulens.app.archive.cluster import Cluster  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        message = "--cluster needs Dask: pip install 'yakulens[cluster]'"
        raise CrewError(message) from error
    return Cluster(args.cluster)


def work(  # noqa: PLR0913, PLR0917 - all that a run consists of
    args: argparse.Namespace,
    job: Job[Task, bytes],
    tasks: Iterable[Task],
    so_far: Output,
    unit: str,
    total: Callable[[], int | None],
    before: int,
) -> None:
    """Do the tasks, and report the progress and the end of the run."""
    progress = Progress(unit, total, before)
    work_through(crew(args), job, tasks, so_far, progress)
    progress.end(args.out)

"""A run over an archive: tasks that are not done yet go to the workers, their results to the output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from yakulens.app.archive.job import Crew, Job, Task
from yakulens.app.archive.output import Lines, OutputError
from yakulens.app.archive.progress import Progress

LINES: Final = ".jsonl"
TABLE: Final = ".parquet"
_INVALID: Final = b'"outcome": "invalid", "problems"'
"""Part of the line of every answer without a reading or score."""


@dataclass(frozen=True, slots=True)
class Output:
    """The answers so far.

    Attributes:
        lines: the file that new answers are appended to.
        before: the Parquet file of an earlier run, whose answers come first.
    """

    lines: Lines
    before: Path | None

    def answers(self) -> Iterator[bytes]:
        """Every answer so far as a JSON line without its end."""
        if self.before is not None:
            from yakulens.app.archive import parquet  # noqa: PLC0415 - a third of a second to import

            yield from parquet.answers(self.before)
        yield from self.lines


@contextmanager
def opened(name: str, kind: str) -> Iterator[Output]:
    """Open the answers so far, to be added to; without an error, a Parquet file is made of them at the end.

    Args:
        name: of the file, ``FILE.jsonl`` or, for readings and scores, ``FILE.parquet``.
        kind: of the answers (``reading``, ``score`` or ``outcome``).

    Raises:
        OutputError, OSError: the file cannot be used or written.
    """
    path, option = Path(name), f"--out {name}"
    suffixes = (LINES, TABLE) if kind in {"reading", "score"} else (LINES,)
    if path.suffix not in suffixes:
        raise OutputError(option, f"name it {' or '.join(f'FILE{suffix}' for suffix in suffixes)}")
    if not path.absolute().parent.is_dir():
        raise OutputError(option, "there is no such folder to write it into")
    if path.suffix == LINES:
        with Lines(path, kind) as lines:
            yield Output(lines, None)
        return
    from yakulens.app.archive import parquet  # noqa: PLC0415 - a third of a second, for those who want it

    part = path.with_name(f"{path.name}.part")
    parquet.settle(path, part)
    with Lines(part, kind) as lines:
        yield Output(lines, path if path.exists() else None)
        parquet.finish(path, part, parquet.READING if kind == "reading" else parquet.SCORE)


def work_through(
    crew: Crew, job: Job[Task, bytes], tasks: Iterable[Task], output: Output, progress: Progress
) -> None:
    """Do every task and append its result, which is whole JSON lines."""
    results: Any = crew.results(job, tasks)
    try:
        for lines in results:
            output.lines.append(lines)
            progress.step(lines.count(b"\n"), lines.count(_INVALID))
    finally:
        results.close()  # ends the workers at once, also after Ctrl+C

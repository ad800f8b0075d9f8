"""A run over an archive: what is not done yet goes to the workers, what comes back goes to the output."""

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
_BAD: Final = b'"outcome": "invalid", "problems"'
"""What stands in the line of every answer that tells why there is no reading or score."""


@dataclass(frozen=True, slots=True)
class Output:
    """The answers so far.

    Attributes:
        lines: that grow.
        before: the Parquet file of an earlier run, whose answers stand before them.
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
    """The answers so far, to be added to; a Parquet file is made of them once the work went through.

    Args:
        name: of the file, ``FILE.jsonl`` or, for readings and scores, ``FILE.parquet``.
        kind: of the answers (``reading``, ``score`` or ``outcome``).

    Raises:
        OutputError, OSError: no such file can be written, or it cannot be used.
    """
    path, where, tables = Path(name), f"--out {name}", kind in {"reading", "score"}
    if path.suffix not in {LINES, *([TABLE] if tables else [])}:
        raise OutputError(where, f"name it FILE{LINES}{f' or FILE{TABLE}' if tables else ''}")
    if not path.absolute().parent.is_dir():
        raise OutputError(where, "there is no such folder to write it into")
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
    """Do every task and write what it gives: whole JSON lines."""
    results: Any = crew.results(job, tasks)
    try:
        for lines in results:
            output.lines.append(lines)
            progress.step(lines.count(b"\n"), lines.count(_BAD))
    finally:
        results.close()  # ends the workers at once, also after Ctrl+C

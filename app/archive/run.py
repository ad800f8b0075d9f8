"""A run over an archive: what is not done yet goes to the workers, what comes back goes to the output."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from yakulens.app.archive.output import Lines, OutputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from yakulens.app.archive.job import Crew, Job, Task
    from yakulens.app.archive.parquet import Column
    from yakulens.app.archive.progress import Progress

LINES: Final = ".jsonl"
TABLE: Final = ".parquet"
_BAD: Final = b'"outcome": "invalid", "problems"'
"""What stands in the line of every answer that tells why there is no reading or score."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where the answers go.

    Attributes:
        path: ``FILE.jsonl`` or ``FILE.parquet``.
        kind: of the answers.
        columns: of the Parquet file.
    """

    path: Path
    kind: str = ""
    columns: Sequence[Column] = ()

    @classmethod
    def at(cls, name: str, kind: str) -> Target:
        """The file of this name, for answers of a kind (``reading`` or ``score``; else JSON lines alone).

        Raises:
            OutputError: no such file can be written.
        """
        path = Path(name)
        if path.suffix not in {LINES, TABLE} or (path.suffix == TABLE and kind not in {"reading", "score"}):
            forms = f"FILE{LINES} or FILE{TABLE}" if kind in {"reading", "score"} else f"FILE{LINES}"
            message = f"--out {name}: name it {forms}"
            raise OutputError(message)
        if not path.absolute().parent.is_dir():
            message = f"--out {name}: there is no such folder to write it into"
            raise OutputError(message)
        if path.suffix == LINES:
            return cls(path, kind)
        from yakulens.app.archive import parquet  # noqa: PLC0415 - a third of a second, for those who want it

        return cls(path, kind, parquet.READING if kind == "reading" else parquet.SCORE)

    @contextmanager
    def opened(self) -> Iterator[Output]:
        """The output so far, to be added to; a Parquet file is made of it where the work went through.

        Raises:
            OutputError, OSError: it cannot be used.
        """
        if not self.columns:
            with Lines(self.path, self.kind) as lines:
                yield Output(lines, None)
            return
        from yakulens.app.archive import parquet  # noqa: PLC0415 - a third of a second to import

        part = self.path.with_name(f"{self.path.name}.part")
        parquet.settle(self.path, part)
        with Lines(part, self.kind) as lines:
            yield Output(lines, self.path if self.path.exists() else None)
            parquet.finish(self.path, part, self.columns)


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

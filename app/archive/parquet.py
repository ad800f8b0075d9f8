"""Answers as a Parquet file, for DuckDB, Polars, Spark and others.

Beside a few columns to search by, a row holds the whole answer as JSON in ``answer``, so that nothing is lost
and the contract is described in one place. Streamlit requires pyarrow, which writes the format, anyway.

A Parquet file can only be written whole, because its index is at its end. A run therefore appends JSON lines
to a file beside it (``FILE.parquet.part``) and makes the Parquet file from that at the end. An `OutputError`
says that a Parquet file is not ours.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import pyarrow as pa
from pyarrow import parquet

from yakulens.app.archive.output import OutputError
from yakulens.scorer.vocabulary import SEATS

_GROUP_BYTES: Final = 8 << 20
"""Bytes of lines that are compressed together: some two thousand readings."""

_MAGIC: Final = b"PAR1"
"""The first bytes of a Parquet file."""
_PART_KEY: Final = b"yakulens.part"
"""Metadata key for the SHA-256 of the lines added last. Without it, a run killed between making the file and
removing its lines would add them twice."""


_TEXT: Final = pa.string()
_TEXTS: Final = pa.list_(pa.string())
_WHOLE: Final = pa.int64()
_NUMBER: Final = pa.float64()
_PAID: Final = pa.struct([(seat, _WHOLE) for seat in (*SEATS, "discarder")])

Columns: TypeAlias = dict[str, tuple[Any, Callable[[dict[str, Any]], Any]]]
"""By name each column's type, and a function from an answer to its value (or None)."""


def _problems(answer: dict[str, Any]) -> list[str]:
    return [problem["message"] for problem in answer.get("problems", ())]


def _yaku(rows: list[Any]) -> list[str]:
    """The identifiers of yaku, which a brief Score holds alone."""
    return [row if isinstance(row, str) else row["id"] for row in rows]


READING: Final[Columns] = {
    "file": (_TEXT, lambda a: a["photo"]["file"]),
    "sha256": (_TEXT, lambda a: a["photo"].get("sha256")),
    "width": (_WHOLE, lambda a: a["photo"].get("width")),
    "height": (_WHOLE, lambda a: a["photo"].get("height")),
    "model": (_TEXT, lambda a: a.get("model")),
    "concealed": (_TEXTS, lambda a: a.get("reading", {}).get("concealed")),
    "win": (_TEXT, lambda a: a.get("reading", {}).get("win")),
    "melds": (_WHOLE, lambda a: len(a["reading"]["melds"]) if "reading" in a else None),
    "confidence": (_NUMBER, lambda a: a.get("reading", {}).get("confidence")),
    "issues": (_TEXTS, lambda a: [i["code"] for i in a["issues"]] if "issues" in a else None),
    "problems": (_TEXTS, _problems),
}
"""The columns of a photo, read or unreadable."""

SCORE: Final[Columns] = {
    "id": (_TEXT, lambda a: json.dumps(a.get("id"), ensure_ascii=False)),
    "outcome": (_TEXT, lambda a: a.get("outcome")),
    "han": (_WHOLE, lambda a: a.get("han")),
    "fu": (_WHOLE, lambda a: a.get("fu")),
    "yakuman": (_WHOLE, lambda a: a.get("yakuman")),
    "limit": (_TEXT, lambda a: a.get("limit")),
    "value": (_WHOLE, lambda a: a.get("value")),
    "payments": (_PAID, lambda a: a.get("payments", {})),
    "yaku": (_TEXTS, lambda a: _yaku(a["yaku"]) if "yaku" in a else None),
    "problems": (_TEXTS, _problems),
}
"""The columns of a scored hand."""


def finish(path: Path, part: Path, columns: Columns) -> None:
    """Add the lines of ``part`` to the Parquet file, which is created if missing, and remove ``part``.

    Raises:
        OSError: it cannot be written; both files are then as before.
    """
    if path.exists() and not part.stat().st_size:
        part.unlink()
        return
    fresh = path.with_name(f"{path.name}.new")
    _refuse_foreign(fresh)
    types = [(name, kind) for name, (kind, _) in columns.items()]
    schema = pa.schema([*types, ("answer", _TEXT)], {_PART_KEY: _digest(part)})
    with parquet.ParquetWriter(fresh, schema, compression="zstd") as writer:
        if path.exists():
            for group in _groups(path):
                writer.write_table(_of_today(group, columns, schema))
        with part.open("rb") as lines:
            while rows := [line.decode().rstrip("\n") for line in lines.readlines(_GROUP_BYTES)]:
                writer.write_table(_table(rows, columns, schema))
    os.replace(fresh, path)  # noqa: PTH105 - the two names are beside each other
    part.unlink()


def _refuse_foreign(fresh: Path) -> None:
    """Refuse to overwrite any file but the unfinished Parquet file of a killed run."""
    is_ours = not fresh.exists()
    if fresh.is_file():
        with fresh.open("rb") as file:
            is_ours = file.read(len(_MAGIC)) in {b"", _MAGIC}
    if not is_ours:
        raise OutputError(fresh, "is in the way and is not ours; move it")


def settle(path: Path, part: Path) -> None:
    """Remove the lines of ``part`` where the Parquet file already holds them."""
    if path.exists() and not path.is_file():
        raise OutputError(path, "is not a regular file; name another")
    if path.exists() and (_opened(path).schema_arrow.metadata or {}).get(_PART_KEY) == _digest(part):
        part.unlink(missing_ok=True)


def answers(path: Path) -> Iterator[bytes]:
    """The answers in a Parquet file, each as its JSON line without the line end.

    Raises:
        OutputError: it is no such file, or a damaged one.
    """
    try:
        for group in _groups(path, ["answer"]):
            for answer in group.column(0):
                yield answer.as_py().encode()
    except (OSError, pa.ArrowException, UnicodeDecodeError, AttributeError) as error:
        raise OutputError(path, "is damaged; name another file, or restore this one") from error


def _groups(path: Path, columns: list[str] | None = None) -> Iterator[Any]:
    """The Parquet file's rows, as many at a time as were written together."""
    file = _opened(path)
    for number in range(file.num_row_groups):
        yield file.read_row_group(number, columns)


def _opened(path: Path) -> Any:  # noqa: ANN401 - pyarrow is untyped
    try:
        file = parquet.ParquetFile(path)
    except (pa.ArrowException, OSError) as error:
        raise OutputError(path, "is no Parquet file; name another") from error
    if "answer" not in file.schema_arrow.names:
        raise OutputError(path, "holds no answers of yakulens; name another file")
    return file


def _of_today(table: Any, columns: Columns, schema: Any) -> Any:  # noqa: ANN401 - pyarrow is untyped
    """Rows of the Parquet file with today's columns, which an earlier version's may lack."""
    if table.schema.names == schema.names:
        return table.cast(schema)
    return _table(table.column("answer").to_pylist(), columns, schema)


def _table(rows: list[str], columns: Columns, schema: Any) -> Any:  # noqa: ANN401 - pyarrow is untyped
    parsed = [json.loads(row) for row in rows]
    arrays = [
        pa.array([_storable(value(answer)) for answer in parsed], kind) for kind, value in columns.values()
    ]
    return pa.Table.from_arrays([*arrays, pa.array(rows, _TEXT)], schema=schema)


def _storable(value: Any) -> Any:  # noqa: ANN401 - any value of JSON
    """A value with texts that UTF-8 can hold: an undecodable byte of a file's name becomes an escape."""
    if isinstance(value, list):
        return [_storable(each) for each in value]
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def _digest(part: Path) -> bytes:
    if not part.exists():
        return b""
    with part.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest().encode()

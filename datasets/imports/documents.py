"""Opens an export's label files: untrusted text, JSON, CSV and XML."""

import codecs
import csv
import io
import json
import re
import stat
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NoReturn
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element
from xml.parsers import expat

from yakulens.datasets.imports.foreign import ExportError

MAX_BYTES: Final = 256 << 20
"""Size limit of a label file; ten thousand photos with forty boxes each fill a tenth of it."""
_MAX_DEPTH: Final = 50
"""Maximum nesting of XML elements; no tool's XML is deeper."""


def files_of(folder: Path) -> list[Path]:
    """Every file in a folder and its subfolders, sorted; broken links and other unreadable files too.

    Raises:
        ExportError: a link leads out of the folder.
    """
    root = folder.resolve()
    files = sorted(path for path in folder.rglob("*") if not path.is_dir())
    for path in files:
        if path.is_symlink() and not path.resolve().is_relative_to(root):
            raise ExportError(path, "a link that leads out of the export; put the file itself there")
    return files


def text_of(file: Path, max_bytes: int = MAX_BYTES) -> str:
    """The content of a text file, with undecodable bytes replaced.

    Raises:
        ExportError: the file cannot be read, or is larger than ``max_bytes``.
    """
    return _decoded(_bytes(file, max_bytes), errors="replace")


def _decoded(data: bytes, errors: str = "strict") -> str:
    """The text in bytes: UTF-8, or UTF-16 as spreadsheets and shells of Windows write it, with its mark."""
    is_utf_16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return data.decode("utf-16" if is_utf_16 else "utf-8-sig", errors=errors)


def _bytes(file: Path, max_bytes: int = MAX_BYTES) -> bytes:
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode):
            raise ExportError(file, "is not a regular file")
        size = status.st_size
        data = file.read_bytes() if size <= max_bytes else b""
    except OSError as error:
        raise ExportError(file, f"cannot be read ({error.strerror or error})") from error
    if size > max_bytes:
        raise ExportError(file, f"{size:,} bytes of labels are more than the {max_bytes:,} that are read")
    return data


def json_of(file: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    """The value in a JSON file.

    Raises:
        ExportError: the file is not valid JSON.
    """
    data = _bytes(file)
    try:
        return json.loads(_decoded(data))
    except (ValueError, RecursionError) as error:
        raise _unreadable(file, "JSON", error) from error


def json_lines_of(file: Path) -> list[Any]:
    """The values in a file of JSON lines; blank lines are left out.

    Raises:
        ExportError: a line is not valid JSON.
    """
    try:
        lines = _decoded(_bytes(file)).splitlines()
        return [json.loads(line) for line in lines if line.strip()]
    except (ValueError, RecursionError) as error:
        raise _unreadable(file, "JSON lines", error) from error


@dataclass(frozen=True)
class TextTable:
    """The content of a CSV file.

    Attributes:
        lines: the line number and the cells of each line that has any, the first included.
    """

    lines: tuple[tuple[int, tuple[str, ...]], ...]

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The cells of the first line as names of columns: in lower case, of words joined by underscores.

        VIA's first versions begin the line as a comment.
        """
        cells = self.lines[0][1] if self.lines else ()
        return tuple(re.sub(r"[\s-]+", "_", name.strip().lstrip("#").strip().lower()) for name in cells)

    @cached_property
    def rows(self) -> list[tuple[int, dict[str, str]]]:
        """The line number of each further line, and its cells by the columns; a missing cell is empty."""
        columns = self.columns
        return [
            (number, dict(zip_longest(columns, cells[: len(columns)], fillvalue="")))
            for number, cells in self.lines[1:]
        ]


def csv_of(file: Path) -> TextTable:
    """The table in a CSV file; the delimiter is the most frequent of comma, semicolon and tab in line 1.

    Raises:
        ExportError: the file is not valid CSV.
    """
    text = text_of(file)
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    try:
        return TextTable(tuple((reader.line_num, tuple(cells)) for cells in reader if cells))
    except csv.Error as error:
        raise _unreadable(file, "CSV", error) from error


def xml_of(file: Path) -> Element:
    """The root of an XML file.

    Raises:
        ExportError: the file is not valid XML, defines entities, or is nested too deeply.
    """
    data = _bytes(file)
    builder = ET.TreeBuilder()
    parser = expat.ParserCreate()
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _MAX_DEPTH:
            message = f"elements nest deeper than {_MAX_DEPTH}"
            raise ValueError(message)
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def entity(*_: object) -> NoReturn:
        message = "it defines entities"
        raise ValueError(message)

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(data, True)  # noqa: FBT003 - as expat calls it: this is the end
        return builder.close()
    except (expat.ExpatError, ValueError, LookupError, AssertionError) as error:
        raise _unreadable(file, "XML", error) from error


def _unreadable(file: Path, kind: str, error: Exception) -> ExportError:
    reason = " ".join(str(error).split())[:80]
    return ExportError(f"{file}: no {kind} that can be read ({reason}); export it anew, or take it out")

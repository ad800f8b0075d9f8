"""The files of an export opened: JSON and XML that a stranger wrote, neither followed nor believed."""

from __future__ import annotations

import csv
import io
import json
import stat
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element
from xml.parsers import expat

from yakulens.vision.imports.foreign import ExportError

MOST_BYTES: Final = 256 << 20
"""Of a file of labels: ten thousand photos of forty boxes fill a tenth of it."""
_DEEPEST: Final = 50
"""No tool's XML has elements within elements within elements deeper than this."""


def files_of(folder: Path) -> list[Path]:
    """Every file in a folder and those below it, in order.

    Raises:
        ExportError: a link in it leads out of it, so that what lies there would be taken for the export's.
    """
    home = folder.resolve()
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    for path in found:
        if path.is_symlink() and not path.resolve().is_relative_to(home):
            raise ExportError(path, "a link that leads out of the export; put the file itself there")
    return found


def text_of(file: Path, most: int = MOST_BYTES) -> str:
    """What a text file says, its undecodable bytes replaced.

    Raises:
        ExportError: it cannot be read, or has more than ``most`` bytes.
    """
    return _bytes(file, most).decode("utf-8-sig", errors="replace")


def _bytes(file: Path, most: int = MOST_BYTES) -> bytes:
    try:
        about = file.stat()
        if not stat.S_ISREG(about.st_mode):
            raise ExportError(file, "is no ordinary file")
        size = about.st_size
        data = file.read_bytes() if size <= most else b""
    except OSError as error:
        raise ExportError(file, f"cannot be read ({error.strerror or error})") from error
    if size > most:
        raise ExportError(file, f"{size:,} bytes of labels are more than the {most:,} that are read")
    return data


def json_of(file: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    """What a JSON file holds.

    Raises:
        ExportError: it is none.
    """
    data = _bytes(file)
    try:
        return json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise _none(file, "JSON", error) from error


def lines_of(file: Path) -> list[str]:
    """The lines of a text file.

    Raises:
        ExportError: it cannot be read.
    """
    return text_of(file).splitlines()


class Table(NamedTuple):
    """What a CSV file holds.

    Attributes:
        columns: as its first line names them, in lower case.
        rows: each with the number of its line, by those names; what a row lacks is empty.
    """

    columns: tuple[str, ...]
    rows: list[tuple[int, dict[str, str]]]


def csv_of(file: Path) -> Table:
    """What a CSV file holds, parted by what its first line has most of: commas, semicolons or tabs.

    Raises:
        ExportError: it is none.
    """
    text = text_of(file)
    parted_by = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text), delimiter=parted_by)
    try:
        columns = tuple(name.strip().lower() for name in next(reader, ()))
        rows = [
            (reader.line_num, dict(zip_longest(columns, row[: len(columns)], fillvalue="")))
            for row in reader
            if row
        ]
    except csv.Error as error:
        raise _none(file, "CSV", error) from error
    return Table(columns, rows)


def xml_of(file: Path) -> Element:
    """The root of an XML file.

    Raises:
        ExportError: it is none, or one that defines entities or nests without end, as no tool's export does.
    """
    data = _bytes(file)
    builder = ET.TreeBuilder()
    parser = expat.ParserCreate()
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            message = f"elements nest deeper than {_DEEPEST}"
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
        raise _none(file, "XML", error) from error


def element_shown(element: Element) -> str:
    """An element with all that it holds, as text."""
    return ET.tostring(element, "unicode")


def _none(file: Path, kind: str, error: Exception) -> ExportError:
    reason = " ".join(str(error).split())[:80]
    return ExportError(f"{file}: no {kind} that can be read ({reason}); export it anew, or take it out")

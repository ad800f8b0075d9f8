"""Reads a file of whatever format: packed or not, one game or one a line."""

import gzip
import json
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any, Final
from urllib.parse import unquote

from yakulens.app.records import mahjong_soul, mjlog, tenhou_json
from yakulens.app.records.record import UNREADABLE, Record, RecordError

MOST_BYTES: Final = 50_000_000
"""Size of an unpacked file; a game takes some ten thousand bytes."""
_GZIP: Final = b"\x1f\x8b"
_URL: Final = "#json="
_KNOWN: Final = "tenhou.net/6 JSON, Tenhou's mjlog, or Mahjong Soul's records as JSON"


def read_records(data: bytes, most: int = MOST_BYTES) -> Iterator[Record]:
    """Every game of a file of at most so many bytes, unpacked.

    Raises:
        RecordError: it is no log; the text says why in one line.

    >>> game = b'{"name": ["A", "B", "C", "D"], "rule": {"disp": "tenhou"}, "log": []}'
    >>> [record.rules for record in read_records(game)]
    ['tenhou']
    """
    text = _text(_unpacked(data, most))
    if "<mjloggm" in text[:1000] or "<INIT " in text:
        yield mjlog.read(text)
        return
    for value in _values(text):
        yield _record(value)


def _unpacked(data: bytes, most: int) -> bytes:
    if not data.startswith(_GZIP):
        if len(data) > most:
            message = f"it is larger than {most:,} bytes"
            raise RecordError(message)
        return data
    try:
        with gzip.open(BytesIO(data)) as packed:
            unpacked = packed.read(most + 1)
    except EOFError as error:
        message = "it is packed with gzip, but its end is missing; copy it again"
        raise RecordError(message) from error
    except (OSError, zlib.error) as error:
        message = f"it is packed with gzip, but damaged: {error}"
        raise RecordError(message) from error
    if len(unpacked) > most:
        message = f"it is larger than {most:,} bytes once unpacked"
        raise RecordError(message)
    return unpacked


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"it is not text (byte {error.start} is no UTF-8); known are {_KNOWN}"
        raise RecordError(message) from error
    return unquote(text.partition(_URL)[2]) if text.startswith("http") and _URL in text else text


def _values(text: str) -> Iterator[Any]:
    """The JSON of a file: one value, or one on each line."""
    try:
        yield json.loads(text)
    except (ValueError, RecursionError) as whole:
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            values = [json.loads(line) for line in lines] if len(lines) > 1 else []
        except (ValueError, RecursionError):
            values = []
        if not values:
            message = f"it is no log ({str(whole)[:80]}); known are {_KNOWN}"
            raise RecordError(message) from whole
        yield from values


def _record(value: Any) -> Record:  # noqa: ANN401 - JSON
    try:
        if isinstance(value, dict) and isinstance(value.get("log"), list):
            return tenhou_json.read(value)
        if mahjong_soul.is_log(value):
            return mahjong_soul.read(value)
    except RecordError:
        raise
    except UNREADABLE as error:
        message = f"it is written as no known log is: {type(error).__name__} {str(error)[:80]}"
        raise RecordError(message) from error
    message = f"it is JSON, but no log; known are {_KNOWN}"
    raise RecordError(message)

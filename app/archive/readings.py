"""The job of reading photos."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from yakulens.app.archive.chosen import Chosen
from yakulens.app.archive.output import OutputError, json_line

_PHOTO = '{"photo": '
_MODEL = ', "model": '
_SET = ', "set": '
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class ReadPhotos:
    """A job that takes the path of a photo to the line of its Reading.

    The lines hold no ``ms``: a time is no property of a photo, and without it the same photos give the same
    bytes by however many workers they are read. A worker uses one thread, so that the order of sums is the
    same everywhere.

    Attributes:
        reads: the model, and the tile set where one was learnt.
    """

    reads: Chosen

    def load(self) -> Callable[[str], bytes]:
        """Load the model that reads.

        Raises:
            ModelError, TileSetError: it cannot be used.
        """
        from yakulens.vision.picture import photo  # noqa: PLC0415 - only workers see pixels
        from yakulens.vision.progressive import read_photo  # noqa: PLC0415

        recogniser = self.reads.recogniser()

        def read(path: str) -> bytes:
            try:
                answer = read_photo(photo.load(path), recogniser).to_json()
            except photo.PhotoError as error:
                return json_line(unread(path, "unreadable_photo", str(error)))
            del answer["ms"]
            return json_line(answer)

        return read

    def lost(self, task: str, why: str) -> bytes:
        """The line of a photo that cannot be read."""
        return json_line(unread(task, "lost_photo", f"{task}: could not be read: {why}"))


def unread(path: str, code: str, message: str) -> dict[str, Any]:
    """The answer in place of a Reading.

    >>> unread("a.jpg", "lost_photo", "its worker died")["outcome"]
    'invalid'
    """
    return {
        "photo": {"file": path},
        "outcome": "invalid",
        "problems": [{"code": code, "message": message}],
    }


def files(answers: Iterable[bytes], reads: Chosen) -> Iterator[str]:
    """The photos that answers are about; only the beginning of each line is looked at.

    Args:
        answers: lines of ``ReadPhotos``.
        reads: what goes on.

    Raises:
        OutputError: a line is no Reading, or another model's or set's.
    """
    for number, line in enumerate(answers, 1):
        text = line.decode("utf-8", "replace")
        try:
            if not text.startswith(_PHOTO):
                raise ValueError  # noqa: TRY301 - one way out for all that is no Reading
            photo, end = _DECODER.raw_decode(text, len(_PHOTO))
            file = photo["file"]
            model, end = _value(text, _MODEL, end)
            tile_set, _ = _value(text, _SET, end)
        except (ValueError, TypeError, KeyError, IndexError) as error:
            message = f"--out: line {number} of what is there is no Reading; name another file"
            raise OutputError(message) from error
        if model is not None:  # nothing read what could not be read
            reads.check(number, model, tile_set)
        yield file


def _value(text: str, key: str, at: int) -> tuple[Any, int]:
    """The value that follows this key there, and where it ends; None where another one stands there."""
    return _DECODER.raw_decode(text, at + len(key)) if text.startswith(key, at) else (None, at)

"""The job of reading photos."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from yakulens.app.archive.output import OutputError, json_line
from yakulens.app.archive.reader_choice import ReaderChoice

_PHOTO = '{"photo": '
_MODEL = ', "model": '
_SET = ', "set": '
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class ReadPhotos:
    """The job whose task is a photo's path and whose result is the line of its Reading.

    The lines hold no ``ms``, so that the same photos give the same bytes with any number of workers. For the
    same reason a worker uses one thread: the order of sums is then always the same.
    """

    reader: ReaderChoice

    def load(self) -> Callable[[str], bytes]:
        """Load the model; a `ModelError` or `TileSetError` says why it cannot be used."""
        from yakulens.app.words.questions import in_english  # noqa: PLC0415 - only workers see pixels
        from yakulens.vision.picture import photo  # noqa: PLC0415
        from yakulens.vision.progressive import read_photo  # noqa: PLC0415

        recogniser = self.reader.recogniser()

        def read(path: str) -> bytes:
            try:
                answer = read_photo(photo.load(path), recogniser).to_json(in_english)
            except photo.PhotoError as error:
                return json_line(unread(path, "unreadable_photo", str(error)))
            del answer["ms"]
            return json_line(answer)

        return read

    def lost(self, task: str, reason: str) -> bytes:
        """The line of an unreadable photo."""
        return json_line(unread(task, "lost_photo", f"{task}: could not be read: {reason}"))


def unread(path: str, code: str, message: str) -> dict[str, Any]:
    """The answer for a photo that could not be read."""
    problems = [{"code": code, "message": message}]
    return {"photo": {"file": path}, "outcome": "invalid", "problems": problems}


def files(answers: Iterable[bytes], reader: ReaderChoice) -> Iterator[str]:
    """The photos of earlier answers of ``ReadPhotos``; only the beginning of each line is parsed.

    Raises:
        OutputError: a line is no Reading, or another model's or set's.
    """
    for number, line in enumerate(answers, 1):
        text = line.decode("utf-8", "replace")
        try:
            if not text.startswith(_PHOTO):
                raise ValueError  # noqa: TRY301 - handled below as every line that is no Reading
            photo, end = _DECODER.raw_decode(text, len(_PHOTO))
            file = photo["file"]
            model, end = _value(text, _MODEL, end)
            tile_set, _ = _value(text, _SET, end)
        except (ValueError, TypeError, KeyError, IndexError) as error:
            message = f"--out: line {number} of what is there is no Reading; name another file"
            raise OutputError(message) from error
        if model is not None:  # an unreadable photo has no model
            reader.check(number, model, tile_set)
        yield file


def _value(text: str, key: str, at: int) -> tuple[Any, int]:
    """The value after a key at a position of the text, and its end; None where the key is missing."""
    return _DECODER.raw_decode(text, at + len(key)) if text.startswith(key, at) else (None, at)

"""The model, and any learnt tile set, that every worker of a long run loads."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from yakulens.app.archive.output import OutputError

if TYPE_CHECKING:
    from yakulens.vision.recognise import Recogniser


@dataclass(frozen=True, slots=True)
class SetFile:
    """A learnt tile set's file, which must be the same for every worker."""

    name: str  # of the set
    path: str  # of the file, the same on every machine with workers
    sha256: str  # of its bytes


@dataclass(frozen=True, slots=True)
class ReaderChoice:
    """The model and the tile set that read the photos."""

    model: str | None  # the model's name or its card's path as given; None for the default model
    name: str  # the name on the model's card
    tile_set: SetFile | None = None  # the learnt set that the photos show; None for any

    def recogniser(self) -> "Recogniser":
        """Load the model, to run in one thread.

        Raises:
            ModelError, TileSetError: it cannot be used, or the set's file has other content on this machine.
        """
        import cv2  # noqa: PLC0415 - only workers see pixels

        from yakulens.models.teach.file import TileSetError, from_bytes, read_bytes  # noqa: PLC0415 - as pixels
        from yakulens.vision.recognise import Recogniser  # noqa: PLC0415 - see pixels

        cv2.setNumThreads(1)
        recogniser = Recogniser.load(self.model, threads=1)
        if self.tile_set is None:
            return recogniser
        data = read_bytes(Path(self.tile_set.path))
        if hashlib.sha256(data).hexdigest() != self.tile_set.sha256:
            reason = "a worker has another tile set there; give all of them the same file"
            raise TileSetError(self.tile_set.path, reason)
        return recogniser.for_set(from_bytes(data, self.tile_set.path))

    def check(self, number: int, model: object, tile_set: object) -> None:
        """Refuse the earlier answer in line ``number`` if another model or tile set gave it.

        Raises:
            OutputError: the model or the tile set differs.
        """
        own_set = self.tile_set and self.tile_set.name
        if (model, tile_set) != (self.name, own_set):
            answered, own = _description(model, tile_set), _description(self.name, own_set)
            message = (
                f"--out: line {number} of what is there was read by {answered}, not {own}; name another file"
            )
            raise OutputError(message)


def _description(model: object, tile_set: object) -> str:
    return f"{model}" if tile_set is None else f"{model} with the tile set {tile_set}"

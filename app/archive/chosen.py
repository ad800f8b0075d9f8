"""What reads in a long run: a model, and perhaps a learnt tile set; every worker loads the same ones."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from yakulens.app.archive.output import OutputError

if TYPE_CHECKING:
    from yakulens.vision.recognise import Recogniser


@dataclass(frozen=True, slots=True)
class SetFile:
    """The file of a learnt tile set, which must be the same for every worker.

    Attributes:
        name: of the set.
        path: of the file, the same wherever there are workers.
        sha256: of its bytes.
    """

    name: str
    path: str
    sha256: str

    @classmethod
    def at(cls, path: Path) -> SetFile:
        """The file at a path.

        Raises:
            TileSetError: it cannot be read or used.
        """
        from yakulens.vision.learning.file import from_bytes, read_bytes  # noqa: PLC0415 - takes numpy

        data = read_bytes(path)
        name = from_bytes(data, str(path)).name
        return cls(name, str(path.absolute()), hashlib.sha256(data).hexdigest())


@dataclass(frozen=True, slots=True)
class Chosen:
    """The model and the tile set that read.

    Attributes:
        model: the model's name or its card's path; None for the default.
        name: the model's own name.
        tile_set: the learnt set that the photos show; None for any.
    """

    model: str | None
    name: str
    tile_set: SetFile | None = None

    def recogniser(self) -> Recogniser:
        """Load the model, for one thread in which it sees pixels.

        Raises:
            ModelError, TileSetError: it cannot be used, or the set's file is another one here.
        """
        import cv2  # noqa: PLC0415 - only workers see pixels

        from yakulens.vision.learning.file import TileSetError, from_bytes, read_bytes  # noqa: PLC0415 - as pixels
        from yakulens.vision.recognise import Recogniser  # noqa: PLC0415 - see pixels

        cv2.setNumThreads(1)
        found = Recogniser.load(self.model, threads=1)
        if self.tile_set is None:
            return found
        data = read_bytes(Path(self.tile_set.path))
        if hashlib.sha256(data).hexdigest() != self.tile_set.sha256:
            what = "a worker has another tile set there; give all of them the same file"
            raise TileSetError(self.tile_set.path, what)
        return found.for_set(from_bytes(data, self.tile_set.path))

    def check(self, number: int, model: object, tile_set: object) -> None:
        """Refuse an answer of another model or set.

        Args:
            number: of its line.
            model: by which it was given.
            tile_set: and by which set, None for any.

        Raises:
            OutputError: naming both.

        >>> Chosen(None, "tiny").check(1, "tiny", None)
        >>> Chosen(None, "tiny").check(3, "tiny", "mine")
        Traceback (most recent call last):
        ...
        yakulens.app.archive.output.OutputError: --out: line 3 of what is there was read by tiny with the \
tile set mine, not tiny; name another file
        """
        wanted = None if self.tile_set is None else self.tile_set.name
        if (model, tile_set) != (self.name, wanted):
            message = (
                f"--out: line {number} of what is there was read by {_named(model, tile_set)}, "
                f"not {_named(self.name, wanted)}; name another file"
            )
            raise OutputError(message)


def _named(model: object, tile_set: object) -> str:
    return f"{model}" if tile_set is None else f"{model} with the tile set {tile_set}"

"""Reads photos with a model that is loaded once."""

import functools
import math
import os
from collections.abc import Iterable, Iterator
from numbers import Real
from pathlib import Path

from yakulens.reading import Reading
from yakulens.rulebook import fields_of
from yakulens.scorer.contract.form import quoted
from yakulens.scorer.errors import InputError
from yakulens.vision import models
from yakulens.vision.naming.tile_set import TileSet
from yakulens.vision.picture.photo import Source, load
from yakulens.vision.progressive import read_photo, read_within
from yakulens.vision.recognise import Recogniser
from yakulens.vision.together.reading import read_together
from yakulens.vision.together.watching import watch


class Reader:
    """A model that reads photos. It is loaded once and is thread-safe.

    It is pickled as the names of its model and tile set, or their absolute paths. Another process, such as a
    worker of `multiprocessing` or Dask, loads the model once, however many tasks bring it the same reader.

    >>> reader = Reader()
    >>> reading = reader.read("datasets/samples/seven-pairs.jpg")
    >>> reader.model, len(reading.tiles)
    ('yakulens-13', 14)
    """

    def __init__(
        self,
        model: str | Path | None = None,
        tile_set: str | Path | TileSet | None = None,
        *,
        threads: int | None = None,
    ) -> None:
        """Load a model.

        Args:
            model: its name, or the path of its card or of a network; the shipped model by default.
            tile_set: a learnt tile set, the path of its file, or its name on this machine.
            threads: how many threads a network may use; by default the fastest number.

        Raises:
            InputError: the model or tile set does not exist, or they do not fit together.
        """
        recogniser = Recogniser.load(None if model is None else str(model), threads=threads)
        self._recogniser = recogniser if tile_set is None else recogniser.for_set(_found(tile_set))
        named = model or os.environ.get(models.VARIABLE) or recogniser.name
        named_set = _absolute(tile_set) if isinstance(tile_set, str | Path) else tile_set
        self._names = _absolute(named), named_set, threads

    def __getstate__(self) -> tuple[str, str | TileSet | None, int | None]:
        """The names that are pickled."""
        return self._names

    def __setstate__(self, names: tuple[str, str | TileSet | None, int | None]) -> None:
        """Load what was pickled under these names.

        Raises:
            InputError: the model or tile set does not exist here.
        """
        model, tile_set, threads = self._names = names
        recogniser = _loaded(model, threads)
        self._recogniser = recogniser if tile_set is None else recogniser.for_set(_found(tile_set))

    @property
    def model(self) -> str:
        """The model's name."""
        return self._recogniser.name

    @property
    def tile_set(self) -> str:
        """The name of the learnt tile set that photos show; empty for any set."""
        return self._recogniser.tile_set

    def read(self, photo: Source, *, name: str | None = None, within_ms: float | None = None) -> Reading:
        """Read a photo.

        Args:
            photo: a path; the bytes of a file; a Pillow image; or `(H, W, 3)` uint8 RGB, upright.
            name: the photo's name in messages; by default the path as given.
            within_ms: time limit in milliseconds. The reading so far is returned, with an issue if that may
                matter.

        Raises:
            InputError: the file does not exist, or is not a photo; the name is no text, or the time
                limit is no number from 0 on.
        """
        if within_ms is not None and not (isinstance(within_ms, Real) and 0 <= within_ms < math.inf):
            message = f"within_ms: {within_ms!r} is not a number of at least 0"
            raise InputError(message)
        if name is not None and not isinstance(name, str):
            message = f"name: {quoted(name)} is not text"
            raise InputError(message)
        loaded = load(photo, name)
        if within_ms is None:
            done = read_photo(loaded, self._recogniser)
        else:
            done = read_within(loaded, self._recogniser, within_ms)
        return Reading(**fields_of(done))

    def read_together(self, photos: Iterable[Source]) -> Reading:
        """Read several photos of one hand as one: what each shows of a tile adds up.

        The photos may be taken from any places. Glare, a finger or a low angle in one is answered by
        another. Photos that show another hand than the first are left out, and an issue says which.

        Args:
            photos: at least one, each as `read` takes it.

        Raises:
            InputError: a file does not exist or is not a photo, or there is none.

        >>> reader = Reader()
        >>> both = reader.read_together(["datasets/samples/open.jpg", "datasets/samples/open.jpg"])
        >>> both.win, len(both.to_json()["photos"])
        ('4p', 2)
        """
        if isinstance(photos, str | bytes | Path):
            message = "photos: one photo alone; read takes it, read_together a list of them"
            raise InputError(message)
        if not isinstance(photos, Iterable):
            message = f"photos: {quoted(photos)} is not a list of photos; each is as read takes it"
            raise InputError(message)
        loaded = [load(photo) for photo in photos]
        if not loaded:
            message = "photos: none is given; read_together takes at least one"
            raise InputError(message)
        return Reading(**fields_of(read_together(loaded, self._recogniser)))

    def watch(self, frames: Iterable[Source]) -> Iterator[Reading]:
        """Read the frames of a film of one hand: yield the reading so far after each frame.

        The clearest frames are read together; a reading that asks nothing is sure. When the camera turns to
        another hand, its frames count from then on.

        Args:
            frames: pictures as `read` takes them, in their order; they need not end.

        Raises:
            InputError: a frame is not a picture.
        """
        for done in watch((load(frame) for frame in frames), self._recogniser):
            yield Reading(**fields_of(done))


def read(photo: Source, *, name: str | None = None, within_ms: float | None = None) -> Reading:
    """Read a photo with the shipped model, which is loaded at the first call; see `Reader.read`.

    Raises:
        InputError: the file does not exist, or is not a photo.

    >>> read("datasets/samples/open.jpg").win
    '4p'
    """
    return _shipped().read(photo, name=name, within_ms=within_ms)


@functools.cache
def _shipped() -> Reader:
    return Reader()


@functools.lru_cache(maxsize=2)  # a model takes a second and 100 MB; few processes read with more than one
def _loaded(model: str, threads: int | None) -> Recogniser:
    return Recogniser.load(model, threads=threads)


def _absolute(name: str | Path) -> str:
    """The path of a file as an absolute one, which another process finds too; a name stays as it is.

    >>> _absolute("yakulens-13")
    'yakulens-13'
    """
    path = Path(name)
    return str(path.resolve() if path.suffix and path.is_file() else name)


def _found(tile_set: str | Path | TileSet) -> TileSet:
    """A learnt tile set, by its path, or by its name where the page and the command line store theirs."""
    if isinstance(tile_set, TileSet):
        return tile_set
    if not isinstance(tile_set, str | Path):
        message = f"tile_set: {quoted(tile_set)} is neither a tile set nor the name or path of one"
        raise InputError(message)
    from yakulens.app.store import sets  # noqa: PLC0415 - only here it matters where the program keeps its files

    return sets.find(str(tile_set))

"""A film of one hand, followed on this machine: read again after each frame (`vision.together.film`)."""

from collections.abc import Iterable, Iterator

from yakulens.vision.photo_search import SearchStep
from yakulens.vision.picture.photo import Photo
from yakulens.vision.progressive import PhotoReading
from yakulens.vision.recognise import Recogniser
from yakulens.vision.together.film import Film, Frame
from yakulens.vision.together.reading import together


def watch(frames: Iterable[Photo], recogniser: Recogniser) -> Iterator[PhotoReading]:
    """Yield the reading so far after each frame; frames without a tile change nothing.

    Each frame is looked at once (`first_look`), so that a film is followed about as fast as single windows
    are searched. The clearest frames are kept, and read as one.
    """
    film: Film[Photo] = Film()
    for photo in frames:
        frame = Frame(photo, first_look(photo, recogniser))
        film = film.then(frame)
        kept = film.kept or (frame,)
        yield together([each.picture for each in kept], [each.look for each in kept], recogniser)


def first_look(photo: Photo, recogniser: Recogniser) -> SearchStep:
    """What the first windows of a photo show, without a closer look."""
    return next(timed.look for timed in recogniser.iter_looks(photo) if timed is not None)

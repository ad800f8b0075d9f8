"""Several photos of one hand to one reading: glare, a finger or a low angle in one is answered by another."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from yakulens.vision.coroutines import run
from yakulens.vision.photo_search import SearchStep
from yakulens.vision.picture.photo import Photo
from yakulens.vision.progressive import PhotoReading
from yakulens.vision.recognise import PhotoEngines, Recogniser
from yakulens.vision.together.combine import Combined, combined


def read_together(photos: Sequence[Photo], recogniser: Recogniser) -> PhotoReading:
    """Read at least one photo of one hand, taken from any places, as one.

    Photos that show another hand than the first are left out, and an issue says which.

    >>> from yakulens.vision.model_card import FOLDER
    >>> from yakulens.vision.picture.photo import load
    >>> photo = load(FOLDER.parent / "datasets" / "samples" / "added-quad.jpg")
    >>> done = read_together([photo, photo], Recogniser.load())
    >>> [meld.kind for meld in done.reading.melds], set(done.seen_on)
    (['added_kan', 'pon'], {0})
    """
    start = time.perf_counter()
    looks = [last_look(photo, recogniser) for photo in photos]
    detected = time.perf_counter()
    done = together(photos, looks, recogniser)
    ms = {
        "decode": sum(photo.decode_ms for photo in photos),
        "detect": (detected - start) * 1000,
        "layout": (time.perf_counter() - detected) * 1000,
    }
    return replace(done, ms=ms | {"first": sum(ms.values())})


def last_look(photo: Photo, recogniser: Recogniser) -> SearchStep:
    """What a whole search of one photo finds."""
    *_, last = (timed.look for timed in recogniser.iter_looks(photo) if timed is not None)
    return last


def together(photos: Sequence[Photo], looks: Sequence[SearchStep], recogniser: Recogniser) -> PhotoReading:
    """One reading, without its times, of photos searched already; ``looks`` are in their order.

    Its ``photo`` is the one on which most quads lie: the others were laid on it.
    """
    both = combine(photos, looks, recogniser)
    seen_on = both.seen_on()
    return PhotoReading(
        photos[both.fused.base],
        recogniser.name,
        both.reading(seen_on),
        {},
        tile_set=recogniser.tile_set,
        together=tuple(photos),
        seen_on=seen_on,
    )


def combine(photos: Sequence[Photo], looks: Sequence[SearchStep], recogniser: Recogniser) -> Combined:
    """What photos that were searched already give together; ``looks`` are in their order."""
    engines = [PhotoEngines(recogniser, photo.pyramid) for photo in photos]
    return run(combined(looks, engines, levels=recogniser.leveller is not None))


def steps_beside(
    photo: Photo,
    others: Sequence[Photo],
    looks: Sequence[SearchStep],
    recogniser: Recogniser,
    *,
    further: bool,
) -> Iterator[PhotoReading | None]:
    """Read one photo in steps together with ``others``, searched already: `progressive.steps` of several.

    Every quad lies on the photo, also that of a tile which only another one shows. ``further``: the last of
    the others is one that a person took of the same hand; if it shows another one, an issue says so.
    """
    for timed in recogniser.iter_looks(photo):
        if timed is None:
            yield None
            continue
        both = combine([photo, *others], [timed.look, *looks], recogniser)
        is_settled = timed.look.final and both.layout.beyond_doubt
        stage = "" if is_settled else timed.look.next_stage
        reading = both.reading_on_first(further=further)
        yield PhotoReading(
            photo,
            recogniser.name,
            reading,
            {},
            stage,
            recogniser.tile_set,
            together=(photo, *others),
            seen_on=(0,) * len(reading.tiles),
        )

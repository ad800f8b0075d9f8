"""Layout photos whose pixels are here: surveyed one after the other, their tiles labelled by the order."""

from collections.abc import Iterator, Sequence

from yakulens.models.teach.order import ORDER, Order, OrderedExamples, SurveyedPhoto, label_by_order
from yakulens.models.teach.progress import Progress, told, unwatched
from yakulens.vision.picture.photo import Photo
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser


def label_photos(
    photos: Sequence[Photo], recogniser: Recogniser, order: Order = ORDER, progress: Progress = unwatched
) -> OrderedExamples[Pyramid]:
    """Label the tiles of layout photos, see `label_by_order`.

    Raises:
        OrderError: a photo shows no tiles, or rows that do not match the order, or is named twice.
    """

    def surveyed() -> Iterator[SurveyedPhoto[Pyramid]]:
        for photo in told(photos, progress):
            found = recogniser.survey(photo).unfiltered
            yield SurveyedPhoto(photo.name, photo.sha256, photo.pyramid, found)

    return label_by_order(surveyed(), recogniser.card.finder.firm_score, order)

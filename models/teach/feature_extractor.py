"""A reader's features, the input of its last layer, by its network and a photo's pixels here."""

from dataclasses import dataclass, replace
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.known_tiles import KnownTiles
from yakulens.models.teach.tile_views import Alteration, Features, TileViews
from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.model_card import ModelCard, ModelError
from yakulens.vision.naming.namer import FEATURES, MAPS
from yakulens.vision.naming.reader import Reader
from yakulens.vision.naming.rectify import crops
from yakulens.vision.naming.tile_set import Layer, pooled
from yakulens.vision.picture.color_transform import ColorTransform
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.picture.show import show_photo


@dataclass(frozen=True, slots=True, eq=False)
class FeatureExtractor(TileViews[Pyramid]):
    """A model's reader, used for its features rather than its names.

    Attributes:
        reader: gives features.
        layer: the reader's own last layer, calibrated.
        known: the reader's features of known sets.
        sha256: of the reader's file.
    """

    reader: Reader
    layer: Layer
    known: KnownTiles
    sha256: str

    @classmethod
    def of(cls, card: ModelCard) -> Self:
        """Make the feature extractor of a model.

        Raises:
            ModelError: nothing can be learnt with this model.
        """
        data = card.known()
        try:
            known = KnownTiles.of_file(data)
        except ValueError as error:
            message = f"model {card.name}: {card.reader.known} {error}"
            raise ModelError(message) from error
        try:
            session = InferenceSession(
                card.network(card.reader), card.reader.file, seconds=card.run_limit(card.reader)
            )
            reader = Reader(session, card.reader)
        except SessionError as error:
            message = f"model {card.name}: {card.reader.file}: {error}"
            raise ModelError(message) from error
        if session.outputs.get(FEATURES, [])[1:] != [known.features.shape[1]] or MAPS not in session.outputs:
            message = f"model {card.name}: {card.reader.known} holds features of another reader"
            raise ModelError(message)
        return cls(reader, known.layer(card.reader.face_temperature), known, card.reader.sha256)

    def of_set(self, *, reds: bool) -> Self:
        """The extractor for a set with red fives, or without, where a five that looks red is plain."""
        return replace(self, layer=replace(self.layer, reds=reds))

    async def features(
        self, photo: Pyramid, quads: NDArray[np.float32], shown: ColorTransform, *, coloured: bool = False
    ) -> Features:
        """Features and maps of tiles of a photo so shown; ``coloured``: not in greys even so."""
        pixels = show_photo(shown, photo)
        features, maps = self.reader.features(pixels if coloured else pixels.inks, quads)
        return features, pooled(maps)

    async def cut(self, photo: Pyramid, quads: NDArray[np.float32]) -> NDArray[np.uint8]:
        """Crops in the photo's own colours, ``(N, 96, 80, 3)`` uint8 RGB."""
        return crops(photo, quads)

    async def altered(self, photo: Pyramid, how: Alteration) -> Pyramid:
        """An altered copy of a photo.

        >>> extractor = FeatureExtractor(*[None] * 4)  # it needs none of them
        >>> how = Alteration((30, 40), np.full(3, 0.5, np.float32), np.ones((8, 8, 3), np.float32))
        >>> copy = extractor.altered(Pyramid(np.full((60, 80, 3), 200, np.uint8)), how)
        >>> from yakulens.vision.coroutines import run
        >>> run(copy).pixels[29, 39].tolist()
        [101, 101, 101]
        """
        height, width = how.size
        smaller = cv2.resize(photo.pixels, (width, height), interpolation=cv2.INTER_AREA)
        rows, columns = (np.arange(side) % len(how.noise) for side in how.size)
        lit = smaller * how.light + how.noise[rows[:, None], columns]
        return Pyramid(np.asarray(np.clip(np.rint(lit), 0, 255), np.uint8))

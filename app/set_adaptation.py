"""A tile set that is being taught on the page: its photos laid out in order, the doubts, what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from yakulens.vision.learning.adaptation import adapt, shows_reds
from yakulens.vision.learning.order import corrected, label_by_order, to_learn
from yakulens.vision.picture.photo import load

if TYPE_CHECKING:
    from yakulens.vision.learning.adaptation import AdaptationResult
    from yakulens.vision.learning.examples import LabelledTiles
    from yakulens.vision.learning.feature_extractor import FeatureExtractor
    from yakulens.vision.learning.order import Doubt, OrderedExamples
    from yakulens.vision.recognise import Recogniser


@dataclass(frozen=True, slots=True, eq=False)
class SetAdaptation:
    """How far the teaching of a set has come.

    Attributes:
        name: of the set.
        ordered: the photos with their tiles named; None before there are any.
        tiles: what was learnt from.
        result: what came of the teaching; None while a doubt is open.
        reds: whether the set has red fives, as somebody said; None where nobody knows, and one that is shown
            tells it.
        trouble: a sentence about what is wrong: its key and its values.
        asked: the set whose removal a first tap asked for.
    """

    name: str = ""
    ordered: OrderedExamples | None = None
    tiles: tuple[LabelledTiles, ...] = ()
    result: AdaptationResult | None = None
    reds: bool | None = None
    trouble: tuple[str, dict[str, object]] | None = None
    asked: str | None = None

    def shown(self, name: str, photos: Iterable[tuple[str, bytes]], recogniser: Recogniser) -> SetAdaptation:
        """The photos with their tiles named.

        Raises:
            OrderError: they show no rows of the order.
            PhotoError: one is no photo.
        """
        ordered = label_by_order([load(data, file) for file, data in photos], recogniser)
        return replace(self, name=name, ordered=ordered, result=None, trouble=None)

    def settled(self, doubt: Doubt, face: str | None) -> SetAdaptation:
        """One doubt answered: the tile is this face, or with None it is left out."""
        return self if self.ordered is None else replace(self, ordered=corrected(self.ordered, doubt, face))

    def finished(self, extractor: FeatureExtractor, firm_score: float, made: str) -> SetAdaptation:
        """What is learnt once nothing is in doubt.

        Of a set that was said to have no red fives and shows one, nothing is: that is a trouble.
        """
        if self.ordered is None or self.ordered.doubts or self.result is not None:
            return self
        tiles = to_learn(self.ordered)
        shown = shows_reds(tiles)
        if shown and self.reds is False:
            return replace(self, ordered=None, trouble=("sets.reds_shown", {}))
        extractor = extractor.of_set(reds=shown if self.reds is None else self.reds)
        return replace(self, tiles=tiles, result=adapt(self.name, tiles, extractor, firm_score, made))

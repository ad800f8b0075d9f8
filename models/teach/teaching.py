"""A tile set that is being taught: its ordered photos, the doubts, what came of it. Pure."""

from dataclasses import dataclass, replace
from typing import Generic, Self

from yakulens.models.teach.adaptation import AdaptationResult, adapt, shows_reds
from yakulens.models.teach.labelled_tiles import LabelledTiles, P
from yakulens.models.teach.order import OrderedExamples, corrected, to_learn
from yakulens.models.teach.progress import Progress, unwatched
from yakulens.models.teach.row_looks import Doubt
from yakulens.models.teach.tile_views import TileViews


@dataclass(frozen=True, slots=True, eq=False)
class Teaching(Generic[P]):
    """The progress of teaching a set.

    Attributes:
        name: the set's name.
        ordered: the photos with their tiles named; None before there are any.
        tiles: the tiles that the set was learnt from.
        result: what came of the teaching; None while a doubt is open.
        reds: whether the set has red fives, as said; None where the photos show it.
        earlier: the progress before the last answer to a doubt.
    """

    name: str = ""
    ordered: OrderedExamples[P] | None = None
    tiles: tuple[LabelledTiles[P], ...] = ()
    result: AdaptationResult | None = None
    reds: bool | None = None
    earlier: Self | None = None

    def settled(self, doubt: Doubt, face: str | None) -> Self:
        """With one doubt answered: the tile has this face; None leaves it out."""
        if self.ordered is None:
            return self
        return replace(self, ordered=corrected(self.ordered, doubt, face), earlier=self)

    @property
    def is_ready(self) -> bool:
        """Whether the set can be learnt: it has photos, no open doubt and no result."""
        return self.ordered is not None and not self.ordered.doubts and self.result is None

    @property
    def denies_its_reds(self) -> bool:
        """Whether the photos show a red five of a set that has none, as was said: it is not to be learnt."""
        return self.ordered is not None and self.reds is False and shows_reds(to_learn(self.ordered))

    async def learnt(
        self, views: TileViews[P], firm_score: float, made: str, progress: Progress = unwatched
    ) -> Self:
        """With the set learnt, once no doubt is open; see `adapt`."""
        if self.ordered is None or not self.is_ready:
            return self
        tiles = to_learn(self.ordered)
        views = views.of_set(reds=shows_reds(tiles) if self.reds is None else self.reds)
        result = await adapt(self.name, tiles, views, firm_score, made, progress=progress)
        return replace(self, tiles=tiles, result=result)

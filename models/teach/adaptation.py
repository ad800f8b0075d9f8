"""Adapts a reader to a tile set, and says how held-out tiles are read before and after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.copies import COPIES, altered
from yakulens.models.teach.heads import MIN_HELD_OUT, AdaptedHeads, HeldOutOdds, fit_heads
from yakulens.models.teach.labelled_tiles import ENOUGH, LabelledTiles, P
from yakulens.models.teach.per_face import faces_to_leave
from yakulens.models.teach.progress import CHOSEN, FITTED, Progress, unwatched
from yakulens.models.teach.prototype_head import first_of_each
from yakulens.models.teach.shown import best_color_transform, extract_examples, quads_shown
from yakulens.models.teach.tile_views import TileViews
from yakulens.vision.labels import INDEX, LABELS, RED_FIVES
from yakulens.vision.naming.crop_answers import softmax
from yakulens.vision.naming.own_reading import better_of, blanks_by_network
from yakulens.vision.naming.standing import upright_odds
from yakulens.vision.naming.tile_set import Examples, HeldOut, TileSet
from yakulens.vision.picture.color_transform import PLAIN, ColorTransform

_MISSED: Final = 0.02
"""Share of a set's tiles that may stay below its firm score."""
_FIRM_MARGIN: Final = 0.9
"""The firm score as a share of the least objectness of the other tiles."""
_TINY: Final = 1e-9
_CHANCE: Final = 1
"""How many altered copies of a face may be read worse than before by chance."""


class Mistake(NamedTuple):
    """A tile of a held-out photo, both by index, that is still misread: the face read and its probability."""

    photo: int
    tile: int
    read: str
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class AdaptationResult:
    """The result of adapting a reader to a tile set.

    Attributes:
        tile_set: the set with its adapted layers.
        by_face: for each face, how held-out tiles were read before and after.
        mistakes: the held-out tiles that are still misread.
        refined: whether the layer was fitted for longer.
        copied: for each face, how altered copies were read; empty if enough tiles were held out.
    """

    tile_set: TileSet
    by_face: dict[str, HeldOut]
    mistakes: tuple[Mistake, ...]
    refined: bool
    copied: Mapping[str, HeldOut] = field(default_factory=dict)

    @property
    def worse(self) -> tuple[str, ...]:
        """Faces with more misread held-out tiles than before, or more misread copies beyond chance."""
        fell = [face for face, held in self.by_face.items() if held.after < held.before]
        fell += [face for face, held in self.copied.items() if held.after < held.before - _CHANCE]
        return tuple(dict.fromkeys(fell))

    @property
    def better(self) -> bool:
        """Whether the set loses nothing: no fewer tiles are read right than before, and no face got worse."""
        return self._gained >= 0 and not self.worse

    @property
    def gains(self) -> bool:
        """Whether the set is worth keeping: more tiles are read right, or detected, and no face got worse."""
        return self.better and (self._gained > 0 or self.tile_set.firm_score is not None)

    @property
    def _gained(self) -> int:
        """How many more held-out tiles and copies are read right than before."""
        return sum(held.after - held.before for held in (self.tile_set.held_out, *self.copied.values()))


async def adapt(  # noqa: PLR0913 - all that a set is learnt from
    name: str,
    tiles: Sequence[LabelledTiles[P]],
    views: TileViews[P],
    firm_score: float,
    made: str = "",
    *,
    progress: Progress = unwatched,
) -> AdaptationResult:
    """Adapt a reader to a set, given at least one tile, by photo.

    The reader's layer is that for a set with or without red fives (`Layer.reds`); detections count from
    ``firm_score``; ``made`` is ISO 8601.
    """
    color_transform = await best_color_transform(tiles, views)
    progress(CHOSEN)
    examples, maps = await extract_examples(tiles, views, color_transform, progress)
    read_before = np.concatenate([part.read for part in tiles])
    heads = fit_heads(examples, maps, views.layer, views.known)
    progress(FITTED)
    held_out = heads.held_out
    own = softmax(views.layer(examples.features[held_out.tiles, 0]), 1.0)
    learnt = blanks_by_network(heads.prototype_head, softmax(held_out.odds, 1.0), own)
    left = faces_to_leave(examples.faces[held_out.tiles], read_before[held_out.tiles], own, learnt)
    held_out = held_out._replace(odds=np.log(np.maximum(better_of(learnt, own, left), _TINY)))
    by_face, mistakes = _evaluated_tiles(tiles, examples, held_out, read_before)
    figures = np.array([[h.of, h.before, h.after] for h in by_face.values()], int).reshape(-1, 3).sum(axis=0)
    tile_set = TileSet(
        name=name,
        reader=views.sha256,
        layer=heads.layer,
        prototype_head=heads.prototype_head,
        coloured=heads.coloured,
        color_transform=color_transform,
        firm_score=_firm_score(tiles, firm_score),
        examples=examples[first_of_each(examples.faces, ENOUGH)],
        held_out=HeldOut(*figures.tolist()),
        made=made,
        unchanged=tuple(LABELS[face] for face in left),
    )
    few = len(heads.held_out.tiles) < MIN_HELD_OUT
    copied = await _evaluated_copies(tiles, views, color_transform, heads) if few else {}
    progress(1.0)
    return AdaptationResult(tile_set, by_face, mistakes, heads.refined, copied)


def shows_reds(tiles: Sequence[LabelledTiles[P]]) -> bool:
    """Whether a red five is among the tiles; if not, the set counts as having none."""
    return any(np.isin(part.faces, [INDEX[red] for red in RED_FIVES]).any() for part in tiles)


async def _evaluated_copies(
    tiles: Sequence[LabelledTiles[P]],
    views: TileViews[P],
    color_transform: ColorTransform,
    heads: AdaptedHeads,
) -> dict[str, HeldOut]:
    """How altered copies of the tiles are read, by face, before and after adaptation.

    Before means the network's own layer under the better of the plain and the set's colour transform.
    """
    own_layer = replace(views.layer, reds=True)
    right = []
    for part in tiles:
        for number in range(COPIES):
            copy = await altered(part, number, views)
            quads = quads_shown(copy, color_transform)
            features, maps = await views.features(copy.photo, quads, color_transform)
            odds = (
                own_layer((await views.features(copy.photo, copy.quads, PLAIN))[0]),
                own_layer(features),
                upright_odds(heads.prototype_head, heads.layer(features), maps),
            )
            right.append([each.argmax(axis=1) == part.faces for each in odds])
    plain, transformed, after = np.concatenate(right, axis=1)
    before = max(plain, transformed, key=np.count_nonzero)
    return _by_face(np.concatenate([part.faces for part in tiles for _ in range(COPIES)]), before, after)


def _evaluated_tiles(
    tiles: Sequence[LabelledTiles[P]],
    examples: Examples,
    held_out: HeldOutOdds,
    before: NDArray[np.intp],
) -> tuple[dict[str, HeldOut], tuple[Mistake, ...]]:
    """How held-out tiles were read before and after, by face, and the mistakes; without undetected tiles."""
    starts = np.cumsum([0, *(len(part.faces) for part in tiles)])
    order = np.argsort(held_out.tiles)
    order = order[before[held_out.tiles[order]] >= 0]
    indices, probabilities = held_out.tiles[order], softmax(held_out.odds, 1.0)[order]
    faces, read = examples.faces[indices], probabilities.argmax(axis=1)
    mistakes = []
    for k in np.flatnonzero(read != faces).tolist():
        photo, label = int(examples.photos[indices[k]]), int(read[k])
        tile = int(indices[k] - starts[photo])
        mistakes.append(Mistake(photo, tile, LABELS[label], float(probabilities[k, label])))
    return _by_face(faces, before[indices] == faces, read == faces), tuple(mistakes)


def _by_face(
    faces: NDArray[np.intp], before: NDArray[np.bool_], after: NDArray[np.bool_]
) -> dict[str, HeldOut]:
    """The number of tiles of each face, and how many were read right before and after."""
    return {
        LABELS[face]: HeldOut(int(of.sum()), int(before[of].sum()), int(after[of].sum()))
        for face, of in ((face, faces == face) for face in np.unique(faces).tolist())
    }


def _firm_score(tiles: Sequence[LabelledTiles[P]], usual: float) -> float | None:
    """A firm score for photos of the set if the usual one is too high; None if no stray is below it."""
    found = np.concatenate([part.found[part.found > 0] for part in tiles])
    stray = np.concatenate([part.stray for part in tiles])
    if not len(found) or len(found) == len(tiles):  # cut-out faces do not come from the finder
        return None
    score = _FIRM_MARGIN * float(np.quantile(found, _MISSED))
    return score if score < usual and stray.max(initial=0.0) < score else None

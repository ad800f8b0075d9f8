"""Adapts a reader to a tile set: chooses a colour transform, fits last layers, tests on held-out tiles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.copies import COPIES, altered
from yakulens.models.teach.examples import LabelledTiles
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.fit import QUICK, REFINED, Effort, fitted
from yakulens.models.teach.ink import lighter_ink
from yakulens.models.teach.per_face import faces_to_leave
from yakulens.models.teach.progress import Progress, told, unwatched
from yakulens.models.teach.prototype_head import FEWER_ROWS, Maps, first_of_each, fit_prototypes
from yakulens.vision.labels import INDEX, LABELS, RED_FIVES
from yakulens.vision.naming.crop_answers import softmax
from yakulens.vision.naming.own_reading import better_of, blanks_by_network
from yakulens.vision.naming.standing import upright_odds
from yakulens.vision.naming.tile_set import (
    WORTH,
    Examples,
    HeldOut,
    Layer,
    PrototypeHead,
    TileSet,
    pooled,
)
from yakulens.vision.picture.color_transform import ColorTransform
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.picture.show import show_photo

_TRANSFORM_GAIN: Final = 0.15
"""Least gain in mean log probability of the true faces for mirroring or greys."""
_MIN_PROBABILITY: Final = 1e-2
"""Lower probabilities of the true face count as this."""
_TRANSFORM_TILES: Final = 120
"""Number of tiles that decide the colour transform."""
_MAX_EXAMPLES: Final = 32
"""Most examples of one face in the file."""
_CHOSEN, _EXTRACTED, _FITTED = 0.1, 0.6, 0.9
"""The share of the work that is done after each step: the last one measures altered copies."""
_FOLDS: Final = 5
_GOOD: Final = 0.98
"""If a smaller share of held-out tiles is read right, the layer is fitted for longer."""
_TEMPERATURES: Final = (1.0, 0.8, 0.65, 0.5)
"""Candidate temperatures of the fitted layer, which is underconfident from label smoothing."""
_TRUSTS: Final = (0.0, 0.5, 1.0)
"""Candidate weights of the layer beside the prototype head."""
_SHARPNESS: Final = (WORTH, 20.0, 30.0)
"""Candidate factors from likeness of maps to log odds."""
_DEFAULT_TRUST, _DEFAULT_SHARPNESS = 0.25, WORTH
"""The defaults without held-out tiles: the trust is this times the network's accuracy on the examples."""
_DEFAULT_TEMPERATURE: Final = 1.3
"""Temperature of the fitted layer without held-out tiles."""
_ERROR_RATE: Final = 0.1
"""The fitted layers count in full from this error rate of the network on the examples, and in proportion
below it: without held-out tiles, or if these are read no better than by the network alone."""
_MIN_HELD_OUT: Final = 10
"""Least number of held-out tiles for a measurement."""
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


class HeldOutOdds(NamedTuple):
    """How heads fitted to the other tiles read held-out ones, and the settings that read them best.

    Attributes:
        tiles: ``(N,)`` intp, indices of the held-out tiles.
        odds: ``(N, 39)`` float32, their log odds.
        temperature: divides the layer's odds.
        trust: weight of the layer beside the prototype head.
        sharpness: factor from likeness of maps to log odds.
    """

    tiles: NDArray[np.intp]
    odds: NDArray[np.float32]
    temperature: float
    trust: float
    sharpness: float

    def right(self, faces: NDArray[np.intp]) -> int:
        """The number of tiles read right; ``faces`` are those of all examples."""
        return int((self.odds.argmax(axis=1) == faces[self.tiles]).sum())


class AdaptedHeads(NamedTuple):
    """The last layers of a reader adapted to a set.

    Attributes:
        layer: from features to faces.
        prototype_head: from maps to faces.
        coloured: the layer for crops in colour if the set is read in greys; else None.
        held_out: how held-out tiles were read.
        refined: whether the layer was fitted for longer.
    """

    layer: Layer
    prototype_head: PrototypeHead
    coloured: Layer | None
    held_out: HeldOutOdds
    refined: bool


def adapt(  # noqa: PLR0913 - all that a set is learnt from
    name: str,
    tiles: Sequence[LabelledTiles],
    extractor: FeatureExtractor,
    firm_score: float,
    made: str = "",
    *,
    progress: Progress = unwatched,
) -> AdaptationResult:
    """Adapt a reader to a set, given at least one tile, by photo.

    The extractor is the model's for a set with or without red fives (`FeatureExtractor.of_set`); detections
    count from ``firm_score``; ``made`` is ISO 8601.
    """
    color_transform = best_color_transform(tiles, extractor)
    progress(_CHOSEN)
    examples, maps = extract_examples(tiles, extractor, color_transform, progress)
    read_before = np.concatenate([part.read for part in tiles])
    heads = fit_heads(examples, maps, extractor)
    progress(_FITTED)
    held_out = heads.held_out
    own = softmax(extractor.layer(examples.features[held_out.tiles, 0]), 1.0)
    learnt = blanks_by_network(heads.prototype_head, softmax(held_out.odds, 1.0), own)
    left = faces_to_leave(examples.faces[held_out.tiles], read_before[held_out.tiles], own, learnt)
    held_out = held_out._replace(odds=np.log(np.maximum(better_of(learnt, own, left), _TINY)))
    by_face, mistakes = _evaluated_tiles(tiles, examples, held_out, read_before)
    figures = np.array([[h.of, h.before, h.after] for h in by_face.values()], int).reshape(-1, 3).sum(axis=0)
    tile_set = TileSet(
        name=name,
        reader=extractor.sha256,
        layer=heads.layer,
        prototype_head=heads.prototype_head,
        coloured=heads.coloured,
        color_transform=color_transform,
        firm_score=_firm_score(tiles, firm_score),
        examples=examples[first_of_each(examples.faces, _MAX_EXAMPLES)],
        held_out=HeldOut(*figures.tolist()),
        made=made,
        unchanged=tuple(LABELS[face] for face in left),
    )
    few = len(heads.held_out.tiles) < _MIN_HELD_OUT
    copied = _evaluated_copies(tiles, extractor, color_transform, heads) if few else {}
    progress(1.0)
    return AdaptationResult(tile_set, by_face, mistakes, heads.refined, copied)


def shows_reds(tiles: Sequence[LabelledTiles]) -> bool:
    """Whether a red five is among the tiles; if not, the set counts as having none."""
    return any(np.isin(part.faces, [INDEX[red] for red in RED_FIVES]).any() for part in tiles)


def _evaluated_copies(
    tiles: Sequence[LabelledTiles],
    extractor: FeatureExtractor,
    color_transform: ColorTransform,
    heads: AdaptedHeads,
) -> dict[str, HeldOut]:
    """How altered copies of the tiles are read, by face, before and after adaptation.

    Before means the network's own layer under the better of the plain and the set's colour transform.
    """
    own_layer = replace(extractor.layer, reds=True)
    right = []
    for part in (altered(part, number) for part in tiles for number in range(COPIES)):
        shown, quads = as_shown(part, color_transform)
        features, maps = extractor.reader.features(shown.inks, quads)
        odds = (
            own_layer(extractor.reader.features(part.photo, part.quads)[0]),
            own_layer(features),
            upright_odds(heads.prototype_head, heads.layer(features), pooled(maps)),
        )
        right.append([each.argmax(axis=1) == part.faces for each in odds])
    plain, transformed, after = np.concatenate(right, axis=1)
    before = max(plain, transformed, key=np.count_nonzero)
    return _by_face(np.concatenate([part.faces for part in tiles for _ in range(COPIES)]), before, after)


def fit_heads(examples: Examples, maps: Maps, extractor: FeatureExtractor) -> AdaptedHeads:
    """Fit the reader's last layers to the features and maps of at least one tile of a set."""
    folds = _folds(examples, maps)
    faces = examples.faces
    effort, held_out = QUICK, _held_out(examples, maps, folds, extractor, QUICK)
    if len(held_out.tiles) and held_out.right(faces) < _GOOD * len(held_out.tiles):
        refined = _held_out(examples, maps, folds, extractor, REFINED)
        if refined.right(faces) > held_out.right(faces):
            effort, held_out = REFINED, refined

    before = held_out._replace(odds=extractor.layer(examples.features[held_out.tiles, 0]))
    share: float | None = None
    if len(held_out.tiles) < _MIN_HELD_OUT or held_out.right(faces) <= before.right(faces):
        wrong = extractor.layer(examples.features[:, 0]).argmax(axis=1) != faces
        share = min(1.0, float(wrong.mean()) / _ERROR_RATE)
        held_out = held_out._replace(
            odds=(1 - share) * before.odds + share * held_out.odds,
            trust=1 - share * (1 - held_out.trust),
            sharpness=share * held_out.sharpness,
        )

    def layer_of(features: NDArray[np.float32]) -> Layer:
        layer = fitted(extractor.layer, features, faces, extractor.known, effort)
        temperature = np.float32(held_out.temperature)
        layer = replace(layer, weights=layer.weights / temperature, bias=layer.bias / temperature)
        return layer if share is None else _interpolated(extractor.layer, layer, share)

    return AdaptedHeads(
        layer_of(examples.features),
        fit_prototypes(maps, held_out.trust, held_out.sharpness),
        None if examples.coloured is None else layer_of(examples.coloured),
        held_out,
        effort is REFINED,
    )


def best_color_transform(tiles: Sequence[LabelledTiles], extractor: FeatureExtractor) -> ColorTransform:
    """Choose the colour transform under which the reader recognises a set's faces best.

    Only transforms that show dark ink on light tiles, as in most sets, are tried. Greys are chosen only if
    the reader names more tiles right in greys than in colour.
    """
    parts = tiles[:_TRANSFORM_TILES]
    step = max(1, sum(len(part.faces) for part in parts) // _TRANSFORM_TILES)
    light = sum(len(part.quads) * lighter_ink(part.photo, part.quads[:_TRANSFORM_TILES]) for part in parts)
    candidates = [
        ColorTransform(negative=light > 0, mirrored=mirrored, grey=grey)
        for mirrored in (False, True)
        for grey in (False, True)
    ]
    scores: dict[ColorTransform, float] = {}
    right: dict[ColorTransform, int] = {}
    for color_transform in candidates:
        total = count = 0.0
        right[color_transform] = 0
        for number, part in enumerate(parts):
            shown, quads = as_shown(part, color_transform)
            # Each photo starts at another tile: in an ordered layout, the same places show the same faces.
            chosen = np.arange(number % min(step, len(quads)), len(quads), step)
            odds = extractor.layer(extractor.reader.features(shown.inks, quads[chosen])[0])
            true_probs = softmax(odds, 1.0)[np.arange(len(chosen)), part.faces[chosen]]
            total += float(np.log(np.maximum(true_probs, _MIN_PROBABILITY)).sum())
            right[color_transform] += int((odds.argmax(axis=1) == part.faces[chosen]).sum())
            count += len(chosen)
        changes = color_transform.mirrored + color_transform.grey
        scores[color_transform] = total / count - _TRANSFORM_GAIN * changes
    allowed = [each for each in candidates if not each.grey or right[each] > right[replace(each, grey=False)]]
    return max(allowed, key=scores.__getitem__)


def extract_examples(
    tiles: Sequence[LabelledTiles],
    extractor: FeatureExtractor,
    color_transform: ColorTransform,
    progress: Progress = unwatched,
) -> tuple[Examples, Maps]:
    """Features and maps of all tiles of each photo under a colour transform."""
    features, coloured, maps = [], [], []
    for part in told(tiles, progress, _CHOSEN, _EXTRACTED):
        shown, quads = as_shown(part, color_transform)
        part_features, part_maps = extractor.extract(shown.inks, quads)
        features.append(part_features)
        maps.append(part_maps)
        if color_transform.grey:
            coloured.append(extractor.extract(shown, quads)[0])
    faces = np.concatenate([part.faces for part in tiles])
    examples = Examples(
        np.concatenate(features),
        np.concatenate(coloured) if coloured else None,
        faces,
        np.repeat(np.arange(len(tiles)), [len(part.faces) for part in tiles]),
    )
    return examples, Maps(np.concatenate(maps), faces)


def as_shown(part: LabelledTiles, color_transform: ColorTransform) -> tuple[Pyramid, NDArray[np.float32]]:
    """The photo under a colour transform, and the quads of its tiles there, ``(N, 4, 2)`` float32."""
    where = color_transform.map_quads(part.quads, part.photo.size[1])
    return show_photo(color_transform, part.photo), where


class _Fold(NamedTuple):
    """Tiles held out together ``(N,)``, the mask of the training tiles, and their prototype head."""

    held_out: NDArray[np.intp]
    training: NDArray[np.bool_]
    prototype_head: PrototypeHead


def _folds(examples: Examples, maps: Maps) -> list[_Fold]:
    """Folds of whole photos, or of single tiles if there is only one photo.

    A tile is held out only if the training tiles show its face.
    """
    several = len(np.unique(examples.photos)) > 1
    groups = examples.photos if several else np.arange(len(examples))
    shuffled = np.random.default_rng(0).permutation(np.unique(groups))
    folds = []
    for fold in np.array_split(shuffled, min(_FOLDS, len(shuffled))):
        out = np.isin(groups, fold)
        held_out = np.flatnonzero(out & np.isin(examples.faces, examples.faces[~out]))
        if len(held_out):
            training = ~np.isin(groups, groups[held_out])
            head = fit_prototypes(maps[training], 1.0, _DEFAULT_SHARPNESS, FEWER_ROWS)
            folds.append(_Fold(held_out, training, head))
    return folds


def _held_out(
    examples: Examples, maps: Maps, folds: Sequence[_Fold], extractor: FeatureExtractor, effort: Effort
) -> HeldOutOdds:
    """How heads fitted to the other tiles read held-out ones, and the settings that read them best."""
    right_before = extractor.layer(examples.features[:, 0]).argmax(axis=1) == examples.faces
    trust, sharpness = _DEFAULT_TRUST * float(right_before.mean()), _DEFAULT_SHARPNESS
    held_out = np.concatenate([np.zeros(0, np.intp), *(fold.held_out for fold in folds)])
    by_fold = []
    for fold in folds:
        features, faces = examples.features[fold.training], examples.faces[fold.training]
        layer = fitted(extractor.layer, features, faces, extractor.known, effort)
        by_fold.append(layer(examples.features[fold.held_out, 0]))
    odds: NDArray[np.float32] = np.concatenate([np.zeros((0, len(LABELS)), np.float32), *by_fold])
    faces = examples.faces[held_out]
    temperature = _DEFAULT_TEMPERATURE
    settings = [(trust, sharpness)]
    if len(held_out) >= _MIN_HELD_OUT:
        temperature = min(_TEMPERATURES, key=lambda t: _log_loss(odds / np.float32(t), faces))
        settings = [(t, s) for t in dict.fromkeys((trust, *_TRUSTS)) for s in _SHARPNESS]
    if not len(held_out):
        return HeldOutOdds(held_out, odds, temperature, trust, sharpness)
    results = []
    for trust, sharpness in settings:
        parts = [
            upright_odds(
                replace(fold.prototype_head, trust=trust, sharpness=sharpness),
                fold_odds / np.float32(temperature),
                maps.values[fold.held_out, 0, 0].astype(np.float32),
            )
            for fold, fold_odds in zip(folds, by_fold, strict=True)
        ]
        results.append(HeldOutOdds(held_out, np.concatenate(parts), temperature, trust, sharpness))
    return min(results, key=lambda result: _log_loss(result.odds, faces))


def _log_loss(odds: NDArray[np.float32], faces: NDArray[np.intp]) -> float:
    """The mean negative log probability of the true faces."""
    true_probs = softmax(odds, 1.0)[np.arange(len(faces)), faces]
    return -float(np.log(np.maximum(true_probs, 1e-6)).mean())


def _interpolated(own: Layer, adapted: Layer, weight: float) -> Layer:
    """The mean of the network's own layer and the adapted one, weighted with ``weight``, 0..1."""
    share = np.float32(weight)
    weights = (1 - share) * own.weights + share * adapted.weights
    return replace(own, weights=weights, bias=(1 - share) * own.bias + share * adapted.bias)


def _evaluated_tiles(
    tiles: Sequence[LabelledTiles], examples: Examples, held_out: HeldOutOdds, before: NDArray[np.intp]
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


def _firm_score(tiles: Sequence[LabelledTiles], usual: float) -> float | None:
    """A firm score for photos of the set if the usual one is too high; None if no stray is below it."""
    found = np.concatenate([part.found[part.found > 0] for part in tiles])
    stray = np.concatenate([part.stray for part in tiles])
    if not len(found) or len(found) == len(tiles):  # cut-out faces do not come from the finder
        return None
    score = _FIRM_MARGIN * float(np.quantile(found, _MISSED))
    return score if score < usual and stray.max(initial=0.0) < score else None

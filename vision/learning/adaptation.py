"""Adapts a reader to a tile set: shown as it is known best, fitted, and measured on photos left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.labels import INDEX, LABELS, RED_FIVES
from yakulens.vision.learning.copies import COPIES, altered
from yakulens.vision.learning.examples import LabelledTiles
from yakulens.vision.learning.feature_extractor import FeatureExtractor
from yakulens.vision.learning.fit import QUICK, REFINED, Effort, fitted
from yakulens.vision.learning.ink import lighter_ink
from yakulens.vision.learning.prototype_head import FEWER_ROWS, Maps, fit_prototypes
from yakulens.vision.naming.crop_answers import softmax
from yakulens.vision.naming.tile_set import WORTH, Examples, HeldOut, Layer, PrototypeHead, TileSet, pooled
from yakulens.vision.picture.color_transform import ColorTransform
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.picture.show import show_photo

_COLOR_TRANSFORMS: Final = tuple(
    ColorTransform(negative=negative, mirrored=mirrored, grey=grey)
    for mirrored in (False, True)
    for grey in (False, True)
    for negative in (False, True)
)
_CLEARLY: Final = 0.15
"""With each way in which a colour transform differs from the plain one, the right faces must have so much
more log probability on average."""
_UNKNOWN: Final = 1e-2
"""A face with less probability is not known; how much less says nothing."""
_ASKED: Final = 120
"""So many tiles say which colour transform is right."""
_MOST: Final = 32
"""More examples of one face teach nothing new."""
_FOLDS: Final = 5
_GOOD: Final = 0.98
"""Where fewer of the tiles held back are read right, the layer is fitted for longer."""
_HEATS: Final = (1.0, 0.8, 0.65, 0.5)
"""The odds may be this much colder than fitted: with smoothed labels they come out too careful."""
_TRUSTS: Final = (0.0, 0.5, 1.0)
"""How far the layer's word may count beside the prototype head's."""
_SHARPNESS: Final = (WORTH, 20.0, 30.0)
"""By what the likeness of maps may be multiplied to become log odds; tiles held back say which is best."""
_UNPROVEN: Final = 0.25, WORTH
"""Trust and sharpness where nothing is held back, so that nobody is too sure: the layer counts by a quarter
of the share of the examples that the network names right by itself, and likeness is worth little."""
_CAREFUL: Final = 1.3
"""Where nothing is held back the layer's odds are this much warmer than fitted."""
_KNOWN_LESS: Final = 0.1
"""What was learnt counts in full where the network by itself names this share of the examples wrong, and not
at all where it names all of them right. So it is where nothing is held back, and where tiles held back are
read no better than by the network alone."""
_FEW: Final = 10
"""Fewer tiles held back prove nothing."""
_FOUND: Final = 0.02
"""All tiles of a set but this share are to be firmly found."""
_BELOW: Final = 0.9
"""The objectness of the faintest of these is multiplied by this, which leaves some room below it."""
_CHANCE: Final = 1
"""One tile of a face fewer may be chance."""


class Mistake(NamedTuple):
    """A tile of a photo left out that is still read wrong.

    Attributes:
        photo: which of the photos, by position.
        tile: which of its tiles, by position.
        read: what it is taken for.
        score: with what probability.
    """

    photo: int
    tile: int
    read: str
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class AdaptationResult:
    """What came of adapting a reader to a tile set.

    Attributes:
        tile_set: what was learnt.
        by_face: each face with how tiles of it on photos left out were read before and after.
        mistakes: the tiles of photos left out that are still read wrong.
        refined: whether the layer was fitted for longer.
        copied: how altered copies of each face were read before and after; empty unless too few tiles could
            be left out.
    """

    tile_set: TileSet
    by_face: dict[str, HeldOut]
    mistakes: tuple[Mistake, ...]
    refined: bool
    copied: Mapping[str, HeldOut] = field(default_factory=dict)

    @property
    def worse(self) -> tuple[str, ...]:
        """Faces of which more tiles are read wrong than before, by more than chance."""
        every = (*self.by_face.items(), *self.copied.items())
        return tuple(dict.fromkeys(face for face, held in every if held.after < held.before - _CHANCE))

    @property
    def better(self) -> bool:
        """Whether nothing is lost by the set: as many tiles are right as before, and no face got worse."""
        return self._gained >= 0 and not self.worse

    @property
    def gains(self) -> bool:
        """Whether the set is worth having: more tiles are right, or found at all, and no face got worse."""
        return self.better and (self._gained > 0 or self.tile_set.firm_score is not None)

    @property
    def _gained(self) -> int:
        """How many more tiles are right: of those left out, and of copies where these were few."""
        measured = (self.tile_set.held_out, *self.copied.values())
        return sum(held.after - held.before for held in measured)


def adapt(
    name: str, tiles: Sequence[LabelledTiles], extractor: FeatureExtractor, firm_score: float, made: str = ""
) -> AdaptationResult:
    """Adapt a reader to a set.

    Args:
        name: what people call it.
        tiles: of each photo; at least one tile.
        extractor: of the model, for a set with red fives or one without (`FeatureExtractor.of_set`).
        firm_score: objectness from which the finder's detections count.
        made: when, ISO 8601.
    """
    color_transform = best_color_transform(tiles, extractor)
    examples, maps = seen(tiles, extractor, color_transform)
    known_before = np.concatenate([part.read for part in tiles])
    heads = fit_heads(examples, maps, extractor)
    by_face, mistakes = _measured(tiles, examples, heads.held_out, known_before)
    figures = np.array([[h.of, h.before, h.after] for h in by_face.values()], int).reshape(-1, 3).sum(axis=0)
    tile_set = TileSet(
        name=name,
        reader=extractor.sha256,
        layer=heads.layer,
        prototype_head=heads.prototype_head,
        coloured=heads.coloured,
        color_transform=color_transform,
        firm_score=_firm(tiles, firm_score),
        examples=_kept(examples),
        held_out=HeldOut(*figures.tolist()),
        made=made,
    )
    few = len(heads.held_out.tiles) < _FEW
    copied = _on_copies(tiles, extractor, color_transform, heads) if few else {}
    return AdaptationResult(tile_set, by_face, mistakes, heads.refined, copied)


def shows_reds(tiles: Sequence[LabelledTiles]) -> bool:
    """Whether a red five is among the tiles: where none is, the set is taken to have none."""
    return any(np.isin(part.faces, [INDEX[red] for red in RED_FIVES]).any() for part in tiles)


def _on_copies(
    tiles: Sequence[LabelledTiles],
    extractor: FeatureExtractor,
    color_transform: ColorTransform,
    heads: AdaptedHeads,
) -> dict[str, HeldOut]:
    """How altered copies of the tiles are read by the network alone, and by what was learnt, by face.

    Alone it reads them under whichever colour transform it knows better, as it does on any photo.
    """
    network = replace(extractor.layer, reds=True)
    parts, in_set, as_is, after = [], [], [], []
    for part in (altered(each, number) for each in tiles for number in range(COPIES)):
        shown, quads = as_shown(part, color_transform)
        features, maps = extractor.reader.features(shown.inks, quads)
        parts.append(part.faces)
        in_set.append(network(features).argmax(axis=1))
        as_is.append(network(extractor.reader.features(part.photo, part.quads)[0]).argmax(axis=1))
        after.append(heads.prototype_head(heads.layer(features), pooled(maps)).argmax(axis=1))
    faces = np.concatenate(parts)
    alone = max((np.concatenate(way) == faces for way in (as_is, in_set)), key=np.count_nonzero)
    right = np.concatenate(after) == faces
    return {
        LABELS[face]: HeldOut(int(of.sum()), int(alone[of].sum()), int(right[of].sum()))
        for face, of in ((face, faces == face) for face in np.unique(faces).tolist())
    }


class HeldOutOdds(NamedTuple):
    """How tiles left out are read by what was learnt from the others, and what reads them best.

    Attributes:
        tiles: ``(N,)`` intp, which tiles were left out.
        odds: ``(N, 39)`` float32, log odds of these tiles by what was learnt from the others.
        heat: by what the layer's odds are to be divided.
        trust: how far the layer's word counts beside the prototype head's.
        sharpness: by what likeness of maps is multiplied to become log odds.
    """

    tiles: NDArray[np.intp]
    odds: NDArray[np.float32]
    heat: float
    trust: float
    sharpness: float

    def right(self, faces: NDArray[np.intp]) -> int:
        """How many of the tiles are read right."""
        return int((self.odds.argmax(axis=1) == faces[self.tiles]).sum())


class AdaptedHeads(NamedTuple):
    """The last layers of a reader adapted to a set.

    Attributes:
        layer: from features to faces.
        prototype_head: from maps to faces.
        coloured: the layer for crops in colours where the set is read in greys; else None.
        held_out: how tiles left out were read.
        refined: whether the layer was fitted for longer.
    """

    layer: Layer
    prototype_head: PrototypeHead
    coloured: Layer | None
    held_out: HeldOutOdds
    refined: bool


def fit_heads(examples: Examples, maps: Maps, extractor: FeatureExtractor) -> AdaptedHeads:
    """Fit the reader's last layers to a set, of which features and maps of at least one tile are known."""
    folds = [fold for fold in _folds(examples) if len(fold)]
    effort = QUICK
    rests = [_rest(examples, fold) for fold in folds]
    prototype_heads = [fit_prototypes(maps[rest], 1.0, _UNPROVEN[1], FEWER_ROWS) for rest in rests]
    parts = list(zip(folds, rests, prototype_heads, strict=True))
    held = _held_out(examples, maps, parts, extractor, effort)
    if len(held.tiles) and held.right(examples.faces) < _GOOD * len(held.tiles):
        again = _held_out(examples, maps, parts, extractor, REFINED)
        if again.right(examples.faces) > held.right(examples.faces):
            effort, held = REFINED, again
    layer = _cooled(_fit(extractor, examples.features, examples.faces, effort), held.heat)
    coloured = None
    if examples.coloured is not None:
        coloured = _cooled(_fit(extractor, examples.coloured, examples.faces, effort), held.heat)
    alone = held._replace(odds=extractor.layer(examples.features[held.tiles, 0]))
    if len(held.tiles) < _FEW or held.right(examples.faces) <= alone.right(examples.faces):
        needed = _needed(examples, extractor)
        layer = _mixed(extractor.layer, layer, needed)
        coloured = None if coloured is None else _mixed(extractor.layer, coloured, needed)
        held = held._replace(
            odds=(1 - needed) * alone.odds + needed * held.odds,
            trust=1 - needed * (1 - held.trust),
            sharpness=needed * held.sharpness,
        )
    told = fit_prototypes(maps, held.trust, held.sharpness)
    return AdaptedHeads(layer, told, coloured, held, effort is REFINED)


def best_color_transform(tiles: Sequence[LabelledTiles], extractor: FeatureExtractor) -> ColorTransform:
    """Choose the colour transform under which photos of a set are shown best.

    It shows dark ink on light tiles, as the finder learnt them; of these transforms it is the one under which
    the reader alone knows the faces best. Greys are chosen only where the reader names more tiles right in
    greys than in colours.
    """
    parts = tiles[:_ASKED]
    every = max(1, sum(len(part.faces) for part in parts) // _ASKED)
    lighter = sum(len(part.quads) * lighter_ink(part.photo, part.quads[:_ASKED]) for part in parts)
    negative = lighter > 0
    likely: dict[ColorTransform, float] = {}
    named: dict[ColorTransform, int] = {}
    allowed = [each for each in _COLOR_TRANSFORMS if each.negative is negative]
    for color_transform in allowed:
        total = count = 0.0
        named[color_transform] = 0
        for number, part in enumerate(parts):
            shown, quads = as_shown(part, color_transform)
            # Others of each photo: laid out in order, the same places would show the same few faces.
            chosen = np.arange(number % min(every, len(quads)), len(quads), every)
            odds = extractor.named(shown.inks, quads[chosen])
            right = softmax(odds, 1.0)[np.arange(len(chosen)), part.faces[chosen]]
            total += float(np.log(np.maximum(right, _UNKNOWN)).sum())
            named[color_transform] += int((odds.argmax(axis=1) == part.faces[chosen]).sum())
            count += len(chosen)
        odd = color_transform.mirrored + color_transform.grey
        likely[color_transform] = total / count - _CLEARLY * odd
    apart = [each for each in allowed if not each.grey or named[each] > named[replace(each, grey=False)]]
    return max(apart, key=likely.__getitem__)


def seen(
    tiles: Sequence[LabelledTiles], extractor: FeatureExtractor, color_transform: ColorTransform
) -> tuple[Examples, Maps]:
    """All tiles of each photo as the reader sees them under a colour transform."""
    features, coloured, maps = [], [], []
    for part in tiles:
        shown, quads = as_shown(part, color_transform)
        looked = extractor.extract(shown.inks, quads)
        features.append(looked[0])
        maps.append(looked[1])
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
    """The photo under a colour transform, and where its tiles lie on it, ``(N, 4, 2)`` float32."""
    where = color_transform.map_quads(part.quads, part.photo.size[1])
    return show_photo(color_transform, part.photo), where


def _folds(examples: Examples) -> Iterator[NDArray[np.intp]]:
    """Which tiles are left out together: those of some photos; single tiles where there is one photo.

    Only tiles of faces of which another example remains: nobody learns what is not shown.
    """
    photos = np.unique(examples.photos)
    parts = examples.photos if len(photos) > 1 else np.arange(len(examples))
    different = np.random.default_rng(0).permutation(np.unique(parts))
    for fold in np.array_split(different, min(_FOLDS, len(different))):
        out = np.isin(parts, fold)
        yield np.flatnonzero(out & np.isin(examples.faces, examples.faces[~out]))


def _rest(examples: Examples, fold: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which tiles teach while those of a fold are left out: none of its photos, where there are several."""
    rest = np.ones(len(examples), bool)
    if np.ptp(examples.photos):
        rest &= ~np.isin(examples.photos, examples.photos[fold])
    rest[fold] = False
    return rest


def _held_out(
    examples: Examples,
    maps: Maps,
    parts: Sequence[tuple[NDArray[np.intp], NDArray[np.bool_], PrototypeHead]],
    extractor: FeatureExtractor,
    effort: Effort,
) -> HeldOutOdds:
    """How tiles left out are read by what was learnt from the others, and what reads them best."""
    alone = extractor.layer(examples.features[:, 0]).argmax(axis=1) == examples.faces
    trust, sharpness = _UNPROVEN[0] * float(alone.mean()), _UNPROVEN[1]
    held = np.concatenate([np.zeros(0, np.intp), *(fold for fold, _, _ in parts)])
    layers = [_fit(extractor, examples.features[rest], examples.faces[rest], effort) for _, rest, _ in parts]
    each = [layer(examples.features[fold, 0]) for layer, (fold, _, _) in zip(layers, parts, strict=True)]
    odds = np.concatenate([np.zeros((0, len(LABELS)), np.float32), *each])
    faces = examples.faces[held]
    heat = _heat(odds, faces)
    if not len(held):
        return HeldOutOdds(held, odds, heat, trust, sharpness)
    seen_there = [maps.values[fold, 0, 0].astype(np.float32) for fold, _, _ in parts]
    ways = []
    tried = [(t, s) for t in dict.fromkeys((trust, *_TRUSTS)) for s in _SHARPNESS]
    for way in tried if len(held) >= _FEW else [(trust, sharpness)]:
        both = np.concatenate(
            [
                replace(prototype_head, trust=way[0], sharpness=way[1])(few / np.float32(heat), there)
                for (_, _, prototype_head), few, there in zip(parts, each, seen_there, strict=True)
            ]
        )
        ways.append((_surprise(both, faces), *way, both))
    _, trust, sharpness, odds = min(ways, key=lambda way: way[0])
    return HeldOutOdds(held, odds, heat, trust, sharpness)


def _fit(
    extractor: FeatureExtractor, features: NDArray[np.float32], faces: NDArray[np.intp], effort: Effort
) -> Layer:
    return fitted(extractor.layer, features, faces, extractor.known, effort)


def _heat(odds: NDArray[np.float32], faces: NDArray[np.intp]) -> float:
    """By what the odds are divided so that 0.9 means right nine times in ten, by tiles left out."""
    if len(faces) < _FEW:
        return _CAREFUL
    return min(_HEATS, key=lambda heat: _surprise(odds / np.float32(heat), faces))


def _surprise(odds: NDArray[np.float32], faces: NDArray[np.intp]) -> float:
    """How improbable the right faces are on average, as a logarithm."""
    right = softmax(odds, 1.0)[np.arange(len(faces)), faces]
    return -float(np.log(np.maximum(right, 1e-6)).mean())


def _needed(examples: Examples, extractor: FeatureExtractor) -> float:
    """How far what was learnt may count where nothing proves it: by what the network itself names wrong."""
    wrong = extractor.layer(examples.features[:, 0]).argmax(axis=1) != examples.faces
    return min(1.0, float(wrong.mean()) / _KNOWN_LESS)


def _mixed(own: Layer, learnt: Layer, part: float) -> Layer:
    """The network's own layer with so large a part of the learnt one."""
    share = np.float32(part)
    weights = (1 - share) * own.weights + share * learnt.weights
    return replace(own, weights=weights, bias=(1 - share) * own.bias + share * learnt.bias)


def _cooled(layer: Layer, heat: float) -> Layer:
    return replace(layer, weights=layer.weights / np.float32(heat), bias=layer.bias / np.float32(heat))


def _measured(
    tiles: Sequence[LabelledTiles],
    examples: Examples,
    held: HeldOutOdds,
    before: NDArray[np.intp],
) -> tuple[dict[str, HeldOut], tuple[Mistake, ...]]:
    """By face, and what is still wrong; tiles that the finder did not find are not counted."""
    starts = np.cumsum([0, *(len(part.faces) for part in tiles)])
    by_face: dict[str, HeldOut] = {}
    mistakes = []
    for tile, row in sorted(
        zip(held.tiles.tolist(), softmax(held.odds, 1.0), strict=True), key=lambda pair: pair[0]
    ):
        if before[tile] < 0:
            continue
        face = LABELS[examples.faces[tile]]
        had = by_face.get(face, HeldOut())
        taken = int(row.argmax())
        right = taken == examples.faces[tile]
        by_face[face] = HeldOut(
            had.of + 1, had.before + int(before[tile] == examples.faces[tile]), had.after + int(right)
        )
        if not right:
            photo = int(examples.photos[tile])
            mistakes.append(Mistake(photo, tile - int(starts[photo]), LABELS[taken], float(row[taken])))
    ordered = {face: by_face[face] for face in LABELS if face in by_face}
    return ordered, tuple(mistakes)


def _firm(tiles: Sequence[LabelledTiles], usual: float) -> float | None:
    """From which objectness a detection counts on photos of the set, where the usual one is too high.

    Only where what is found beside the tiles stays below it.
    """
    found = np.concatenate([part.found[part.found > 0] for part in tiles])
    stray = np.concatenate([part.stray for part in tiles])
    if not len(found) or len(found) == len(tiles):  # cut-out faces were not found by the finder
        return None
    lowest = _BELOW * float(np.quantile(found, _FOUND))
    return lowest if lowest < usual and stray.max(initial=0.0) < lowest else None


def _kept(examples: Examples) -> Examples:
    """At most so many examples of each face, the first of each."""
    rank = np.zeros(len(examples), np.intp)
    for face in np.unique(examples.faces):
        rank[examples.faces == face] = np.arange((examples.faces == face).sum())
    return examples[rank < _MOST]

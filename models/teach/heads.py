"""Fits a reader's last layers to the tiles of a set, and tests them on tiles held out of the fit."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.fit import QUICK, REFINED, Effort, fitted
from yakulens.models.teach.known_tiles import KnownTiles
from yakulens.models.teach.prototype_head import FEWER_ROWS, Maps, fit_prototypes
from yakulens.vision.labels import LABELS
from yakulens.vision.naming.crop_answers import softmax
from yakulens.vision.naming.standing import upright_odds
from yakulens.vision.naming.tile_set import WORTH, Examples, Layer, PrototypeHead

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
MIN_HELD_OUT: Final = 10
"""Least number of held-out tiles for a measurement."""


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


def fit_heads(examples: Examples, maps: Maps, own: Layer, known: KnownTiles) -> AdaptedHeads:
    """Fit the reader's last layers to the features and maps of at least one tile of a set.

    ``own`` is the reader's own last layer, and ``known`` are its features of known sets.
    """
    folds = _folds(examples, maps)
    faces = examples.faces
    effort, held_out = QUICK, _held_out(examples, maps, folds, QUICK, own=own, known=known)
    if len(held_out.tiles) and held_out.right(faces) < _GOOD * len(held_out.tiles):
        refined = _held_out(examples, maps, folds, REFINED, own=own, known=known)
        if refined.right(faces) > held_out.right(faces):
            effort, held_out = REFINED, refined

    before = held_out._replace(odds=own(examples.features[held_out.tiles, 0]))
    share: float | None = None
    if len(held_out.tiles) < MIN_HELD_OUT or held_out.right(faces) <= before.right(faces):
        wrong = own(examples.features[:, 0]).argmax(axis=1) != faces
        share = min(1.0, float(wrong.mean()) / _ERROR_RATE)
        held_out = held_out._replace(
            odds=(1 - share) * before.odds + share * held_out.odds,
            trust=1 - share * (1 - held_out.trust),
            sharpness=share * held_out.sharpness,
        )

    def layer_of(features: NDArray[np.float32]) -> Layer:
        layer = fitted(own, features, faces, known, effort)
        temperature = np.float32(held_out.temperature)
        layer = replace(layer, weights=layer.weights / temperature, bias=layer.bias / temperature)
        return layer if share is None else _interpolated(own, layer, share)

    return AdaptedHeads(
        layer_of(examples.features),
        fit_prototypes(maps, held_out.trust, held_out.sharpness),
        None if examples.coloured is None else layer_of(examples.coloured),
        held_out,
        effort is REFINED,
    )


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


def _held_out(  # noqa: PLR0913 - all that heads are fitted to
    examples: Examples,
    maps: Maps,
    folds: Sequence[_Fold],
    effort: Effort,
    *,
    own: Layer,
    known: KnownTiles,
) -> HeldOutOdds:
    """How heads fitted to the other tiles read held-out ones, and the settings that read them best."""
    right_before = own(examples.features[:, 0]).argmax(axis=1) == examples.faces
    trust, sharpness = _DEFAULT_TRUST * float(right_before.mean()), _DEFAULT_SHARPNESS
    held_out = np.concatenate([np.zeros(0, np.intp), *(fold.held_out for fold in folds)])
    by_fold = []
    for fold in folds:
        features, faces = examples.features[fold.training], examples.faces[fold.training]
        layer = fitted(own, features, faces, known, effort)
        by_fold.append(layer(examples.features[fold.held_out, 0]))
    odds: NDArray[np.float32] = np.concatenate([np.zeros((0, len(LABELS)), np.float32), *by_fold])
    faces = examples.faces[held_out]
    temperature = _DEFAULT_TEMPERATURE
    settings = [(trust, sharpness)]
    if len(held_out) >= MIN_HELD_OUT:
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

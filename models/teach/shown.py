"""The photos of a set as its reader is shown them: in which colours, and what it makes of their tiles."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.examples import LabelledTiles
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.ink import lighter_ink
from yakulens.models.teach.progress import CHOSEN, EXTRACTED, Progress, told, unwatched
from yakulens.models.teach.prototype_head import Maps
from yakulens.vision.naming.crop_answers import softmax
from yakulens.vision.naming.tile_set import Examples
from yakulens.vision.picture.color_transform import ColorTransform
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.picture.show import show_photo

_TRANSFORM_GAIN: Final = 0.15
"""Least gain in mean log probability of the true faces for mirroring or greys."""
_MIN_PROBABILITY: Final = 1e-2
"""Lower probabilities of the true face count as this."""
_TRANSFORM_TILES: Final = 120
"""Number of tiles that decide the colour transform."""


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
    for part in told(tiles, progress, CHOSEN, EXTRACTED):
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

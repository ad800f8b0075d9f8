"""The photos of a set as its reader is shown them: in which colours, and what it makes of their tiles."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from yakulens.models.teach.ink import lighter_ink
from yakulens.models.teach.labelled_tiles import LabelledTiles, P
from yakulens.models.teach.progress import CHOSEN, EXTRACTED, Progress, told, unwatched
from yakulens.models.teach.prototype_head import Maps
from yakulens.models.teach.tile_views import TileViews, extract
from yakulens.vision.naming.crop_answers import softmax
from yakulens.vision.naming.tile_set import Examples
from yakulens.vision.picture.color_transform import ColorTransform

_TRANSFORM_GAIN: Final = 0.15
"""Least gain in mean log probability of the true faces for mirroring or greys."""
_MIN_PROBABILITY: Final = 1e-2
"""Lower probabilities of the true face count as this."""
_TRANSFORM_TILES: Final = 120
"""Number of tiles that decide the colour transform."""


async def best_color_transform(tiles: Sequence[LabelledTiles[P]], views: TileViews[P]) -> ColorTransform:
    """Choose the colour transform under which the reader recognises a set's faces best.

    Only transforms that show dark ink on light tiles, as in most sets, are tried. Greys are chosen only if
    the reader names more tiles right in greys than in colour.
    """
    parts = tiles[:_TRANSFORM_TILES]
    step = max(1, sum(len(part.faces) for part in parts) // _TRANSFORM_TILES)
    light = 0.0
    for part in parts:
        light += len(part.quads) * lighter_ink(await views.cut(part.photo, part.quads[:_TRANSFORM_TILES]))
    candidates = [
        ColorTransform(negative=light > 0, mirrored=mirrored, grey=grey)
        for mirrored in (False, True)
        for grey in (False, True)
    ]
    # Photo by photo: who holds but one of them opens each once.
    totals = dict.fromkeys(candidates, 0.0)
    right = dict.fromkeys(candidates, 0)
    count = 0
    for number, part in enumerate(parts):
        # Each photo starts at another tile: in an ordered layout, the same places show the same faces.
        chosen = np.arange(number % min(step, len(part.quads)), len(part.quads), step)
        faces = part.faces[chosen]
        count += len(chosen)
        for shown in candidates:
            quads = quads_shown(part, shown)[chosen]
            odds = views.layer((await views.features(part.photo, quads, shown))[0])
            true_probs = softmax(odds, 1.0)[np.arange(len(chosen)), faces]
            totals[shown] += float(np.log(np.maximum(true_probs, _MIN_PROBABILITY)).sum())
            right[shown] += int((odds.argmax(axis=1) == faces).sum())
    allowed = [each for each in candidates if not each.grey or right[each] > right[replace(each, grey=False)]]
    return max(allowed, key=lambda each: totals[each] / count - _TRANSFORM_GAIN * (each.mirrored + each.grey))


async def extract_examples(
    tiles: Sequence[LabelledTiles[P]],
    views: TileViews[P],
    color_transform: ColorTransform,
    progress: Progress = unwatched,
) -> tuple[Examples, Maps]:
    """Features and maps of all tiles of each photo under a colour transform."""
    features, coloured, maps = [], [], []
    for part in told(tiles, progress, CHOSEN, EXTRACTED):
        quads = quads_shown(part, color_transform)
        part_features, part_maps = await extract(views, part.photo, quads, color_transform)
        features.append(part_features)
        maps.append(part_maps)
        if color_transform.grey:
            of_colours = await extract(views, part.photo, quads, color_transform, coloured=True)
            coloured.append(of_colours[0])
    faces = np.concatenate([part.faces for part in tiles])
    examples = Examples(
        np.concatenate(features),
        np.concatenate(coloured) if coloured else None,
        faces,
        np.repeat(np.arange(len(tiles)), [len(part.faces) for part in tiles]),
    )
    return examples, Maps(np.concatenate(maps), faces)


def quads_shown(part: LabelledTiles[P], color_transform: ColorTransform) -> NDArray[np.float32]:
    """The quads of a photo's tiles on it as shown under a colour transform, ``(N, 4, 2)`` float32."""
    return color_transform.map_quads(part.quads, part.photo.size[1])

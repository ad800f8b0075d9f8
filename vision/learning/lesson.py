"""A tile set learnt: shown as it is known best, fitted, and measured on photos that were left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from vision.labels import LABELS
from vision.learning.fit import QUICK, REFINED, fitted
from vision.naming.reader import softmax
from vision.naming.tile_set import Examples, HeldOut, Layer, TileSet
from vision.picture.rendition import PLAIN, Rendition

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.learning.examples import LabelledTiles
    from vision.learning.eye import Eye
    from vision.learning.fit import Effort
    from vision.picture.pyramid import Pyramid

_RENDITIONS: Final = tuple(
    Rendition(negative=negative, mirrored=mirrored, grey=grey)
    for mirrored in (False, True)
    for grey in (False, True)
    for negative in (False, True)
)
_CLEARLY: Final = 0.15
"""Another rendition than the plain one must give the right faces this much more of log probability each."""
_ASKED: Final = 120
"""So many tiles say which rendition is right."""
_MOST: Final = 32
"""More examples of one face teach nothing new."""
_FOLDS: Final = 5
_GOOD: Final = 0.98
"""Where fewer of the tiles held back are read right, the layer is fitted for longer."""
_HEATS: Final = (1.0, 0.8, 0.65, 0.5)
"""The odds may be this much colder than fitted: with smoothed labels they come out too careful."""
_FOUND: Final = 0.02
"""All tiles of a set but so many are to be firmly found ..."""
_BELOW: Final = 0.9
"""... with some room below them."""
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
class Lesson:
    """What came of learning a set.

    Attributes:
        tile_set: what was learnt.
        by_face: each face with how tiles of it on photos left out were read before and after.
        mistakes: what is still wrong there.
        refined: whether the layer was fitted for longer.
    """

    tile_set: TileSet
    by_face: dict[str, HeldOut]
    mistakes: tuple[Mistake, ...]
    refined: bool

    @property
    def worse(self) -> tuple[str, ...]:
        """Faces of which more tiles are read wrong than before, by more than chance.

        >>> of_face = {"1m": HeldOut(9, 9, 7), "2m": HeldOut(9, 9, 8)}
        >>> examples = Examples(np.zeros((0, 1, 1), "f"), None, np.zeros(0, int), np.zeros(0, int))
        >>> layer = Layer(np.zeros((39, 1), "f"), np.zeros(39, "f"))
        >>> Lesson(TileSet("mine", "", layer, examples), of_face, (), False).worse
        ('1m',)
        """
        return tuple(face for face, held in self.by_face.items() if held.after < held.before - _CHANCE)

    @property
    def better(self) -> bool:
        """Whether the set is worth having: as many tiles are right as before, and no face got worse."""
        held = self.tile_set.held_out
        return held.after >= held.before and not self.worse


def learnt(name: str, tiles: Sequence[LabelledTiles], eye: Eye, firm_score: float, made: str = "") -> Lesson:
    """Learn a set.

    Args:
        name: what people call it.
        tiles: of each photo; at least one tile.
        eye: the reader with its features.
        firm_score: objectness from which the finder's detections count.
        made: when, ISO 8601.
    """
    rendition = best_rendition(tiles, eye)
    examples = seen(tiles, eye, rendition)
    known_before = np.concatenate([part.read for part in tiles])
    folds = [fold for fold in _folds(examples) if len(fold)]
    effort = QUICK
    held, odds = _held_out(examples, folds, eye, effort)
    if len(held) and _right(examples, held, odds) < _GOOD * len(held):
        again = _held_out(examples, folds, eye, REFINED)[1]
        if _right(examples, held, again) > _right(examples, held, odds):
            effort, odds = REFINED, again
    heat = _heat(odds, examples.faces[held])
    layer, coloured = (
        None if features is None else _cooled(_fit(eye, features, examples.faces, effort), heat)
        for features in (examples.features, examples.coloured)
    )
    assert layer is not None  # noqa: S101 - a set has features
    by_face, mistakes = _measured(tiles, examples, held, known_before, softmax(odds, heat))
    figures = np.array([[h.of, h.before, h.after] for h in by_face.values()], int).reshape(-1, 3).sum(axis=0)
    tile_set = TileSet(
        name=name,
        reader=eye.sha256,
        layer=layer,
        coloured=coloured,
        rendition=rendition,
        firm_score=_firm(tiles, firm_score),
        examples=_kept(examples),
        held_out=HeldOut(*figures.tolist()),
        made=made,
    )
    return Lesson(tile_set, by_face, mistakes, effort is REFINED)


def best_rendition(tiles: Sequence[LabelledTiles], eye: Eye) -> Rendition:
    """How photos of the set are shown best: as the network alone knows their faces best.

    Args:
        tiles: of each photo.
        eye: the reader with its features.
    """
    share = max(1, round(_ASKED / len(tiles)))
    likely = []
    for rendition in _RENDITIONS:
        total = count = 0.0
        for part in tiles[:_ASKED]:
            shown, quads = _shown(part, rendition)
            chosen = np.unique(np.linspace(0, len(quads) - 1, min(share, len(quads))).round().astype(int))
            features = eye.reader.features(shown.inks, quads[chosen])
            right = softmax(eye.layer(features), 1.0)[np.arange(len(chosen)), part.faces[chosen]]
            total += float(np.log(np.maximum(right, 1e-4)).sum())
            count += len(chosen)
        likely.append(total / count - (0.0 if rendition == PLAIN else _CLEARLY))
    return _RENDITIONS[int(np.argmax(likely))]


def seen(tiles: Sequence[LabelledTiles], eye: Eye, rendition: Rendition) -> Examples:
    """All tiles as the reader sees them in a rendition.

    Args:
        tiles: of each photo.
        eye: the reader with its features.
        rendition: how the photos are shown.
    """
    features, coloured = [], []
    for part in tiles:
        shown, quads = _shown(part, rendition)
        features.append(eye.look(shown.inks, quads))
        if rendition.grey:
            coloured.append(eye.look(shown, quads))
    return Examples(
        np.concatenate(features),
        np.concatenate(coloured) if coloured else None,
        np.concatenate([part.faces for part in tiles]),
        np.repeat(np.arange(len(tiles)), [len(part.faces) for part in tiles]),
    )


def _shown(part: LabelledTiles, rendition: Rendition) -> tuple[Pyramid, NDArray[np.float32]]:
    """The photo in the rendition, and where the tiles lie on it."""
    quads = part.quads
    if rendition.mirrored:
        quads = quads[:, (1, 0, 3, 2)].copy()
        quads[..., 0] = part.photo.size[1] - quads[..., 0]
    return rendition.of(part.photo), quads


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


def _held_out(
    examples: Examples, folds: Sequence[NDArray[np.intp]], eye: Eye, effort: Effort
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Tiles left out, and ``(N, 39)`` their log odds by what was learnt from the others."""
    odds = np.zeros((0, len(LABELS)), np.float32)
    held = np.zeros(0, np.intp)
    for fold in folds:
        # Tiles of a photo that is left out teach nothing either, though they are not asked for.
        rest = np.ones(len(examples), bool)
        if np.ptp(examples.photos):
            rest &= ~np.isin(examples.photos, examples.photos[fold])
        rest[fold] = False
        layer = _fit(eye, examples.features[rest], examples.faces[rest], effort)
        odds = np.concatenate([odds, layer(examples.features[fold, 0])])
        held = np.concatenate([held, fold])
    return held, odds


def _fit(eye: Eye, features: NDArray[np.float32], faces: NDArray[np.intp], effort: Effort) -> Layer:
    return fitted(eye.layer, features, faces, eye.known, effort)


def _right(examples: Examples, held: NDArray[np.intp], odds: NDArray[np.float32]) -> int:
    return int((odds.argmax(axis=1) == examples.faces[held]).sum())


def _heat(odds: NDArray[np.float32], faces: NDArray[np.intp]) -> float:
    """By what the odds are divided so that 0.9 means right nine times in ten, by tiles left out."""
    if not len(faces):
        return _HEATS[1]

    def surprise(heat: float) -> float:
        right = softmax(odds, heat)[np.arange(len(faces)), faces]
        return -float(np.log(np.maximum(right, 1e-6)).mean())

    return min(_HEATS, key=surprise)


def _cooled(layer: Layer, heat: float) -> Layer:
    return Layer(layer.weights / np.float32(heat), layer.bias / np.float32(heat))


def _measured(
    tiles: Sequence[LabelledTiles],
    examples: Examples,
    held: NDArray[np.intp],
    before: NDArray[np.intp],
    after: NDArray[np.float32],
) -> tuple[dict[str, HeldOut], tuple[Mistake, ...]]:
    """By face, and what is still wrong; tiles that the finder did not find are not counted."""
    starts = np.cumsum([0, *(len(part.faces) for part in tiles)])
    by_face: dict[str, HeldOut] = {}
    mistakes = []
    for tile, row in sorted(zip(held.tolist(), after, strict=True), key=lambda pair: pair[0]):
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
    return examples.take(rank < _MOST)

"""The survey's scenes, rendered and recognised by the model, cached in a folder for the next run.

Rendering and finding take seconds per scene, the layout milliseconds. With finds cached, a change of the
layout is judged at once. Runs can be stopped, resumed and shared between processes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.layout.kept import arrays_of, detections_in, keep
from tests.vision.ideal import kind_number
from yakulens.app.cli.synth import ARTWORK
from yakulens.datasets.render.arrange import arrange
from yakulens.datasets.render.designs import art_design, draw_design, load_face
from yakulens.datasets.render.face_canvas import find_fonts
from yakulens.datasets.render.photograph import photograph
from yakulens.datasets.render.scene import Arrangement
from yakulens.datasets.render.viewpoint import seat
from yakulens.vision.detections import Detections
from yakulens.vision.labels import OTHER
from yakulens.vision.layout.read import layout_by
from yakulens.vision.photo_search import Recognition
from yakulens.vision.picture.photo import load
from yakulens.vision.reading import Reading
from yakulens.vision.recognise import Recogniser

_PHOTO: Final = 7  # separates the photo's random numbers from the arrangement's
_MATCHED: Final = 0.5  # maximum distance of a find's centre from its tile's, in short sides of the tile


@dataclass(frozen=True, slots=True)
class Seen:
    """A scene, its photo, and where its tiles lie on the photo.

    Attributes:
        scene: the arrangement.
        side: the direction that it was photographed from.
        recognition: what the model detects on the photo.
        truth: ``(P, 4, 2)`` quads of the scene's placements, photo pixels.
        visible: ``(P,)`` visible share of each.
    """

    scene: Arrangement
    side: float
    recognition: Recognition
    truth: NDArray[np.float32]
    visible: NDArray[np.float32]

    @property
    def detections(self) -> Detections:
        """The detections that count as tiles."""
        return self.recognition.detections

    @property
    def unfiltered(self) -> Detections:
        """All detections."""
        return self.recognition.unfiltered

    def owners(self, reading: Reading) -> list[int]:
        """The placement that each tile of a reading shows (-1: a false positive)."""
        quads = np.array([tile.quad for tile in reading.tiles], np.float32).reshape(-1, 4, 2)
        return [int(k) for k in _match(quads, self.truth, self.visible)]


class Gallery:
    """The photos of a folder; missing ones are made."""

    def __init__(
        self,
        folder: Path,
        fonts: list[str],
        model: str | None,
        size: tuple[int, int] = (960, 1280),
    ) -> None:
        """Open a folder of photos and finds.

        Args:
            folder: of the cache.
            fonts: folders of fonts for the designs; empty means the project's artwork alone.
            model: name or card; None means the bundled model.
            size: height and width of new photos, pixels.
        """
        self.folder, self._size = folder, size
        folder.mkdir(parents=True, exist_ok=True)
        self._fonts, self._model = fonts, model
        self._ready: tuple[Recogniser, list[str], list[str]] | None = None

    def show(self, kind: str, seed: int) -> Seen:
        """One scene of the survey as the model sees it."""
        scene, turn, path = self._rendered(kind, seed)
        with np.load(path) as kept:
            return Seen(scene, turn, self._recognise(path), kept["truth"], kept["visible"])

    def photo(self, kind: str, seed: int) -> Path:
        """The photo of one scene of the survey, a JPEG file."""
        return self._rendered(kind, seed)[2].with_suffix(".jpg")

    def way(self, kind: str, seed: int) -> Callable[[Detections, Detections | None], Reading]:
        """The way to read a scene with its photo, on which the leveller judges which tiles lie on others."""
        model, pixels = self._tools()[0], load(self.photo(kind, seed)).pyramid

        def level(quads: NDArray[np.float32]) -> NDArray[np.float32]:
            return model.leveller.level(pixels, quads) if model.leveller else np.zeros(len(quads), np.float32)

        return lambda detections, every: layout_by(model.layout.opinion, detections, every, level).reading

    def _rendered(self, kind: str, seed: int) -> tuple[Arrangement, float, Path]:
        """A scene, the direction it is seen from, and the file with the truth of its photo."""
        index = kind_number(kind)
        scene = arrange(np.random.default_rng([seed, index]), kind)
        rng = np.random.default_rng([_PHOTO, seed, index])
        turn = seat(rng, scene)
        mark = hashlib.sha256(repr((scene, turn)).encode()).hexdigest()
        path = self.folder / f"{kind.replace(' ', '_').replace(',', '')}-{seed:05d}.npz"
        if not path.exists() or str(np.load(path)["mark"]) != mark:
            self._make(path, scene, turn, rng, mark)
        return scene, turn, path

    def _make(self, path: Path, scene: Arrangement, turn: float, rng: np.random.Generator, mark: str) -> None:
        _, characters, pictures = self._tools()
        if characters and rng.random() > 1 / 8:
            design = draw_design(rng, characters, pictures)
        else:
            design = art_design(ARTWORK, rng, load_face(ARTWORK / f"{OTHER}.png"))
        shot = photograph(scene, design, rng, size=self._size, azimuth=turn)
        cv2.imwrite(str(path.with_suffix(".jpg")), shot.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])
        path.with_suffix(".detections.npz").unlink(missing_ok=True)
        keep(path, mark=mark, truth=shot.truth.quads, visible=shot.truth.visible)

    def _recognise(self, photo: Path) -> Recognition:
        """What the model detects on a photo, cached beside it."""
        path = photo.with_suffix(".detections.npz")
        if not path.exists():
            done = self._tools()[0].recognise(load(photo.with_suffix(".jpg")))
            keep(path, **arrays_of(done.detections, "tiles_"), **arrays_of(done.unfiltered, "unfiltered_"))
        with np.load(path) as kept:
            return Recognition(detections_in(kept, "tiles_"), detections_in(kept, "unfiltered_"))

    def _tools(self) -> tuple[Recogniser, list[str], list[str]]:
        if self._ready is None:
            characters, pictures = find_fonts([Path(f) for f in self._fonts]) if self._fonts else ([], [])
            self._ready = Recogniser.load(self._model), characters, pictures
        return self._ready


def _match(
    found: NDArray[np.float32], truth: NDArray[np.float32], visible: NDArray[np.float32]
) -> NDArray[np.int64]:
    """``(N,)`` tile of each detection, nearest first, each tile at most once; else -1."""
    owner = np.full(len(found), -1, np.int64)
    if not len(found):
        return owner
    edges = np.linalg.norm(np.roll(truth, -1, axis=1) - truth, axis=2).min(axis=1)
    apart = np.linalg.norm(found.mean(axis=1)[:, None] - truth.mean(axis=1)[None], axis=2)
    apart = np.where(visible[None] > 0, apart / np.maximum(edges, 1.0)[None], np.inf)
    for flat in np.argsort(apart, axis=None):
        i, k = divmod(int(flat), len(truth))
        if apart[i, k] > _MATCHED:
            break
        if owner[i] < 0 and k not in owner:
            owner[i] = k
    return owner

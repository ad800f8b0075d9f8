"""The reader: what each detected tile shows, which way up it lies, and where exactly its corners are.

`namer` interprets its network's answers. Quads are ``(N, 4, 2)`` float32 photo pixels, clockwise.
"""

from collections.abc import Sequence
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from yakulens.vision.coroutines import run
from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.model_card import ReaderSettings
from yakulens.vision.naming.crop_answers import HEIGHT, WIDTH, ReaderResult
from yakulens.vision.naming.namer import FEATURES, MAPS, OUTPUT_SHAPES, Crops, Namer, NetworkOutputs, mismatch
from yakulens.vision.naming.rectify import crops
from yakulens.vision.naming.tile_set import TileSet
from yakulens.vision.picture.pyramid import Pyramid

INPUT: Final = "crops"
OUTPUTS: Final = (*OUTPUT_SHAPES, FEATURES, MAPS)


class Reader:
    """Names tiles with one network."""

    def __init__(
        self, session: InferenceSession, settings: ReaderSettings, tile_set: TileSet | None = None
    ) -> None:
        """Check that the network is a reader.

        Raises:
            SessionError: it is not a reader, or the set was learnt from other features.
        """
        shape = session.inputs.get(INPUT)
        if shape is None or list(shape[1:]) != [3, HEIGHT, WIDTH]:
            expected_input = f"a reader's input is 'crops' (N, 3, {HEIGHT}, {WIDTH})"
            raise SessionError(session.name, f"{expected_input}; found {session.inputs}")
        for name, expected in OUTPUT_SHAPES.items():
            actual = session.outputs.get(name)
            if actual is None or tuple(actual[1:]) != expected:
                message = f"a reader's output '{name}' is (N, {expected}); found {session.outputs}"
                raise SessionError(session.name, message)
        shapes = {name: shape[1:] for name, shape in session.outputs.items()}
        if tile_set is not None and (reason := mismatch(tile_set, shapes)):
            raise SessionError(session.name, reason)
        self._session = session
        self.namer = Namer(settings, tile_set)

    def for_set(self, tile_set: TileSet) -> Self:
        """The same network naming tiles of a learnt set.

        Raises:
            SessionError: the set was learnt from other features.
        """
        return type(self)(self._session, self.namer.settings, tile_set)

    def features(
        self, photo: Pyramid, quads: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The network's features of tiles ``(N, K)``, and maps ``(N, C, H, W)``."""
        arrays = self._run(photo, quads, (FEATURES, MAPS))
        return arrays[FEATURES], arrays[MAPS]

    def read(self, photo: Pyramid, quads: NDArray[np.float32]) -> ReaderResult:
        """Read quads as `Namer.read` says."""

        async def read_crops(crops: Crops) -> ReaderResult:
            return self.read_once(photo if crops.coloured else photo.inks, crops.quads)

        return run(self.namer.read(quads, read_crops, greys=photo.inks is not photo))

    def read_once(self, photo: Pyramid, quads: NDArray[np.float32], *, upright: bool = False) -> ReaderResult:
        """Read quads with one run for each batch of them; ``upright`` is that of `namer.Crops`."""

        async def outputs(quads: NDArray[np.float32]) -> NetworkOutputs:
            return self._run(photo, quads, self.namer.output_names)

        # Only a photo in colour has separate inks.
        coloured = photo.inks is not photo
        return run(self.namer.read_once(quads, outputs, coloured=coloured, upright=upright))

    def _run(
        self, photo: Pyramid, quads: NDArray[np.float32], output_names: Sequence[str]
    ) -> dict[str, NDArray[np.float32]]:
        """Some of the network's outputs, by name."""
        batch = self.namer.settings.batch
        parts: list[dict[str, NDArray[np.float32]]] = []
        for start in range(0, len(quads), batch):
            pixels = crops(photo, quads[start : start + batch])
            blob = np.ascontiguousarray(pixels.transpose(0, 3, 1, 2), np.float32) / np.float32(255)
            parts.append(self._session.run({INPUT: blob}, output_names))
        if not parts:
            shapes = {name: self._session.outputs[name][1:] for name in output_names}
            sizes = {
                name: [size for size in shape if isinstance(size, int)] for name, shape in shapes.items()
            }
            return {name: np.zeros((0, *size), np.float32) for name, size in sizes.items()}
        return {name: np.concatenate([part[name] for part in parts]) for name in output_names}


def whole_picture(size: tuple[int, int]) -> NDArray[np.float32]:
    """``(1, 4, 2)``: the quad of a cut-out face, which is the whole picture of ``(height, width)``."""
    height, width = size
    return np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)

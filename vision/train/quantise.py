"""Finder and reader in 8 bits: faster, less than half as large, and as often right.

The weights, and what flows into the convolutions, are whole numbers of 8 bits. What range they stand for is
measured on pictures like those that the networks were trained on. Layers that lose by it stay in float: the
first convolution, which sees the colours themselves, and of a finder its head, which says where corners lie,
and two modules of fine maps (``models/EXPERIMENTS.md``, 10, 33 and 39).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from yakulens.vision.finding import detector
from yakulens.vision.finding.detector import network_input
from yakulens.vision.finding.windows import first_windows
from yakulens.vision.models import FinderSettings
from yakulens.vision.naming import reader
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.synth.designs import TileDesigns
from yakulens.vision.train.reader_samples import rendered_reader
from yakulens.vision.train.real_photos import RealPhoto

_BATCH: Final = {detector.INPUT: 1, reader.INPUT: 32}
"""How many pictures are shown at once, by the network's input: a finder's, of which there are fewer, one."""
_MARK: Final = "QuantizeLinear"
_CONVOLUTION: Final = "Conv"
_WITHIN: Final = 99.999
"""Per cent of the values measured that a range holds: of the rare ones beyond it only the size is lost. With
99.99 a finder's log odds were off by half as much again."""
_MODULE: Final = re.compile(r"/model\.(\d+)/")
"""How ultralytics' export names the nodes of a finder's modules; the last module is its head."""
_FINE: Final = frozenset({2, 16})
"""A finder's first and last modules of fine maps, which lose most of all by 8 bits (EXPERIMENTS, 39)."""


def crops_for(designs: TileDesigns, *, crops: int = 576, seed: int = 2) -> list[NDArray[np.float32]]:
    """Crops ``(3, 96, 80)`` float32 RGB in 0..1 of rendered tiles, to measure a reader's ranges on."""
    rng = np.random.default_rng([seed, 79])
    taken: list[NDArray[np.uint8]] = []
    while len(taken) < crops:
        taken += [sample.crop for sample in rendered_reader(designs, rng)]
    return [np.asarray(crop.transpose(2, 0, 1), np.float32) / np.float32(255) for crop in taken[:crops]]


def pictures_for(photos: Sequence[RealPhoto], *, pictures: int = 48) -> list[NDArray[np.float32]]:
    """Photos, ``(3, 640, 640)`` float32 RGB in 0..1, as a finder is first shown them: for its ranges.

    So many are taken, evenly. Rendered and distorted pictures, of which it learns, spread the ranges wider
    than photos need: each step of 8 bits would be larger.
    """
    side = FinderSettings("").long_side
    step = max(1, len(photos) // pictures)
    shown = []
    for photo in photos[::step][:pictures]:
        pyramid = Pyramid(photo.pixels())
        (window,) = first_windows(pyramid.size, FinderSettings("", long_side=side))
        blob, _ = network_input(pyramid, window, (side, side))
        shown.append(blob[0])
    return shown


class _Batches(CalibrationDataReader):  # type: ignore[misc] # the engine's package has no types
    """Batches of one size, as the engine's calibration asks for them."""

    def __init__(self, pictures: Sequence[NDArray[np.float32]], name: str) -> None:
        self._name, self._batch = name, _BATCH[name]
        whole = len(pictures) // self._batch * self._batch
        self._parts = iter([pictures[start : start + self._batch] for start in range(0, whole, self._batch)])

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        part = next(self._parts, None)
        return None if part is None else {self._name: np.stack(part)}


def quantised(network: Path, pictures: Sequence[NDArray[np.float32]]) -> bytes:
    """A finder or a reader in 8 bits, as an ONNX file's bytes.

    Of a reader only the convolutions are, of a finder everything but its head, the first convolution and two
    modules: there what flows between the convolutions costs as much as they do. Weights keep to 7 of the 8
    bits: processors without instructions of their own for this would overflow.

    Args:
        network: ONNX file with float weights; its metadata are kept.
        pictures: float32 RGB in 0..1, ``(3, H, W)``, all of one size: at least 32 crops for a reader, one
            picture for a finder.

    Raises:
        ValueError: the network is in 8 bits already, is neither finder nor reader, or the pictures are too
            few.
    """
    if is_quantised(network):
        message = f"{network.name} is in 8 bits already; name the model that it was made from"
        raise ValueError(message)
    name = onnx.load(str(network)).graph.input[0].name
    if name not in _BATCH:
        message = f"{network.name} takes {name!r}: only a finder or a reader is made in 8 bits"
        raise ValueError(message)
    if len(pictures) < _BATCH[name]:
        message = f"{len(pictures)} pictures are too few to measure ranges; give {_BATCH[name]} and more"
        raise ValueError(message)
    with TemporaryDirectory() as folder:
        plain, out = Path(folder, "plain.onnx"), Path(folder, "out.onnx")
        quant_pre_process(str(network), str(plain), skip_symbolic_shape=True)
        nodes = onnx.load(str(plain)).graph.node
        first = next(n.name for n in nodes if n.op_type == _CONVOLUTION)
        quantize_static(
            str(plain),
            str(out),
            _Batches(pictures, name),
            op_types_to_quantize=[_CONVOLUTION] if name == reader.INPUT else None,
            nodes_to_exclude=[first, *_in_float([n.name for n in nodes])],
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.Percentile,
            extra_options={"CalibPercentile": _WITHIN},
        )
        smaller = onnx.load(str(out))
    kept = {entry.key for entry in smaller.metadata_props}
    smaller.metadata_props.extend(e for e in onnx.load(str(network)).metadata_props if e.key not in kept)
    data: bytes = smaller.SerializeToString()
    return data


def _in_float(nodes: Sequence[str]) -> list[str]:
    """Of a finder's nodes those of its head, which gives boxes, scores and angles, and of its fine maps.

    Of other networks none.
    """
    modules = {node: int(found[1]) for node in nodes if (found := _MODULE.match(node))}
    left = {max(modules.values(), default=-1), *_FINE}
    return [node for node, module in modules.items() if module in left]


def is_quantised(network: Path) -> bool:
    """Whether an ONNX file's weights are whole numbers, with which no training can go on."""
    nodes: Iterable[onnx.NodeProto] = onnx.load(str(network)).graph.node
    return any(node.op_type == _MARK for node in nodes)

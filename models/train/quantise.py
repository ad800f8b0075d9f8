"""Quantise finder and reader to 8 bits: faster, less than half as large, and as accurate.

Weights and inputs of convolutions become 8-bit integers; the ranges of the inputs are calibrated on pictures
like those of training. Layers that lose accuracy stay in float: the first convolution, and in a finder also
the head and two modules of fine maps (``models/EXPERIMENTS.md``, 10, 33 and 39).
"""

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

from yakulens.datasets.render.designs import TileDesigns
from yakulens.models.train.held_out import blob_of
from yakulens.models.train.reader_samples import rendered_reader
from yakulens.models.train.real_photos import RealPhoto
from yakulens.scorer.errors import InputError
from yakulens.vision.finding import detector
from yakulens.vision.finding.detector import network_input
from yakulens.vision.finding.windows import first_windows
from yakulens.vision.model_card import FinderSettings
from yakulens.vision.naming import reader
from yakulens.vision.picture.pyramid import Pyramid

_BATCH: Final = {detector.INPUT: 1, reader.INPUT: 32}
"""Pictures per calibration batch, by the name of the network's input."""
_MARK: Final = "QuantizeLinear"
_CONVOLUTION: Final = "Conv"
_PERCENTILE: Final = 99.999
"""Percentile of the measured values that a range covers; values beyond are clipped. With 99.99 a finder's log
odds are off by half as much again."""
_MODULE: Final = re.compile(r"/model\.(\d+)/")
"""How ultralytics' export names the nodes of a finder's modules; the last module is its head."""
_FINE: Final = frozenset({2, 16})
"""A finder's first and last modules of fine maps, which lose most by 8 bits (EXPERIMENTS, 39)."""


def crops_for(designs: TileDesigns, *, crops: int = 576, seed: int = 2) -> list[NDArray[np.float32]]:
    """Crops ``(3, 96, 80)`` float32 RGB in 0..1 of rendered tiles, to calibrate a reader's ranges."""
    rng = np.random.default_rng([seed, 79])
    samples: list[NDArray[np.uint8]] = []
    while len(samples) < crops:
        samples += [sample.crop for sample in rendered_reader(designs, rng)]
    return list(blob_of(samples[:crops]))


def pictures_for(photos: Sequence[RealPhoto], *, pictures: int = 48) -> list[NDArray[np.float32]]:
    """Inputs ``(3, 640, 640)`` float32 RGB in 0..1 of a finder for evenly chosen photos, to calibrate it.

    The rendered and augmented pictures of training have wider ranges than photos, which would make each 8-bit
    step larger.
    """
    settings = FinderSettings("")
    step = max(1, len(photos) // pictures)
    inputs = []
    for photo in photos[::step][:pictures]:
        pyramid = Pyramid(photo.pixels())
        (window,) = first_windows(pyramid.size, settings)
        blob, _ = network_input(pyramid, window, (settings.long_side, settings.long_side))
        inputs.append(blob[0])
    return inputs


class _Batches(CalibrationDataReader):  # type: ignore[misc] # the engine's package has no types
    """Batches of one size, as the engine's calibration reads them."""

    def __init__(self, pictures: Sequence[NDArray[np.float32]], name: str) -> None:
        self._name, self._batch = name, _BATCH[name]
        used = len(pictures) // self._batch * self._batch
        self._parts = iter([pictures[start : start + self._batch] for start in range(0, used, self._batch)])

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        part = next(self._parts, None)
        return None if part is None else {self._name: np.stack(part)}


def quantised(network: Path, pictures: Sequence[NDArray[np.float32]]) -> bytes:
    """Quantise a finder or a reader to 8 bits; return the bytes of the ONNX file.

    In a reader only convolutions are quantised. In a finder everything is, except the layers named above,
    because the operations between the convolutions cost as much. Weights use 7 of the 8 bits, since
    processors without special instructions would overflow.

    Args:
        network: ONNX file with float weights; its metadata is kept.
        pictures: float32 RGB in 0..1, ``(3, H, W)``, all of one size: at least 32 crops for a reader, one
            picture for a finder.

    Raises:
        InputError: the network is already in 8 bits or neither finder nor reader, or there are too few
            pictures.
    """
    if is_quantised(network):
        message = f"{network.name} is in 8 bits already; name the model that it was made from"
        raise InputError(message)
    name = onnx.load(str(network)).graph.input[0].name
    if name not in _BATCH:
        message = f"{network.name} takes {name!r}: only a finder or a reader is made in 8 bits"
        raise InputError(message)
    if len(pictures) < _BATCH[name]:
        message = f"{len(pictures)} pictures are too few to measure ranges; give {_BATCH[name]} and more"
        raise InputError(message)
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
            nodes_to_exclude=[first, *_unquantised([n.name for n in nodes])],
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.Percentile,
            extra_options={"CalibPercentile": _PERCENTILE},
        )
        model = onnx.load(str(out))
    keys = {entry.key for entry in model.metadata_props}
    model.metadata_props.extend(e for e in onnx.load(str(network)).metadata_props if e.key not in keys)
    data: bytes = model.SerializeToString()
    return data


def _unquantised(nodes: Sequence[str]) -> list[str]:
    """The nodes of a finder's head and modules of fine maps; empty for other networks."""
    modules = {node: int(match[1]) for node in nodes if (match := _MODULE.match(node))}
    in_float = {max(modules.values(), default=-1), *_FINE}
    return [node for node, module in modules.items() if module in in_float]


def is_quantised(network: Path) -> bool:
    """Whether an ONNX file's weights are integers, which cannot be trained."""
    nodes: Iterable[onnx.NodeProto] = onnx.load(str(network)).graph.node
    return any(node.op_type == _MARK for node in nodes)

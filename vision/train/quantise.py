"""The reader in 8 bits: twice as fast, a third as large, and as often right.

The convolutions' weights, and what flows into them, are whole numbers of 8 bits. What range they stand for is
measured on crops like those that the reader was trained on. The first convolution, which sees the colours
themselves, stays in float: that alone halves how far the probabilities move (``models/EXPERIMENTS.md``, 10).
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import numpy as np
import onnx
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.naming.reader import INPUT
from vision.train.reader_samples import rendered_reader

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from vision.synth.designs import TileDesigns

_BATCH: Final = 32
_MARK: Final = "QuantizeLinear"
_CONVOLUTION: Final = "Conv"
_WITHIN: Final = 99.99
"""Per cent of the values measured that a range holds: of the rare ones beyond it only the size is lost."""


def crops_for(designs: TileDesigns, *, crops: int = 576, seed: int = 2) -> list[NDArray[np.uint8]]:
    """Crops ``(96, 80, 3)`` uint8 RGB of rendered tiles, of which the ranges are measured.

    Args:
        designs: tile designs to choose from.
        crops: how many.
        seed: random seed of the scenes.
    """
    rng = np.random.default_rng([seed, 79])
    taken: list[NDArray[np.uint8]] = []
    while len(taken) < crops:
        taken += [sample.crop for sample in rendered_reader(designs, rng)]
    return taken[:crops]


class _Batches(CalibrationDataReader):  # type: ignore[misc] # the engine's package has no types
    """Batches of one size, as the engine's calibration asks for them."""

    def __init__(self, crops: list[NDArray[np.uint8]]) -> None:
        self._starts = iter(range(0, len(crops) - _BATCH + 1, _BATCH))
        self._crops = crops

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        start = next(self._starts, None)
        if start is None:
            return None
        batch = np.stack(self._crops[start : start + _BATCH]).transpose(0, 3, 1, 2)
        return {INPUT: np.ascontiguousarray(batch, np.float32) / np.float32(255)}


def quantised(reader: Path, crops: list[NDArray[np.uint8]]) -> bytes:
    """A reader in 8 bits, as an ONNX file's bytes.

    Weights keep to 7 of the 8 bits: processors without instructions of their own for this would overflow.

    Args:
        reader: ONNX file with float weights; its metadata are kept.
        crops: at least 32, ``(96, 80, 3)`` uint8 RGB.

    Raises:
        ValueError: the network is in 8 bits already, or the crops are too few.
    """
    if is_quantised(reader):
        message = f"{reader.name} is in 8 bits already; name the model that it was made from"
        raise ValueError(message)
    if len(crops) < _BATCH:
        message = f"{len(crops)} crops are too few to measure ranges; give {_BATCH} and more"
        raise ValueError(message)
    with TemporaryDirectory() as folder:
        plain, out = Path(folder, "plain.onnx"), Path(folder, "out.onnx")
        quant_pre_process(str(reader), str(plain), skip_symbolic_shape=True)
        first = next(n.name for n in onnx.load(str(plain)).graph.node if n.op_type == _CONVOLUTION)
        quantize_static(
            str(plain),
            str(out),
            _Batches(crops),
            op_types_to_quantize=[_CONVOLUTION],
            nodes_to_exclude=[first],
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.Percentile,
            extra_options={"CalibPercentile": _WITHIN},
        )
        network = onnx.load(str(out))
    kept = {entry.key for entry in network.metadata_props}
    network.metadata_props.extend(e for e in onnx.load(str(reader)).metadata_props if e.key not in kept)
    data: bytes = network.SerializeToString()
    return data


def is_quantised(network: Path) -> bool:
    """Whether an ONNX file's weights are whole numbers, with which no training can go on."""
    nodes: Iterable[onnx.NodeProto] = onnx.load(str(network)).graph.node
    return any(node.op_type == _MARK for node in nodes)

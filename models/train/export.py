"""Export training checkpoints to the ONNX files and the card that the runtime loads."""

import hashlib
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import onnx
import onnxslim
import torch
from torch import nn
from torch.nn.utils import fuse_conv_bn_eval

from yakulens.models.train.card import derive, set_networks
from yakulens.models.train.finder import build
from yakulens.models.train.layout import LayoutModule
from yakulens.models.train.leveller import LevellerNetwork
from yakulens.models.train.reader import ReaderNetwork
from yakulens.models.train.run import of_network
from yakulens.models.train.warm import normalised
from yakulens.scorer.whole_file import write_whole
from yakulens.vision.labels import LABELS
from yakulens.vision.layout import INPUT as TILES
from yakulens.vision.layout.network import MASK, PAIRS
from yakulens.vision.layout.tokens import OF_PAIR, OF_TILE
from yakulens.vision.model_card import CLASSES_SHA256, ModelCard
from yakulens.vision.naming import leveller
from yakulens.vision.naming.crop_answers import HEIGHT, WIDTH
from yakulens.vision.naming.levels import SIDE
from yakulens.vision.naming.reader import INPUT, OUTPUTS

_OPSET = 17


class _Network(NamedTuple):
    """How one network is exported.

    Attributes:
        build: creates the network with random weights.
        shapes: shape of an example of each input.
        axes: names of the inputs, then of the outputs, each with the names of its dynamic axes by number.
        metadata: metadata of the file.
    """

    build: Callable[[], nn.Module]
    shapes: tuple[tuple[int, ...], ...]
    axes: Mapping[str, dict[int, str]]
    metadata: Mapping[str, str]


_TILE_AXES: Final = {0: "scenes", 1: "tiles"}
_PAIR_AXES: Final = {0: "scenes", 1: "tiles", 2: "tiles"}
_NETWORKS: Final = {
    "finder": _Network(
        build,
        ((1, 3, 480, 640),),
        {"images": {2: "height", 3: "width"}, "output0": {2: "anchors"}},
        {
            "task": "obb",
            "names": str({0: "tile"}),
            "stride": "32",
            "description": "Yakulens finder: any visible front of a mahjong tile",
        },
    ),
    "reader": _Network(
        ReaderNetwork,
        ((2, 3, HEIGHT, WIDTH),),
        {name: {0: "tiles"} for name in (INPUT, *OUTPUTS)},
        {
            "names": str(dict(enumerate(LABELS))),
            "classes_sha256": CLASSES_SHA256,
            "description": "Yakulens reader: face, top edge and corners of a tile, and whether one is there",
        },
    ),
    "leveller": _Network(
        LevellerNetwork,
        ((2, 3, SIDE, SIDE),),
        {name: {0: "tiles"} for name in (leveller.INPUT, leveller.OUTPUT)},
        {"description": "Yakulens leveller: whether the tile in the middle lies on another"},
    ),
    "layout": _Network(
        LayoutModule,
        ((1, 5, OF_TILE), (1, 5, 5, OF_PAIR), (1, 5)),
        {
            TILES: _TILE_AXES, PAIRS: _PAIR_AXES, MASK: _TILE_AXES,
            "roles": _TILE_AXES, "seats": _TILE_AXES, "meant": _TILE_AXES,
            "call": _PAIR_AXES, "hand": _PAIR_AXES,
        },
        {"description": "Yakulens layout: what each tile is, whose, and which belong together"},
    ),
}  # fmt: skip
_REQUIRED: Final = ("finder", "reader")
"""Networks that every model must have."""


def onnx_of(network: str, checkpoint: Path) -> bytes:
    """Export a checkpoint's averaged weights as the bytes of an ONNX file with metadata.

    Of a run with held-out data they are those of its best state.

    Raises:
        RunError: the file is no checkpoint of that network.
    """
    build, shapes, axes, metadata = _NETWORKS[network]
    model = build()
    with of_network(checkpoint):
        state = torch.load(checkpoint, weights_only=True, map_location="cpu")
        model.load_state_dict(state.get("best_weights") or state["ema"])
    model.float().eval()
    if network == "finder":
        model.fuse(verbose=False)
        head = model.model[-1]
        head.export, head.format, head.dynamic = True, "onnx", True
    else:
        _fuse_normalisations(model)
    buffer = io.BytesIO()
    names = list(axes)
    with torch.no_grad():
        torch.onnx.export(
            model,
            tuple(torch.ones(shape) for shape in shapes),
            buffer,
            input_names=names[: len(shapes)],
            output_names=names[len(shapes) :],
            dynamic_axes=dict(axes),
            opset_version=_OPSET,
            dynamo=False,
        )
    # This fusion would rename the weights of the reader's corner head.
    graph = onnxslim.slim(onnx.load_from_string(buffer.getvalue()), skip_fusion_patterns=["FusionGemmMul"])
    # onnxslim lists the inner shapes in the order of a set, so that each process would write another file.
    del graph.graph.value_info[:]
    for key, value in metadata.items():
        graph.metadata_props.add(key=key, value=value)
    data: bytes = graph.SerializeToString()
    return data


def _fuse_normalisations(model: nn.Module) -> None:
    """Fuse the normalisations into their convolutions.

    The exporter would rename the weights, whose names `models.train.warm` needs.
    """
    for name, conv, norm in list(normalised(model)):
        model.set_submodule(name, fuse_conv_bn_eval(conv, norm))
        holder, _, number = name.rpartition(".")
        model.set_submodule(f"{holder}.{int(number) + 1}", nn.Identity())


def export_model(name: str, checkpoints: Mapping[str, Path], out: Path, base: ModelCard) -> Path:
    """Export networks from checkpoints and write their card: ``NAME.toml``, ``NAME-finder.onnx`` and so on.

    An existing card keeps its values, except metrics measured with other networks. A new model takes the
    networks without a checkpoint from ``base``. ``out`` must exist; returns the card's path.

    Raises:
        RunError: a checkpoint belongs to another network.
        ModelError: a network of the base cannot be used.
    """
    card = out / f"{name}.toml"
    networks = {network: onnx_of(network, file) for network, file in checkpoints.items()}
    if not card.is_file() and any(network not in networks for network in _REQUIRED):
        return derive(name, base, networks, out)
    described = {}
    for network, data in networks.items():
        file = card.with_name(f"{name}-{network}.onnx")
        write_whole(file, data)
        described[network] = {"file": file.name, "sha256": hashlib.sha256(data).hexdigest()}
        if network == "reader":
            described[network]["classes_sha256"] = CLASSES_SHA256
    set_networks(card, described, _CARD.format(name=name))
    return card


_CARD = """\
name = "{name}"
summary = "say what it is"
licence = "AGPL-3.0-or-later"
"""

"""From training checkpoints to the ONNX files and the card that the runtime loads.

Each network is exported with the averaged weights of its checkpoint. A file that is no checkpoint of that
network raises a `RunError`.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import onnx
import onnxslim
import torch
from torch import nn
from torch.nn.utils import fuse_conv_bn_eval

from yakulens.vision.labels import LABELS
from yakulens.vision.layout import INPUT as TILES
from yakulens.vision.layout.network import MASK, PAIRS
from yakulens.vision.layout.tokens import OF_PAIR, OF_TILE
from yakulens.vision.models import CLASSES_SHA256, ModelCard
from yakulens.vision.naming import leveller
from yakulens.vision.naming.crop_answers import HEIGHT, WIDTH
from yakulens.vision.naming.levels import SIDE
from yakulens.vision.naming.reader import INPUT, OUTPUTS
from yakulens.vision.train.card import derive, set_network
from yakulens.vision.train.finder import build
from yakulens.vision.train.layout import LayoutNetwork
from yakulens.vision.train.leveller import LevellerNetwork
from yakulens.vision.train.reader import ReaderNetwork
from yakulens.vision.train.run import Model, of_network
from yakulens.vision.train.warm import normalised

_OPSET = 17
_STRIDE = 32
_EXAMPLE_TILES = 5
"""Tiles of the example input with which the layout network is traced; their number is a free axis."""


def finder_network(checkpoint: Path) -> bytes:
    """The finder: raw output ``(1, 6, A)``, for any height and width."""
    model = _load(build(), checkpoint)
    model.fuse(verbose=False)
    head = model.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    return _onnx(
        model,
        torch.zeros(1, 3, 480, 640),
        names={"images": {2: "height", 3: "width"}, "output0": {2: "anchors"}},
        metadata={
            "task": "obb",
            "names": str({0: "tile"}),
            "stride": str(_STRIDE),
            "description": "Yakulens finder: any visible front of a mahjong tile",
        },
    )


def reader_network(checkpoint: Path) -> bytes:
    """The reader, for any number of crops."""
    model = _load(ReaderNetwork(), checkpoint)
    _fuse_normalisations(model)
    return _onnx(
        model,
        torch.zeros(2, 3, HEIGHT, WIDTH),
        names={k: {0: "tiles"} for k in (INPUT, *OUTPUTS)},
        metadata={
            "names": str(dict(enumerate(LABELS))),
            "classes_sha256": CLASSES_SHA256,
            "description": "Yakulens reader: face, top edge and corners of a tile, and whether one is there",
        },
    )


def leveller_network(checkpoint: Path) -> bytes:
    """The leveller, for any number of crops."""
    model = _load(LevellerNetwork(), checkpoint)
    _fuse_normalisations(model)
    return _onnx(
        model,
        torch.zeros(2, 3, SIDE, SIDE),
        names={k: {0: "tiles"} for k in (leveller.INPUT, leveller.OUTPUT)},
        metadata={"description": "Yakulens leveller: whether the tile in the middle lies on another"},
    )


def layout_network(checkpoint: Path) -> bytes:
    """The layout, for any number of scenes and tiles."""
    tiles, pairs = {0: "scenes", 1: "tiles"}, {0: "scenes", 1: "tiles", 2: "tiles"}
    return _onnx(
        _load(LayoutNetwork(), checkpoint),
        torch.zeros(1, _EXAMPLE_TILES, OF_TILE),
        torch.zeros(1, _EXAMPLE_TILES, _EXAMPLE_TILES, OF_PAIR),
        torch.ones(1, _EXAMPLE_TILES),
        names={
            TILES: tiles, PAIRS: pairs, MASK: tiles,
            "roles": tiles, "seats": tiles, "meant": tiles, "call": pairs, "hand": pairs,
        },
        metadata={"description": "Yakulens layout: what each tile is, whose, and which belong together"},
    )  # fmt: skip


def _load(model: Model, checkpoint: Path) -> Model:
    """The network with a checkpoint's averaged weights, ready to be exported."""
    with of_network(checkpoint):
        model.load_state_dict(torch.load(checkpoint, weights_only=True, map_location="cpu")["ema"])
    model.float().eval()
    return model


def _fuse_normalisations(model: nn.Module) -> None:
    """Fuse the normalisations into their convolutions.

    Done here rather than by the exporter, so that the weights keep the names that `vision.train.warm` reads.
    """
    for name, conv, norm in list(normalised(model)):
        model.set_submodule(name, fuse_conv_bn_eval(conv, norm))
        holder, _, number = name.rpartition(".")
        model.set_submodule(f"{holder}.{int(number) + 1}", nn.Identity())


def _onnx(
    model: nn.Module,
    *examples: torch.Tensor,
    names: Mapping[str, dict[int, str]],
    metadata: Mapping[str, str],
) -> bytes:
    """The network as an ONNX file's bytes, the metadata within it.

    There is an example for each input. The names are those of the inputs, then of the outputs, each with the
    names of its free axes by number.
    """
    buffer = io.BytesIO()
    ordered = list(names)
    with torch.no_grad():
        torch.onnx.export(
            model,
            examples,
            buffer,
            input_names=ordered[: len(examples)],
            output_names=ordered[len(examples) :],
            dynamic_axes=dict(names),
            opset_version=_OPSET,
            dynamo=False,
        )
    # This fusion would rename the weights of the reader's corners.
    graph = onnxslim.slim(onnx.load_from_string(buffer.getvalue()), skip_fusion_patterns=["FusionGemmMul"])
    for key, value in metadata.items():
        entry = graph.metadata_props.add()
        entry.key, entry.value = key, value
    data: bytes = graph.SerializeToString()
    return data


_EXPORT: Final = {
    "finder": finder_network, "reader": reader_network, "leveller": leveller_network, "layout": layout_network
}  # fmt: skip
_REQUIRED: Final = ("finder", "reader")
"""Networks that every model has."""


def export_model(name: str, checkpoints: Mapping[str, Path], out: Path, base: ModelCard) -> Path:
    """Export networks from checkpoints and write their card: ``NAME.toml``, ``NAME-finder.onnx`` and so on.

    A card that exists keeps its values, but not the figures that were measured with other networks. To a new
    model ``base`` lends the networks for which there is no checkpoint. The folder exists; the card's path is
    returned.

    Raises:
        RunError: a checkpoint is not of its network.
        ModelError: a network of the base cannot be used.
    """
    card = out / f"{name}.toml"
    networks = {network: _EXPORT[network](file) for network, file in checkpoints.items()}
    if not card.is_file() and any(network not in networks for network in _REQUIRED):
        return derive(name, base, networks, out)
    if not card.is_file():
        card.write_text(_CARD.format(name=name), encoding="utf-8")
    for network, data in networks.items():
        file = card.with_name(f"{name}-{network}.onnx")
        file.write_bytes(data)
        values = {"file": file.name, "sha256": hashlib.sha256(data).hexdigest()}
        if network == "reader":
            values["classes_sha256"] = CLASSES_SHA256
        set_network(card, network, values)
    return card


_CARD = """\
name = "{name}"
summary = "say what it is"
licence = "AGPL-3.0-or-later"
"""

"""From a training checkpoint to the ONNX files and the card that the runtime loads."""

from __future__ import annotations

import hashlib
import io
from typing import TYPE_CHECKING, Final

import onnx
import onnxslim
import torch
from torch import nn
from torch.nn.utils import fuse_conv_bn_eval

from vision.labels import LABELS
from vision.models import CLASSES_SHA256
from vision.naming.leveller import INPUT
from vision.naming.surroundings import SIDE
from vision.train.card import set_in_card
from vision.train.finder import build
from vision.train.leveller import LevellerNetwork
from vision.train.reader import ReaderNetwork, input_shape
from vision.train.warm import normalised

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_OPSET = 17
_STRIDE = 32


def export_finder(checkpoint: Path, out: Path) -> str:
    """Write the finder's averaged weights as ONNX, raw output ``(1, 6, A)``, height and width free.

    Returns:
        The file's SHA-256.
    """
    model = build()
    model.load_state_dict(torch.load(checkpoint, weights_only=True)["ema"])
    model.float().eval()
    model.fuse(verbose=False)
    head = model.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    return _write(
        model,
        torch.zeros(1, 3, 480, 640),
        out,
        names={"images": {2: "height", 3: "width"}, "output0": {2: "anchors"}},
        metadata={
            "task": "obb",
            "names": str({0: "tile"}),
            "stride": str(_STRIDE),
            "description": "Yakulens finder: any visible front of a mahjong tile",
        },
    )


def export_reader(checkpoint: Path, out: Path) -> str:
    """Write the reader's averaged weights as ONNX, number of crops free.

    Returns:
        The file's SHA-256.
    """
    model = ReaderNetwork()
    model.load_state_dict(torch.load(checkpoint, weights_only=True)["ema"])
    model.float().eval()
    _fold(model)
    return _write(
        model,
        torch.zeros(2, *input_shape()),
        out,
        names={k: {0: "tiles"} for k in ("crops", "faces", "ups", "corners")},
        metadata={
            "names": str(dict(enumerate(LABELS))),
            "classes_sha256": CLASSES_SHA256,
            "description": "Yakulens reader: face, top edge and corners of a rectified tile",
        },
    )


def export_leveller(checkpoint: Path, out: Path) -> str:
    """Write the leveller's averaged weights as ONNX, number of crops free.

    Returns:
        The file's SHA-256.
    """
    model = LevellerNetwork()
    model.load_state_dict(torch.load(checkpoint, weights_only=True)["ema"])
    model.float().eval()
    _fold(model)
    return _write(
        model,
        torch.zeros(2, 3, SIDE, SIDE),
        out,
        names={k: {0: "tiles"} for k in (INPUT, "raised")},
        metadata={"description": "Yakulens leveller: whether the middle tile lies on another one"},
    )


def _fold(model: nn.Module) -> None:
    """Fold the normalisations into their convolutions.

    Done here rather than by the exporter, the weights keep the names that `vision.train.warm` asks for.
    """
    for name, conv, norm in list(normalised(model)):
        model.set_submodule(name, fuse_conv_bn_eval(conv, norm))
        holder, _, number = name.rpartition(".")
        model.set_submodule(f"{holder}.{int(number) + 1}", nn.Identity())


def _write(
    model: nn.Module,
    example: torch.Tensor,
    out: Path,
    *,
    names: Mapping[str, dict[int, str]],
    metadata: Mapping[str, str],
) -> str:
    buffer = io.BytesIO()
    first, *rest = names
    with torch.no_grad():
        torch.onnx.export(
            model,
            (example,),
            buffer,
            input_names=[first],
            output_names=rest,
            dynamic_axes=dict(names),
            opset_version=_OPSET,
            dynamo=False,
        )
    # That fusion would rename the weights of the reader's corners.
    graph = onnxslim.slim(onnx.load_from_string(buffer.getvalue()), skip_fusion_patterns=["FusionGemmMul"])
    for key, value in metadata.items():
        entry = graph.metadata_props.add()
        entry.key, entry.value = key, value
    data: bytes = graph.SerializeToString()
    out.write_bytes(data)
    return hashlib.sha256(data).hexdigest()


_EXPORT: Final = {"finder": export_finder, "reader": export_reader, "leveller": export_leveller}
"""How each network is written; every model has the first two."""
_NEEDED: Final = ("finder", "reader")


def export_model(name: str, checkpoints: Mapping[str, Path], out: Path) -> Path:
    """Export networks and write the card that names them.

    A card that is already there keeps all that it says; only the hashes of the networks given are made new.

    Args:
        name: of the model; its files are ``NAME.toml``, ``NAME-finder.onnx`` and so on.
        checkpoints: by network. A new model needs a finder and a reader.
        out: folder that exists.

    Returns:
        The card's path.

    Raises:
        ValueError: a network that a new model needs is missing.
    """
    card = out / f"{name}.toml"
    missing = [network for network in _NEEDED if network not in checkpoints]
    if missing and not card.is_file():
        message = f"{card}: no such card, and a new model needs a {' and a '.join(missing)} too"
        raise ValueError(message)
    hashes = {
        network: _EXPORT[network](file, out / f"{name}-{network}.onnx")
        for network, file in checkpoints.items()
    }
    if not card.is_file():
        card.write_text(_CARD.format(name=name), encoding="utf-8")
    for network, value in hashes.items():
        values = {"file": f"{name}-{network}.onnx", "sha256": value}
        if network == "reader":
            values["classes_sha256"] = CLASSES_SHA256
        set_in_card(card, network, values)
    return card


_CARD = """\
name = "{name}"
summary = "say what it is"
licence = "AGPL-3.0-or-later"
"""

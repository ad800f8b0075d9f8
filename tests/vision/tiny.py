"""Tiny networks that truly find and name simple tiles, built in memory, and scenes for them.

The *finder* is a matched filter: bright inside 36 x 48 pixels, dark in the ring around them. The *reader*
names a tile by the nearest of a few colours and finds its top by a dark stripe along that edge. The
*leveller* takes a tile for one that lies on another where it is bright below it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from onnx import TensorProto, helper, numpy_helper

from yakulens.vision.labels import INDEX, LABELS
from yakulens.vision.naming.crop_answers import FACE_IN_CROP, HEIGHT, WIDTH
from yakulens.vision.naming.levels import SIDE
from yakulens.vision.picture.pyramid import Pyramid

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

TILE_WIDTH, TILE_HEIGHT, RING, STEP = 36, 48, 8, 4
TABLE = (10, 40, 20)
COLOURS = {"1m": (255, 190, 190), "5p": (190, 255, 190), "9s": (190, 190, 255), "7z": (255, 255, 150)}


@dataclass(frozen=True)
class Drawn:
    """One tile of a scene: what it shows, its centre, its size against 36 x 48, its turn in degrees."""

    face: str
    x: float
    y: float
    size: float = 1.0
    turn: float = 0.0

    def corners(self) -> NDArray[np.float32]:
        """(4, 2), clockwise from the top left of the face as printed."""
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [TILE_WIDTH, TILE_HEIGHT] / 2 * self.size
        angle = np.radians(self.turn)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        return np.asarray(half @ turn + [self.x, self.y], np.float32)


def draw_scene(tiles: list[Drawn], width: int, height: int) -> NDArray[np.uint8]:
    """(H, W, 3) uint8: tiles on a dark table."""
    pixels = np.full((height, width, 3), TABLE, np.uint8)
    for tile in tiles:
        quad = tile.corners()
        cv2.fillConvexPoly(pixels, np.round(quad).astype(np.int32), COLOURS[tile.face], cv2.LINE_AA)
        # As on real tiles, print leaves some of the margin bare.
        left, right = quad[0] + (quad[1] - quad[0]) * 0.25, quad[1] + (quad[0] - quad[1]) * 0.25
        down = (quad[3] - quad[0]) * 0.22
        stripe = np.stack([left, right, right + down, left + down])
        cv2.fillConvexPoly(pixels, np.round(stripe).astype(np.int32), (60, 60, 60), cv2.LINE_AA)
    return pixels


def pyramid(tiles: list[Drawn], width: int, height: int) -> Pyramid:
    """The same, as finder and reader take it."""
    return Pyramid(draw_scene(tiles, width, height))


def constant(name: str, values: Any) -> Any:  # noqa: ANN401 - onnx is untyped
    return numpy_helper.from_array(np.asarray(values), name)


def model_bytes(
    nodes: list[Any], inputs: list[Any], outputs: list[Any], constants: list[Any], metadata: dict[str, str]
) -> bytes:
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, metadata)
    return bytes(model.SerializeToString())


def finder_bytes(
    *, task: str = "obb", sides: tuple[Any, Any] = ("h", "w"), batch: int = 1, strength: float = 1.0
) -> bytes:
    """ONNX: images (batch, 3, H, W) -> (batch, 6, A), in the form that ultralytics exports.

    ``strength`` is the score of what is a tile beyond doubt.
    """
    metadata = {"task": task, "names": "{0: 'tile'}", "stride": "32"}
    weaker = helper.make_node("Mul", ["score", "strength"], ["weaker"])
    strengths = [constant("strength", np.float32(strength))]
    return _finder_bytes([weaker], ["weaker", "zeros"], strengths, metadata, sides, batch=batch)


def naming_finder_bytes(names: tuple[str, ...]) -> bytes:
    """ONNX: images (1, 3, H, W) -> (1, 4 + classes, A): upright boxes whose classes tell the tiles' colours.

    As ultralytics exports a plain YOLO. The classes are those of `COLOURS`, by whatever names.
    """
    rows, columns = TILE_HEIGHT + 2 * RING, TILE_WIDTH + 2 * RING
    middle_down = np.zeros((3, 1, rows, 1), np.float32)
    middle_down[:, :, rows // 2 - 6 : rows // 2 + 6] = 1 / 12
    middle_across = np.zeros((3, 1, 1, columns), np.float32)
    middle_across[..., columns // 2 - 6 : columns // 2 + 6] = 1 / 12
    colours = np.array([COLOURS[face] for face in COLOURS], np.float32) / 255
    constants = [
        constant("middle_down", middle_down),
        constant("middle_across", middle_across),
        constant("like", (80 * colours).reshape(len(colours), 3, 1, 1)),
        constant("bias", -40 * (colours**2).sum(axis=1)),
    ]
    nodes = [
        helper.make_node("Conv", ["images", "middle_down"], ["band"], strides=[STEP, 1], group=3),
        helper.make_node("Conv", ["band", "middle_across"], ["colour"], strides=[1, STEP], group=3),
        helper.make_node("Conv", ["colour", "like", "bias"], ["likeness"]),
        helper.make_node("Softmax", ["likeness"], ["shares"], axis=1),
        helper.make_node("Mul", ["shares", "score"], ["classes"]),
    ]
    metadata = {"task": "detect", "names": str(dict(enumerate(names))), "stride": "32"}
    return _finder_bytes(nodes, ["classes"], constants, metadata, ("h", "w"), len(colours) - 2)


def _finder_bytes(  # noqa: PLR0913, PLR0917 - a network's parts
    scoring: list[Any],
    scored: list[str],
    more: list[Any],
    metadata: dict[str, str],
    sides: tuple[Any, Any],
    further: int = 0,
    batch: int = 1,
) -> bytes:
    """A finder whose rows are the box and what is ``scored`` by further nodes, ``6 + further`` in all."""
    rows, columns = TILE_HEIGHT + 2 * RING, TILE_WIDTH + 2 * RING
    bright = TILE_HEIGHT * TILE_WIDTH
    dark = rows * columns - bright
    # What is bright less what is dark around it is a sum of two boxes, and each of them is summed down, then
    # across: much quicker than the whole filter at every place.
    down, across = np.full((2, 3, rows, 1), 1 / 3, np.float32), np.empty((1, 2, 1, columns), np.float32)
    down[0, :, :RING] = down[0, :, -RING:] = 0
    across[0, 0], across[0, 1] = 1 / bright + 1 / dark, -1 / dark
    across[0, 0, :, :RING] = across[0, 0, :, -RING:] = 0
    constants = [
        *more,
        constant("down", down),
        constant("across", across),
        constant("steep", np.float32(30)),
        constant("threshold", np.float32(0.45)),
        constant("zero", np.float32(0)),
        constant("one", np.float32(1)),
        constant("step", np.float32(STEP)),
        constant("x0", np.float32(columns / 2 - STEP)),
        constant("y0", np.float32(rows / 2 - STEP)),
        constant("wide", np.float32(TILE_WIDTH)),
        constant("high", np.float32(TILE_HEIGHT)),
        constant("axis2", np.int64(2)),
        constant("axis3", np.int64(3)),
        constant("flat", np.array([batch, 6 + further, -1], np.int64)),
    ]
    make = helper.make_node
    nodes = [
        make("Conv", ["images", "down"], ["bands"], strides=[STEP, 1]),
        make("Conv", ["bands", "across"], ["match"], strides=[1, STEP]),
        make("Sub", ["match", "threshold"], ["above"]),
        make("Mul", ["above", "steep"], ["logit"]),
        make("Sigmoid", ["logit"], ["score"]),
        make("Mul", ["match", "zero"], ["zeros"]),
        make("Add", ["zeros", "one"], ["ones"]),
        make("CumSum", ["ones", "axis3"], ["column"]),
        make("CumSum", ["ones", "axis2"], ["row"]),
        make("Mul", ["column", "step"], ["x_step"]),
        make("Add", ["x_step", "x0"], ["x"]),
        make("Mul", ["row", "step"], ["y_step"]),
        make("Add", ["y_step", "y0"], ["y"]),
        make("Mul", ["ones", "wide"], ["w"]),
        make("Mul", ["ones", "high"], ["h_"]),
        *scoring,
        make("Concat", ["x", "y", "w", "h_", *scored], ["stacked"], axis=1),
        make("Reshape", ["stacked", "flat"], ["output0"]),
    ]
    return model_bytes(
        nodes,
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, [batch, 3, *sides])],
        [helper.make_tensor_value_info("output0", TensorProto.FLOAT, [batch, 6 + further, "anchors"])],
        constants,
        metadata,
    )


def leveller_bytes() -> bytes:
    """ONNX: surroundings (N, 3, 72, 72) -> raised (N,), 8 where it is white below it, -8 where black."""
    below = np.zeros((3, SIDE, SIDE), np.float32)
    below[:, SIDE * 3 // 4 : SIDE * 7 // 8, SIDE * 2 // 5 : SIDE * 3 // 5] = 1
    constants = [
        constant("flat", np.array([-1, 3 * SIDE * SIDE], np.int64)),
        constant("below", 16 * below.reshape(-1) / below.sum()),
        constant("even", np.float32(8)),
    ]
    make = helper.make_node
    nodes = [
        make("Reshape", ["surroundings", "flat"], ["pixels"]),
        make("MatMul", ["pixels", "below"], ["brightness"]),
        make("Sub", ["brightness", "even"], ["raised"]),
    ]
    return model_bytes(
        nodes,
        [helper.make_tensor_value_info("surroundings", TensorProto.FLOAT, ["n", 3, SIDE, SIDE])],
        [helper.make_tensor_value_info("raised", TensorProto.FLOAT, ["n"])],
        constants,
        {},
    )


def reader_bytes(*, shift: float = 0.0, present: float = 20.0) -> bytes:
    """ONNX: crops (N, 3, 96, 80) -> faces, ups, corners, present.

    `shift` moves the corners it claims (crop units); `present` is its log odds that there is a tile.
    """
    low, high = float(FACE_IN_CROP[0, 0]), float(FACE_IN_CROP[2, 0])
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    v, u = (y + 0.5) / HEIGHT, (x + 0.5) / WIDTH
    depth = (high - low) * 0.18
    middle = (abs(u - 0.5) < 0.2) & (abs(v - 0.5) < 0.2)
    edges = [
        (v > low) & (v < low + depth),
        (u < high) & (u > high - depth),
        (v < high) & (v > high - depth),
        (u > low) & (u < low + depth),
    ]
    means = np.zeros((3, HEIGHT, WIDTH, 7), np.float32)
    for channel in range(3):
        means[channel, ..., channel] = middle / middle.sum()
        for k, edge in enumerate(edges):
            along = edge & ((abs(u - 0.5) < 0.25) if k % 2 == 0 else (abs(v - 0.5) < 0.25))
            means[channel, ..., 3 + k] = along / along.sum() / 3
    faces = np.zeros((7, len(LABELS)), np.float32)
    face_bias = np.full(len(LABELS), -500, np.float32)
    for face, colour in COLOURS.items():
        c = np.array(colour, np.float32) / 255
        faces[:3, INDEX[face]] = 2 * c * 40
        face_bias[INDEX[face]] = -(c @ c) * 40
    ups = np.zeros((7, 4), np.float32)
    ups[3:, :] = -10 * np.eye(4)
    constants = [
        constant("means", means.reshape(-1, 7)),
        constant("flat", np.array([-1, 3 * HEIGHT * WIDTH], np.int64)),
        constant("face_weights", faces),
        constant("face_bias", face_bias),
        constant("up_weights", ups),
        constant("up_bias", np.zeros(4, np.float32)),
        constant("corner_weights", np.zeros((7, 8), np.float32)),
        constant("corner_bias", (FACE_IN_CROP + np.float32(shift)).reshape(-1)),
        constant("corner_shape", np.array([-1, 4, 2], np.int64)),
        constant("nothing", np.zeros(7, np.float32)),
        constant("there", np.float32(present)),
    ]
    make = helper.make_node
    nodes = [
        make("Reshape", ["crops", "flat"], ["pixels"]),
        make("MatMul", ["pixels", "means"], ["measured"]),
        make("Gemm", ["measured", "face_weights", "face_bias"], ["faces"]),
        make("Gemm", ["measured", "up_weights", "up_bias"], ["ups"]),
        make("Gemm", ["measured", "corner_weights", "corner_bias"], ["corners_flat"]),
        make("Reshape", ["corners_flat", "corner_shape"], ["corners"]),
        make("MatMul", ["measured", "nothing"], ["even"]),
        make("Add", ["even", "there"], ["present"]),
    ]
    return model_bytes(
        nodes,
        [helper.make_tensor_value_info("crops", TensorProto.FLOAT, ["n", 3, HEIGHT, WIDTH])],
        [
            helper.make_tensor_value_info("faces", TensorProto.FLOAT, ["n", len(LABELS)]),
            helper.make_tensor_value_info("ups", TensorProto.FLOAT, ["n", 4]),
            helper.make_tensor_value_info("corners", TensorProto.FLOAT, ["n", 4, 2]),
            helper.make_tensor_value_info("present", TensorProto.FLOAT, ["n"]),
        ],
        constants,
        {},
    )


def write_model(
    folder: Path, name: str = "tiny", *, default: bool = True, reader: bytes | None = None, more: str = ""
) -> Path:
    """A card, a finder and a reader in the folder; returns the card's path."""
    finder, reader = finder_bytes(), reader or reader_bytes()
    for part, network in (("finder", finder), ("reader", reader)):
        (folder / f"{name}-{part}.onnx").write_bytes(network)
    card = folder / f"{name}.toml"
    card.write_text(
        f"""
name = "{name}"
default = {str(default).lower()}
summary = "for tests"
licence = "AGPL-3.0-or-later"
[finder]
file = "{name}-finder.onnx"
sha256 = "{hashlib.sha256(finder).hexdigest()}"
long_side = 480
{more}
[reader]
file = "{name}-reader.onnx"
sha256 = "{hashlib.sha256(reader).hexdigest()}"
[[data]]
name = "drawn"
licence = "ours"
[metrics]
note = "none"
""",
        encoding="utf-8",
    )
    return card

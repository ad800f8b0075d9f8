"""The reader's last layer: what goes into it, asked of an ONNX file as a further output without a new file.

An ONNX file is a message of protocol buffers, and two such messages one after the other are merged: a few
bytes that name one more output of the graph make the network give an inner tensor too. Which tensor that is,
and the layer's weights, are read in the file itself: the layer (``Gemm``) whose output is called ``faces``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.labels import LABELS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

_FACES: Final = "faces"
_HALVING: Final = ("Conv", "strides", [2, 2])
_IN_8_BITS: Final = (b"QuantizeLinear", b"DequantizeLinear")
_LAYER: Final = "Gemm"
# Numbers of the fields, as onnx.proto gives them.
_GRAPH: Final = 7
_NODE, _INITIALIZER, _OUTPUT = 1, 5, 12
_NODE_INPUT, _NODE_OUTPUT, _NODE_TYPE, _NODE_ATTRIBUTE = 1, 2, 4, 5
_ATTRIBUTE_NAME, _ATTRIBUTE_INTS = 1, 8
_TENSOR_DIMS, _TENSOR_TYPE, _TENSOR_FLOATS, _TENSOR_NAME, _TENSOR_RAW = 1, 2, 4, 8, 9
_VALUE_NAME: Final = 1
_FLOAT: Final = 1
# Kinds of fields on the wire.
_VARINT, _EIGHT, _LENGTH, _FOUR = 0, 1, 2, 5
_MOST_SHIFT: Final = 63


class LastLayerError(ValueError):
    """The network has no such last layer; the message is one line."""


@dataclass(frozen=True, slots=True, eq=False)
class LastLayer:
    """The layer that gives the logits of the faces: ``logits = features @ weights.T + bias``.

    Attributes:
        features: name of the tensor that goes into it, ``(N, K)``.
        weights: ``(39, K)`` float32.
        bias: ``(39,)`` float32.
    """

    features: str
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]


def last_layer(network: bytes) -> LastLayer:
    """The last layer of a reader.

    Args:
        network: an ONNX file's bytes.

    Raises:
        LastLayerError: the bytes are no ONNX file, or its faces do not come out of one layer of 39 rows.

    >>> from vision.models import choose
    >>> card = choose("yakulens-6")
    >>> layer = last_layer(card.network(card.reader))
    >>> layer.features, layer.weights.shape, layer.bias.shape
    ('/ReduceMean_output_0', (39, 192), (39,))
    """
    try:
        graph = _joined(network, _GRAPH)
        features, *constants = _inputs(graph)
        weights, bias = (_tensor(graph, name) for name in constants)
    except (IndexError, ValueError) as error:
        message = f"no reader whose last layer can be told ({error})"
        raise LastLayerError(message) from error
    if weights.ndim != 2 or len(weights) != len(LABELS) or bias.shape != (len(LABELS),):  # noqa: PLR2004
        message = f"no reader of {len(LABELS)} faces: its last layer is {weights.shape} and {bias.shape}"
        raise LastLayerError(message)
    return LastLayer(features, weights, bias)


def finest_map(network: bytes) -> str:
    """Name of the tensor that the last convolution to halve the picture takes: where on a tile there is what.

    What comes after it is averaged over the tile, and knows strokes that the network was trained on only.

    Args:
        network: an ONNX file's bytes.

    Raises:
        LastLayerError: the bytes are no ONNX file, or the network halves nothing.

    >>> from vision.models import choose
    >>> card = choose("yakulens-6")
    >>> finest_map(card.network(card.reader))
    '/body/body.7/Mul_output_0'
    """
    try:
        nodes = _all(_joined(network, _GRAPH), _NODE)
        halving = [node for node in nodes if _halves(node)]
        makers = {name: node for node in nodes for name in _all(node, _NODE_OUTPUT)}
        name = _all(halving[-1], _NODE_INPUT)[0]
        while name in makers and _all(makers[name], _NODE_TYPE)[0] in _IN_8_BITS:
            name = _all(makers[name], _NODE_INPUT)[0]
        return name.decode()
    except (IndexError, ValueError) as error:
        message = f"no reader of which a map can be told ({error})"
        raise LastLayerError(message) from error


def _halves(node: bytes) -> bool:
    kind, attribute, by = _HALVING
    return kind.encode() in _all(node, _NODE_TYPE) and any(
        attribute.encode() in _all(field, _ATTRIBUTE_NAME) and _numbers(field, _ATTRIBUTE_INTS) == by
        for field in _all(node, _NODE_ATTRIBUTE)
    )


def with_output(network: bytes, tensor: str) -> bytes:
    """The network giving an inner tensor as its last output.

    Args:
        network: an ONNX file's bytes.
        tensor: name of the tensor.

    >>> with_output(b"", "inner").hex(" ")
    '3a 09 62 07 0a 05 69 6e 6e 65 72'
    """
    return network + _field(_GRAPH, _field(_OUTPUT, _field(_VALUE_NAME, tensor.encode())))


def _inputs(graph: bytes) -> list[str]:
    """The inputs of the layer whose output are the faces."""
    for node in _all(graph, _NODE):
        if _FACES.encode() in _all(node, _NODE_OUTPUT) and _LAYER.encode() in _all(node, _NODE_TYPE):
            return [name.decode() for name in _all(node, _NODE_INPUT)]
    message = f"no {_LAYER} gives '{_FACES}'"
    raise ValueError(message)


def _tensor(graph: bytes, name: str) -> NDArray[np.float32]:
    """A constant of the graph, by name."""
    for tensor in _all(graph, _INITIALIZER):
        if name.encode() not in _all(tensor, _TENSOR_NAME):
            continue
        if _numbers(tensor, _TENSOR_TYPE) != [_FLOAT]:
            message = f"'{name}' is not of 32 bits"
            raise ValueError(message)
        raw = _joined(tensor, _TENSOR_RAW) or _joined(tensor, _TENSOR_FLOATS)
        return np.frombuffer(raw, "<f4").astype(np.float32).reshape(_numbers(tensor, _TENSOR_DIMS))
    message = f"'{name}' is no constant"
    raise ValueError(message)


def _all(message: bytes, wanted: int) -> list[bytes]:
    """The contents of every field of that number that has a length."""
    return [value for number, value in _fields(message) if number == wanted and isinstance(value, bytes)]


def _joined(message: bytes, wanted: int) -> bytes:
    return b"".join(_all(message, wanted))


def _numbers(message: bytes, wanted: int) -> list[int]:
    """The whole numbers of a field, one by one or packed."""
    out: list[int] = []
    for number, value in _fields(message):
        if number != wanted:
            continue
        if isinstance(value, int):
            out.append(value)
            continue
        at = 0
        while at < len(value):
            packed, at = _varint(value, at)
            out.append(packed)
    return out


def _fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Every field's number and its value.

    Raises:
        ValueError: the bytes are no such message.
    """
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        number, kind = tag >> 3, tag & 7
        if kind == _VARINT:
            value, at = _varint(message, at)
            yield number, value
            continue
        if kind == _LENGTH:
            size, at = _varint(message, at)
        elif kind in {_EIGHT, _FOUR}:
            size = 8 if kind == _EIGHT else 4
        else:
            wrong = f"a field of kind {kind}"
            raise ValueError(wrong)
        if at + size > len(message):
            short = "it ends too early"
            raise ValueError(short)
        yield number, message[at : at + size]
        at += size


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """A whole number and where the next thing begins."""
    value = shift = 0
    while True:
        if at >= len(message) or shift > _MOST_SHIFT:
            short = "it ends too early"
            raise ValueError(short)
        byte = message[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:  # noqa: PLR2004 - the last byte's high bit is clear
            return value, at


def _field(number: int, content: bytes) -> bytes:
    """A field with a length."""
    return _as_varint(number << 3 | _LENGTH) + _as_varint(len(content)) + content


def _as_varint(value: int) -> bytes:
    out = bytearray()
    while value >= 128:  # noqa: PLR2004 - seven bits a byte
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])

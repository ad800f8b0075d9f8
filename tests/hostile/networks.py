"""Networks that nobody should run: of later opsets, with weights outside the file, of wrong shapes, huge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import onnx
from onnx import TensorProto, helper

from tests.hostile.damage import damaged
from tests.vision.tiny import finder_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

_HUGE: Final = 1 << 40


def _changed(change: Callable[[Any], object]) -> bytes:
    """A sound finder with one thing changed in it."""
    model = onnx.load_from_string(finder_bytes())
    change(model)
    return bytes(model.SerializeToString())


def _later_opset(model: Any) -> None:  # noqa: ANN401 - a protobuf of onnx, untyped
    model.opset_import[0].version = 9999


def _foreign_operators(model: Any) -> None:  # noqa: ANN401 - as above
    model.graph.node[0].domain = "com.evil"
    model.opset_import.append(helper.make_opsetid("com.evil", 1))


def _later_format(model: Any) -> None:  # noqa: ANN401 - as above
    model.ir_version = 9999


def _outside(model: Any, location: str) -> None:  # noqa: ANN401 - as above
    """Its first weights lie in another file."""
    tensor = model.graph.initializer[0]
    tensor.ClearField("raw_data")
    tensor.ClearField("float_data")
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in (("location", location), ("offset", "0"), ("length", "64")):
        tensor.external_data.add(key=key, value=value)


def _huge(model: Any) -> None:  # noqa: ANN401 - as above
    """Its first weights say that they are of a size that no memory holds."""
    del model.graph.initializer[0].dims[:]
    model.graph.initializer[0].dims.extend([_HUGE])


def _huge_made(model: Any) -> None:  # noqa: ANN401 - as above
    """It asks for a tensor of that size while it is loaded."""
    model.graph.initializer.append(helper.make_tensor("evil-shape", TensorProto.INT64, [1], [_HUGE]))
    model.graph.node.append(helper.make_node("ConstantOfShape", ["evil-shape"], ["evil"]))
    model.graph.output.append(helper.make_tensor_value_info("evil", TensorProto.FLOAT, [_HUGE]))


def _renamed_input(model: Any) -> None:  # noqa: ANN401 - as above
    old = model.graph.input[0].name
    model.graph.input[0].name = "text"
    for node in model.graph.node:
        for k, name in enumerate(node.input):
            node.input[k] = "text" if name == old else name


def _summed(model: Any) -> None:  # noqa: ANN401 - as above
    """It gives one number where rows of boxes belong."""
    last = model.graph.output[0].name
    model.graph.node.append(helper.make_node("ReduceSum", [last], ["sum"], keepdims=0))
    del model.graph.output[:]
    model.graph.output.append(helper.make_tensor_value_info("sum", TensorProto.FLOAT, []))


def _without_output(model: Any) -> None:  # noqa: ANN401 - as above
    del model.graph.output[:]


def _in_a_circle(model: Any) -> None:  # noqa: ANN401 - as above
    model.graph.node[0].input[0] = model.graph.node[-1].output[0]


def _silent(model: Any) -> None:  # noqa: ANN401 - as above
    """It says nothing of what it finds."""
    del model.metadata_props[:]


def _without_end(model: Any) -> None:  # noqa: ANN401 - as above
    """Before it looks at anything it counts to more than anybody waits for."""
    count = helper.make_tensor_value_info
    body = helper.make_graph(
        [helper.make_node("Identity", ["on"], ["still"]), helper.make_node("Identity", ["same"], ["kept"])],
        "body",
        [
            count("turn", TensorProto.INT64, []),
            count("on", TensorProto.BOOL, []),
            count("same", TensorProto.FLOAT, None),
        ],
        [count("still", TensorProto.BOOL, []), count("kept", TensorProto.FLOAT, None)],
    )
    model.graph.initializer.append(helper.make_tensor("turns", TensorProto.INT64, [], [1 << 62]))
    model.graph.initializer.append(helper.make_tensor("going", TensorProto.BOOL, [], [1]))
    for node in model.graph.node:
        for k, name in enumerate(node.input):
            node.input[k] = "looked at" if name == model.graph.input[0].name else name
    loop = helper.make_node("Loop", ["turns", "going", model.graph.input[0].name], ["looked at"], body=body)
    model.graph.node.insert(0, loop)


HOSTILE: Final[dict[str, Callable[[], bytes]]] = {
    "nothing": lambda: b"",
    "no ONNX": lambda: b"\x89PNG\r\n\x1a\n" + b"\0" * 200,
    "a pickle": lambda: b"cos\nsystem\n(S'true'\ntR.",
    "cut off": lambda: finder_bytes()[:-200],
    "a later opset": lambda: _changed(_later_opset),
    "foreign operators": lambda: _changed(_foreign_operators),
    "a later format": lambda: _changed(_later_format),
    "weights outside": lambda: _changed(lambda model: _outside(model, "weights.bin")),
    "weights of the system": lambda: _changed(lambda model: _outside(model, "/etc/passwd")),
    "weights above": lambda: _changed(lambda model: _outside(model, "../../../../etc/passwd")),
    "huge weights": lambda: _changed(_huge),
    "huge tensors": lambda: _changed(_huge_made),
    "another input": lambda: _changed(_renamed_input),
    "an output of another shape": lambda: _changed(_summed),
    "no output": lambda: _changed(_without_output),
    "a circle": lambda: _changed(_in_a_circle),
    "no end": lambda: _changed(_without_end),
    "no word of its classes": lambda: _changed(_silent),
}
"""By what is wrong with each."""


def network(rng: Random) -> bytes:
    """A network spoilt as a file, or in what it says."""
    if rng.choice((True, False)):
        return damaged(rng, finder_bytes())
    return rng.choice(list(HOSTILE.values()))()

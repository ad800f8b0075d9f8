"""A layout network's outputs become calibrated log probabilities; networks of other shapes are refused."""

import numpy as np
import pytest
from onnx import TensorProto, helper

from yakulens.vision.detections import Detections
from yakulens.vision.example import detected
from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.layout.decode.opinion import ROLES, SEATS
from yakulens.vision.layout.network import LayoutNetwork
from yakulens.vision.layout.tokens import OF_PAIR, OF_TILE, tokens
from yakulens.vision.model_card import LayoutSettings

PARTS = {
    "roles": ("tiles", 0, len(ROLES), 2),
    "seats": ("tiles", len(ROLES), len(ROLES) + len(SEATS), 2),
    "meant": ("tiles", 0, 1, 2),
    "call": ("pairs", 0, 1, 3),
    "hand": ("pairs", 1, 2, 3),
}
"""Each answer of the miniature is a part of what it is told: of which input, from where to where, axis."""


def miniature(lacking: str = "", numbers: int = OF_TILE) -> InferenceSession:
    """A network whose answers are parts of what it is told, without one of them where ``lacking`` says so.

    It is told so many ``numbers`` of each tile.
    """
    nodes, constants, outputs = [], [], []
    for name, (source, first, last, axis) in PARTS.items():
        if name == lacking:
            continue
        for what, value in (("from", first), ("to", last), ("on", axis)):
            constants.append(helper.make_tensor(f"{name}_{what}", TensorProto.INT64, [1], [value]))
        ends = [f"{name}_{what}" for what in ("from", "to", "on")]
        whole = name in ("roles", "seats")
        nodes.append(helper.make_node("Slice", [source, *ends], [name if whole else f"{name}_part"]))
        if not whole:
            nodes.append(helper.make_node("Squeeze", [f"{name}_part", f"{name}_on"], [name]))
        outputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    inputs = [
        helper.make_tensor_value_info("tiles", TensorProto.FLOAT, [None, None, numbers]),
        helper.make_tensor_value_info("pairs", TensorProto.FLOAT, [None, None, None, OF_PAIR]),
        helper.make_tensor_value_info("mask", TensorProto.FLOAT, [None, None]),
    ]
    graph = helper.make_graph(nodes, "miniature", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    return InferenceSession(model.SerializeToString(), "mini.onnx", threads=1)


def test_roles_and_seats_are_log_probabilities_of_the_networks_logits() -> None:
    row = detected("1m 2m 3m")
    opinion = LayoutNetwork(miniature(), LayoutSettings("mini.onnx")).opinion(row)
    logits = tokens(row).tiles[:, : len(ROLES)].astype(float)
    expected = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    np.testing.assert_allclose(opinion.roles, expected, atol=1e-6)
    np.testing.assert_allclose(np.exp(opinion.seats).sum(axis=1), 1)


def test_pairs_come_as_rows_of_log_odds() -> None:
    row = detected("1m 2m 3m")
    opinion = LayoutNetwork(miniature(), LayoutSettings("mini.onnx")).opinion(row)
    np.testing.assert_allclose(opinion.call, tokens(row).pairs[..., 0], atol=1e-6)
    np.testing.assert_allclose(opinion.hand, tokens(row).pairs[..., 1], atol=1e-6)


def test_everything_is_plain_python() -> None:
    opinion = LayoutNetwork(miniature(), LayoutSettings("mini.onnx")).opinion(detected("1m 2m"))
    assert len(opinion) == 2
    for rows in (opinion.roles, opinion.seats, opinion.call, opinion.hand):
        assert type(rows) is tuple
        assert all(type(value) is float for row in rows for value in row)
    assert all(type(value) is float for value in opinion.meant)


def test_a_temperature_divides_its_own_head_alone() -> None:
    row = detected("1m 2m")
    plain = LayoutNetwork(miniature(), LayoutSettings("a")).opinion(row)
    cooled = LayoutNetwork(miniature(), LayoutSettings("a", call_temperature=0.5)).opinion(row)
    np.testing.assert_allclose(np.array(cooled.call) / 2, plain.call)
    assert (cooled.roles, cooled.meant, cooled.hand) == (plain.roles, plain.meant, plain.hand)


def test_of_no_detection_nothing_is_said() -> None:
    network = LayoutNetwork(miniature(), LayoutSettings("mini.onnx"))
    assert len(network.opinion(Detections.empty((600, 800)))) == 0


@pytest.mark.parametrize("lacking", ["roles", "hand"])
def test_a_network_that_does_not_say_all_is_refused(lacking: str) -> None:
    with pytest.raises(SessionError, match=rf"mini\.onnx: no layout network \(it has no {lacking}\)"):
        LayoutNetwork(miniature(lacking), LayoutSettings("mini.onnx"))


def test_a_network_of_another_version_is_refused() -> None:
    older = miniature(numbers=OF_TILE + 1)
    with pytest.raises(SessionError, match=r"mini\.onnx: a layout network of another version \(tiles"):
        LayoutNetwork(older, LayoutSettings("mini.onnx"))


def test_answers_of_another_shape_are_refused() -> None:
    wrong = dict(PARTS, roles=("tiles", 0, 3, 2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.vision.layout.test_network.PARTS", wrong)
        network = LayoutNetwork(miniature(), LayoutSettings("mini.onnx"))
    with pytest.raises(SessionError, match=r"mini\.onnx: roles has the shape \(1, 2, 3\), not \(1, 2, 7\)"):
        network.opinion(detected("1m 2m"))

"""A stranger's network is opened in a process of its own first, and refused there for what it would take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import onnx
import pytest
from onnx import TensorProto, helper

from tests.vision.tiny import finder_bytes
from yakulens.vision import trial
from yakulens.vision.inference import InferenceSession, SessionError
from yakulens.vision.model_card import MAX_RUN_SECONDS

if TYPE_CHECKING:
    from collections.abc import Sequence

GB = 1 << 28
"""Numbers of four bytes that take a gigabyte."""


def network(nodes: Sequence[onnx.NodeProto], shape: list[int], output: str) -> bytes:
    """A small network that makes something of a shape that its file holds."""
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, [1])],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, None)],
        [helper.make_tensor("shape", TensorProto.INT64, [len(shape)], shape)],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    made.ir_version = 8
    return bytes(made.SerializeToString())


def grown(numbers: int) -> bytes:
    """It holds so many numbers before it has seen anything, and adds them up in several ways."""
    nodes = [
        helper.make_node("ConstantOfShape", ["shape"], ["zeros"]),
        *(helper.make_node(kind, ["zeros"], [kind.lower()]) for kind in ("Exp", "Cos", "Sin", "Abs")),
        helper.make_node("Sum", ["exp", "cos", "sin", "abs", "images"], ["out"]),
    ]
    return network(nodes, [numbers], "out")


def test_a_file_of_some_hundred_bytes_that_orders_gigabytes_is_refused_before_the_engine_opens_it_here() -> (
    None
):
    assert len(grown(GB)) < 500
    with pytest.raises(SessionError, match="takes more than 1,024 MB of memory"):
        InferenceSession(grown(GB), "evil.onnx", seconds=MAX_RUN_SECONDS)


def test_what_is_made_of_the_picture_counts_too() -> None:
    nodes = [helper.make_node("Expand", ["images", "shape"], ["out"])]
    with pytest.raises(trial.TrialError, match="memory"):
        trial.judge(network(nodes, [4 * GB], "out"), 60)


def test_a_network_that_takes_little_passes_and_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for sound in (grown(1_000), finder_bytes()):
        trial.judge(sound, 60)
        with monkeypatch.context() as without:
            without.setattr(trial.subprocess, "run", None)
            trial.judge(sound, 60)


def test_what_the_engine_cannot_open_or_does_not_open_in_time_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(trial.TrialError, match="no ONNX network that can be run here"):
        trial.judge(b"nothing of the kind", 60)
    monkeypatch.setattr(trial, "SECONDS", 0.01)
    with pytest.raises(trial.TrialError, match="does not open it within 0"):
        trial.judge(grown(1_001), 0)


def endless(turns: int, numbers: int) -> bytes:
    """It takes so many turns and only then asks for memory, of a size that the turns count."""
    value = helper.make_tensor_value_info
    body = helper.make_graph(
        [
            helper.make_node("Identity", ["on"], ["still"]),
            helper.make_node("Add", ["count", "step"], ["counted"]),
        ],
        "body",
        [
            value("turn", TensorProto.INT64, []),
            value("on", TensorProto.BOOL, []),
            value("count", TensorProto.INT64, [1]),
        ],
        [value("still", TensorProto.BOOL, []), value("counted", TensorProto.INT64, [1])],
        [helper.make_tensor("step", TensorProto.INT64, [1], [1])],
    )
    graph = helper.make_graph(
        [
            # What the picture shows decides, so that nothing is worked out before.
            helper.make_node("ReduceMax", ["images"], ["light"], keepdims=0),
            helper.make_node("Greater", ["light", "dark"], ["going"]),
            helper.make_node("Loop", ["turns", "going", "start"], ["end"], body=body),
            helper.make_node("Mul", ["end", "each"], ["size"]),
            helper.make_node("ConstantOfShape", ["size"], ["zeros"]),
            helper.make_node("Exp", ["zeros"], ["out"]),
        ],
        "late",
        [value("images", TensorProto.FLOAT, [1])],
        [value("out", TensorProto.FLOAT, None)],
        [
            helper.make_tensor("dark", TensorProto.FLOAT, [], [0.0]),
            helper.make_tensor("turns", TensorProto.INT64, [], [turns]),
            helper.make_tensor("start", TensorProto.INT64, [1], [0]),
            helper.make_tensor("each", TensorProto.INT64, [1], [numbers // turns]),
        ],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    made.ir_version = 8
    return bytes(made.SerializeToString())


def test_what_a_network_orders_late_and_only_where_there_is_light_is_found() -> None:
    trial.judge(endless(1_000, 1_000), 60)
    with pytest.raises(trial.TrialError, match="takes more than 1,024 MB of memory"):
        trial.judge(endless(1_000, 4 * GB), 60)


def test_a_run_that_takes_longer_than_runs_may_is_refused_at_the_trial() -> None:
    with pytest.raises(trial.TrialError, match=r"the network does not end within 0\.5 s"):
        trial.judge(endless(1 << 40, 1 << 41), 0.5)

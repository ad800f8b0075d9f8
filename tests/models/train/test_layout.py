"""The layout network: order-free, indifferent to padding; it learns, is gone on with, exported and read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.models.train.hyper import hyper_of
from yakulens.models.train.record import RunError
from yakulens.vision.inference import InferenceSession
from yakulens.vision.layout.answers import HEADS
from yakulens.vision.layout.decode.opinion import ROLES, SEATS
from yakulens.vision.layout.network import LayoutNetwork as Asked
from yakulens.vision.model_card import LayoutSettings, ModelError, read_card
from yakulens.vision.models import choose

torch = pytest.importorskip("torch", reason="training is an extra")
onnx = pytest.importorskip("onnx", reason="training is an extra")

from yakulens.models.train import layout  # noqa: E402
from yakulens.models.train.calibrate import calibrate_layout  # noqa: E402
from yakulens.models.train.export import export_model, onnx_of  # noqa: E402
from yakulens.models.train.layout import (  # noqa: E402
    PER_CHUNK,
    LayoutModule,
    accuracy,
    collate,
    layout_batches,
    loss,
    predict,
    same_number,
    train_layout,
)
from yakulens.models.train.layout_scenes import layout_scene  # noqa: E402
from yakulens.models.train.task import RunConfig, Task, prepared  # noqa: E402

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.models.train.layout_scenes import LayoutScene

FEW = replace(hyper_of("layout"), batch=2)
TASK = Task("layout", "tiles", layout_batches, PER_CHUNK, loss)


@pytest.fixture(scope="module")
def network() -> LayoutModule:
    torch.manual_seed(0)
    return LayoutModule().eval()


@pytest.fixture(scope="module")
def scenes() -> list[LayoutScene]:
    rng = np.random.default_rng(0)
    return [layout_scene(rng, table=False) for _ in range(4)]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two steps."""
    out = tmp_path_factory.mktemp("layout")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "HELD_OUT", (1, 1))
        train_layout(RunConfig(out, steps=2, threads=1, workers=0), FEW)
    return out


@pytest.fixture(scope="module")
def exported(run: Path) -> bytes:
    return onnx_of("layout", run / "layout.pt")


def said(network: LayoutModule, scene: LayoutScene) -> list[torch.Tensor]:
    with torch.no_grad():
        return list(predict(network, collate([scene])))


def test_it_has_about_nine_hundred_thousand_weights(network: LayoutModule) -> None:
    assert 800_000 < sum(p.numel() for p in network.parameters()) < 950_000


def test_it_answers_for_each_tile_and_each_pair(network: LayoutModule, scenes: list[LayoutScene]) -> None:
    n = len(scenes[0].detections)
    shapes = [tuple(part.shape) for part in said(network, scenes[0])]
    assert shapes == [(1, n, len(ROLES)), (1, n, len(SEATS)), (1, n), (1, n, n), (1, n, n)]


def test_what_it_says_of_pairs_is_the_same_both_ways(
    network: LayoutModule, scenes: list[LayoutScene]
) -> None:
    for part in said(network, scenes[1])[3:]:
        torch.testing.assert_close(part, part.transpose(1, 2))


def test_the_order_of_the_tiles_means_nothing(network: LayoutModule, scenes: list[LayoutScene]) -> None:
    scene = scenes[2]
    order = np.random.default_rng(1).permutation(len(scene.detections))
    mixed = replace(scene, detections=scene.detections[order], truth=scene.truth[order])
    straight, other = said(network, scene), said(network, mixed)
    for one, two in zip(straight[:3], other[:3], strict=True):
        torch.testing.assert_close(two, one[:, order], atol=1e-4, rtol=1e-3)
    for one, two in zip(straight[3:], other[3:], strict=True):
        torch.testing.assert_close(two, one[:, order][:, :, order], atol=1e-4, rtol=1e-3)


def test_padding_changes_nothing(network: LayoutModule, scenes: list[LayoutScene]) -> None:
    batch = collate(scenes)
    with torch.no_grad():
        padded = predict(network, batch)
    for k, scene in enumerate(scenes):
        n = len(scene.detections)
        alone = said(network, scene)
        torch.testing.assert_close(padded[0][k, :n], alone[0][0], atol=1e-4, rtol=1e-3)
        torch.testing.assert_close(padded[3][k, :n, :n], alone[3][0], atol=1e-4, rtol=1e-3)


def test_padding_counts_for_nothing_in_the_loss(network: LayoutModule, scenes: list[LayoutScene]) -> None:
    scene = scenes[0]
    batch = collate([scene])
    extended = collate([scene, max(scenes, key=lambda s: len(s.detections))])
    longer = {name: part[:1] for name, part in extended.items()}
    with torch.no_grad():
        one, other = (loss(predict(network, shown), shown)[0] for shown in (batch, longer))
    torch.testing.assert_close(one, other, atol=1e-4, rtol=1e-4)


def test_tiles_of_one_number_are_together_and_those_of_none_are_not() -> None:
    assert same_number(torch.tensor([[0, 0, -1]])).int().tolist() == [[[1, 1, 0], [1, 1, 0], [0, 0, 0]]]


def test_it_learns_from_scenes(scenes: list[LayoutScene]) -> None:
    torch.manual_seed(0)
    network = LayoutModule()
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3)
    batch = collate(sorted(scenes, key=lambda scene: len(scene.detections))[:2])
    lost = []
    for _ in range(25):
        value, _ = loss(predict(network, batch), batch)
        optimizer.zero_grad()
        value.backward()
        optimizer.step()
        lost.append(value.item())
    assert lost[-1] < lost[0] / 2


def test_a_chunk_has_the_batches_that_the_stream_counts_on() -> None:
    batches = layout_batches(np.random.default_rng(0), 4)
    assert len(batches) == PER_CHUNK
    assert {len(batch["mask"]) for batch in batches} == {4, 1}


def test_what_is_right_is_counted_by_tile_and_by_scene(
    network: LayoutModule, scenes: list[LayoutScene]
) -> None:
    rates = accuracy([*scenes, layout_scene(np.random.default_rng(1), table=True)], network)
    assert (rates["hands"].total, rates["tables"].total) == (4, 1)
    assert rates["role"].total == rates["call"].total > rates["seat"].total


def test_a_run_keeps_a_checkpoint_and_tells_what_it_gets_right(run: Path) -> None:
    assert (run / "layout.pt").is_file()
    assert '"tables"' in (run / "figures.jsonl").read_text()


def test_an_export_says_what_the_checkpoints_average_says(run: Path, exported: bytes) -> None:
    network = LayoutModule()
    network.load_state_dict(torch.load(run / "layout.pt", weights_only=True)["ema"])
    session = InferenceSession(exported, "layout.onnx", threads=1)
    for seed in (1, 2):
        scene = layout_scene(np.random.default_rng(seed))
        batch = collate([scene])
        given = {name: batch[name].numpy() for name in ("tiles", "pairs", "mask")}
        out = session.run(given)
        for head, part in zip(HEADS, said(network.eval(), scene), strict=True):
            np.testing.assert_allclose(out[head], part.numpy(), atol=1e-4)
    assert len(exported) < 4_000_000


def test_an_export_keeps_no_list_whose_order_differs_between_processes(exported: bytes) -> None:
    assert not onnx.load_from_string(exported).graph.value_info


def test_training_goes_on_from_an_export(run: Path, exported: bytes, tmp_path: Path) -> None:
    file = tmp_path / "a.onnx"
    file.write_bytes(exported)
    model = prepared(LayoutModule, TASK, RunConfig(tmp_path, start=file, threads=1), 16)
    average = torch.load(run / "layout.pt", weights_only=True)["ema"]
    for name, weights in model.state_dict().items():
        torch.testing.assert_close(weights, average[name])


def test_another_network_is_refused_to_go_on_from(tmp_path: Path) -> None:
    card = choose()
    file = tmp_path / "reader.onnx"
    file.write_bytes(card.network(card.reader))
    with pytest.raises(RunError, match=r"reader\.onnx: no layout network"):
        prepared(LayoutModule, TASK, RunConfig(tmp_path, start=file, threads=1), 16)


def test_opinions_are_plain_log_probabilities(exported: bytes) -> None:
    scene = layout_scene(np.random.default_rng(3))
    asked = Asked(InferenceSession(exported, "layout.onnx", threads=1), LayoutSettings("layout.onnx"))
    opinion = asked.opinion(scene.detections)
    assert len(opinion) == len(scene.detections)
    assert all(type(value) is float for row in opinion.call for value in row)
    np.testing.assert_allclose(np.exp(opinion.roles).sum(axis=1), 1)
    np.testing.assert_allclose(np.exp(opinion.seats).sum(axis=1), 1)


def test_temperatures_are_named_as_the_card_names_them(exported: bytes) -> None:
    found = calibrate_layout(InferenceSession(exported, "layout.onnx", threads=1), scenes=3)
    assert LayoutSettings("a", **found).role_temperature > 0


def test_a_model_may_have_a_layout_and_says_so_on_its_card(run: Path, tmp_path: Path) -> None:
    card = read_card(export_model("club", {"layout": run / "layout.pt"}, tmp_path, choose()))
    assert card.layout is not None
    assert list(card.networks()) == ["finder", "reader", "leveller", "layout"]
    assert card.network(card.layout)
    (tmp_path / card.layout.file).write_bytes(b"another")
    with pytest.raises(ModelError, match="is not the file that its card describes"):
        card.network(card.layout)


def test_a_layout_file_takes_its_place_beside_the_models_other_networks(
    exported: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "mine.onnx"
    file.write_bytes(exported)
    card = choose(str(file))
    assert card.layout is not None
    assert card.layout.file == str(file)
    assert card.finder == choose().finder

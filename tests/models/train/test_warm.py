"""Going on from a shipped network: what is restored computes what was shipped, and can be trained on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from torch import Tensor

torch = pytest.importorskip("torch", reason="training is an extra")

from torch import nn  # noqa: E402
from torch.nn.utils import fuse_conv_bn_eval  # noqa: E402

from yakulens.models.train.warm import normalised, restore  # noqa: E402


class Net(nn.Module):
    """Two normalised convolutions and a plain layer."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 8, 3, bias=False), nn.BatchNorm2d(8), nn.SiLU(), nn.Conv2d(8, 4, 3, bias=False),
            nn.BatchNorm2d(4),
        )  # fmt: skip
        self.last = nn.Linear(4, 2)

    def forward(self, x: Tensor) -> Tensor:
        return self.last(self.body(x).mean((2, 3)))


@pytest.fixture
def trained() -> Net:
    torch.manual_seed(1)
    net = Net()
    net.train()
    for _ in range(20):
        net(torch.rand(8, 3, 16, 16) * 2)
    net.eval()
    return net


def folded(net: Net) -> dict[str, NDArray[np.float32]]:
    weights = dict(net.last.named_parameters(prefix="last"))
    for name, conv, norm in normalised(net):
        fused = fuse_conv_bn_eval(conv, norm)
        weights |= {f"{name}.weight": fused.weight, f"{name}.bias": fused.bias}
    return {name: value.detach().numpy() for name, value in weights.items()}


def test_the_restored_network_computes_what_the_shipped_one_does(trained: Net) -> None:
    other = Net()
    restore(other, folded(trained), [torch.rand(8, 3, 16, 16) for _ in range(3)])
    x = torch.rand(5, 3, 16, 16)
    assert other.training
    assert torch.allclose(other.eval()(x), trained(x), atol=1e-5)


def test_normalisation_is_back_with_the_statistics_of_the_batches(trained: Net) -> None:
    other = Net()
    batch = torch.rand(64, 3, 16, 16)
    restore(other, folded(trained), [batch])
    # In training mode the batch's own statistics are taken: the same as those restored, so nothing jumps.
    assert torch.allclose(other.train()(batch), other.eval()(batch), atol=0.02)


def test_a_missing_weight_is_named(trained: Net) -> None:
    weights = folded(trained)
    del weights["last.bias"]
    with pytest.raises(KeyError, match=r"last\.bias"):
        restore(Net(), weights, [torch.rand(2, 3, 16, 16)])

"""Fine-tune an exported network: its ONNX weights become a training state again.

An exported network has each batch normalisation folded into the convolution before it. They are restored with
the statistics of real batches, so that the network computes exactly what the exported one does. Only the
optimizer's state is lost.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

BATCHES: Final = 12
"""Number of batches that the statistics are measured from."""


def normalised(model: nn.Module) -> Iterator[tuple[str, nn.Conv2d, nn.BatchNorm2d]]:
    """Each convolution followed by a batch normalisation, with its name in the model."""
    for name, module in model.named_modules():
        children = list(module.named_children())
        for (inner, conv), (_, norm) in pairwise(children):
            if isinstance(conv, nn.Conv2d) and isinstance(norm, nn.BatchNorm2d):
                yield f"{name}.{inner}" if name else inner, conv, norm


def restore(
    model: nn.Module, weights: Mapping[str, NDArray[np.float32]], batches: Iterable[torch.Tensor]
) -> None:
    """Load the weights of an exported network into ``model``, in place; it stays in training mode.

    The file has normalisations folded into ``NAME.weight`` and ``NAME.bias`` of the convolution. ``batches``
    are inputs ``(N, 3, H, W)`` float32 for the statistics; a few are enough, and none without normalisations.

    Raises:
        KeyError: a weight that the model needs is missing or of another size.
    """
    pairs = list(normalised(model))
    folded = {id(p) for _, conv, norm in pairs for p in (*conv.parameters(), *norm.parameters())}
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if id(parameter) not in folded and parameter.requires_grad:
                _copy(parameter, weights, name)
        for name, conv, norm in pairs:
            _copy(conv.weight, weights, f"{name}.weight")
            norm.weight.fill_((1 + norm.eps) ** 0.5)
            _copy(norm.bias, weights, f"{name}.bias")
            norm.running_mean.zero_()
            norm.running_var.fill_(1.0)
        if pairs:
            _measure(model, [norm for _, _, norm in pairs], batches)
    model.train()


def _copy(parameter: nn.Parameter, weights: Mapping[str, NDArray[np.float32]], name: str) -> None:
    if name not in weights or weights[name].shape != tuple(parameter.shape):
        raise KeyError(name)
    parameter.copy_(torch.from_numpy(weights[name]))


def _measure(model: nn.Module, norms: list[nn.BatchNorm2d], batches: Iterable[torch.Tensor]) -> None:
    """Set each normalisation's statistics to those of its inputs, and its gain to keep the outputs."""
    sums: dict[nn.BatchNorm2d, list[torch.Tensor]] = {norm: [] for norm in norms}

    def record(norm: nn.BatchNorm2d, x: torch.Tensor) -> None:
        x = x.float()
        sums[norm].append(torch.stack([x.mean((0, 2, 3)), x.square().mean((0, 2, 3))]))

    hooks = [norm.register_forward_pre_hook(lambda norm, inputs: record(norm, inputs[0])) for norm in norms]
    model.eval()
    for batch in batches:
        model(batch)
    for hook in hooks:
        hook.remove()
    for norm, moments in sums.items():
        mean, square = torch.stack(moments).mean(0)
        spread = (square - mean.square()).clamp(min=1e-6)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias.add_(mean)

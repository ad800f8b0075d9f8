"""Which devices a network is trained on: the processor, a GPU, several GPUs."""

from __future__ import annotations

import torch

from yakulens.vision.train.record import RunError

CPU = "cpu"


def check(devices: tuple[str, ...]) -> None:
    """Refuse GPUs that are not there, by their numbers; ``cpu`` always is.

    Raises:
        RunError: one is not there.
    """
    there = torch.cuda.device_count() if torch.cuda.is_available() else 0
    for device in devices:
        if device != CPU and int(device) >= there:
            message = f"--device {','.join(devices)}: {there or 'no'} GPU that PyTorch can use here"
            raise RunError(message)

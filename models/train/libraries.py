"""The libraries that training needs, and whether they fit together: run as a module, it prints that."""

from importlib.metadata import version
from importlib.util import find_spec

import torch
from torchvision.ops import nms

from yakulens.models.train.choice import PACKAGES


def check() -> str:
    """The versions of the libraries and where they work, in one line.

    Raises:
        RuntimeError: PyTorch and torchvision are of different builds, and operators are missing.
    """
    nms(torch.zeros(1, 4), torch.zeros(1), 0.5)
    place = "with CUDA" if torch.cuda.is_available() else "for the processor"
    return ", ".join([*(f"{name} {version(name)}" for name in PACKAGES if find_spec(name)), place])


if __name__ == "__main__":
    print(check())

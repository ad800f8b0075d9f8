"""Which way leads from labelled photos to a better reading: chosen by the data and by the machine."""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final, Literal, TypeAlias

Way: TypeAlias = Literal["teach", "train"]
"""Teach the reader's last layers a tile set in minutes, or train whole networks in hours."""
PACKAGES: Final = ("torch", "torchvision", "ultralytics")
"""What training needs beside what reading needs."""
MIN_PHOTOS: Final = 200
"""Fewer photos than this are too few to train whole networks on."""
MIN_SETS: Final = 2
"""Photos of one tile set alone teach whole networks little about others."""
MIN_RECALL: Final = 0.98
"""If the present model finds a smaller share of the tiles, the finder is trained as well."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What a machine can train with.

    Attributes:
        missing: the packages of training that are not installed.
        gpus: number of GPUs that PyTorch can use.
    """

    missing: tuple[str, ...]
    gpus: int

    @classmethod
    def here(cls) -> "Machine":
        """This machine; PyTorch, where it is installed, takes seconds to say what it can use."""
        missing = tuple(name for name in PACKAGES if find_spec(name) is None)
        if missing:
            return cls(missing, 0)
        import torch  # noqa: PLC0415 - teaching does without it

        return cls((), torch.cuda.device_count() if torch.cuda.is_available() else 0)


@dataclass(frozen=True, slots=True)
class ChosenWay:
    """The way that is gone, and why in words."""

    way: Way
    reason: str


def choose_way(machine: Machine, *, photos: int, sets: int) -> ChosenWay:
    """Choose between teaching and training.

    Whole networks are trained only where a GPU and enough photos of several tile sets promise a gain.

    >>> choose_way(Machine(("torch",), 0), photos=900, sets=9)
    ChosenWay(way='teach', reason='training whole networks needs PyTorch, and torch is not installed here')
    >>> choose_way(Machine((), 1), photos=24, sets=3).reason
    '24 photos are too few to train whole networks on (from 200)'
    >>> choose_way(Machine((), 0), photos=900, sets=9).reason
    'there is no GPU here, and without one training whole networks takes hours or days'
    >>> choose_way(Machine((), 1), photos=900, sets=1).reason
    'the photos show one tile set, and whole networks trained on one learn little about others'
    >>> choose_way(Machine((), 1), photos=900, sets=9).way
    'train'
    """
    if machine.missing:
        names = ", ".join(machine.missing)
        are = "is" if len(machine.missing) == 1 else "are"
        return ChosenWay(
            "teach", f"training whole networks needs PyTorch, and {names} {are} not installed here"
        )
    if photos < MIN_PHOTOS:
        few = f"{photos} photos are too few to train whole networks on (from {MIN_PHOTOS})"
        return ChosenWay("teach", few)
    if not machine.gpus:
        slow = "there is no GPU here, and without one training whole networks takes hours or days"
        return ChosenWay("teach", slow)
    if sets < MIN_SETS:
        one = "the photos show one tile set, and whole networks trained on one learn little about others"
        return ChosenWay("teach", one)
    return ChosenWay("train", f"{photos} photos of {sets} tile sets, and a GPU")

"""Whether a hand lies in order: players sort what they hold, by suit and by number."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from yakulens.vision.labels import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST: Final = 4
"""Of fewer tiles the order says nothing."""


def in_order(faces: Sequence[str]) -> bool:
    """Whether tiles lie as players sort them: each suit together, by number from either end, honours alike.

    Which suit comes first, and which honour, is everybody's own way.

    Args:
        faces: of numbers and honours, left to right.

    >>> in_order("1p 2p 0p 7s 8s 9s 1z 1z".split()), in_order("1z 9s 8s 7s 5p 1p".split())
    (True, True)
    >>> in_order("1p 2p 7s 8s 9p 1z 1z".split()), in_order("1p 2p 3p".split())
    (False, False)
    """
    if len(faces) < FEWEST:
        return False
    kinds = [plain(face) for face in faces]
    groups = [kind if kind[1] == "z" else kind[1] for kind in kinds]
    parts = [group for group, _ in groupby(groups)]
    if len(parts) != len(set(parts)):
        return False
    steps = {int(b[0]) > int(a[0]) for a, b in pairwise(kinds) if a != b and a[1] == b[1] and a[1] != "z"}
    return len(steps) < 2  # noqa: PLR2004 - rising everywhere or falling everywhere

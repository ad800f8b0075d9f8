"""Real photos shown as if their tiles were of an unusual set: light on dark, or in other hues.

Never mirrored: a mirrored face is none that exists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.picture.rendition import NEGATIVE
from vision.synth.inks import random_hues

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NEGATIVE: Final = 0.12
_HUES: Final = 0.08
"""How many are shown so."""


def shown_unusually(
    pixels: NDArray[np.uint8], rng: np.random.Generator, *, hues: bool = True
) -> NDArray[np.uint8]:
    """A picture as it is, or in the negative, or with other hues.

    Args:
        pixels: ``(h, w, 3)`` uint8 RGB.
        rng: random generator.
        hues: whether hues may change; not where a red five must be told from a plain one.

    >>> import numpy as np
    >>> white = np.full((4, 4, 3), 255, np.uint8)
    >>> shown = [int(shown_unusually(white, np.random.default_rng(k), hues=False).mean()) for k in range(40)]
    >>> set(shown) == {0, 255}
    True
    """
    kind = rng.random()
    if kind < _NEGATIVE:
        return NEGATIVE.show(pixels)
    if hues and kind < _NEGATIVE + _HUES:
        return random_hues(rng).show(pixels)
    return pixels

"""The 39 classes of the recogniser, in the order of the network's outputs.

A label is a tile as the rest of the program writes it: ``1m``..``9m`` characters, ``1p``..``9p`` circles,
``1s``..``9s`` bamboo, ``1z``..``7z`` East South West North White Green Red, ``0m 0p 0s`` the red fives,
``back`` a face-down tile and ``other`` a face-up tile that riichi does not use (flower, season, joker).
"""

from typing import Final

from yakulens.scorer import tile

PLAIN: Final = tile.KINDS
"""The 34 faces without red fives."""
RED_FIVES: Final = tile.RED_FIVES
FACES: Final = tile.TILES
"""The 37 faces that a riichi hand can hold."""
BACK: Final = "back"
OTHER: Final = "other"
LABELS: Final[tuple[str, ...]] = (*FACES, BACK, OTHER)
"""All 39 classes; a model's class axis has this order."""
TILE: Final = "tile"
"""What a box is called whose tile nobody named: it says where a tile lies, and no more."""
NO_TILE: Final = "none"
"""What a person calls a class of somebody else's network or labels that is no tile."""
INDEX: Final[dict[str, int]] = {label: i for i, label in enumerate(LABELS)}


def plain(face: str) -> str:
    """The face with a red five turned into the ordinary five of its suit; any other label unchanged.

    >>> plain("0p"), plain("7z")
    ('5p', '7z')
    """
    return "5" + face[1] if face in RED_FIVES else face


KIND: Final[tuple[int, ...]] = tuple(INDEX[plain(label)] for label in LABELS)
"""For the index of each label that of the plain one: a red five is of one kind with the ordinary ones."""
BLANK: Final[tuple[int, ...]] = (INDEX["5z"], INDEX[BACK])
"""Indices of what has no print on it, so that any plain surface looks like one."""

"""Doubts that a person can settle with one tap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from vision.labels import plain
from vision.layout.words import named
from vision.reading import Issue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.layout.choose import Hand
    from vision.layout.solve import Solution
    from vision.reading import ReadMeld, ReadTile

REVIEW_BELOW: Final = 0.85
"""A tile of the hand whose face is less probable than this is shown to the player for review.

Scores are calibrated, so of the tiles just above the threshold about one in seven would be wrong if there
were many of them; with a good reader nearly all tiles stand far above it. Raising it asks more often,
lowering it lets more wrong faces pass unasked ("confident wrong" in ``yakulens evaluate``).
"""

CHOICES: Final = 4
"""How many faces a question offers; the picker has the rest."""


def face_issues(hand: Hand, tiles: Sequence[ReadTile], solution: Solution) -> list[Issue]:
    """Doubtful and changed faces of the hand."""
    found: list[Issue] = []
    changed = {c.tile: c for c in solution.changes}
    for tile in sorted(hand.tiles):
        if tile in changed:
            change = changed[tile]
            why = (
                f"its set is of {named(change.taken)}"
                if change.why == "meld"
                else f"there would be too many of {named(change.seen)}"
            )
            message = f"This looks like {named(change.seen)}, but {why}: taken as {named(change.taken)}."
            found.append(Issue("doubtful_face", (tile,), message, (change.taken, change.seen)))
        elif tiles[tile].score < REVIEW_BELOW:
            likely = [f for f, _ in tiles[tile].alternatives[: CHOICES - 1]]
            message = f"Is this {named(tiles[tile].face)}?"
            found.append(Issue("doubtful_face", (tile,), message, (tiles[tile].face, *likely)))
    for face, crowd in solution.crowded:
        message = f"There are {len(crowd)} of {named(face)}; a set holds {1 if face[0] == '0' else 4}."
        found.append(Issue("five_of_a_kind", crowd, message, ()))
    return found


def meld_issues(melds: Sequence[ReadMeld]) -> list[Issue]:
    """Melds whose caller or hidden tiles cannot be seen."""
    found: list[Issue] = []
    for meld in melds:
        if meld.kind != "closed_kan" and meld.origin is None:
            message = "No tile of this set lies sideways: from whom was it called?"
            choices = ("left",) if meld.kind == "chi" else ("left", "across", "right")
            found.append(Issue("meld_origin", meld.ids, message, choices))
        face = plain(meld.faces[0])
        unseen = len(meld.backs) + len(meld.faces) - len(meld.ids)
        if unseen and face in ("5m", "5p", "5s") and all(f[0] != "0" for f in meld.faces):
            message = f"Is one of the hidden tiles a {named('0' + face[1])}?"
            found.append(Issue("hidden_red_five", meld.ids, message, ("0" + face[1], face)))
    return found


def count_issues(hand: Hand, faces: Sequence[str]) -> list[Issue]:
    """Too few or too many tiles, or a complete hand without its winning tile told apart."""
    tiles = [t for t in hand.concealed if faces[t] != "other"]
    count = len(tiles) + 3 * len(hand.melds) + (hand.win is not None)
    if count == 14 and hand.win is None:  # noqa: PLR2004 - a complete hand
        message = "No tile lies apart: which one is the winning tile?"
        return [Issue("winning_tile", hand.concealed, message, tuple(str(t) for t in tiles))]
    if count == 14 or (count == 13 and hand.win is None):  # noqa: PLR2004 - complete or waiting
        return []
    message = f"A hand has 13 or 14 tiles, a quad counting three; here are {count}. Is one missing or extra?"
    return [Issue("tile_count", tuple(sorted(hand.tiles)), message, ())]

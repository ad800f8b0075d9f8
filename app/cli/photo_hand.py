"""From the desk of a reading and the typed options to the contract's Hand, or to what is still missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from app.desk import DeskTile, hand_json
from scorer.tile import compact, parse_one, plain
from vision.labels import BACK, FACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.desk import Desk


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing without which the photo cannot be scored: what it is, and what to do."""

    code: Literal["no_tiles", "face_down", "tile_count", "no_win", "win_not_read", "no_by"]
    message: str


def ask(desk: Desk, typed: Mapping[str, Any]) -> tuple[dict[str, Any], list[Lack]]:
    """The Hand as far as it is known, and everything that it still lacks.

    Args:
        desk: as read from the photo, foreign tiles set aside.
        typed: what the person said, in the contract's words; it overrules the photo.

    Raises:
        TileError: the typed winning tile is no tile.
    """
    if not desk.tiles:
        return dict(typed), [Lack("no_tiles", "No tile was found on the photo: take it closer, from above.")]
    lacks: list[Lack] = []
    if any(desk.face(uid) == BACK for uid in desk.in_hand()):
        lacks.append(
            Lack("face_down", "A tile of the hand lies face-down: turn it up and take the photo again.")
        )
    if "win" in typed:
        desk, said = _with_win(desk, parse_one(typed["win"]))
        lacks += said
    elif desk.win is None:
        lacks.append(_no_win(desk))
    missing = desk.missing()
    if missing and not (missing == 1 and desk.win is None):
        lacks.append(_count(missing))
    if "by" not in typed:
        lacks.append(Lack("no_by", "How was it won? Add --by ron or --by tsumo."))
    hand = {key: value for key, value in hand_json(desk).items() if value}
    return hand | {key: value for key, value in typed.items() if key != "win"}, lacks


def _with_win(desk: Desk, tile: str) -> tuple[Desk, list[Lack]]:
    if desk.win is not None and tile in {desk.face(desk.win), plain(desk.face(desk.win))}:
        return desk, []
    if desk.win is None and desk.missing() == 1:
        # A tile won off a discard often lies elsewhere on the table: the photo shows the other thirteen.
        uid = desk.next_uid()
        return replace(desk, tiles=desk.tiles | {uid: DeskTile(uid, tile)}, win=uid), []
    inside = desk.concealed if desk.win is None else (*desk.concealed, desk.win)
    faces = desk.faces(inside)
    exact = [uid for uid, face in zip(inside, faces, strict=True) if face == tile]
    same = [uid for uid, face in zip(inside, faces, strict=True) if face in FACES and plain(face) == tile]
    found = (exact or same)[-1:]
    if found:
        return replace(desk, concealed=tuple(uid for uid in inside if uid not in found), win=found[0]), []
    message = (
        f"{tile} is not among the tiles read ({_shown(faces)}): give --win one of those, or a better photo."
    )
    return desk, [Lack("win_not_read", message)]


def _no_win(desk: Desk) -> Lack:
    faces = _shown(desk.faces(desk.concealed))
    return Lack("no_win", f"No tile lies apart as the winning tile: add --win TILE, one of {faces}.")


def _count(missing: int) -> Lack:
    many = abs(missing)
    tiles = f"{many} tile{'s' if many > 1 else ''}"
    what = f"The hand lacks {tiles}" if missing > 0 else f"The hand has {tiles} too many"
    return Lack("tile_count", f"{what}: a hand is 14 tiles, and one more for each quad.")


def _shown(faces: list[str]) -> str:
    known = sorted({face for face in faces if face in FACES}, key=lambda face: (face[1], plain(face), face))
    return compact(known)

"""From the desk of a reading and the typed options to the contract's Hand, or to what is still missing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from yakulens.scorer.message import Message
from yakulens.scorer.tile import compact, parse_one, plain
from yakulens.vision.desk import DeskTile, hand_json
from yakulens.vision.labels import BACK, FACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from yakulens.vision.desk import Desk


def ask(desk: Desk, typed: Mapping[str, Any]) -> tuple[dict[str, Any], list[Message]]:
    """The Hand as far as it is known, and everything that it still lacks.

    Args:
        desk: as read from the photo, foreign tiles set aside.
        typed: what the person said, in the contract's words; it overrules the photo.

    Raises:
        TileError: the typed winning tile is no tile.
    """
    if not desk.tiles:
        return dict(typed), [Message("no_tiles")]
    lacks: list[Message] = []
    if any(desk.face(uid) == BACK for uid in desk.in_hand()):
        lacks.append(Message("face_down"))
    if "win" in typed:
        desk, said = _with_win(desk, parse_one(typed["win"]))
        lacks += said
    elif desk.win is None:
        lacks.append(_no_win(desk))
    missing = desk.missing()
    if missing and not (missing == 1 and desk.win is None):
        lacks.append(_count(missing))
    if "by" not in typed:
        lacks.append(Message("no_by"))
    hand = {key: value for key, value in hand_json(desk).items() if value}
    return hand | {key: value for key, value in typed.items() if key != "win"}, lacks


def _with_win(desk: Desk, tile: str) -> tuple[Desk, list[Message]]:
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
    return desk, [Message.of("win_not_read", tile=tile, faces=_shown(faces))]


def _no_win(desk: Desk) -> Message:
    return Message.of("no_win", faces=_shown(desk.faces(desk.concealed)))


def _count(missing: int) -> Message:
    why = Message.of("hand_lacks" if missing > 0 else "hand_exceeds", count=abs(missing))
    return Message.of("tile_count", why=why)


def _shown(faces: list[str]) -> str:
    known = sorted({face for face in faces if face in FACES}, key=lambda face: (face[1], plain(face), face))
    return compact(known)

"""Makes the desk from a reading."""

from dataclasses import replace

from yakulens.scorer.vocabulary import QUAD_KINDS
from yakulens.vision.desk import SET_SIZE, Desk, DeskMeld, DeskTile, Question
from yakulens.vision.desk.questions import merge_indicator_questions
from yakulens.vision.labels import OTHER, plain
from yakulens.vision.reading import Reading, ReadMeld, ReadTile, Side


def from_reading(reading: Reading) -> Desk:
    """Make the desk from a reading. A tile's uid is its id in the reading.

    A possible indicator is only offered as one: a single question about the dora asks for all of them.
    """
    tiles = {tile.id: desk_tile(tile) for tile in reading.tiles}
    melds: list[DeskMeld] = []
    for read in reading.melds:
        ids, faces = _ids(read), list(read.faces)
        if read.kind in QUAD_KINDS and len(faces) == SET_SIZE:
            ids, faces = [*ids, None], [*faces, plain(faces[0])]
        uids: list[int] = []
        for uid, face in zip(ids, faces, strict=True):
            tile = DeskTile(len(tiles), face) if uid is None else replace(tiles[uid], face=face)
            tiles[tile.uid] = tile
            uids.append(tile.uid)
        # A sequence is always claimed from the left.
        origin = "left" if read.kind == "chi" else read.origin
        melds.append(DeskMeld(read.kind, tuple(uids), origin))
    questions = tuple(Question(i.code, i.ids, i.choices, i.case, i.values) for i in reading.issues)
    offered, questions = merge_indicator_questions(questions, reading.indicators)
    return Desk(
        tiles=tiles,
        concealed=tuple(reading.concealed),
        win=reading.win,
        melds=tuple(melds),
        others=(*(uid for uid in offered if uid in reading.indicators), *reading.others),
        questions=questions,
    )


def desk_of_side(reading: Reading, side: str) -> Desk | None:
    """The desk of the open hand on this side, without flowers; None if there is none."""
    for number, hand in enumerate(reading.hands):
        if hand.side == side:
            return without_flowers(from_reading(reading.with_hand(number)))
    return None


def desk_tile(read: ReadTile) -> DeskTile:
    """A read tile as a desk tile; its uid is its id."""
    return DeskTile(read.id, read.face, read.score, read.quad, tuple(face for face, _ in read.alternatives))


def other_sides(reading: Reading, desk: Desk) -> tuple[Side, ...]:
    """The sides of the open hands other than the one on the desk."""
    on_desk = set(desk.in_hand())
    shown = max(reading.hands, key=lambda hand: len(on_desk & set(hand.ids)), default=None)
    return tuple(hand.side for hand in reading.hands if hand is not shown)


def without_flowers(desk: Desk) -> Desk:
    """The desk with tiles that riichi does not use moved out of the hand."""
    flowers = tuple(uid for uid in desk.concealed if desk.face(uid) == OTHER)
    concealed = tuple(uid for uid in desk.concealed if uid not in flowers)
    return replace(desk, concealed=concealed, others=(*desk.others, *flowers))


def _ids(read: ReadMeld) -> list[int | None]:
    """An id or None for each face: a tile hidden under the stacked one has none."""
    ids: list[int | None] = list(read.ids[: len(read.faces)])
    at = read.rotated[0] if read.rotated else len(ids)
    while len(ids) < len(read.faces):
        ids.insert(at, None)
    return ids

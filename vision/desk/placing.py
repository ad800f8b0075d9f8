"""Tiles and melds put into a desk's places and taken out of them, which every correction is made of. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from yakulens.scorer.meld import size_of
from yakulens.scorer.vocabulary import From, MeldKind
from yakulens.vision.desk import QUAD_SIZE, SET_SIZE, Desk, DeskMeld, DeskPlace, DeskTile
from yakulens.vision.desk.questions import WINNING_TILE


def has_place(desk: Desk, place: DeskPlace | int) -> bool:
    """Whether a desk has this place, or a meld with this number."""
    return not isinstance(place, int) or 0 <= place < len(desk.melds)


def with_new(desk: Desk, tile: DeskTile, place: DeskPlace | int) -> Desk:
    """The desk with a new tile, which gets a new uid."""
    uid = desk.next_uid()
    return placed(desk.with_tile(replace(tile, uid=uid)), uid, place)


def placed(desk: Desk, uid: int, place: DeskPlace | int) -> Desk:
    """The desk with a tile that has no place put in one."""
    if isinstance(place, int):
        meld = desk.melds[place]
        return replace(
            desk, melds=melds_with(desk, place, _of_its_size(replace(meld, tiles=(*meld.tiles, uid))))
        )
    if place == "win":
        desk = replace(desk, win=uid, concealed=desk.outside_melds())
        return desk.without_questions(lambda q: q.code == WINNING_TILE)
    changes: dict[str, tuple[int, ...]] = {place: (*getattr(desk, place), uid)}
    return replace(desk, **changes)  # type: ignore[arg-type]  # a place names a field of uids


def lifted(desk: Desk, uid: int) -> Desk:
    """The desk without a tile, and without its meld if that is then empty."""

    def without(uids: Sequence[int]) -> tuple[int, ...]:
        return tuple(u for u in uids if u != uid)

    melds = (_of_its_size(replace(meld, tiles=without(meld.tiles))) for meld in desk.melds)
    return replace(
        without_tiles(desk, (uid,)),
        concealed=without(desk.concealed),
        win=None if desk.win == uid else desk.win,
        melds=tuple(meld for meld in melds if meld.tiles),
        indicators=without(desk.indicators),
        ura=without(desk.ura),
        others=without(desk.others),
    )


def without_tiles(desk: Desk, uids: Sequence[int]) -> Desk:
    """The desk without some tiles and the questions about them; their uids are not reused.

    The tiles' places still name them; ``lifted`` also takes a tile out of its place.
    """
    tiles = {uid: tile for uid, tile in desk.tiles.items() if uid not in uids}
    desk = replace(desk, tiles=tiles, fresh=desk.next_uid())
    return desk.without_questions(lambda q: not {*uids}.isdisjoint(q.tiles))


def with_meld(desk: Desk, meld: DeskMeld) -> Desk:
    """The desk with one more meld, in unknown call order."""
    return replace(desk, melds=(*desk.melds, with_only_origin(meld)), calls_in_order=False)


def _of_its_size(meld: DeskMeld) -> DeskMeld:
    """The meld; a triplet that got a fourth tile is an added quad, a quad that lost one a triplet."""
    size = len(meld.tiles)
    if meld.kind == "chi" or size == size_of(meld.kind) or size not in {SET_SIZE, QUAD_SIZE}:
        return meld
    return replace(meld, kind="pon" if size == SET_SIZE else "added_kan")


def melds_with(desk: Desk, number: int, *instead: DeskMeld) -> tuple[DeskMeld, ...]:
    """The melds of a desk with one replaced or removed."""
    return (*desk.melds[:number], *instead, *desk.melds[number + 1 :])


def with_only_origin(meld: DeskMeld) -> DeskMeld:
    """The meld, with its origin set if its kind allows only one."""
    only: dict[MeldKind, From | None] = {"chi": "left", "closed_kan": None}
    return replace(meld, origin=only.get(meld.kind, meld.origin))

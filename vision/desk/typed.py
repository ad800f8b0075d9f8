"""A hand typed as text (`scorer.notation`), laid on the desk."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from yakulens.scorer import notation
from yakulens.scorer.hand import Hand
from yakulens.scorer.vocabulary import From, MeldKind
from yakulens.vision.desk import HAND_SIZE, SET_SIZE, Desk, DeskMeld, DeskTile


def hand(text: str) -> Desk:
    """The desk of a typed hand: ``345678m44p67s +5s [234p] (1111z)``.

    ``[..]`` is a called set, ``(..)`` a closed quad, and ``+`` precedes the winning tile. Without ``+`` the
    last tile of a complete hand is the winning one.

    Raises:
        TileError, NotationError: the text is no hand (`scorer.notation.split`).

    >>> desk = hand("345678m44p67s +5s [234p]")
    >>> desk.face(desk.win), desk.faces(desk.melds[0].tiles)
    ('5s', ['2p', '3p', '4p'])
    """
    typed = notation.split(text)
    concealed, win = list(typed.concealed), typed.win
    if win is None and len(concealed) + SET_SIZE * len(typed.melds) == HAND_SIZE:
        win = concealed.pop()
    return desk_of_faces(concealed, win, [(meld.kind, meld.tiles, None) for meld in typed.melds])


def desk_of_faces(
    concealed: Iterable[str],
    win: str | None,
    melds: Iterable[tuple[MeldKind, Sequence[str], From | None]],
    dora: Iterable[str] = (),
    ura: Iterable[str] = (),
) -> Desk:
    """A desk of these faces; melds in call order, with the discarder (None means left for a chi)."""
    tiles: dict[int, DeskTile] = {}

    def add(faces: Iterable[str]) -> tuple[int, ...]:
        new = {uid: DeskTile(uid, face) for uid, face in enumerate(faces, len(tiles))}
        tiles.update(new)
        return tuple(new)

    hand_uids = add(concealed)
    desk_melds = tuple(
        DeskMeld(kind, add(faces), "left" if kind == "chi" and origin is None else origin)
        for kind, faces, origin in melds
    )
    return Desk(
        tiles=tiles,
        concealed=hand_uids,
        melds=desk_melds,
        win=None if win is None else add([win])[0],
        indicators=add(dora),
        ura=add(ura),
        calls_in_order=True,
    )


def desk_of_hand(hand: Hand, dora: Iterable[str] = (), ura: Iterable[str] = ()) -> Desk:
    """The desk of the scorer's hand, with its indicators.

    >>> from yakulens.scorer import Hand, Meld
    >>> desk = desk_of_hand(Hand.of("44p67s", "5s", [Meld.of("pon", "777z", "across")]), dora=["3m"])
    >>> desk.melds[0].origin, desk.faces(desk.indicators)
    ('across', ['3m'])
    """
    melds = [(meld.kind, meld.tiles, meld.claimed_from) for meld in hand.melds]
    desk = desk_of_faces(hand.concealed, hand.win, melds, dora, ura)
    return replace(desk, calls_in_order=hand.calls_in_order)

"""What happens to a desk when a person corrects a meld, and which melds tiles can form. Pure."""

from dataclasses import replace
from typing import Final, TypeAlias

from yakulens.scorer.vocabulary import QUAD_KINDS, From, MeldKind
from yakulens.vision.desk import QUAD_SIZE, SET_SIZE, Desk, DeskMeld, DeskTile
from yakulens.vision.desk.edits import MakeMeld, RemoveMeld, SetMeldKind, SetMeldOrigin, TakeMeldApart
from yakulens.vision.desk.melds import can_form
from yakulens.vision.desk.questions import about_kind, about_origin
from yakulens.vision.desk.rows import nearest_first
from yakulens.vision.desk.tile_changes import remove_tiles
from yakulens.vision.labels import FACES, LABELS, plain

_LAST_RUN: Final = 7
"""The highest rank that a run can begin with."""
MeldEdit: TypeAlias = SetMeldKind | SetMeldOrigin | TakeMeldApart | RemoveMeld


def make_meld(desk: Desk, kind: MeldKind, uids: tuple[int, ...], origin: From | None) -> Desk:
    """The desk after some concealed tiles, or the winning one, were made a meld."""
    if not uids or len({*uids}) < len(uids) or not {*desk.concealed, desk.win}.issuperset(uids):
        return desk
    concealed = tuple(uid for uid in desk.concealed if uid not in uids)
    win = None if desk.win in uids else desk.win
    return _with_meld(replace(desk, concealed=concealed, win=win), DeskMeld(kind, uids, origin))


def add_meld(desk: Desk, kind: MeldKind, faces: tuple[str, ...], origin: From | None) -> Desk:
    """The desk with a meld of new tiles."""
    if not faces or any(face not in LABELS for face in faces):
        return desk
    first = desk.next_uid()
    new = {first + i: DeskTile(first + i, face) for i, face in enumerate(faces)}
    return _with_meld(replace(desk, tiles=desk.tiles | new), DeskMeld(kind, tuple(new), origin))


def _with_meld(desk: Desk, meld: DeskMeld) -> Desk:
    """The desk with one more meld, of which nobody said when it was called."""
    return replace(desk, melds=(*desk.melds, _with_only_origin(meld)), calls_in_order=False)


def change_meld(desk: Desk, edit: MeldEdit) -> Desk:
    """The desk after one meld was changed, without the questions that this settles."""
    if not 0 <= edit.number < len(desk.melds):
        return desk
    meld = desk.melds[edit.number]
    before, after = desk.melds[: edit.number], desk.melds[edit.number + 1 :]
    match edit:
        case TakeMeldApart():
            return replace(desk, melds=before + after, concealed=desk.concealed + meld.tiles)
        case RemoveMeld():
            return replace(remove_tiles(desk, meld.tiles), melds=before + after)
        case SetMeldKind(_, kind):
            desk, changed = _of_kind(desk, meld, kind)
        case SetMeldOrigin(_, origin):
            changed = _with_only_origin(replace(meld, origin=origin))
    settled = about_origin if isinstance(edit, SetMeldOrigin) else about_kind
    questions = tuple(q for q in desk.questions if not ({*meld.tiles} & {*q.tiles} and settled(q)))
    return replace(desk, melds=(*before, changed, *after), questions=questions)


def _of_kind(desk: Desk, meld: DeskMeld, kind: MeldKind) -> tuple[Desk, DeskMeld]:
    """The meld as one of another kind, and the desk with the fourth tile added or taken away for that."""
    uids = meld.tiles
    size = QUAD_SIZE if kind in QUAD_KINDS else SET_SIZE
    if len(uids) == SET_SIZE and size == QUAD_SIZE:
        uid = desk.next_uid()
        desk = replace(desk, tiles=desk.tiles | {uid: DeskTile(uid, plain(desk.face(uids[0])))})
        uids = (*uids, uid)
    elif len(uids) == QUAD_SIZE and size == SET_SIZE:
        desk = remove_tiles(desk, uids[-1:])
        uids = uids[:-1]
    return desk, _with_only_origin(replace(meld, kind=kind, tiles=uids))


def _with_only_origin(meld: DeskMeld) -> DeskMeld:
    """The meld with the only origin its kind allows, where there is only one."""
    if meld.kind == "chi":
        return replace(meld, origin="left")
    if meld.kind == "closed_kan":
        return replace(meld, origin=None)
    return meld


def possible_melds(desk: Desk, uid: int) -> tuple[MakeMeld, ...]:
    """The melds that a concealed tile can form with others of the hand, the likeliest first."""
    if uid not in desk.concealed and uid != desk.win:
        return ()
    face = plain(desk.face(uid))
    loose = [u for u in desk.in_hand() if u != uid and (u in desk.concealed or u == desk.win)]
    others = nearest_first(desk, uid, loose)
    same = (uid, *(u for u in others if plain(desk.face(u)) == face))
    sizes: dict[MeldKind, int] = {"pon": SET_SIZE, "open_kan": QUAD_SIZE, "closed_kan": QUAD_SIZE}
    possible = [MakeMeld(kind, same[:size]) for kind, size in sizes.items() if len(same) >= size]
    if face[1] in "mps":
        rank = int(face[0])
        for low in range(max(1, rank - 2), min(_LAST_RUN, rank) + 1):
            run = (f"{low + i}{face[1]}" for i in range(SET_SIZE))
            found = (next((u for u in (uid, *others) if plain(desk.face(u)) == each), None) for each in run)
            known = tuple(u for u in found if u is not None)
            if len(known) == SET_SIZE and can_form("chi", desk.faces(known)):
                possible.append(MakeMeld("chi", known))
    return tuple(possible)


def new_meld(kind: MeldKind, face: str) -> tuple[MeldKind, tuple[str, ...]] | None:
    """A meld of this kind that begins with this face; None where there is none.

    >>> new_meld("chi", "0p"), new_meld("pon", "0s"), new_meld("chi", "8m")
    (('chi', ('0p', '6p', '7p')), ('pon', ('0s', '5s', '5s')), None)
    """
    if face not in FACES:
        return None
    if kind == "chi":
        rank, suit = int(plain(face)[0]), face[1]
        if suit == "z" or rank > _LAST_RUN:
            return None
        return "chi", (face, f"{rank + 1}{suit}", f"{rank + 2}{suit}")
    size = QUAD_SIZE if kind in QUAD_KINDS else SET_SIZE
    return kind, (face, *[plain(face)] * (size - 1))

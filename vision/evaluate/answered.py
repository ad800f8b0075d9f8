"""What a reading becomes when a person answers one of its questions, as the page carries the answers out.

A hand that is exact after one truthful answer costs its player one tap. Of the answers that a question offers
the truth allows one at most, so where one of them makes the hand the labelled one, that one is it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from yakulens.vision.labels import LABELS
from yakulens.vision.reading import WHOSE_HAND, Issue, MeldKind, Reading, ReadMeld

_SET, _QUAD = 3, 4
_KINDS: tuple[MeldKind, ...] = ("chi", "pon", "open_kan", "added_kan", "closed_kan")


def answered(reading: Reading) -> Iterator[Reading]:
    """The readings that one answer to one question gives.

    An answer that the question does not offer (another face from the keyboard, a tile that was not found) is
    none of them, nor is one that changes nothing of the hand.

    Args:
        reading: of a photo, with its questions.

    >>> from yakulens.vision.reading import Issue, Reading, ReadTile
    >>> quad = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
    >>> asked = Issue("doubtful_face", (0,), "Is this 5p?", ("5p", "0p"))
    >>> reading = Reading((ReadTile(0, "5p", 0.6, quad),), concealed=(0,), issues=(asked,))
    >>> [after.face(0) for after in answered(reading)]
    ['5p', '0p']
    """
    for issue in reading.issues:
        for choice in issue.choices:
            after = _after(reading, issue, choice)
            if after is not None:
                yield after


def _after(reading: Reading, issue: Issue, choice: str) -> Reading | None:  # noqa: PLR0911 - one line a question
    """The reading after an answer; None where it says nothing of the hand."""
    if issue.code == WHOSE_HAND:
        number = next((n for n, hand in enumerate(reading.hands) if hand.side == choice), None)
        return None if number is None else reading.with_hand(number)
    if issue.code == "hidden_red_five":
        return _with_melds(reading, issue, lambda meld: _hiding(meld, choice))
    if choice in LABELS:
        return _showing(reading, issue.ids, choice)
    if issue.code == "winning_tile":
        if choice == "out":
            return _left_out(reading, [] if reading.win is None else [reading.win])
        return _won(reading, None if choice == "none" else int(choice))
    if issue.code == "maybe_not_in_hand":
        return _held(reading, issue.ids) if choice == "in" else _left_out(reading, issue.ids)
    if choice == "not_a_meld":
        apart = [tile for meld in reading.melds if set(meld.ids) & set(issue.ids) for tile in meld.ids]
        return _held(_left_out(reading, apart), apart)
    if choice in _KINDS:
        return _with_melds(reading, issue, lambda meld: _of_kind(meld, choice))
    return None


def _showing(reading: Reading, ids: Collection[int], face: str) -> Reading:
    tiles = tuple(replace(t, face=face, score=1.0) if t.id in ids else t for t in reading.tiles)

    def named(meld: ReadMeld) -> ReadMeld:
        if len(meld.ids) != len(meld.faces):
            return meld
        faces = zip(meld.ids, meld.faces, strict=True)
        return replace(meld, faces=tuple(face if tile in ids else known for tile, known in faces))

    return replace(reading, tiles=tiles, melds=tuple(named(meld) for meld in reading.melds))


def _won(reading: Reading, tile: int | None) -> Reading:
    former = () if reading.win is None or reading.win == tile else (reading.win,)
    held = tuple(t for t in reading.concealed if t != tile)
    return replace(reading, concealed=(*held, *former), win=tile)


def _held(reading: Reading, ids: Collection[int]) -> Reading:
    known = {*reading.concealed, reading.win, *(t for meld in reading.melds for t in meld.ids)}
    return replace(reading, concealed=(*reading.concealed, *(t for t in ids if t not in known)))


def _left_out(reading: Reading, ids: Collection[int]) -> Reading:
    return replace(
        reading,
        concealed=tuple(t for t in reading.concealed if t not in ids),
        win=None if reading.win in ids else reading.win,
        melds=tuple(meld for meld in reading.melds if not set(meld.ids) & set(ids)),
    )


def _with_melds(reading: Reading, issue: Issue, change: Callable[[ReadMeld], ReadMeld]) -> Reading:
    about = set(issue.ids)
    return replace(reading, melds=tuple(change(m) if about & set(m.ids) else m for m in reading.melds))


def _hiding(meld: ReadMeld, face: str) -> ReadMeld:
    """The quad with one hidden tile named: an outer one of a closed quad, else the last."""
    at = 0 if meld.kind == "closed_kan" else len(meld.faces) - 1
    return replace(meld, faces=(*meld.faces[:at], face, *meld.faces[at + 1 :]))


def _of_kind(meld: ReadMeld, kind: str) -> ReadMeld:
    """The meld as one of another kind; the fourth tile of a quad lies on the sideways one, or is gone."""
    known = next(k for k in _KINDS if k == kind)
    at = meld.rotated[:1]
    if known in {"chi", "pon"}:
        return replace(meld, kind=known, faces=meld.faces[:_SET], rotated=at, backs=(), ids=meld.ids[:_SET])
    faces = meld.faces if len(meld.faces) == _QUAD else (*meld.faces, meld.faces[0])
    on_top = (*at, *(k + 1 for k in at)) if known == "added_kan" else at
    backs = (0, _SET) if known == "closed_kan" else ()
    return replace(meld, kind=known, faces=faces, rotated=() if backs else on_top, backs=backs)

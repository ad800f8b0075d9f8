"""Doubts that a person can settle with one tap, in plain words."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from yakulens.vision.labels import BACK, plain
from yakulens.vision.layout.hand.counts import COMPLETE, WAITING
from yakulens.vision.reading import REVIEW_BELOW, WHOSE_HAND, Issue
from yakulens.vision.words import named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.layout.hand.indicators import Indicators
    from yakulens.vision.layout.hand.lone_winner import LoneWinner
    from yakulens.vision.layout.report.faces import Change, Solution
    from yakulens.vision.reading import OpenHand, ReadMeld, ReadTile

CLOSE_RIVAL: Final = 0.7
"""Another reading of the table whose log odds are worse by less than this (1 to 2) is worth a question."""
NO_FACE: Final = 0.5
"""What shows no face so surely may be no tile at all."""
ON_TOP_DOUBTFUL: Final = (-2.0, 3.5)
"""Log odds between which it is doubtful whether a tile lies on another."""
CHOICES: Final = 4
"""How many faces a question offers; the picker has the rest ..."""
WORTH_OFFERING: Final = 0.02
"""... and any but the likeliest other one only if it is so probable."""


def face_issues(hand: HandCandidate, tiles: Sequence[ReadTile], solution: Solution) -> list[Issue]:
    """Questions about faces of the hand: doubtful ones, changed ones, and more of a tile than there are.

    Args:
        hand: the hand.
        tiles: every tile in view, by index.
        solution: the faces that were taken.

    >>> from yakulens.vision.layout.hand.hand import HandCandidate
    >>> from yakulens.vision.layout.report.faces import Solution
    >>> from yakulens.vision.reading import ReadTile
    >>> quad = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
    >>> tile = ReadTile(0, "5m", 0.6, quad, alternatives=(("0m", 0.38), ("6m", 0.01)))
    >>> issues = face_issues(HandCandidate(0.0, concealed=(0,)), [tile], Solution(("5m",), (0.6,), (), ()))
    >>> [(issue.code, issue.ids, issue.choices) for issue in issues]
    [('doubtful_face', (0,), ('5m', '0m'))]
    """
    issues: list[Issue] = []
    changed = {c.tile: c for c in solution.changes}
    asked_as_set = {m.tiles[k] for m in hand.melds if m.blank for k in m.backs}
    for tile in sorted(hand.tiles - asked_as_set):
        if tile in changed:
            issues.append(_changed(changed[tile]))
            continue
        if tile in hand.concealed and tiles[tile].face == BACK:
            issues.append(doubtful_face(tiles[tile]))  # nobody holds a tile face-down among others
        elif hand.concealed == (tile,) and tiles[tile].score < NO_FACE:
            # With four sets beside it the thirteenth tile is out of the picture more often than unreadable.
            message = "Hardly readable, and by itself: is this tile part of the hand?"
            issues.append(Issue("maybe_not_in_hand", (tile,), message, ("in", "out")))
        elif tiles[tile].score < REVIEW_BELOW:
            _ask_once(issues, doubtful_face(tiles[tile]))
    for face, crowd in solution.crowded:
        message = f"There are {len(crowd)} of {named(face)}; a set holds {1 if face[0] == '0' else 4}."
        issues.append(Issue("five_of_a_kind", crowd, message, tuple(str(t) for t in crowd)))
    return issues


def doubtful_face(tile: ReadTile) -> Issue:
    """The question what a tile shows.

    >>> from yakulens.vision.reading import ReadTile
    >>> quad = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
    >>> doubtful_face(ReadTile(3, "5m", 0.6, quad, (("0m", 0.38),))).choices
    ('5m', '0m')
    """
    others = enumerate(tile.alternatives[: CHOICES - 1])
    likely = [face for n, (face, p) in others if not n or p >= WORTH_OFFERING]
    return Issue("doubtful_face", (tile.id,), f"Is this {named(tile.face)}?", (tile.face, *likely))


def _ask_once(issues: list[Issue], issue: Issue) -> None:
    """Add a question about a face, or its tile to the same question about another: they look alike."""
    for k, known in enumerate(issues):
        if (known.code, known.message, known.choices) == (issue.code, issue.message, issue.choices):
            issues[k] = replace(known, ids=(*known.ids, *issue.ids))
            return
    issues.append(issue)


def _changed(change: Change) -> Issue:
    """The question about a face that was taken for something else than it looked like."""
    why = {
        "meld": f"its set is of {named(change.taken)}",
        "count": f"there would be too many of {named(change.seen)}",
        "complete": f"with {named(change.taken)} the hand is complete",
        "waits": f"with {named(change.taken)} the hand waits for a tile",
        "order": f"with {named(change.taken)} the tiles lie in order",
        "flower": "there would be too many tiles",
    }[change.why]
    message = f"This looks like {named(change.seen)}, but {why}: taken as {named(change.taken)}."
    return Issue("doubtful_face", (change.tile,), message, (change.taken, change.seen))


def meld_issues(hand: HandCandidate, melds: Sequence[ReadMeld]) -> list[Issue]:
    """Questions about melds whose caller, hidden tiles or kind cannot be seen.

    Args:
        hand: the hand.
        melds: its melds as they go into the reading, in the order of ``hand.melds``.

    >>> from yakulens.vision.layout.hand.hand import HandCandidate
    >>> from yakulens.vision.layout.rows.melds import MeldReading
    >>> from yakulens.vision.reading import ReadMeld
    >>> chi = MeldReading("chi", (0, 1, 2), ("1m", "2m", "3m"), (), (), None, -3.0)
    >>> hand = HandCandidate(0.0, melds=(chi,))
    >>> issues = meld_issues(hand, [ReadMeld("chi", (0, 1, 2), ("1m", "2m", "3m"))])
    >>> [(issue.code, issue.choices) for issue in issues]
    [('meld_origin', ('left', 'not_a_meld'))]
    """
    issues: list[Issue] = []
    for called, meld in zip(hand.melds, melds, strict=True):
        if meld.kind != "closed_kan" and meld.origin is None:
            set_of = f"the set with {named(meld.faces[0])}"
            message = f"No tile of {set_of} lies sideways: from whom was it called, or is it no meld?"
            choices: tuple[str, ...] = ("left",) if meld.kind == "chi" else ("left", "across", "right")
            issues.append(Issue("meld_origin", meld.ids, message, (*choices, "not_a_meld")))
        if meld.kind == "closed_kan" and not meld.backs:
            message = "These four equal tiles lie apart: are they a closed kan?"
            issues.append(Issue("meld_kind", meld.ids, message, ("closed_kan", "open_kan", "not_a_meld")))
        if called.blank:
            message = "Do two tiles of this set lie face-down, or are they Whites: is it a closed kan?"
            issues.append(Issue("meld_kind", meld.ids, message, ("closed_kan", "not_a_meld")))
        if called.unseen is not None and meld.kind == "closed_kan":
            message = "A face-down tile of this set was not found: is it a closed kan?"
            issues.append(Issue("meld_kind", meld.ids, message, ("closed_kan", "pon")))
        low, high = ON_TOP_DOUBTFUL
        if called.raised is not None and low < called.raised < high:
            message = "Does a fourth tile lie under the sideways one?"
            choices = ("added_kan", "pon") if meld.kind == "added_kan" else ("pon", "added_kan")
            issues.append(Issue("meld_kind", meld.ids, message, choices))
        face = plain(meld.faces[0])
        unseen = len(meld.backs) + len(meld.faces) - len(meld.ids)
        if unseen and face in ("5m", "5p", "5s") and all(f[0] != "0" for f in meld.faces):
            message = f"Is one of the hidden tiles a {named('0' + face[1])}?"
            issues.append(Issue("hidden_red_five", meld.ids, message, (face, "0" + face[1])))
    return issues


def count_issues(hand: HandCandidate, faces: Sequence[str]) -> list[Issue]:
    """Questions about the number of tiles, and about which one won where none lies apart.

    >>> from yakulens.vision.layout.hand.hand import HandCandidate
    >>> [issue.code for issue in count_issues(HandCandidate(0.0, concealed=(0, 1, 2)), ["1m", "2m", "3m"])]
    ['tile_count']
    """
    tiles = [t for t in hand.concealed if faces[t] != "other"]
    count = len(tiles) + 3 * len(hand.melds) + (hand.win is not None)
    if count == COMPLETE and hand.win is None:
        message = "No tile lies apart: which one is the winning tile?"
        return [Issue("winning_tile", tuple(tiles), message, tuple(str(t) for t in tiles))]
    if count == COMPLETE or (count == WAITING and hand.win is None):
        return []
    message = f"A hand has 13 or 14 tiles, a kan counting three; here are {count}. Is one missing or extra?"
    return [Issue("tile_count", tuple(sorted(hand.tiles)), message, ())]


def lone_winner_issues(lone: LoneWinner | None) -> list[Issue]:
    """The question whether a tile that lies alone won, where the hand might be completed by it by chance.

    Args:
        lone: what was taken for the winning tile; None where none lies alone.

    >>> from yakulens.vision.layout.hand.hand import HandCandidate
    >>> from yakulens.vision.layout.hand.lone_winner import LoneWinner
    >>> lone = LoneWinner(HandCandidate(0.0, concealed=(0, 1), win=7), (9,), sure=False)
    >>> [(issue.code, issue.choices) for issue in lone_winner_issues(lone)]
    [('winning_tile', ('7', '9', 'out'))]
    """
    if lone is None or lone.sure or lone.hand.win is None:
        return []
    ids = (lone.hand.win, *lone.rivals)
    message = "It lies by itself and completes the hand: is this the winning tile?"
    return [Issue("winning_tile", ids, message, (*(str(t) for t in ids), "out"))]


def scattered_issues(hand: HandCandidate) -> list[Issue]:
    """The question whether what lies about the hand is of it, where it waits for a tile with that.

    >>> from yakulens.vision.layout.hand.hand import HandCandidate
    >>> hand = HandCandidate(0.0, concealed=(0, 1, 5, 7), scattered=(5, 7))
    >>> [(issue.code, issue.ids, issue.choices) for issue in scattered_issues(hand)]
    [('maybe_not_in_hand', (5, 7), ('in', 'out'))]
    """
    if not hand.scattered:
        return []
    message = "Apart from the others, but with them the hand waits: are these tiles part of the hand?"
    if len(hand.scattered) == 1:
        message = "Apart from the others, but with it the hand waits: is this tile part of the hand?"
    return [Issue("maybe_not_in_hand", hand.scattered, message, ("in", "out"))]


def rival_issues(hand: HandCandidate, rivals: Sequence[HandCandidate]) -> list[Issue]:
    """A question about the tiles on which another hand differs that is nearly as likely, if there is one.

    Args:
        hand: the likeliest hand.
        rivals: others, the likeliest first.

    >>> from yakulens.vision.layout.hand.hand import HandCandidate
    >>> with_it = HandCandidate(0.0, concealed=(0, 1), win=2, score=-1.0)
    >>> without = HandCandidate(0.0, concealed=(0, 1), score=-1.2)
    >>> [(issue.code, issue.ids, issue.choices) for issue in rival_issues(with_it, [without])]
    [('maybe_not_in_hand', (2,), ('in', 'out'))]
    """
    issues: list[Issue] = []
    for rival in rivals:
        if rival.score < hand.score - CLOSE_RIVAL:
            continue
        if rival.win != hand.win and rival.tiles == hand.tiles and rival.melds == hand.melds:
            either = [t for t in (hand.win, rival.win) if t is not None]
            choices = tuple("none" if t is None else str(t) for t in (hand.win, rival.win))
            issues.append(Issue("winning_tile", tuple(either), "Is this the winning tile?", choices))
        elif rival.tiles != hand.tiles:
            differ = tuple(sorted(rival.tiles ^ hand.tiles))
            message = (
                "Do these tiles belong to the hand?" if len(differ) > 1 else "Is this tile part of the hand?"
            )
            choices = ("in", "out") if hand.tiles & set(differ) else ("out", "in")
            issues.append(Issue("maybe_not_in_hand", differ, message, choices))
    return issues[:1]  # one question at a time: its answer settles the others


def detection_issues(
    hand: HandCandidate, accepted: NDArray[np.bool_], rejected: NDArray[np.bool_]
) -> list[Issue]:
    """Doubtful detections that are taken for tiles of the hand, or the other way round, to make it whole.

    Args:
        hand: the hand.
        accepted: ``(N,)`` bool, tiles whose detection was doubtful.
        rejected: ``(N,)`` bool, detections that had counted as tiles.

    >>> from yakulens.vision.layout.hand.hand import HandCandidate
    >>> hand = HandCandidate(0.0, concealed=(0, 1))
    >>> issues = detection_issues(hand, np.array([False, True]), np.array([False, False]))
    >>> [(issue.code, issue.ids, issue.choices) for issue in issues]
    [('maybe_not_in_hand', (1,), ('in', 'out'))]
    """
    issues = []
    fourth: set[int] = set()
    for meld in hand.melds:
        if meld.kind in {"open_kan", "added_kan"} and (doubtful := {t for t in meld.tiles if accepted[t]}):
            fourth |= doubtful
            message = "A fourth tile of this set is hardly to be seen: is it a kan?"
            issues.append(Issue("meld_kind", meld.tiles, message, (meld.kind, "pon")))
    more = tuple(t for t in sorted(hand.tiles - fourth) if accepted[t])
    fewer = tuple(int(t) for t in np.flatnonzero(rejected))
    if more:
        message = "Hardly to be seen, but without it the hand is a tile short: is this tile part of the hand?"
        if len(more) > 1:
            message = (
                "Hardly to be seen, but without them the hand is short: are these tiles part of the hand?"
            )
        issues.append(Issue("maybe_not_in_hand", more, message, ("in", "out")))
    if fewer:
        message = "With it the hand has a tile too many: is this tile part of the hand?"
        if len(fewer) > 1:
            message = "With them the hand has too many tiles: are these tiles part of the hand?"
        issues.append(Issue("maybe_not_in_hand", fewer, message, ("out", "in")))
    return issues


def whose_hand_issues(hands: Sequence[OpenHand], asked: float) -> list[Issue]:
    """The question whose hand is meant, where another one that lies open is nearly as likely.

    Args:
        hands: those that lie open, the likeliest first.
        asked: up to which difference of their log odds it is asked.

    >>> from yakulens.vision.reading import OpenHand
    >>> mine, hers = OpenHand("self", (0, 1), probability=0.6), OpenHand("left", (5, 6), probability=0.4)
    >>> [(issue.code, issue.choices) for issue in whose_hand_issues([mine, hers], 1.5)]
    [('whose_hand', ('self', 'left'))]
    """
    likely = [hand for hand in hands if hand.probability >= hands[0].probability * math.exp(-asked)]
    if len(likely) < 2:  # noqa: PLR2004 - one alone is no choice
        return []
    ids = tuple(tile for hand in likely for tile in hand.ids)
    message = "Several hands lie open: whose hand is meant?"
    return [Issue(WHOSE_HAND, ids, message, tuple(hand.side for hand in likely))]


def indicator_issues(dora: Indicators, tiles: Sequence[ReadTile]) -> list[Issue]:
    """Questions about the indicators: what may be one, what each shows, and which row is the ura.

    Args:
        dora: the indicators.
        tiles: every tile in view, by index.

    >>> from yakulens.vision.layout.hand.indicators import Indicators
    >>> from yakulens.vision.reading import ReadTile
    >>> quad = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
    >>> tiles = [ReadTile(0, "5m", 0.99, quad), ReadTile(1, "6m", 0.7, quad, (("8m", 0.3),))]
    >>> [(issue.code, issue.choices) for issue in indicator_issues(Indicators((1,), (), (0,)), tiles)]
    [('doubtful_face', ('6m', '8m')), ('dora_indicator', ('no_dora', 'dora'))]
    """
    issues: list[Issue] = [doubtful_face(tiles[t]) for t in dora.taken if tiles[t].score < REVIEW_BELOW]
    for tile in dora.doubtful:
        message = f"Is this {named(tiles[tile].face)} a dora indicator? There is one, and one for each kan."
        issues.append(Issue("dora_indicator", (tile,), message, ("no_dora", "dora")))
    return [*issues, *ura_issues(dora.second)]


def ura_issues(second: tuple[int, ...]) -> list[Issue]:
    """The question which of two rows of indicators is the ura: that cannot be seen.

    Args:
        second: indices of the second row's tiles; empty where there is none.

    >>> [(issue.code, issue.ids) for issue in ura_issues((20, 21))], ura_issues(())
    ([('ura_indicators', (20, 21))], [])
    """
    if not second:
        return []
    message = "Two rows of indicators are in view: are those beside the dead wall's own row the ura?"
    return [Issue("ura_indicators", second, message, ("ura", "dora"))]

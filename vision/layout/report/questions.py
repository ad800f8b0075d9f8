"""The questions for a person: where the likeliest tables differ, with the answer of each."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from yakulens.vision.labels import BACK, OTHER, PLAIN
from yakulens.vision.layout.decode.faces import COMPLETE, WAITING
from yakulens.vision.layout.decode.frame import Tiles
from yakulens.vision.layout.decode.hands import DecodedHand
from yakulens.vision.layout.decode.open_hands import PlayerHand
from yakulens.vision.layout.decode.sets import QUAD, CalledSet
from yakulens.vision.layout.priors import LayoutPriors
from yakulens.vision.layout.report.apart import sets_apart
from yakulens.vision.layout.report.faces import NamedFace
from yakulens.vision.layout.report.lost import lost_tile, stray_tile
from yakulens.vision.reading import WHOSE_HAND, Issue, OpenHand, ReadMeld

_CHOICES: Final = 4
"""The most faces that are offered."""
_OFFERED: Final = 0.02
"""A face other than the two likeliest is offered only with at least this probability."""
_SMALLER: Final = -0.06
"""A tile at the edge is cut if the log of its size relative to the hand's other tiles is below this."""
_FIVES: Final = frozenset({"5m", "5p", "5s"})
_WHITE: Final = "5z"
_SPECIAL: Final = frozenset({BACK, OTHER})
"""Labels that are no tile's name: whether one shows them is asked in other words."""


def hand_questions(
    tiles: Tiles,
    player: PlayerHand,
    names: dict[int, NamedFace],
    melds: Sequence[ReadMeld],
    priors: LayoutPriors,
) -> tuple[Issue, ...]:
    """All questions about one hand."""
    hand = player.hand
    issues = [
        *_size(tiles, player, names, priors),
        *_faces(hand, names, priors),
        *_cut(tiles, hand, names),
        *(
            issue
            for called, meld in zip(hand.sets, melds, strict=True)
            for issue in _meld_questions(called, meld, names)
        ),
        *_rivals(player),
        *_apart(tiles, player),
        *_doubted(tiles, player, priors),
    ]
    return tuple(_once(issues))


def whose_hand(hands: Sequence[OpenHand], asked: float) -> list[Issue]:
    """The question of whose hand is meant, if another open hand is nearly as likely."""
    likely = [hand for hand in hands if hand.probability >= hands[0].probability * math.exp(-asked)]
    if len(likely) < 2:  # noqa: PLR2004 - one alone is no choice
        return []
    ids = tuple(tile for hand in likely for tile in hand.ids)
    return [Issue(WHOSE_HAND, ids, tuple(hand.side for hand in likely))]


def face_question(tile: int, name: NamedFace) -> Issue:
    """The question about a tile's face."""
    likely = [face for n, (face, p) in enumerate(name.alternatives[: _CHOICES - 1]) if not n or p >= _OFFERED]
    choices = (name.face, *likely)
    if name.face in _SPECIAL:
        return Issue("doubtful_face", (tile,), choices, name.face)
    return Issue("doubtful_face", (tile,), choices, "tile", (("tile", name.face),))


def _size(
    tiles: Tiles, player: PlayerHand, names: dict[int, NamedFace], priors: LayoutPriors
) -> Iterator[Issue]:
    """Questions about the number of tiles, and which one won if none lies apart."""
    hand = player.hand
    ids = tuple(sorted(hand.tiles))
    if hand.size == COMPLETE and hand.win is None and hand.concealed:
        yield Issue("winning_tile", hand.concealed, tuple(map(str, hand.concealed)), "none_apart")
    elif hand.size == WAITING and (sign := lost_tile(tiles, hand, player.direction, priors)):
        if sign.case == "gap":
            left, right = (names[t].face for t in sign.at)
            yield Issue("tile_count", sign.at, case="gap", values=(("left", left), ("right", right)))
        else:
            yield Issue("tile_count", sign.at, case=sign.case, values=(("tile", names[sign.at[-1]].face),))
    elif hand.size not in (COMPLETE, WAITING) or (hand.size == WAITING and hand.win is not None):
        yield Issue("tile_count", ids, case="wrong", values=(("count", hand.size),))
    elif any(called.missing and called.kind != "closed_kan" for called in hand.sets):
        yield Issue("tile_count", ids, case="set_unseen")


def _faces(hand: DecodedHand, names: dict[int, NamedFace], priors: LayoutPriors) -> Iterator[Issue]:
    """Questions about doubtful faces, faces that differ from the reader's, and more of a tile than exist."""
    asked: dict[tuple[str, ...], Issue] = {}
    backs = {
        tile
        for called in hand.sets
        for tile, position in zip(called.tiles, called.positions, strict=True)
        if position in called.backs
    }
    for tile in sorted(hand.tiles - backs):
        name = names[tile]
        if name.score < priors.review or name.read_as != name.face:
            issue = face_question(tile, name)
            known = asked.get(issue.choices)
            asked[issue.choices] = replace(known, ids=(*known.ids, tile)) if known else issue
    yield from asked.values()
    for face in sorted({names[t].face for t in hand.tiles}.intersection(PLAIN)):
        crowd = tuple(t for t in sorted(hand.tiles) if names[t].face == face)
        if len(crowd) > 4:  # noqa: PLR2004 - of each there are four
            values = (("count", len(crowd)), ("tile", face))
            yield Issue("five_of_a_kind", crowd, tuple(str(t) for t in crowd), values=values)


def _cut(tiles: Tiles, hand: DecodedHand, names: dict[int, NamedFace]) -> list[Issue]:
    """Questions about tiles of the hand that the photo's edge cuts: the rest may look like another face."""
    usual = sorted(tiles.sizes[t] for t in hand.tiles)[len(hand.tiles) // 2]
    return [
        face_question(t, names[t])
        for t in sorted(hand.tiles)
        if tiles.at_edge[t] and tiles.sizes[t] - usual < _SMALLER and names[t].face != BACK
    ]


def _meld_questions(called: CalledSet, meld: ReadMeld, names: Mapping[int, NamedFace]) -> Iterator[Issue]:
    """Questions about a called set that is partly unseen."""
    if meld.kind != "closed_kan" and meld.origin is None:
        origins: tuple[str, ...] = ("left",) if meld.kind == "chi" else ("left", "across", "right")
        choices, values = (*origins, "not_a_meld"), (("tile", meld.faces[0]),)
        yield Issue("meld_origin", meld.ids, choices, "none_sideways", values)
    if meld.kind == "closed_kan" and not meld.backs:
        yield Issue("meld_kind", meld.ids, ("closed_kan", "open_kan", "not_a_meld"), "four_apart")
    down = [t for t, place in zip(called.tiles, called.positions, strict=True) if place in called.backs]
    if any(names[t].read_as == _WHITE for t in down):
        yield Issue("meld_kind", meld.ids, ("closed_kan", "not_a_meld"), "back_or_white")
    elif meld.kind == "closed_kan" and called.missing:
        yield Issue("meld_kind", meld.ids, ("closed_kan", "pon"), "back_unseen")
    unseen = len(meld.backs) + len(meld.faces) - len(meld.ids)
    face = meld.faces[0].replace("0", "5")
    if unseen and face in _FIVES and all(f[0] != "0" for f in meld.faces):
        red = f"0{face[1]}"
        yield Issue("hidden_red_five", meld.ids, (face, red), values=(("tile", red),))


def _rivals(player: PlayerHand) -> Iterator[Issue]:
    """Differences between the likeliest hand and others that are nearly as likely."""
    hand = player.hand
    for other in player.candidates[1:]:
        if other.tiles != hand.tiles:
            yield from _tiles_differ(hand, other)
        elif other.win != hand.win:
            either = tuple(t for t in (hand.win, other.win) if t is not None)
            choices = tuple("none" if t is None else str(t) for t in (hand.win, other.win))
            yield Issue("winning_tile", either, choices, "this_one")
        else:
            yield from _sets_differ(hand, other)


def _tiles_differ(hand: DecodedHand, other: DecodedHand) -> Iterator[Issue]:
    """Whether tiles belong to the hand, or which kind a set is if that depends on it."""
    sets = {frozenset(called.tiles) for called in other.sets}
    changed = (called for called in hand.sets if frozenset(called.tiles) not in sets)
    for called, other_set in product(changed, other.sets):
        if set(called.tiles) & set(other_set.tiles) and called.kind != other_set.kind:
            yield Issue("meld_kind", called.tiles, (called.kind, other_set.kind), "tile_unclear")
            return
    more, fewer = sorted(hand.tiles - other.tiles), sorted(other.tiles - hand.tiles)
    for differ, choices in ((more, ("in", "out")), (fewer, ("out", "in"))):
        if differ:
            yield Issue("maybe_not_in_hand", tuple(differ), choices, "one" if len(differ) == 1 else "several")


def _sets_differ(hand: DecodedHand, other: DecodedHand) -> list[Issue]:
    """The same tiles in other called sets, in sets of another kind, or called from another player."""
    others = {frozenset(called.tiles): called for called in other.sets}
    issues = []
    for called in hand.sets:
        twin = others.get(frozenset(called.tiles))
        if twin is None:
            origins = (called.origin,) if called.origin else ()
            issues.append(Issue("meld_origin", called.tiles, (*origins, "not_a_meld"), "or_concealed"))
        elif twin.kind != called.kind:
            kinds = (called.kind, twin.kind)
            fourth = {"pon", "added_kan"}.issuperset(kinds)
            issues.append(Issue("meld_kind", called.tiles, kinds, "fourth_below" if fourth else "which"))
        elif twin.origin != called.origin:
            choices = tuple(origin for origin in (called.origin, twin.origin) if origin)
            issues.append(Issue("meld_origin", called.tiles, choices, "from_whom"))
    own = {frozenset(called.tiles) for called in hand.sets}
    more = [called for tiles, called in others.items() if tiles not in own]
    if more and not issues:
        answers = ("not_a_meld", more[0].origin or "left")
        issues.append(Issue("meld_origin", more[0].tiles, answers, "or_concealed"))
    return issues


def _apart(tiles: Tiles, player: PlayerHand) -> Iterator[Issue]:
    """Whether a set that lies apart from the row, no tile turned, was called."""
    faces = dict(zip(player.hand.closed_tiles, player.hand.faces, strict=True))
    for apart in sets_apart(tiles, player.hand, player.direction):
        if len(apart) == QUAD:
            yield Issue("meld_kind", apart, ("not_a_meld", "closed_kan", "open_kan"), "four_apart")
        else:
            origins = ("left",) if len({faces[t] for t in apart}) > 1 else ("left", "across", "right")
            yield Issue("meld_origin", apart, ("not_a_meld", *origins), "or_concealed")


def _doubted(tiles: Tiles, player: PlayerHand, priors: LayoutPriors) -> Iterator[Issue]:
    """Tiles included only because the hand needs them, or in place of a tile that it seems to have lost."""
    least = math.log((1 - priors.unsure) / priors.unsure)
    for t in sorted(player.hand.closed_tiles):
        if player.odds.belongs[t] < least:
            yield Issue("maybe_not_in_hand", (t,), ("in", "out"), "unclear")
    if (stray := stray_tile(tiles, player, priors)) is not None:
        yield Issue("maybe_not_in_hand", (stray,), ("in", "out"), "one")


def _once(issues: Iterable[Issue]) -> list[Issue]:
    """Keep the first of two questions with one code about the same tiles."""
    kept: list[Issue] = []
    for issue in issues:
        if all(known.code != issue.code or not set(known.ids) & set(issue.ids) for known in kept):
            kept.append(issue)
    return kept

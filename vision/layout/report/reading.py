"""The likeliest table as a Reading, with ids of the tiles that are told."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from yakulens.vision.labels import INDEX, OTHER, PLAIN
from yakulens.vision.layout.decode.faces import COMPLETE, WAITING
from yakulens.vision.layout.decode.frame import Tiles
from yakulens.vision.layout.decode.open_hands import Lying, Table
from yakulens.vision.layout.decode.opinion import Opinion
from yakulens.vision.layout.decode.sets import CalledSet
from yakulens.vision.layout.observed import Observed
from yakulens.vision.layout.priors import LayoutPriors
from yakulens.vision.layout.report.faces import Told, told_alone, told_faces
from yakulens.vision.layout.report.indicators import told_indicators
from yakulens.vision.layout.report.order import in_order
from yakulens.vision.layout.report.questions import hand_questions, whose_hand
from yakulens.vision.layout.result import LayoutResult
from yakulens.vision.layout.roles import ROLE_INDEX
from yakulens.vision.reading import Issue, OpenHand, Reading, ReadMeld, ReadTile
from yakulens.vision.sides import SIDES, side_of

_NOTHING: Final = math.log(0.5)
_OTHER: Final = INDEX[OTHER]


def no_tiles() -> LayoutResult:
    """The reading of a photo without tiles.

    >>> no_tiles().reading.issues[0].code
    'no_tiles'
    """
    nothing = Issue("no_tiles", (), "No tile was found on this photo. Is the hand in view and sharp?")
    return LayoutResult(Reading(issues=(nothing,)))


def laid_out(
    table: Table, tiles: Tiles, seen: Observed, opinion: Opinion, priors: LayoutPriors
) -> LayoutResult:
    """The reading of a decoded table.

    Args:
        table: as it was decoded.
        tiles: on the table's plane.
        seen: the same on the photo.
        opinion: what the network says of them.
        priors: what is worth a question.
    """
    told = [told_alone(tiles, t) for t in range(len(tiles))]
    for lies in table.lying:
        for tile, one in told_faces(tiles, table.shown, lies.hand, priors).items():
            told[tile] = one
    hands = _hands(table, tiles, told, priors)
    indicators, dora = told_indicators(tiles, table, told, priors)
    first = hands[0]
    placed = {*first.ids, *indicators}
    asked = [*whose_hand(hands, priors.meant), *first.issues, *dora]
    reading = Reading(
        tiles=_read_tiles(seen, told),
        concealed=first.concealed,
        win=first.win,
        melds=first.melds,
        indicators=indicators,
        others=tuple(t for t in range(len(tiles)) if t not in placed),
        issues=tuple(asked),
        confidence=first.confidence * first.probability,
        hands=hands if first.ids else (),
    )
    size = table.lying[0].hand.size
    whole = size in (COMPLETE, WAITING)
    incomplete = tuple(
        tuple(sorted(lies.hand.tiles))
        for lies in table.lying
        if lies.hand.size not in (COMPLETE, WAITING) and lies.hand.tiles
    )
    kept = [t for t in range(len(tiles)) if _is_told(t, hands, indicators, opinion, reading.issues)]
    laid = LayoutResult(reading, whole=whole, won=size >= COMPLETE, incomplete=incomplete)
    return _renumbered(laid, kept)


def _hands(table: Table, tiles: Tiles, told: Sequence[Told], priors: LayoutPriors) -> tuple[OpenHand, ...]:
    """Every hand with all that a player wants to know of it."""
    odds = [math.exp(lies.meant - table.lying[0].meant) for lies in table.lying]
    own = SIDES.index(side_of(table.lying[0].away, tiles.heading))
    first = table.lying[0].hand.seat
    hands = []
    for lies, share in zip(table.lying, odds, strict=True):
        hand = lies.hand
        of_hand = {t: told[t] for t in hand.tiles}
        unused = _flowers(table, tiles, lies)
        sets = sorted(hand.sets, key=lambda one: in_order_of(tiles, one, lies.away))
        told_so = replace(lies, ways=(replace(hand, sets=tuple(sets)), *lies.ways[1:]))
        melds = tuple(_meld(one, told) for one in sets)
        sure = math.prod(one.score for one in of_hand.values()) if of_hand else 0.0
        chance = 1 / sum(math.exp(way.score - hand.score) for way in lies.ways)
        hands.append(
            OpenHand(
                SIDES[(own + hand.seat - first) % len(SIDES)],
                in_order(tiles, (*hand.concealed, *unused), lies.away),
                hand.win,
                melds,
                share / sum(odds),
                hand_questions(tiles, told_so, of_hand, melds, priors) if of_hand else (),
                sure * chance,
            )
        )
    return tuple(hands)


def _flowers(table: Table, tiles: Tiles, lies: Lying) -> list[int]:
    """What lies with a hand and is used by no riichi rule: told with it, though it does not count."""
    taken = {t for other in table.lying for t in other.hand.tiles}
    return [
        t
        for t, odds in enumerate(lies.odds.concealed)
        if odds > 0
        and t not in taken
        and not tiles.at_edge[t]
        and tiles.faces[t][_OTHER] > max(table.shown.plain[t])
    ]


def in_order_of(tiles: Tiles, one: CalledSet, away: float) -> float:
    """Where a set lies from left to right as the hand's owner sees it.

    Args:
        tiles: all tiles.
        one: the set.
        away: the owner's direction, radians.
    """
    x, y = tiles.places[one.tiles[0]]
    return x * math.sin(away) - y * math.cos(away)


def _meld(one: CalledSet, told: Sequence[Told]) -> ReadMeld:
    """The set with the faces as told, red fives included."""
    faces = [PLAIN[face] for face in one.faces]
    for tile, at in zip(one.tiles, one.at, strict=True):
        if at not in one.backs:
            faces[at] = told[tile].face
    return ReadMeld(one.kind, one.tiles, tuple(faces), one.rotated, one.backs, one.origin)


def _read_tiles(seen: Observed, told: Sequence[Told]) -> tuple[ReadTile, ...]:
    """Every tile with its corners from the top left of the face as printed."""
    tiles = []
    for i, (one, corners, edges) in enumerate(zip(told, seen.quads, seen.ups, strict=True)):
        quad, ups = list(corners), [float(up) for up in edges]
        top = ups.index(max(ups))
        a, b, c, d = ((float(x), -float(y)) for x, y in (*quad[top:], *quad[:top]))
        tiles.append(ReadTile(i, one.face, one.score, (a, b, c, d), one.others))
    return tuple(tiles)


def _is_told(
    tile: int,
    hands: Sequence[OpenHand],
    indicators: Sequence[int],
    opinion: Opinion,
    issues: Sequence[Issue],
) -> bool:
    """Whether a detection is a tile: of a hand, asked about, or rather one than none."""
    if any(tile in hand.ids for hand in hands) or tile in indicators:
        return True
    asked = any(tile in issue.ids for hand in hands for issue in hand.issues)
    asked |= any(tile in issue.ids for issue in issues)
    return asked or opinion.roles[tile][ROLE_INDEX["nothing"]] < _NOTHING


def _renumbered(laid: LayoutResult, kept: Sequence[int]) -> LayoutResult:
    """The same with only some of the tiles, numbered anew."""
    new = {old: n for n, old in enumerate(kept)}
    reading = laid.reading

    def ids(old: Sequence[int]) -> tuple[int, ...]:
        return tuple(new[t] for t in old if t in new)

    def issues(asked: Sequence[Issue]) -> tuple[Issue, ...]:
        return tuple(
            replace(
                one,
                ids=ids(one.ids),
                choices=tuple(str(new[int(c)]) if c.isdigit() else c for c in one.choices),
            )
            for one in asked
        )

    def melds(sets: Sequence[ReadMeld]) -> tuple[ReadMeld, ...]:
        return tuple(replace(one, ids=ids(one.ids)) for one in sets)

    hands = tuple(
        replace(
            hand,
            concealed=ids(hand.concealed),
            win=None if hand.win is None else new[hand.win],
            melds=melds(hand.melds),
            issues=issues(hand.issues),
        )
        for hand in reading.hands
    )
    again = replace(
        reading,
        tiles=tuple(replace(reading.tiles[old], id=n) for n, old in enumerate(kept)),
        concealed=ids(reading.concealed),
        win=None if reading.win is None else new[reading.win],
        melds=melds(reading.melds),
        indicators=ids(reading.indicators),
        others=ids(reading.others),
        issues=issues(reading.issues),
        hands=hands,
    )
    return replace(laid, reading=again, incomplete=tuple(ids(tiles) for tiles in laid.incomplete))

"""The questions for a person: where the likeliest tables differ, with the answer of each."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from yakulens.vision.labels import BACK, PLAIN
from yakulens.vision.layout.decode.faces import COMPLETE, WAITING
from yakulens.vision.layout.decode.frame import Tiles
from yakulens.vision.layout.decode.hands import Hand
from yakulens.vision.layout.decode.open_hands import PlayerHand
from yakulens.vision.layout.decode.sets import CalledSet
from yakulens.vision.layout.priors import LayoutPriors
from yakulens.vision.layout.report.apart import sets_apart
from yakulens.vision.layout.report.faces import NamedFace
from yakulens.vision.layout.report.order import room_in_row
from yakulens.vision.reading import WHOSE_HAND, Issue, OpenHand, ReadMeld

_CHOICES: Final = 4
"""The most faces that are offered."""
_OFFERED: Final = 0.02
"""A face other than the two likeliest is offered only with at least this probability."""
_SMALLER: Final = -0.06
"""A tile at the edge is cut if the log of its size relative to the hand's other tiles is below this."""
_FIVES: Final = frozenset({"5m", "5p", "5s"})
_WHITE: Final = "5z"
_CALLED: Final = "Was this set called, or is it part of the concealed hand?"
_HONOURS: Final = ("East", "South", "West", "North", "White", "Green", "Red")
_SUITS: Final = {"m": "characters", "p": "circles", "s": "bamboo"}


def tile_words(face: str) -> str:
    """The tile in words.

    >>> tile_words("5s"), tile_words("0p"), tile_words("7z"), tile_words("back")
    ('5 of bamboo', 'red 5 of circles', 'Red dragon', 'a face-down tile')
    """
    if face == "back":
        return "a face-down tile"
    if face == "other":
        return "a flower or season"
    if face[1] == "z":
        number = int(face[0])
        return f"{_HONOURS[number - 1]} {'wind' if number <= 4 else 'dragon'}"  # noqa: PLR2004 - four winds
    return f"{'red 5' if face[0] == '0' else face[0]} of {_SUITS[face[1]]}"


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
        *_size(tiles, player, names),
        *_faces(hand, names, priors),
        *_cut(tiles, hand, names),
        *(
            issue
            for called, meld in zip(hand.sets, melds, strict=True)
            for issue in _meld_questions(called, meld, names)
        ),
        *_rivals(player),
        *_apart(tiles, player),
        *_doubted(player, priors),
    ]
    return tuple(_once(issues))


def whose_hand(hands: Sequence[OpenHand], asked: float) -> list[Issue]:
    """The question of whose hand is meant, if another open hand is nearly as likely."""
    likely = [hand for hand in hands if hand.probability >= hands[0].probability * math.exp(-asked)]
    if len(likely) < 2:  # noqa: PLR2004 - one alone is no choice
        return []
    ids = tuple(tile for hand in likely for tile in hand.ids)
    message = "Several hands lie open. Whose hand is meant?"
    return [Issue(WHOSE_HAND, ids, message, tuple(hand.side for hand in likely))]


def face_question(tile: int, name: NamedFace) -> Issue:
    """The question about a tile's face."""
    likely = [face for n, (face, p) in enumerate(name.alternatives[: _CHOICES - 1]) if not n or p >= _OFFERED]
    return Issue("doubtful_face", (tile,), f"Is this {tile_words(name.face)}?", (name.face, *likely))


def _size(tiles: Tiles, player: PlayerHand, names: dict[int, NamedFace]) -> Iterator[Issue]:
    """Questions about the number of tiles, and which one won if none lies apart."""
    hand = player.hand
    ids = tuple(sorted(hand.tiles))
    if hand.size == COMPLETE and hand.win is None and hand.concealed:
        message = "No tile lies apart. Which one is the winning tile?"
        yield Issue("winning_tile", hand.concealed, message, tuple(map(str, hand.concealed)))
    elif hand.size not in (COMPLETE, WAITING) or (hand.size == WAITING and hand.win is not None):
        message = f"A hand has 13 or 14 tiles, and a kan counts as three; this one has {hand.size}."
        yield Issue("tile_count", ids, f"{message} Is one missing or extra?")
    elif any(called.missing and called.kind != "closed_kan" for called in hand.sets):
        yield Issue("tile_count", ids, "A tile of a called set was not seen. Is the set shown here right?")
    elif hand.size == WAITING and (room := room_in_row(tiles, hand.concealed, player.direction)):
        left, right = (tile_words(names[t].face) for t in room)
        message = f"There is room for one more tile between {left} and {right}. Was one missed?"
        yield Issue("tile_count", room, message)


def _faces(hand: Hand, names: dict[int, NamedFace], priors: LayoutPriors) -> Iterator[Issue]:
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
            message = f"There are {len(crowd)} of {tile_words(face)}; a set holds 4."
            yield Issue("five_of_a_kind", crowd, message, tuple(str(t) for t in crowd))


def _cut(tiles: Tiles, hand: Hand, names: dict[int, NamedFace]) -> list[Issue]:
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
        set_of = f"the set with {tile_words(meld.faces[0])}"
        message = f"No tile of {set_of} lies sideways. From whom was it called, or is it not a meld?"
        choices: tuple[str, ...] = ("left",) if meld.kind == "chi" else ("left", "across", "right")
        yield Issue("meld_origin", meld.ids, message, (*choices, "not_a_meld"))
    if meld.kind == "closed_kan" and not meld.backs:
        message = "These four equal tiles lie apart. Are they a closed kan?"
        yield Issue("meld_kind", meld.ids, message, ("closed_kan", "open_kan", "not_a_meld"))
    down = [t for t, place in zip(called.tiles, called.positions, strict=True) if place in called.backs]
    if any(names[t].read_as == _WHITE for t in down):
        message = "A tile of this set is face-down or a White dragon. Is the set a closed kan?"
        yield Issue("meld_kind", meld.ids, message, ("closed_kan", "not_a_meld"))
    elif meld.kind == "closed_kan" and called.missing:
        message = "A face-down tile of this set was not found. Is the set a closed kan?"
        yield Issue("meld_kind", meld.ids, message, ("closed_kan", "pon"))
    unseen = len(meld.backs) + len(meld.faces) - len(meld.ids)
    face = meld.faces[0].replace("0", "5")
    if unseen and face in _FIVES and all(f[0] != "0" for f in meld.faces):
        message = f"Is one of the hidden tiles a {tile_words('0' + face[1])}?"
        yield Issue("hidden_red_five", meld.ids, message, (face, "0" + face[1]))


def _rivals(player: PlayerHand) -> Iterator[Issue]:
    """Differences between the likeliest hand and others that are nearly as likely."""
    hand = player.hand
    for other in player.candidates[1:]:
        if other.tiles != hand.tiles:
            yield from _tiles_differ(hand, other)
        elif other.win != hand.win:
            either = tuple(t for t in (hand.win, other.win) if t is not None)
            choices = tuple("none" if t is None else str(t) for t in (hand.win, other.win))
            yield Issue("winning_tile", either, "Is this the winning tile?", choices)
        else:
            yield from _sets_differ(hand, other)


def _tiles_differ(hand: Hand, other: Hand) -> Iterator[Issue]:
    """Whether tiles belong to the hand, or which kind a set is if that depends on it."""
    sets = {frozenset(called.tiles) for called in other.sets}
    changed = (called for called in hand.sets if frozenset(called.tiles) not in sets)
    for called, other_set in product(changed, other.sets):
        if set(called.tiles) & set(other_set.tiles) and called.kind != other_set.kind:
            message = "A tile of this set is hard to see. Which kind of set is it?"
            yield Issue("meld_kind", called.tiles, message, (called.kind, other_set.kind))
            return
    more, fewer = sorted(hand.tiles - other.tiles), sorted(other.tiles - hand.tiles)
    for differ, choices in ((more, ("in", "out")), (fewer, ("out", "in"))):
        if differ:
            one = len(differ) == 1
            message = "Is this tile part of the hand?" if one else "Do these tiles belong to the hand?"
            yield Issue("maybe_not_in_hand", tuple(differ), message, choices)


def _sets_differ(hand: Hand, other: Hand) -> list[Issue]:
    """The same tiles in other called sets, in sets of another kind, or called from another player."""
    others = {frozenset(called.tiles): called for called in other.sets}
    issues = []
    for called in hand.sets:
        twin = others.get(frozenset(called.tiles))
        if twin is None:
            origins = (called.origin,) if called.origin else ()
            issues.append(Issue("meld_origin", called.tiles, _CALLED, (*origins, "not_a_meld")))
        elif twin.kind != called.kind:
            message = "Does a fourth tile lie under the sideways one?"
            if {called.kind, twin.kind} != {"pon", "added_kan"}:
                message = "Which kind of set is this?"
            issues.append(Issue("meld_kind", called.tiles, message, (called.kind, twin.kind)))
        elif twin.origin != called.origin:
            choices = tuple(origin for origin in (called.origin, twin.origin) if origin)
            issues.append(Issue("meld_origin", called.tiles, "From whom was this set called?", choices))
    own = {frozenset(called.tiles) for called in hand.sets}
    more = [called for tiles, called in others.items() if tiles not in own]
    if more and not issues:
        answers = ("not_a_meld", more[0].origin or "left")
        issues.append(Issue("meld_origin", more[0].tiles, _CALLED, answers))
    return issues


def _apart(tiles: Tiles, player: PlayerHand) -> list[Issue]:
    """Whether a set that lies apart from the row, no tile turned, was called."""
    asked = []
    for apart in sets_apart(tiles, player.hand, player.direction):
        faces = {
            face for t, face in zip(player.hand.closed_tiles, player.hand.faces, strict=True) if t in apart
        }
        origins = ("left",) if len(faces) > 1 else ("left", "across", "right")
        asked.append(Issue("meld_origin", apart, _CALLED, ("not_a_meld", *origins)))
    return asked


def _doubted(player: PlayerHand, priors: LayoutPriors) -> list[Issue]:
    """Tiles included only because the hand needs them, though they hardly seem to belong to it."""
    least = math.log((1 - priors.unsure) / priors.unsure)
    return [
        Issue("maybe_not_in_hand", (t,), "This tile is hard to see. Is it part of the hand?", ("in", "out"))
        for t in sorted(player.hand.closed_tiles)
        if player.odds.belongs[t] < least
    ]


def _once(issues: Iterable[Issue]) -> list[Issue]:
    """Keep the first of two questions with one code about the same tiles."""
    kept: list[Issue] = []
    for issue in issues:
        if all(known.code != issue.code or not set(known.ids) & set(issue.ids) for known in kept):
            kept.append(issue)
    return kept

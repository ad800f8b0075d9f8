"""Logs of Mahjong Soul as JSON, as those who download them write them: the game's own messages, decoded.

An action is ``{"name": ".lq.RecordHule", "data": {...}}``, or ``{"name": "Hule", ...}``; actions stand in a
list, alone or in `data`, `record`, `records`, `actions` or `events` of an object, whose `head` names players
and room. Keys are in snake or camel case, and values that are 0, false or empty may be left out.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.records.record import (
    UNREADABLE,
    Record,
    RecordedHand,
    RecordedWin,
    RecordError,
    Remark,
    Told,
    from_of,
    meld,
    whole,
)
from yakulens.app.records.yaku import MAHJONG_SOUL
from yakulens.scorer.tile import KIND, RED_FIVES, Tile, parse, parse_one, plain
from yakulens.scorer.transfers import RIICHI_STICK

FORM: Final = "Mahjong Soul"
_CAMEL: Final = re.compile("(?<=[a-z0-9])([A-Z])")
_MEANING: Final = re.compile(r"(\w+)\((.*)\)")
_KINDS: Final = {"shunzi": "chi", "kezi": "pon", "minggang": "open_kan", "angang": "closed_kan"}
_REASONS: Final = {1: "nine_terminals", 2: "four_winds", 3: "four_quads", 4: "four_riichi", 5: "three_rons"}
_INSIDE: Final = ("data", "record", "records", "actions", "events", "result")
_EAST_GAMES: Final = frozenset({1, 11})
_CALLS: Final = {0: "chi", 1: "pon", 2: "open_kan"}  # an action `RecordChiPengGang` by its type
_ADDED: Final = 2
"""The type of an action `RecordAnGangAddGang` that adds a tile to a triplet."""


@dataclass(slots=True)
class _Hand:
    """What the actions of one hand have said so far."""

    start: Json
    players: int
    bets: set[int] = field(default_factory=set)
    declared: set[int] = field(default_factory=set)
    pending: int | None = None  # whose stick is laid once the discard is not won on
    last: int | None = None  # who discarded last, or added to a quad
    called: dict[int, list[Json]] = field(default_factory=dict)  # the melds of each player in their order
    norths: dict[int, int] = field(default_factory=dict)


def is_log(value: object) -> bool:
    """Whether a value of JSON holds the actions of a log.

    >>> is_log({"head": {}, "data": [{"name": ".lq.RecordNewRound", "data": {}}]}), is_log({"log": []})
    (True, False)
    """
    return next(_actions(value), None) is not None


def read(value: object) -> Record:
    """Read a game.

    Raises:
        RecordError: the value has no hand.
    """
    hands, notes, unknown = list[RecordedHand](), list[Remark](), set[str]()
    current: _Hand | None = None
    number = 0
    for name, data in _actions(value):
        try:
            if name == "RecordNewRound":
                number += 1
                current = _Hand(data, len(data["scores"]))
            elif current is not None and (ended := _take(current, name, data, unknown)) is not None:
                hands.append(whole(ended, len(hands[0].scores) if hands else current.players))
                current = None
        except UNREADABLE:
            notes.append(Remark.of("left_out", number=number, form=FORM))
            current = None
    if not hands:
        message = "there is no hand in it (RecordNewRound to RecordHule, RecordNoTile or RecordLiuJu)"
        raise RecordError(message)
    notes += [Remark.of("unknown_action", name=name) for name in sorted(unknown)]
    players = len(hands[0].scores)
    head = _snake(value.get("head") or {}) if isinstance(value, Mapping) else {}
    rules = "mahjong-soul-3p" if players == 3 else "mahjong-soul"  # noqa: PLR2004 - players
    names, east_only = _names(head, players), _mode(head) in _EAST_GAMES
    return Record(FORM, rules, {}, names, tuple(hands), east_only, tuple(notes))


def _actions(value: object) -> Iterator[tuple[str, Json]]:
    """Name and data of each action inside a value."""
    if isinstance(value, list):
        for each in value:
            yield from _actions(each)
    elif isinstance(value, Mapping):
        name = str(value.get("name", "")).rpartition(".")[2]
        name = f"Record{name}" if f"Record{name}" in _KNOWN else name
        data = value.get("data")
        if name.startswith("Record") and isinstance(data, Mapping):
            yield name, _snake(data)
            return
        for key in _INSIDE:
            if key in value:
                yield from _actions(value[key])


def _snake(value: Any) -> Any:  # noqa: ANN401 - JSON
    """A value of JSON with its keys in snake case."""
    if isinstance(value, Mapping):
        return {_CAMEL.sub(r"_\1", str(key)).lower(): _snake(each) for key, each in value.items()}
    return [_snake(each) for each in value] if isinstance(value, list) else value


def _names(head: Json, players: int) -> tuple[str, ...]:
    names = [f"player {player + 1}" for player in range(players)]
    for account in head.get("accounts") or ():
        seat = account.get("seat", 0)
        if isinstance(seat, int) and seat < players and account.get("nickname"):
            names[seat] = str(account["nickname"])
    return tuple(names)


def _mode(head: Json) -> object:
    mode = (head.get("config") or {}).get("mode") or {}
    return mode.get("mode") if isinstance(mode, Mapping) else None


def _take(hand: _Hand, name: str, data: Json, unknown: set[str]) -> RecordedHand | None:
    """Add an action to a hand; the hand if it ended."""
    if name in _AFTER_DISCARD:
        _lay(hand)
    if name in _ENDS:
        return _ENDS[name](hand, data)
    if name in _STEPS:
        _STEPS[name](hand, data, data.get("seat", 0))
    elif name not in _AFTER_DISCARD:
        unknown.add(name)
    return None


def _discard(hand: _Hand, data: Json, seat: int) -> None:
    hand.last = seat
    if data.get("is_liqi") or data.get("is_wliqi"):
        hand.declared.add(seat)
        hand.pending = seat


def _call(hand: _Hand, data: Json, seat: int) -> None:
    (source,) = {*data["froms"]} - {seat}
    tiles = [parse_one(tile) for tile in data["tiles"]]
    side = from_of(seat, source, hand.players)
    hand.called.setdefault(seat, []).append(meld(_CALLS[data.get("type", 0)], tiles, side))


def _quad(hand: _Hand, data: Json, seat: int) -> None:
    hand.last = seat
    tile, called = parse_one(data["tiles"]), hand.called.setdefault(seat, [])
    if data.get("type") == _ADDED:
        (triplet,) = (each for each in called if _kinds(each["tiles"]) == [KIND[tile]] * 3)
        triplet |= {"kind": "added_kan", "tiles": [*triplet["tiles"], tile]}
    else:
        kind = plain(tile)
        red = next((each for each in RED_FIVES if plain(each) == kind), kind)  # of four fives one is red
        called.append(meld("closed_kan", (red, kind, kind, kind)))


def _north(hand: _Hand, _: Json, seat: int) -> None:
    hand.last = seat
    hand.norths[seat] = hand.norths.get(seat, 0) + 1


def _lay(hand: _Hand) -> None:
    """The discard with which riichi was declared was not won on, so its stick lies."""
    if hand.pending is not None:
        hand.bets.add(hand.pending)
        hand.pending = None


def _ended(hand: _Hand, event: Any, changes: tuple[int, ...], **facts: Any) -> RecordedHand:  # noqa: ANN401
    start = hand.start
    return RecordedHand(
        round=start.get("chang", 0),
        dealer=start.get("ju", 0),
        honba=start.get("ben", 0),
        deposits=start.get("liqibang", 0),
        scores=tuple(start["scores"]),
        event=event,
        bets=frozenset(hand.bets),
        changes=changes,
        **facts,
    )


def _exhausted(hand: _Hand, data: Json) -> RecordedHand:
    changes = [each.get("delta_scores") or [] for each in data.get("scores") or ()]
    summed = tuple(map(sum, zip(*filter(None, changes), strict=True)))
    told = data.get("players")  # where nothing is told of them, those are tenpai who were paid
    shown = (each.get("tingpai") for each in told) if told else (points > 0 for points in summed)
    tenpai = tuple(at for at, is_tenpai in enumerate(shown) if is_tenpai)
    known = tenpai if told or tenpai else None
    nagashi = tuple(each.get("seat", 0) for each in data["scores"]) if data.get("liujumanguan") else ()
    return _ended(hand, "exhaustive_draw", summed or (0,) * hand.players, tenpai=known, nagashi=nagashi)


def _aborted(hand: _Hand, data: Json) -> RecordedHand:
    return _ended(hand, "abortive_draw", (), reason=_REASONS[data["type"]])


def _won(hand: _Hand, data: Json) -> RecordedHand:
    by_tsumo = any(each.get("zimo") for each in data["hules"])
    if by_tsumo:
        _lay(hand)
    source = None if by_tsumo else hand.last
    # the nearest after the discarder is the first, who gets counters and sticks
    order = sorted(data["hules"], key=lambda each: (each.get("seat", 0) - (source or 0)) % hand.players)
    wins = tuple(_win(hand, each, source) for each in (data["hules"] if by_tsumo else order))
    return _ended(hand, "tsumo" if by_tsumo else "ron", _changes(hand, data), wins=wins)


def _changes(hand: _Hand, data: Json) -> tuple[int, ...]:
    """The points that each won or lost, without the stick laid; from the scores where no changes are told."""
    moved = zip(data.get("scores") or (), hand.start["scores"], strict=False)
    by_scores = (
        after - before + RIICHI_STICK * (player in hand.bets) for player, (after, before) in enumerate(moved)
    )
    return tuple(data.get("delta_scores") or by_scores)


def _win(hand: _Hand, told: Json, source: int | None) -> RecordedWin:
    winner = told.get("seat", 0)
    liable = told.get("baopai_seats") or [each - 1 for each in [told.get("baopai") or 0] if each]
    recorded = hand.called.get(winner, [])
    melds = [called for text in told.get("ming") or () if (called := _meld(text, recorded)) is not None]
    concealed = sorted(parse(told["hand"]), key=KIND.__getitem__)
    return RecordedWin(
        winner,
        source,
        liable[0] if liable and liable[0] != source else None,
        {"concealed": concealed, "win": parse_one(told["hu_tile"]), "melds": melds or recorded},
        _told(told, hand.players),
        winner in hand.declared or bool(told.get("liqi")),
        parse(told.get("doras") or ()),
        parse(told.get("li_doras") or ()),
        hand.norths.get(winner, 0),
    )


def _meld(text: str, recorded: list[Json]) -> Json | None:
    """A meld such as `kezi(1m,1m,1m)`, as it was called if that is recorded; None for a north set aside."""
    found = _MEANING.fullmatch(text)
    if found is None:
        raise ValueError(text)
    if found[1] == "babei":
        return None
    tiles = parse(found[2].split(","))
    told = meld(_KINDS[found[1]], tiles, "left" if found[1] == "shunzi" else None)
    same = (each for each in recorded if _kinds(each["tiles"]) == _kinds(tiles))
    return next(same, told) | {"tiles": told["tiles"]}


def _kinds(tiles: Iterable[Tile]) -> list[int]:
    return sorted(KIND[tile] for tile in tiles)


def _told(told: Json, players: int) -> Told:
    fans = [(each.get("id"), each.get("val", 0)) for each in told.get("fans") or ()]
    yaku = tuple((MAHJONG_SOUL[number], han) for number, han in fans if number in MAHJONG_SOUL)
    unknown = tuple(str(number) for number, _ in fans if number not in MAHJONG_SOUL)
    if told.get("zimo"):
        each, dealer = told.get("point_zimo_xian", 0), told.get("point_zimo_qin", 0)
        value = each * (players - 1) if told.get("qinjia") else each * (players - 2) + dealer
    else:
        value = told.get("point_rong", 0)
    if told.get("yiman"):
        return Told(None, None, sum(han for _, han in fans), value or None, yaku, unknown)
    return Told(told.get("count", 0), told.get("fu"), 0, value or None, yaku, unknown)


_AFTER_DISCARD: Final = frozenset({"RecordDealTile", "RecordChiPengGang", "RecordNoTile", "RecordLiuJu"})
"""The actions that nobody takes where the discard before them is won on."""
_STEPS: Final[Mapping[str, Callable[[_Hand, Json, int], None]]] = {
    "RecordDiscardTile": _discard,
    "RecordChiPengGang": _call,
    "RecordAnGangAddGang": _quad,
    "RecordBaBei": _north,
}
_ENDS: Final[Mapping[str, Callable[[_Hand, Json], RecordedHand]]] = {
    "RecordHule": _won,
    "RecordNoTile": _exhausted,
    "RecordLiuJu": _aborted,
}
_KNOWN: Final = frozenset({"RecordNewRound", *_STEPS, *_ENDS, *_AFTER_DISCARD})

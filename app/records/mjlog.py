"""Logs in Tenhou's XML, the mjlog: a flat row of tags, one for each draw, discard, call and end of a hand.

A tile is one of 136 (`app.records.record.tile_of`), points are in hundreds, and a call is a number `m`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote

from yakulens.app import Json
from yakulens.app.records.record import (
    UNREADABLE,
    Record,
    RecordedHand,
    RecordedWin,
    RecordError,
    Remark,
    Told,
    meld,
    tile_of,
    turned,
    whole,
)
from yakulens.app.records.yaku import TENHOU
from yakulens.scorer.tile import KIND

FORM: Final = "mjlog"
_TAG: Final = re.compile(r"<([A-Z]+)(\d*)((?:\s+[^<>]*?)?)\s*/?>")
_ATTRIBUTE: Final = re.compile(r'(\w+)="([^"]*)"')
_NO_RED, _NO_OPEN_TANYAO, _SOUTH, _THREE = 2, 4, 8, 16
"""The bits of a room in the attribute `type` of the tag `GO`."""
_REASONS: Final = {
    "yao9": "nine_terminals",
    "reach4": "four_riichi",
    "ron3": "three_rons",
    "kaze4": "four_winds",
    "kan4": "four_quads",
}
_HUNDRED: Final = 100
_CHI, _PON, _ADDED, _KITA = 4, 8, 16, 32
"""The bits of a call that tell what it is; without them it is a quad."""


@dataclass(slots=True)
class _Hand:
    """The tags of one hand."""

    start: Mapping[str, str]
    bets: set[int] = field(default_factory=set)
    declared: set[int] = field(default_factory=set)
    norths: dict[int, int] = field(default_factory=dict)
    wins: list[Mapping[str, str]] = field(default_factory=list)
    draw: Mapping[str, str] | None = None


def read(text: str) -> Record:
    """Read a game.

    Raises:
        RecordError: the text has no game.
    """
    room, names, hands = 0, list[str](), list[_Hand]()
    for tag, attributes in _tags(text):
        match tag:
            case "GO":
                kind = attributes.get("type", "")
                room = int(kind) if kind.isdecimal() else _SOUTH
            case "UN" if "n0" in attributes and not names:
                names = [unquote(attributes.get(f"n{player}", "")) for player in range(4)]
            case "INIT":
                hands.append(_Hand(attributes))
            case _ if hands:
                try:
                    _take(hands[-1], tag, attributes)
                except UNREADABLE:
                    hands[-1].start = {}  # its end cannot be trusted
    if not hands:
        message = "there is no hand in it (no tag INIT)"
        raise RecordError(message)
    players = 3 if room & _THREE else 4
    names = [name or f"player {at + 1}" for at, name in enumerate((names + [""] * players)[:players])]
    read_hands, notes = [], []
    for number, hand in enumerate(hands, start=1):
        try:
            read_hands.append(whole(_hand(hand, players), players))
        except UNREADABLE:
            notes.append(Remark.of("left_out", number=number, form=FORM))
    overrides = ({"red_fives": [0, 0, 0]} if room & _NO_RED else {}) | (
        {"open_tanyao": False} if room & _NO_OPEN_TANYAO else {}
    )
    rules = "tenhou-3p" if room & _THREE else "tenhou"
    return Record(FORM, rules, overrides, tuple(names), tuple(read_hands), not room & _SOUTH, tuple(notes))


def _tags(text: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    for name, number, rest in _TAG.findall(text):
        if not number:
            yield name, dict(_ATTRIBUTE.findall(rest))


def _take(hand: _Hand, tag: str, attributes: Mapping[str, str]) -> None:
    """Add a tag to a hand; draws, discards and whatever else it needs not are passed over."""
    match tag:
        case "REACH":
            player = int(attributes["who"])
            hand.declared.add(player)
            if attributes.get("step") == "2":
                hand.bets.add(player)
        case "N" if (call := int(attributes["m"])) & (_CHI | _PON | _ADDED | _KITA) == _KITA:
            player = int(attributes["who"])
            hand.norths[player] = hand.norths.get(player, 0) + bool(call)
        case "AGARI":
            hand.wins.append(attributes)
        case "RYUUKYOKU":
            hand.draw = attributes


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",") if number]


def _hand(hand: _Hand, players: int) -> RecordedHand:
    number, honba, deposits = _numbers(hand.start["seed"])[:3]
    ends = hand.wins or [hand.draw or {}]
    changes = [_numbers(end["sc"])[1 : 2 * players : 2] for end in ends]
    facts: dict[str, Any] = {
        "round": number // 4,
        "dealer": int(hand.start["oya"]),
        "honba": honba,
        "deposits": deposits,
        "scores": tuple(_HUNDRED * points for points in _numbers(hand.start["ten"])[:players]),
        "bets": frozenset(hand.bets),
        "changes": tuple(_HUNDRED * sum(each) for each in zip(*changes, strict=True)),
    }
    if hand.wins:
        wins = tuple(_win(win, hand, players) for win in hand.wins)
        return RecordedHand(**facts, event="tsumo" if wins[0].source is None else "ron", wins=wins)
    draw = hand.draw or {}
    if (kind := draw.get("type")) in _REASONS:
        return RecordedHand(**facts, event="abortive_draw", reason=_REASONS[kind])
    tenpai = tuple(player for player in range(players) if f"hai{player}" in draw)
    won = tuple(player for player, points in enumerate(facts["changes"]) if points > 0)
    nagashi = won if kind == "nm" else ()
    return RecordedHand(**facts, event="exhaustive_draw", tenpai=tenpai, nagashi=nagashi)


def _win(told: Mapping[str, str], hand: _Hand, players: int) -> RecordedWin:
    winner, source = int(told["who"]), int(told["fromWho"])
    win, held = int(told["machi"]), _numbers(told["hai"])
    held.remove(win)
    calls = _numbers(told.get("m", ""))
    melds = [called for call in calls if (called := call_of(call, winner, players)) is not None]
    concealed = sorted((tile_of(number) for number in held), key=KIND.__getitem__)
    liable = told.get("paoWho")
    return RecordedWin(
        winner,
        None if source == winner else source,
        None if liable is None or int(liable) == source else int(liable),
        {"concealed": concealed, "win": tile_of(win), "melds": melds[::-1]},
        _told(told),
        winner in hand.declared,
        tuple(map(tile_of, _numbers(told.get("doraHai", "")))),
        tuple(map(tile_of, _numbers(told.get("doraHaiUra", "")))),
        hand.norths.get(winner, 0),
    )


def _told(told: Mapping[str, str]) -> Told:
    fu, value, _ = _numbers(told["ten"])[:3]
    yakuman = _numbers(told.get("yakuman", ""))
    if yakuman:
        return Told(None, None, len(yakuman), value, tuple((TENHOU[number], 1) for number in yakuman))
    pairs = _numbers(told["yaku"])
    yaku = tuple((TENHOU[number], han) for number, han in zip(pairs[::2], pairs[1::2], strict=True))
    return Told(sum(han for _, han in yaku), fu or None, 0, value, yaku)


def call_of(call: int, owner: int, players: int) -> Json | None:
    """A call, as `m` packs it, as a meld of the contract; None for a north set aside.

    The lowest two bits tell whom it was claimed from, as turns after the owner's.

    >>> call_of(36191, 1, 4)  # a sequence
    {'kind': 'chi', 'tiles': ['7p', '5p', '6p'], 'from': 'left'}
    >>> call_of(1610, 1, 4), call_of(31744, 0, 4)
    ({'kind': 'pon', 'tiles': ['2m', '2m', '2m'], 'from': 'across'}, \
{'kind': 'closed_kan', 'tiles': ['5z', '5z', '5z', '5z']})
    """
    side = turned(owner, call & 3, players) if call & 3 else None
    if call & _CHI:
        base, place = divmod(call >> 10, 3)
        lowest = 9 * (base // 7) + base % 7
        tiles = [tile_of(4 * (lowest + at) + (call >> 3 + 2 * at & 3)) for at in range(3)]
        return meld("chi", (tiles[place], *tiles[:place], *tiles[place + 1 :]), side)
    if call & (_PON | _ADDED):
        kind, place = divmod(call >> 9, 3)
        unused = call >> 5 & 3
        tiles = [tile_of(4 * kind + copy) for copy in range(4) if copy != unused]
        tiles = [tiles[place], *tiles[:place], *tiles[place + 1 :]]
        if call & _PON:
            return meld("pon", tiles, side)
        return meld("added_kan", (*tiles, tile_of(4 * kind + unused)), side)
    if call & _KITA:
        return None
    kind, copy = divmod(call >> 8, 4)
    tiles = [tile_of(4 * kind + (copy + at) % 4) for at in range(4)]
    return meld("open_kan" if side else "closed_kan", tiles, side)

"""Logs in the JSON of tenhou.net/6, which Tenhou's viewer and those who convert to it write.

A hand is ``[[hand, counters, sticks], points, dora, ura, then dealt, drawn and discarded by each player,
result]``; `app.exports.tenhou` writes it. The tiles of a winner follow from what was dealt, drawn, called and
discarded, each player by itself: a draw and the discard after it stand at the same place of their lists.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from yakulens.app import Json
from yakulens.app.records.record import (
    UNREADABLE,
    Record,
    RecordedHand,
    RecordedWin,
    Remark,
    Told,
    meld,
    turned,
    whole,
)
from yakulens.app.records.yaku import named
from yakulens.scorer.rules.offered import BUILT_IN
from yakulens.scorer.tile import KIND, Tile
from yakulens.scorer.vocabulary import Event, Limit

FORM: Final = "tenhou.net/6"
_DRAWN: Final = 60
_SUITS: Final = {1: "m", 2: "p", 3: "s", 4: "z"}
_REDS: Final = {51: "0m", 52: "0p", 53: "0s"}
_LIMITS: Final[Mapping[str, Limit]] = {
    "満貫": "mangan",
    "跳満": "haneman",
    "倍満": "baiman",
    "三倍満": "sanbaiman",
    "数え役満": "counted_yakuman",
}
_YAKUMAN: Final = "役満"
_YAKUMAN_VALUES: Final = {True: 48_000, False: 32_000}
"""What a yakuman is worth to the dealer, and to the others."""
_WORTH: Final = re.compile(
    r"(?:(?P<fu>\d+)符(?P<han>\d+)飜)?\D*?(?P<low>\d+)(?:-(?P<high>\d+))?点(?P<all>∀)?"
)
_ABORTED: Final = {
    "九種九牌": "nine_terminals",
    "四家立直": "four_riichi",
    "四風連打": "four_winds",
    "四槓散了": "four_quads",
    "三家和了": "three_rons",
}
_EVERYBODY: Final = {"全員聴牌": True, "全員不聴": False}
_CALLS: Final = {"c": "chi", "p": "pon", "m": "open_kan", "k": "added_kan", "a": "closed_kan"}
_KITA: Final = "f"
_TURNS: Final = (3, 2, 1)
"""How many turns after the owner's comes the turn of whom a tile was called from, by the letter's place."""
_ROOM: Final = re.compile("[般上特鳳若銀琥孔技].*[東南]")
_MAHJONG_SOUL: Final = re.compile("[銅銀金玉]の間|王座|友人戦|大会戦|雀魂|[Mm]ahjong ?[Ss]oul|[Mm]aj[Ss]oul")


def read(log: Json) -> Record:
    """Read a game.

    >>> start = [[0, 0, 0], [25000] * 4, [], [], *[[]] * 12, ["流局", [1500, -1500, 1500, -1500]]]
    >>> record = read({"name": ["A", "B", "C", "D"], "rule": {"disp": "般南喰赤", "aka": 1}, "log": [start]})
    >>> record.rules, record.hands[0].tenpai
    ('tenhou', (0, 2))
    """
    names = [str(name) for name in log.get("name") or ()]
    players = 3 if _is_three(log, names) else 4
    names = [name or f"player {at + 1}" for at, name in enumerate((names + [""] * players)[:players])]
    hands, notes = [], []
    for number, hand in enumerate(log["log"], start=1):
        try:
            hands.append(whole(_hand(hand, players), players))
        except UNREADABLE:
            notes.append(Remark.of("left_out", number=number, form=FORM))
    rules, overrides, east_only, unsaid = _rules(log, players)
    return Record(FORM, rules, overrides, tuple(names), tuple(hands), east_only, (*unsaid, *notes))


def _is_three(log: Json, names: Sequence[str]) -> bool:
    told = f"{_disp(log)} {log.get('ratingc', '')}"
    return "三" in told or "PF3" in told or (len(names) == 4 and not names[3]) or "-3p" in told  # noqa: PLR2004


def _disp(log: Json) -> str:
    rule = log.get("rule") or {}
    return str(rule.get("disp") or "") if isinstance(rule, dict) else str(rule)


def _rules(log: Json, players: int) -> tuple[str, Json, bool, tuple[Remark, ...]]:
    """The rule set, what differs in the room, whether it is an east game, and what is not known."""
    disp, rule = _disp(log), log.get("rule")
    titles = " ".join(map(str, log.get("title") or ()))
    if disp in BUILT_IN:
        return disp, {}, False, ()
    family = "mahjong-soul" if _MAHJONG_SOUL.search(f"{disp} {titles}") else "tenhou"
    is_room = family == "mahjong-soul" or bool(_ROOM.match(disp))
    name = f"{family}-3p" if players == 3 else family  # noqa: PLR2004 - players
    overrides: Json = {}
    if isinstance(rule, dict) and not any(rule.get(key) for key in ("aka", "aka51", "aka52", "aka53")):
        overrides["red_fives"] = [0, 0, 0]
    if _ROOM.match(disp) and family == "tenhou" and "喰" not in disp:
        overrides["open_tanyao"] = False
    unsaid = () if is_room else (Remark.of("unknown_rules", told=disp or "-", name=name),)
    return name, overrides, "東" in disp, unsaid


def _hand(log: Sequence[Any], players: int) -> RecordedHand:
    (number, honba, deposits), scores = log[0][:3], tuple(map(int, log[1][:players]))
    courses = [_Course.of(player, players, log[4 + 3 * player : 7 + 3 * player]) for player in range(players)]
    result = log[16]
    facts: dict[str, Any] = {
        "round": number // 4,
        "dealer": number % 4,
        "honba": int(honba),
        "deposits": int(deposits),
        "scores": scores,
        "bare": not any(log[6 + 3 * player] for player in range(players)),
        "bets": frozenset(player for player, course in enumerate(courses) if course.riichi),
    }
    changes = [list(map(int, each[:players])) for each in result[1::2]] or [[]]
    changed = tuple(map(sum, zip(*changes, strict=True)))
    if result[0] == "和了":
        told = result[2::2]
        wins = tuple(_win(each, courses, log) for each in told)
        # a stick laid with the discard that is won on does not count
        lost = {win.source for win in wins if win.source is not None and courses[win.source].is_last_riichi}
        facts["bets"] = frozenset(facts["bets"] - lost)
        event: Event = "tsumo" if wins[0].source is None else "ron"
        return RecordedHand(**facts, event=event, wins=wins, changes=changed)
    return RecordedHand(**facts, changes=changed, **_draw(str(result[0]), changed, players))


def _draw(name: str, changes: tuple[int, ...], players: int) -> Json:
    if name in _ABORTED:
        return {"event": "abortive_draw", "reason": _ABORTED[name]}
    won = tuple(player for player, points in enumerate(changes) if points > 0)
    if name == "流し満貫":
        return {"event": "exhaustive_draw", "nagashi": won}
    if name in _EVERYBODY:
        return {"event": "exhaustive_draw", "tenpai": tuple(range(players)) if _EVERYBODY[name] else ()}
    return {"event": "exhaustive_draw", "tenpai": won or None}


def _win(told: Sequence[Any], courses: Sequence["_Course"], log: Sequence[Any]) -> RecordedWin:
    winner, source, liable = (int(each) for each in told[:3])
    by_tsumo = source == winner
    dora, ura = (tuple(map(_tile, numbers)) for numbers in log[2:4])
    course = courses[winner]
    tiles = course.won(None if by_tsumo else courses[source].last)
    return RecordedWin(
        winner,
        None if by_tsumo else source,
        None if (liable in {winner, source} and not by_tsumo) or liable == winner else liable,
        tiles,
        _told(str(told[3]), told[4:], len(courses), deals=winner == log[0][0] % 4),
        course.riichi,
        dora,
        ura if course.riichi else (),
        course.norths,
    )


def _told(worth: str, rows: Sequence[str], players: int, *, deals: bool) -> Told:
    """What a win is worth by its texts, such as `40符2飜2600点` and `立直(1飜)`."""
    yaku, unknown = named(rows)
    found = _WORTH.search(worth)
    value = None
    if found:
        low, high = int(found["low"]), int(found["high"] or 0)
        value = low * (players - 1) if found["all"] else low * (players - 2) + high if high else low
    word = worth[: found.start("low")] if found else worth
    if word == _YAKUMAN or any(_YAKUMAN in row for row in rows):  # the rows may name some alone, or none
        named_times = sum(han for _, han in yaku) + len(unknown)
        times = max(named_times, (value or 0) // _YAKUMAN_VALUES[deals], 1)
        return Told(None, None, times, value, yaku, unknown)
    known = [int(row[row.rindex("(") + 1 :].removesuffix("飜)")) for row in rows if row.endswith("飜)")]
    han = int(found["han"]) if found and found["han"] else sum(known) if known else None
    fu = int(found["fu"]) if found and found["fu"] else None
    return Told(han, fu, 0, value, yaku, unknown, _LIMITS.get(word))


def _tile(number: int) -> Tile:
    """A tile as tenhou.net/6 writes it.

    >>> _tile(11), _tile(47), _tile(52)
    ('1m', '7z', '0p')
    """
    return _REDS.get(number) or f"{number % 10}{_SUITS[number // 10]}"


@dataclass(slots=True)
class _Course:
    """What one player was dealt, drew, called and discarded, played to the end of the hand."""

    player: int
    players: int
    held: list[Tile] = field(default_factory=list)
    melds: list[Json] = field(default_factory=list)
    drawn: Tile | None = None  # the tile just drawn, while it is not discarded
    last: Tile | None = None  # the tile last given: discarded, or added to a quad
    riichi: bool = False
    is_last_riichi: bool = False  # whether riichi was declared with the last discard
    norths: int = 0

    @classmethod
    def of(cls, player: int, players: int, lists: Sequence[Sequence[Any]]) -> "_Course":
        """Play a player's course: what was dealt, received and discarded."""
        dealt, received, discarded = lists
        course = cls(player, players, [_tile(number) for number in dealt])
        for at, each in enumerate(received):
            course.receive(each)
            if at < len(discarded):
                course.give(discarded[at])
        return course

    def receive(self, each: int | str) -> None:
        """Draw a tile, or call one."""
        self.drawn = None
        if isinstance(each, str):
            self._call(each)
        else:
            self.drawn = _tile(each)
            self.held.append(self.drawn)

    def give(self, each: int | str) -> None:
        """Discard a tile, or declare a quad or a north; 0 is no discard, after a claimed quad."""
        self.is_last_riichi = False
        if each == 0:
            return
        text = str(each)
        if text.startswith("r"):
            self.riichi = self.is_last_riichi = True
            text = text[1:]
        if not text.isdigit():
            self._call(text)
            return
        number = int(text)
        tile = self.drawn if number == _DRAWN else _tile(number)
        if tile is None:
            message = "a drawn tile is discarded that was not drawn"
            raise ValueError(message)
        self.held.remove(tile)
        self.last, self.drawn = tile, None

    def won(self, claimed: Tile | None) -> Json | None:
        """`concealed`, `win` and `melds` of a winner; `claimed` is None for a win by self-draw."""
        concealed = list(self.held)
        win = claimed or self.drawn
        if not concealed or win is None:
            return None
        if claimed is None:
            concealed.remove(win)
        return {"concealed": sorted(concealed, key=KIND.__getitem__), "win": win, "melds": self.melds}

    def _call(self, text: str) -> None:
        """A call such as `45p4545`: the letter stands before the called tiles."""
        at = len(text) - len(text.lstrip("0123456789"))
        letter, digits = text[at], text[:at] + text[at + 1 :]
        tiles = [_tile(int(digits[place : place + 2])) for place in range(0, len(digits), 2)]
        if letter == _KITA:
            self.held.remove(tiles[0])
            self.last, self.norths = tiles[0], self.norths + 1
            return
        kind, place = _CALLS[letter], at // 2
        if letter == "a":
            for tile in tiles:
                self.held.remove(tile)
            self.last = tiles[-1]
            self.melds.append(meld(kind, tiles))
            return
        called = tiles[place]
        if letter == "k":
            self._add(called)
            return
        others = [*tiles[:place], *tiles[place + 1 :]]
        for tile in others:
            self.held.remove(tile)
        side = turned(self.player, _TURNS[min(place, 2)], self.players)
        self.melds.append(meld(kind, (called, *others), side))

    def _add(self, tile: Tile) -> None:
        """Add a tile to a called triplet."""
        self.held.remove(tile)
        self.last = tile
        for each in self.melds:
            if each["kind"] == "pon" and KIND[each["tiles"][0]] == KIND[tile]:
                each |= {"kind": "added_kan", "tiles": [*each["tiles"], tile]}
                return
        message = "a tile is added to a triplet that was not called"
        raise ValueError(message)

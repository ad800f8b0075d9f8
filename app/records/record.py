"""What a log says, whatever its format: who played, how each hand ended, what each win was worth.

Players are numbers, the first dealer of the game 0, then in turn; `app.records.scored` and
`app.records.table` turn them into the winds of a hand.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Self

from yakulens.app import Json
from yakulens.app.words.i18n import text
from yakulens.scorer.errors import InputError
from yakulens.scorer.tile import KINDS, Tile
from yakulens.scorer.vocabulary import SEATS, Event, From, Limit, Seat

UNREADABLE: Final = (ValueError, KeyError, IndexError, TypeError, AttributeError, ArithmeticError)
"""What taking apart a log raises where the log is not as its format has it."""
DORA: Final = frozenset({"dora", "ura", "red_five", "north"})
"""The identifiers in `Told.yaku` that are no yaku."""
_FIRST_TURN: Final = frozenset({"tenhou", "chiihou", "renhou"})
_FROM: Final[dict[int, tuple[From, ...]]] = {4: ("right", "across", "left"), 3: ("right", "left")}


@dataclass(frozen=True, slots=True)
class Remark:
    """What cannot be read of a log, is not known, or comes out otherwise: a sentence in each language.

    >>> Remark.of("unknown_action", name="RecordMystery").text("en")
    'RecordMystery is no action known here; the rest is read'
    """

    key: str  # the sentence in `app.words`, below ``records``
    values: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, key: str, **values: object) -> Self:
        """The remark with its values by name."""
        return cls(key, tuple(values.items()))

    def text(self, language: str) -> str:
        """The sentence."""
        return text(language, f"records.{self.key}", **dict(self.values))


class RecordError(InputError):
    """A file is no log that can be read; the text is one line."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the log says that a win is worth; None if it does not say.

    Attributes:
        han: han of yaku and dora; None for a yakuman.
        fu: rounded minipoints; None for a yakuman and where a limit stands instead of them.
        yakuman: how many yakuman it is worth.
        value: what all others pay together, without counters and sticks.
        yaku: identifiers of yaku and dora, with their han; a yakuman has its multiples.
        unknown: names of yaku that this program does not know.
        limit: the limit that stands instead of han and minipoints, if one does.
    """

    han: int | None
    fu: int | None
    yakuman: int
    value: int | None
    yaku: tuple[tuple[str, int], ...]
    unknown: tuple[str, ...] = ()
    limit: Limit | None = None

    @property
    def ids(self) -> frozenset[str]:
        """The identifiers of yaku and dora."""
        return frozenset(name for name, _ in self.yaku)


@dataclass(frozen=True, slots=True)
class RecordedWin:
    """A win of a log.

    Attributes:
        winner: the player who won.
        source: who discarded the winning tile; None for a win by self-draw.
        liable: who is liable for a yakuman, if anybody.
        tiles: `concealed`, `win` and `melds` of the contract's Hand; None if the log does not show them.
        told: what the log says that it is worth.
        declared: whether the winner declared riichi.
        dora: the indicators turned over.
        ura: the indicators under them.
        norths: number of norths set aside.
    """

    winner: int
    source: int | None
    liable: int | None
    tiles: Json | None
    told: Told
    declared: bool = False
    dora: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    norths: int = 0


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand of a log.

    Attributes:
        round: 0 for the east round, 1 for the south round and so on.
        dealer: the player who deals.
        honba: counters on the table.
        deposits: riichi sticks on the table, of earlier hands.
        scores: the points of each player before it.
        event: how it ended.
        bets: the players whose riichi stick lies on the table at its end.
        changes: the points that each player won or lost at its end, without the sticks laid; empty if unsaid.
        wins: its wins, the first one getting counters and sticks.
        tenpai: the players in tenpai at an exhaustive draw; None if the log does not say.
        nagashi: the players with nagashi mangan.
        reason: why the hand was aborted.
        bare: whether the log shows no discards: `bets` are not known, and `changes` hold the sticks laid.
    """

    round: int
    dealer: int
    honba: int
    deposits: int
    scores: tuple[int, ...]
    event: Event
    bets: frozenset[int] = frozenset()
    changes: tuple[int, ...] = ()
    wins: tuple[RecordedWin, ...] = ()
    tenpai: tuple[int, ...] | None = None
    nagashi: tuple[int, ...] = ()
    reason: str | None = None
    bare: bool = False

    def seat(self, player: int) -> Seat:
        """The wind of a player in this hand."""
        return SEATS[(player - self.dealer) % len(self.scores)]

    @property
    def round_wind(self) -> Seat:
        """The round wind."""
        return SEATS[self.round % len(SEATS)]


@dataclass(frozen=True, slots=True)
class Record:
    """One game of a log.

    Attributes:
        form: the format, such as `tenhou.net/6`.
        rules: the name of the rule set that it was played under.
        overrides: rules of its room that differ.
        players: their names.
        hands: the hands that can be read, in order.
        east_only: whether only the east round was played.
        notes: a remark on each part that cannot be read or is not known.
    """

    form: str
    rules: str
    overrides: Json = field(hash=False)
    players: tuple[str, ...]
    hands: tuple[RecordedHand, ...]
    east_only: bool = False
    notes: tuple[Remark, ...] = ()


def whole(hand: RecordedHand, players: int) -> RecordedHand:
    """The hand, if so many players are in it, each figure is a number, and each player named is one of them.

    Raises:
        ValueError: one is not; a log may hold any JSON in its place.
    """
    told = [win.told for win in hand.wins]
    named = [hand.dealer, *hand.bets, *(hand.tenpai or ()), *hand.nagashi, *(win.winner for win in hand.wins)]
    named += [who for win in hand.wins for who in (win.source, win.liable) if who is not None]
    counts = [hand.round, hand.honba, hand.deposits, *(each.yakuman for each in told)]
    counts += [number for each in told for number in (each.han, each.fu, each.value) if number is not None]
    counts += [han for each in told for _, han in each.yaku]
    is_whole = (
        players in _FROM
        and all(type(player) is int and 0 <= player < players for player in named)
        and all(type(number) is int and number >= 0 for number in counts)
        and all(type(points) is int for points in (*hand.scores, *hand.changes))
        and (len(hand.scores), len(hand.changes)) in {(players, players), (players, 0)}
        and bool(hand.wins) == (hand.event in {"ron", "tsumo"})
    )
    if not is_whole:
        message = "a figure or a player is none"
        raise ValueError(message)
    return hand


def contract_hand(record: Record, hand: RecordedHand, win: RecordedWin) -> Json | None:
    """The contract's Hand of a win; None if the log does not show its tiles.

    Ippatsu, haitei and the like are facts that the log tells by its yaku. Only the first of several wins gets
    counters and sticks.
    """
    if win.tiles is None:
        return None
    told, is_first = win.told.ids, win is hand.wins[0]
    facts = {
        "rules": record.rules,
        "rule_overrides": record.overrides,
        **win.tiles,
        "by": "tsumo" if win.source is None else "ron",
        "seat": hand.seat(win.winner),
        "round": hand.round_wind,
        "riichi": _riichi(told, declared=win.declared),
        "ippatsu": "ippatsu" in told,
        "rinshan": "rinshan" in told,
        "chankan": "chankan" in told,
        "last_tile": bool(told & {"haitei", "houtei"}),
        "first_turn": bool(told & _FIRST_TURN),
        "dora_indicators": list(win.dora),
        "ura_indicators": list(win.ura),
        "north_dora": win.norths,
        "honba": hand.honba if is_first else 0,
        "deposits": hand.deposits + len(hand.bets) if is_first else 0,
        "discarder": None if win.source is None else hand.seat(win.source),
        "liable": liable_json(hand, win),
    }
    return {key: value for key, value in facts.items() if value not in (None, False, [], {}, 0, "none")}


def _riichi(told: frozenset[str], *, declared: bool) -> str:
    if "double_riichi" in told:
        return "double"
    return "riichi" if declared or "riichi" in told else "none"


def liable_json(hand: RecordedHand, win: RecordedWin) -> Json | None:
    """Who is liable, and for which of the yakuman that a player can be liable for."""
    fed = ("daisangen", "daisuushii", "suukantsu")
    yaku = next((name for name in fed if name in win.told.ids), None)
    if win.liable is None or yaku is None:
        return None
    return {"seat": hand.seat(win.liable), "yaku": yaku}


def tile_of(number: int) -> Tile:
    """A tile of Tenhou's 136: the kinds in order, four of each, the first of each five red.

    >>> tile_of(16), tile_of(17), tile_of(135)
    ('0m', '5m', '7z')
    """
    kind, copy = divmod(number, 4)
    tile = KINDS[kind]
    return f"0{tile[1]}" if not copy and tile[0] == "5" and tile[1] != "z" else tile


def from_of(owner: int, source: int, players: int) -> From:
    """Where a tile was claimed from, as its owner sees it.

    >>> from_of(0, 3, 4), from_of(2, 0, 3)
    ('left', 'right')
    """
    return _FROM[players][(source - owner) % players - 1]


def turned(owner: int, turns: int, players: int) -> From | None:
    """Where Tenhou claims a tile from: `turns` seats after the owner's, of four, of which one may be empty.

    >>> turned(0, 3, 4), turned(2, 2, 3), turned(0, 3, 3)
    ('left', 'right', None)
    """
    source = (owner + turns) % 4
    return from_of(owner, source, players) if source < players else None


def meld(kind: str, tiles: Iterable[Tile], claimed_from: From | None = None) -> Json:
    """A meld of the contract."""
    return {"kind": kind, "tiles": list(tiles)} | ({"from": claimed_from} if claimed_from else {})

"""Every key of the contract: what it may hold, its bounds and its default.

The commands and the page take their choices and bounds from here. A key means the same in every command.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from yakulens.scorer.contract.deductions import StatedPenalty, penalties
from yakulens.scorer.contract.form import (
    FLAG,
    OBJECT,
    ONE_TILE,
    TILES,
    Key,
    integer,
    list_of,
    map_of,
    of_type,
    word,
)
from yakulens.scorer.message import Message
from yakulens.scorer.tile import KINDS
from yakulens.scorer.vocabulary import (
    BYS,
    EVENTS,
    FROMS,
    MELD_KINDS,
    RIICHIS,
    SEATS,
    SUBSTITUTED,
    Event,
    From,
    Seat,
    Substituted,
)
from yakulens.scorer.yaku import YAKU_IDS

AnyKey: TypeAlias = Key[Any]
DEFAULT_RULES: Final = "ema-2025"
MOST_COUNTERS: Final = 1_000
"""Upper bound of counters and sticks, far above any real table."""
MOST_POINTS: Final = 10_000_000
MOST_CHIPS: Final = 100_000
MOST_HAN: Final = 200
MOST_YAKUMAN: Final = 8
READING_KEYS: Final = ("rotated", "backs", "ids")
"""What a Reading says about a meld beside its tiles. A hand may keep these keys: they show that its melds are
in the order of the photo, from left to right, and so not in the order of their calls."""
_SEAT: Final = word(SEATS)
_SEATS: Final = list_of(_SEAT, Message("list_of_seats"))
_SEAT_OR_SEATS: Final = list_of(_SEAT, Message("seat_or_seats"), single=str)
_OBJECTS: Final = list_of(OBJECT, Message("list_of_objects"))
_COUNT: Final = integer(0, MOST_COUNTERS)
_POINTS: Final = integer(-MOST_POINTS, MOST_POINTS)

ID: Final = Key[object]("id", of_type(object, OBJECT.expected), None)
RULES: Final = Key[str]("rules", of_type(str, Message("rule_set_name")), DEFAULT_RULES)
RULE_OVERRIDES: Final = Key("rule_overrides", OBJECT, {})

# a hand
CONCEALED: Final = Key("concealed", TILES, (), required=True)
WIN: Final = Key("win", ONE_TILE, KINDS[0], required=True)
BY: Final = Key("by", word(BYS), BYS[0], required=True)
MELDS: Final = Key("melds", _OBJECTS, ())
CALLS_IN_ORDER: Final = Key("calls_in_order", FLAG, default=True)
SEAT: Final = Key[Seat]("seat", _SEAT, "south")
ROUND: Final = Key[Seat]("round", _SEAT, "east")
RIICHI: Final = Key("riichi", word(RIICHIS), RIICHIS[0])
IPPATSU: Final = Key("ippatsu", FLAG, default=False)
RINSHAN: Final = Key("rinshan", FLAG, default=False)
CHANKAN: Final = Key("chankan", FLAG, default=False)
LAST_TILE: Final = Key("last_tile", FLAG, default=False)
FIRST_TURN: Final = Key("first_turn", FLAG, default=False)
DORA_INDICATORS: Final = Key("dora_indicators", TILES, ())
URA_INDICATORS: Final = Key("ura_indicators", TILES, ())
NORTH_DORA: Final = Key("north_dora", _COUNT, 0)
HONBA: Final = Key("honba", _COUNT, 0)
DEPOSITS: Final = Key("deposits", _COUNT, 0)
BONUS_HAND: Final = Key("bonus_hand", _COUNT, 0)
DISCARDER: Final = Key[Seat | None]("discarder", _SEAT, None)
LIABLE: Final = Key[Any]("liable", of_type(Mapping, Message("seat_and_yaku")), None)
WIN_APART: Final = Key("win_apart", FLAG, default=True)
SITUATION: Final = (
    *(SEAT, ROUND, RIICHI, IPPATSU, RINSHAN, CHANKAN, LAST_TILE, FIRST_TURN),
    *(DORA_INDICATORS, URA_INDICATORS, NORTH_DORA, HONBA, DEPOSITS, BONUS_HAND),
    *(DISCARDER, LIABLE, WIN_APART),
)
"""How a hand was won, apart from `by`: each key is a field of `scorer.Situation`."""
HAND: Final = (ID, RULES, RULE_OVERRIDES, CONCEALED, WIN, BY, MELDS, CALLS_IN_ORDER, *SITUATION)
"""The keys of a hand."""

MELD_KIND: Final = Key("kind", word(MELD_KINDS), MELD_KINDS[0], required=True)
MELD_TILES: Final = Key("tiles", TILES, (), required=True)
MELD_FROM: Final = Key[From | None]("from", word(FROMS), None)
MELD: Final = (MELD_KIND, MELD_TILES, MELD_FROM)
"""The keys of a meld."""

LIABLE_SEAT: Final = Key("seat", _SEAT, SEATS[0], required=True)
LIABLE_YAKU: Final = Key("yaku", word(YAKU_IDS), YAKU_IDS[0], required=True)
LIABILITY: Final = (LIABLE_SEAT, LIABLE_YAKU)
"""The keys of `liable`."""

# a waiting hand
SEEN: Final = Key("seen", TILES, ())
DISCARDS: Final = Key("discards", TILES, ())
PASSED: Final = Key("passed", TILES, ())
DRAWN: Final = Key[str | None]("drawn", ONE_TILE, None)
CLAIMED: Final = Key[str | None]("claimed", ONE_TILE, None)
WALL: Final = Key[int | None]("wall", integer(0, 4 * len(KINDS)), None)
OWN_POINTS: Final = Key[int | None]("points", _POINTS, None)
_OF_THE_WIN: Final = (RINSHAN, CHANKAN, DEPOSITS, DISCARDER, LIABLE, WIN_APART)
SITUATION_BEFORE: Final = tuple(key for key in SITUATION if key not in _OF_THE_WIN)
"""What can be said about a situation before the winning tile has come."""
WAITING: Final = (
    *(ID, RULES, RULE_OVERRIDES, CONCEALED, MELDS),
    *(SEEN, DISCARDS, PASSED, DRAWN, CLAIMED, WALL, OWN_POINTS),
    *SITUATION_BEFORE,
)
"""The keys of a waiting hand."""
BEFORE_WIN: Final = tuple(key for key in WAITING if key not in (DRAWN, WALL, OWN_POINTS))
"""The keys of a hand whose discards are compared."""

# a finished hand
EVENT: Final = Key[Event]("event", word(EVENTS), "chombo", required=True)
DEALER: Final = Key[Seat]("dealer", _SEAT, "east")
BETS: Final = Key("riichi", _SEATS, ())
WINS: Final = Key("wins", _OBJECTS, ())
TENPAI: Final = Key("tenpai", _SEATS, ())
NAGASHI: Final = Key("nagashi", _SEATS, ())
OFFENDERS: Final = Key("offender", _SEAT_OR_SEATS, ())
DEAD_HANDS: Final = Key("dead_hands", _SEAT_OR_SEATS, ())
WAIVED: Final = Key("waived", FLAG, default=False)
REASON: Final = Key[str | None]("reason", of_type(str, Message("a_reason")), None)
TOURNAMENT: Final = Key("tournament", FLAG, default=False)
SEAT_SCORES: Final = Key[dict[Seat, int]]("scores", map_of(_POINTS, Message("points_by_seat"), _SEAT), {})
HAND_NUMBER: Final = Key[int | None]("hand_number", integer(1, len(SEATS)), None)
HANDS_LEFT: Final = Key[int | None]("hands_left", _COUNT, None)
EAST_ONLY: Final = Key("east_only", FLAG, default=False)
ROUND_OF_GAME: Final = Key[Seat | None]("round", _SEAT, None)
_BEFORE_ITS_END: Final = (
    *(ROUND_OF_GAME, HAND_NUMBER, HANDS_LEFT, EAST_ONLY),
    *(DEALER, HONBA, DEPOSITS, BETS),
)
"""What can be said about a hand before it ends."""
SETTLE: Final = (
    *(ID, RULES, RULE_OVERRIDES, *_BEFORE_ITS_END),
    *(EVENT, DISCARDER, WINS, TENPAI, NAGASHI, OFFENDERS, DEAD_HANDS, WAIVED),
    *(REASON, TOURNAMENT, SEAT_SCORES),
)
"""The keys of a finished hand."""

WINNER: Final = Key("seat", _SEAT, SEATS[0], required=True)
WON_HAND: Final = Key[Any]("hand", of_type(Mapping, Message("a_hand")), None)
HAN: Final = Key[int | None]("han", integer(0, MOST_HAN), None)
FU: Final = Key[int | None]("fu", integer(0, MOST_POINTS), None)
YAKUMAN: Final = Key[int | None]("yakuman", integer(0, MOST_YAKUMAN), None)
CHIPS_TOLD: Final = Key("chips", _COUNT, 0)
YAKU: Final = Key("yaku", list_of(word(YAKU_IDS), Message("list_of_yaku")), ())
WON: Final = (WINNER, WON_HAND, HAN, FU, YAKUMAN, YAKU, LIABLE, CHIPS_TOLD)
"""The keys of a win."""

# a hand that is about to be played, for the all-last sheet
NEEDED_SCORES: Final = Key[dict[Seat, int]]("scores", SEAT_SCORES.kind, {}, required=True)
CLOSED: Final = Key("closed", _SEATS, ())
OPEN: Final = Key("open", _SEATS, ())
NEED: Final = (ID, RULES, RULE_OVERRIDES, NEEDED_SCORES, *_BEFORE_ITS_END, CLOSED, OPEN)
"""The keys of the all-last sheet."""

# a finished game
SCORES: Final = Key[Mapping[str, int]](
    "scores", map_of(_POINTS, Message("points_by_player")), {}, required=True
)
PENALTIES: Final = Key[Mapping[str, tuple[StatedPenalty, ...]]](
    "penalties", map_of(penalties(MOST_POINTS), Message("penalties_by_player")), {}
)
SUBSTITUTES: Final = Key[Mapping[str, Substituted]](
    "substitutes", map_of(word(SUBSTITUTED), Message("substitutes_by_player")), {}
)
CHIPS: Final = Key[Mapping[str, int]](
    "chips", map_of(integer(-MOST_CHIPS, MOST_CHIPS), Message("chips_by_player")), {}
)
FINAL: Final = (ID, RULES, RULE_OVERRIDES, SCORES, DEPOSITS, PENALTIES, SUBSTITUTES, CHIPS)
"""The keys of a finished game."""

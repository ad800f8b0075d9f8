"""A game in the form of Pantheon, the tournament and club server.

The format is its ``Round`` (github.com/MahjongPantheon/pantheon, ``Common/proto/atoms.proto``) with its
numbers of yaku. A round is what the hand was ruled to be; Pantheon counts its points from that by the rules
of its event. Players are numbered 1 to 4 as they sit; a sender of the rounds replaces these numbers with the
players' ids.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, Literal, TypeAlias

from yakulens.app import Json
from yakulens.app.game import Game, Played, replay, ruling
from yakulens.app.words import i18n, seating
from yakulens.app.words.i18n import text
from yakulens.app.words.phrases import ENGLISH
from yakulens.scorer.errors import InputError
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.ruleset import ABSENT, Payment, RuleSet
from yakulens.scorer.table.ruling import PaidWin, Ruling
from yakulens.scorer.transfers import RIICHI_STICK, TABLE
from yakulens.scorer.vocabulary import SEATS

_Ids: TypeAlias = Callable[[Iterable[str]], list[int]]
"""Maps seats to the players' numbers."""
Otherwise = Literal["liability", "nagashi", "sticks", "values"]
"""What Pantheon counts otherwise: a liable player's part, nagashi mangan, shared riichi sticks, or payments
that no book has."""
_SPLIT_IN_FOUR: Final = (64_000, 96_000)
_PAYMENT: Final = Payment(ron=4, ron_dealer=6, tsumo_other=1, tsumo_from_dealer=2, tsumo_dealer=2)
_LIMITS: Final = ((5, 2000), (6, 3000), (8, 4000), (11, 6000), (13, 8000))
_NOTEN_PENALTY: Final = 3000
_MANGAN_SHARE: Final = 2000
_YAKUMAN: Final = {False: 32_000, True: 48_000}
"""What a yakuman brings, by whether the dealer wins."""

_IN_ORDER: Final = {
    1: "toitoi honroutou sanankou sanshoku_doukou sankantsu suukantsu suuankou pinfu iipeikou ryanpeikou",
    11: "sanshoku_doujun ittsuu",
    18: "shousangen daisangen shousuushii daisuushii tsuuiisou tanyao chanta junchan chinroutou honitsu",
    28: "chinitsu chuuren_poutou ryuuiisou chiitoitsu kokushi_musou riichi double_riichi ippatsu",
    36: "menzen_tsumo haitei rinshan tenhou chiihou houtei chankan renhou",
    45: "suuankou_tanki chuuren_poutou_9 kokushi_musou_13",
}
"""Our names of yaku in the order of Pantheon's numbers, each row by the number of its first."""
YAKU: Final = {
    name: number for first, names in _IN_ORDER.items() for number, name in enumerate(names.split(), first)
}
"""Pantheon's numbers of yaku; those of honour triplets depend on how many there are (`_FIRST_HONOUR`)."""

_HONOURS: Final = "yakuhai_"
_FIRST_HONOUR: Final = 13


def pantheon_json(game: Game) -> Json:
    """The game's players and rounds.

    Raises:
        InputError: three players sit there; Pantheon has four places.
    """
    if not is_four(game):
        raise InputError(text(ENGLISH, "handoff.pantheon_four"))
    played, _ = replay(game)
    players = [{"id": number, "title": name} for number, name in enumerate(game.players, 1)]
    return {"players": players, "rounds": [told for hand in played for told in _rounds(game, hand)]}


def is_four(game: Game) -> bool:
    """Whether four play: Pantheon has no game of three."""
    return load_rules(game.rules).players == len(SEATS)


def counted_otherwise(game: Game) -> tuple[tuple[Played, Otherwise], ...]:
    """The hands whose points Pantheon counts otherwise than they were settled, each with why."""
    ruled = ((hand, otherwise(ruling(game, hand), hand.settled["net"])) for hand in replay(game)[0])
    return tuple((hand, why) for hand, why in ruled if why is not None)


def limits(game: Game, language: str) -> str:
    """One sentence about the hands that Pantheon counts otherwise, or about its places; empty for none."""
    if not is_four(game):
        return text(language, "handoff.pantheon_four")
    hands: dict[Otherwise, list[str]] = {}
    for hand, why in counted_otherwise(game):
        hands.setdefault(why, []).append(seating.turn(language, hand.before.round, hand.before.dealer))
    each = (
        text(language, f"handoff.otherwise_{why}", hands=i18n.listed(language, dict.fromkeys(turns)))
        for why, turns in hands.items()
    )
    told = text(language, "language.pause").join(each)
    return text(language, "handoff.pantheon_otherwise", hands=told) if told else ""


def otherwise(found: Ruling, net: Mapping[str, int]) -> Otherwise | None:
    """Why Pantheon counts a hand otherwise, of which `net` is each seat's change; None if it does not.

    Its server counts so (``Mimir/src/helpers/PointsCalc``): a liable player pays all
    of a self-draw like a ron, and half of a ron, or a quarter of one of 64,000 or 96,000, and never its
    counters; nagashi mangan is a mangan without counters and noten penalty; winners share no sticks.
    """
    rules = found.rules
    if any(_is_liable_otherwise(paid, found) for paid in found.wins):
        return "liability"
    if found.outcome == "nagashi" and not _pays_mangans(found, net):
        return "nagashi"
    shared = len(found.wins) > 1 and rules.sticks_shared != ABSENT and (found.bets or found.deposits)
    if shared or (found.outcome == "chombo" and found.bets):
        return "sticks"
    return None if _has_usual_values(rules) else "values"


def _is_liable_otherwise(paid: PaidWin, found: Ruling) -> bool:
    if paid.liable is None or paid.liable.seat == found.discarder:
        return False
    seat, value = paid.liable.seat, sum(paid.shares.values())
    if not paid.win.figures.yakuman:
        return True
    if found.outcome == "tsumo":
        return any(each.payer not in {seat, TABLE} for each in paid.transfers)
    part = value // 4 if value in _SPLIT_IN_FOUR else value // 2
    return sum(each.points for each in paid.transfers if each.payer == seat) != part


def _pays_mangans(found: Ruling, net: Mapping[str, int]) -> bool:
    """Whether nagashi mangan pays each player with it a mangan by self-draw, and nothing else is paid."""
    mangans = {seat: -RIICHI_STICK * (seat in found.bets) for seat in net}
    for owner in found.nagashi:
        for payer in mangans.keys() - {owner}:
            paid = _MANGAN_SHARE * (2 if SEATS[0] in {owner, payer} else 1)
            mangans[owner] += paid
            mangans[payer] -= paid
    return mangans == net


def _has_usual_values(rules: RuleSet) -> bool:
    """Whether limits, payments and noten penalty are those that every book with four players has."""
    limits = tuple((step.han, step.base) for step in rules.limits)
    return (rules.payment, limits, rules.noten_penalty) == (_PAYMENT, _LIMITS, _NOTEN_PENALTY)


def _rounds(game: Game, played: Played) -> list[Json]:
    """A hand as a round; a chombo as one for each who committed it, and as none if the others waive it."""
    before, found = played.before, ruling(game, played)

    def ids(seats: Iterable[str]) -> list[int]:
        return [before.player(seat) + 1 for seat in seats]

    index = {"roundIndex": before.round * len(game.players) + before.dealer + 1, "honba": before.honba}
    if found.outcome == "waived_chombo":
        return []
    if found.outcome == "chombo":
        return [{"chombo": {**index, "loserId": loser_id}} for loser_id in ids(found.offenders)]
    in_round: Json = {**index, "riichiBets": ids(found.bets)}
    if found.wins:
        return [_won(found, in_round, ids)]
    if found.outcome == "abortive_draw":
        return [{"abort": in_round}]
    nagashi = {"nagashi": ids(found.nagashi)} if found.nagashi else {}
    return [{found.outcome: {**in_round, "tempai": ids(found.tenpai), **nagashi}}]


def _won(found: Ruling, in_round: Json, ids: _Ids) -> Json:
    """A hand that was won, by one player or several; the discarder's right first.

    Of several wins each also names the bets that it got, as Pantheon's older form has it.
    """
    loser = {"loserId": ids([found.discarder])[0]} if found.discarder else {}
    wins = [_win(paid, ids) for paid in found.wins]
    if len(wins) == 1:
        return {found.outcome: {**in_round, **loser, **wins[0]}}
    rows = [win | {"riichiBets": ids(paid.bets)} for win, paid in zip(wins, found.wins, strict=True)]
    return {"multiron": {**in_round, **loser, "multiRon": len(rows), "wins": rows}}


def _win(paid: PaidWin, ids: _Ids) -> Json:
    """One win; a yakuman's han is its negative number, as Pantheon stores it."""
    figures, hand = paid.win.figures, paid.win.hand
    yakuman = figures.yakuman or _several_counted(paid)
    honours = sum(han for name, han in figures.yaku if name.startswith(_HONOURS))
    numbers = [YAKU[name] for name, _ in figures.yaku if name in YAKU]
    dora = dict(figures.dora)
    return {
        "winnerId": ids([paid.seat])[0],
        "paoPlayerId": ids([paid.liable.seat])[0] if paid.liable else 0,
        "han": -yakuman if yakuman else figures.han,
        "fu": figures.fu,
        "yaku": [*numbers, *([_FIRST_HONOUR + honours - 1] if honours else [])],
        "dora": sum(han for name, han in dora.items() if name != "ura"),
        "uradora": dora.get("ura", 0),
        "kandora": 0,
        "kanuradora": 0,
        "openHand": hand is not None and hand.is_open,
    }


def _several_counted(paid: PaidWin) -> int:
    """How many yakuman a counted one is paid as by a house rule; 0 for one, whose han tell it."""
    times = sum(paid.shares.values()) // _YAKUMAN[paid.seat == SEATS[0]]
    return times if paid.win.figures.limit == "counted_yakuman" and times > 1 else 0

"""The wins of a hand of a game, as other programs need them."""

from dataclasses import dataclass
from typing import cast

from yakulens.app import Json
from yakulens.app.game import Game, Played
from yakulens.scorer.contract.hand_json import Case, case_from_json
from yakulens.scorer.points import base_points
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.rules.ruleset import RuleSet
from yakulens.scorer.scoring import score
from yakulens.scorer.vocabulary import By, Seat


@dataclass(frozen=True, slots=True)
class HandWin:
    """One win of a hand."""

    seat: Seat  # of the winner
    by: By  # ``ron`` or ``tsumo``
    han: int  # with dora; 0 for a yakuman
    fu: int  # rounded; 0 for a yakuman
    yakuman: int  # their number
    limit: str | None  # its name; None below mangan
    yaku: tuple[tuple[str, int], ...]  # id and han (0 for a yakuman) of each; empty without the hand
    dora: tuple[tuple[str, int], ...]  # id and han of each sort of dora; empty without the hand
    base: int  # base points
    case: Case | None  # the hand; None where the win was entered without it
    liable: Seat | None  # who is liable for a yakuman; None where nobody is
    rules: RuleSet  # the rules of the table, house rules included


def wins(game: Game, played: Played) -> tuple[HandWin, ...]:
    """The wins of a finished hand; none if it was drawn."""
    if played.end["event"] not in {"ron", "tsumo"}:
        return ()
    return tuple(_hand_win(game, played, win) for win in played.end["wins"])


def _hand_win(game: Game, played: Played, win: Json) -> HandWin:
    by = cast("By", played.end["event"])
    seat = win["seat"]
    overrides = played.end.get("rule_overrides") or {}
    rules = load_rules(game.rules, overrides)
    liable = (win.get("liable") or {}).get("seat")
    hand = {key: value for key, value in win.get("hand", {}).items() if key != "discarder"}
    hand |= {"by": by, "seat": seat, "round": played.before.round_wind()}
    case = case_from_json(hand | {"rules": game.rules, "rule_overrides": overrides})
    if isinstance(case, Case):
        found = score(case.hand, case.situation, case.rules)
        yaku = tuple((row.id, row.han) for row in found.yaku)
        dora = tuple((row.id, row.han) for row in found.dora)
        liable = liable or (found.liable.seat if found.liable and found.transfers else None)
        worth = found.han or 0, found.fu or 0, found.yakuman, found.limit
        return HandWin(seat, by, *worth, yaku, dora, found.base, case, liable, rules)
    han, fu, yakuman = win.get("han", 0), win.get("fu", 0), win.get("yakuman", 0)
    base, limit = base_points(han, fu, yakuman, rules)
    yaku = tuple((name, 0) for name in win.get("yaku", ()))
    return HandWin(seat, by, han, fu, yakuman, limit, yaku, (), base, None, liable, rules)

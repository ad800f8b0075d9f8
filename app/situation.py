"""How the hand was won, and what of it is impossible together, with the reason. Pure data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from scorer.vocabulary import SEATS, By, Riichi, Seat
from vision.labels import plain

if TYPE_CHECKING:
    from app.desk import Desk

FLAGS: Final = ("ippatsu", "rinshan", "chankan", "last_tile", "first_turn")
MOST_COUNTERS: Final = 99


@dataclass(frozen=True, slots=True)
class Situation:
    """How the hand was won, in the words of the contract's Hand. ``by`` is None until somebody says it."""

    by: By | None = None
    seat: Seat = "east"
    round: Seat = "east"
    discarder: Seat | None = None
    riichi: Riichi = "none"
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    last_tile: bool = False
    first_turn: bool = False
    win_apart: bool = True
    honba: int = 0
    deposits: int = 0
    north_dora: int = 0
    bonus_hand: int = 0
    liable: Seat | None = None
    rules: str = "ema-2025"

    def to_json(self) -> dict[str, Any]:
        """The situation part of the contract's Hand."""
        hand: dict[str, Any] = {
            "rules": self.rules,
            "by": self.by,
            "seat": self.seat,
            "round": self.round,
            "riichi": self.riichi,
            "honba": self.honba,
            "deposits": self.deposits,
            "win_apart": self.win_apart,
        }
        hand |= {flag: True for flag in FLAGS if getattr(self, flag)}
        hand |= {key: value for key in ("north_dora", "bonus_hand") if (value := getattr(self, key))}
        if self.discarder is not None:
            hand["discarder"] = self.discarder
        return hand

    def for_next_hand(self) -> Situation:
        """What the next hand at the same table most likely shares: winds, sticks and rules."""
        return Situation(
            seat=self.seat, round=self.round, honba=self.honba, deposits=self.deposits, rules=self.rules
        )


def impossible(situation: Situation, desk: Desk, players: int = 4) -> dict[str, str]:
    """The choices that cannot be, as ``"field:value"`` or a flag's name, each with its reason's key.

    Args:
        situation: what has been chosen so far.
        desk: the hand.
        players: at the table.
    """
    found: dict[str, str] = {}

    def rule(choice: str, *reasons: tuple[bool, str]) -> None:
        key = next((key for holds, key in reasons if holds), None)
        if key is not None:
            found[choice] = key

    tsumo, ron = situation.by == "tsumo", situation.by == "ron"
    declared = situation.riichi != "none"
    for choice in ("riichi:riichi", "riichi:double"):
        rule(choice, (desk.is_open(), "why.open_hand"), (situation.first_turn, "why.before_riichi"))
    rule("ippatsu", (not declared, "why.needs_riichi"), (situation.rinshan, "why.quad_ends_ippatsu"))
    rule(
        "rinshan",
        (ron, "why.needs_tsumo"),
        (desk.quads() == 0, "why.needs_quad"),
        (situation.ippatsu, "why.quad_ends_ippatsu"),
    )
    rule(
        "chankan",
        (tsumo, "why.needs_ron"),
        (_held(desk) > 1, "why.fourth_tile"),
        (situation.last_tile, "why.no_quad_on_last"),
    )
    rule(
        "last_tile",
        (situation.first_turn, "why.not_first_turn"),
        (situation.chankan, "why.no_quad_on_last"),
    )
    rule(
        "first_turn",
        (desk.is_open() or (ron and desk.quads() > 0), "why.call_ends_first_turn"),
        (declared, "why.before_riichi"),
        (ron and situation.seat == "east", "why.dealer_draws_first"),
        (situation.last_tile, "why.not_first_turn"),
    )
    rule("win_apart", (ron, "why.needs_tsumo"))
    for wind in SEATS:
        rule(f"discarder:{wind}", (wind == situation.seat, "why.own_discard"))
        rule(f"seat:{wind}", (players < len(SEATS) and wind == "north", "why.three_players"))
        if players < len(SEATS) and wind == "north":
            found[f"discarder:{wind}"] = "why.three_players"
    rule("ura", (not declared, "why.needs_riichi"))
    return found


def _held(desk: Desk) -> int:
    """How many of the winning tile's face the winner shows, the winning tile among them."""
    if desk.win is None:
        return 0
    face = plain(desk.face(desk.win))
    return sum(plain(desk.face(uid)) == face for uid in desk.in_hand())


def effective(situation: Situation, desk: Desk, players: int = 4) -> tuple[Situation, dict[str, str]]:
    """The situation without what cannot be, and what is ``impossible`` beside it.

    A choice made earlier goes when a correction rules it out.
    """
    banned = impossible(situation, desk, players)
    for _ in range(len(FLAGS)):
        changes: dict[str, Any] = {
            flag: False for flag in FLAGS if flag in banned and getattr(situation, flag)
        }
        if f"riichi:{situation.riichi}" in banned:
            changes["riichi"] = "none"
        if situation.discarder is not None and (
            situation.by != "ron" or f"discarder:{situation.discarder}" in banned
        ):
            changes["discarder"] = None
        if "win_apart" in banned and not situation.win_apart:
            changes["win_apart"] = True
        if situation.liable == situation.seat:
            changes["liable"] = None
        if f"seat:{situation.seat}" in banned:
            changes["seat"] = "east"
        if not changes:
            break
        situation = replace(situation, **changes)
        banned = impossible(situation, desk, players)
    return situation, banned

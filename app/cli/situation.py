"""The situation options that `score` and `photo` share, and the contract's Hand made of them."""

from __future__ import annotations

import argparse
import tomllib
from typing import Any

from scorer.vocabulary import BYS, FROMS, MELD_KINDS, RIICHIS, SEATS

_FLAGS = {
    "ippatsu": "won within one uninterrupted go-around of riichi",
    "rinshan": "won on the replacement tile of a quad",
    "chankan": "robbed a quad",
    "last_tile": "won on the last tile of the wall, or on the discard after it",
    "first_turn": "won in the first uninterrupted go-around",
}
_COUNTS = {
    "honba": "counters on the table",
    "deposits": "riichi sticks on the table",
    "north_dora": "North tiles set aside (three players)",
    "bonus_hand": "the dealer's bonus hand number (paarenchan)",
}
_INDICATORS = {"dora": "dora_indicators", "ura": "ura_indicators"}


def add_situation(parser: argparse.ArgumentParser) -> None:
    """Add every option that says how a hand was won, and under which rules."""
    group = parser.add_argument_group("how the hand was won")
    group.add_argument("--win", metavar="TILE", help="the winning tile, such as 5s")
    group.add_argument("--by", choices=BYS, help="off a discard, or self-drawn")
    group.add_argument("--seat", choices=SEATS, help="the winner's wind")
    group.add_argument("--round", choices=SEATS, help="the prevailing wind")
    group.add_argument("--discarder", choices=SEATS, help="who discarded the winning tile")
    group.add_argument(
        "--riichi", nargs="?", const="riichi", choices=RIICHIS, help="declared riichi (or: double)"
    )
    for key, text in _FLAGS.items():
        group.add_argument(_option(key), action="store_true", default=None, help=text)
    group.add_argument(
        "--win-apart",
        action=argparse.BooleanOptionalAction,
        help="whether the self-drawn tile was kept apart (EMA 6.8)",
    )
    for option, key in _INDICATORS.items():
        group.add_argument(
            f"--{option}",
            _option(key),
            metavar="TILES",
            dest=key,
            help=f"the {option} indicators, such as 3p5z",
        )
    for key, text in _COUNTS.items():
        group.add_argument(_option(key), type=_count, metavar="N", help=text)
    group.add_argument(
        "--liable",
        type=_liable,
        metavar="SEAT:YAKU",
        help="who must pay for a yakuman, such as west:daisangen",
    )
    rules = parser.add_argument_group("rules")
    rules.add_argument("--rules", metavar="R", help="a rule set's name (see: yakulens rules) or a TOML file")
    rules.add_argument(
        "--set",
        dest="rule_overrides",
        action="append",
        type=_override,
        metavar="KEY=VALUE",
        help="another value for one rule, such as kiriage_mangan=true; may be given again",
    )


def add_melds(parser: argparse.ArgumentParser) -> None:
    """Add `--meld`, for commands whose hand is typed."""
    parser.add_argument(
        "--meld",
        dest="melds",
        action="append",
        type=_meld,
        metavar="KIND:TILES[:FROM]",
        help="a set or quad, such as chi:234p:left, pon:777z or closed_kan:1111m; may be given again",
    )


def situation(args: argparse.Namespace) -> dict[str, Any]:
    """The part of the contract's Hand that the options say; what was not typed is not in it."""
    keys = ("rules", "win", "by", "seat", "round", "discarder", "riichi", "win_apart", "liable", "melds")
    given = {key: getattr(args, key, None) for key in (*keys, *_FLAGS, *_COUNTS, *_INDICATORS.values())}
    hand = {key: value for key, value in given.items() if value is not None}
    if args.rule_overrides:
        hand["rule_overrides"] = dict(args.rule_overrides)
    return hand


def _option(key: str) -> str:
    return f"--{key.replace('_', '-')}"


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        message = f"{text!r} is no count: give 0, 1, 2 ..."
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _liable(text: str) -> dict[str, str]:
    seat, colon, yaku = text.partition(":")
    if not colon or seat not in SEATS or not yaku:
        message = f"{text!r}: give SEAT:YAKU, such as west:daisangen"
        raise argparse.ArgumentTypeError(message)
    return {"seat": seat, "yaku": yaku}


def _override(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        message = f"{text!r}: give KEY=VALUE, such as kiriage_mangan=true"
        raise argparse.ArgumentTypeError(message)
    try:
        return key.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key.strip(), value.strip()


def _meld(text: str) -> dict[str, str]:
    kind, _, rest = text.partition(":")
    tiles, colon, source = rest.partition(":")
    if kind not in MELD_KINDS or not tiles or (colon and source not in FROMS):
        message = (
            f"{text!r}: give KIND:TILES or KIND:TILES:FROM, with a kind of {', '.join(MELD_KINDS)} "
            f"and left, across or right"
        )
        raise argparse.ArgumentTypeError(message)
    return {"kind": kind, "tiles": tiles} | ({"from": source} if source else {})

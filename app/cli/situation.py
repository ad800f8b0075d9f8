"""The options for the keys of a Hand, which `score`, `photo` and `waits` share, and the Hand made of them."""

import argparse
import tomllib
from collections.abc import Sequence
from typing import Any

from yakulens.app.cli.frame import option, whole
from yakulens.scorer.contract import keys
from yakulens.scorer.contract.form import FLAG, ONE_TILE, TILES
from yakulens.scorer.errors import nearest
from yakulens.scorer.notation import in_notation
from yakulens.scorer.rules.merge import HEAD
from yakulens.scorer.rules.ruleset import ALL_KEYS, TABLES
from yakulens.scorer.tile import TileError
from yakulens.scorer.vocabulary import FROMS, MELD_KINDS, RIICHIS, SEATS

_HELP = {
    "win": "the winning tile, such as 5s",
    "by": "won on a discard or self-drawn",
    "seat": "the seat wind",
    "round": "the prevailing wind",
    "discarder": "who discarded the winning tile",
    "riichi": "declared riichi; double: double riichi",
    "ippatsu": "won within one uninterrupted go-around of riichi",
    "rinshan": "won on the replacement tile of a kan, or of a north set aside",
    "chankan": "won by robbing a kan",
    "last_tile": "won on the last tile of the wall, or on the discard after it",
    "first_turn": "won in the first uninterrupted go-around",
    "win_apart": "whether the self-drawn tile was kept apart (EMA 6.8)",
    "dora_indicators": "the dora indicators, such as 3p5z",
    "ura_indicators": "the ura indicators, such as 3p5z",
    "calls_in_order": "whether the sets are in the order of their calls (EMA 3.3.7)",
    "honba": "counters on the table",
    "deposits": "riichi sticks on the table",
    "north_dora": "North tiles set aside (three players)",
    "bonus_hand": "the dealer's bonus hand number (paarenchan)",
    "seen": "tiles that lie open elsewhere; those of other options may be among them",
    "discards": "your own discards, including claimed ones (furiten)",
    "passed": "discards of others that you let pass (furiten)",
    "drawn": "the tile just drawn after riichi, to show which kans are allowed",
    "claimed": "the tile just claimed for the last --meld, to show which discards swap-calling forbids",
    "wall": "tiles left to draw, to show whether riichi or a kan may be declared",
    "points": "your points, to show whether riichi may be declared",
}
"""What each key of a hand means, for `--help`."""
_SHORT = {"dora_indicators": "dora", "ura_indicators": "ura"}
"""Shorter names of some options; the key's name is an option too."""
_LISTED = "`yakulens rules show ema-2025` lists the rules"
"""The end of the message about an unknown rule."""
_NOT_TYPED = {"id", "rules", "rule_overrides", "concealed", "melds", "liable"}
"""Keys that `add_keys` adds no option for."""


def add_situation(parser: argparse.ArgumentParser, *, tile_sets: bool = False) -> None:
    """Add every option that says how a hand was won, and under which rules."""
    group = parser.add_argument_group("how the hand was won")
    add_keys(group, keys.HAND)
    option(group, "--liable SEAT:YAKU", "who must pay for a yakuman, such as west:daisangen", type=_liable)
    add_rules(parser, tile_sets=tile_sets)


def add_keys(group: argparse._ActionsContainer, keys_to_add: Sequence[keys.AnyKey]) -> None:
    """Add an option for each of these keys of the contract that a person can type."""
    for key in keys_to_add:
        if key.name in _NOT_TYPED:
            continue
        names = [f"--{name.replace('_', '-')}" for name in (_SHORT.get(key.name), key.name) if name]
        options: dict[str, Any] = {"dest": key.name, "help": _HELP[key.name]}
        if key.kind is FLAG:
            options["action"] = argparse.BooleanOptionalAction if key.default else "store_true"
            options["default"] = None
        elif key.kind.allowed:
            options |= {"choices": key.kind.allowed}
            options |= {"nargs": "?", "const": RIICHIS[1]} if key.kind.allowed == RIICHIS else {}
        elif key.kind in (TILES, ONE_TILE):
            options |= {"metavar": "TILES" if key.kind is TILES else "TILE", "type": _tiles}
        else:
            low = -keys.MOST_POINTS if key is keys.OWN_POINTS else 0
            options |= {"type": whole(low), "metavar": "N"}
        group.add_argument(*names, **options)


def add_rules(parser: argparse.ArgumentParser, *, tile_sets: bool = False) -> None:
    """Add `--rules` and `--set`; with ``tile_sets`` a word without an equals sign names a learnt set."""
    rules = parser.add_argument_group("rules")
    rules.add_argument("--rules", metavar="R", help="a rule set's name (see: yakulens rules) or a TOML file")
    metavar = "KEY=VALUE"
    meaning = "change one rule, such as kiriage_mangan=true; repeatable"
    if tile_sets:
        metavar = f"NAME|{metavar}"
        meaning = f"use a learnt tile set, by name or file (see: yakulens sets), or {meaning}"
    kind = _override_or_set if tile_sets else _override
    rules.add_argument(
        "--set", dest="rule_overrides", action="append", type=kind, metavar=metavar, help=meaning
    )


def add_melds(parser: argparse.ArgumentParser) -> None:
    """Add `--meld`, for commands whose hand is typed."""
    meaning = "a set or kan, such as chi:234p:left, pon:777z or closed_kan:1111m; repeatable"
    form = "KIND:TILES[:FROM]"
    parser.add_argument("--meld", dest="melds", action="append", type=_meld, metavar=form, help=meaning)


def situation(args: argparse.Namespace) -> dict[str, Any]:
    """The keys of the contract's Hand that were typed."""
    names = {key.name for key in (*keys.HAND, *keys.WAITING)} - {"concealed", "rule_overrides"}
    hand = {key: value for key in sorted(names) if (value := getattr(args, key, None)) is not None}
    overrides = [value for value in args.rule_overrides or () if not isinstance(value, str)]
    if overrides:
        hand["rule_overrides"] = dict(overrides)
    return hand


def _tiles(text: str) -> str:
    """Tiles in the contract's notation, from that or from another one."""
    try:
        return in_notation(text)
    except TileError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _liable(text: str) -> dict[str, str]:
    seat, colon, yaku = text.partition(":")
    if not colon or seat not in SEATS or not yaku:
        message = f"{text!r}: give SEAT:YAKU, such as west:daisangen"
        raise argparse.ArgumentTypeError(message)
    return {"seat": seat, "yaku": yaku}


def _override(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    key = name.strip()
    if not equals or not key:
        message = f"{text!r}: give KEY=VALUE, such as kiriage_mangan=true"
        raise argparse.ArgumentTypeError(message)
    if key not in {*HEAD, *ALL_KEYS, *TABLES}:
        near = nearest(key, sorted(ALL_KEYS))
        message = f"there is no rule {key!r}; {f'did you mean {near}? ' if near else ''}{_LISTED}"
        raise argparse.ArgumentTypeError(message)
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except (ValueError, RecursionError):  # not TOML, or not usable
        return key, value.strip()


def _override_or_set(text: str) -> tuple[str, Any] | str:
    return _override(text) if "=" in text else text


def tile_set(args: argparse.Namespace) -> str | None:
    """The learnt tile set that `--set` names; the last one if there are several."""
    return next((value for value in reversed(args.rule_overrides or ()) if isinstance(value, str)), None)


def _meld(text: str) -> dict[str, str]:
    kind, _, tiles_and_source = text.partition(":")
    tiles, colon, source = tiles_and_source.partition(":")
    if kind not in MELD_KINDS or not tiles or (colon and source not in FROMS):
        message = (
            f"{text!r}: give KIND:TILES or KIND:TILES:FROM, with a kind of {', '.join(MELD_KINDS)} "
            f"and left, across or right"
        )
        raise argparse.ArgumentTypeError(message)
    return {"kind": kind, "tiles": tiles} | ({"from": source} if source else {})

"""`yakulens handoff`: a hand or a game for other programs."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

from app import store
from app.cli.frame import UsageError, add_command, emit_json
from app.cli.jsonlines import read_object
from app.game import Game, add, begin
from app.handoff.pantheon import pantheon_json
from app.handoff.tenhou import tenhou_json
from app.store import Store, StoreError
from scorer.rules.load import load_rules
from scorer.rules.ruleset import RulesError
from scorer.vocabulary import SEATS

if TYPE_CHECKING:
    import argparse

    from app.cli.frame import Subparsers

EXAMPLE = """
yakulens handoff tenhou hand.json
yakulens handoff pantheon --game 3
"""
_RULES = "ema-2025"


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(subparsers, "handoff", EXAMPLE, run)
    parser.description = (
        "Give a scored hand or a game of the page's table to another program: as the JSON of tenhou.net/6, "
        "or as the rounds that Pantheon records. For tenhou, what nobody wrote down (deal, draws, discards) "
        "is made up."
    )
    parser.add_argument("form", choices=("tenhou", "pantheon"))
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a Hand, or a finished hand as for settle, as JSON (- for standard input)",
    )
    parser.add_argument(
        "--game", type=int, metavar="N", help="the game with this number instead (default: the last)"
    )


def run(args: argparse.Namespace) -> int:
    """Print it."""
    if args.file is not None and args.game is not None:
        message = "FILE and --game: choose one"
        raise UsageError(message)
    game = _kept(args.game) if args.file is None else _single(read_object(args.file))
    emit_json(tenhou_json(game) if args.form == "tenhou" else pantheon_json(game))
    return 0


def _kept(number: int | None) -> Game:
    """A game of the page's table."""
    try:
        kept = {each.number: each.game for each in Store(store.place()).games.all()}
    except (sqlite3.Error, StoreError, OSError) as error:
        message = f"the games cannot be read: {error}"
        raise UsageError(message) from error
    if not kept:
        message = "no game is kept here; name a FILE"
        raise UsageError(message)
    wanted = max(kept) if number is None else number
    if wanted not in kept:
        message = f"--game {wanted}: there is no such game; there are {', '.join(map(str, sorted(kept)))}"
        raise UsageError(message)
    return kept[wanted]


def _single(given: dict[str, Any]) -> Game:
    """A game of the one hand; its players are called by their winds."""
    end = given if "event" in given else _ended(given)
    rules = str(given.get("rules", _RULES))
    try:
        players = tuple(seat.capitalize() for seat in SEATS[: load_rules(rules).players])
        kept = {key: value for key, value in end.items() if key not in {"rules", "dealer", "scores"}}
        return add(begin(rules, players), kept)
    except (RulesError, ValueError) as error:
        raise UsageError(str(error)) from error


def _ended(hand: dict[str, Any]) -> dict[str, Any]:
    """The end of the hand in which this one was won."""
    by = hand.get("by")
    if by == "ron" and hand.get("discarder") is None:
        message = 'the hand was won by ron: say from whom, "discarder": "west"'
        raise UsageError(message)
    seat = hand.get("seat", "south")
    end: dict[str, Any] = {"event": by, "wins": [{"seat": seat, "hand": hand}]}
    if by == "ron":
        end["discarder"] = hand["discarder"]
    if hand.get("riichi", "none") != "none":
        end["riichi"] = [seat]
    return end

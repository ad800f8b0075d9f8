"""`yakulens handoff`: a hand or a game for other programs."""

import argparse
import sqlite3

from yakulens.app import store
from yakulens.app.cli.frame import Parser, emit_json, note, option, refuse
from yakulens.app.cli.jsonlines import read_object
from yakulens.app.exports.pantheon import limits, pantheon_json
from yakulens.app.exports.single import single
from yakulens.app.exports.tenhou import tenhou_json
from yakulens.app.game import Game, is_reseated
from yakulens.app.store import Store, StoreError
from yakulens.app.words.i18n import text
from yakulens.app.words.phrases import ENGLISH

EXAMPLE = """
yakulens handoff tenhou hand.json
yakulens handoff pantheon --game 3
"""


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "Export a scored hand, or a game of the page's table, to another program: as the JSON of "
        "tenhou.net/6, or as the rounds that Pantheon records. For tenhou, Yakulens invents what nobody "
        "recorded: deal, draws and discards."
    )
    parser.add_argument("form", choices=("tenhou", "pantheon"))
    file = "a Hand, or a finished hand as for settle, as JSON (- for standard input)"
    parser.add_argument("file", nargs="?", metavar="FILE", help=file)
    option(parser, "--game N", "instead of FILE: the game with this number (default: the last one)", type=int)


def run(args: argparse.Namespace) -> int:
    """Print the hand or game in the other program's form."""
    if args.file is not None and args.game is not None:
        refuse("FILE and --game: choose one")
    game = _stored_game(args.game) if args.file is None else single(read_object(args.file))
    if is_reseated(game):
        refuse(text(ENGLISH, "handoff.reseated"))
    if args.form == "tenhou":
        emit_json(tenhou_json(game))
        return 0
    emit_json(pantheon_json(game))
    if told := limits(game, ENGLISH):
        note(told)
    return 0


def _stored_game(number: int | None) -> Game:
    """A game of the page's table by its number; the last one if None."""
    try:
        games = {kept.number: kept.game for kept in Store(store.place()).games.all()}
    except (sqlite3.Error, StoreError, OSError) as error:
        refuse(f"the games cannot be read: {error}")
    if not games:
        refuse("no game is stored here; name a FILE")
    number = max(games) if number is None else number
    if number not in games:
        refuse(f"--game {number}: no such game; the stored games are {', '.join(map(str, sorted(games)))}")
    return games[number]

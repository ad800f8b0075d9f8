"""`yakulens records`: read the logs of other programs, and score their wins again."""

import argparse
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

from yakulens.app import store as stores
from yakulens.app.cli.frame import Parser, add_options, emit_json, note, refuse
from yakulens.app.game import Game
from yakulens.app.records.reading import MOST_BYTES, read_records
from yakulens.app.records.record import Record, RecordError
from yakulens.app.records.scored import wins_json
from yakulens.app.records.table import game_of
from yakulens.app.store import Store, StoreError
from yakulens.scorer.rules.load import load_rules

EXAMPLE = """
yakulens records game.json evening.mjlog.gz majsoul.json
yakulens records *.json --rules ema-2025
yakulens records *.mjlog --hands | yakulens score --jsonl --rules wrc-2025
yakulens records game.json --games
yakulens records game.json --keep
"""
_BAD_INPUT = 2


def arguments(parser: Parser) -> None:
    """Add the options."""
    parser.description = (
        "Read logs of tenhou.net/6 (JSON), Tenhou (mjlog, XML) and Mahjong Soul (records as JSON), packed "
        "with gzip or not, and print one JSON object per win: the hand, what the log says that it is worth, "
        "what it scores under its own rules, and what differs. What cannot be read is told on standard error."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a log; - for standard input")
    options = {
        "--rules R": "score each win under this rule set too",
        "--hands": "print the Hand of each win alone, as `yakulens score --jsonl` takes it",
        "--games": "print one JSON object per game instead: players and the ends of its hands, as for settle",
        "--keep": "as --games, and keep each game among those of the page Table on this machine",
    }
    add_options(parser, options)


def run(args: argparse.Namespace) -> int:
    """Print the wins, or the games, of every file; 2 if a file cannot be read."""
    args.games = args.games or args.keep
    if args.hands and (args.games or args.rules):
        refuse("--hands prints hands alone: leave out --games, --keep and --rules")
    if args.rules is not None:
        load_rules(args.rules)
    read_all, read_any, count, differing = True, False, 0, 0
    for name in args.files:
        try:
            for number, record in enumerate(read_records(_bytes(name)), start=1):
                read_any = True
                for differs in _print(args, name, number, record):
                    count, differing = count + 1, differing + differs
        except (RecordError, OSError) as error:
            reason = getattr(error, "strerror", None) or error
            note(f"yakulens records: {name}: {reason}")
            read_all = False
    if read_any:
        what = "games, {} of them with notes" if args.games else "wins, {} of them scored otherwise than told"
        note(f"{count} {what.format(differing)}")
    return 0 if read_all else _BAD_INPUT


def _bytes(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)  # one more shows that the rest is missing
    with Path(name).open("rb") as file:
        return file.read(MOST_BYTES + 1)


def _print(args: argparse.Namespace, name: str, number: int, record: Record) -> Iterator[bool]:
    """Print one game; for each line whether something differs."""
    source = {"file": name, "game": number}
    if args.games:
        game, notes = game_of(record)
        start = game.start and {
            "scores": dict(zip(game.start.seats(), game.start.scores, strict=True)),
            "round": game.start.round_wind(),
            "hand_number": game.start.dealer + 1,
            "honba": game.start.honba,
            "deposits": game.start.deposits,
        }
        told = {"format": record.form, "rules": game.rules, "players": list(game.players), "start": start}
        ends = {
            "east_only": game.east_only,
            "hands": list(game.ends),
            "notes": [each.text("en") for each in notes],
        }
        kept = {"kept": _keep(game)} if args.keep and game.ends else {}
        emit_json(source | told | ends | kept)
        yield bool(notes)
        return
    for remark in record.notes:
        note(f"{name}, game {number}: {remark.text('en')}")
    for line in wins_json(record, args.rules):
        if not args.hands:
            emit_json(source | line)
        elif line["hand"] is not None:
            emit_json({"id": f"{name} {number}.{line['id']}"} | line["hand"])
        yield bool(line["differs"])


def _keep(game: Game) -> int:
    """Keep a game among those of the page on this machine; returns its number there."""
    place = stores.place()
    try:
        return Store(place).games.bring(game)
    except StoreError as error:
        refuse(str(error))
    except (sqlite3.Error, OSError) as error:
        refuse(f"{place}: the game cannot be kept ({error})")

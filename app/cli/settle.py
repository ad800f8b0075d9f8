"""`yakulens settle`: a finished hand of a game to who pays whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.frame import add_command
from app.cli.table import add_source, answer
from app.cli.table_text import settlement_lines
from scorer.settle_wire import settle_json

if TYPE_CHECKING:
    import argparse

    from app.cli.frame import Subparsers

EXAMPLE = """
echo '{"event": "tsumo", "wins": [{"seat": "south", "han": 2, "fu": 30}]}' | yakulens settle -
yakulens settle hand.json --text
yakulens settle --jsonl hands.jsonl
"""


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(subparsers, "settle", EXAMPLE, run)
    add_source(parser, "a finished hand")


def run(args: argparse.Namespace) -> int:
    """Settle one hand, or one a line."""
    return answer(args, settle_json, settlement_lines)

"""`yakulens photo`: a photo to its score, or to what is still missing."""

from __future__ import annotations

import argparse
from typing import Any

from yakulens.app.cli.frame import Subparsers, UsageError, add_command, tell
from yakulens.app.cli.model_options import add_reader, asker, chosen_reader
from yakulens.app.cli.situation import add_situation, situation, tile_set
from yakulens.scorer.contract.hand_json import score_json, unscored
from yakulens.scorer.contract.keys import DEFAULT_RULES
from yakulens.scorer.contract.score_text import score_lines
from yakulens.scorer.message import Message
from yakulens.scorer.rules.load import load_rules
from yakulens.vision.desk.from_reading import from_reading, without_flowers
from yakulens.vision.desk.reading_text import reading_lines
from yakulens.vision.desk.to_hand import ask
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import read_photo

EXAMPLE = "yakulens photo hand.jpg --by ron --win 5s --seat south --riichi --dora 3p --rules ema-2025"


def register(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = add_command(subparsers, "photo", EXAMPLE, run)
    parser.add_argument("photo", metavar="PHOTO", help="a photo of the finished hand")
    add_reader(parser, tile_set=False)
    parser.add_argument("--json", action="store_true", help="the Reading with `hand` and `score`, as JSON")
    add_situation(parser, tile_sets=True)


def run(args: argparse.Namespace) -> int:
    """Read the photo, then score the hand or print what is missing."""
    typed = situation(args)
    load_rules(typed.get("rules", DEFAULT_RULES), typed.get("rule_overrides"))
    photo = load(args.photo)
    recogniser = chosen_reader(args, tile_set(args))
    result = asker(recogniser)(read_photo(photo, recogniser))
    hand, missing = ask(without_flowers(from_reading(result.reading)), typed)
    score = unscored(None, "not_complete", missing) if missing else score_json(hand)
    is_invalid = score["outcome"] == "invalid"
    lines = [] if is_invalid else ["", *_score_lines(score, missing)]
    answer = result.to_json() | {"hand": hand, "score": score}
    tell(answer, [*reading_lines(result), *lines], as_json=args.json)
    if is_invalid:
        raise UsageError("; ".join(problem["message"] for problem in score["problems"]))
    return 0


def _score_lines(score: dict[str, Any], missing: list[Message]) -> list[str]:
    if not missing:
        return score_lines(score)
    return ["Not scored yet:", *(f"  {message.text}" for message in missing)]

"""`yakulens photo`: read a photo and score it, or say what is still missing."""

import argparse

from yakulens.app.cli.frame import Parser, add_options, refuse, tell
from yakulens.app.cli.model_options import add_reader, asker, chosen_reader
from yakulens.app.cli.situation import add_situation, situation, tile_set
from yakulens.app.words.questions import in_english
from yakulens.app.words.reading_text import reading_lines
from yakulens.scorer.contract.hand_json import score_json, unscored
from yakulens.scorer.contract.keys import DEFAULT_RULES
from yakulens.scorer.contract.text import score_lines
from yakulens.scorer.rules.load import load_rules
from yakulens.vision.desk.from_reading import from_reading, without_flowers
from yakulens.vision.desk.to_hand import ask
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import read_photo

EXAMPLE = "yakulens photo hand.jpg --by ron --win 5s --seat south --riichi --dora 3p --rules ema-2025"


def arguments(parser: Parser) -> None:
    """Add the options."""
    add_options(parser, {"photo PHOTO": "a photo of the finished hand"})
    add_reader(parser, tile_set=False)
    add_options(parser, {"--json": "print the Reading with `hand` and `score` as JSON"})
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
    lines = reading_lines(result)
    if missing:
        lines += ["", "Not scored yet:", *(f"  {message.text}" for message in missing)]
    elif not is_invalid:
        lines += ["", *score_lines(score)]
    tell(result.to_json(in_english) | {"hand": hand, "score": score}, lines, as_json=args.json)
    if is_invalid:
        refuse("; ".join(problem["message"] for problem in score["problems"]))
    return 0

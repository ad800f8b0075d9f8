"""Score photos, in words.

    python examples/score_photos.py hand.jpg --won ron --seat west --discarder north

Each photo shows a finished hand, and all were won in the same way. Doubts are reported, not guessed.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import yakulens

if TYPE_CHECKING:
    from collections.abc import Sequence

SEATS = ("east", "south", "west", "north")


def main(argv: Sequence[str] | None = None) -> int:
    """Score every photo; returns 1 if one cannot be scored."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("photos", nargs="+", metavar="PHOTO")
    parser.add_argument("--won", choices=("ron", "tsumo"), required=True)
    parser.add_argument("--seat", choices=SEATS, default="south")
    parser.add_argument("--discarder", choices=SEATS)
    parser.add_argument("--dora", default="", help="the dora indicators, such as 3p5z")
    parser.add_argument("--rules", default="ema-2025", choices=yakulens.rule_sets())
    args = parser.parse_args(argv)

    how = yakulens.HowWon(seat=args.seat, dora_indicators=args.dora)
    if args.discarder:
        how["discarder"] = args.discarder

    reader = yakulens.Reader()  # loads the model once for all photos
    failed = 0
    for photo in args.photos:
        try:
            reading = reader.read(photo)
            print(reading)
            hand = reading.to_hand(won=args.won, **how)
            print(yakulens.score(hand, args.rules), end="\n\n")
        except yakulens.InputError as error:  # no photo, no whole hand, or an open question
            print(f"not scored: {error}\n")
            failed = 1
    return failed


if __name__ == "__main__":
    raise SystemExit(main())

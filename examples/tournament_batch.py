"""Rule on a tournament's photos.

    python examples/tournament_batch.py photos situations.csv rulings.csv --rules ema-2025

`situations.csv` has a line per photo: its `file`, how the hand was `won`, and any keys of `yakulens.HowWon`
(`seat`, `discarder`, `riichi`, `dora_indicators`, ...). `rulings.csv` gets a line for each, in that order:
the outcome, han, fu and every seat's change (under `discarder` if the discarder is unknown), or why there is
no ruling. `rulings.jsonl` beside it holds the whole score of each, with every section. A photo with an open
question gets no ruling: a referee looks at it.
"""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import yakulens

if TYPE_CHECKING:
    from collections.abc import Sequence

SEATS = ("east", "south", "west", "north")
COLUMNS = ("file", "outcome", "han", "fu", "limit", "value", *SEATS, "discarder", "yaku", "why")
TYPES = get_type_hints(yakulens.HowWon)
ANSWERS = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


def main(argv: Sequence[str] | None = None) -> None:
    """Rule on every line of the CSV."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("photos", type=Path, help="the folder of the photos")
    parser.add_argument("situations", type=Path, help="a CSV that says how each hand was won")
    parser.add_argument("rulings", type=Path, help="the CSV to write")
    parser.add_argument("--rules", default="ema-2025")
    args = parser.parse_args(argv)

    rules = yakulens.rules(args.rules)
    reader = yakulens.Reader()
    with (
        args.situations.open(newline="", encoding="utf-8-sig") as asked,
        args.rulings.open("w", newline="", encoding="utf-8") as told,
        args.rulings.with_suffix(".jsonl").open("w", encoding="utf-8") as whole,
    ):
        table = csv.DictWriter(told, COLUMNS)
        table.writeheader()
        for line in csv.DictReader(asked, restkey="cells without a name"):
            row, answer = ruling(reader, args.photos, line, rules)
            table.writerow(row)
            whole.write(json.dumps({"file": row["file"], **answer}, ensure_ascii=False) + "\n")


def ruling(
    reader: yakulens.Reader, photos: Path, line: dict[str, str], rules: yakulens.RuleSet
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The row of the ruling, and the whole score as JSON."""
    file = line.get("file") or ""
    try:
        how = how_won(line)
        reading = reader.read(photos / file)
        hand = reading.to_hand(won=how.pop("won"), **how)
        score = yakulens.score(hand, rules)
    except (KeyError, ValueError) as error:  # an `InputError`, or a cell that is empty or no number
        why = f"the line does not say {error}" if isinstance(error, KeyError) else str(error)
        return {"file": file, "outcome": "none", "why": why}, {"outcome": "none", "why": why}
    row: dict[str, Any] = {key: getattr(score, key) for key in ("outcome", "han", "fu", "limit", "value")}
    yaku = " ".join(each.id for each in score.yaku)
    why = "; ".join(problem.text for problem in score.problems)
    return {"file": file, **row, **score.payments, "yaku": yaku, "why": why}, score.to_json()


def how_won(line: dict[str, str]) -> dict[str, Any]:
    """The facts of the win in a line of the CSV, without empty cells."""
    said = {key: fact(key, cell) for key, cell in line.items() if key != "file" and cell}
    return {"dora_indicators": "", **said}


def fact(name: str, told: str) -> Any:  # noqa: ANN401 - its type in `HowWon`
    """A fact of the win from its text.

    Raises:
        ValueError: the text is no number, or neither yes nor no.
    """
    kind = TYPES.get(name)
    if kind is int:
        return int(told)
    if kind is bool and told.lower() not in ANSWERS:
        message = f"{name}: {told!r} is neither yes nor no"
        raise ValueError(message)
    return ANSWERS.get(told.lower(), told) if kind is bool or bool in get_args(kind) else told


if __name__ == "__main__":
    main()

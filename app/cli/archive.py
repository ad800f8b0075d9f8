"""`yakulens archive`: hands by the million."""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from yakulens.app.cli.frame import Parser, add_actions, option, refuse
from yakulens.app.cli.jsonlines import STANDARD_INPUT, open_lines, whole_lines
from yakulens.app.cli.long_run import add_archive, is_long_run, output, work
from yakulens.app.cli.situation import add_situation, situation

EXAMPLE = """
yakulens archive score hands.jsonl --out scores.parquet
yakulens archive score 2024/*.jsonl 2025/*.jsonl --rules tenhou --out scores.jsonl --workers 8
zcat hands.jsonl.gz | yakulens archive score - --out scores.jsonl --cluster tcp://10.0.0.5:8786
"""


def arguments(parser: Parser) -> None:
    """Add the actions and their options."""
    score = add_actions(parser, {"score": ("score files of hands with many workers", EXAMPLE, _score)})[
        "score"
    ]
    files = f"hands, one as JSON per line, file after file; {STANDARD_INPUT} is standard input"
    score.add_argument("files", nargs="+", metavar="FILE", help=files)
    whole = "write whole Scores, with every explanation, instead of figures, payments and yaku only"
    option(score, "--explain", whole)
    add_archive(score, "write the scores to FILE.jsonl or FILE.parquet; scored lines are not scored again")
    add_situation(score)


def run(_: argparse.Namespace) -> int:
    """Refuse a command without an action."""
    refuse("archive: name an action: yakulens archive score FILE... --out FILE")


def _score(args: argparse.Namespace) -> int:
    if not is_long_run(args):
        refuse("archive score: name the file of the scores: --out FILE.jsonl or --out FILE.parquet")
    return score_files(args, args.files, is_brief=not args.explain)


def score_files(args: argparse.Namespace, files: Sequence[str], *, is_brief: bool) -> int:
    """Score the hands of these files, one after the other, into the file that `--out` names.

    Options supply keys that a line omits.
    """
    from yakulens.app.archive import scores  # noqa: PLC0415 - one hand needs no archive
    from yakulens.app.archive.job import batches  # noqa: PLC0415 - see above
    from yakulens.app.archive.progress import counting  # noqa: PLC0415 - see above

    _check(files)
    with output(args, "score") as so_far:
        before = sum(1 for _ in so_far)
        # A pipe can be read only once, and not by two.
        is_countable = all(Path(file).is_file() for file in files)
        total = counting(lambda: _lines(files)) if is_countable else lambda: None
        hands, job = _lines(files), scores.ScoreHands(json.dumps(situation(args)), is_brief)
        job.check(so_far, before, hands)
        work(args, job, batches(hands), so_far, "hand", total, before)
    return 0


def _check(files: Sequence[str]) -> None:
    """Refuse at once a file that cannot be opened, which the run itself would meet only at its turn."""
    if files.count(STANDARD_INPUT) > 1:
        refuse(f"{STANDARD_INPUT}: standard input can be read only once")
    for file in files:
        if file != STANDARD_INPUT and not Path(file).is_fifo():
            with open_lines(file):
                pass


def _lines(files: Sequence[str]) -> Iterator[str]:
    for file in files:
        with open_lines(file) as lines:
            yield from whole_lines(lines)
